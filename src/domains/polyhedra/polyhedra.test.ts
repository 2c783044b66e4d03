/**
 * Polyhedra against an independent decision procedure: the exact simplex knows nothing of double descriptions. A closed
 * convex set is known by its support function (the supremum of every direction), so that is what is compared.
 */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { runs } from "../../../tests/support/thorough.ts";
import {
  addScaled,
  coefficientOf,
  type LinearConstraint,
  type LinearExpression,
  linearConstraint,
  linearExpression,
  scale,
  showConstraint,
} from "../../logic/linear.ts";
import type { Variable } from "../../logic/term.ts";
import * as t from "../../logic/term.ts";
import { intType, MATH_INTEGER, REAL } from "../../logic/types.ts";
import type { Rational } from "../../numbers/rational.ts";
import * as rational from "../../numbers/rational.ts";
import { Simplex } from "../../numbers/simplex/simplex.ts";
import { constraints, type Polyhedron, polyhedra } from "./polyhedra.ts";
import { infimum, pairOf, TOP, withConstraints } from "./state.ts";

const domain = polyhedra();
const refined = polyhedra({ widening: "refined" });

// Real variables: no rounding to integers, so that both sides compute over the rationals.
const [x, y, z, w] = ["x", "y", "z", "w"].map((name, id): Variable => ({ id, name, type: REAL, role: "global" })) as [
  Variable,
  Variable,
  Variable,
  Variable,
];
const space = [x, y, z, w];

const coefficients = fc.array(fc.integer({ min: -3, max: 3 }), { minLength: 4, maxLength: 4 });

function form(values: readonly number[], constant: number): LinearExpression {
  return linearExpression(
    values.map((value, i) => [space[i]!, value] as const),
    constant,
  );
}

const constraint = fc
  .tuple(coefficients, fc.integer({ min: -9, max: 9 }), fc.integer({ min: 0, max: 7 }))
  .map(([values, constant, kind]) => linearConstraint(kind === 0 ? "eq" : "le", form(values, constant)))
  .filter((made): made is LinearConstraint => typeof made === "object");
const system = fc.array(constraint, { minLength: 0, maxLength: 7 });

function stateOf(list: readonly LinearConstraint[]): Polyhedron {
  return withConstraints(TOP, list, "none");
}

/** The supremum by the simplex: undefined if unbounded, "empty" if there is no solution. */
function supremum(list: readonly LinearConstraint[], of: LinearExpression): Rational | undefined | "empty" {
  const simplex = new Simplex();
  const columns = space.map(() => simplex.addVariable());
  for (const { relation, expression } of list) {
    const row = simplex.addRow(
      columns,
      space.map((variable) => coefficientOf(expression, variable)),
    );
    const bound = rational.negate(expression.constant);
    if (simplex.assertUpper(row, bound, "closed", 0) !== undefined) return "empty";
    if (relation === "eq" && simplex.assertLower(row, bound, "closed", 0) !== undefined) return "empty";
  }
  if (simplex.check().kind !== "feasible") return "empty";
  const optimum = simplex.maximise(
    columns,
    space.map((variable) => coefficientOf(of, variable)),
  );
  return optimum.kind === "bounded" ? rational.add(optimum.value, of.constant) : undefined;
}

function support(state: Polyhedron, of: LinearExpression): Rational | undefined | "empty" {
  const settled = state.settle();
  if (settled.blocks === undefined) return "empty";
  const least = infimum(settled, of, -1);
  return least === undefined ? undefined : rational.negate(least);
}

function show(value: Rational | undefined | "empty"): string {
  return value === undefined
    ? "unbounded"
    : value === "empty"
      ? value
      : `${rational.numerator(value)}/${rational.denominator(value)}`.replace(/\/1$/, "");
}

/** The larger of two suprema. */
function larger(a: Rational | undefined | "empty", b: Rational | undefined | "empty"): Rational | undefined | "empty" {
  if (a === "empty") return b;
  if (b === "empty") return a;
  return a === undefined || b === undefined ? undefined : rational.max(a, b);
}

describe("double descriptions", () => {
  test("generators and constraints describe the set that the simplex sees", () => {
    fc.assert(
      fc.property(system, coefficients, (list, values) => {
        const state = stateOf(list);
        expect(show(support(state, form(values, 0)))).toBe(show(supremum(list, form(values, 0))));
        if (!domain.isBottom(state)) {
          const minimal = constraints(state);
          expect(show(supremum(minimal, form(values, 0)))).toBe(show(supremum(list, form(values, 0))));
        }
      }),
      { numRuns: runs(300) },
    );
  });

  test("saturation bits are scalar products, and both sides are minimal", () => {
    fc.assert(
      fc.property(system, (list) => {
        for (const block of stateOf(list).settle().blocks ?? []) {
          const { constraints: rows, generators, bits } = pairOf(block)!;
          for (let g = 0; g < generators.rays.count; g++) {
            for (let e = 0; e < rows.lines.count; e++) expect(generators.rays.dot(g, rows.lines, e)).toBe(0);
            for (let c = 0; c < rows.rays.count; c++) {
              const product = generators.rays.dot(g, rows.rays, c);
              expect(product >= 0).toBe(true);
              expect(((bits.data[g * bits.words + (c >>> 5)]! >>> (c & 31)) & 1) === 1).toBe(product > 0);
            }
          }
          for (let l = 0; l < generators.lines.count; l++) {
            for (let c = 0; c < rows.rays.count; c++) expect(generators.lines.dot(l, rows.rays, c)).toBe(0);
            for (let e = 0; e < rows.lines.count; e++) expect(generators.lines.dot(l, rows.lines, e)).toBe(0);
          }
        }
        const minimal = constraints(stateOf(list));
        for (const dropped of minimal) {
          const others = minimal.filter((other) => other !== dropped);
          if (dropped.relation === "eq" || others.length === 0) continue;
          const bound = supremum(others, dropped.expression);
          expect(bound === "empty" || (bound !== undefined && rational.sign(bound) <= 0)).toBe(false);
        }
      }),
      { numRuns: runs(300) },
    );
  });

  test("the hull's support is the larger of the two", () => {
    fc.assert(
      fc.property(system, system, coefficients, (first, second, values) => {
        const hull = domain.join(stateOf(first), stateOf(second));
        const direction = form(values, 0);
        expect(show(support(hull, direction))).toBe(
          show(larger(supremum(first, direction), supremum(second, direction))),
        );
      }),
      { numRuns: runs(400) },
    );
  });

  test("a projection keeps the support of the directions it does not touch", () => {
    fc.assert(
      fc.property(system, coefficients, (list, values) => {
        const projected = domain.forget(domain.forget(stateOf(list), x), z);
        const direction = form([0, values[1]!, 0, values[3]!], 0);
        expect(show(support(projected, direction))).toBe(show(supremum(list, direction)));
      }),
      { numRuns: runs(400) },
    );
  });

  test("inclusion and meet agree with the simplex", () => {
    fc.assert(
      fc.property(system, system, coefficients, (first, second, values) => {
        const included = second.every(({ relation, expression }) => {
          const above = supremum(first, expression);
          const below = supremum(first, scale(expression, -1));
          const within = (bound: Rational | undefined | "empty"): boolean =>
            bound === "empty" || (bound !== undefined && rational.sign(bound) <= 0);
          return within(above) && (relation !== "eq" || within(below));
        });
        const both = domain.meet(stateOf(first), stateOf(second));
        expect(domain.leq(stateOf(first), stateOf(second))).toBe(included);
        expect(show(support(both, form(values, 0)))).toBe(show(supremum([...first, ...second], form(values, 0))));
      }),
      { numRuns: runs(400) },
    );
  });

  test("affine images and preimages are exact", () => {
    fc.assert(
      fc.property(
        system,
        coefficients,
        coefficients,
        fc.integer({ min: -5, max: 5 }),
        (list, map, values, constant) => {
          const value = t.add(termOf(form(map, 0)), t.integer(constant));
          const direction = form(values, 0);
          // The direction before the assignment: y's coefficient goes to the form assigned to it.
          const pulled = addScaled(form([values[0]!, 0, values[2]!, values[3]!], 0), values[1]!, form(map, constant));
          expect(show(support(domain.assign(stateOf(list), y, value), direction))).toBe(show(supremum(list, pulled)));
          const substituted = list.map(({ relation, expression }) => {
            const own = coefficientOf(expression, y);
            const rest = addScaled(expression, -1, linearExpression([[y, own]], 0));
            return linearConstraint(relation, addScaled(rest, own, form(map, constant)));
          });
          const before = substituted.includes("false")
            ? "empty"
            : supremum(
                substituted.filter((made): made is LinearConstraint => typeof made === "object"),
                direction,
              );
          expect(show(support(domain.preimage(stateOf(list), y, value), direction))).toBe(show(before));
        },
      ),
      { numRuns: runs(400) },
    );
  });
});

function termOf(expression: LinearExpression): t.Term {
  let sum: t.Term = t.integer(expression.constant);
  expression.variables.forEach((variable, i) => {
    sum = t.add(sum, t.multiply(t.integer(expression.coefficients[i]!), t.variable(variable)));
  });
  return sum;
}

describe("large coefficients", () => {
  test("facets beyond 2^53 are kept exactly", () => {
    const big = 2n ** 70n + 1n;
    const huge = 2n ** 71n + 1n;
    // The line through (0, 0) and (big, huge), and a point just above it.
    const points = [
      [0n, 0n],
      [big, huge],
      [1n, 3n],
    ] as const;
    const states = points.map(([px, py]) =>
      domain.assign(domain.assign(domain.top, x, t.integer(asInt(px))), y, t.integer(asInt(py))),
    );
    const hull = states.reduce(domain.join);
    expect(constraints(hull).map(showConstraint).sort()).toEqual(
      [
        `${huge}*x - ${big}*y <= 0`,
        "3*x - y >= 0",
        `${(huge - 3n) / 2n}*x - ${(big - 1n) / 2n}*y >= ${-(3n * big - huge) / 2n}`,
      ].sort(),
    );
    for (const state of states) expect(domain.leq(state, hull)).toBe(true);
    // One beside the line by less than a double can tell.
    const outside = domain.assign(domain.assign(domain.top, x, t.integer(asInt(big))), y, t.integer(asInt(huge - 1n)));
    expect(domain.leq(outside, hull)).toBe(false);
  });

  test("projections and images fall over to BigInts without loss", () => {
    const factor = t.integer(2 ** 40);
    let state = domain.assume(
      domain.top,
      t.and([t.le(t.integer(0), t.variable(x)), t.le(t.variable(x), t.integer(7))]),
    );
    for (const [to, from] of [
      [y, x],
      [z, y],
      [w, z],
    ] as const)
      state = domain.assign(state, to, t.add(t.multiply(factor, t.variable(from)), t.integer(1)));
    const above = support(domain.forget(domain.forget(state, y), z), form([0, 0, 0, 1], 0));
    const step = 2n ** 40n;
    expect(show(above)).toBe(`${((7n * step + 1n) * step + 1n) * step + 1n}`);
  });
});

function asInt(value: bigint): number | bigint {
  return value < 2n ** 53n ? Number(value) : value;
}

describe("blocks", () => {
  test("unrelated variables stay apart, and a relation that ends sets them free", () => {
    const relation = (a: Variable, b: Variable): t.Formula => t.le(t.variable(a), t.variable(b));
    const apart = domain.assume(domain.top, t.and([relation(x, y), relation(z, w)]));
    expect(apart.settle().blocks?.map((block) => block.variables.map((of) => of.name).join(""))).toEqual(["xy", "zw"]);
    const together = domain.assume(apart, relation(y, z));
    expect(together.settle().blocks?.length).toBe(1);
    const separated = domain.forget(domain.forget(together, y), z);
    expect(domain.show(separated)).toBe("x - w <= 0");
    expect(domain.join(apart, together)).toBe(apart.settle());
    const mixed = domain.join(together, domain.assume(apart, relation(w, x)));
    expect(domain.show(mixed)).toBe("x - y <= 0, z - w <= 0");
    expect(mixed.settle().blocks?.length).toBe(2);
  });

  test("a hull of many blocks is a product of hulls, and still an upper bound", () => {
    const names = Array.from({ length: 30 }, (_, id): Variable => ({ id, name: `v${id}`, type: REAL, role: "global" }));
    const cube = (high: number): Polyhedron =>
      names.reduce(
        (state, name) =>
          domain.assume(state, t.and([t.le(t.integer(0), t.variable(name)), t.le(t.variable(name), t.integer(high))])),
        domain.top,
      );
    const hull = domain.join(cube(1), cube(2));
    expect(domain.leq(cube(1), hull) && domain.leq(cube(2), hull)).toBe(true);
    expect(hull.settle().blocks?.length).toBe(30);
  });

  test("too many generators leave the bounds of each variable", () => {
    const names = Array.from({ length: 15 }, (_, id): Variable => ({ id, name: `v${id}`, type: REAL, role: "global" }));
    const total = names.reduce((sum: t.Term, name) => t.add(sum, t.variable(name)), t.integer(0));
    const parts = names.flatMap((name) => [t.le(t.integer(0), t.variable(name)), t.le(t.variable(name), t.integer(1))]);
    const state = domain.assume(domain.top, t.and([...parts, t.le(total, t.integer(14))]));
    expect(domain.isBottom(state)).toBe(false);
    for (const name of names) expect(domain.bounds(state, name)).toEqual({ low: 0, high: 1 });
  });
});

const [i, n, u] = [
  { id: 10, name: "i", type: intType(32, "signed"), role: "local" },
  { id: 11, name: "n", type: intType(32, "signed"), role: "local" },
  { id: 12, name: "u", type: intType(8, "unsigned"), role: "local" },
] satisfies Variable[] as [Variable, Variable, Variable];

describe("transfer", () => {
  const [I, N, U] = [t.variable(i), t.variable(n), t.variable(u)];
  const int32 = intType(32, "signed");
  const uint8 = intType(8, "unsigned");

  test("a wrap is the identity where a relation keeps it in range", () => {
    const below = domain.assume(domain.top, t.lt(I, N));
    const next = domain.assign(below, i, t.wrap(t.add(I, t.integer(1)), int32, "arithmetic"));
    expect(domain.show(next)).toBe("i - n <= 0");
    const unknown = domain.assign(domain.top, i, t.wrap(t.add(I, t.integer(1)), int32, "arithmetic"));
    expect(domain.show(unknown)).toBe("top");
  });

  test("a narrowing conversion that may change the value leaves the narrow range", () => {
    const state = domain.assign(domain.top, i, t.wrap(N, uint8, "conversion"));
    expect(domain.show(state)).toBe("i >= 0, i <= 255");
    const known = domain.assign(
      domain.assume(domain.top, t.and([t.le(t.integer(3), N), t.le(N, t.integer(9))])),
      i,
      t.wrap(N, uint8, "conversion"),
    );
    expect(domain.bounds(known, i)).toEqual({ low: 3, high: 9 });
    expect(domain.show(known)).toContain("i - n = 0");
    expect(domain.show(domain.assign(domain.top, u, t.wrap(t.add(U, t.integer(1)), uint8, "arithmetic")))).toBe("top");
  });

  test("division, shift and mask become linear bounds", () => {
    const positive = domain.assume(domain.top, t.le(t.integer(0), N));
    expect(domain.show(domain.assign(positive, i, t.divide(N, t.integer(4))))).toBe(
      "4*i - n >= -3, 4*i - n <= 0, n >= 0",
    );
    expect(domain.show(domain.assign(domain.top, i, t.bits("shiftright", N, t.integer(1))))).toBe(
      "2*i - n >= -1, 2*i - n <= 0",
    );
    expect(domain.show(domain.assign(domain.top, i, t.bits("bitand", N, t.integer(-8))))).toBe(
      "i - n >= -7, i - n <= 0",
    );
    // The target itself on the right: its old value is the one meant.
    const halved = domain.assign(domain.assume(domain.top, t.eq(I, t.integer(9))), i, t.divide(I, t.integer(2)));
    expect(domain.bounds(halved, i)).toEqual({ low: 4, high: 4 });
  });

  test("disequality, disjunction and conditional values", () => {
    const range = domain.assume(domain.top, t.and([t.le(t.integer(0), I), t.le(I, t.integer(5))]));
    expect(domain.bounds(domain.assume(range, t.ne(I, t.integer(5))), i)).toEqual({ low: 0, high: 4 });
    const either = domain.assume(domain.top, t.or([t.eq(I, t.integer(2)), t.eq(I, t.integer(6))]));
    expect(domain.bounds(either, i)).toEqual({ low: 2, high: 6 });
    const sign = domain.assign(domain.top, n, t.ite(t.lt(I, t.integer(0)), t.negate(I), I));
    expect(domain.show(sign)).toBe("i + n >= 0, i - n <= 0");
  });

  test("integers between constraints are rounded when a condition meets them", () => {
    const state = domain.assume(domain.top, t.and([t.le(t.add(I, N), t.integer(1)), t.le(I, N)]));
    const onlyI = domain.forget(state, n);
    expect(domain.bounds(onlyI, i).high).toBe(0);
    const even = t.eq(t.multiply(t.integer(2), I), t.add(t.multiply(t.integer(2), N), t.integer(1)));
    expect(domain.isBottom(domain.assume(domain.top, even))).toBe(true);
  });

  test("deep conditions and terms do not meet the end of the stack", () => {
    let condition: t.Formula = t.eq(I, t.integer(1));
    let term: t.Term = I;
    for (let depth = 0; depth < 20_000; depth++) {
      condition =
        depth % 2 === 0 ? t.or([condition, t.eq(N, t.integer(depth))]) : t.and([condition, t.le(t.integer(0), U)]);
      term = t.wrap(t.multiply(term, term), int32, "arithmetic");
    }
    expect(domain.isBottom(domain.assume(domain.top, condition))).toBe(false);
    expect(domain.isBottom(domain.assign(domain.top, i, term))).toBe(false);
  });
});

describe("widening", () => {
  const MOST = 200;

  test("chains end, for both widenings", () => {
    fc.assert(
      fc.property(fc.array(system, { minLength: 3, maxLength: 8 }), (systems) => {
        for (const widening of [domain, refined]) {
          let state = stateOf(systems[0]!);
          let steps = 0;
          for (let round = 0; round < 40; round++) {
            const next = widening.widen(state, shifted(stateOf(systems[round % systems.length]!), round));
            if (!widening.leq(next, state)) steps += 1;
            expect(widening.leq(state, next)).toBe(true);
            state = next;
          }
          expect(steps).toBeLessThan(MOST);
          const last = widening.widen(state, shifted(stateOf(systems[0]!), 41));
          expect(widening.leq(last, state) || steps < 40).toBe(true);
        }
      }),
      { numRuns: 30 },
    );
  });

  function shifted(state: Polyhedron, by: number): Polyhedron {
    return domain.assign(state, x, t.add(t.variable(x), t.integer(by)));
  }

  test("the standard widening keeps what is stable: a counter below a bound on the other side", () => {
    const first = domain.assume(
      domain.top,
      t.and([t.eq(t.variable(x), t.integer(0)), t.eq(t.variable(y), t.integer(0))]),
    );
    const second = domain.join(first, domain.assign(domain.assign(first, x, t.integer(1)), y, t.integer(2)));
    expect(domain.show(domain.widen(first, second))).toBe("x >= 0, 2*x - y = 0");
  });

  test("the refined widening is never above the standard one and sometimes below it", () => {
    let better = 0;
    fc.assert(
      fc.property(system, system, (older, newer) => {
        const a = stateOf(older);
        const b = domain.join(a, stateOf(newer));
        const standard = domain.widen(a, b);
        const fine = refined.widen(a, b);
        expect(domain.leq(fine, standard)).toBe(true);
        expect(domain.leq(b, fine)).toBe(true);
        if (!domain.leq(standard, fine)) better += 1;
      }),
      { numRuns: runs(300), seed: 7 },
    );
    expect(better).toBeGreaterThan(10);
  });

  test("constraints to widen up to survive where both operands satisfy them", () => {
    const a = domain.assume(domain.top, t.eq(t.variable(x), t.integer(0)));
    const b = domain.assume(domain.top, t.eq(t.variable(x), t.integer(1)));
    const limit = linearConstraint("le", form([1, 0, 0, 0], -100)) as LinearConstraint;
    expect(domain.show(domain.widenUpTo(a, b, [limit]))).toBe("x >= 0, x <= 100");
  });
});

describe("other capabilities", () => {
  test("difference, rename and unbounded integers", () => {
    const a: Variable = { id: 30, name: "a", type: MATH_INTEGER, role: "global" };
    const b: Variable = { id: 31, name: "b", type: MATH_INTEGER, role: "global" };
    const range = (low: number, high: number): Polyhedron =>
      domain.assume(domain.top, t.and([t.le(t.integer(low), t.variable(a)), t.le(t.variable(a), t.integer(high))]));
    expect(domain.show(domain.difference(range(0, 9), range(5, 20)))).toBe("a >= 0, a <= 4");
    expect(domain.isBottom(domain.difference(range(0, 9), range(-1, 9)))).toBe(true);
    expect(domain.show(domain.rename(range(0, 9), new Map([[a, b]])))).toBe("b >= 0, b <= 9");
  });
});
