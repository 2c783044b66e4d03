/** Solvers that count what they are asked, whoever asks: covering, refinement and the interpolator. */
import type { Solver, SolverFactory } from "../../smt/solver.ts";

export interface Counter {
  queries: number;
}

export function counted(factory: SolverFactory, counter: Counter): SolverFactory {
  return { name: factory.name, create: (options) => countedSolver(factory.create(options), counter) };
}

function countedSolver(solver: Solver, counter: Counter): Solver {
  return {
    name: solver.name,
    assert: (formula) => solver.assert(formula),
    push: () => solver.push(),
    pop: () => solver.pop(),
    check: (assumptions) => {
      counter.queries += 1;
      return solver.check(assumptions);
    },
    model: () => solver.model(),
    core: () => solver.core(),
    reason: () => solver.reason(),
    get statistics() {
      return solver.statistics;
    },
    dispose: () => solver.dispose(),
  };
}
