/**
 * What a SAT solver is: synchronous and incremental. A variable is a number from 0, a literal 2v (positive) or 2v + 1
 * (negative). Clauses stay for good: who wants to take one back guards it with a literal of its own.
 */

export type SatAnswer = "sat" | "unsat" | "unknown";

export interface SatSolver {
  readonly name: string;
  newVariable(): number;
  addClause(literals: readonly number[]): void;
  /** `unknown` only where the limit was reached. */
  solve(assumptions: readonly number[], limit: SatLimit): SatAnswer;
  /** After `sat`: the value of a variable. */
  value(variable: number): boolean;
  /** After `unsat`: some of the assumptions that contradict the clauses, none where the clauses do so alone. */
  failed(): readonly number[];
  readonly statistics: SatStatistics;
  dispose(): void;
}

export interface SatLimit {
  /** Conflicts after which the answer is `unknown`. */
  readonly conflicts: number;
  /** Called at least every tenth of a second with the work done since; may end the search by throwing. */
  readonly tick: (work: number) => void;
}

export interface SatStatistics {
  readonly variables: number;
  readonly clauses: number;
  readonly conflicts: number;
  readonly decisions: number;
  readonly propagations: number;
}

export interface SatFactory {
  readonly name: string;
  create(): SatSolver;
}
