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
  // `%` is exact on doubles, so a - a % b is a multiple of b no larger than a and its quotient by b needs no rounding.
  if (typeof a === "number" && typeof b === "number") return (a - (a % b)) / b + 0;
  return fromBig(toBig(a) / toBig(b));
}

/** The quotient when the divisor is known to divide: one division, no remainder. */
export function divideExact(a: Int, b: Int): Int {
  if (typeof a === "number" && typeof b === "number") return a / b + 0;
  return fromBig(toBig(a) / toBig(b));
}

/** Remainder with the sign of the dividend, as C's `%`. The divisor should not be zero. */
export function remainderTruncated(a: Int, b: Int): Int {
  if (typeof a === "number" && typeof b === "number") return (a % b) + 0;
  return fromBig(toBig(a) % toBig(b));
}

/** Quotient rounded toward minus infinity. */
export function divideFloor(a: Int, b: Int): Int {
  if (typeof a === "number" && typeof b === "number") {
    const rest = a % b;
    const quotient = (a - rest) / b + 0;
    return rest !== 0 && rest < 0 !== b < 0 ? quotient - 1 : quotient;
  }
  const x = toBig(a);
  const y = toBig(b);
  const rest = x % y;
  return fromBig(rest !== 0n && rest < 0n !== y < 0n ? x / y - 1n : x / y);
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

/** The greatest common divisor, never negative; gcd(0, 0) is 0. */
export function gcd(a: Int, b: Int): Int {
  if (typeof a === "number" && typeof b === "number") return gcdSmall(a, b);
  if (typeof a === "bigint" && typeof b === "bigint") return gcdBig(a < 0n ? -a : a, b < 0n ? -b : b);
  const [small, big] = typeof a === "number" ? [a, b as bigint] : [b as number, a];
  if (small === 0) return absolute(big);
  return gcdSmall(small, Number(big % BigInt(small)));
}

/** Leading digits that Lehmer's steps look at: with the cofactors below, all arithmetic on them is exact in doubles. */
const LEADING_BITS = 50;

/**
 * Euclid's algorithm after Lehmer: as long as the leading digits alone determine the quotients, several of its steps are
 * done on these, and then on the whole numbers at once by their cofactors. BigInt remainders cost allocations.
 */
function gcdBig(a: bigint, b: bigint): Int {
  let x = a > b ? a : b;
  let y = a > b ? b : a;
  while (y > 9007199254740991n) {
    const below = BigInt(Math.max(0, bitLength(x) - LEADING_BITS));
    let p = Number(x >> below);
    let q = Number(y >> below);
    // (p, q) stands for (xp * x + xq * y, yp * x + yq * y).
    let [xp, xq, yp, yq] = [1, 0, 0, 1];
    while (q + yp !== 0 && q + yq !== 0) {
      const quotient = Math.floor((p + xp) / (q + yp));
      if (quotient !== Math.floor((p + xq) / (q + yq))) break;
      const [nextP, nextQ] = [xp - quotient * yp, xq - quotient * yq];
      const rest = p - quotient * q;
      [xp, xq, p] = [yp, yq, q];
      [yp, yq, q] = [nextP, nextQ, rest];
    }
    if (xq === 0) [x, y] = [y, x % y];
    else [x, y] = [BigInt(xp) * x + BigInt(xq) * y, BigInt(yp) * x + BigInt(yq) * y];
  }
  return y === 0n ? fromBig(x) : gcdSmall(Number(y), Number(x % y));
}

/** The number of binary digits of a positive number, or one more. */
function bitLength(of: bigint): number {
  const nearest = Number(of);
  return nearest < Infinity ? Math.floor(Math.log2(nearest)) + 1 : 4 * of.toString(16).length;
}

/** `gcd` of two safe integers, for kernels that know they have no BigInt. */
export function gcdSmall(a: number, b: number): number {
  let x = a < 0 ? -a : a;
  let y = b < 0 ? -b : b;
  while (y !== 0) {
    const rest = x % y;
    x = y;
    y = rest;
  }
  return x;
}

/** The least common multiple, never negative; 0 if an operand is 0. */
export function lcm(a: Int, b: Int): Int {
  if (a === 0 || b === 0) return 0;
  return absolute(multiply(divideExact(a, gcd(a, b)), b));
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
