/** `hone table`: a table of one of the papers, ours beside theirs. */
import type { Arguments } from "../arguments.ts";
import type { Environment } from "../environment.ts";
import { EXIT_BAD_INPUT, type ExitCode } from "../exit-codes.ts";

export function tableCommand(_args: Arguments, environment: Environment): ExitCode {
  environment.log("hone: `hone table` is not there yet in this version\n");
  return EXIT_BAD_INPUT;
}
