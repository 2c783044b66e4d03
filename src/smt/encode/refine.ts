/**
 * Lemmas about operations that the lowering could only name: true of every value of the operands, and false for a
 * candidate in which the name has another value than the operation has of its operands. Products get tangent planes at
 * the candidate's point (incremental linearisation: Cimatti et al., "Incremental Linearization for Satisfiability Modulo
 * Theories", 2018), everything else the operation with one operand fixed, which is linear or can be lowered exactly.
 */
import { evaluate, evaluateBits } from "../../logic/evaluate.ts";
import {
  add,
  and,
  type BitKind,
  bits,
  divide,
  eq,
  type Formula,
  integer,
  le,
  lt,
  multiply,
  not,
  or,
  remainder,
  subtract,
  type Term,
} from "../../logic/term.ts";
import { withChildren } from "../../logic/visit.ts";
import type { Int } from "../../numbers/int.ts";
import * as int from "../../numbers/int.ts";
import { hasFewRuns, shiftCount } from "./rewrites.ts";

/**
 * @param operandValue the candidate's values of the operands.
 * @param value the candidate's value of the name.
 */
export function lemmas(term: Term, operandValue: (operand: Term) => Int | undefined, value: Int): readonly Formula[] {
  if (!("left" in term)) return [];
  const a = operandValue(term.left);
  const b = operandValue(term.right);
  if (a === undefined || b === undefined) return [];
  if (evaluate(withChildren(term, [integer(a), integer(b)]) as Term, NOTHING) === value) return [];
  switch (term.kind) {
    case "multiply":
      return productLemmas(term, a, b, value);
    case "divide":
      return b === 0 ? [] : [fixedRight(term, b, divide(term.left, integer(b)))];
    case "remainder":
      return b === 0 ? [] : [fixedRight(term, b, remainder(term.left, integer(b)))];
    case "shiftleft":
    case "shiftright":
      return shiftCount(integer(b)) === undefined ? [] : [fixedRight(term, b, bits(term.kind, term.left, integer(b)))];
    case "bitand":
      return bitLemmas(term, a, b);
    default:
      return [];
  }
}

const NOTHING = { valueOf: () => undefined };

type Binary = Term & { readonly left: Term; readonly right: Term };

function implies(condition: Formula, conclusion: Formula): Formula {
  return or([not(condition), conclusion]);
}

function fixedRight(term: Binary, b: Int, fixed: Term): Formula {
  return implies(eq(term.right, integer(b)), eq(term, fixed));
}

function bitLemmas(term: Binary & { readonly kind: BitKind }, a: Int, b: Int): readonly Formula[] {
  if (hasFewRuns(b)) return [fixedRight(term, b, bits(term.kind, term.left, integer(b)))];
  if (hasFewRuns(a)) {
    return [implies(eq(term.left, integer(a)), eq(term, bits(term.kind, integer(a), term.right)))];
  }
  const result = evaluateBits(term.kind, a, b);
  if (result === undefined) return [];
  return [implies(and([eq(term.left, integer(a)), eq(term.right, integer(b))]), eq(term, integer(result)))];
}

function productLemmas(term: Binary, a: Int, b: Int, value: Int): readonly Formula[] {
  const { left: x, right: y } = term;
  const exact = int.multiply(a, b);
  const low = value < exact;
  // (x - a)(y - b) = x*y - plane.
  const plane = subtract(add(multiply(integer(b), x), multiply(integer(a), y)), integer(exact));
  if (x === y) return low ? [le(plane, term)] : [squareBound(term, x, a)];
  const below = (of: Term, bound: Int): Formula => le(of, integer(bound));
  const above = (of: Term, bound: Int): Formula => le(integer(bound), of);
  const conclusion = low ? le(plane, term) : le(term, plane);
  const quadrants: readonly Formula[] = low
    ? [and([below(x, a), below(y, b)]), and([above(x, a), above(y, b)])]
    : [and([below(x, a), above(y, b)]), and([above(x, a), below(y, b)])];
  return quadrants.map((quadrant) => implies(quadrant, conclusion));
}

/** |x| <= |a| implies x*x <= a*a. */
function squareBound(term: Term, x: Term, a: Int): Formula {
  const size = int.absolute(a);
  const outside = or([lt(x, integer(int.negate(size))), lt(integer(size), x)]);
  return or([outside, le(term, integer(int.multiply(a, a)))]);
}
