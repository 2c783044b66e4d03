/**
 * Cheap bounds of integer terms: enough to see that a promoted `char` plus one fits an `int`, so that wraps and overflow
 * checks appear only where they could matter. Looks a few levels deep only, so that long sums stay linear to lower.
 */

import type { Term } from "../../logic/term.ts";
import { highest, type IntType, lowest, type PointerType } from "../../logic/types.ts";
import {
  type Int,
  max,
  min,
  add as plus,
  powerOfTwo,
  multiply as times,
  negate as toNegative,
} from "../../numbers/int.ts";
import { memoised } from "../../util/memo.ts";

export interface Bounds {
  readonly low: Int;
  readonly high: Int;
}

// Deep enough for what conversions and promotions wrap around a variable.
const DEPTH = 5;

/** Bounds that hold for every value of the term's variables; undefined where it takes more than a look to tell. */
export function boundsOf(term: Term, depth = DEPTH): Bounds | undefined {
  if (depth === 0) return undefined;
  switch (term.kind) {
    case "integer":
      return { low: term.value, high: term.value };
    case "variable":
      return term.variable.type.kind === "int" || term.variable.type.kind === "pointer"
        ? rangeOf(term.variable.type)
        : undefined;
    case "wrap":
    case "floatToInt":
      return rangeOf(term.type);
    case "apply":
      return term.type.kind === "int" ? rangeOf(term.type) : undefined;
    case "negate":
      return mapBounds(boundsOf(term.operand, depth - 1), ({ low, high }) => ({
        low: toNegative(high),
        high: toNegative(low),
      }));
    case "ite": {
      const then = boundsOf(term.then, depth - 1);
      const otherwise = boundsOf(term.else, depth - 1);
      if (then === undefined || otherwise === undefined) return undefined;
      return { low: min(then.low, otherwise.low), high: max(then.high, otherwise.high) };
    }
    case "add":
    case "subtract":
    case "multiply":
    case "bitand":
    case "remainder":
    case "divide":
    case "shiftleft":
    case "shiftright": {
      const right = boundsOf(term.right, depth - 1);
      // A mask or a modulus bounds the result whatever is on the left.
      if (term.kind === "bitand" && right !== undefined && right.low >= 0) return { low: 0, high: right.high };
      const left = boundsOf(term.left, depth - 1);
      if (left === undefined || right === undefined) return undefined;
      return combine(term.kind, left, right);
    }
    default:
      return undefined;
  }
}

function combine(
  kind: "add" | "subtract" | "multiply" | "bitand" | "remainder" | "divide" | "shiftleft" | "shiftright",
  left: Bounds,
  right: Bounds,
): Bounds | undefined {
  switch (kind) {
    case "add":
      return { low: plus(left.low, right.low), high: plus(left.high, right.high) };
    case "subtract":
      return { low: plus(left.low, toNegative(right.high)), high: plus(left.high, toNegative(right.low)) };
    case "multiply": {
      const products = [
        times(left.low, right.low),
        times(left.low, right.high),
        times(left.high, right.low),
        times(left.high, right.high),
      ];
      return { low: products.reduce(min), high: products.reduce(max) };
    }
    case "bitand":
      return left.low >= 0 ? { low: 0, high: left.high } : undefined;
    case "remainder":
    case "shiftright":
      // Has the sign of the left operand and is no larger (a negative number shifts toward -1).
      return { low: min(left.low, 0), high: max(left.high, 0) };
    case "divide":
      // Only a negative divisor changes the sign.
      return right.low > 0 ? { low: min(left.low, 0), high: max(left.high, 0) } : undefined;
    case "shiftleft": {
      // A count outside 0..127 is excluded by the shift's check; computing its power here would be costly.
      if (right.low < 0 || right.high > 127) return undefined;
      const power = powerOfTwo(Number(right.high));
      return { low: min(left.low, times(left.low, power)), high: max(left.high, times(left.high, power)) };
    }
  }
}

function mapBounds(bounds: Bounds | undefined, change: (bounds: Bounds) => Bounds): Bounds | undefined {
  return bounds === undefined ? undefined : change(bounds);
}

// Types are interned, and there are few of them.
const ranges = new Map<IntType | PointerType, Bounds>();

function rangeOf(type: IntType | PointerType): Bounds {
  return memoised(ranges, type, () => ({ low: lowest(type), high: highest(type) }));
}

export function fits(term: Term, type: IntType | PointerType): boolean {
  const bounds = boundsOf(term);
  if (bounds === undefined) return false;
  const range = rangeOf(type);
  return bounds.low >= range.low && bounds.high <= range.high;
}

/** Whether every value of one type is a value of the other. */
export function includes(outer: IntType | PointerType, inner: IntType | PointerType): boolean {
  return rangeOf(inner).low >= rangeOf(outer).low && rangeOf(inner).high <= rangeOf(outer).high;
}
