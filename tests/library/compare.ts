/** A library function's random calls by gcc's library, by the interpreter's own and by the text of `src/c/library`. */

import type { Program } from "../../src/cfa/cfa.ts";
import { withLibraryText } from "../../src/cfa/library/inline.ts";
import { Random } from "../laws/generate.ts";
import { executeProgram, programOf } from "../support/c-program.ts";
import { runWithGcc } from "../support/gcc.ts";
import { callsOf } from "./calls.ts";

/** What differs, as a person reads it; undefined where nothing does. */
export function libraryDifference(name: string, count: number, seed: number, bits: 32 | 64): string | undefined {
  const text = callsOf(name, count, new Random(seed));
  const expected = runWithGcc(text, bits);
  const program = programOf(text, { bits });
  const inlined = withLibraryText(program);
  if (inlined === undefined || ![...inlined.functions.keys()].some((of) => of.startsWith(`${name}#`)))
    return `${name}: the text is not taken`;
  return differenceOf("the interpreter", program, expected) ?? differenceOf("the text", inlined, expected);
}

function differenceOf(who: string, program: Program, expected: string): string | undefined {
  const { outcome, stdout } = executeProgram(program);
  if (stdout === expected && outcome.kind === "exit") return undefined;
  const [theirs, own] = [expected.split("\n"), stdout.split("\n")];
  const at = theirs.findIndex((line, i) => line !== own[i]);
  return `${who}: call ${at}: ${own[at]} instead of ${theirs[at]} (${JSON.stringify(outcome).slice(0, 200)})`;
}
