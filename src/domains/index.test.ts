import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  box,
  type Domain,
  domainNamed,
  domains,
  octagon,
  octagons,
  plainPolyhedra,
  polyhedra,
  terms,
  types,
  type Variable,
} from "./index.ts";

const { add, and, eq, integer, le, lt, multiply, ne, subtract, variable, wrap } = terms;
const int32 = types.intType(32, "signed");
const unsigned = types.intType(32, "unsigned");
const i: Variable = { id: 1, name: "i", type: int32, role: "local" };
const n: Variable = { id: 2, name: "n", type: int32, role: "local" };
const u: Variable = { id: 3, name: "u", type: unsigned, role: "local" };

function iterate<S>(domain: Domain<S>, start: S, body: (state: S) => S): S {
  let invariant = start;
  for (let step = 0; step < 20; step++) {
    const wider = domain.widen(invariant, domain.join(invariant, body(invariant)));
    if (domain.leq(wider, invariant)) return invariant;
    invariant = wider;
  }
  throw new Error("the iteration should have become stationary");
}

describe("registry", () => {
  test("names are unique and documented, with a picture each", () => {
    const names = domains.map(({ domain }) => domain.name);
    expect(new Set(names).size).toBe(names.length);
    const documentation = readFileSync(new URL("../../docs/domains.md", import.meta.url), "utf8");
    for (const name of names) {
      expect(documentation).toContain(`\`${name}\``);
      expect(documentation).toContain(`pictures/${name}.svg`);
      expect(domainNamed(name)?.domain.name).toBe(name);
    }
    expect(domainNamed("no such domain")).toBeUndefined();
  });
});

describe("machine integers", () => {
  // i = 0; while (i < n) i++; as documented.
  const start = and([eq(variable(i), integer(0)), le(integer(0), variable(n))]);
  const next = wrap(add(variable(i), integer(1)), int32, "arithmetic");

  test.each([octagon, polyhedra] as Domain<unknown>[])("$name finds i <= n without storing type ranges", (domain) => {
    const body = (state: unknown) => domain.assign(domain.assume(state, lt(variable(i), variable(n))), i, next);
    const invariant = iterate(domain, domain.assume(domain.top, start), body);
    expect(domain.show(invariant).split(", ").sort()).toEqual(["i - n <= 0", "i >= 0"]);
    const exit = domain.assume(invariant, le(variable(n), variable(i)));
    expect(domain.isBottom(domain.assume(exit, ne(variable(i), variable(n))))).toBe(true);
  });

  test.each([octagon, polyhedra, box] as Domain<unknown>[])(
    "$name wraps: u - 1 of an unknown unsigned is anything",
    (domain) => {
      const less = wrap(subtract(variable(u), integer(1)), unsigned, "conversion");
      const unknown = domain.assign(domain.top, u, less);
      expect(domain.leq(domain.top, unknown)).toBe(true);
      const positive = domain.assign(domain.assume(domain.top, le(integer(1), variable(u))), u, less);
      expect(domain.leq(positive, domain.assume(domain.top, le(variable(u), integer(4294967294))))).toBe(true);
      const zero = domain.assign(domain.assume(domain.top, eq(variable(u), integer(0))), u, less);
      expect(domain.show(zero)).toBe("u = 4294967295");
    },
  );

  test("a bound that only the type gives decides an inclusion", () => {
    const asked = octagon.assume(octagon.top, le(variable(u), integer(4294967295)));
    expect(octagon.leq(octagon.top, asked)).toBe(true);
    const small: Variable = { id: 9, name: "c", type: types.intType(8, "unsigned"), role: "local" };
    const wider = polyhedra.assume(polyhedra.top, le(multiply(integer(2), variable(small)), integer(600)));
    expect(polyhedra.leq(polyhedra.top, wider)).toBe(true);
  });
});

describe("octagons and polyhedra on common ground", () => {
  const names = [0, 1, 2].map((id): Variable => ({ id: 20 + id, name: `r${id}`, type: types.REAL, role: "local" }));
  const overReals = octagons("rational");
  const hulls = plainPolyhedra();
  const constraint = fc.tuple(
    fc.nat(2),
    fc.nat(2),
    fc.constantFrom(1, -1),
    fc.constantFrom(1, -1),
    fc.integer({ min: -4, max: 9 }),
  );
  const formulaOf = (list: [number, number, number, number, number][]) =>
    and(
      list.map(([a, b, signA, signB, bound]) => {
        const left = multiply(integer(signA), variable(names[a]!));
        return le(a === b ? left : add(left, multiply(integer(signB), variable(names[b]!))), integer(bound));
      }),
    );

  test("conjunctions of octagonal constraints are the same sets", () => {
    fc.assert(
      fc.property(
        fc.array(constraint, { maxLength: 7 }),
        fc.array(constraint, { minLength: 1, maxLength: 3 }),
        (first, second) => {
          const [condition, goal] = [formulaOf(first), formulaOf(second)];
          const a = overReals.assume(overReals.top, condition);
          const p = hulls.assume(hulls.top, condition);
          expect(overReals.isBottom(a)).toBe(hulls.isBottom(p));
          expect(overReals.leq(a, overReals.assume(overReals.top, goal))).toBe(
            hulls.leq(p, hulls.assume(hulls.top, goal)),
          );
          // What the octagon says in few constraints is the polyhedron.
          const back = hulls.assume(hulls.top, overReals.toFormula(a));
          expect(hulls.leq(back, p) && hulls.leq(p, back)).toBe(true);
        },
      ),
    );
  });

  test("hull and join, projections and copies: the polyhedron is inside the octagon", () => {
    fc.assert(
      fc.property(fc.array(constraint, { maxLength: 6 }), fc.array(constraint, { maxLength: 6 }), (first, second) => {
        const [c, d] = [formulaOf(first), formulaOf(second)];
        const octagonJoin = overReals.join(overReals.assume(overReals.top, c), overReals.assume(overReals.top, d));
        const hull = hulls.join(hulls.assume(hulls.top, c), hulls.assume(hulls.top, d));
        expect(hulls.leq(hull, hulls.assume(hulls.top, overReals.toFormula(octagonJoin)))).toBe(true);
        // The best octagon above the hull is the exact join: every octagonal bound of the hull is one of the join.
        expect(overReals.leq(octagonJoin, overReals.assume(overReals.top, hulls.toFormula(hull)))).toBe(true);
        const copied = overReals.assign(
          overReals.assume(overReals.top, c),
          names[0]!,
          add(variable(names[1]!), integer(3)),
        );
        const copiedHull = hulls.assign(hulls.assume(hulls.top, c), names[0]!, add(variable(names[1]!), integer(3)));
        const same = hulls.assume(hulls.top, overReals.toFormula(copied));
        expect(hulls.leq(same, copiedHull) && hulls.leq(copiedHull, same)).toBe(true);
      }),
    );
  });
});
