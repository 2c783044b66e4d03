import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { runs } from "../../tests/support/thorough.ts";
import type { Int } from "./int.ts";
import * as int from "./int.ts";
import type { Rational } from "./rational.ts";
import * as rational from "./rational.ts";

const part: fc.Arbitrary<Int> = fc
  .oneof(fc.bigInt({ min: -30n, max: 30n }), fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n }))
  .map(int.fromBig);

const anyRational: fc.Arbitrary<Rational> = fc
  .tuple(part, part)
  .map(([above, below]) => rational.fraction(above, below === 0 ? 1 : below));

function isCanonical(a: Rational): boolean {
  if (typeof a !== "object") return true;
  return a.denominator > 1 && int.gcd(a.numerator, a.denominator) === 1;
}

/** a op b computed with BigInts as numerator over denominator, not reduced. */
function same(result: Rational, above: bigint, below: bigint): boolean {
  return (
    isCanonical(result) &&
    int.toBig(rational.numerator(result)) * below === above * int.toBig(rational.denominator(result))
  );
}

const top = (a: Rational): bigint => int.toBig(rational.numerator(a));
const bottom = (a: Rational): bigint => int.toBig(rational.denominator(a));

describe("exact rationals", () => {
  test("the four operations agree with fractions of BigInts", () => {
    fc.assert(
      fc.property(anyRational, anyRational, (a, b) => {
        const below = bottom(a) * bottom(b);
        expect(same(rational.add(a, b), top(a) * bottom(b) + top(b) * bottom(a), below)).toBe(true);
        expect(same(rational.subtract(a, b), top(a) * bottom(b) - top(b) * bottom(a), below)).toBe(true);
        expect(same(rational.multiply(a, b), top(a) * top(b), below)).toBe(true);
        if (rational.sign(b) !== 0)
          expect(same(rational.divide(a, b), top(a) * bottom(b), bottom(a) * top(b))).toBe(true);
      }),
      { numRuns: runs(3000) },
    );
  });

  test("fused multiplication", () => {
    fc.assert(
      fc.property(anyRational, anyRational, anyRational, (a, b, c) =>
        rational.equal(rational.addMultiply(a, b, c), rational.add(a, rational.multiply(b, c))),
      ),
    );
  });

  test("order, floor and ceiling", () => {
    fc.assert(
      fc.property(anyRational, anyRational, (a, b) => {
        const order = top(a) * bottom(b) - top(b) * bottom(a);
        expect(Math.sign(rational.compare(a, b))).toBe(order < 0n ? -1 : order > 0n ? 1 : 0);
        const floor = rational.floor(a);
        expect(rational.compare(floor, a) <= 0 && rational.compare(a, int.add(floor, 1)) < 0).toBe(true);
        expect(rational.ceil(a)).toBe(int.negate(rational.floor(rational.negate(a))));
      }),
    );
  });

  test("doubles are read exactly", () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e300, max: 1e300 }), (value) => {
        const exact = rational.fromDouble(value);
        // Halving a denominator of a power of two is exact, so the way back is too where it does not underflow.
        return Math.abs(value) < 1e-200 || rational.approximate(exact) === value;
      }),
    );
    expect(rational.fromDouble(0.1)).toEqual({ numerator: 3602879701896397, denominator: 36028797018963968n });
  });
});
