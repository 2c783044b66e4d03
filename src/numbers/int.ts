/**
 * Exact integers with a fast path. An `Int` is a plain number while it is a safe integer and a BigInt otherwise,
 * never a BigInt that would fit: the representation is canonical, so `===` decides equality of small values and
 * `equal` decides it always. Every operation computes with doubles first and falls over to BigInt when the double
 * result leaves the safe range; nothing is ever rounded.
 */

export type Int = number | bigint;

const SAFE = Number.MAX_SAFE_INTEGER;

/** The canonical form of a BigInt. */
export function fromBig(value: bigint): Int {
  return value >= -9007199254740991n && value <= 9007199254740991n ? Number(value) : value;
}

export function toBig(value: Int): bigint {
  return typeof value === "bigint" ? value : BigInt(value);
}

export function add(a: Int, b: Int): Int {
  if (typeof a === "number" && typeof b === "number") {
    const sum = a + b;
    if (sum >= -SAFE && sum <= SAFE) return sum;
  }
  return fromBig(toBig(a) + toBig(b));
}

export function subtract(a: Int, b: Int): Int {
  if (typeof a === "number" && typeof b === "number") {
    const difference = a - b;
    if (difference >= -SAFE && difference <= SAFE) return difference;
  }
  return fromBig(toBig(a) - toBig(b));
}

export function multiply(a: Int, b: Int): Int {
  if (typeof a === "number" && typeof b === "number") {
    const product = a * b;
    // `+ 0` turns -0 into 0: a canonical zero has one representation.
    if (product >= -SAFE && product <= SAFE) return product + 0;
  }
  return fromBig(toBig(a) * toBig(b));
}

export function negate(a: Int): Int {
  return typeof a === "number" ? 0 - a : fromBig(-a);
}

export function compare(a: Int, b: Int): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

export function equal(a: Int, b: Int): boolean {
  return a === b;
}

export function sign(a: Int): -1 | 0 | 1 {
  return a > 0 ? 1 : a < 0 ? -1 : 0;
}

export function absolute(a: Int): Int {
  return a < 0 ? negate(a) : a;
}

/** Quotient truncated toward zero, as C divides. The divisor should not be zero. */
export function divideTruncated(a: Int, b: Int): Int {
  if (typeof a === "number" && typeof b === "number")
    return Math.trunc(a / b) * b === a || isExactQuotient(a, b) ? Math.trunc(a / b) + 0 : slowTruncated(a, b);
  return fromBig(toBig(a) / toBig(b));
}

// a / b in doubles is correctly rounded; truncation of it is exact below 2^53 unless rounding crossed an integer,
// which needs |a / b| near 2^53, so a quotient below 2^52 is safe to truncate.
function isExactQuotient(a: number, b: number): boolean {
  const quotient = a / b;
  return quotient < 4503599627370496 && quotient > -4503599627370496 && Math.abs(a) < 4503599627370496;
}

function slowTruncated(a: number, b: number): Int {
  return fromBig(BigInt(a) / BigInt(b));
}

/** Remainder with the sign of the dividend, as C's `%`. The divisor should not be zero. */
export function remainderTruncated(a: Int, b: Int): Int {
  if (typeof a === "number" && typeof b === "number") return (a % b) + 0;
  return fromBig(toBig(a) % toBig(b));
}

/** Quotient rounded toward minus infinity. */
export function divideFloor(a: Int, b: Int): Int {
  const remainder = remainderTruncated(a, b);
  const quotient = divideTruncated(a, b);
  return sign(remainder) !== 0 && sign(remainder) !== sign(b) ? subtract(quotient, 1) : quotient;
}

/** Quotient rounded toward plus infinity. */
export function divideCeil(a: Int, b: Int): Int {
  return negate(divideFloor(negate(a), b));
}

/** The remainder that belongs to `divideFloor`: it has the sign of the divisor. */
export function modulo(a: Int, b: Int): Int {
  const remainder = remainderTruncated(a, b);
  return sign(remainder) !== 0 && sign(remainder) !== sign(b) ? add(remainder, b) : remainder;
}

export function gcd(a: Int, b: Int): Int {
  let x = absolute(a);
  let y = absolute(b);
  while (y !== 0) {
    const rest = remainderTruncated(x, y);
    x = y;
    y = rest;
  }
  return x;
}

/** 2 to the power `exponent`, a non-negative plain number. */
export function powerOfTwo(exponent: number): Int {
  return exponent < 53 ? 2 ** exponent : 1n << BigInt(exponent);
}

export function min(a: Int, b: Int): Int {
  return a <= b ? a : b;
}

export function max(a: Int, b: Int): Int {
  return a >= b ? a : b;
}
