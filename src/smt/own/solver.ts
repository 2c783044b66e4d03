/** Stand-in until the solver is written: knows nothing. The solver's author overwrites this file. */
import type { Solver, SolverFactory } from "../solver.ts";

const idle: Solver = {
  name: "own",
  assert: () => {},
  push: () => {},
  pop: () => {},
  check: () => "unknown",
  model: () => {
    throw new Error("there should be no model after unknown");
  },
  core: () => [],
  reason: () => "not written yet",
  statistics: { queries: 0, conflicts: 0, decisions: 0, pivots: 0 },
  dispose: () => {},
};

export const ownSolver: SolverFactory = { name: "own", create: () => idle };
