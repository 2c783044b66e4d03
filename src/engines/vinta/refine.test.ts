/**
 * The point of section 4.3, on a program of our own with the labels that the paper quotes (its Fig. 5 is an image): boxes
 * find x in 0..10 at the loop and raise an alarm for x = 9. An unrestricted interpolant may label the loop's unrollings
 * with x <= 10 and x != 9, then with x != 9 alone, and has lost x <= 10; a restricted one keeps it.
 */
import { describe, expect, it } from "vitest";
import { modelOf } from "../../../tests/support/model.ts";
import { runBoxWith } from "../../../tests/support/vinta.ts";
import { and, eq, FALSE, type Formula, integer, le, ne, type Term, TRUE, variable } from "../../logic/term.ts";
import { variablesOf } from "../../logic/visit.ts";
import { checkDagInterpolants } from "../../smt/check-interpolants.ts";
import type { DagProblem, Interpolator } from "../../smt/interpolator.ts";
import { ownSolver } from "../../smt/own/solver.ts";

const model = () =>
  modelOf(
    `extern int __VERIFIER_nondet_int(void); void reach_error(void);
     int main(void) {
       int x = 0;
       while (__VERIFIER_nondet_int()) if (__VERIFIER_nondet_int()) x = 10;
       if (x == 9) reach_error();
       return 0;
     }`,
    { integers: "math" },
  );

/** The copy of x at a node: it is on edges into it and out of it. */
function copyAt(problem: DagProblem, node: number): Term {
  const on = (end: "source" | "target") =>
    new Set(problem.edges.filter((edge) => edge[end] === node).flatMap((edge) => [...variablesOf(edge.label)]));
  const before = on("target");
  const [copy] = [...on("source")].filter((one) => before.has(one) && one.name.endsWith("x"));
  if (copy === undefined) throw new Error("there should be a copy of x");
  return variable(copy);
}

/** Answers the paper's interpolant, once; entry, three unrollings of the loop, error. */
function fixed(asked: DagProblem[]): Interpolator {
  return {
    name: "fixed",
    dag: (problem) => {
      asked.push(problem);
      if (asked.length > 1) return { kind: "unknown", reason: "asked again" };
      const [a, b, c] = [1, 2, 3].map((node) => copyAt(problem, node)) as [Term, Term, Term];
      const interpolants: Formula[] = [
        TRUE,
        eq(a, integer(0)),
        and([le(b, integer(10)), ne(b, integer(9))]),
        ne(c, integer(9)),
        FALSE,
      ];
      return { kind: "interpolants", interpolants };
    },
  };
}

describe("refinement with the paper's interpolant", () => {
  it("is one for both problems", () => {
    for (const refinement of ["vinta", "ufo"] as const) {
      const asked: DagProblem[] = [];
      const interpolator = fixed(asked);
      runBoxWith(model(), refinement, interpolator);
      const [problem] = asked as [DagProblem];
      expect(problem.nodes).toBe(5);
      const result = fixed([]).dag(problem);
      if (result.kind !== "interpolants") throw new Error("the interpolant should be there");
      expect(checkDagInterpolants(problem, result.interpolants, ownSolver.create()).kind).toBe("valid");
    }
  });

  it("finishes in one step where it is restricted by the labels of abstract interpretation", () => {
    const { outcome, statistics } = runBoxWith(model(), "vinta", fixed([]));
    expect(outcome.kind).toBe("safe");
    expect(statistics).toMatchObject({ refinements: 1, aiPhases: 2 });
  });

  it("loses x <= 10 where it is not: the loop has to be unrolled further, and there is an alarm again", () => {
    const asked: DagProblem[] = [];
    const { outcome, statistics } = runBoxWith(model(), "ufo", fixed(asked));
    expect(outcome).toMatchObject({ kind: "unknown", reason: expect.stringContaining("asked again") });
    expect(statistics).toMatchObject({ refinements: 1, interpolations: 2, aiPhases: 2 });
    expect(asked[1]?.nodes).toBeGreaterThan(5);
  });
});
