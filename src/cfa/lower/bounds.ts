/**
 * Cheap bounds of integer terms: enough to see that a promoted `char` plus one fits an `int`, so that wraps and overflow
 * checks appear only where they could matter. Looks a few levels deep only, so that long sums stay linear to lower.
 */
import { ANY_FLOAT } from "../../logic/float-interval.ts";
import { intervalOf, type Result, rangeByType, rangeStep } from "../../logic/range.ts";
import { isFloatTerm } from "../../logic/sort.ts";
import type { Term } from "../../logic/term.ts";
import { type IntType, type PointerType, typeRange } from "../../logic/types.ts";
import { isFormula, type TermNode } from "../../logic/visit.ts";
import { FULL, type Interval, includes, isEmpty } from "../../numbers/interval.ts";

// Deep enough for what conversions and promotions wrap around a variable.
const DEPTH = 5;

/** Bounds that hold for every value of the term's variables, as far as a look can tell. */
export function boundsOf(term: Term): Interval {
  const range = intervalOf(look(term, DEPTH));
  // A term without values (a division by zero) is the business of its check.
  return isEmpty(range) ? FULL : range;
}

function look(node: TermNode, depth: number): Result {
  if (isFormula(node)) return undefined;
  if (depth === 0) return isFloatTerm(node) ? ANY_FLOAT : FULL;
  return rangeStep(node, (part) => look(part, depth - 1), rangeByType);
}

export function fits(term: Term, type: IntType | PointerType): boolean {
  return includes(typeRange(type), boundsOf(term));
}
