import { describe, expect, it } from "vitest";
import { areEquivalent, isWithin, means, smallAbstraction } from "../../tests/support/abstractions.ts";
import { ownSolver } from "../smt/own/solver.ts";
import { type AbstractionKind, abstractionOf } from "./predicate-abstraction.ts";

// The campaign (npm run test:abstraction) has 2,000.
const SEEDS = Array.from({ length: 25 }, (_, seed) => seed);

function abstracted(problem: ReturnType<typeof smallAbstraction>, kind: AbstractionKind) {
  const solver = ownSolver.create();
  solver.assert(problem.set);
  return { ...abstractionOf(solver, problem.asked, kind), queries: solver.statistics.queries };
}

describe("predicate abstraction", () => {
  it("by all models is what enumeration finds, and the Cartesian one the strongest conjunction above it", () => {
    for (const seed of SEEDS) {
      const problem = smallAbstraction(seed);
      const boolean = abstracted(problem, "boolean");
      const cartesian = abstracted(problem, "cartesian");
      expect(boolean.kind, `seed ${seed}`).toBe("strongest");
      expect(boolean.state === problem.valuations, `seed ${seed}`).toBe(true);
      expect(cartesian.state === problem.conjunction, `seed ${seed}`).toBe(true);
      expect(isWithin(boolean.state, cartesian.state), `seed ${seed}`).toBe(true);
      expect(means(problem, boolean.state), `seed ${seed}`).toBe(true);
    }
  });

  it("has a state for a formula that says the same", () => {
    for (const seed of SEEDS) {
      const { set, formulaOf, stateOf } = smallAbstraction(seed);
      for (const parts of ["atoms", "conjuncts"] as const)
        expect(areEquivalent(formulaOf(stateOf(parts)), set), `seed ${seed}`).toBe(true);
    }
  });

  it("asks the same questions every time", () => {
    for (const seed of SEEDS.slice(0, 10)) {
      const problem = smallAbstraction(seed);
      expect(abstracted(problem, "boolean")).toEqual(abstracted(problem, "boolean"));
    }
  });
});
