import { expect, it } from "vitest";
import { apply, bits, eq, float, floatComparison, integer, not, type Variable, variable } from "../logic/term.ts";
import { F64, intType } from "../logic/types.ts";
import { ownSolver } from "../smt/own/solver.ts";
import { Budget } from "../util/budget.ts";
import { solveInputs } from "./solve-inputs.ts";

const n: Variable = { id: 0, name: "n", type: intType(32, "signed"), role: "local" };

it.each([Number.NaN, Number.POSITIVE_INFINITY, 1e300])("guesses integers where constraints mention %s", (constant) => {
  const unknown = apply("unknown to all", [variable(n)], F64);
  const constraints = [
    eq(bits("bitand", variable(n), integer(2)), integer(2)),
    not(floatComparison("flt", unknown, float(constant, F64))),
  ];
  expect(solveInputs({ constraints, symbols: [], reads: [] }, new Budget(), { own: ownSolver })).toEqual({
    kind: "unsolved",
    reason: expect.stringMatching(/^own: ./),
  });
});
