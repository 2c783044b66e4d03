import { describe, expect, it } from "vitest";
import { and, not } from "../../logic/term.ts";
import { variablesOf } from "../../logic/visit.ts";
import { checkDagInterpolants, checkSequenceInterpolants } from "../check-interpolants.ts";
import { ownSolver } from "../own/solver.ts";
import { postPreInterpolator } from "./post-pre.ts";
import { figureTwo, figureTwoLabels, parities } from "./testing.ts";

const interpolator = postPreInterpolator({ solver: ownSolver });

describe("post-pre", () => {
  it("finds general labels on Fig. 2 of paper 004", () => {
    const { problem, x } = figureTwo();
    const result = interpolator.dag(problem);
    if (result.kind !== "interpolants") throw new Error(JSON.stringify(result));
    expect(checkDagInterpolants(problem, result.interpolants, ownSolver.create())).toEqual({ kind: "valid" });
    figureTwoLabels(x).forEach((label, i) => {
      const own = result.interpolants[i + 1]!;
      for (const of of variablesOf(own)) expect(of.name).toMatch(/^x/);
      const solver = ownSolver.create();
      solver.assert(and([label, not(own)]));
      expect(solver.check()).toBe("unsat");
    });
  });

  it("interpolates parities", () => {
    const parts = parities();
    const result = interpolator.sequence(parts);
    if (result.kind !== "interpolants") throw new Error(JSON.stringify(result));
    expect(checkSequenceInterpolants(parts, result.interpolants, ownSolver.create())).toEqual({ kind: "valid" });
  });
});
