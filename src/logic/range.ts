/**
 * The range of a term, given the ranges of its variables; without any, what their types alone say. This is the arithmetic of
 * the box domain, the oracle that relational domains consult where a term is not linear, and what tells the model and the
 * encoders which wraps are the identity and which checks cannot fail.
 */

import * as int from "../numbers/int.ts";
import * as intervals from "../numbers/interval.ts";
import { EMPTY, FULL, type Interval } from "../numbers/interval.ts";
import * as evaluate from "./evaluate.ts";
import type { FloatInterval } from "./float-interval.ts";
import * as floats from "./float-interval.ts";
import { ANY_FLOAT } from "./float-interval.ts";
import { fold } from "./fold.ts";
import type { LinearConstraint, LinearExpression } from "./linear.ts";
import type { Formula, Term, Variable } from "./term.ts";
import { type FloatType, isIntegral, typeRange, type ValueType } from "./types.ts";
import type { TermNode } from "./visit.ts";

export type Range = Interval | FloatInterval;

/** undefined: a value intervals say nothing about (a real, an array). */
export type RangeOf = (of: Variable) => Range | undefined;

export function isFloatRange(range: Range): range is FloatInterval {
  return "nan" in range;
}

/** The values of a type; undefined for reals and arrays. */
export function rangeOfType(type: ValueType): Range | undefined {
  if (type.kind === "float") return ANY_FLOAT;
  return type.kind === "real" || type.kind === "array" ? undefined : typeRange(type);
}

export function isEmptyRange(range: Range): boolean {
  return isFloatRange(range) ? floats.isNoFloat(range) : intervals.isEmpty(range);
}

export function includesRange(larger: Range, smaller: Range): boolean {
  return isFloatRange(larger)
    ? floats.includesFloats(larger, smaller as FloatInterval)
    : intervals.includes(larger, smaller);
}

export function joinRanges(a: Range, b: Range): Range {
  return isFloatRange(a) ? floats.joinFloats(a, b as FloatInterval) : intervals.join(a, b);
}

export function meetRanges(a: Range, b: Range): Range {
  return isFloatRange(a) ? floats.meetFloats(a, b as FloatInterval) : intervals.meet(a, b);
}

/** Truth values of formulas; undefined is "either" for a formula and "anything" for a term. */
export type Result = Range | boolean | undefined;

export const rangeByType: RangeOf = (of) => rangeOfType(of.type);

export function rangeOfTerm(term: Term, rangeOf: RangeOf): Range | undefined {
  return fold<Result>(term, (node, resultOf) => rangeStep(node, resultOf, rangeOf)) as Range | undefined;
}

/** The interval of an integer term. */
export function intervalOfTerm(term: Term, rangeOf: RangeOf): Interval {
  return intervalOf(rangeOfTerm(term, rangeOf));
}

/** A result that is known to be an integer's. */
export function intervalOf(result: Result): Interval {
  return (result as Interval | undefined) ?? FULL;
}

/** What types promise of an integer term without arithmetic: of constants, variables, wraps and choices among them. */
export function promisedRange(term: Term): Interval {
  return fold<Interval>(term, (node, of) => {
    switch (node.kind) {
      case "integer":
        return intervals.point(node.value);
      case "variable":
        return typeRange(node.variable.type);
      case "wrap":
        return typeRange(node.type);
      case "ite":
        return intervals.join(of(node.then), of(node.else));
      default:
        return FULL;
    }
  });
}

/** The interval of a sum. */
export function expressionRange(expression: LinearExpression, rangeOf: (of: Variable) => Interval): Interval {
  let sum = intervals.point(expression.constant);
  expression.variables.forEach((of, i) => {
    sum = intervals.add(sum, intervals.scale(rangeOf(of), expression.coefficients[i]!));
  });
  return sum;
}

/** Does the constraint hold wherever its variables, all integers, lie in their ranges? */
export function holdsWithin({ relation, expression }: LinearConstraint, rangeOf: (of: Variable) => Interval): boolean {
  if (!expression.variables.every((of) => isIntegral(of.type))) return false;
  const { low, high } = expressionRange(expression, rangeOf);
  return relation === "eq" ? low >= 0 && high <= 0 : relation === "lt" ? high < 0 : high <= 0;
}

/** Whether a formula holds everywhere (true), nowhere (false) in the ranges; undefined where that is not known. */
export function decide(formula: Formula, rangeOf: RangeOf): boolean | undefined {
  return fold<Result>(formula, (node, resultOf) => rangeStep(node, resultOf, rangeOf)) as boolean | undefined;
}

/** A node from its parts' results, for who walks over terms in another way than `fold`. */
export function rangeStep(node: TermNode, resultOf: (part: TermNode) => Result, rangeOf: RangeOf): Result {
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
      return integerOperation(node, wholeResult(resultOf(node.left)), wholeResult(resultOf(node.right)));
    case "negate": {
      const operand = wholeResult(resultOf(node.operand));
      return operand === undefined ? undefined : intervals.negate(operand);
    }
    case "wrap":
      return intervals.wrap(intervalOf(resultOf(node.operand)), typeRange(node.type));
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
      return toFloats(intervalOf(resultOf(node.operand)), node.type);
    case "floatToInt":
      return toIntegers(floatResult(resultOf(node.operand)), typeRange(node.type));
    case "floatToFloat":
      return floats.roundFloats(floatResult(resultOf(node.operand)), node.type);
    case "apply":
      return rangeOfType(node.type);
    case "select":
      return node.array.kind === "variable" && node.array.variable.type.kind === "array"
        ? rangeOfType(node.array.variable.type.element)
        : undefined;
    case "store":
      return undefined;
    default:
      return stepFormula(node, resultOf);
  }
}

/** Real-valued terms mix integers with float constants: intervals of integers say nothing about their sums. */
function wholeResult(result: Result): Interval | undefined {
  return result === undefined || isFloatRange(result as Range) ? undefined : (result as Interval);
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
  switch (node.kind) {
    case "add":
      return left === undefined || right === undefined ? undefined : intervals.add(left, right);
    case "subtract":
      return left === undefined || right === undefined ? undefined : intervals.subtract(left, right);
    case "multiply":
      return left === undefined || right === undefined ? undefined : intervals.multiply(left, right);
    case "divide":
      return intervals.divide(left ?? FULL, right ?? FULL);
    case "remainder":
      return intervals.remainder(left ?? FULL, right ?? FULL);
    case "bitand":
      return intervals.bitAnd(left ?? FULL, right ?? FULL);
    case "bitor":
      return intervals.bitOr(left ?? FULL, right ?? FULL);
    case "bitxor":
      return intervals.bitXor(left ?? FULL, right ?? FULL);
    case "shiftleft":
      return intervals.shiftLeft(left ?? FULL, right ?? FULL);
    case "shiftright":
      return intervals.shiftRight(left ?? FULL, right ?? FULL);
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
  const convert = (bound: int.Int) =>
    intervals.isInfinite(bound) ? Number(bound) : evaluate.integerToFloat(bound, type);
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
    case "eq":
    case "lt":
    case "le":
      return compareIntervals(node.kind, resultOf(node.left) as Interval, resultOf(node.right) as Interval);
    case "feq":
    case "flt":
    case "fle":
      return compareFloats(node.kind, floatResult(resultOf(node.left)), floatResult(resultOf(node.right)));
    default:
      return evaluate.connective(node, (part) => resultOf(part) as boolean | undefined);
  }
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
