/**
 * One SAT solver for short questions and another for what it does not decide within so many conflicts: clauses are written down, so
 * that the second one can be given them when it is first needed, and what comes later when it is needed again. Variables that the
 * first one has eliminated are its own affair: the second one gets the clauses as they were added, and answers with a model or a
 * core of its own.
 */
import type { SatAnswer, SatFactory, SatLimit, SatSolver, SatStatistics } from "./sat.ts";

/** Conflicts of the first solver before it hands over, where a question has more: it decides most that it ever does before. */
const PATIENCE = 100_000;
/** Otherwise it has half of the question's conflicts. */
const SHARE = 1 / 2;
/** Where a session has had a question that was handed over, the next ones are likely to be as hard. */
const LATER = 1 / 4;
/** Clauses handed over between two ticks: some milliseconds. */
const CLAUSES_A_TICK = 4096;

export class HandingOverSolver implements SatSolver {
  readonly #first: SatSolver;
  readonly #secondFactory: SatFactory;
  #second: SatSolver | undefined;
  /** Who gave the last answer. */
  #answering: SatSolver;
  readonly #patience: number;
  /** Each clause as its size and its literals. */
  #words = new Int32Array(1024);
  #used = 0;
  /** What the second solver has by now, of words and variables. */
  #handed = 0;
  #handedVariables = 0;
  #variables = 0;
  /** Questions that the second solver was asked. */
  handedOver = 0;

  /** @param patience conflicts of the first solver at most. */
  constructor(first: SatSolver, second: SatFactory, patience = PATIENCE) {
    this.#first = first;
    this.#answering = first;
    this.#secondFactory = second;
    this.#patience = patience;
  }

  /** Who was asked so far. */
  get name(): string {
    return this.handedOver === 0 ? this.#first.name : `${this.#first.name}, then ${this.#secondFactory.name}`;
  }

  newVariable(): number {
    this.#variables += 1;
    return this.#first.newVariable();
  }

  addClause(literals: readonly number[]): void {
    this.#first.addClause(literals);
    const size = literals.length;
    if (this.#used + size + 1 > this.#words.length) {
      const more = new Int32Array(Math.max(2 * this.#words.length, this.#used + size + 1));
      more.set(this.#words);
      this.#words = more;
    }
    this.#words[this.#used] = size;
    this.#words.set(literals, this.#used + 1);
    this.#used += size + 1;
  }

  solve(assumptions: readonly number[], limit: SatLimit): SatAnswer {
    const patience = Math.min(limit.conflicts * SHARE, this.#patience) * (this.handedOver > 0 ? LATER : 1);
    const conflicts = Math.ceil(patience);
    this.#answering = this.#first;
    const answer = this.#first.solve(assumptions, { ...limit, conflicts });
    if (answer !== "unknown" || conflicts >= limit.conflicts) return answer;
    const second = this.#handOver(limit.tick);
    this.#answering = second;
    this.handedOver += 1;
    return second.solve(assumptions, { ...limit, conflicts: limit.conflicts - conflicts });
  }

  #handOver(tick: (work: number) => void): SatSolver {
    this.#second ??= this.#secondFactory.create();
    const second = this.#second;
    for (; this.#handedVariables < this.#variables; this.#handedVariables++) second.newVariable();
    for (let clauses = 1; this.#handed < this.#used; clauses++) {
      const from = this.#handed + 1;
      this.#handed = from + (this.#words[from - 1] as number);
      second.addClause(Array.from(this.#words.subarray(from, this.#handed)));
      if (clauses % CLAUSES_A_TICK === 0) tick(CLAUSES_A_TICK);
    }
    return second;
  }

  value(variable: number): boolean {
    return this.#answering.value(variable);
  }

  failed(): readonly number[] {
    return this.#answering.failed();
  }

  get statistics(): SatStatistics {
    const first = this.#first.statistics;
    const second = this.#second?.statistics;
    return {
      ...first,
      conflicts: first.conflicts + (second?.conflicts ?? 0),
      decisions: first.decisions + (second?.decisions ?? 0),
      propagations: first.propagations + (second?.propagations ?? 0),
    };
  }

  dispose(): void {
    this.#first.dispose();
    this.#second?.dispose();
  }
}

/** @param patience conflicts of the first solver at most. */
export function handingOver(first: SatFactory, second: SatFactory, patience = PATIENCE): SatFactory {
  return {
    name: `${first.name}, then ${second.name}`,
    create: () => new HandingOverSolver(first.create(), second, patience),
  };
}
