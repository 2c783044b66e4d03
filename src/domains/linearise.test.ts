/** Linearised forms against enumeration: every valuation within the oracle's bounds should satisfy the form. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { runs } from "../../tests/support/thorough.ts";
import { evaluate as evaluateTerm } from "../logic/evaluate.ts";
import { evaluate, showExpression } from "../logic/linear.ts";
import * as t from "../logic/term.ts";
import { F64, intType, MATH_INTEGER, typeRange } from "../logic/types.ts";
import type { Int } from "../numbers/int.ts";
import * as int from "../numbers/int.ts";
import { contains, type Interval, interval } from "../numbers/interval.ts";
import { type BoundsOracle, isExact, linearise } from "./linearise.ts";

const x: t.Variable = { id: 0, name: "x", type: intType(4, "signed"), role: "global" };
const y: t.Variable = { id: 1, name: "y", type: intType(4, "unsigned"), role: "global" };
const [X, Y] = [t.variable(x), t.variable(y)];
const wrapTypes = [intType(3, "signed"), intType(3, "unsigned"), intType(5, "signed"), intType(6, "unsigned")];

const term: fc.Arbitrary<t.Term> = fc.letrec<{ term: t.Term }>((tie) => ({
  term: fc.oneof(
    { maxDepth: 4, depthSize: "small" },
    fc.constantFrom(X, Y),
    fc.integer({ min: -9, max: 9 }).map(t.integer),
    fc
      .tuple(fc.constantFrom(t.add, t.subtract, t.multiply, t.divide, t.remainder), tie("term"), tie("term"))
      .map(([make, left, right]) => make(left, right)),
    fc
      .tuple(fc.constantFrom("bitand", "bitor", "bitxor" as const), tie("term"), tie("term"))
      .map(([kind, left, right]) => t.bits(kind as t.BitKind, left, right)),
    fc
      .tuple(fc.constantFrom("shiftleft", "shiftright" as const), tie("term"), fc.integer({ min: 0, max: 4 }))
      .map(([kind, left, count]) => t.bits(kind as t.BitKind, left, t.integer(count))),
    fc.tuple(tie("term"), fc.constantFrom(...wrapTypes)).map(([of, type]) => t.wrap(of, type, "conversion")),
    fc.tuple(tie("term"), tie("term"), tie("term")).map(([test, l, r]) => t.ite(t.lt(test, t.integer(0)), l, r)),
    tie("term").map(t.negate),
  ),
})).term;

const within = (low: number, high: number) =>
  fc
    .tuple(fc.integer({ min: low, max: high }), fc.integer({ min: low, max: high }))
    .map(([p, q]) => interval(Math.min(p, q), Math.max(p, q)));

describe("linearisation", () => {
  test("holds on every valuation within the bounds", () => {
    fc.assert(
      fc.property(term, within(-8, 7), within(0, 15), (of, rangeX, rangeY) => {
        const oracle: BoundsOracle = { variable: (variable) => (variable === x ? rangeX : rangeY) };
        const form = linearise(of, oracle)!;
        for (let i = rangeX.low as number; i <= (rangeX.high as number); i++) {
          for (let j = rangeY.low as number; j <= (rangeY.high as number); j++) {
            const assigned = (variable: t.Variable): Int => (variable === x ? i : j);
            const value = evaluateTerm(of, { valueOf: assigned }) as Int | undefined;
            // Division by zero: no value, nothing to contain.
            if (value === undefined) continue;
            const rest = int.subtract(int.multiply(form.denominator, value), evaluate(form.expression, assigned));
            expect(contains(form.error, rest)).toBe(true);
          }
        }
      }),
      { numRuns: runs(1500) },
    );
  });

  const types: BoundsOracle = { variable: (of) => typeRange(of.type) };
  const show = (of: t.Term, oracle: BoundsOracle = types): string => {
    const form = linearise(of, oracle)!;
    const body = `${showExpression(form.expression)} + [${form.error.low}, ${form.error.high}]`;
    return form.denominator === 1 ? body : `(${body}) / ${form.denominator}`;
  };

  test("keeps what is linear and says what it gave up", () => {
    const given: t.Term[] = [];
    const exact = linearise(t.add(X, t.multiply(t.integer(3), Y)), types, (of) => given.push(of))!;
    expect(isExact(exact) && given.length === 0).toBe(true);
    const product = t.multiply(X, Y);
    expect(isExact(linearise(product, types, (of) => given.push(of))!)).toBe(false);
    expect(given).toEqual([product]);
  });

  test("wraps are the identity in range, a shift in one period, a range otherwise", () => {
    const unsigned4 = intType(4, "unsigned");
    const small: BoundsOracle = { variable: () => interval(1, 5) };
    const high: BoundsOracle = { variable: () => interval(14, 15) };
    expect(show(t.wrap(t.add(Y, t.integer(2)), unsigned4, "arithmetic"), small)).toBe("y + 2 + [0, 0]");
    expect(show(t.wrap(t.add(Y, t.integer(2)), unsigned4, "arithmetic"), high)).toBe("y - 14 + [0, 0]");
    expect(show(t.wrap(t.add(Y, t.integer(2)), unsigned4, "arithmetic"))).toBe("0 + [0, 15]");
  });

  test("divisions and masks stay linear", () => {
    expect(show(t.divide(Y, t.integer(4)))).toBe("(y + [-3, 0]) / 4");
    expect(show(t.bits("bitand", X, t.integer(-4)))).toBe("x + [-3, 0]");
    expect(show(t.bits("bitand", Y, t.integer(15)))).toBe("y + [0, 0]");
    expect(show(t.bits("bitor", X, t.integer(3)))).toBe("x + [0, 3]");
    expect(show(t.bits("bitxor", X, t.integer(-1)))).toBe("-x - 1 + [0, 0]");
    expect(show(t.remainder(Y, t.integer(20)))).toBe("y + [0, 0]");
  });

  test("floats have no linear form; unbounded operands give unbounded intervals, never wrong ones", () => {
    const f: t.Variable = { id: 2, name: "f", type: F64, role: "global" };
    expect(linearise(t.variable(f), types)).toBeUndefined();
    const m: t.Variable = { id: 3, name: "m", type: MATH_INTEGER, role: "global" };
    const free: Interval = linearise(t.multiply(t.variable(m), t.variable(m)), types)!.error;
    expect([free.low, free.high]).toEqual([-Infinity, Infinity]);
  });
});
