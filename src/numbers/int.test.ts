import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { runs } from "../../tests/support/thorough.ts";
import type { Int } from "./int.ts";
import * as int from "./int.ts";

/** Small values, values around 2^53 where doubles stop being exact, and large ones. */
const anyInt: fc.Arbitrary<Int> = fc
  .oneof(
    fc.bigInt({ min: -50n, max: 50n }),
    fc.bigInt({ min: 2n ** 53n - 5n, max: 2n ** 53n + 5n }),
    fc.bigInt({ min: -(2n ** 53n) - 5n, max: -(2n ** 53n) + 5n }),
    fc.bigInt({ min: -(2n ** 80n), max: 2n ** 80n }),
  )
  .map(int.fromBig);

const divisor = anyInt.filter((value) => value !== 0);

function isCanonical(value: Int): boolean {
  return typeof value === "number"
    ? Number.isSafeInteger(value) && !Object.is(value, -0)
    : !Number.isSafeInteger(Number(value));
}

/** The operation gives the canonical form of what BigInts give. */
function agrees(operation: (a: Int, b: Int) => Int, exact: (a: bigint, b: bigint) => bigint, second = anyInt): void {
  fc.assert(
    fc.property(anyInt, second, (a, b) => {
      const result = operation(a, b);
      expect(int.toBig(result)).toBe(exact(int.toBig(a), int.toBig(b)));
      expect(isCanonical(result)).toBe(true);
    }),
    { numRuns: runs(2000) },
  );
}

function floorDivide(a: bigint, b: bigint): bigint {
  const quotient = a / b;
  return a % b !== 0n && a < 0n !== b < 0n ? quotient - 1n : quotient;
}

describe("exact integers", () => {
  test("sums, differences and products", () => {
    agrees(int.add, (a, b) => a + b);
    agrees(int.subtract, (a, b) => a - b);
    agrees(int.multiply, (a, b) => a * b);
  });

  test("quotients and remainders", () => {
    agrees(int.divideTruncated, (a, b) => a / b, divisor);
    agrees(int.remainderTruncated, (a, b) => a % b, divisor);
    agrees(int.divideFloor, floorDivide, divisor);
    agrees(int.divideCeil, (a, b) => -floorDivide(-a, b), divisor);
    agrees(int.modulo, (a, b) => a - floorDivide(a, b) * b, divisor);
  });

  test("an exact quotient undoes a product", () => {
    fc.assert(fc.property(anyInt, divisor, (a, b) => int.equal(int.divideExact(int.multiply(a, b), b), a)));
  });

  test("the greatest common divisor divides, and is a combination", () => {
    fc.assert(
      fc.property(anyInt, anyInt, (a, b) => {
        const divides = int.gcd(a, b);
        if (a === 0 && b === 0) return divides === 0;
        const [x, y] = [int.divideExact(a, divides), int.divideExact(b, divides)];
        expect(int.multiply(x, divides)).toBe(a);
        expect(int.multiply(y, divides)).toBe(b);
        return int.gcd(x, y) === 1 && isCanonical(divides) && divides > 0;
      }),
    );
  });

  test("the greatest common divisor of long numbers is Euclid's", () => {
    const long = fc.bigInt({ min: -(2n ** 700n), max: 2n ** 700n });
    fc.assert(
      fc.property(long, long, fc.bigInt({ min: 1n, max: 2n ** 300n }), (a, b, common) => {
        let [x, y] = [a * common, b * common];
        while (y !== 0n) [x, y] = [y, x % y];
        expect(int.toBig(int.gcd(int.fromBig(a * common), int.fromBig(b * common)))).toBe(x < 0n ? -x : x);
      }),
      { numRuns: runs(2000) },
    );
  });

  test("the least common multiple", () => {
    agrees(int.lcm, (a, b) => {
      if (a === 0n || b === 0n) return 0n;
      let [x, y] = [a, b];
      while (y !== 0n) [x, y] = [y, x % y];
      const product = (a / x) * b;
      return product < 0n ? -product : product;
    });
  });

  test("order agrees across the representations", () => {
    fc.assert(
      fc.property(anyInt, anyInt, (a, b) => {
        const exact = int.toBig(a) < int.toBig(b) ? -1 : int.toBig(a) > int.toBig(b) ? 1 : 0;
        return int.compare(a, b) === exact && int.equal(a, b) === (exact === 0);
      }),
    );
  });

  test("powers of two are canonical on both sides of the boundary", () => {
    for (const exponent of [0, 1, 52, 53, 54, 64, 127]) {
      expect(int.toBig(int.powerOfTwo(exponent))).toBe(2n ** BigInt(exponent));
      expect(isCanonical(int.powerOfTwo(exponent))).toBe(true);
    }
  });
});
