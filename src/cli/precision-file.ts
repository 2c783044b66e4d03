/** `--precision` and `--save-precision`: what an analysis has to look at, from one run to the next. Neither costs a verdict. */
import { readPrecision, type SavedPrecision } from "../engines/saved-precision.ts";
import { readText } from "../tasks/files.ts";
import type { Verification } from "../verify.ts";
import type { Environment } from "./environment.ts";
import { deliver } from "./output.ts";

/** What the file contains, or what is wrong with it. */
export function precisionFrom(path: string): SavedPrecision | string {
  const file = readText(path);
  return file.kind === "problem" ? file.message : readPrecision(file.text);
}

export function deliverPrecision({ precision }: Verification, output: string, environment: Environment): void {
  if (precision === undefined) environment.log(`hone: ${output}: no engine had a precision; nothing was written\n`);
  else deliver(`${JSON.stringify(precision, null, 2)}\n`, output, environment);
}
