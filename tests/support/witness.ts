/** Verdicts of small programs with what a witness says of them. */
import { LP64 } from "../../src/cfa/build-source.ts";
import { processMeter } from "../../src/cli/environment.ts";
import { DEFAULT_MODEL_OPTIONS, type ModelOptions } from "../../src/model/options.ts";
import { type Verification, type VerifyInput, type VerifyOptions, verify } from "../../src/verify.ts";
import { WITNESSES } from "../../src/witness/writers.ts";

/** Declarations that fit on the first line, so that lines of `text` begin at 2. */
export const NONDET =
  "extern int nondet(void); extern unsigned char nondet_byte(void); extern void reach_error(void);\n";

export function inputFor(text: string): VerifyInput {
  return {
    name: "x.c",
    sources: [{ name: "x.c", text }],
    frontEnd: { dataModel: LP64, includePaths: [], includeFiles: [], macros: [], readFile: () => undefined },
  };
}

export function optionsFor(model: Partial<ModelOptions> = {}): VerifyOptions {
  return {
    toolVersion: "0",
    model: { ...DEFAULT_MODEL_OPTIONS, ...model },
    preset: undefined,
    timeoutSeconds: 60,
    memoryMb: 4000,
    meter: processMeter(),
    progress: () => {},
    witness: WITNESSES,
  };
}

export function verified(text: string, model: Partial<ModelOptions> = {}): Verification {
  return verify(inputFor(text), optionsFor(model));
}
