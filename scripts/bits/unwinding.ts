/**
 * A program unrolled to a fixed number of rounds of each loop by the engine's own unrolling, as one question over bits: what
 * `--unwind N` of other bounded model checkers is.
 */
import { readFileSync } from "node:fs";
import { ILP32, readProgram } from "../../src/cfa/build-source.ts";
import { RoundUnrolling } from "../../src/engines/bmc/rounds.ts";
import { Unrolling } from "../../src/engines/bmc/unrolling.ts";
import { buildModel } from "../../src/model/build.ts";
import type { Model } from "../../src/model/model.ts";
import { DEFAULT_MODEL_OPTIONS } from "../../src/model/options.ts";
import type { BitsSession } from "../../src/smt/bits/session.ts";

export function modelOfFile(file: string): Model {
  const options = { dataModel: ILP32, includePaths: [], includeFiles: [], macros: [], readFile: () => undefined };
  const { program } = readProgram([{ name: file, text: readFileSync(file, "utf8") }], options);
  if (program === undefined) throw new Error(`${file} should be a C program`);
  return buildModel(program, DEFAULT_MODEL_OPTIONS);
}

/** Whether an execution of at most `most` rounds of each loop comes to an error or leaves the model: the signal of that. */
export function unwound(model: Model, session: BitsSession, most: number, tick: (work: number) => void) {
  const unrolling = new Unrolling(model, session, tick);
  const { errors, unmodelled, places } = new RoundUnrolling(model, unrolling).unwind(most);
  return { goal: session.or([...errors, ...unmodelled].map(({ guard }) => guard)), blocks: places.size };
}
