/**
 * The composition root: (program, options) -> Result. Reads the program, builds its model, lets engines take turns on it and
 * turns what was found out into a Result. Engines only claim: `engines/portfolio.ts` has every claim checked (a counterexample
 * is replayed, a certificate is proved), and one that does not stand becomes `unknown`. Owns nothing global.
 */
import type { ReadResult } from "./cfa/build-source.ts";
import type { Program } from "./cfa/cfa.ts";
import type { Preset, Snapshot, Statistics } from "./engines/engine.ts";
import { presetsFor } from "./engines/index.ts";
import type { InternalError } from "./engines/internal-error.ts";
import { type Answer, Portfolio, type PortfolioOptions, type ProvedPlaces, presetIn } from "./engines/portfolio.ts";
import type { SavedPrecision } from "./engines/saved-precision.ts";
import { Execution } from "./evidence/execution.ts";
import { possibleViolation } from "./evidence/no-site.ts";
import { violatedSites } from "./evidence/violation.ts";
import { buildModel } from "./model/build.ts";
import type { Model } from "./model/model.ts";
import { executionOptions } from "./model/options.ts";
import { readForModel } from "./model/read.ts";
import { type Asked, ResultBuilder, type Subject } from "./report/build-result.ts";
import { parseValue } from "./report/counterexample.ts";
import { diagnosticReports } from "./report/places.ts";
import { type Found, keptVerdict, type Memory, noting, recalled } from "./report/recall.ts";
import type { DiagnosticReport, Result } from "./report/result.ts";
import type { SiteTable } from "./report/sites.ts";
import { BudgetExceeded, budgetsWithin, whileItLasts, within } from "./util/budget.ts";
import type { Diagnostic } from "./util/diagnostic.ts";
import { memoised } from "./util/memo.ts";
import { SourceMap } from "./util/source.ts";
import type { WitnessContent } from "./witness/format.ts";
import type { WitnessWriters } from "./witness/writers.ts";

export { CLAIMANT } from "./engines/schedule-table.ts";

export type VerifyInput = Subject;

export interface VerifyOptions extends Asked, PortfolioOptions {
  /** Who writes what a witness says of a verdict, where one is wanted. */
  readonly witness?: WitnessWriters | undefined;
  /** Takes turns before the engines, where nobody chose one: who has a claim in hand, by the name of `CLAIMANT`. */
  readonly claimant?: Preset;
  /** With the newest picture, where they are taken. */
  readonly progress: (line: string, statistics: Readonly<Statistics>, picture?: Snapshot) => void;
  /** Verdicts of earlier runs. */
  readonly memory?: Memory | undefined;
}

export interface Verification {
  readonly result: Result;
  /**
   * bad-input: there was no program to analyse; the diagnostics say why. cut-off: a trial ended without an answer. failed: the
   * one engine that was asked for broke down.
   */
  readonly kind: "verified" | "bad-input" | "cut-off" | "failed";
  /** For `cut-off`: how many rounds of the portfolio are behind it. */
  readonly rounds?: number;
  /** Likewise: what was proved in them. */
  readonly proved?: ProvedPlaces;
  readonly diagnostics: readonly Diagnostic[];
  readonly sources: SourceMap;
  /** What engines found out that they have to look at, where that is to be kept and one of them has such a thing. */
  readonly precision?: SavedPrecision | undefined;
  /** What of a saved precision was not found again. */
  readonly notes?: readonly string[];
  /** Pictures of the run, where they were asked for. */
  readonly snapshots?: readonly Snapshot[];
  /** What is known of each place where a property could be violated; absent where there was no model of the program. */
  readonly sites?: SiteTable;
  /** What a witness says, where one was asked for and the verdict has one. */
  readonly witness?: WitnessContent | undefined;
  /** Bugs that engines ran into; what they had been doing is an attempt that failed. */
  readonly internalErrors: readonly InternalError[];
}

export function verify(input: VerifyInput, options: VerifyOptions): Verification {
  const session = sessionOf(input, options);
  const { reading, portfolio, results } = session;
  const { memory } = options;
  const { frontEnd, files } = noting(input.frontEnd);
  let built: ReadResult = { program: undefined, diagnostics: [], sources: new SourceMap() };
  const done = (kind: Verification["kind"], result: Result): Verification => {
    const { diagnostics, sources } = built;
    return { kind, result, diagnostics, sources, internalErrors: portfolio.internalErrors };
  };
  try {
    return within(reading, () => {
      built = readForModel(input.sources, frontEnd, options.model);
      const { program, diagnostics, sources } = built;
      if (program === undefined) {
        const reports = diagnosticReports(diagnostics, sources);
        return done("bad-input", { ...results.unknown(firstError(reports)), diagnostics: reports });
      }
      const { entry } = options.model;
      if (!program.functions.has(entry))
        return done("bad-input", results.unknown(`there is no function "${entry}" to start from`));
      const before = recalled(memory?.recall(files), program, options, portfolio);
      if (before.kind === "result") return done("verified", results.recalled(before.result));
      if (before.kind === "too-large") return { ...done("cut-off", results.unknown("a trial")), rounds: 0 };
      const compiled = new Map<Program, Execution>();
      let answered: ReturnType<typeof answer>;
      try {
        answered = answer(program, input, options, session, compiled);
      } finally {
        for (const execution of compiled.values()) execution.close();
      }
      const { kind, result, rounds = 1, witness, sites, proved, found } = answered;
      if (memory !== undefined && kind === "verified") {
        const kept = whileItLasts(session.budgetOf(KEEPING), () => keptVerdict(result, found, portfolio));
        if (kept !== undefined) memory.keep(files, kept);
      }
      const { snapshots, notes } = portfolio;
      const by = presetsFor(options.preset, options.domain).find(({ name }) => name === result.engine);
      const precision = options.precisions === "kept" ? { precision: portfolio.precisionOf(by) } : {};
      const told = notes.size === 0 ? {} : { notes: [...notes] };
      const pictures = options.pictures === "on" ? { snapshots } : {};
      const written = witness === undefined ? {} : { witness };
      const table = { ...(sites === undefined ? {} : { sites }), ...(proved === undefined ? {} : { proved }) };
      return { ...done(kind, result), rounds, ...pictures, ...precision, ...told, ...written, ...table };
    });
  } catch (error) {
    if (!(error instanceof BudgetExceeded)) throw error;
    if (options.rounds === "first" && error.limit !== "time limit")
      return { ...done("cut-off", results.unknown("a trial")), rounds: 0 };
    const where = built.program === undefined ? "reading the program" : "building the model";
    return done("verified", results.unknown(`${error.limit} reached (${where})`));
  }
}

// What a trial may spend on reading a program and building its model, in units of work: a larger one is no trial.
const TRIAL_READING = 200_000;

// What writing down an answer's evidence may take: more than any that is kept.
const KEEPING = 20_000_000;

const NO_INVARIANTS: WitnessContent = { kind: "correctness", invariants: [], contracts: [] };

type Session = ReturnType<typeof sessionOf>;

/** What one call may spend, who works in it, and who tells what came of it. */
function sessionOf(input: VerifyInput, options: VerifyOptions) {
  const startMs = options.startMs ?? options.meter.nowMs();
  const budgetOf = budgetsWithin(options, startMs);
  const reading = budgetOf(options.rounds === "first" ? TRIAL_READING : Number.POSITIVE_INFINITY);
  const progress = (line: string, statistics: Readonly<Statistics>) =>
    options.progress(line, statistics, portfolio.snapshots.at(-1));
  const portfolio: Portfolio = new Portfolio({ ...options, progress }, budgetOf);
  const spent = () => ({
    work: reading.spent + portfolio.work,
    statistics: portfolio.statistics,
    schedule: [...portfolio.reasons],
    elsewhere: portfolio.elsewhere,
  });
  return { reading, portfolio, budgetOf, results: new ResultBuilder(input, options, startMs, spent, budgetOf) };
}

function answer(
  program: Program,
  input: VerifyInput,
  options: VerifyOptions,
  { reading, portfolio, results, budgetOf }: Session,
  compiled: Map<Program, Execution>,
): Pick<Verification, "kind" | "result" | "rounds" | "witness" | "sites" | "proved"> & { readonly found?: Found } {
  const { properties, entry } = options.model;
  if (properties.length === 0) return { kind: "verified", result: results.unknown("no property was asked for") };
  const provedPlaces = () => new Map([...(options.proved ?? []), ...portfolio.proved]);
  // Executions are run as they are: one that violates what was proved would be told.
  const modelNow = () => {
    const settled = [...(options.model.settled ?? []), ...provedPlaces().keys()];
    const asked = settled.length === 0 ? {} : { settled };
    return buildModel(program, { ...options.model, ...options.preset?.model, ...asked });
  };
  const whole = options.proved === undefined || options.proved.length === 0 ? modelNow() : undefined;
  let model = whole ?? modelNow();
  const execution = ({ program: of, properties: asked }: Model) =>
    memoised(
      compiled,
      of,
      () => new Execution({ program: of, entry, properties: asked, ...executionOptions(options.model) }),
    );
  if (model.propertySites.length === 0) {
    const possible = possibleViolation(program, properties);
    if (possible === undefined) {
      const witness = options.witness === undefined ? undefined : NO_INVARIANTS;
      const sites = results.siteTable(model, "all");
      const result = results.nothingToViolate(model, sites, () => execution(model));
      return { kind: "verified", result, sites, witness };
    }
    if (possible.seenBy === "nobody") {
      const sites = results.siteTable(model, []);
      return { kind: "verified", result: results.unseen(model, possible, sites), sites };
    }
  }
  const { claimant, preset, domain } = options;
  const before = claimant === undefined || preset !== undefined ? [] : [claimant];
  const presets = [...before, ...presetsFor(preset, domain)];
  let end = portfolio.run(model, presets, execution, reading.spent);
  // Other processes begin anew.
  while (end.kind === "open" && options.rounds !== "first" && options.director === undefined) {
    portfolio.startAfresh();
    model = modelNow();
    end = portfolio.run(model, presets, execution, reading.spent, { from: end.rounds });
  }
  const seenBy = (preset: Preset | undefined) => (preset === undefined ? model : (portfolio.modelOf(preset) ?? model));
  if (end.kind === "answer") {
    const by = presetIn(presets, end.engine);
    const seen = seenBy(by);
    const violated = end.answer.kind === "unsafe" ? violatedSites(end.answer.trace.outcome, properties) : [];
    const proved = end.answer.kind === "safe" ? "all" : [...provedPlaces().keys()];
    const sites = results.siteTable(seen, proved, violated);
    const earlier = model === whole ? [] : [...provedPlaces().values()];
    const result = results.answered(
      seen,
      { preset: by, exclusions: portfolio.exclusionsOf(by), earlier },
      end.answer,
      sites,
      () => execution(seen),
    );
    const { witness: writers } = options;
    // A verdict is not lost for want of its witness.
    const witness =
      writers === undefined
        ? undefined
        : (whileItLasts(budgetOf(Number.POSITIVE_INFINITY), () =>
            witnessOf(writers, seen, end.answer, result, input, execution(seen)),
          ) ?? shortWitness(writers, seen, end.answer, input));
    // What rests on proofs of other models cannot be checked again from its own evidence.
    const found = model === whole ? { found: { model: seen, answer: end.answer } } : {};
    return { kind: "verified", result, sites, witness, ...found };
  }
  const reason = end.kind === "unknown" ? end.reason : undefined;
  const seen = seenBy(presets.length === 1 ? presets[0] : undefined);
  const sites = results.siteTable(seen, [...provedPlaces().keys()]);
  const result = results.gaveUp(seen, reason, end.attempts, portfolio.wallMs, sites, portfolio.open);
  const failed = presets.length === 1 && portfolio.internalErrors.length > 0;
  if (end.kind === "open") return { kind: "cut-off", result, sites, rounds: end.rounds, proved: [...provedPlaces()] };
  return { kind: failed ? "failed" : "verified", result, sites };
}

function witnessOf(
  { correctnessContent, violationContent }: WitnessWriters,
  model: Model,
  answer: Answer,
  { counterexample }: Result,
  { sources, frontEnd }: VerifyInput,
  execution: Execution,
): WitnessContent | undefined {
  const files = new Set(sources.map(({ name }) => name));
  if (answer.kind === "safe") return correctnessContent(model, answer.certificate, files);
  const values = (counterexample?.inputs ?? []).map(({ value }) => parseValue(value) ?? 0);
  return violationContent({ program: model.program, execution, values }, sources, frontEnd, files);
}

/** What is left where there is no time for invariants, or for inputs. */
function shortWitness(
  { targetContent }: WitnessWriters,
  { program }: Model,
  answer: Answer,
  { sources, frontEnd }: VerifyInput,
): WitnessContent | undefined {
  if (answer.kind === "safe") return NO_INVARIANTS;
  const files = new Set(sources.map(({ name }) => name));
  return answer.edge && targetContent(program, answer.edge, sources, frontEnd, files);
}

function firstError(reports: readonly DiagnosticReport[]): string {
  const first = reports.find((one) => one.severity === "error");
  return first === undefined ? "no program" : `${first.file}:${first.line}:${first.column}: ${first.message}`;
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
  const { results } = sessionOf(input, options);
  const result = results.unknown(reached === undefined ? reason : `${reason} (${reached.line})`);
  return { ...result, statistics: { ...result.statistics, ...reached?.statistics } };
}
