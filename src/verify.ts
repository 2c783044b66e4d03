/**
 * The composition root: (program, options) -> Result. Builds everything, owns nothing global. Engines only claim; here
 * their claims are checked (a counterexample is replayed, a certificate is proved) and turned into a Result. A claim
 * that does not stand becomes `unknown`.
 */
import type { FrontEndOptions, ReadResult, SourceText } from "./cfa/build-source.ts";
import type { Program } from "./cfa/cfa.ts";
import { releaseDiagrams } from "./domains/boxes/diagram.ts";
import { domainNamed, type RegisteredDomain } from "./domains/index.ts";
import type { EngineContext, EngineOptions, Preset, Snapshot, Statistics } from "./engines/engine.ts";
import { type Configured, defaultPresets } from "./engines/index.ts";
import { type Attempt, type Rounds, type TurnEnd, takeTurns } from "./engines/portfolio.ts";
import { type CheckedVerdict, checkVerdict, type Provers } from "./evidence/check.ts";
import type { Certificate, Verdict } from "./evidence/claim.ts";
import { confirmPath } from "./evidence/confirm.ts";
import { Execution } from "./evidence/execution.ts";
import { type Possibility, possibleViolation } from "./evidence/no-site.ts";
import { type Proof, provedAssumptions } from "./evidence/proved-assumptions.ts";
import { hasLostCheck, vacuityOf } from "./evidence/vacuity.ts";
import { releaseTerms } from "./logic/term.ts";
import { buildModel } from "./model/build.ts";
import type { Model } from "./model/model.ts";
import type { ModelOptions } from "./model/options.ts";
import { readForModel } from "./model/read.ts";
import { assumptionReports, executionReports, vacuityReport } from "./report/assumptions.ts";
import { counterexampleReport } from "./report/counterexample.ts";
import { invariantReports } from "./report/invariants.ts";
import { diagnosticReports, overApproximationReports, placeOf } from "./report/places.ts";
import {
  type Configuration,
  type DiagnosticReport,
  type Invariant,
  RESULT_VERSION,
  type Result,
} from "./report/result.ts";
import { bitsSolver } from "./smt/bits/solver.ts";
import { ownSolver } from "./smt/own/solver.ts";
import { type RecordedQuery, recordingSolvers } from "./smt/smtlib/index.ts";
import type { SolverFactory, Solvers } from "./smt/solver.ts";
import { Budget, BudgetExceeded, WORK_LIMIT, within } from "./util/budget.ts";
import type { Diagnostic } from "./util/diagnostic.ts";
import { NO_RANGE, SourceMap } from "./util/source.ts";

/** Clock and memory, handed in: nothing here reads them itself. */
export interface Meter {
  nowMs(): number;
  cpuMs(): number;
  memoryMb(): number;
  peakMemoryMb(): number;
}

export interface VerifyInput {
  /** What the user calls the program. */
  readonly name: string;
  readonly sources: readonly SourceText[];
  readonly frontEnd: FrontEndOptions;
}

export interface VerifyOptions {
  readonly toolVersion: string;
  readonly model: ModelOptions;
  /** Undefined: the default presets take turns. */
  readonly preset: Configured | undefined;
  /** Name of the domain; undefined: each preset's first. */
  readonly domain?: string | undefined;
  readonly engineOptions?: EngineOptions;
  /** Who proves invariants; see `--certify`. */
  readonly certify?: "default" | "own" | "z3" | "both" | "off";
  /** Told what engines ask the own solver, and the answer. */
  readonly onQuery?: (query: RecordedQuery) => void;
  /** Whether pictures of the run are kept. */
  readonly pictures?: "on" | "off";
  /** Finds the second solver, where one is installed; asked when it is first needed. */
  readonly z3?: (() => SolverFactory | undefined) | undefined;
  readonly timeoutSeconds: number;
  readonly memoryMb: number;
  readonly meter: Meter;
  /** When the work on this program began, by the meter: before now where another process has tried it already. */
  readonly startMs?: number;
  /** Which rounds of the portfolio; `first` is a trial, and what it leaves undecided is `cut-off`. All where it is left out. */
  readonly rounds?: Rounds;
  /** Called now and then while engines work, with what they have counted so far. */
  readonly progress: (line: string, statistics: Readonly<Statistics>) => void;
}

export interface Verification {
  readonly result: Result;
  /**
   * bad-input: there was no program to analyse; the diagnostics say why. cut-off: a trial ended without an answer. failed: the
   * one engine that was asked for broke down.
   */
  readonly kind: "verified" | "bad-input" | "cut-off" | "failed";
  /** For `cut-off`: how many rounds of the portfolio are behind it. */
  readonly rounds?: 0 | 1;
  readonly diagnostics: readonly Diagnostic[];
  readonly sources: SourceMap;
  /** Pictures of the run, where they were asked for. */
  readonly snapshots?: readonly Snapshot[];
  /** Bugs that engines ran into; what they had been doing is an attempt that failed. */
  readonly internalErrors: readonly InternalError[];
}

/** An exception that should not have been: plain data, since it may come from another process. */
export interface InternalError {
  /** Undefined outside the engines: reading the program, building its model. */
  readonly engine: string | undefined;
  readonly message: string;
  readonly stack: string;
}

export function internalErrorOf(error: unknown, engine?: string): InternalError {
  const { message, stack } = error instanceof Error ? error : new Error(String(error));
  return { engine, message, stack: stack ?? message };
}

export function verify(input: VerifyInput, options: VerifyOptions): Verification {
  const session = new Session(input, options);
  let built: ReadResult = { program: undefined, diagnostics: [], sources: new SourceMap() };
  const done = (kind: Verification["kind"], result: Result): Verification => {
    const { diagnostics, sources } = built;
    return { kind, result, diagnostics, sources, internalErrors: session.internalErrors };
  };
  try {
    return within(session.reading, () => {
      built = readForModel(input.sources, input.frontEnd, options.model);
      const { program, diagnostics, sources } = built;
      if (program === undefined) {
        const reports = diagnosticReports(diagnostics, sources);
        return done("bad-input", { ...session.unknown(firstError(reports)), diagnostics: reports });
      }
      const { entry } = options.model;
      if (!program.functions.has(entry))
        return done("bad-input", session.unknown(`there is no function "${entry}" to start from`));
      const { kind, result } = session.answer(program);
      const { snapshots } = session;
      return { ...done(kind, result), rounds: 1, ...(options.pictures === "on" ? { snapshots } : {}) };
    });
  } catch (error) {
    if (!(error instanceof BudgetExceeded)) throw error;
    if (options.rounds === "first" && error.limit !== "time limit")
      return { ...done("cut-off", session.unknown("a trial")), rounds: 0 };
    const where = built.program === undefined ? "reading the program" : "building the model";
    return done("verified", session.unknown(`${error.limit} reached (${where})`));
  }
}

function firstError(reports: readonly DiagnosticReport[]): string {
  const first = reports.find((one) => one.severity === "error");
  return first === undefined ? "no program" : `${first.file}:${first.line}:${first.column}: ${first.message}`;
}

/** Forgets what was kept for the program: its terms, and the diagrams over its variables. */
export function forgetProgram(): void {
  releaseTerms();
  releaseDiagrams();
}

/** What an analysis that was ended from outside had reached. */
export interface Reached {
  readonly line: string;
  readonly statistics: Readonly<Statistics>;
}

/** The result of an analysis that did not come to its own end: killed, crashed or interrupted. */
export function unfinished(
  input: VerifyInput,
  options: VerifyOptions,
  reason: string,
  reached: Reached | undefined,
): Result {
  const result = new Session(input, options).unknown(reached === undefined ? reason : `${reason} (${reached.line})`);
  return { ...result, statistics: { ...result.statistics, ...reached?.statistics } };
}

// What a trial may spend on reading a program and building its model, in units of work: a larger one is no trial.
const TRIAL_READING = 200_000;
// Often enough for somebody who watches, and for a process that is killed to have told how far it got.
const PROGRESS_INTERVAL_MS = 200;

type Answer = Exclude<CheckedVerdict, { kind: "unknown" }>;

/** Asked again for every display: the engine's line tells where it is then, not where it was when it gave it. */
interface Turn {
  line: () => string;
}

/** One call of `verify`: what it may spend and what it has learnt. */
class Session {
  readonly #input: VerifyInput;
  readonly #options: VerifyOptions;
  readonly #startMs: number;
  readonly #startCpuMs: number;
  #statistics: Readonly<Statistics> = {};
  #running: Readonly<Statistics> = {};
  readonly #wallMs = new Map<string, number>();
  /** Units of work that engines have spent. */
  #work = 0;
  #execution: Execution | undefined;
  #toldMs = Number.NEGATIVE_INFINITY;
  readonly internalErrors: InternalError[] = [];
  readonly snapshots: Snapshot[] = [];
  readonly #solvers: Solvers;

  constructor(input: VerifyInput, options: VerifyOptions) {
    this.#input = input;
    this.#options = options;
    this.#startMs = options.startMs ?? options.meter.nowMs();
    this.#startCpuMs = options.meter.cpuMs();
    this.#solvers = solversOf(options.z3, options.onQuery);
    this.reading = this.#budgetOf(options.rounds === "first" ? TRIAL_READING : Number.POSITIVE_INFINITY, () => {});
  }

  /** For reading the program and building its model. */
  readonly reading: Budget;

  answer(program: Program): Pick<Verification, "kind" | "result"> {
    const { properties } = this.#options.model;
    const verified = (result: Result): Pick<Verification, "kind" | "result"> => ({ kind: "verified", result });
    if (properties.length === 0) return verified(this.unknown("no property was asked for"));
    const model = buildModel(program, { ...this.#options.model, ...this.#options.preset?.preset.model });
    if (model.propertySites.length === 0) {
      const possible = possibleViolation(program, properties);
      if (possible === undefined) return verified(this.#nothingToViolate(model));
      if (possible.seenBy === "nobody")
        return verified(this.unknown(`no property site is known, but ${showOpen(model, possible)}`));
    }
    const presets = presetsOf(this.#options);
    const end = takeTurns(presets, this.#options.rounds ?? "all", (configured, work) =>
      this.#turn(model, configured, work),
    );
    if (end.kind === "answer") return verified(this.#conclude(model, end.configured, end.answer));
    const result = this.#giveUp(model, end.kind === "unknown" ? end.reason : undefined, end.attempts);
    const failed = presets.length === 1 && this.internalErrors.length > 0;
    return { kind: end.kind === "open" ? "cut-off" : failed ? "failed" : "verified", result };
  }

  /** A turn of one engine. Whatever it runs into, the others have theirs. */
  #turn(model: Model, configured: Configured, work: number): TurnEnd<Answer> {
    const { name } = configured.preset;
    const start = this.#options.meter.nowMs();
    const turn: Turn = { line: () => "started" };
    const tell = (nowMs: number) => this.#tell(nowMs, () => `${name}: ${turn.line()}`);
    tell(start);
    const budget = this.#budgetOf(work, tell);
    try {
      const verdict = within(budget, () => this.#run(model, configured, budget, turn));
      return verdict.kind === "unknown"
        ? { kind: "gave-up", reason: verdict.reason }
        : { kind: "answer", answer: verdict };
    } catch (error) {
      if (!(error instanceof BudgetExceeded)) return { kind: "gave-up", reason: this.#failed(name, error) };
      // The process of a trial may be full of other things: the real run has a process of its own.
      if (this.#options.rounds === "first" && error.limit === "memory limit") throw error;
      const reason = `${error.limit} reached (${turn.line()})`;
      return { kind: error.limit === WORK_LIMIT ? "slice" : "limit", reason };
    } finally {
      this.#work += budget.spent;
      this.#wallMs.set(name, (this.#wallMs.get(name) ?? 0) + this.#options.meter.nowMs() - start);
    }
  }

  /** An exception in an engine, or in the check of what it claims, is a bug: kept to be reported, and no claim. */
  #failed(engine: string, error: unknown): string {
    const internal = internalErrorOf(error, engine);
    this.internalErrors.push(internal);
    return `internal error: ${internal.message}`;
  }

  /** So much work, within the limits of the whole call. */
  #budgetOf(work: number, onLook: (nowMs: number) => void): Budget {
    const { meter, timeoutSeconds, memoryMb } = this.#options;
    const deadline = this.#startMs + timeoutSeconds * 1000;
    const exceeded = () => {
      if (meter.memoryMb() > memoryMb) return "memory limit";
      const now = meter.nowMs();
      onLook(now);
      return now > deadline ? "time limit" : undefined;
    };
    return new Budget(exceeded, undefined, work);
  }

  /** What the engine says, checked. */
  #run(model: Model, { engine, preset }: Configured, budget: Budget, turn: Turn): CheckedVerdict {
    const domain = domainOf(preset, this.#options.domain);
    // An engine counts from zero; the result tells what all of them did together.
    const statistics: Statistics = {};
    this.#running = statistics;
    const { engineOptions, pictures, snapshots } = { snapshots: this.snapshots, ...this.#options };
    const context: EngineContext = {
      preset: preset.name,
      ...(domain === undefined ? {} : { domain }),
      ...(engineOptions === undefined ? {} : { options: engineOptions }),
      ...(pictures === "on" ? { record: (snapshot: Snapshot) => keepSnapshot(snapshots, snapshot) } : {}),
      solvers: this.#solvers,
      domainNamed,
      budget,
      statistics,
      entry: this.#options.model.entry,
      confirm: (path) => confirmPath(this.#executionOf(model), path, budget, this.#solvers),
      progress: (newer) => {
        turn.line = newer;
      },
    };
    try {
      const verdict: Verdict = engine.run(model, context);
      return checkVerdict(model, this.#options.model, verdict, budget, () =>
        proversOf(this.#solvers, this.#options.certify),
      );
    } finally {
      this.#statistics = added(this.#statistics, statistics);
      this.#running = {};
    }
  }

  #tell(nowMs: number, line: () => string): void {
    if (nowMs - this.#toldMs < PROGRESS_INTERVAL_MS) return;
    this.#toldMs = nowMs;
    // The line first: making it brings the engine's counters up to date.
    const text = line();
    this.#options.progress(text, added(this.#statistics, this.#running));
  }

  /** The program compiled to run, made when a path is first to be confirmed. */
  #executionOf(model: Model): Execution {
    const { program, properties } = model;
    this.#execution ??= new Execution({ program, entry: this.#options.model.entry, properties });
    return this.#execution;
  }

  #conclude(model: Model, { preset }: Configured, verdict: Answer): Result {
    const domain = domainOf(preset, this.#options.domain)?.domain.name;
    const named = this.#base(model, preset.name, { verdict: verdict.kind });
    const base = domain === undefined ? named : { ...named, domain };
    const { sources } = model.program;
    switch (verdict.kind) {
      case "safe":
        return {
          ...base,
          invariants: verdict.certificate === undefined ? [] : this.#invariantsOf(model, verdict.certificate),
          assumptions: this.#assumed(model, verdict.certificate ?? "execution"),
          ...(verdict.certificate === undefined ? {} : this.#vacuous(model)),
          evidence: {
            kind: verdict.certificate === undefined ? "execution" : "certificate",
            checked: verdict.checked,
            by: verdict.by,
          },
        };
      case "unsafe":
        return {
          ...base,
          violation: {
            ...verdict.violation,
            ...(placeOf(verdict.edge?.range ?? NO_RANGE, sources) ?? { file: this.#input.name, line: 1, column: 1 }),
          },
          assumptions: executionReports(model, verdict.trace, verdict.inputs),
          counterexample: counterexampleReport(verdict.trace, verdict.inputs, model.program),
          evidence: { kind: "replay", checked: true, by: verdict.by },
        };
    }
  }

  /** No engine is needed where there is nothing to violate; what was assumed of the program stands all the same. */
  #nothingToViolate(model: Model): Result {
    const by = `no property site: nothing in the program can violate ${model.properties.join(", ")}`;
    return {
      ...this.#base(model, "none", { verdict: "safe" }),
      assumptions: this.#assumed(model, "no-site"),
      // A check that is written where nothing can get is none of the program's, but somebody meant it.
      ...(hasLostCheck(model.program) ? this.#vacuous(model) : {}),
      evidence: { kind: "no-site", checked: true, by },
    };
  }

  /** Printing what was proved may take longer than proving it: a verdict is not lost for want of its text. */
  #invariantsOf(model: Model, certificate: Certificate): readonly Invariant[] {
    try {
      const budget = this.#budgetOf(Number.POSITIVE_INFINITY, () => {});
      return within(budget, () => invariantReports(model, certificate));
    } catch (error) {
      if (error instanceof BudgetExceeded) return [];
      throw error;
    }
  }

  #vacuous(model: Model): Pick<Result, "vacuous"> {
    const budgetOf = (work: number) => this.#budgetOf(work, () => {});
    const losses = vacuityOf(model.program, this.#options.model, this.#executionOf(model), budgetOf);
    return losses === undefined ? {} : { vacuous: vacuityReport(losses, model.program.sources) };
  }

  #assumed(model: Model, proof: Proof): string[] {
    const isFact = provedAssumptions(model, this.#options.model, proof, (work) => this.#budgetOf(work, () => {}));
    return assumptionReports(model, this.#options.model, isFact);
  }

  #giveUp(model: Model, reason: string | undefined, tried: readonly Attempt[]): Result {
    const why = reason ?? (tried.length === 1 ? (tried[0] as Attempt).reason : "no engine could decide");
    const attempts = tried.map((one) => ({ ...one, wallMs: round(this.#wallMs.get(one.engine) ?? 0) }));
    return { ...this.unknown(why, model), attempts };
  }

  unknown(reason: string, model?: Model): Result {
    return this.#base(model, this.#options.preset?.preset.name ?? "none", { verdict: "unknown", reason });
  }

  #base(model: Model | undefined, engine: string, verdict: Pick<Result, "verdict" | "reason">): Result {
    const { meter, model: options } = this.#options;
    const [first, ...others] = this.#input.sources.map((source) => source.name);
    return {
      version: RESULT_VERSION,
      tool: { name: "hone", version: this.#options.toolVersion },
      file: this.#input.name,
      ...(others.length > 0 ? { files: [first as string, ...others] } : {}),
      property: options.properties.join(",") || "none",
      ...verdict,
      engine,
      configuration: this.#configuration(),
      invariants: [],
      assumptions: [],
      overApproximations: model === undefined ? [] : overApproximationReports(model),
      evidence: { kind: "none", checked: false, by: "none" },
      statistics: {
        wallMs: round(meter.nowMs() - this.#startMs),
        cpuMs: round(meter.cpuMs() - this.#startCpuMs),
        peakMemoryMb: round(meter.peakMemoryMb()),
        work: Math.round(this.reading.spent + this.#work),
        ...this.#statistics,
      },
    };
  }

  #configuration(): Configuration {
    const { model, timeoutSeconds, memoryMb } = this.#options;
    const { properties: _, ...rest } = model;
    return {
      ...rest,
      engines: presetsOf(this.#options).map((one) => one.preset.name),
      dataModel: this.#input.frontEnd.dataModel.name,
      timeoutSeconds,
      memoryMb,
    };
  }
}

/** The solvers of a run; loading a native library takes longer than many a proof, so that waits until somebody asks. */
export function solversOf(z3: VerifyOptions["z3"], onQuery?: VerifyOptions["onQuery"]): Solvers {
  return {
    own: onQuery === undefined ? ownSolver : recordingSolvers(ownSolver, onQuery),
    bits: bitsSolver,
    get z3() {
      return z3?.();
    },
  };
}

export function proversOf({ own, z3 }: Solvers, certify: VerifyOptions["certify"]): Provers {
  if (certify === "off") return { mode: "none", solvers: [] };
  // Engines reason with the own solver, so the other one goes first.
  const solvers = certify === "own" ? [own] : certify === "z3" ? [z3] : [z3, own];
  return { mode: certify === "both" ? "all" : "first", solvers: solvers.filter((one) => one !== undefined) };
}

/** What takes turns: the preset that was chosen, or the default ones, of which a domain leaves those that work with it. */
function presetsOf({ preset, domain }: VerifyOptions): readonly Configured[] {
  if (preset !== undefined) return [preset];
  const all = defaultPresets();
  return domain === undefined ? all : all.filter((one) => one.preset.domains?.includes(domain) === true);
}

function domainOf({ domains }: Preset, chosen: string | undefined): RegisteredDomain | undefined {
  const name = chosen !== undefined && domains?.includes(chosen) === true ? chosen : domains?.[0];
  return name === undefined ? undefined : domainNamed(name);
}

// A page with more pictures would be slow to open; the first and the last ones tell most.
const MOST_SNAPSHOTS = 200;

function keepSnapshot(snapshots: Snapshot[], newest: Snapshot): void {
  if (snapshots.length >= MOST_SNAPSHOTS) snapshots.splice(MOST_SNAPSHOTS / 2, 1);
  snapshots.push(newest);
}

function showOpen(model: Model, { what, range }: Possibility): string {
  const place = placeOf(range, model.program.sources);
  return `${what}${place === undefined ? "" : ` in line ${place.line}`} may violate it`;
}

function added(a: Readonly<Statistics>, b: Readonly<Statistics>): Statistics {
  const sum: Statistics = { ...a };
  for (const [name, count] of Object.entries(b)) sum[name] = (sum[name] ?? 0) + count;
  return sum;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
