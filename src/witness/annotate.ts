/**
 * A program's text with invariants in it: as ACSL annotations, which Frama-C reads, or as assertions, which any compiler does. A loop's
 * assertion is part of its condition, so that it is evaluated whenever that is; lines stay where they were.
 */

import { conditionIn } from "../report/loop-text.ts";
import type { WitnessContract, WitnessInvariant, WitnessLocation } from "./format.ts";

export type AnnotationStyle = "acsl" | "c";

interface Insertion {
  readonly at: number;
  readonly text: string;
}

/** @param invariants those of this file, as are the contracts, which only ACSL has; one whose place is not as it should be is left out. */
export function annotatedText(
  text: string,
  invariants: readonly WitnessInvariant[],
  contracts: readonly WitnessContract[],
  style: AnnotationStyle,
): string {
  const starts = [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)];
  const placed = ({ line, column = 1 }: WitnessLocation, insert: (at: number) => Insertion[] | undefined) => {
    const start = starts[line - 1];
    return start === undefined ? [] : (insert(start + column - 1) ?? []);
  };
  const insertions = [
    ...(style === "acsl" ? contracts : []).flatMap((one) => placed(one.location, (at) => [acslContract(one, at)])),
    ...invariants.flatMap((one) =>
      placed(one.location, (at) => (style === "acsl" ? acsl(one, at) : assertion(one, text, at))),
    ),
  ];
  let result = style === "c" && insertions.length > 0 ? HEADER : "";
  let written = 0;
  for (const { at, text: inserted } of insertions.sort((a, b) => a.at - b.at)) {
    result += text.slice(written, at) + inserted;
    written = at;
  }
  return result + text.slice(written);
}

const HEADER = "#include <assert.h>\n#line 1\n";

/** In ACSL arithmetic is that of the integers, which is what the casts say in C. */
function acsl({ type, value }: WitnessInvariant, at: number): Insertion[] {
  return [{ at, text: `/*@ ${type === "loop_invariant" ? "loop invariant" : "assert"} ${value}; */ ` }];
}

function acslContract({ requires, ensures }: WitnessContract, at: number): Insertion {
  const clauses = [
    ...(requires === "1" ? [] : [`requires ${requires};`]),
    ...(ensures === "1" ? [] : [`ensures ${ensures};`]),
  ];
  return { at, text: `/*@ ${clauses.join(" ")} */ ` };
}

function assertion({ type, value }: WitnessInvariant, text: string, at: number): Insertion[] | undefined {
  if (type === "location_invariant") return [{ at, text: `assert(${value}); ` }];
  const start = conditionIn(text, at, text.length);
  if (start === undefined) return undefined;
  const condition = start + text.slice(start).search(/\S|$/);
  return [{ at: condition, text: text[condition] === ";" ? `assert(${value}), 1` : `assert(${value}), ` }];
}
