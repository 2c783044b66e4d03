import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type LinearConstraint, linearConstraint, linearExpression, showConstraint } from "../../logic/linear.ts";
import * as t from "../../logic/term.ts";
import { MATH_INTEGER, REAL } from "../../logic/types.ts";
import type { Int } from "../../numbers/int.ts";
import { closeExact, toExact } from "./exact.ts";
import type { Octagon } from "./lattice.ts";
import { type Arithmetic, addClosed, close, position, rowStart, topMatrix } from "./matrix.ts";
import { fromConstraints, octagons } from "./octagon.ts";

const domain = octagons("integer");
const names = Array.from(
  { length: 8 },
  (_, id): t.Variable => ({ id, name: `x${id}`, type: MATH_INTEGER, role: "local" }),
);
const X = names.map(t.variable);
const [x, y, z] = X as [t.Term, t.Term, t.Term];
const n = t.integer;

function bounds(state: Octagon, of = 0): [Int, Int] {
  const { low, high } = domain.bounds(state, names[of]!);
  return [low, high];
}

function assume(...conditions: t.Formula[]): Octagon {
  return domain.assume(domain.top, t.and(conditions));
}

/** Full matrix shortest paths and repeated strengthening, written as the definition says. */
function closeNaively(half: Float64Array, size: number, arithmetic: Arithmetic): number[][] | undefined {
  const m = Array.from({ length: size }, (_, i) => Array.from({ length: size }, (_, j) => half[position(i, j)]!));
  for (let round = 0; round < 4; round++) {
    for (let k = 0; k < size; k++)
      for (let i = 0; i < size; i++)
        for (let j = 0; j < size; j++) m[i]![j] = Math.min(m[i]![j]!, m[i]![k]! + m[k]![j]!);
    for (let i = 0; i < size; i++) {
      if (m[i]![i]! < 0) return undefined;
      if (arithmetic === "integer") m[i]![i ^ 1] = 2 * Math.floor(m[i]![i ^ 1]! / 2);
    }
    for (let i = 0; i < size; i++)
      for (let j = 0; j < size; j++) m[i]![j] = Math.min(m[i]![j]!, (m[i]![i ^ 1]! + m[j ^ 1]![j]!) / 2);
  }
  for (let i = 0; i < size; i++) if (m[i]![i]! < 0) return undefined;
  return m;
}

const someMatrix = fc
  .tuple(
    fc.integer({ min: 1, max: 5 }),
    fc.array(fc.tuple(fc.nat(9), fc.nat(9), fc.integer({ min: -6, max: 20 })), { maxLength: 14 }),
  )
  .map(([count, entries]) => {
    const m = topMatrix(count);
    for (const [i, j, bound] of entries) {
      const [a, b] = [i % (2 * count), j % (2 * count)];
      if (a !== b) m[position(a, b)] = Math.min(m[position(a, b)]!, a === (b ^ 1) ? 2 * bound : bound);
    }
    return { m, count };
  });

describe("closure", () => {
  test.each(["integer", "rational"] as const)(
    "agrees with the definition and with exact arithmetic: %s",
    (arithmetic) => {
      fc.assert(
        fc.property(someMatrix, ({ m, count }) => {
          const expected = closeNaively(m, 2 * count, arithmetic);
          const doubles = m.slice();
          const exact = toExact(m);
          const outcome = close(doubles, count, arithmetic);
          expect(outcome).toBe(expected === undefined ? "empty" : "closed");
          expect(closeExact(exact, count, arithmetic)).toBe(expected !== undefined);
          if (expected === undefined) return;
          for (let i = 0; i < 2 * count; i++)
            for (let j = 0; j <= (i | 1); j++) expect(doubles[rowStart(i) + j]).toBe(expected[i]![j]);
          expect(toExact(doubles)).toEqual(exact);
        }),
      );
    },
  );

  test.each(["integer", "rational"] as const)("incremental closure equals full closure: %s", (arithmetic) => {
    const more = fc.tuple(someMatrix, fc.nat(9), fc.nat(9), fc.integer({ min: -8, max: 12 }));
    fc.assert(
      fc.property(more, ([{ m, count }, i, j, value]) => {
        const [from, to] = [i % (2 * count), j % (2 * count)];
        if (from === to || close(m, count, arithmetic) !== "closed") return;
        const bound = from === (to ^ 1) ? 2 * value : value;
        const full = m.slice();
        full[position(from, to)] = Math.min(full[position(from, to)]!, bound);
        const outcome = addClosed(m, count, from, to, bound, arithmetic);
        expect(outcome).toBe(close(full, count, arithmetic));
        if (outcome === "closed") expect(m).toEqual(full);
      }),
    );
  });
});

describe("exactness", () => {
  const huge = 2n ** 60n;

  test("bounds beyond 2^53 are not rounded", () => {
    const state = assume(
      t.le(x, n(huge + 1n)),
      t.le(t.add(y, x), n(huge * 4n + 3n)),
      t.le(n(huge), x),
      t.le(n(3n * huge), y),
    );
    expect(bounds(state)).toEqual([huge, huge + 1n]);
    expect(bounds(state, 1)).toEqual([3n * huge, 3n * huge + 3n]);
    expect(domain.show(state)).toContain("1152921504606846977");
    expect(domain.isBottom(domain.assume(state, t.lt(n(huge * 4n + 3n), t.add(x, y))))).toBe(true);
    expect(domain.isBottom(domain.assume(state, t.le(n(huge * 4n + 3n), t.add(x, y))))).toBe(false);
  });

  test("sums of many large doubles fall over to exact numbers and back", () => {
    const big = 2 ** 48 + 1;
    const chain = X.slice(1).map((next, i) => t.eq(t.subtract(next, X[i]!), n(big)));
    const state = assume(t.eq(x, n(0)), ...chain);
    expect(bounds(state, 7)).toEqual([7 * big, 7 * big]);
    const back = domain.assign(state, names[7]!, t.subtract(X[7]!, X[6]!));
    expect(bounds(back, 7)).toEqual([big, big]);
    const further = domain.assign(state, names[7]!, t.add(X[7]!, n(2n ** 70n)));
    expect(bounds(further, 7)).toEqual([2n ** 70n + BigInt(7 * big), 2n ** 70n + BigInt(7 * big)]);
  });

  test("joins and widenings mix exact and small operands", () => {
    const small = assume(t.eq(x, n(1)), t.eq(y, n(2)));
    const large = assume(t.eq(x, n(huge)), t.eq(y, n(huge + 1n)));
    const join = domain.join(small, large);
    expect(domain.show(join)).toContain("x0 - x1 = -1");
    expect(domain.leq(large, join) && domain.leq(small, join)).toBe(true);
    expect(domain.show(domain.widen(small, large))).toBe("x0 - x1 = -1, x0 >= 1");
  });
});

describe("integers", () => {
  test("tightening: x + y and x - y even and odd leave nothing", () => {
    const condition = t.and([t.eq(t.add(x, y), n(1)), t.eq(t.subtract(x, y), n(0))]);
    expect(domain.isBottom(domain.assume(domain.top, condition))).toBe(true);
    const reals = names.map((of) => ({ ...of, type: REAL }));
    const [u, v] = reals.map(t.variable) as [t.Term, t.Term];
    const overReals = octagons("rational");
    const half = overReals.assume(overReals.top, t.and([t.eq(t.add(u, v), n(1)), t.eq(t.subtract(u, v), n(0))]));
    expect(overReals.isBottom(half)).toBe(false);
    expect(overReals.show(half)).toBe("2*x0 = 1, 2*x1 = 1");
  });
});

describe("assignments", () => {
  test("copies, shifts and negations are exact and relate", () => {
    let state = assume(t.le(n(0), x), t.le(x, n(10)));
    state = domain.assign(state, names[1]!, t.add(x, n(3)));
    expect(domain.show(state)).toBe("x0 - x1 = -3, x0 <= 10, x0 >= 0");
    expect(bounds(state, 1)).toEqual([3, 13]);
    state = domain.assign(state, names[0]!, t.subtract(n(1), x));
    expect(domain.bounds(state, names[0]!)).toEqual({ low: -9, high: 1 });
    expect(domain.isBottom(domain.assume(state, t.ne(t.add(x, y), n(4))))).toBe(true);
    state = domain.assign(state, names[2]!, t.subtract(x, y));
    expect(bounds(state, 2)).toEqual([-22, -2]);
  });

  test("a sum of related variables uses their relation", () => {
    const state = assume(t.le(t.add(x, y), n(10)), t.le(n(0), x), t.le(n(0), y), t.le(x, n(8)), t.le(y, n(8)));
    const after = domain.assign(state, names[2]!, t.add(x, y));
    expect(bounds(after, 2)).toEqual([0, 10]);
    expect(domain.leq(after, domain.assume(domain.top, t.le(x, z)))).toBe(true);
  });

  test("a condition on three variables bounds them in pairs", () => {
    const state = assume(t.le(n(1), z), t.le(t.add(t.add(x, y), z), n(10)));
    expect(domain.leq(state, assume(t.le(t.add(x, y), n(9))))).toBe(true);
  });

  test("preimage undoes an assignment", () => {
    const state = assume(t.le(n(0), x), t.le(x, n(10)), t.le(t.subtract(x, y), n(2)));
    const before = domain.preimage(state, names[0]!, t.add(x, n(5)));
    expect(bounds(before)).toEqual([-5, 5]);
    expect(domain.leq(before, assume(t.le(t.subtract(x, y), n(-3))))).toBe(true);
    expect(domain.show(domain.preimage(state, names[0]!, y))).toBe("x1 <= 10, x1 >= 0");
  });
});

describe("lattice", () => {
  test("the join is the least octagon, across blocks too", () => {
    const a = assume(t.eq(x, n(1)), t.eq(y, n(10)));
    const b = assume(t.eq(x, n(10)), t.eq(y, n(1)));
    const join = domain.join(a, b);
    expect(domain.leq(join, assume(t.eq(t.add(x, y), n(11))))).toBe(true);
    expect(bounds(join)).toEqual([1, 10]);
  });

  test("widening keeps stable constraints and does not close its left operand", () => {
    const first = assume(t.eq(x, n(0)), t.eq(y, n(0)));
    const loop = (state: Octagon) => {
      const entered = domain.assume(state, t.lt(x, n(100)));
      return domain.assign(domain.assign(entered, names[0]!, t.add(x, n(1))), names[1]!, t.add(y, n(1)));
    };
    let state = first;
    let steps = 0;
    for (; steps < 10; steps++) {
      const next = domain.widen(state, domain.join(state, loop(state)));
      if (domain.leq(next, state)) break;
      state = next;
    }
    expect(steps).toBeLessThanOrEqual(2);
    expect(domain.leq(state, assume(t.eq(x, y), t.le(n(0), x)))).toBe(true);
    const limit = linearConstraint("le", linearExpression([[names[0]!, 1]], -100)) as LinearConstraint;
    const upTo = domain.widenUpTo(first, domain.join(first, loop(first)), [limit]);
    expect(bounds(upTo)).toEqual([0, 100]);
    expect(bounds(domain.narrow(state, domain.join(first, loop(state))))).toEqual([0, 100]);
  });
});

describe("constraints", () => {
  test("are few and say the same", () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(5), fc.nat(5), fc.boolean(), fc.integer({ min: -3, max: 9 })), { maxLength: 9 }),
        (list) => {
          const given = list.flatMap(([i, j, plus, bound]) => {
            const terms: [t.Variable, Int][] = [
              [names[i]!, 1],
              [names[j]!, plus ? 1 : -1],
            ];
            const constraint = linearConstraint("le", linearExpression(terms, -bound));
            return typeof constraint === "object" ? [constraint] : [];
          });
          const state = fromConstraints(given, "integer");
          if (domain.isBottom(state)) return;
          const kept = domain.constraints(state);
          const again = fromConstraints(kept, "integer");
          expect(domain.leq(state, again)).toBe(true);
          expect(domain.leq(again, state), kept.map(showConstraint).join(", ")).toBe(true);
        },
      ),
    );
    const chain = assume(t.le(x, y), t.le(y, z), t.le(x, z));
    expect(domain.show(chain)).toBe("x0 - x1 <= 0, x1 - x2 <= 0");
  });
});
