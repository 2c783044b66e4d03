/**
 * The portfolio: engines take turns, each with a slice of work, and slices grow from round to round, so that an engine that
 * is stuck costs the others little. Slices are counted in units of work, never in seconds (`util/budget.ts`): which engine
 * answers depends on the program, the options and the limits alone, not on what else the machine is doing. An engine starts
 * afresh in every turn. `schedule-table.ts` says what comes first in which programs, `schedule.ts` who is next, with how much, and who has won; `Portfolio` runs the engines and checks what they claim: all turns, or those that a
 * director hands to this process, which shares them with others (`shared-turns.ts`).
 */
import { type Certify, type CheckedVerdict, checkVerdict, proversOf } from "../evidence/check.ts";
import type { PartialClaim, Verdict } from "../evidence/claim.ts";
import { confirmPath } from "../evidence/confirm.ts";
import type { Execution } from "../evidence/execution.ts";
import { claimedSites, isProved } from "../evidence/partial.ts";
import type { Model } from "../model/model.ts";
import { executionOptions, type ModelOptions } from "../model/options.ts";
import type { SiteName } from "../model/properties.ts";
import type { Solvers } from "../smt/solver.ts";
import {
  type Budget,
  BudgetExceeded,
  type BudgetOf,
  type Meter,
  WORK_LIMIT,
  whileItLasts,
  within,
} from "../util/budget.ts";
import { memoised, once } from "../util/memo.ts";
import type { SourceRange } from "../util/source.ts";
import { contextFor, registered, type SolverChoice, solversOf } from "./context.ts";
import { MissingPart, type Preset, type Snapshot, type Statistics } from "./engine.ts";
import type { Exclusions } from "./exclusions.ts";
import { type InternalError, internalErrorOf } from "./internal-error.ts";
import type { EngineOptions } from "./options.ts";
import { type FinalPrecision, ReusedPrecision, savedPrecision } from "./reuse-precision.ts";
import type { SavedPrecision } from "./saved-precision.ts";
import { type PortfolioEnd, type Rounds, SLICE_GROWTH, type Turn, type TurnEnd, takeTurns } from "./schedule.ts";
import { atOnceFor, planFor, standingsOf } from "./schedule-plan.ts";
import { subjectOf } from "./schedule-subject.ts";
import { added, type Director, type Elsewhere, keepSnapshot, type TurnReport } from "./shared-turns.ts";

/** Plain data: a place, and who proved it. */
export type ProvedPlaces = readonly (readonly [SiteName, string])[];

/** What a user may say of how engines run. */
export interface PortfolioOptions extends SolverChoice {
  /** Name of the domain; undefined: each preset's first. */
  readonly domain?: string | undefined;
  readonly engineOptions?: EngineOptions;
  /** Who proves invariants; see `--certify`. */
  readonly certify?: Certify;
  /** Where engines that have a precision start. */
  readonly precision?: SavedPrecision | undefined;
  /** Whether what they have at their end is kept. */
  readonly precisions?: "kept" | "forgotten";
  /** Whether pictures of the run are kept. */
  readonly pictures?: "on" | "off";
  /** Which rounds; `first` is a trial, and what it leaves undecided is `cut-off`. All where it is left out. */
  readonly rounds?: Rounds;
  /** The last one, from 0; left out: they go on as long as there is time. */
  readonly lastRound?: number | undefined;
  /** Places that earlier turns have proved, and which engine's proof says so: nobody asks about them any more. */
  readonly proved?: ProvedPlaces | undefined;
  /** Who hands out the turns, where other processes take some of them; else all are taken here, one after the other. */
  readonly director?: Director | undefined;
  /** Called now and then while engines work, with what they have counted so far. */
  readonly progress: (line: string, statistics: Readonly<Statistics>) => void;
}

// Often enough for somebody who watches, and for a process that is killed to have told how far it got.
const PROGRESS_INTERVAL_MS = 200;

export type Answer = Exclude<CheckedVerdict, { kind: "unknown" }>;

/** Asked again for every display: the engine's line tells where it is then, not where it was when it gave it. */
interface Telling {
  line: () => string;
}

interface TurnBudgets {
  readonly budget: Budget;
  /** For the check of what the engine claims. */
  readonly checking: Budget;
  conclusive(): void;
}

/** Engines in turn on one program: what they may spend and what has been learnt. */
export class Portfolio {
  readonly #options: PortfolioOptions & { readonly model: ModelOptions; readonly meter: Meter };
  readonly #budgetOf: BudgetOf;
  readonly #solvers: Solvers;
  readonly #solversAtFirst: Solvers;
  /** What all engines did together, the one that is running left out. */
  statistics: Readonly<Statistics> = {};
  #running: Readonly<Statistics> = {};
  #toldMs = Number.NEGATIVE_INFINITY;
  /** Units of work that engines have spent, and the part of it that was the last turn. */
  work = 0;
  lastTurn = 0;
  /** What other processes have spent that shared the turns. */
  elsewhere: Elsewhere = { cpuMs: 0, peakMemoryMb: 0 };
  /** By preset. */
  readonly wallMs = new Map<string, number>();
  readonly #seen = new Map<Preset, Model>();
  readonly #exclusions = new Map<string, Exclusions>();
  readonly #precisions = new Map<string, { readonly model: Model; readonly final: FinalPrecision }>();
  /** Those that other processes had, too. */
  readonly #saved = new Map<string, SavedPrecision>();
  readonly #reused = new Map<Model, ReusedPrecision>();
  /** What of the saved precision was not found again in the program. */
  readonly notes = new Set<string>();
  /** Places where the property cannot be violated before it is violated elsewhere, and which engine's proof says so. */
  readonly proved = new Map<SiteName, string>();
  /** Errors that somebody's invariants do not exclude, by their places, with the loop that they are about. */
  readonly open = new Map<SiteName, SourceRange | undefined>();
  #partial: { readonly model: Model; readonly claim: PartialClaim } | undefined;
  /** What the table of the schedule said of the program, in words. */
  readonly reasons = new Set<string>();
  readonly internalErrors: InternalError[] = [];
  readonly snapshots: Snapshot[] = [];

  constructor(options: PortfolioOptions & { readonly model: ModelOptions; readonly meter: Meter }, budgetOf: BudgetOf) {
    this.#options = options;
    this.#budgetOf = budgetOf;
    this.#solvers = solversOf(options);
    this.#solversAtFirst = solversOf({ ...options, z3: undefined });
  }

  /**
   * @param execution a model's program compiled to run, made when a path is first to be confirmed.
   * @param reading work that it took to read the program.
   */
  run(
    model: Model,
    presets: readonly Preset[],
    execution: (of: Model) => Execution,
    reading: number,
    rounds: Rounds = this.#options.rounds ?? "all",
  ): PortfolioEnd<Answer> {
    // Without arrays that matter, or without such objects, the engine's own preset does the same.
    const useful = presets.filter(
      ({ memory, takes }) =>
        presets.length === 1 ||
        ((takes?.(model) ?? true) &&
          (memory !== "heap-objects" || model.heapObjects === true) &&
          (memory !== "symbolic-cell" || model.symbolicCell?.() !== undefined)),
    );
    const { lastRound, director } = this.#options;
    const standings = standingsOf(named(useful));
    const subject = subjectOf(model);
    const engines = standings.map(({ engine }) => engine);
    const plan = once(() => {
      const found = planFor(subject, engines);
      for (const reason of found.reasons) this.reasons.add(reason);
      return found;
    });
    if (director !== undefined) {
      director.begin({ standings, plan: plan(), reading });
      return this.#directed(model, useful, execution, director);
    }
    const run = (turn: Turn) => this.#turn(model, presetIn(useful, turn.engine), turn, execution);
    const atOnce = () => atOnceFor(subject, engines);
    return takeTurns(standings, rounds, run, { plan, atOnce, reading, lastRound, pauses: this.#pauses });
  }

  /** Who asks about each place alone does that anyhow. */
  get #pauses(): "where places are proved" | "never" {
    return this.#options.lastRound === undefined ? "where places are proved" : "never";
  }

  /** The question is another one from here on: what was made of the program is forgotten. */
  startAfresh(): void {
    for (const [name, { model, final }] of this.#precisions) this.#saved.set(name, savedPrecision(model, name, final));
    for (const known of [this.#precisions, this.#seen, this.#exclusions, this.#reused]) known.clear();
  }

  /** The turns that the director hands out. What he says of the end is told as if all of them had been taken here. */
  #directed(
    model: Model,
    presets: readonly Preset[],
    execution: (of: Model) => Execution,
    director: Director,
  ): PortfolioEnd<Answer> {
    const answers = new Map<number, Answer>();
    for (;;) {
      const said = director.next();
      if (said.kind === "turn") {
        const preset = presetIn(presets, said.engine);
        this.#forget(preset);
        const end = this.#turn(model, preset, said, execution);
        if (end.kind === "answer") answers.set(said.at, end.answer);
        director.ended(
          said.at,
          end.kind === "answer" ? { kind: "answer", answer: undefined } : end,
          this.#report(preset),
        );
        continue;
      }
      this.#adopt(said.whole);
      this.elsewhere = said.elsewhere;
      const { attempts } = said;
      if (said.paused !== undefined) return { kind: "open", rounds: said.paused, attempts };
      if (said.winner === undefined) return { kind: "unknown", reason: said.reason, attempts };
      const answer = answers.get(said.winner.at);
      if (answer === undefined) throw new Error("whoever has the answer should be asked for it");
      return { kind: "answer", answer, engine: said.winner.engine, attempts };
    }
  }

  /** Before a turn that is told apart from all others. */
  #forget(preset: Preset): void {
    this.statistics = {};
    this.work = 0;
    this.wallMs.clear();
    this.notes.clear();
    this.internalErrors.length = 0;
    this.snapshots.length = 0;
    this.proved.clear();
    this.open.clear();
    this.#saved.delete(preset.name);
    this.#precisions.delete(preset.name);
  }

  /** What such a turn did. */
  #report(preset: Preset): TurnReport {
    const { statistics, work, wallMs, notes, internalErrors, snapshots } = this;
    const kept = this.#precisions.get(preset.name);
    return {
      ...{ work, lastTurn: work, wallMs: Object.fromEntries(wallMs), statistics },
      ...{ notes: [...notes], internalErrors: [...internalErrors], snapshots: [...snapshots] },
      ...{ proved: [...this.proved], open: [...this.open] },
      precisions: kept === undefined ? [] : [[preset.name, savedPrecision(kept.model, preset.name, kept.final)]],
    };
  }

  /** What all turns did together that count. */
  #adopt(whole: TurnReport): void {
    this.statistics = whole.statistics;
    this.work = whole.work;
    this.lastTurn = whole.lastTurn;
    this.wallMs.clear();
    for (const [name, ms] of Object.entries(whole.wallMs)) this.wallMs.set(name, ms);
    this.notes.clear();
    for (const note of whole.notes) this.notes.add(note);
    this.internalErrors.splice(0, this.internalErrors.length, ...whole.internalErrors);
    this.snapshots.splice(0, this.snapshots.length, ...whole.snapshots);
    this.proved.clear();
    for (const [site, by] of whole.proved) if (!this.proved.has(site)) this.proved.set(site, by);
    this.open.clear();
    for (const [site, loop] of whole.open) this.open.set(site, loop);
    this.#precisions.clear();
    for (const [name, precision] of whole.precisions) this.#saved.set(name, precision);
  }

  /** The program as the preset saw it when it had a turn: perhaps with memory as bytes. */
  modelOf(preset: Preset): Model | undefined {
    return this.#seen.get(preset);
  }

  /** What excluded each error, as the preset told when it had a proof. */
  exclusionsOf(preset: Preset): Exclusions | undefined {
    return this.#exclusions.get(preset.name);
  }

  /** The precision of the one who answered, otherwise of the last one who has any. */
  precisionOf(preset: Preset | undefined): SavedPrecision | undefined {
    const all = [...this.#saved.keys(), ...this.#precisions.keys()];
    const name = preset !== undefined && all.includes(preset.name) ? preset.name : all[all.length - 1];
    if (name === undefined) return undefined;
    const kept = this.#precisions.get(name);
    return kept === undefined ? this.#saved.get(name) : savedPrecision(kept.model, name, kept.final);
  }

  /** The saved precision in terms of a model. */
  #reusedIn(model: Model): { readonly precision?: ReusedPrecision } {
    const { precision: saved } = this.#options;
    if (saved === undefined) return {};
    const precision = memoised(this.#reused, model, () => new ReusedPrecision(model, saved));
    for (const note of precision.notes) this.notes.add(note);
    return { precision };
  }

  /** A turn of one engine. Whatever it runs into, the others have theirs. */
  #turn(
    model: Model,
    preset: Preset,
    { work: slice, more, round }: Turn,
    execution: (of: Model) => Execution,
  ): TurnEnd<Answer> {
    const { name } = preset;
    const start = this.#options.meter.nowMs();
    const turn: Telling = { line: () => "started" };
    const tell = (nowMs: number) => this.#tell(nowMs, () => `${name}: ${turn.line()}`);
    tell(start);
    const budget = this.#budgetOf(slice, tell);
    // Whoever has a claim in hand gets what its next turn would have to have it checked: to find it once more would cost more.
    const checking = this.#budgetOf(SLICE_GROWTH * slice, tell);
    const conclusive = once(() => budget.extend(more));
    const budgets = { budget, checking, conclusive };
    this.#partial = undefined;
    let looking = 0;
    // Where there is no answer, what is known of some places is looked at.
    const without = (end: Exclude<TurnEnd<Answer>, { kind: "answer" }>): TurnEnd<Answer> => {
      if (end.kind === "limit") return end;
      const { spent, news } = this.#look(name, slice, this.#solversIn(round));
      looking = spent;
      return news ? { ...end, proved: "places" } : end;
    };
    try {
      const verdict = this.#checked(model, preset, budgets, turn, this.#solversIn(round), execution);
      return verdict.kind === "unknown"
        ? without({ kind: "gave-up", reason: told(verdict, model) })
        : { kind: "answer", answer: verdict };
    } catch (error) {
      if (!(error instanceof BudgetExceeded)) return { kind: "gave-up", reason: this.#failed(name, error) };
      // The process of a trial may be full of other things: the real run has a process of its own.
      if (this.#options.rounds === "first" && error.limit === "memory limit") throw error;
      const reason = `${error.limit} reached (${turn.line()})`;
      return without({ kind: error.limit === WORK_LIMIT ? "slice" : "limit", reason });
    } finally {
      this.lastTurn = budget.spent + checking.spent + looking;
      this.work += this.lastTurn;
      this.wallMs.set(name, (this.wallMs.get(name) ?? 0) + this.#options.meter.nowMs() - start);
    }
  }

  /** Checks what an engine that came to no answer knows of some places: what that took, and whether they were open before. */
  #look(name: string, work: number, solvers: Solvers): { readonly spent: number; readonly news: boolean } {
    const found = this.#partial;
    this.#partial = undefined;
    if (found === undefined) return { spent: 0, news: false };
    const { model, claim } = found;
    const { model: options, certify } = this.#options;
    const earlier = (this.#options.proved ?? []).map(([site]) => site);
    const claimed = claimedSites(model, claim, [...(options.settled ?? []), ...earlier]);
    if (claimed.every((site) => this.proved.has(site))) return { spent: 0, news: false };
    const budget = this.#budgetOf(work);
    let news = false;
    try {
      const stands = whileItLasts(budget, () => isProved(model, claim, budget, () => proversOf(solvers, certify)));
      news = stands === true;
    } catch (error) {
      // The turn has its end already.
      this.#failed(name, error);
    }
    if (news) for (const site of claimed) if (!this.proved.has(site)) this.proved.set(site, name);
    return { spent: budget.spent, news };
  }

  /** An exception in an engine, or in the check of what it claims, is a bug: kept to be reported, and no claim. */
  #failed(engine: string, error: unknown): string {
    if (error instanceof MissingPart) return error.message;
    const internal = internalErrorOf(error, engine);
    this.internalErrors.push(internal);
    return `internal error: ${internal.message}`;
  }

  /**
   * The first round is a matter of milliseconds: no time to load a library, nor for a solver that looks at the budget only now
   * and then. Who asks for Z3 as the prover gets it.
   */
  #solversIn(round: number): Solvers {
    const { certify } = this.#options;
    return round > 0 || certify === "z3" || certify === "both" ? this.#solvers : this.#solversAtFirst;
  }

  /** The model as the preset takes it, made in its first turn that lasts that long. */
  #viewOf(preset: Preset, model: Model, budget: Budget): Model {
    const known = this.#seen.get(preset);
    if (known !== undefined) return known;
    const seen = viewOf(preset, model, budget);
    this.#seen.set(preset, seen);
    return seen;
  }

  /**
   * A claim that an engine made in an earlier run, checked as if it made it now, within so much work. Undefined where it does not
   * stand, or not any more. It is left to the caller that the model is nobody else's: engines take turns on one that nobody has
   * explored.
   */
  checkAgain(model: Model, preset: Preset, work: number, claimIn: (seen: Model) => Verdict): Answer | undefined {
    const { model: modelOptions, certify } = this.#options;
    const budget = this.#budgetOf(work);
    // What the first round proved takes no second solver.
    const first = this.#solversIn(0);
    const turns = first === this.#solvers ? [first] : [first, this.#solvers];
    try {
      return within(budget, () => {
        const seen = viewOf(preset, model, budget);
        const claim = claimIn(seen);
        for (const solvers of turns) {
          const checked = checkVerdict(seen, modelOptions, claim, budget, () => proversOf(solvers, certify));
          if (checked.kind !== "unknown") return checked;
        }
        return undefined;
      });
    } finally {
      this.work += budget.spent;
    }
  }

  /** What the engine says, checked. */
  #checked(
    model: Model,
    preset: Preset,
    { budget, checking, conclusive }: TurnBudgets,
    turn: Telling,
    solvers: Solvers,
    execution: (of: Model) => Execution,
  ): CheckedVerdict {
    const { model: modelOptions, domain, engineOptions = {}, pictures, precisions, certify } = this.#options;
    const { entry } = modelOptions;
    // An engine counts from zero; the result tells what all of them did together.
    const statistics: Statistics = {};
    this.#running = statistics;
    const seen = within(budget, () => this.#viewOf(preset, model, budget));
    let told: Exclusions | undefined;
    const context = contextFor(preset, {
      ...{
        domain,
        options: engineOptions,
        budget,
        statistics,
        solvers,
        entry,
        executions: executionOptions(modelOptions),
      },
      ...(preset.precision === "kept" ? this.#reusedIn(seen) : {}),
      ...(precisions === "kept" && preset.precision === "kept"
        ? { keepPrecision: (final: FinalPrecision) => this.#precisions.set(preset.name, { model: seen, final }) }
        : {}),
      ...(pictures === "on"
        ? { record: (snapshot: Snapshot) => keepSnapshot(this.snapshots, { ...snapshot, engine: preset.name }) }
        : {}),
      confirm: (path, suggested) => confirmPath(execution(seen), path, budget, solvers, suggested),
      conclusive,
      excluded: (by) => {
        told = by;
      },
      partial: (claim) => {
        this.#partial = { model: seen, claim };
        for (const { location, loop } of claim.open)
          for (const site of location.site?.names ?? []) this.open.set(site, loop);
      },
      progress: (newer) => {
        turn.line = newer;
      },
    });
    try {
      const verdict = within(budget, () => preset.run(seen, context));
      const checked = within(checking, () =>
        checkVerdict(seen, modelOptions, verdict, checking, () => proversOf(solvers, certify)),
      );
      // What it told of a proof that does not stand is nothing about another one.
      if (checked.kind === "safe" && told !== undefined) this.#exclusions.set(preset.name, told);
      return checked;
    } finally {
      this.statistics = added(this.statistics, statistics);
      this.#running = {};
    }
  }

  #tell(nowMs: number, line: () => string): void {
    if (nowMs - this.#toldMs < PROGRESS_INTERVAL_MS) return;
    this.#toldMs = nowMs;
    // The line first: making it brings the engine's counters up to date.
    const text = line();
    this.#options.progress(text, added(this.statistics, this.#running));
  }
}

/** Who has a turn. */
export function presetIn(presets: readonly Preset[], name: string): Preset {
  const found = presets.find((one) => one.name === name);
  if (found === undefined) throw new Error(`the engine ${name} should be one that takes turns`);
  return found;
}

function named(presets: readonly Preset[]): readonly string[] {
  return presets.map(({ name }) => name);
}

/** Why, and at which line of which program. */
function told({ reason, range }: Extract<CheckedVerdict, { kind: "unknown" }>, { program }: Model): string {
  const place = range === undefined ? undefined : program.sources.resolve(range.start);
  return place === undefined ? reason : `${reason} (line ${place.line})`;
}

/** The model as a preset sees it. */
function viewOf(preset: Preset, model: Model, budget: Budget): Model {
  const taken = seenBy(preset, model);
  return preset.view?.(taken, { budget, domainNamed: registered }) ?? taken;
}

/** The model as a preset takes it. */
function seenBy({ memory, members, recursion }: Preset, whole: Model): Model {
  const deeper = recursion === "stepwise" ? whole.deeper?.() : undefined;
  const model = deeper ?? (members === "apart" ? whole.membersApart?.() : undefined) ?? whole;
  if (memory === "bytes" || memory === "last-zeros") {
    const exact = model.bytes?.() ?? model;
    return (memory === "last-zeros" ? exact.lastZeros?.() : undefined) ?? exact;
  }
  if (memory === "filled-parts") return (model.bytes?.() ?? model).filledTexts?.() ?? model.filledParts?.() ?? model;
  return (memory === "symbolic-cell" ? model.symbolicCell?.() : undefined) ?? model;
}
