/**
 * Backward through terms (HC4): what a required range of a term says about the ranges of its variables. Forward is
 * `logic/range.ts`.
 */
import { foldInto } from "../logic/fold.ts";
import {
  decide,
  includesRange,
  isEmptyRange,
  isFloatRange,
  meetRanges,
  type Range,
  type RangeOf,
  type Result,
  rangeOfTerm,
  rangeStep,
} from "../logic/range.ts";
import type { Term, Variable } from "../logic/term.ts";
import { typeRange } from "../logic/types.ts";
import type { TermNode } from "../logic/visit.ts";
import * as int from "../numbers/int.ts";
import type { Interval } from "../numbers/interval.ts";
import * as intervals from "../numbers/interval.ts";
import { FULL } from "../numbers/interval.ts";
import { tick } from "../util/budget.ts";

/** What asking for the range of a part costs besides the walk over it, in units of work. */
const REFINEMENT_WORK = 0.5;

/** Past this depth a requirement is dropped. Sound: a requirement only removes valuations. */
const DEEPEST = 64;
/** From this depth on, ranges of parts are kept. */
const DEEP = 6;

/**
 * Narrows the ranges of variables to those for which the term can have a value in `required`. `narrow` receives each
 * variable with a range that contains all its possible values; it returns false when nothing is left of it.
 * Returns false when no valuation is left.
 */
export function refineTerm(
  term: Term,
  required: Range,
  rangeOf: RangeOf,
  narrow: (of: Variable, to: Range) => boolean,
  depth = 0,
  ranges?: Map<TermNode, Result>,
): boolean {
  if (term.kind === "variable") {
    const range = rangeOf(term.variable);
    return range === undefined || isFloatRange(range) !== isFloatRange(required) || narrow(term.variable, required);
  }
  tick(REFINEMENT_WORK);
  // Sound: ranges from before something was narrowed contain those after it; a deep term is looked at only once.
  const known = depth < DEEP ? ranges : (ranges ?? new Map<TermNode, Result>());
  const range = rangeAmong(known, term, rangeOf);
  if (range === undefined || isFloatRange(range) !== isFloatRange(required)) return true;
  const goal = meetRanges(range, required);
  if (isEmptyRange(goal)) return false;
  if (depth >= DEEPEST || isFloatRange(goal) || includesRange(goal, range)) return true;
  const refine = (part: Term, to: Interval) => refineTerm(part, to, rangeOf, narrow, depth + 1, known);
  const of = (part: Term) => rangeAmong(known, part, rangeOf) as Interval | undefined;
  return refineParts(term, goal, of, refine, rangeOf);
}

function rangeAmong(known: Map<TermNode, Result> | undefined, term: Term, rangeOf: RangeOf): Range | undefined {
  if (known === undefined) return rangeOfTerm(term, rangeOf);
  return foldInto(known, term, (node, resultOf) => rangeStep(node, resultOf, rangeOf)) as Range | undefined;
}

function refineParts(
  term: Term,
  goal: Interval,
  of: (part: Term) => Interval | undefined,
  refine: (part: Term, to: Interval) => boolean,
  rangeOf: RangeOf,
): boolean {
  switch (term.kind) {
    case "add":
      return (
        refine(term.left, intervals.subtract(goal, of(term.right) ?? FULL)) &&
        refine(term.right, intervals.subtract(goal, of(term.left) ?? FULL))
      );
    case "subtract":
      return (
        refine(term.left, intervals.add(goal, of(term.right) ?? FULL)) &&
        refine(term.right, intervals.subtract(of(term.left) ?? FULL, goal))
      );
    case "negate":
      return refine(term.operand, intervals.negate(goal));
    case "multiply":
      return (
        refineFactor(term.left, of(term.right), goal, refine) && refineFactor(term.right, of(term.left), goal, refine)
      );
    case "divide":
      return refineDividend(term.left, of(term.right), goal, refine);
    case "wrap": {
      const operand = of(term.operand);
      // Only where the wrap is the identity does a bound on the result bound the operand.
      return operand === undefined || !intervals.includes(typeRange(term.type), operand)
        ? true
        : refine(term.operand, goal);
    }
    case "ite": {
      const condition = decide(term.condition, rangeOf);
      return condition === undefined ? true : refine(condition ? term.then : term.else, goal);
    }
    default:
      return true;
  }
}

function refineFactor(
  part: Term,
  other: Interval | undefined,
  goal: Interval,
  refine: (part: Term, to: Interval) => boolean,
): boolean {
  if (other === undefined || !intervals.isPoint(other) || other.low === 0) return true;
  return refine(part, intervals.divideInward(goal, other.low));
}

/** trunc(x / d) in [l, h] for a constant d > 0 needs x in [d*l - (d-1) if l <= 0 else d*l, d*h + (d-1) if h >= 0 else d*h]. */
function refineDividend(
  part: Term,
  divisor: Interval | undefined,
  goal: Interval,
  refine: (part: Term, to: Interval) => boolean,
): boolean {
  if (divisor === undefined || !intervals.isPoint(divisor) || divisor.low <= 0) return true;
  const { low, high } = intervals.scale(goal, divisor.low);
  const slack = int.subtract(divisor.low, 1);
  return refine(part, {
    low: goal.low <= 0 ? intervals.addBounds(low, int.negate(slack)) : low,
    high: goal.high >= 0 ? intervals.addBounds(high, slack) : high,
  });
}
