/**
 * Who has a turn when, and who has won: the portfolio's decisions, without anything that runs. Turns stand in an order, the schedule:
 * rounds, and in each of them the engines that wait. What a turn is (its engine, its work) follows from how turns of the round
 * before it ended, so a turn may be started as soon as those that it depends on have ended, even while others that stand before
 * it are under way elsewhere. An answer is given out once every turn before it in the schedule has ended without one: how
 * many work at the same time, and who is done first, changes when it is given out, and nothing about it.
 */
import type { Preset } from "./engine.ts";

/** How a turn ended. */
export type TurnEnd<A> =
  | { readonly kind: "answer"; readonly answer: A }
  /** For good: more work would not change it. An internal error is one such end. */
  | { readonly kind: "gave-up"; readonly reason: string; readonly proved?: Proved }
  /** Its slice was used up. */
  | { readonly kind: "slice"; readonly reason: string; readonly proved?: Proved }
  /** A limit of the whole was reached. */
  | { readonly kind: "limit"; readonly reason: string };

/** No answer, but places that were open are proved. */
type Proved = "places";

export interface Attempt {
  readonly engine: string;
  readonly reason: string;
}

export type PortfolioEnd<A> = { readonly attempts: readonly Attempt[] } & (
  | { readonly kind: "answer"; readonly answer: A; readonly preset: Preset }
  /** A limit of the whole, or (without a reason) all engines have given up. */
  | { readonly kind: "unknown"; readonly reason: string | undefined }
  /**
   * So many rounds are over, and there is an engine that could go on: the first one is not the first thing to do, or was all that was
   * wanted; or some places were proved, so that it is another question.
   */
  | { readonly kind: "open"; readonly rounds: number }
);

/**
 * first: the first round only, short, for who wants to know whether more is needed at all. from: what follows so many rounds. Both after
 * each other answer as `all` does.
 */
export type Rounds = "all" | "first" | { readonly from: number };

/** schedule: the first answer in the order of turns. arrival: the first that comes, which depends on the machine. */
export type Winner = "schedule" | "arrival";

export interface Turn {
  /** Its place: turns that stand before it have smaller ones. */
  readonly at: number;
  readonly preset: Preset;
  readonly work: number;
  /** The round whose slices it has. */
  readonly round: number;
}

export interface ScheduleOptions {
  /**
   * Who can do all there is to be done in one turn (`Preset.atOnce`): it comes before the others, and is a round ahead of them
   * where the program is large; otherwise not in the first round.
   */
  readonly isAtOnce?: (preset: Preset) => boolean;
  /**
   * Work that it took to read the program. It is large where that is more than a turn of the first round, in which nobody gets
   * beyond a beginning then.
   */
  readonly reading?: number;
  readonly winner?: Winner;
  /** Whether a round in which places are proved is the last one: the question is another one then. */
  readonly pauses?: "where places are proved" | "never";
  /** No turn is in a later round, and each has a slice: nobody goes on for as long as there is time. From 0. */
  readonly lastRound?: number | undefined;
}

// In units of work, so about microseconds. The first round is as short as starting a process a few times, for all engines
// together: most small programs are decided by then. In the second each engine has a second, in which it solves most of what
// it can solve at all. From there on all turns together cost a third more than the last one alone.
const FIRST_ROUND = 280_000;
const SECOND_SLICE = 1_000_000;
export const SLICE_GROWTH = 4;

/** in: it waits in a round, whatever happens. open: that depends on turns that have not ended. */
type Waiting = ReadonlyMap<Preset, "in" | "open">;

/** A turn in the order of the schedule; undefined where it is not known yet whether it is one, or how long. */
type Entry = Turn | undefined;

export class Schedule<A> {
  readonly #presets: readonly Preset[];
  readonly #rounds: Rounds;
  readonly #options: ScheduleOptions;
  /** Those of the first round. */
  readonly #first: readonly Preset[];
  readonly #started = new Set<number>();
  /** By place, in the order in which they came. */
  readonly #ends = new Map<number, TurnEnd<A>>();
  #later: readonly Preset[] | undefined;
  /** Rounds behind which places are known to be proved: nothing counts there. */
  #paused: number | undefined;

  constructor(presets: readonly Preset[], rounds: Rounds, options: ScheduleOptions = {}) {
    this.#presets = presets;
    this.#rounds = rounds;
    this.#options = options;
    this.#first = presets.length === 1 ? presets : presets.filter((preset) => !startsLate(preset));
  }

  /** Turns that may be started now, in the order of the schedule: at most so many. None: all that is left depends on turns under way. */
  next(most: number): readonly Turn[] {
    const turns: Turn[] = [];
    if (most <= 0 || this.end() !== undefined) return turns;
    for (const turn of this.#entries()) {
      if (turn === undefined || this.#started.has(turn.at)) continue;
      turns.push(turn);
      if (turns.length === most) break;
    }
    return turns;
  }

  started({ at }: Turn): void {
    this.#started.add(at);
  }

  ended({ at }: Turn, end: TurnEnd<A>): void {
    this.#started.add(at);
    this.#ends.set(at, end);
  }

  /** As if it had not been started: what it found, or would have found, is lost. */
  lost({ at }: Turn): void {
    this.#started.delete(at);
    this.#ends.delete(at);
  }

  /** Turns that count towards the end, in the order of the schedule; once there is an end, all that do. */
  before(): readonly Turn[] {
    const turns: Turn[] = [];
    for (const turn of this.#entries()) {
      const end = turn === undefined ? undefined : this.#ends.get(turn.at);
      if (turn !== undefined && end !== undefined) turns.push(turn);
      if (this.#options.winner === "arrival") continue;
      if (end === undefined || isLast(end)) break;
    }
    return turns;
  }

  /** Undefined while a turn that stands before every answer has not ended. */
  end(): PortfolioEnd<A> | undefined {
    if (this.#rounds === "first" && this.#presets.some((preset) => this.#isAhead(preset)))
      return { kind: "open", rounds: 0, attempts: [] };
    // Turns of one engine are one attempt: the last word counts.
    const reasons = new Map<string, string>();
    const attempts = () => [...reasons].map(([engine, reason]) => ({ engine, reason }));
    const arrived = this.#options.winner === "arrival" ? this.#arrived() : undefined;
    for (const turn of this.#entries()) {
      const end = turn === undefined ? undefined : this.#ends.get(turn.at);
      if (turn === undefined || end === undefined) {
        if (arrived === undefined) return undefined;
        continue;
      }
      if (end.kind !== "answer") reasons.set(turn.preset.name, end.reason);
      else if (arrived === undefined || arrived === turn.at)
        return { ...end, preset: turn.preset, attempts: attempts() };
      if (end.kind === "limit" && arrived === undefined)
        return { kind: "unknown", reason: end.reason, attempts: attempts() };
    }
    const isTrial = this.#rounds === "first" && this.#options.lastRound !== 0;
    if (isTrial && this.#waitingAfter(0, this.#waitingFirst()).size > 0)
      return { kind: "open", rounds: 1, attempts: attempts() };
    if (this.#paused !== undefined) return { kind: "open", rounds: this.#paused, attempts: attempts() };
    return { kind: "unknown", reason: undefined, attempts: attempts() };
  }

  /** The place of the answer that came first. */
  #arrived(): number | undefined {
    return [...this.#ends].find(([, end]) => end.kind === "answer")?.[0];
  }

  #waitingFirst(): Waiting {
    return new Map(this.#presets.map((preset) => [preset, "in"]));
  }

  /** In the order of the schedule, up to an end beyond which nothing counts, and at most a round beyond the first turn that has not ended. */
  *#entries(): Generator<Entry> {
    let waiting = this.#waitingFirst();
    let mostRound = this.#options.lastRound ?? Number.POSITIVE_INFINITY;
    const first = typeof this.#rounds === "object" ? this.#rounds.from : 0;
    for (let round = first; waiting.size > 0 && round <= mostRound; round++) {
      let isOver = true;
      let isNews = false;
      for (const entry of this.#entriesOf(round, waiting)) {
        yield entry;
        const end = entry === undefined ? undefined : this.#ends.get(entry.at);
        isOver &&= end !== undefined;
        isNews ||= end !== undefined && "proved" in end && end.proved !== undefined;
        if (end === undefined) mostRound = Math.min(mostRound, round + 1);
        else if (isLast(end) && this.#options.winner !== "arrival") return;
      }
      const { pauses, winner } = this.#options;
      if (isOver && isNews && pauses === "where places are proved" && winner !== "arrival") {
        this.#paused = round + 1;
        return;
      }
      if (this.#rounds === "first") return;
      waiting = this.#waitingAfter(round, waiting);
    }
  }

  *#entriesOf(round: number, waiting: Waiting): Generator<Entry> {
    const order = this.#order(round);
    for (const [rank, preset] of order.entries()) {
      const state = waiting.get(preset);
      const isLeft = this.#isLeftOut(preset, round, waiting);
      if (state === undefined || isLeft === "yes") continue;
      const own = this.#isAhead(preset) ? round + 1 : roundOf(preset, round);
      const alone = this.#options.lastRound === undefined ? "for good" : "a slice";
      const slice = sliceOf(own, this.#first.length, waiting, alone);
      if (state === "open" || isLeft === "open" || slice === undefined) yield undefined;
      else {
        const isEarly = round === 0 && preset.slices === "early";
        const work = slice * (isEarly ? SLICE_GROWTH : 1);
        yield { at: round * order.length + rank, preset, work, round: own };
      }
    }
  }

  /** Who waits in the round behind this one. */
  #waitingAfter(round: number, waiting: Waiting): Waiting {
    const after = new Map<Preset, "in" | "open">();
    for (const [rank, preset] of this.#order(round).entries()) {
      const state = waiting.get(preset);
      if (state === undefined) continue;
      const isLeft = this.#isLeftOut(preset, round, waiting);
      const end = this.#ends.get(round * this.#presets.length + rank);
      if (state === "in" && (isLeft === "yes" || end?.kind === "slice")) after.set(preset, "in");
      else if (end === undefined) after.set(preset, "open");
    }
    return after;
  }

  /** Who comes when in a round, if it waits: those who do all at once first, in the first round only where they are ahead. */
  #order(round: number): readonly Preset[] {
    if (round === 0) return foremost(this.#presets, (preset) => this.#isAhead(preset));
    this.#later ??= foremost(this.#presets, (preset) => this.#options.isAtOnce?.(preset) === true);
    return this.#later;
  }

  #isAhead(preset: Preset): boolean {
    const { reading = 0, isAtOnce } = this.#options;
    return reading > FIRST_ROUND / this.#first.length && isAtOnce?.(preset) === true;
  }

  /** Who starts late has no turn at first; and who would do the same again in another turn leaves it to the others. */
  #isLeftOut(preset: Preset, round: number, waiting: Waiting): "yes" | "no" | "open" {
    if (round === 0) return this.#first.includes(preset) ? "no" : "yes";
    if (preset.slices !== "constant" || round === 1) return "no";
    const others = [...waiting].filter(([{ slices }]) => slices !== "constant").map(([, state]) => state);
    if (others.includes("in")) return "yes";
    return others.length === 0 ? "no" : "open";
  }
}

/**
 * Engines in turn, one after the other.
 * @param run takes the turn.
 */
export function takeTurns<A>(
  presets: readonly Preset[],
  rounds: Rounds,
  run: (preset: Preset, work: number, round: number) => TurnEnd<A>,
  options: ScheduleOptions = {},
): PortfolioEnd<A> {
  const schedule = new Schedule<A>(presets, rounds, options);
  for (;;) {
    const end = schedule.end();
    if (end !== undefined) return end;
    const [turn] = schedule.next(1);
    if (turn === undefined) throw new Error("where no turn is under way there should be a next one");
    schedule.ended(turn, run(turn.preset, turn.work, turn.round));
  }
}

function isLast({ kind }: TurnEnd<unknown>): boolean {
  return kind === "answer" || kind === "limit";
}

function foremost(presets: readonly Preset[], comesFirst: (preset: Preset) => boolean): readonly Preset[] {
  return [...presets.filter(comesFirst), ...presets.filter((preset) => !comesFirst(preset))];
}

function startsLate({ slices }: Preset): boolean {
  return slices === "late" || slices === "late-ahead";
}

/** The round whose slices the preset has. */
function roundOf({ slices }: Preset, round: number): number {
  if (slices === "constant") return Math.min(round, 1);
  return (slices === "ahead" || slices === "late-ahead") && round > 0 ? round + 1 : round;
}

/** Who is alone has nobody to leave work to; undefined where it is not known yet who is. */
function sliceOf(round: number, presets: number, waiting: Waiting, alone: "for good" | "a slice"): number | undefined {
  if (round === 0) return FIRST_ROUND / presets;
  const certain = [...waiting.values()].filter((state) => state === "in").length;
  if (certain < 2 && waiting.size > 1) return undefined;
  return waiting.size === 1 && alone === "for good"
    ? Number.POSITIVE_INFINITY
    : SECOND_SLICE * SLICE_GROWTH ** (round - 1);
}
