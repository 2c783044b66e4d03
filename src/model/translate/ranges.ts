/**
 * Bounds of integer terms that follow from the types of their variables alone. They tell which wraps are the identity
 * and which checks cannot fail. An undefined bound is infinite.
 */
import { fold, foldInto } from "../../logic/fold.ts";
import type { Term } from "../../logic/term.ts";
import { highest, isIntegral, lowest, type ScalarType, type ValueType } from "../../logic/types.ts";
import type { TermNode } from "../../logic/visit.ts";
import { add, type Int, max, min, multiply, negate, powerOfTwo, subtract } from "../../numbers/int.ts";

export interface Range {
  readonly low: Int | undefined;
  readonly high: Int | undefined;
}

const UNBOUNDED: Range = { low: undefined, high: undefined };

export function rangeOfType(type: ValueType): Range {
  if (type.kind !== "int" && type.kind !== "pointer") return UNBOUNDED;
  return { low: lowest(type), high: highest(type) };
}

export function fits(range: Range, type: ScalarType): boolean {
  if (type.kind !== "int" && type.kind !== "pointer") return isIntegral(type);
  return within(range, rangeOfType(type));
}

function within(inner: Range, outer: Range): boolean {
  const low = outer.low === undefined || (inner.low !== undefined && inner.low >= outer.low);
  return low && (outer.high === undefined || (inner.high !== undefined && inner.high <= outer.high));
}

/** `known`: bounds that are assumed of some terms. */
export function rangeOf(term: Term, known: ReadonlyMap<Term, Range> = NOTHING): Range {
  return fold<Range>(term, (node, of) => intersect(step(node, of), known.get(node as Term)));
}

/** `rangeOf` with a memory: `ranges` should be kept only as long as `known` says the same of what it has been asked about. */
export function rangeWithin(ranges: Map<TermNode, Range>, term: Term, known: ReadonlyMap<Term, Range>): Range {
  return foldInto(ranges, term, (node, of) => intersect(step(node, of), known.get(node as Term)));
}

const NOTHING: ReadonlyMap<Term, Range> = new Map();

function step(node: TermNode, of: (part: TermNode) => Range): Range {
  switch (node.kind) {
    case "integer":
      return { low: node.value, high: node.value };
    case "variable":
      return rangeOfType(node.variable.type);
    case "wrap": {
      const operand = of(node.operand);
      return fits(operand, node.type) ? operand : rangeOfType(node.type);
    }
    case "floatToInt":
      return rangeOfType(node.type);
    case "apply":
      return rangeOfType(node.type);
    case "select":
      return node.array.kind === "variable" && node.array.variable.type.kind === "array"
        ? rangeOfType(node.array.variable.type.element)
        : UNBOUNDED;
    case "ite": {
      const then = of(node.then);
      const otherwise = of(node.else);
      return { low: lift(min, then.low, otherwise.low), high: lift(max, then.high, otherwise.high) };
    }
    case "add":
      return sumOf(of(node.left), of(node.right));
    case "subtract":
      return sumOf(of(node.left), opposite(of(node.right)));
    case "negate":
      return opposite(of(node.operand));
    case "multiply":
      return productOf(of(node.left), of(node.right));
    case "divide": {
      const divisor = of(node.right);
      const quotient = quotientOf(of(node.left));
      const dividend = of(node.left);
      const positive = divisor.low !== undefined && divisor.low > 0 && dividend.low !== undefined && dividend.low >= 0;
      return positive ? { low: 0, high: quotient.high } : quotient;
    }
    case "remainder":
      return remainderOf(of(node.left), of(node.right));
    case "bitand":
      return conjunctionOf(of(node.left), of(node.right));
    case "bitor":
    case "bitxor":
      return disjunctionOf(of(node.left), of(node.right));
    case "shiftright": {
      const operand = of(node.left);
      const quotient = quotientOf(operand);
      return operand.low !== undefined && operand.low >= 0 ? { low: 0, high: quotient.high } : quotient;
    }
    default:
      return UNBOUNDED;
  }
}

function intersect(a: Range, b: Range | undefined): Range {
  if (b === undefined) return a;
  const low = a.low === undefined ? b.low : b.low === undefined ? a.low : max(a.low, b.low);
  const high = a.high === undefined ? b.high : b.high === undefined ? a.high : min(a.high, b.high);
  return { low, high };
}

function lift(operation: (a: Int, b: Int) => Int, a: Int | undefined, b: Int | undefined): Int | undefined {
  return a === undefined || b === undefined ? undefined : operation(a, b);
}

function sumOf(a: Range, b: Range): Range {
  return { low: lift(add, a.low, b.low), high: lift(add, a.high, b.high) };
}

function opposite({ low, high }: Range): Range {
  return { low: high === undefined ? undefined : negate(high), high: low === undefined ? undefined : negate(low) };
}

function productOf(a: Range, b: Range): Range {
  if (a.low === undefined || a.high === undefined || b.low === undefined || b.high === undefined) return UNBOUNDED;
  const corners = [
    multiply(a.low, b.low),
    multiply(a.low, b.high),
    multiply(a.high, b.low),
    multiply(a.high, b.high),
  ] as [Int, ...Int[]];
  return { low: corners.reduce(min), high: corners.reduce(max) };
}

/** Division by an integer or a shift to the right moves a value toward zero (or -1 to -1), or negates it (-1). */
function quotientOf(a: Range): Range {
  if (a.low === undefined || a.high === undefined) return UNBOUNDED;
  const bound = max(a.low < 0 ? negate(a.low) : 0, a.high < 0 ? negate(a.high) : a.high);
  return { low: negate(bound), high: bound };
}

function remainderOf(a: Range, b: Range): Range {
  if (b.low === undefined || b.high === undefined) return quotientOf(a);
  const divisor = subtract(max(b.low < 0 ? negate(b.low) : b.low, b.high < 0 ? negate(b.high) : b.high), 1);
  const low = a.low === undefined ? negate(divisor) : max(negate(divisor), min(a.low, 0));
  const high = a.high === undefined ? divisor : min(divisor, max(a.high, 0));
  return { low, high };
}

function conjunctionOf(a: Range, b: Range): Range {
  const bounds = [a, b].filter((range) => range.low !== undefined && range.low >= 0).map((range) => range.high);
  const finite = bounds.filter((bound) => bound !== undefined);
  if (finite.length > 0) return { low: 0, high: finite.reduce(min) };
  return bounds.length > 0 ? { low: 0, high: undefined } : disjunctionOf(a, b);
}

/** The result needs no more bits than the operands. */
function disjunctionOf(a: Range, b: Range): Range {
  if (a.low === undefined || a.high === undefined || b.low === undefined || b.high === undefined) return UNBOUNDED;
  const magnitude = [a.low, a.high, b.low, b.high].map((bound) => (bound < 0 ? negate(bound) : bound)).reduce(max);
  const power = powerOfTwo(magnitude.toString(2).length);
  return { low: min(a.low, b.low) >= 0 ? 0 : negate(power), high: subtract(power, 1) };
}
