/** Solvers whose checks somebody watches. */
import type { Formula } from "../logic/term.ts";
import type { Answer, Solver, SolverFactory } from "./solver.ts";

/** Makes the check, and does what it does besides; `formulas` are the assertions and assumptions. */
export type Watch = (check: () => Answer, formulas: () => readonly Formula[]) => Answer;

export function watchedSolvers(factory: SolverFactory, watch: Watch): SolverFactory {
  return { name: factory.name, create: (options) => watched(factory.create(options), watch) };
}

function watched(solver: Solver, watch: Watch): Solver {
  const levels: Formula[][] = [[]];
  return {
    name: solver.name,
    assert: (formula) => {
      levels[levels.length - 1]!.push(formula);
      solver.assert(formula);
    },
    push: () => {
      levels.push([]);
      solver.push();
    },
    pop: () => {
      levels.pop();
      solver.pop();
    },
    check: (assumptions = []) =>
      watch(
        () => solver.check(assumptions),
        () => [...levels.flat(), ...assumptions],
      ),
    model: () => solver.model(),
    core: () => solver.core(),
    reason: () => solver.reason(),
    get statistics() {
      return solver.statistics;
    },
    dispose: () => solver.dispose(),
  };
}
