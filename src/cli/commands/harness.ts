/** `hone harness`: the environment that `--entry` would give a function, as a file of its own to edit and to compile. */
import { dirname, relative } from "node:path";
import { readEnvironment } from "../../cfa/build-source.ts";
import type { Arguments } from "../arguments.ts";
import type { Environment } from "../environment.ts";
import { EXIT_BAD_INPUT, EXIT_SAFE, type ExitCode } from "../exit-codes.ts";
import { jobsOf } from "../inputs.ts";
import { deliver, outputsProblem } from "../output.ts";

export function harnessCommand({ files, settings }: Arguments, environment: Environment): ExitCode {
  const fail = (message: string): ExitCode => {
    environment.log(`hone: ${message}\n`);
    return EXIT_BAD_INPUT;
  };
  const { functionName, parameters, output } = settings;
  if (functionName === undefined) return fail("`hone harness` needs --function NAME: what should be called?");
  const unwritable = outputsProblem(output === undefined ? [] : [{ option: "-o", path: output }], files);
  if (unwritable !== undefined) return fail(unwritable);
  const asked = { ...settings, environment: "none" as const, entry: functionName };
  for (const item of jobsOf(files, asked)) {
    if (item.kind === "problem") return fail(`${item.file}: ${item.message}`);
    const { sources, frontEnd } = item.job;
    for (const [at, source] of sources.entries()) {
      const options = { ...frontEnd, ...frontEnd.units?.[at] };
      const made = readEnvironment(source, functionName, parameters, options, "all");
      if (made.kind === "none") return fail(`no environment for ${functionName}: ${made.why}`);
      if (made.kind !== "environment") continue;
      const file = output === undefined ? source.name : relative(dirname(output), source.name);
      const skeleton = skeletonOf(file, made.text, made.entry, made.assumed);
      return deliver(skeleton, output, environment) === "delivered" ? EXIT_SAFE : EXIT_BAD_INPUT;
    }
  }
  return fail(`${files.join(", ")}: no function "${functionName}" is defined there`);
}

function skeletonOf(file: string, text: string, entry: string, assumed: readonly string[]): string {
  const lines = [
    `/* ${entry} calls its function with anything that it may be called with: edit it until it says what you mean, then`,
    `   \`hone verify --entry ${entry} THIS_FILE\`. Undefined functions are inputs: nondet_ returns anything, fill_ writes anything.`,
    ...assumed.map((one) => `   ${one}.`),
    "*/",
    `#include "${file.replace(/[\\"]/g, "\\$&")}"`,
    "",
  ];
  return `${lines.join("\n").replace("\n*/", " */")}\n${text}`;
}
