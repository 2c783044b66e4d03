/**
 * A solver that writes down what it is asked: every check as a script of its own, with the answer as its status, so that
 * it can be replayed (`hone smt FILE`) or given to another solver.
 */
import type { Formula } from "../../logic/term.ts";
import type { Answer, Solver, SolverFactory, SolverModel, SolverOptions, SolverStatistics } from "../solver.ts";
import { toSmtLib } from "./print.ts";

export interface RecordedQuery {
  /** From 1, in order over all solvers of the factory. */
  readonly number: number;
  readonly script: string;
  readonly answer: Answer;
}

class RecordingSolver implements Solver {
  readonly #inner: Solver;
  readonly #record: (script: string, answer: Answer) => void;
  readonly #levels: Formula[][] = [[]];

  constructor(inner: Solver, record: (script: string, answer: Answer) => void) {
    this.#inner = inner;
    this.#record = record;
  }

  get name(): string {
    return this.#inner.name;
  }

  get statistics(): SolverStatistics {
    return this.#inner.statistics;
  }

  assert(formula: Formula): void {
    this.#levels[this.#levels.length - 1]!.push(formula);
    this.#inner.assert(formula);
  }

  push(): void {
    this.#levels.push([]);
    this.#inner.push();
  }

  pop(): void {
    this.#levels.pop();
    this.#inner.pop();
  }

  check(assumptions: readonly Formula[] = []): Answer {
    const answer = this.#inner.check(assumptions);
    this.#record(toSmtLib([...this.#levels.flat(), ...assumptions], { status: answer }), answer);
    return answer;
  }

  model(): SolverModel {
    return this.#inner.model();
  }

  core(): readonly Formula[] {
    return this.#inner.core();
  }

  reason(): string {
    return this.#inner.reason();
  }

  dispose(): void {
    this.#inner.dispose();
  }
}

/** Solvers of the given factory, each of whose checks is written down. */
export function recordingSolvers(inner: SolverFactory, write: (query: RecordedQuery) => void): SolverFactory {
  let count = 0;
  return {
    name: inner.name,
    create: (options?: SolverOptions) =>
      new RecordingSolver(inner.create(options), (script, answer) => {
        count += 1;
        write({ number: count, script, answer });
      }),
  };
}
