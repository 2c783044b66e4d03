import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { makeVariable } from "../../../tests/support/model-builder.ts";
import { octagons, plainPolyhedra } from "../../domains/index.ts";
import {
  constraintFormula,
  type LinearConstraint,
  linearConstraint,
  linearExpression,
  negateConstraint,
} from "../../logic/linear.ts";
import { and, not, type Variable } from "../../logic/term.ts";
import { MATH_INTEGER } from "../../logic/types.ts";
import { ownSolver } from "../../smt/own/solver.ts";
import { Budget } from "../../util/budget.ts";
import { type Cube, halves, project, variablesIn } from "./cube.ts";
import {
  Interpolate,
  InterpolateCombined,
  InterpolateFarkas,
  InterpolateOct,
  InterpolatePoly1,
  InterpolatePoly2,
} from "./interpolate.ts";
import { interpolatedWiden } from "./interpolated-widen.ts";
import { LinearSystem } from "./linear-system.ts";
import { Space } from "./space.ts";

const variables = ["x", "y", "z"].map((name) => makeVariable(name, MATH_INTEGER));

const constraint = (of: readonly Variable[]): fc.Arbitrary<LinearConstraint> =>
  fc
    .record({
      relation: fc.constantFrom("le" as const, "le" as const, "eq" as const),
      coefficients: fc.array(fc.integer({ min: -3, max: 3 }), { minLength: of.length, maxLength: of.length }),
      constant: fc.integer({ min: -8, max: 8 }),
    })
    .map(({ relation, coefficients, constant }) =>
      linearConstraint(
        relation,
        linearExpression(
          of.map((one, i) => [one, coefficients[i]!]),
          constant,
        ),
      ),
    )
    .filter((made) => typeof made === "object");

const octagonal = (of: readonly Variable[]): fc.Arbitrary<LinearConstraint> =>
  fc
    .record({
      first: fc.nat(of.length - 1),
      second: fc.nat(of.length - 1),
      signs: fc.tuple(fc.boolean(), fc.boolean()),
    })
    .chain(({ first, second, signs }) =>
      fc.integer({ min: -8, max: 8 }).map((constant) => {
        const terms: [Variable, number][] = [[of[first]!, signs[0] ? 1 : -1]];
        if (second !== first) terms.push([of[second]!, signs[1] ? 1 : -1]);
        return linearConstraint("le", linearExpression(terms, constant));
      }),
    )
    .filter((made) => typeof made === "object");

const listOf = (one: fc.Arbitrary<LinearConstraint>) => fc.array(one, { minLength: 1, maxLength: 4 });
const cubes = listOf(constraint(variables.slice(0, 2)));
const runs = { numRuns: 30, seed: 7 };

const polyhedral = () => new Space(plainPolyhedra(), {}, new Budget(), "rationals");
const isEmpty = (...parts: readonly (readonly LinearConstraint[])[]) =>
  new LinearSystem(parts.flat()).isEmpty("rationals");
const conjunction = (list: readonly LinearConstraint[]) => and(list.map(constraintFormula));
/** Over the integers, as the solver sees it. */
const hasIntegers = (list: readonly LinearConstraint[]) => {
  const solver = ownSolver.create();
  solver.assert(conjunction(list));
  return solver.check() === "sat";
};
const implies = (list: readonly LinearConstraint[], others: readonly LinearConstraint[]) => {
  const solver = ownSolver.create();
  solver.assert(and([conjunction(list), not(conjunction(others))]));
  return solver.check() === "unsat";
};
const stateOf = <S>(space: Space<S>, list: readonly LinearConstraint[]) =>
  space.domain.assume(space.domain.top, and(list.map(constraintFormula)));

/** All three conditions of section 2. Each member of I by itself excludes B where `each` says so. */
function expectInterpolant(
  a: readonly LinearConstraint[],
  b: Cube,
  i: readonly LinearConstraint[],
  how: "each" | "all",
) {
  const common = variablesIn(b);
  for (const one of i) {
    expect(implies(a, [one])).toBe(true);
    expect(one.expression.variables.every((of) => common.has(of))).toBe(true);
    if (how === "each") expect(hasIntegers([one, ...b])).toBe(false);
  }
  expect(hasIntegers([...i, ...b])).toBe(false);
}

/** Runs a check on disjoint A and B and counts how often it had something to say. */
function onDisjoint(
  first: fc.Arbitrary<LinearConstraint[]>,
  check: (a: LinearConstraint[], b: Cube) => "said something" | "nothing",
) {
  let count = 0;
  fc.assert(
    fc.property(first, cubes, (a, b) => {
      fc.pre(hasIntegers(a) && hasIntegers(b) && isEmpty(a, b));
      if (check(a, b) === "said something") count += 1;
    }),
    runs,
  );
  expect(count).toBeGreaterThan(0);
}

describe("interpolants", () => {
  const general = listOf(constraint(variables));

  it("InterpolatePoly1: each by itself", () => {
    const space = polyhedral();
    onDisjoint(general, (a, b) => {
      const state = stateOf(space, a);
      const found = InterpolatePoly1((one) => space.entails(state, one), b);
      if (found.length === 0 || space.domain.isBottom(state)) return "nothing";
      expectInterpolant(space.constraints(state), b, found, "each");
      return "said something";
    });
  });

  it("InterpolatePoly2: always, all together", () => {
    const space = polyhedral();
    onDisjoint(general, (a, b) => {
      const state = stateOf(space, a);
      if (space.domain.isBottom(state)) return "nothing";
      expectInterpolant(space.constraints(state), b, InterpolatePoly2(space, state, b), "all");
      return "said something";
    });
  });

  it("InterpolateFarkas: one constraint, always", () => {
    onDisjoint(general, (a, b) => {
      const found = InterpolateFarkas(a, b);
      if (found === undefined) throw new Error("disjoint polyhedra should have a Farkas interpolant");
      expectInterpolant(a, b, [found], "each");
      return "said something";
    });
  });

  it("InterpolateCombined: each by itself", () => {
    onDisjoint(general, (a, b) => {
      const system = new LinearSystem(a);
      const found = InterpolateCombined(
        (one) => system.entails(one),
        () => system,
        b,
      );
      if (found.length === 0) return "nothing";
      expectInterpolant(a, b, found, "each");
      return "said something";
    });
  });

  it("InterpolateOct: excludes B where it says anything", () => {
    const space = new Space(octagons("integer"), {}, new Budget(), "rationals");
    onDisjoint(listOf(octagonal(variables)), (a, b) => {
      const state = stateOf(space, a);
      const found = InterpolateOct((one) => space.entails(state, one), b, "octagon");
      if (found.length === 0 || space.domain.isBottom(state)) return "nothing";
      expectInterpolant(space.constraints(state), b, found, "all");
      return "said something";
    });
  });
});

describe("Lemma 1", () => {
  it.each(["simple", "domain"] as const)(
    "an interpolated widening (%s) contains both and excludes the error",
    (widening) => {
      const space = polyhedral();
      const one = listOf(constraint(variables));
      let count = 0;
      fc.assert(
        fc.property(one, one, cubes, fc.nat(), (first, second, rest, choice) => {
          const a = stateOf(space, first);
          const b = space.join(a, stateOf(space, second));
          const facets = space.constraints(b).flatMap(halves);
          if (!hasIntegers(first) || !hasIntegers(second) || facets.length === 0) return;
          // Beyond a facet of the hull.
          const [beyond] = negateConstraint(facets[choice % facets.length]!);
          const error = typeof beyond === "object" ? [beyond, ...rest] : rest;
          if (!hasIntegers(error) || space.meets(b, error)) return;
          const interpolants = Interpolate(space, b, error, "polyhedra", "farkas");
          const widened = interpolatedWiden(space, a, b, interpolants, widening);
          expect(implies(space.constraints(b), space.constraints(widened))).toBe(true);
          expect(space.meets(widened, error)).toBe(false);
          count += 1;
        }),
        { ...runs, numRuns: 80 },
      );
      expect(count).toBeGreaterThan(5);
    },
  );
});

describe("projection", () => {
  it("contains what it should: a solution stays one, and every solution had a value", () => {
    const [x] = variables;
    fc.assert(
      fc.property(listOf(constraint(variables)), (cube) => {
        const rest = project(cube, x!);
        if (rest === undefined) expect(hasIntegers(cube)).toBe(false);
        else {
          expect(rest.some(({ expression }) => expression.variables.includes(x!))).toBe(false);
          // Rounding to integers cuts rational solutions only where none is an integer.
          if (hasIntegers(cube)) expect(isEmpty(rest)).toBe(false);
        }
      }),
      runs,
    );
  });
});
