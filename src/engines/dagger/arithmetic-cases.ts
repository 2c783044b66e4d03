/**
 * Wraps by cases: a value is in range, where the wrap is the identity, or one period above or below it, where the wrap
 * adds a constant. In each case the operation is linear again. A wrap that the types alone show to be the identity is
 * dropped. Divisions and remainders by constants go by the sign of the dividend: their linear approximation is twice as
 * sharp when it is known.
 */

import { linearise, linearisedBounds } from "../../domains/linearise.ts";
import { add, and, type Formula, integer, le, lt, subtract, type Term, TRUE, type Variable } from "../../logic/term.ts";
import { highest, lowest, typeRange } from "../../logic/types.ts";
import { rewrite, subterms, type TermNode } from "../../logic/visit.ts";
import * as int from "../../numbers/int.ts";
import type { Interval } from "../../numbers/interval.ts";

interface ArithmeticCase {
  readonly guard: Formula;
  /** The term or formula without the wrap, equal to the given one under the guard. */
  readonly node: TermNode;
  /** The dividend whose sign the guard fixes. */
  readonly dividend?: Term;
}

/** Larger terms are left alone. */
const LARGEST = 60;

/** Undefined where nothing is left to be treated so. */
export function arithmeticCases(node: TermNode, signs: ReadonlySet<Term>): ArithmeticCase[] | undefined {
  const parts = subterms(node);
  if (parts.length > LARGEST) return undefined;
  for (const part of parts) {
    if ((part.kind === "divide" || part.kind === "remainder") && part.right.kind === "integer") {
      const dividend = part.left;
      const values = rangeOf(dividend);
      if (values === undefined || values.low >= 0 || values.high <= 0 || signs.has(dividend)) continue;
      return [le(integer(0), dividend), lt(dividend, integer(0))].map((guard) => ({ guard, node, dividend }));
    }
    if (part.kind !== "wrap" || part.operand.kind === "ite") continue;
    const range = rangeOf(part.operand);
    if (range === undefined) continue;
    const low = lowest(part.type);
    const high = highest(part.type);
    const period = int.powerOfTwo(part.type.bits);
    const within = (by: Term) => rewrite(node, (one) => (one === part ? by : one));
    const { operand } = part;
    const inside = within(operand);
    if (range.low >= low && range.high <= high) return [{ guard: TRUE, node: inside }];
    if (range.low < int.subtract(low, period) || range.high > int.add(high, period)) continue;
    const cases: ArithmeticCase[] = [
      { guard: and([le(integer(low), operand), le(operand, integer(high))]), node: inside },
    ];
    if (range.high > high)
      cases.push({ guard: lt(integer(high), operand), node: within(subtract(operand, integer(period))) });
    if (range.low < low) cases.push({ guard: lt(operand, integer(low)), node: within(add(operand, integer(period))) });
    return cases;
  }
  return undefined;
}

/** The values a term can have by the types of its variables alone. */
function rangeOf(term: Term): Interval | undefined {
  const oracle = { variable: (of: Variable) => typeRange(of.type) };
  const form = linearise(term, oracle);
  return form === undefined ? undefined : linearisedBounds(form, oracle);
}
