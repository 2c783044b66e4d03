/**
 * Solvers that write down what they are asked: every check as a script of its own, with the answer as its status, so that
 * it can be replayed (`hone smt FILE`) or given to another solver.
 */
import type { Answer, SolverFactory } from "../solver.ts";
import { watchedSolvers } from "../watched-solver.ts";
import { toSmtLib } from "./print.ts";

export interface RecordedQuery {
  /** From 1, in order over all solvers of the factory. */
  readonly number: number;
  readonly script: string;
  readonly answer: Answer;
}

/** Solvers of the given factory, each of whose checks is written down. */
export function recordingSolvers(inner: SolverFactory, write: (query: RecordedQuery) => void): SolverFactory {
  let count = 0;
  return watchedSolvers(inner, (check, formulas) => {
    const answer = check();
    count += 1;
    write({ number: count, script: toSmtLib(formulas(), { status: answer }), answer });
    return answer;
  });
}
