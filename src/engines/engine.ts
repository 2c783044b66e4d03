/**
 * What an engine is. An engine reads the model and returns a verdict with evidence; the portfolio has the evidence checked
 * before anyone sees the verdict, so a bug in an engine ends as `unknown` or an internal error, never as a wrong
 * answer. Engines know the model, domains and solvers; they never import each other.
 */
import type { Domain } from "../domains/domain.ts";
import type { Certificate, Confirmation, PartialClaim, Suggestion, Verdict } from "../evidence/claim.ts";
import type { Model, ModelEdge } from "../model/model.ts";
import type { ExecutionOptions } from "../model/options.ts";
import type { Solvers } from "../smt/solver.ts";
import type { Budget } from "../util/budget.ts";
import type { Exclusions } from "./exclusions.ts";
import type { EngineOptions } from "./options.ts";
import type { FinalPrecision, ReusedPrecision } from "./reuse-precision.ts";

export interface Engine {
  readonly name: string;
  /** One line for `hone engines`. */
  readonly summary: string;
  /** Named configurations: `explicit` itself and `explicit:full`. Who takes turns where nobody chose: schedule-table.ts. */
  readonly presets: readonly Preset[];
}

/** An engine with its configuration, ready to run. */
export interface Preset {
  /** The full name as in `--engine NAME`. */
  readonly name: string;
  /** A line of help. */
  readonly summary: string;
  /** What the model has to be like for this preset, whatever the user's settings. */
  readonly model?: { readonly slicing: "off" };
  /**
   * heap-objects: takes only programs whose heap objects are followed by pointer (`Model.heapObjects`), unless it is alone.
   * bytes: takes memory as bytes where it must be (`Model.bytes`). symbolic-cell: takes one element of each array
   * (`Model.symbolicCell`). last-zeros: as bytes, and with where strings end (`Model.lastZeros`). filled-parts: with
   * what lies in arrays so far (`Model.filledParts`), and with where strings end, as bytes, where there are both (`Model.filledTexts`).
   */
  readonly memory?: "bytes" | "symbolic-cell" | "heap-objects" | "last-zeros" | "filled-parts";
  /** apart: takes arrays that are members of structures apart from what lies beside them (`Model.membersApart`). */
  readonly members?: "apart";
  /** stepwise: goes into recursion step by step, further than others (`Model.deeper`). */
  readonly recursion?: "stepwise";
  /** Whether the program is one for it; where not, it has no turn unless it is alone. */
  readonly takes?: (model: Model) => boolean;
  /** What it has beyond its paper and can do without: `--engine NAME~EXTRA` (extras.ts). */
  readonly extras?: readonly Extra[];
  /** The preset without one of its extras; undefined where it has none of that name. */
  without?(extra: string): Preset | undefined;
  /** It starts from a saved precision, where there is one, and has one to be saved at its end. */
  readonly precision?: "kept";
  /** Names of the domains it works with, the default first; absent where it takes none. */
  readonly domains?: readonly string[];
  /**
   * Another model of the same executions, on which it runs and its claims are checked; undefined where it takes the model as it
   * is.
   */
  view?(model: Model, parts: Pick<EngineContext, "budget" | "domainNamed">): Model | undefined;
  run(model: Model, context: EngineContext): Verdict;
  /**
   * Invariants of a program without looking at its property, for `hone invariants` and for comparisons. What it returns
   * is checked like any certificate.
   */
  invariants?(model: Model, context: EngineContext): Certificate;
}

export interface Extra {
  readonly name: string;
  /** What it does, in a few words. */
  readonly summary: string;
}

/** What an engine works with; `context.ts` makes it. */
export interface EngineContext {
  readonly budget: Budget;
  readonly statistics: Statistics;
  /** One of the preset's domains; undefined for presets without. Engines that need it ask `chosenDomain`. */
  readonly domain: Domain<unknown> | undefined;
  /** Other domains of the registry, for side analyses; throws `MissingPart`. */
  domainNamed(name: string): Domain<unknown>;
  readonly options: EngineOptions;
  readonly solvers: Solvers;
  /** What a former run found out that it has to look at. */
  readonly precision?: ReusedPrecision;
  /** Takes what this run found out; absent where nobody asks. */
  keepPrecision?(precision: FinalPrecision): void;
  /** With `--html`: takes a picture of the state of the analysis. Absent where nobody looks. */
  record?(snapshot: Snapshot): void;
  /** Told once the question at hand decides the program, however it is answered: the turn may last longer. Absent where nobody cares. */
  conclusive?(): void;
  /** Takes what excluded each error, from who is about to say `safe` (exclusions.ts). Absent where nobody asks. */
  excluded?(by: Exclusions): void;
  /** Takes what an engine knows of some errors though not of all. Absent where nobody asks. */
  partial?(claim: PartialClaim): void;
  /** Name of the function where the program starts. */
  readonly entry: string;
  /** What runs of the program go by; left out: the defaults. */
  readonly executions?: ExecutionOptions;
  /**
   * Tries to turn an abstract error path into a concrete run: solves for inputs and replays them in the interpreter.
   * `confirmed` is the only way to an `unsafe` verdict.
   */
  confirm(path: readonly ModelEdge[], suggested?: Suggestion): Confirmation;
  /** A line for the progress display; cheap to call. */
  progress(line: () => string): void;
}

/** A run has no such domain or solver: whoever asked gives up, and that is no bug of it. */
export class MissingPart extends Error {
  constructor(what: "domain" | "solver", name: string) {
    super(`there is no ${what} "${name}"`);
  }
}

export function chosenDomain({ domain }: EngineContext): Domain<unknown> {
  if (domain === undefined) throw new MissingPart("domain", "none");
  return domain;
}

/** Counters by name, as the Result tells them under `statistics`; an engine adds what its paper counts. */
export type Statistics = Record<string, number>;

export function count(statistics: Statistics, name: string, by = 1): void {
  statistics[name] = (statistics[name] ?? 0) + by;
}

// --- Pictures of a run --------------------------------------------------------------------------------------------

/** The graph an engine works on at one moment, for `--html`: plain data, drawn by `report/page`. */
export interface Snapshot {
  /** Whose it is: named by the schedule. */
  readonly engine?: string;
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
