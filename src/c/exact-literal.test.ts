import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compareExact, type Exact, exactDecimal, nearestFloat, scaled } from "./exact-literal.ts";

const exact = (text: string): Exact => {
  const found = exactDecimal(text);
  if (found === undefined) throw new Error(`${text} should be within the formats`);
  return found;
};

describe("what a literal says", () => {
  it("is compared with doubles exactly", () => {
    expect(compareExact(exact("9007199254740993.0"), 9007199254740992)).toBe(1);
    expect(compareExact(exact("0.5"), 0.5)).toBe(0);
    expect(compareExact(exact("0.1"), 0.1)).toBe(-1);
    expect(compareExact(exact("1e-400"), 0)).toBe(1);
    expect(compareExact(exact("1e400"), Infinity)).toBe(-1);
    expect(compareExact(exact(".0e99999"), 0)).toBe(0);
    expect(exactDecimal("1e99999")).toBeUndefined();
    expect(compareExact(scaled(3n, 2n, -1) as Exact, 1.5)).toBe(0);
  });

  it("is the double that JavaScript reads, where that is written out", () => {
    const positive = fc.double({ min: 0, noNaN: true, noDefaultInfinity: true });
    fc.assert(
      fc.property(positive, (value) => {
        // The nearest double of the shortest text is the value: its neighbours are on the other sides.
        const read = exact(String(value));
        expect(Math.abs(compareExact(read, value * (1 + 2 ** -50)))).toBe(value === 0 ? 0 : 1);
        expect(compareExact(scaled(BigInt(Math.floor(value)), 2n, 0) as Exact, Math.floor(value))).toBe(0);
      }),
    );
  });

  it("is rounded to a float once", () => {
    const float = (text: string) => nearestFloat(exact(text), Number(text));
    expect(float("1.00000017881393432617187499")).toBe(1 + 2 ** -23);
    expect(float("1.000000178813934326171875")).toBe(1 + 2 ** -22);
    expect(float("1.00000017881393432617187501")).toBe(1 + 2 ** -22);
    expect(float("3.4028235677973366163e38")).toBe(2 ** 128 - 2 ** 104);
    expect(float("3.4028235677973366164e38")).toBe(Infinity);
    expect(float("0.1")).toBe(Math.fround(0.1));
  });
});
