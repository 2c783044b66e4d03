/**
 * Terms over ranges: the interval of a term given the ranges of its variables (forward), and what a required range of a
 * term says about its variables (backward). This is the arithmetic of the box domain, and the oracle that relational
 * domains consult where a term is not linear.
 */
import * as evaluate from "../logic/evaluate.ts";
import { fold, foldInto } from "../logic/fold.ts";
import type { Formula, Term, Variable } from "../logic/term.ts";
import type { FloatType, ValueType } from "../logic/types.ts";
import type { TermNode } from "../logic/visit.ts";
import * as int from "../numbers/int.ts";
import { tick } from "../util/budget.ts";
import * as floats from "./float-interval.ts";
import { ANY_FLOAT, type FloatInterval } from "./float-interval.ts";
import * as intervals from "./interval.ts";
import { EMPTY, type Interval } from "./interval.ts";

export type Range = Interval | FloatInterval;

/** undefined: a value intervals say nothing about (a real, an array). */
export type RangeOf = (of: Variable) => Range | undefined;

export function isFloatRange(range: Range): range is FloatInterval {
  return "nan" in range;
}

/** The values of a type; undefined for reals and arrays. */
export function rangeOfType(type: ValueType): Range | undefined {
  if (type.kind === "float") return ANY_FLOAT;
  return type.kind === "real" || type.kind === "array" ? undefined : intervals.typeRange(type);
}

export function isEmptyRange(range: Range): boolean {
  return isFloatRange(range) ? floats.isNoFloat(range) : intervals.isEmpty(range);
}

export function includesRange(larger: Range, smaller: Range): boolean {
  return isFloatRange(larger)
    ? floats.includesFloats(larger, smaller as FloatInterval)
    : intervals.includes(larger, smaller);
}

export function sameRange(a: Range, b: Range): boolean {
  return includesRange(a, b) && includesRange(b, a);
}

export function joinRanges(a: Range, b: Range): Range {
  return isFloatRange(a) ? floats.joinFloats(a, b as FloatInterval) : intervals.join(a, b);
}

export function meetRanges(a: Range, b: Range): Range {
  return isFloatRange(a) ? floats.meetFloats(a, b as FloatInterval) : intervals.meet(a, b);
}

// --- Forward ------------------------------------------------------------------------------------------------------

/** Truth values of formulas; undefined is "either" for a formula and "anything" for a term. */
type Result = Range | boolean | undefined;

export function rangeOfTerm(term: Term, rangeOf: RangeOf): Range | undefined {
  return fold<Result>(term, (node, resultOf) => step(node, resultOf, rangeOf)) as Range | undefined;
}

/** Whether a formula holds everywhere (true), nowhere (false) in the ranges; undefined where that is not known. */
export function decide(formula: Formula, rangeOf: RangeOf): boolean | undefined {
  return fold<Result>(formula, (node, resultOf) => step(node, resultOf, rangeOf)) as boolean | undefined;
}

function step(node: TermNode, resultOf: (part: TermNode) => Result, rangeOf: RangeOf): Result {
  switch (node.kind) {
    case "integer":
      return intervals.point(node.value);
    case "float":
      return floats.floatPoint(node.value);
    case "variable":
      return rangeOf(node.variable);
    case "address":
      // An object's address is never null.
      return { low: 1, high: Infinity };
    case "add":
    case "subtract":
    case "multiply":
    case "divide":
    case "remainder":
    case "bitand":
    case "bitor":
    case "bitxor":
    case "shiftleft":
    case "shiftright":
      return integerOperation(node, resultOf(node.left) as Interval | undefined, resultOf(node.right) as Interval);
    case "negate":
      return mapRange(resultOf(node.operand), intervals.negate);
    case "wrap":
      return intervals.wrap((resultOf(node.operand) as Interval | undefined) ?? intervals.FULL, node.type);
    case "ite": {
      const condition = resultOf(node.condition);
      if (condition !== undefined) return resultOf(condition === true ? node.then : node.else);
      const then = resultOf(node.then) as Range | undefined;
      const otherwise = resultOf(node.else) as Range | undefined;
      return then === undefined || otherwise === undefined ? undefined : joinRanges(then, otherwise);
    }
    case "fadd":
    case "fsubtract":
    case "fmultiply":
    case "fdivide":
    case "fremainder":
      return floatOperation(node.kind, floatResult(resultOf(node.left)), floatResult(resultOf(node.right)), node.type);
    case "fnegate":
      return floats.negateFloats(floatResult(resultOf(node.operand)));
    case "intToFloat":
      return toFloats((resultOf(node.operand) as Interval | undefined) ?? intervals.FULL, node.type);
    case "floatToInt":
      return toIntegers(floatResult(resultOf(node.operand)), intervals.typeRange(node.type));
    case "floatToFloat":
      return floats.roundFloats(floatResult(resultOf(node.operand)), node.type);
    case "apply":
      return rangeOfType(node.type);
    case "select":
    case "store":
      return undefined;
    default:
      return stepFormula(node, resultOf);
  }
}

function mapRange(result: Result, map: (range: Interval) => Interval): Interval | undefined {
  return result === undefined ? undefined : map(result as Interval);
}

function floatResult(result: Result): FloatInterval {
  return (result as FloatInterval | undefined) ?? ANY_FLOAT;
}

function integerOperation(
  node: Term & { readonly left: Term; readonly right: Term },
  left: Interval | undefined,
  right: Interval | undefined,
): Interval | undefined {
  // A difference of a term with itself is the only relation that intervals can see.
  if (node.left === node.right && (node.kind === "subtract" || node.kind === "bitxor")) return intervals.point(0);
  if (left === undefined || right === undefined) return undefined;
  switch (node.kind) {
    case "add":
      return intervals.add(left, right);
    case "subtract":
      return intervals.subtract(left, right);
    case "multiply":
      return intervals.multiply(left, right);
    case "divide":
      return intervals.divide(left, right);
    case "remainder":
      return intervals.remainder(left, right);
    case "bitand":
      return intervals.bitAnd(left, right);
    case "bitor":
      return intervals.bitOr(left, right);
    case "bitxor":
      return intervals.bitXor(left, right);
    case "shiftleft":
      return intervals.shiftLeft(left, right);
    case "shiftright":
      return intervals.shiftRight(left, right);
    default:
      return undefined;
  }
}

function floatOperation(
  kind: "fadd" | "fsubtract" | "fmultiply" | "fdivide" | "fremainder",
  left: FloatInterval,
  right: FloatInterval,
  type: FloatType,
): FloatInterval {
  switch (kind) {
    case "fadd":
      return floats.addFloats(left, right, type);
    case "fsubtract":
      return floats.subtractFloats(left, right, type);
    case "fmultiply":
      return floats.multiplyFloats(left, right, type);
    case "fdivide":
      return floats.divideFloats(left, right, type);
    case "fremainder":
      return floats.remainderFloats(left, right);
  }
}

function toFloats(range: Interval, type: FloatType): FloatInterval {
  if (intervals.isEmpty(range)) return floats.NO_FLOAT;
  const convert = (bound: int.Int) => (intervals.isInfinite(bound) ? bound : evaluate.integerToFloat(bound, type));
  return floats.roundFloats({ low: convert(range.low), high: convert(range.high), nan: "never" }, type);
}

/** Truncated; what does not fit the type is excluded by the edge's checks. */
function toIntegers(range: FloatInterval, type: Interval): Interval {
  if (range.low > range.high) return EMPTY;
  const convert = (bound: number) => (Number.isFinite(bound) ? int.fromBig(BigInt(Math.trunc(bound))) : bound);
  return intervals.meet({ low: convert(range.low), high: convert(range.high) }, type);
}

function stepFormula(node: Formula, resultOf: (part: TermNode) => Result): boolean | undefined {
  switch (node.kind) {
    case "true":
      return true;
    case "false":
      return false;
    case "not": {
      const operand = resultOf(node.operand);
      return operand === undefined ? undefined : operand !== true;
    }
    case "and":
      return junction(node.operands, resultOf, false);
    case "or":
      return junction(node.operands, resultOf, true);
    case "eq":
    case "lt":
    case "le":
      return compareIntervals(node.kind, resultOf(node.left) as Interval, resultOf(node.right) as Interval);
    case "feq":
    case "flt":
    case "fle":
      return compareFloats(node.kind, floatResult(resultOf(node.left)), floatResult(resultOf(node.right)));
  }
}

function junction(
  operands: readonly Formula[],
  resultOf: (part: TermNode) => Result,
  decisive: boolean,
): boolean | undefined {
  let result: boolean | undefined = !decisive;
  for (const operand of operands) {
    const value = resultOf(operand);
    if (value === decisive) return decisive;
    if (value === undefined) result = undefined;
  }
  return result;
}

function compareIntervals(
  kind: "eq" | "lt" | "le",
  left: Interval | undefined,
  right: Interval | undefined,
): boolean | undefined {
  if (left === undefined || right === undefined || intervals.isEmpty(left) || intervals.isEmpty(right))
    return undefined;
  switch (kind) {
    case "eq":
      if (left.high < right.low || right.high < left.low) return false;
      return intervals.isPoint(left) && intervals.sameInterval(left, right) ? true : undefined;
    case "lt":
      return left.high < right.low ? true : left.low >= right.high ? false : undefined;
    case "le":
      return left.high <= right.low ? true : left.low > right.high ? false : undefined;
  }
}

function compareFloats(kind: "feq" | "flt" | "fle", left: FloatInterval, right: FloatInterval): boolean | undefined {
  const ordered = left.nan === "never" && right.nan === "never";
  // Without ordinary values on a side only NaN is left, and every comparison with it is false.
  if (left.low > left.high || right.low > right.high)
    return floats.isNoFloat(left) || floats.isNoFloat(right) ? undefined : false;
  switch (kind) {
    case "feq":
      if (left.high < right.low || right.high < left.low) return false;
      return ordered && left.low === left.high && right.low === right.high && left.low === right.low ? true : undefined;
    case "flt":
      return left.low >= right.high ? false : ordered && left.high < right.low ? true : undefined;
    case "fle":
      return left.low > right.high ? false : ordered && left.high <= right.low ? true : undefined;
  }
}

// --- Backward -----------------------------------------------------------------------------------------------------

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
  return foldInto(known, term, (node, resultOf) => step(node, resultOf, rangeOf)) as Range | undefined;
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
        refine(term.left, intervals.subtract(goal, of(term.right) ?? intervals.FULL)) &&
        refine(term.right, intervals.subtract(goal, of(term.left) ?? intervals.FULL))
      );
    case "subtract":
      return (
        refine(term.left, intervals.add(goal, of(term.right) ?? intervals.FULL)) &&
        refine(term.right, intervals.subtract(of(term.left) ?? intervals.FULL, goal))
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
      return operand === undefined || !intervals.includes(intervals.typeRange(term.type), operand)
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
