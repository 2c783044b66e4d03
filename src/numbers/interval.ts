/**
 * Integer intervals with exact bounds. A bound is an `Int`, or an infinity on its own side; the empty interval is the
 * one constant EMPTY. Every operation returns the smallest interval we can compute that contains all results; those
 * that C excludes (a zero divisor, a shift by a negative count) contribute none.
 */
import type { Int } from "./int.ts";
import * as int from "./int.ts";

/** An Int, or -Infinity as a lower and Infinity as an upper bound. */
export type Bound = Int;

export interface Interval {
  readonly low: Bound;
  readonly high: Bound;
}

export const EMPTY: Interval = Object.freeze({ low: Infinity, high: -Infinity });
export const FULL: Interval = Object.freeze({ low: -Infinity, high: Infinity });

/** The interval from low to high; EMPTY if there is none. */
export function interval(low: Bound, high: Bound): Interval {
  return low > high ? EMPTY : { low, high };
}

export function point(value: Int): Interval {
  return { low: value, high: value };
}

export function isEmpty(a: Interval): boolean {
  return a.low > a.high;
}

export function isPoint(a: Interval): boolean {
  return a.low === a.high;
}

export function contains(a: Interval, value: Int): boolean {
  return a.low <= value && value <= a.high;
}

export function includes(larger: Interval, smaller: Interval): boolean {
  return smaller.low > smaller.high || (larger.low <= smaller.low && smaller.high <= larger.high);
}

export function sameInterval(a: Interval, b: Interval): boolean {
  return a.low === b.low && a.high === b.high;
}

export function join(a: Interval, b: Interval): Interval {
  if (includes(a, b)) return a;
  if (includes(b, a)) return b;
  return { low: int.min(a.low, b.low), high: int.max(a.high, b.high) };
}

export function meet(a: Interval, b: Interval): Interval {
  if (includes(a, b)) return b;
  if (includes(b, a)) return a;
  return interval(int.max(a.low, b.low), int.min(a.high, b.high));
}

/** An unstable bound jumps to the next of the ascending thresholds, else to the end of `limits`. */
export function widen(older: Interval, newer: Interval, limits: Interval, thresholds: readonly Int[] = []): Interval {
  if (isEmpty(older)) return newer;
  if (includes(older, newer)) return older;
  return meet(limits, {
    low: newer.low < older.low ? (lastAtMost(thresholds, newer.low) ?? -Infinity) : older.low,
    high: newer.high > older.high ? (thresholds.find((value) => value >= newer.high) ?? Infinity) : older.high,
  });
}

function lastAtMost(thresholds: readonly Int[], bound: Bound): Int | undefined {
  for (let i = thresholds.length - 1; i >= 0; i--) if (thresholds[i]! <= bound) return thresholds[i];
  return undefined;
}

// --- Arithmetic ---------------------------------------------------------------------------------------------------

export function isInfinite(bound: Bound): boolean {
  return bound === Infinity || bound === -Infinity;
}

/** Opposite infinities should not meet. */
export function addBounds(a: Bound, b: Bound): Bound {
  return isInfinite(a) || isInfinite(b) ? Number(isInfinite(a) ? a : b) : int.add(a, b);
}

function negateBound(a: Bound): Bound {
  return int.negate(a);
}

/** Zero times infinity is zero: it bounds the products of 0 with ever larger numbers. */
function multiplyBounds(a: Bound, b: Bound): Bound {
  if (a === 0 || b === 0) return 0;
  if (isInfinite(a) || isInfinite(b)) return int.sign(a) === int.sign(b) ? Infinity : -Infinity;
  return int.multiply(a, b);
}

export function add(a: Interval, b: Interval): Interval {
  if (isEmpty(a) || isEmpty(b)) return EMPTY;
  return { low: addBounds(a.low, b.low), high: addBounds(a.high, b.high) };
}

export function negate(a: Interval): Interval {
  return isEmpty(a) ? EMPTY : { low: negateBound(a.high), high: negateBound(a.low) };
}

export function subtract(a: Interval, b: Interval): Interval {
  return add(a, negate(b));
}

export function multiply(a: Interval, b: Interval): Interval {
  return corners(a, b, multiplyBounds);
}

export function scale(a: Interval, factor: Int): Interval {
  return multiply(a, point(factor));
}

/** The hull of an operation that is monotone in each operand, up or down. */
function corners(a: Interval, b: Interval, operation: (x: Bound, y: Bound) => Bound): Interval {
  if (isEmpty(a) || isEmpty(b)) return EMPTY;
  const first = operation(a.low, b.low);
  let low = first;
  let high = first;
  for (const value of [operation(a.low, b.high), operation(a.high, b.low), operation(a.high, b.high)]) {
    if (value < low) low = value;
    if (value > high) high = value;
  }
  return { low, high };
}

const POSITIVE: Interval = { low: 1, high: Infinity };
const NEGATIVE: Interval = { low: -Infinity, high: -1 };

/** Truncating division; the divisor's zero is left out. */
export function divide(a: Interval, b: Interval): Interval {
  return join(
    corners(a, meet(b, NEGATIVE), divideBounds(int.divideTruncated)),
    corners(a, meet(b, POSITIVE), divideBounds(int.divideTruncated)),
  );
}

/** Infinite over infinite is 0, the one extreme that the finite corners do not show. */
function divideBounds(quotient: (a: Int, b: Int) => Int): (a: Bound, b: Bound) => Bound {
  return (a, b) => {
    if (isInfinite(b)) return quotient(0, 1);
    if (isInfinite(a)) return int.sign(a) === int.sign(b) ? Infinity : -Infinity;
    return quotient(a, b);
  };
}

/** The x with factor * x in a: integers only. The factor should not be zero. */
export function divideInward(a: Interval, factor: Int): Interval {
  if (isEmpty(a)) return EMPTY;
  const [low, high] = factor > 0 ? [a.low, a.high] : [a.high, a.low];
  return interval(
    isInfinite(low) ? -Infinity : int.divideCeil(low, factor),
    isInfinite(high) ? Infinity : int.divideFloor(high, factor),
  );
}

/** Remainder with the sign of the dividend. */
export function remainder(a: Interval, b: Interval): Interval {
  const size = int.max(negateBound(b.low), b.high);
  if (isEmpty(a) || isEmpty(b) || size <= 0) return EMPTY;
  if (isPoint(b) && !isInfinite(a.low) && !isInfinite(a.high) && a.low >= 0 === a.high >= 0) {
    if (int.divideTruncated(a.low, b.low) === int.divideTruncated(a.high, b.low))
      return { low: int.remainderTruncated(a.low, b.low), high: int.remainderTruncated(a.high, b.low) };
  }
  const largest = isInfinite(size) ? Infinity : int.subtract(size, 1);
  return {
    low: a.low >= 0 ? 0 : int.max(a.low, negateBound(largest)),
    high: a.high <= 0 ? 0 : int.min(a.high, largest),
  };
}

/** Brought into `period` modulo its size: shifted where all values lie in one period, otherwise all of it. */
export function wrap(a: Interval, period: Interval): Interval {
  if (includes(period, a)) return a;
  if (isInfinite(a.low) || isInfinite(a.high)) return period;
  const modulus = int.add(int.subtract(period.high, period.low), 1);
  const times = int.divideFloor(int.subtract(a.low, period.low), modulus);
  if (int.divideFloor(int.subtract(a.high, period.low), modulus) !== times) return period;
  const shift = int.multiply(times, modulus);
  return { low: int.subtract(a.low, shift), high: int.subtract(a.high, shift) };
}

export function showInterval(a: Interval): string {
  if (isEmpty(a)) return "empty";
  if (isPoint(a)) return `${a.low}`;
  return `${isInfinite(a.low) ? "(-oo" : `[${a.low}`}, ${isInfinite(a.high) ? "oo)" : `${a.high}]`}`;
}

// --- Bits ---------------------------------------------------------------------------------------------------------

/** ~x = -x - 1 */
function complement(a: Interval): Interval {
  return add(negate(a), point(-1));
}

export function bitAnd(a: Interval, b: Interval): Interval {
  if (isEmpty(a) || isEmpty(b)) return EMPTY;
  if (isPoint(a) && isPoint(b)) return point(int.fromBig(int.toBig(a.low) & int.toBig(b.low)));
  if (a.low >= 0 && b.low >= 0) return { low: 0, high: int.min(a.high, b.high) };
  if (a.low >= 0) return { low: 0, high: a.high };
  if (b.low >= 0) return { low: 0, high: b.high };
  const high = a.high < 0 && b.high < 0 ? int.min(a.high, b.high) : int.max(a.high, b.high);
  // All bits above the sign bits of both operands are signs, so the result needs no more of them.
  return { low: negateBound(powerAbove(negateBound(int.min(a.low, b.low)), "reached")), high };
}

export function bitOr(a: Interval, b: Interval): Interval {
  return complement(bitAnd(complement(a), complement(b)));
}

export function bitXor(a: Interval, b: Interval): Interval {
  if (isEmpty(a) || isEmpty(b)) return EMPTY;
  if (isPoint(a) && isPoint(b)) return point(int.fromBig(int.toBig(a.low) ^ int.toBig(b.low)));
  if (a.high < 0) return complement(bitXor(complement(a), b));
  if (b.high < 0) return complement(bitXor(a, complement(b)));
  const low = int.min(a.low, b.low);
  const reach = int.max(
    powerAbove(int.max(a.high, b.high), "passed"),
    low < 0 ? powerAbove(negateBound(low), "reached") : 0,
  );
  const high = isInfinite(reach) ? reach : int.subtract(reach, 1);
  return { low: low >= 0 ? 0 : negateBound(reach), high };
}

/** The least power of two that is at least (`reached`) or greater than (`passed`) a non-negative bound. */
function powerAbove(bound: Bound, mode: "reached" | "passed"): Bound {
  if (isInfinite(bound)) return bound;
  let power: Int = 1;
  while (mode === "reached" ? power < bound : power <= bound) power = int.multiply(power, 2);
  return power;
}

/** A count above this is no shift of any C type (evaluate.ts has the same limit). */
const COUNTS: Interval = { low: 0, high: 4096 };

export function shiftLeft(a: Interval, count: Interval): Interval {
  const counts = meet(count, COUNTS);
  if (isEmpty(counts)) return EMPTY;
  return multiply(a, { low: int.powerOfTwo(Number(counts.low)), high: int.powerOfTwo(Number(counts.high)) });
}

export function shiftRight(a: Interval, count: Interval): Interval {
  const counts = meet(count, COUNTS);
  if (isEmpty(counts)) return EMPTY;
  const divisors = { low: int.powerOfTwo(Number(counts.low)), high: int.powerOfTwo(Number(counts.high)) };
  return corners(a, divisors, divideBounds(int.divideFloor));
}
