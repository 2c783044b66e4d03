import { describe, expect, it } from "vitest";
import { figureTwo, figureTwoLabels } from "../../tests/support/interpolate.ts";
import { FALSE, integer, le, TRUE } from "../logic/term.ts";
import { chainOf, checkDagInterpolants } from "./check-interpolants.ts";
import { ownSolver } from "./own/solver.ts";

const check = (change: (labels: ReturnType<typeof figureTwoLabels>) => ReturnType<typeof figureTwoLabels>) => {
  const { problem, x } = figureTwo();
  return checkDagInterpolants(problem, [TRUE, ...change(figureTwoLabels(x)), FALSE], ownSolver.create());
};

describe("checkDagInterpolants", () => {
  it("accepts the labels of Fig. 2", () => {
    expect(check((labels) => labels)).toEqual({ kind: "valid" });
  });

  it("names the edge whose implication fails", () => {
    const failure = (edge: number) => ({ kind: "invalid", failure: { kind: "edge", edge } });
    // x <= 0 at the first node does not survive the second step as x <= 0.
    expect(check(([a, b]) => [a!, b!, FALSE])).toEqual(failure(2));
    expect(check(([, b, c]) => [TRUE, b!, c!])).toEqual(failure(1));
    expect(check(([a, b]) => [a!, b!, TRUE])).toEqual(failure(5));
  });

  it("rejects variables of the wrong copy", () => {
    const { problem, x } = figureTwo();
    const [a, b] = figureTwoLabels(x);
    const wrong = [TRUE, a!, b!, le(x[0]!, integer(3)), FALSE];
    expect(checkDagInterpolants(problem, wrong, ownSolver.create())).toMatchObject({
      kind: "invalid",
      failure: { kind: "scope", node: 3 },
    });
  });

  it("rejects wrong ends and counts", () => {
    const { problem } = figureTwo();
    const at = (...formulas: (typeof TRUE)[]) => checkDagInterpolants(problem, formulas, ownSolver.create());
    expect(at(TRUE, FALSE)).toMatchObject({ failure: { kind: "count" } });
    expect(at(FALSE, FALSE, FALSE, FALSE, FALSE)).toMatchObject({ failure: { kind: "entry" } });
    expect(at(TRUE, TRUE, TRUE, TRUE, TRUE)).toMatchObject({ failure: { kind: "exit" } });
    const chain = chainOf([TRUE, FALSE]);
    expect(checkDagInterpolants(chain, [TRUE, TRUE, FALSE], ownSolver.create())).toEqual({ kind: "valid" });
  });
});
