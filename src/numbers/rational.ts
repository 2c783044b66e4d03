/**
 * Exact rationals. A `Rational` that is an integer is an `Int` (a plain number most of the time); only a proper
 * fraction is an object. Invariants of a `Fraction`: denominator > 1, numerator and denominator coprime. So the
 * representation is canonical, and arithmetic on integers costs what `int.ts` costs.
 *
 * Names are those of `int.ts`; import the module as a namespace: `import * as rational from "./rational.ts"`.
 */

import type { Int } from "./int.ts";
import * as int from "./int.ts";

export interface Fraction {
  readonly numerator: Int;
  readonly denominator: Int;
}

export type Rational = Int | Fraction;

const SAFE = Number.MAX_SAFE_INTEGER;

/** numerator / denominator in lowest terms. The denominator should not be zero. */
export function fraction(numerator: Int, denominator: Int): Rational {
  if (denominator === 1) return numerator;
  const divisor = int.gcd(numerator, denominator);
  const scale = int.sign(denominator) < 0 ? int.negate(divisor) : divisor;
  const below = int.divideExact(denominator, scale);
  const above = int.divideExact(numerator, scale);
  return below === 1 ? above : { numerator: above, denominator: below };
}

export function numerator(a: Rational): Int {
  return typeof a === "object" ? a.numerator : a;
}

/** Always positive. */
export function denominator(a: Rational): Int {
  return typeof a === "object" ? a.denominator : 1;
}

export function isInteger(a: Rational): a is Int {
  return typeof a !== "object";
}

export function add(a: Rational, b: Rational): Rational {
  if (typeof a === "number" && typeof b === "number") {
    const sum = a + b;
    if (sum >= -SAFE && sum <= SAFE) return sum;
  }
  if (typeof a !== "object" && typeof b !== "object") return int.add(a, b);
  return sum(numerator(a), denominator(a), numerator(b), denominator(b));
}

/** Of fractions in lowest terms, after Knuth (4.5.1): divisors are looked for in small numbers, or known not to be there. */
function sum(above: Int, below: Int, otherAbove: Int, otherBelow: Int): Rational {
  const common = below === 1 || otherBelow === 1 ? 1 : below === otherBelow ? below : int.gcd(below, otherBelow);
  if (common === 1) {
    const numerator = int.add(int.multiply(above, otherBelow), int.multiply(otherAbove, below));
    return { numerator, denominator: int.multiply(below, otherBelow) };
  }
  const rest = int.divideExact(below, common);
  const otherRest = int.divideExact(otherBelow, common);
  const numerator = int.add(int.multiply(above, otherRest), int.multiply(otherAbove, rest));
  const divisor = int.gcd(numerator, common);
  const denominator = int.multiply(rest, int.divideExact(otherBelow, divisor));
  const least = int.divideExact(numerator, divisor);
  return denominator === 1 ? least : { numerator: least, denominator };
}

export function subtract(a: Rational, b: Rational): Rational {
  if (typeof a === "number" && typeof b === "number") {
    const difference = a - b;
    if (difference >= -SAFE && difference <= SAFE) return difference;
  }
  return add(a, negate(b));
}

export function multiply(a: Rational, b: Rational): Rational {
  if (typeof a === "number" && typeof b === "number") {
    const product = a * b;
    if (product >= -SAFE && product <= SAFE) return product + 0;
  }
  if (typeof a !== "object" && typeof b !== "object") return int.multiply(a, b);
  return product(numerator(a), denominator(a), numerator(b), denominator(b));
}

/** Of fractions in lowest terms: what cancels is between the numerator of one and the denominator of the other. */
function product(above: Int, below: Int, otherAbove: Int, otherBelow: Int): Rational {
  const across = otherBelow === 1 ? 1 : int.gcd(above, otherBelow);
  const back = below === 1 ? 1 : int.gcd(otherAbove, below);
  const numerator = int.multiply(divided(above, across), divided(otherAbove, back));
  const denominator = int.multiply(divided(below, back), divided(otherBelow, across));
  return denominator === 1 ? numerator : { numerator, denominator };
}

function divided(a: Int, divisor: Int): Int {
  return divisor === 1 ? a : int.divideExact(a, divisor);
}

/** The divisor should not be zero. */
export function divide(a: Rational, b: Rational): Rational {
  if (typeof a === "number" && typeof b === "number" && a % b === 0) return a / b + 0;
  return fraction(int.multiply(numerator(a), denominator(b)), int.multiply(denominator(a), numerator(b)));
}

export function negate(a: Rational): Rational {
  if (typeof a === "number") return 0 - a;
  return typeof a === "object" ? { numerator: int.negate(a.numerator), denominator: a.denominator } : int.negate(a);
}

/** 1 / a. The operand should not be zero. */
export function inverse(a: Rational): Rational {
  return divide(1, a);
}

/** a + b * c, the inner step of elimination. */
export function addMultiply(a: Rational, b: Rational, c: Rational): Rational {
  if (typeof a === "number" && typeof b === "number" && typeof c === "number") {
    const product = b * c;
    const sum = a + product;
    if (product >= -SAFE && product <= SAFE && sum >= -SAFE && sum <= SAFE) return sum + 0;
  }
  return add(a, multiply(b, c));
}

export function compare(a: Rational, b: Rational): number {
  if (typeof a !== "object" && typeof b !== "object") return a < b ? -1 : a > b ? 1 : 0;
  const left = int.multiply(numerator(a), denominator(b));
  return int.compare(left, int.multiply(numerator(b), denominator(a)));
}

export function equal(a: Rational, b: Rational): boolean {
  if (typeof a !== "object" || typeof b !== "object") return a === b;
  return a.numerator === b.numerator && a.denominator === b.denominator;
}

export function sign(a: Rational): -1 | 0 | 1 {
  return int.sign(numerator(a));
}

export function absolute(a: Rational): Rational {
  return sign(a) < 0 ? negate(a) : a;
}

export function floor(a: Rational): Int {
  return typeof a === "object" ? int.divideFloor(a.numerator, a.denominator) : a;
}

export function ceil(a: Rational): Int {
  return typeof a === "object" ? int.divideCeil(a.numerator, a.denominator) : a;
}

export function min(a: Rational, b: Rational): Rational {
  return compare(a, b) <= 0 ? a : b;
}

export function max(a: Rational, b: Rational): Rational {
  return compare(a, b) >= 0 ? a : b;
}

/** The nearest double, for pictures and statistics; never for decisions. */
export function approximate(a: Rational): number {
  return typeof a === "object" ? Number(a.numerator) / Number(a.denominator) : Number(a);
}

/** The rational a finite double denotes exactly. */
export function fromDouble(value: number): Rational {
  let above = value;
  let exponent = 0;
  // Doubling is exact and ends: a finite double is an integer over a power of two of at most 1074.
  while (!Number.isInteger(above)) {
    above *= 2;
    exponent += 1;
  }
  return fraction(int.fromBig(BigInt(above)), int.powerOfTwo(exponent));
}
