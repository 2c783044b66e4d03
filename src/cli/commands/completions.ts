/** `hone completions SHELL`. */
import type { Arguments } from "../arguments.ts";
import { COMPLETIONS } from "../completions.ts";
import type { Environment } from "../environment.ts";
import { EXIT_BAD_INPUT, EXIT_SAFE, type ExitCode } from "../exit-codes.ts";
import { oneOfThese } from "../option.ts";

export function completionsCommand({ files }: Arguments, environment: Environment): ExitCode {
  const [shell = "", ...others] = files;
  const script = others.length === 0 ? COMPLETIONS[shell] : undefined;
  if (script === undefined) {
    environment.log(`hone: \`hone completions\` takes one shell: ${oneOfThese(Object.keys(COMPLETIONS))}\n`);
    return EXIT_BAD_INPUT;
  }
  environment.write(script());
  return EXIT_SAFE;
}
