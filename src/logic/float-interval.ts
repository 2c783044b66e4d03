/**
 * Intervals of floats. `low` and `high` bound the ordinary values, infinities included; `nan` says whether NaN is
 * possible as well. With no ordinary value low is Infinity and high -Infinity. The zeros count as one value.
 *
 * Rounding to nearest is monotone, so the format's own results at the corners are exact bounds for binary32 and
 * binary64. An x87 long double is computed with other precision than the double that stands for it: its bounds are
 * moved outward by one double each way.
 */

import { roundTo } from "./evaluate.ts";
import type { FloatType } from "./types.ts";

export interface FloatInterval {
  readonly low: number;
  readonly high: number;
  readonly nan: "never" | "possible";
}

export const ANY_FLOAT: FloatInterval = Object.freeze({ low: -Infinity, high: Infinity, nan: "possible" });
export const NO_FLOAT: FloatInterval = Object.freeze({ low: Infinity, high: -Infinity, nan: "never" });
const ONLY_NAN: FloatInterval = Object.freeze({ low: Infinity, high: -Infinity, nan: "possible" });

export function floatPoint(value: number): FloatInterval {
  return Number.isNaN(value) ? ONLY_NAN : { low: value, high: value, nan: "never" };
}

export function isNoFloat(a: FloatInterval): boolean {
  return a.low > a.high && a.nan === "never";
}

export function includesFloats(larger: FloatInterval, smaller: FloatInterval): boolean {
  if (smaller.nan === "possible" && larger.nan === "never") return false;
  return smaller.low > smaller.high || (larger.low <= smaller.low && smaller.high <= larger.high);
}

export function joinFloats(a: FloatInterval, b: FloatInterval): FloatInterval {
  const nan = a.nan === "possible" || b.nan === "possible" ? "possible" : "never";
  return { low: Math.min(a.low, b.low), high: Math.max(a.high, b.high), nan };
}

export function meetFloats(a: FloatInterval, b: FloatInterval): FloatInterval {
  const low = Math.max(a.low, b.low);
  const high = Math.min(a.high, b.high);
  const nan = a.nan === "possible" && b.nan === "possible" ? "possible" : "never";
  return low > high ? { low: Infinity, high: -Infinity, nan } : { low, high, nan };
}

export function widenFloats(older: FloatInterval, newer: FloatInterval): FloatInterval {
  if (isNoFloat(older)) return newer;
  return {
    low: newer.low < older.low ? -Infinity : older.low,
    high: newer.high > older.high ? Infinity : older.high,
    nan: older.nan === "possible" || newer.nan === "possible" ? "possible" : "never",
  };
}

/** The ordinary values below (or at) the largest value of `bound`: what `a < b` or `a <= b` leaves of a. */
export function floatsBelow(a: FloatInterval, bound: FloatInterval): FloatInterval {
  return meetFloats(a, { low: -Infinity, high: bound.high, nan: "never" });
}

export function floatsAbove(a: FloatInterval, bound: FloatInterval): FloatInterval {
  return meetFloats(a, { low: bound.low, high: Infinity, nan: "never" });
}

// --- Arithmetic ---------------------------------------------------------------------------------------------------

export function negateFloats(a: FloatInterval): FloatInterval {
  return { low: -a.high, high: -a.low, nan: a.nan };
}

export function addFloats(a: FloatInterval, b: FloatInterval, type: FloatType): FloatInterval {
  return hull(a, b, type, [a.low + b.low, a.high + b.high, a.low + b.high, a.high + b.low]);
}

export function subtractFloats(a: FloatInterval, b: FloatInterval, type: FloatType): FloatInterval {
  return addFloats(a, negateFloats(b), type);
}

export function multiplyFloats(a: FloatInterval, b: FloatInterval, type: FloatType): FloatInterval {
  const product = hull(a, b, type, [a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high]);
  // A zero strictly inside one operand meets an infinity at the end of the other.
  return (hasZero(a) && hasInfinity(b)) || (hasZero(b) && hasInfinity(a)) ? ANY_FLOAT : product;
}

export function divideFloats(a: FloatInterval, b: FloatInterval, type: FloatType): FloatInterval {
  // Sound: a divisor around zero, of either sign, gives everything.
  if (hasZero(b) || (hasInfinity(a) && hasInfinity(b))) return ANY_FLOAT;
  return hull(a, b, type, [a.low / b.low, a.low / b.high, a.high / b.low, a.high / b.high]);
}

/** fmod: the sign of the dividend, no larger than either operand. */
export function remainderFloats(a: FloatInterval, b: FloatInterval): FloatInterval {
  if (a.low > a.high || b.low > b.high) return ONLY_NAN;
  const nan = a.nan === "possible" || b.nan === "possible" || hasZero(b) || hasInfinity(a) ? "possible" : "never";
  const size = Math.max(Math.abs(b.low), Math.abs(b.high));
  return { low: a.low >= 0 ? 0 : Math.max(a.low, -size), high: a.high <= 0 ? 0 : Math.min(a.high, size), nan };
}

export function roundFloats(a: FloatInterval, type: FloatType): FloatInterval {
  return { low: outward(a.low, type, "down"), high: outward(a.high, type, "up"), nan: a.nan };
}

function hasZero(a: FloatInterval): boolean {
  return a.low <= 0 && a.high >= 0;
}

function hasInfinity(a: FloatInterval): boolean {
  return a.low <= a.high && (a.low === -Infinity || a.high === Infinity);
}

function hull(a: FloatInterval, b: FloatInterval, type: FloatType, results: readonly number[]): FloatInterval {
  if (a.low > a.high || b.low > b.high) return ONLY_NAN;
  let low = Infinity;
  let high = -Infinity;
  let nan = a.nan === "possible" || b.nan === "possible";
  for (const result of results) {
    if (Number.isNaN(result)) nan = true;
    low = Math.min(low, Number.isNaN(result) ? Infinity : result);
    high = Math.max(high, Number.isNaN(result) ? -Infinity : result);
  }
  // Opposite infinities at a corner: the values next to that corner are not seen, so only the whole line is safe.
  if (results.some(Number.isNaN)) return ANY_FLOAT;
  return roundFloats({ low, high, nan: nan ? "possible" : "never" }, type);
}

function outward(value: number, type: FloatType, direction: "down" | "up"): number {
  if (type.format !== "x87" || Number.isNaN(value)) return roundTo(value, type);
  // Beyond the doubles there are long doubles before there is nothing.
  if (!Number.isFinite(value))
    return direction === "up" ? Math.max(value, -Number.MAX_VALUE) : Math.min(value, Number.MAX_VALUE);
  return direction === "up" ? nextUp(value) : -nextUp(-value);
}

const scratch = new DataView(new ArrayBuffer(8));

/** The least double above a finite one. */
export function nextUp(value: number): number {
  if (value === 0) return Number.MIN_VALUE;
  scratch.setFloat64(0, value);
  const bits = scratch.getBigInt64(0);
  scratch.setBigInt64(0, value > 0 ? bits + 1n : bits - 1n);
  return scratch.getFloat64(0);
}
