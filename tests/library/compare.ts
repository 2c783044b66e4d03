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
  if (inlined === undefined || callsOfItself(inlined, name)) return `${name}: the text is not taken`;
  return differenceOf("the interpreter", program, expected) ?? differenceOf("the text", inlined, expected);
}

/** Is a call left that has no text? */
function callsOfItself({ functions }: Program, name: string): boolean {
  return [...functions.values()].some(({ edges }) =>
    edges.some(({ op }) => op.kind === "call" && op.callee.kind === "direct" && op.callee.name === name),
  );
}

function differenceOf(who: string, program: Program, expected: string): string | undefined {
  const { outcome, stdout } = executeProgram(program);
  const [theirs, own] = [shownIn(expected), shownIn(stdout)];
  const at = theirs.findIndex((line, i) => line !== own[i]);
  if (at === -1 && theirs.length === own.length && theirs.length > 0 && outcome.kind === "exit") return undefined;
  return `${who}: call ${at}: ${own[at]} instead of ${theirs[at]} (${"what" in outcome ? outcome.what : outcome.kind})`;
}

/** The text writes nothing: what the calls put out themselves is not compared. */
export function shownIn(output: string): readonly string[] {
  return output.split("\n").filter((line) => line.startsWith("= "));
}
