/** What the search (cdcl.ts) asks of a theory, and the clauses it gets from it. */
import type { Rational } from "../../numbers/rational.ts";

/** A clause that the theory holds valid; with the Farkas factors of the negated literals where proofs are wanted. */
export interface TheoryLemma {
  readonly literals: number[];
  readonly factors: readonly Rational[];
}

export interface Theory {
  /** A literal became true, in order of the trail. */
  assign(literal: number): TheoryLemma | undefined;
  /** All literals are propagated: are they consistent? May call `imply` and `propose`. */
  check(): TheoryLemma | undefined;
  /** The clause that implied a literal given to `implyLazily`, the literal included. */
  explain(literal: number): TheoryLemma;
  /** Everything relevant is decided. `split`: there are new variables to decide; `unknown`: gave up. */
  final(): "consistent" | "split" | "unknown" | TheoryLemma;
  pushLevel(): void;
  popLevels(count: number): void;
  /** The preferred sign of a decision, or undefined for the saved one. */
  phase(variable: number): 0 | 1 | undefined;
}
