/**
 * What an engine is. An engine reads the model and returns a verdict with evidence; `verify.ts` checks the evidence
 * before anyone sees the verdict, so a bug in an engine ends as `unknown` or an internal error, never as a wrong
 * answer. Engines know the model, domains, solvers and the ARG; they never import each other (portfolio excepted).
 */
import type { RegisteredDomain } from "../domains/domain.ts";
import type { Formula, Variable } from "../logic/term.ts";
import type { Contracts } from "../model/contracts.ts";
import type { Model, ModelEdge, ModelLocation } from "../model/model.ts";
import type { Int } from "../numbers/int.ts";
import type { SolverFactory } from "../smt/solver.ts";
import type { Budget } from "../util/budget.ts";
import type { SourceRange } from "../util/source.ts";

export interface Engine {
  readonly name: string;
  /** One line for `hone engines`. */
  readonly summary: string;
  /** Named configurations: `explicit` itself and `explicit:full`, each with a line of help. */
  readonly presets: readonly Preset[];
  run(model: Model, context: EngineContext): Verdict;
  /**
   * Invariants of a program without looking at its property, for `hone invariants` and for comparisons. What it returns
   * is checked like any certificate.
   */
  invariants?(model: Model, context: EngineContext): Certificate;
}

export interface Preset {
  /** The full name as in `--engine NAME`. */
  readonly name: string;
  readonly summary: string;
  /** What the model has to be like for this preset, whatever the user's settings. */
  readonly model?: { readonly slicing: "off" };
  /** Names of the domains it works with, the default first; absent where it takes none. */
  readonly domains?: readonly string[];
}

/** Solvers at hand: `own` (linear) and `bits` (bit-precise) are always there, `z3` where one is installed. */
export interface Solvers {
  readonly own: SolverFactory;
  readonly bits?: SolverFactory;
  readonly z3?: SolverFactory | undefined;
}

/** Settings that some engines have; each says in its README which. */
export interface EngineOptions {
  /** Widen on every n-th unrolling of a loop (`--widen-every N`). */
  readonly widenEvery?: number;
  /** Calls as the model has them, inlined by call string, or by summaries (`--calls`). */
  readonly calls?: "inline" | "summaries";
}

export interface EngineContext {
  readonly preset: string;
  readonly budget: Budget;
  readonly statistics: Statistics;
  /** The domain to use: one of the preset's. Undefined only for presets without domains. */
  readonly domain?: RegisteredDomain;
  /** Other domains of the registry, for side analyses. */
  readonly domainNamed?: (name: string) => RegisteredDomain | undefined;
  readonly options?: EngineOptions;
  readonly solvers?: Solvers;
  /** With `--html`: takes a picture of the state of the analysis. Absent where nobody looks. */
  record?(snapshot: Snapshot): void;
  /** Name of the function where the program starts; `main` where it is left out. */
  readonly entry?: string;
  /**
   * Tries to turn an abstract error path into a concrete run: solves for inputs and replays them in the interpreter.
   * `confirmed` is the only way to an `unsafe` verdict.
   */
  confirm(path: readonly ModelEdge[]): Confirmation;
  /** A line for the progress display; cheap to call. */
  progress(line: () => string): void;
}

/** Counters under the names of FORMATS; an engine adds what its paper counts. */
export type Statistics = Record<string, number>;

export type Confirmation =
  | { readonly kind: "confirmed"; readonly counterexample: Counterexample }
  /** The path constraints have no solution: the path is infeasible. */
  | { readonly kind: "infeasible"; readonly reason: string }
  /** No inputs were found, or the replay went elsewhere. */
  | { readonly kind: "unconfirmed"; readonly reason: string };

/** Opaque to engines: what replay produced (see evidence/replay). */
export interface Counterexample {
  readonly inputs: readonly unknown[];
}

export type Verdict =
  | { readonly kind: "safe"; readonly certificate: Certificate }
  /** Safe, since the program reads no inputs and its only execution ends without violation. */
  | { readonly kind: "executed" }
  | { readonly kind: "unsafe"; readonly counterexample: Counterexample }
  | { readonly kind: "unknown"; readonly reason: string; readonly range?: SourceRange };

/**
 * An invariant per location: the disjunction of its labels. A location without labels is claimed unreachable. Labels
 * are produced on demand, since there may be a million of them.
 */
export interface Certificate {
  /**
   * every-location (default): labels stand at every reachable location. cut-points: at the entry (which may have none, and
   * then has the label `true`) and at cut points only; what happens between is followed block by block.
   */
  readonly granularity?: "every-location" | "cut-points";
  /**
   * A proof by contracts: the labels are those of the model in which calls follow the contracts (`procedures().whole`), and
   * each contract has the certificate of its procedure's model.
   */
  readonly contracts?: { readonly contracts: Contracts; readonly procedures: ReadonlyMap<string, Certificate> };
  /** Locations with labels, for reports; the checker finds them itself. */
  readonly locations: readonly ModelLocation[];
  labelsAt(location: ModelLocation): Iterable<Label>;
}

export type Label =
  | { readonly kind: "formula"; readonly formula: Formula }
  /** A conjunction of equations: explicit values of variables and of array elements. */
  | { readonly kind: "values"; readonly values: readonly KnownValue[] };

export interface KnownValue {
  readonly variable: Variable;
  /** For an array variable: the index of the element. */
  readonly index?: Int;
  /** An integer, or a float as a JS number; the variable's type tells which. */
  readonly value: Int;
}

// --- Pictures of a run --------------------------------------------------------------------------------------------

/** The graph an engine works on at one moment, for `--html`: plain data, drawn by `report/run-page.ts`. */
export interface Snapshot {
  /** "Refinement 3: node 17 at line 12". */
  readonly title: string;
  /** What happened, a line each: interpolants added, constraints, why. */
  readonly notes: readonly string[];
  readonly nodes: readonly SnapshotNode[];
  readonly edges: readonly { readonly source: number; readonly target: number; readonly label?: string }[];
}

export interface SnapshotNode {
  readonly id: number;
  /** "line 12". */
  readonly place: string;
  /** The state, as text; may have several lines. */
  readonly state: string;
  readonly kind: "ordinary" | "loop" | "error" | "covered" | "refined";
  /** The node that covers it. */
  readonly coveredBy?: number;
}
