import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { PersistentMap } from "../logic/persistent-map.ts";
import * as maps from "../logic/persistent-map.ts";
import * as t from "../logic/term.ts";
import { F64, intType, MATH_INTEGER } from "../logic/types.ts";
import { box } from "./box.ts";
import { congruences } from "./congruence.ts";
import { constant } from "./constant.ts";
import { finitePowerset } from "./powerset.ts";
import { boxCongruence } from "./product.ts";

const m: t.Variable = { id: 3, name: "m", type: MATH_INTEGER, role: "local" };
const u: t.Variable = { id: 4, name: "u", type: intType(8, "unsigned"), role: "local" };
const f: t.Variable = { id: 5, name: "f", type: F64, role: "local" };
const [M, U, F] = [m, u, f].map(t.variable) as [t.Term, t.Term, t.Term];
const n = t.integer;

describe("persistent maps", () => {
  const key = (id: number): t.Variable => variables[id]!;
  const variables = Array.from({ length: 5000 }, (_, id): t.Variable => ({ ...m, id, name: `k${id}` }));
  const updates = fc.array(fc.tuple(fc.oneof(fc.nat(20), fc.nat(4999)), fc.option(fc.nat(3))), { maxLength: 40 });
  const apply = (list: [number, number | null][]) => {
    let map: PersistentMap<number>;
    const model = new Map<number, number>();
    for (const [id, value] of list) {
      map = value === null ? maps.remove(map, key(id)) : maps.set(map, key(id), value);
      if (value === null) model.delete(id);
      else model.set(id, value);
    }
    return { map, model };
  };
  const content = (map: PersistentMap<number>) => maps.entries(map).map(([of, value]) => [of.id, value]);

  test("agree with Map, in order of ids", () => {
    fc.assert(
      fc.property(updates, (list) => {
        const { map, model } = apply(list);
        expect(content(map)).toEqual([...model].sort(([a], [b]) => a - b));
        expect(maps.sizeOf(map)).toBe(model.size);
        for (const [id] of list) expect(maps.get(map, key(id))).toBe(model.get(id));
      }),
    );
  });

  test("combine and compare two maps", () => {
    fc.assert(
      fc.property(updates, updates, (first, second) => {
        const [a, b] = [apply(first), apply(second)];
        const ids = [...new Set([...a.model.keys(), ...b.model.keys()])].sort((p, q) => p - q);
        const least = maps.combine(a.map, b.map, "drop", (p, q) => Math.min(p, q));
        const common = ids.filter((id) => a.model.has(id) && b.model.has(id));
        expect(content(least)).toEqual(common.map((id) => [id, Math.min(a.model.get(id)!, b.model.get(id)!)]));
        const all = maps.combine(a.map, b.map, "keep", (p, q) => Math.max(p, q));
        expect(content(all)).toEqual(ids.map((id) => [id, Math.max(a.model.get(id) ?? -1, b.model.get(id) ?? -1)]));
        const atMost = [...b.model].every(([id, value]) => (a.model.get(id) ?? Infinity) <= value);
        expect(maps.everyOf(a.map, b.map, (p, q) => p !== undefined && p <= q)).toBe(atMost);
      }),
    );
  });

  test("unchanged parts are shared", () => {
    const { map } = apply([...Array(300).keys()].map((id) => [id, 1]));
    expect(maps.combine(map, maps.set(map, key(7), 1), "drop", (p, q) => (p === q ? p : undefined))).toBe(map);
  });
});

describe("constants", () => {
  test("are computed exactly and solved from equations", () => {
    const state = constant.assume(constant.top, t.and([t.eq(t.add(M, n(3)), n(10)), t.eq(U, n(255))]));
    expect(constant.show(state)).toBe("m = 7, u = 255");
    const wrapped = t.wrap(t.add(U, M), intType(8, "unsigned"), "conversion");
    expect(constant.show(constant.assign(state, u, wrapped))).toBe("m = 7, u = 6");
    expect(constant.show(constant.assign(state, m, t.bits("bitxor", M, n(2n ** 70n))))).toContain(
      `m = ${2n ** 70n + 7n}`,
    );
    expect(constant.isBottom(constant.assume(state, t.lt(M, n(7))))).toBe(true);
    expect(
      constant.show(constant.assign(state, f, t.floatBinary("fdivide", t.intToFloat(M, F64), t.float(2, F64), F64))),
    ).toBe("m = 7, u = 255, f = 3.5");
  });

  test("a comparison with zero does not decide the sign of a zero", () => {
    const zero = constant.assume(constant.top, t.floatComparison("feq", F, t.float(0, F64)));
    expect(constant.show(zero)).toBe("top");
    expect(constant.show(constant.assign(constant.top, f, t.float(-0, F64)))).toBe("f = -0");
  });
});

describe("congruences", () => {
  test("strides, wraps and low bits", () => {
    const even = congruences.assume(congruences.top, t.eq(t.remainder(M, n(2)), n(0)));
    expect(congruences.show(even)).toBe("m = 0 mod 2");
    expect(congruences.show(congruences.assign(even, m, t.add(t.multiply(n(3), M), n(1))))).toBe("m = 1 mod 6");
    expect(congruences.show(congruences.assign(even, u, t.wrap(M, intType(8, "unsigned"), "conversion")))).toBe(
      "m = 0 mod 2, u = 0 mod 2",
    );
    expect(congruences.show(congruences.assign(even, m, t.bits("bitor", M, n(1))))).toBe("m = 1 mod 2");
    expect(congruences.isBottom(congruences.assume(even, t.eq(M, n(3))))).toBe(true);
    const third = congruences.assume(congruences.top, t.eq(t.remainder(M, n(3)), n(2)));
    expect(congruences.show(congruences.meet(even, third))).toBe("m = 2 mod 6");
    expect(
      congruences.show(
        congruences.join(
          congruences.assume(congruences.top, t.eq(M, n(5))),
          congruences.assume(congruences.top, t.eq(M, n(17))),
        ),
      ),
    ).toBe("m = 5 mod 12");
  });
});

describe("combinators", () => {
  test("the reduced product moves interval ends to members of the class", () => {
    const state = boxCongruence.assume(
      boxCongruence.top,
      t.and([t.eq(t.remainder(M, n(4)), n(1)), t.le(n(2), M), t.le(M, n(8))]),
    );
    expect(boxCongruence.show(state)).toBe("m = 5; m = 5");
    const none = boxCongruence.assume(
      boxCongruence.top,
      t.and([t.eq(t.remainder(M, n(4)), n(1)), t.le(n(2), M), t.le(M, n(4))]),
    );
    expect(boxCongruence.isBottom(none)).toBe(true);
  });

  test("a powerset keeps disjuncts up to its limit and widens like its base", () => {
    const pairs = finitePowerset("pairs", box, 2);
    const three = pairs.assume(pairs.top, t.or([1, 5, 9].map((value) => t.eq(M, n(value)))));
    expect(pairs.show(three)).toBe("m = 1 or m in [5, 9]");
    const split = pairs.assign(pairs.top, u, t.ite(t.lt(M, n(0)), n(3), n(8)));
    expect(pairs.show(split)).toBe("m in (-oo, -1], u = 3 or m in [0, oo), u = 8");
    expect(pairs.isBottom(pairs.assume(split, t.and([t.eq(U, n(3)), t.le(n(0), M)])))).toBe(true);
    const grown = pairs.widen(three, pairs.join(three, pairs.assume(pairs.top, t.eq(M, n(20)))));
    expect(pairs.show(grown)).toBe("m in [1, oo)");
    expect(pairs.widen(three, pairs.assume(pairs.top, t.eq(M, n(6))))).toBe(three);
  });
});
