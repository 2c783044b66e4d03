/**
 * The composition root: (program, options) -> Result. Builds everything, owns nothing global. Engines only claim; here
 * their claims are checked (a counterexample is replayed, a certificate is proved) and turned into a Result. A claim
 * that does not stand becomes `unknown`.
 */
import { type FrontEndOptions, readProgram, type SourceText } from "./cfa/build-source.ts";
import type { Program } from "./cfa/cfa.ts";
import { releaseDiagrams } from "./domains/boxes/diagram.ts";
import { domainNamed, type RegisteredDomain } from "./domains/index.ts";
import type { EngineContext, EngineOptions, Preset, Snapshot, Solvers, Statistics, Verdict } from "./engines/engine.ts";
import { Execution } from "./engines/execution.ts";
import { type Configured, defaultPresets } from "./engines/index.ts";
import { type CheckedVerdict, checkVerdict, type Provers } from "./evidence/check.ts";
import { confirmPath } from "./evidence/confirm.ts";
import { type Possibility, possibleViolation } from "./evidence/no-site.ts";
import { releaseTerms } from "./logic/term.ts";
import { buildModel } from "./model/build.ts";
import type { Model } from "./model/model.ts";
import type { ModelOptions } from "./model/options.ts";
import { counterexampleReport } from "./report/counterexample.ts";
import { invariantReports } from "./report/invariants.ts";
import { diagnosticReports, overApproximationReports, placeOf } from "./report/places.ts";
import { type Configuration, RESULT_VERSION, type Result } from "./report/result.ts";
import { ownSolver } from "./smt/own/solver.ts";
import { type RecordedQuery, recordingSolvers } from "./smt/smtlib/index.ts";
import type { SolverFactory } from "./smt/solver.ts";
import { Budget, BudgetExceeded } from "./util/budget.ts";
import type { Diagnostic } from "./util/diagnostic.ts";
import { NO_RANGE, type SourceMap } from "./util/source.ts";

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
  /** Only try: engines get this much time together, and what they leave undecided is `cut-off`. */
  readonly trialMs?: number;
  /** Called now and then while engines work, with what they have counted so far. */
  readonly progress: (line: string, statistics: Readonly<Statistics>) => void;
}

export interface Verification {
  readonly result: Result;
  /** bad-input: there was no program to analyse; the diagnostics say why. cut-off: a trial ended without an answer. */
  readonly kind: "verified" | "bad-input" | "cut-off";
  readonly diagnostics: readonly Diagnostic[];
  readonly sources: SourceMap;
  /** Pictures of the run, where they were asked for. */
  readonly snapshots?: readonly Snapshot[];
}

export function verify(input: VerifyInput, options: VerifyOptions): Verification {
  const session = new Session(input, options);
  const built = readProgram(input.sources, input.frontEnd);
  const { diagnostics, sources } = built;
  const { program } = built;
  if (program === undefined) {
    const reports = diagnosticReports(diagnostics, sources);
    const first = reports.find((one) => one.severity === "error");
    const reason = first === undefined ? "no program" : `${first.file}:${first.line}:${first.column}: ${first.message}`;
    return { kind: "bad-input", result: { ...session.unknown(reason), diagnostics: reports }, diagnostics, sources };
  }
  const { entry } = options.model;
  if (!program.functions.has(entry)) {
    const result = session.unknown(`there is no function "${entry}" to start from`);
    return { kind: "bad-input", result, diagnostics, sources };
  }
  const result = session.answer(program);
  const { cutOff, snapshots } = session;
  const pictures = options.pictures === "on" ? { snapshots } : {};
  return { kind: cutOff ? "cut-off" : "verified", result, diagnostics, sources, ...pictures };
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

// The first turn of each engine: most of what an engine can solve at all it solves in a second.
const FIRST_SLICE_MS = 1000;
// Slices grow by this factor, so that all turns together cost a third more than the last one alone.
const SLICE_GROWTH = 4;
// Often enough for somebody who watches, and for a process that is killed to have told how far it got.
const PROGRESS_INTERVAL_MS = 200;

interface Attempt {
  readonly engine: string;
  readonly reason: string;
  readonly wallMs: number;
}

/** One call of `verify`: what it may spend and what it has learnt. */
class Session {
  readonly #input: VerifyInput;
  readonly #options: VerifyOptions;
  readonly #startMs: number;
  readonly #startCpuMs: number;
  #statistics: Readonly<Statistics> = {};
  #running: Readonly<Statistics> = {};
  readonly #attempts: Attempt[] = [];
  #execution: Execution | undefined;
  #toldMs = Number.NEGATIVE_INFINITY;
  /** A trial ended before the engines did. */
  cutOff = false;
  readonly snapshots: Snapshot[] = [];
  readonly #solvers: Solvers;

  constructor(input: VerifyInput, options: VerifyOptions) {
    this.#input = input;
    this.#options = options;
    this.#startMs = options.startMs ?? options.meter.nowMs();
    this.#startCpuMs = options.meter.cpuMs();
    this.#solvers = solversOf(options.z3, options.onQuery);
  }

  answer(program: Program): Result {
    const { properties } = this.#options.model;
    if (properties.length === 0) return this.unknown("no property was asked for");
    const model = buildModel(program, { ...this.#options.model, ...this.#options.preset?.preset.model });
    if (model.propertySites.length === 0) {
      const possible = possibleViolation(program, properties);
      if (possible === undefined) return this.#nothingToViolate(model);
      if (possible.seenBy === "nobody")
        return this.unknown(`no property site is known, but ${showOpen(model, possible)}`);
    }
    return this.#takeTurns(model, presetsOf(this.#options));
  }

  /** Engines in turn with growing slices of time, until one gives a verdict that stands or all have given up for good. */
  #takeTurns(model: Model, presets: readonly Configured[]): Result {
    const { trialMs } = this.#options;
    let waiting = presets;
    const first = trialMs === undefined ? FIRST_SLICE_MS : trialMs / presets.length;
    for (let slice = first; waiting.length > 0; slice *= SLICE_GROWTH) {
      const again: Configured[] = [];
      const alone = trialMs === undefined && waiting.length === 1;
      for (const configured of waiting) {
        const turn = new Turn(this.#options, this.#startMs, alone ? Number.POSITIVE_INFINITY : slice);
        const start = this.#options.meter.nowMs();
        const verdict = this.#run(model, configured, turn);
        if (verdict.kind !== "unknown") return this.#conclude(model, configured, verdict);
        this.#note(configured.preset.name, verdict.reason, this.#options.meter.nowMs() - start);
        if (turn.over === "limit") return this.#giveUp(model, verdict.reason);
        if (turn.over === "slice") again.push(configured);
      }
      waiting = again;
      if (trialMs !== undefined && waiting.length > 0) {
        this.cutOff = true;
        break;
      }
    }
    return this.#giveUp(model, undefined);
  }

  /** What the engine says, checked. Running out of budget anywhere in it is `unknown`. */
  #run(model: Model, { engine, preset }: Configured, turn: Turn): CheckedVerdict {
    const { budget } = turn;
    // Asked again for every display: the engine's line tells where it is then, not where it was when it gave it.
    let line = (): string => "started";
    turn.onLook = (nowMs) => this.#tell(nowMs, () => `${preset.name}: ${line()}`);
    turn.onLook(this.#options.meter.nowMs());
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
        line = newer;
      },
    };
    try {
      const verdict: Verdict = engine.run(model, context);
      return checkVerdict(model, this.#options.model, verdict, budget, () =>
        proversOf(this.#solvers, this.#options.certify),
      );
    } catch (error) {
      if (error instanceof BudgetExceeded) return { kind: "unknown", reason: `${error.limit} reached (${line()})` };
      throw error;
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

  /** Turns of one engine are one attempt: the last word counts. */
  #note(engine: string, reason: string, wallMs: number): void {
    const index = this.#attempts.findIndex((one) => one.engine === engine);
    const earlier = index === -1 ? 0 : (this.#attempts[index] as Attempt).wallMs;
    const attempt = { engine, reason, wallMs: earlier + wallMs };
    if (index === -1) this.#attempts.push(attempt);
    else this.#attempts[index] = attempt;
  }

  #conclude(model: Model, { preset }: Configured, verdict: Exclude<CheckedVerdict, { kind: "unknown" }>): Result {
    const domain = domainOf(preset, this.#options.domain)?.domain.name;
    const named = this.#base(model, preset.name, { verdict: verdict.kind });
    const base = domain === undefined ? named : { ...named, domain };
    const { sources } = model.program;
    switch (verdict.kind) {
      case "safe":
        return {
          ...base,
          invariants: verdict.certificate === undefined ? [] : invariantReports(model, verdict.certificate),
          assumptions: [...settingsAssumed(this.#options.model), ...assumptionsOf(model)],
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
      assumptions: [...settingsAssumed(this.#options.model), ...assumptionsOf(model)],
      evidence: { kind: "no-site", checked: true, by },
    };
  }

  #giveUp(model: Model, reason: string | undefined): Result {
    const why =
      reason ?? (this.#attempts.length === 1 ? (this.#attempts[0] as Attempt).reason : "no engine could decide");
    const attempts = this.#attempts.map((one) => ({ ...one, wallMs: round(one.wallMs) }));
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

/** What an engine may spend now: a slice of time within the limits of the whole call. */
class Turn {
  readonly budget: Budget;
  /** Which limit ended the turn; `limit` is one of the whole call, `slice` only of this turn. */
  over: "limit" | "slice" | undefined;
  /** Told the time whenever the budget looks at the clock. */
  onLook: (nowMs: number) => void = () => {};

  constructor(options: VerifyOptions, startMs: number, sliceMs: number) {
    const { meter, timeoutSeconds, memoryMb, trialMs } = options;
    const deadline = startMs + timeoutSeconds * 1000;
    const end = meter.nowMs() + sliceMs;
    this.budget = new Budget(() => {
      // In a trial the process may be full of other things: the real run has a process of its own.
      if (meter.memoryMb() > memoryMb) return this.#end(trialMs === undefined ? "limit" : "slice", "memory limit");
      const now = meter.nowMs();
      this.onLook(now);
      if (now > deadline) return this.#end("limit", "time limit");
      return now > end ? this.#end("slice", "time slice") : undefined;
    });
  }

  #end(over: "limit" | "slice", name: string): string {
    this.over = over;
    return name;
  }
}

/** The solvers of a run; loading a native library takes longer than many a proof, so that waits until somebody asks. */
export function solversOf(z3: VerifyOptions["z3"], onQuery?: VerifyOptions["onQuery"]): Solvers {
  return {
    own: onQuery === undefined ? ownSolver : recordingSolvers(ownSolver, onQuery),
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

/** Settings under which the verdict holds: what they leave out no proof has looked at. */
function settingsAssumed({ integers, floats }: ModelOptions): string[] {
  return [
    ...(integers === "math" ? ["integers are unbounded: no operation overflows or wraps (--integers math)"] : []),
    ...(floats === "real" ? ["floating-point numbers are real numbers: nothing is rounded (--floats real)"] : []),
  ];
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

function assumptionsOf(model: Model): string[] {
  return model.assumptions.map(({ what, ranges }) => {
    const lines = ranges
      .map((range) => placeOf(range, model.program.sources)?.line)
      .filter((line) => line !== undefined);
    const unique = [...new Set(lines)].sort((a, b) => a - b);
    if (unique.length === 0) return what;
    const shown = unique.slice(0, 8).join(", ");
    return `${what} at line${unique.length === 1 ? "" : "s"} ${shown}${unique.length > 8 ? ", ..." : ""}`;
  });
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
