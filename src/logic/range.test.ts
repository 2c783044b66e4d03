import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Int } from "../numbers/int.ts";
import * as int from "../numbers/int.ts";
import type { Interval } from "../numbers/interval.ts";
import * as intervals from "../numbers/interval.ts";
import { evaluateBits, wrapInto } from "./evaluate.ts";
import * as floats from "./float-interval.ts";
import { F32, F64, intType, typeRange, X87 } from "./types.ts";

const small = fc.integer({ min: -20, max: 20 });
const finite = fc.tuple(small, fc.nat(8)).map(([low, size]): Interval => ({ low, high: low + size }));

function members(of: Interval): number[] {
  return Array.from({ length: Number(of.high) - Number(of.low) + 1 }, (_, k) => Number(of.low) + k);
}

type Binary = (a: Interval, b: Interval) => Interval;

const operations: [string, Binary, (a: number, b: number) => Int | undefined, "tight" | "sound"][] = [
  ["add", intervals.add, (a, b) => a + b, "tight"],
  ["subtract", intervals.subtract, (a, b) => a - b, "tight"],
  ["multiply", intervals.multiply, (a, b) => int.multiply(a, b), "tight"],
  ["divide", intervals.divide, (a, b) => (b === 0 ? undefined : int.divideTruncated(a, b)), "tight"],
  ["remainder", intervals.remainder, (a, b) => (b === 0 ? undefined : int.remainderTruncated(a, b)), "sound"],
  ["and", intervals.bitAnd, (a, b) => evaluateBits("bitand", a, b), "sound"],
  ["or", intervals.bitOr, (a, b) => evaluateBits("bitor", a, b), "sound"],
  ["xor", intervals.bitXor, (a, b) => evaluateBits("bitxor", a, b), "sound"],
  ["shift left", intervals.shiftLeft, (a, b) => evaluateBits("shiftleft", a, b), "tight"],
  ["shift right", intervals.shiftRight, (a, b) => evaluateBits("shiftright", a, b), "tight"],
];

describe("integer intervals", () => {
  test.each(operations)("%s contains all results", (_, abstract, concrete, precision) => {
    fc.assert(
      fc.property(finite, finite, (a, b) => {
        const result = abstract(a, b);
        const values = members(a).flatMap((x) => members(b).flatMap((y) => concrete(x, y) ?? []));
        for (const value of values) expect(intervals.contains(result, value)).toBe(true);
        if (values.length === 0 || precision === "sound") return;
        expect(result).toEqual({ low: values.reduce(int.min), high: values.reduce(int.max) });
      }),
    );
  });

  test.each(operations)(
    "%s with an infinite end contains the results of every finite part",
    (_, abstract, concrete) => {
      fc.assert(
        fc.property(finite, finite, fc.nat(3), (a, b, which) => {
          const left = { low: which === 0 ? -Infinity : a.low, high: which === 1 ? Infinity : a.high };
          const right = { low: which === 2 ? -Infinity : b.low, high: which === 3 ? Infinity : b.high };
          const result = abstract(left, right);
          for (const x of members(a))
            for (const y of members(b)) {
              const value = concrete(x, y);
              if (value !== undefined) expect(intervals.contains(result, value)).toBe(true);
            }
        }),
      );
    },
  );

  test("wrap is exact within one period and the type across periods", () => {
    const type = intType(4, "signed");
    fc.assert(
      fc.property(finite, (a) => {
        const result = intervals.wrap(a, typeRange(type));
        const values = members(a).map((value) => Number(wrapInto(value, type)));
        for (const value of values) expect(intervals.contains(result, value)).toBe(true);
        const contiguous = Math.max(...values) - Math.min(...values) === members(a).length - 1;
        if (contiguous && members(a).length < 16)
          expect(result).toEqual({ low: Math.min(...values), high: Math.max(...values) });
      }),
    );
    expect(intervals.wrap({ low: 0, high: 15 }, typeRange(type))).toEqual({ low: -8, high: 7 });
  });

  test("large bounds are exact", () => {
    const a = { low: 2n ** 60n, high: 2n ** 60n + 1n };
    expect(intervals.add(a, intervals.point(1))).toEqual({ low: 2n ** 60n + 1n, high: 2n ** 60n + 2n });
    expect(intervals.multiply(a, a).high).toBe((2n ** 60n + 1n) ** 2n);
  });

  test("an interval is narrowed to the factors of its multiples", () => {
    expect(intervals.divideInward({ low: 5, high: 13 }, 4)).toEqual({ low: 2, high: 3 });
    expect(intervals.divideInward({ low: 5, high: 7 }, 4)).toBe(intervals.EMPTY);
    expect(intervals.divideInward({ low: -Infinity, high: 7 }, -2)).toEqual({ low: -3, high: Infinity });
  });
});

describe("float intervals", () => {
  const value = fc.oneof(fc.double(), fc.constantFrom(0, -0, Infinity, -Infinity, Number.NaN, 1, -1, 5e-324, 1e308));
  const hull = (a: number, b: number) => floats.joinFloats(floats.floatPoint(a), floats.floatPoint(b));
  const inside = (of: floats.FloatInterval, x: number) => floats.includesFloats(of, floats.floatPoint(x));

  test.each([F64, F32, X87])("arithmetic of $format contains the results", (type) => {
    const round = (x: number) => (type === F32 ? Math.fround(x) : x);
    fc.assert(
      fc.property(value, value, value, value, (p, q, r, s) => {
        const [a, b, c, d] = [p, q, r, s].map(round) as [number, number, number, number];
        const [left, right] = [hull(a, b), hull(c, d)];
        for (const x of [a, b])
          for (const y of [c, d]) {
            expect(inside(floats.addFloats(left, right, type), round(x + y))).toBe(true);
            expect(inside(floats.subtractFloats(left, right, type), round(x - y))).toBe(true);
            expect(inside(floats.multiplyFloats(left, right, type), round(x * y))).toBe(true);
            expect(inside(floats.divideFloats(left, right, type), round(x / y))).toBe(true);
            expect(inside(floats.remainderFloats(left, right), round(x % y))).toBe(true);
          }
      }),
    );
  });

  test("one third of a long double is bracketed by two doubles", () => {
    const third = floats.divideFloats(floats.floatPoint(1), floats.floatPoint(3), X87);
    expect(third.low).toBeLessThan(1 / 3);
    expect(third.high).toBeGreaterThan(1 / 3);
    expect(third.high).toBe(floats.nextUp(1 / 3));
    expect(floats.nextUp(-5e-324)).toBe(-0);
  });
});
