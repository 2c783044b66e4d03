/**
 * What a solver is: synchronous, in process, incremental. Formulas are those of `logic`; a variable of a machine type
 * ranges over that type, one of type `integer` or `real` over all of them, and every solver adds the ranges by itself.
 *
 * Truth in one direction: `unsat` means that there is no model of the formulas as `logic/evaluate.ts` defines them.
 * `sat` comes with a model that was evaluated and found true. Anything else (resource limit, a term the solver cannot
 * express and whose abstraction is satisfiable, a crash) is `unknown`, never one of the two.
 */
import type { Formula, Variable } from "../logic/term.ts";
import type { Int } from "../numbers/int.ts";
import type { Rational } from "../numbers/rational.ts";

export type Answer = "sat" | "unsat" | "unknown";

export interface Solver {
  /** `own`, `z3`, `z3-wasm`. */
  readonly name: string;
  /** Conjoins a formula until the matching `pop`. */
  assert(formula: Formula): void;
  push(): void;
  pop(): void;
  /** Are the assertions satisfiable together with the assumptions (any formulas, for this check only)? */
  check(assumptions?: readonly Formula[]): Answer;
  /** After `sat`, until the next call that changes the solver: values of all variables that occurred; others are free. */
  model(): SolverModel;
  /** After `unsat`: some of the assumptions, in their order, that are unsatisfiable with the assertions. */
  core(): readonly Formula[];
  /** After `unknown`: why, in a few words. */
  reason(): string;
  /** Counts of work, monotonic. */
  readonly statistics: SolverStatistics;
  /** Gives back what the solver holds outside the JavaScript heap; the solver is not used afterwards. */
  dispose(): void;
}

export interface SolverStatistics {
  readonly queries: number;
  readonly conflicts: number;
  readonly decisions: number;
  readonly pivots: number;
}

/** Values: integers for integral variables, rationals for real ones, array contents by index with a default. */
export interface SolverModel {
  scalar(of: Variable): Int | undefined;
  rational(of: Variable): Rational | undefined;
  /** For an array variable: the elements the model fixes. */
  array(of: Variable): ReadonlyMap<Int, Int> | undefined;
  /** Whether a formula over the variables that occurred is true in the model; undefined where it cannot be evaluated. */
  holds(formula: Formula): boolean | undefined;
}

export interface SolverOptions {
  /** Deterministic work limit a check (conflicts + pivots, in the solver's own units); the answer is then `unknown`. */
  readonly limit?: number;
  /** Called now and then with work done, so that the caller's budget can end it by throwing. */
  readonly tick?: (work: number) => void;
}

export const DEFAULT_SOLVER_LIMIT = 2_000_000;

/** Makes solvers; what a run has at hand is decided by the composition root. */
export interface SolverFactory {
  readonly name: string;
  create(options?: SolverOptions): Solver;
}

/** Solvers at hand: `own` (linear) and `bits` (bit-precise) are always there, `z3` where one is installed. */
export interface Solvers {
  readonly own: SolverFactory;
  readonly bits?: SolverFactory;
  /** The bit-precise one once more, for evidence: other circuits, and a SAT solver whose proofs are followed. */
  readonly bitsAgain?: SolverFactory;
  readonly z3?: SolverFactory | undefined;
}
