/**
 * Who has a turn when, and who has won: the portfolio's decisions, without anything that runs. Turns stand in an order, the schedule:
 * rounds, and in each of them the engines that wait. The first round is the same for all programs; those behind it follow a plan
 * that depends on the program (schedule-table.ts). What a turn is (its engine, its work) follows from how turns of the round
 * before it ended, so a turn may be started as soon as those that it depends on have ended, even while others that stand before
 * it are under way elsewhere. An answer is given out once every turn before it in the schedule has ended without one: how
 * many work at the same time, and who is done first, changes when it is given out, and nothing about it.
 */
import { once } from "../util/memo.ts";
import { NO_PLAN, type Plan } from "./schedule-plan.ts";
import type { Standing } from "./schedule-table.ts";

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
  | { readonly kind: "answer"; readonly answer: A; readonly engine: string }
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
  readonly engine: string;
  readonly work: number;
  /** What it may have besides once its question is the last one: to break that off and ask it again would cost more. */
  readonly more: number;
  /** The round whose slices it has. */
  readonly round: number;
}

export interface ScheduleOptions {
  /** Asked for once the first round is over. */
  readonly plan?: () => Plan;
  /** Those who do all at once, by the plan, where that can be said without the rest of it: asked for where the program is large. */
  readonly atOnce?: () => readonly string[];
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
type Waiting = ReadonlyMap<Standing, "in" | "open">;

/** A turn in the order of the schedule; undefined where it is not known yet whether it is one, or how long. */
type Entry = Turn | undefined;

export class Schedule<A> {
  readonly #standings: readonly Standing[];
  readonly #rounds: Rounds;
  readonly #options: ScheduleOptions;
  /** Those of the first round. */
  readonly #first: readonly Standing[];
  readonly #started = new Set<number>();
  /** By place, in the order in which they came. */
  readonly #ends = new Map<number, TurnEnd<A>>();
  readonly #plan: () => Plan;
  readonly #atOnce: () => readonly string[];
  readonly #later: () => readonly Standing[];
  /** Rounds behind which places are known to be proved: nothing counts there. */
  #paused: number | undefined;

  constructor(standings: readonly Standing[], rounds: Rounds, options: ScheduleOptions = {}) {
    this.#standings = standings;
    this.#rounds = rounds;
    this.#options = options;
    this.#first = standings.length === 1 ? standings : standings.filter((one) => !startsLate(one));
    this.#plan = once(options.plan ?? (() => NO_PLAN));
    this.#atOnce = once(options.atOnce ?? (() => this.#plan().atOnce));
    this.#later = once(() => {
      const { atOnce, first } = this.#plan();
      return foremost(foremost(standings, first), atOnce);
    });
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
    if (this.#rounds === "first" && this.#standings.some((one) => this.#isAhead(one)))
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
      if (end.kind !== "answer") reasons.set(turn.engine, end.reason);
      else if (arrived === undefined || arrived === turn.at)
        return { ...end, engine: turn.engine, attempts: attempts() };
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
    return new Map(this.#standings.map((one) => [one, "in"]));
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
    for (const [rank, standing] of order.entries()) {
      const state = waiting.get(standing);
      const isLeft = this.#isLeftOut(standing, round, waiting);
      if (state === undefined || isLeft === "yes") continue;
      const own = this.#isAhead(standing) ? round + 1 : roundOf(standing, round);
      const alone = this.#options.lastRound === undefined ? "for good" : "a slice";
      const slice = sliceOf(own, this.#first.length, waiting, alone);
      if (state === "open" || isLeft === "open" || slice === undefined) yield undefined;
      else
        yield {
          at: round * order.length + rank,
          engine: standing.engine,
          round: own,
          ...this.#work(standing, own, slice),
        };
    }
  }

  #work({ engine, turns }: Standing, round: number, slice: number): Pick<Turn, "work" | "more"> {
    if (round === 0) return { work: turns === "early" ? SLICE_GROWTH * slice : slice, more: 0 };
    const { atOnce, longer } = this.#plan();
    const isLonger = atOnce.includes(engine) || longer.includes(engine);
    return isLonger ? { work: SLICE_GROWTH * slice, more: 0 } : { work: slice, more: (SLICE_GROWTH - 1) * slice };
  }

  /** Who waits in the round behind this one. */
  #waitingAfter(round: number, waiting: Waiting): Waiting {
    const after = new Map<Standing, "in" | "open">();
    for (const [rank, standing] of this.#order(round).entries()) {
      const state = waiting.get(standing);
      if (state === undefined) continue;
      const isLeft = this.#isLeftOut(standing, round, waiting);
      const end = this.#ends.get(round * this.#standings.length + rank);
      if (state === "in" && (isLeft === "yes" || end?.kind === "slice")) after.set(standing, "in");
      else if (end === undefined) after.set(standing, "open");
    }
    return after;
  }

  /** Who comes when in a round, if it waits: in the first one those who do all at once come first only where they are ahead. */
  #order(round: number): readonly Standing[] {
    if (round > 0) return this.#later();
    const ahead = this.#standings.filter((one) => this.#isAhead(one));
    return foremost(
      this.#standings,
      ahead.map(({ engine }) => engine),
    );
  }

  #isAhead({ engine }: Standing): boolean {
    const { reading = 0 } = this.#options;
    return reading > FIRST_ROUND / this.#first.length && this.#atOnce().includes(engine);
  }

  /** The round in which an engine has its first turn behind the first one, as far as its plan says: the last one at the latest. */
  #startOf({ engine }: Standing): number {
    return Math.min(this.#plan().notBefore[engine] ?? 0, this.#options.lastRound ?? Number.POSITIVE_INFINITY);
  }

  /** Who starts late has no turn at first; and who would do the same again in another turn leaves it to the others. */
  #isLeftOut(standing: Standing, round: number, waiting: Waiting): "yes" | "no" | "open" {
    if (round === 0) return this.#first.includes(standing) ? "no" : "yes";
    if (round < this.#startOf(standing) && this.#standings.length > 1) return "yes";
    if (standing.turns !== "constant" || round === 1) return "no";
    const others = [...waiting].filter(([{ turns }]) => turns !== "constant").map(([, state]) => state);
    if (others.includes("in")) return "yes";
    return others.length === 0 ? "no" : "open";
  }
}

/**
 * Engines in turn, one after the other.
 * @param run takes the turn.
 */
export function takeTurns<A>(
  standings: readonly Standing[],
  rounds: Rounds,
  run: (turn: Turn) => TurnEnd<A>,
  options: ScheduleOptions = {},
): PortfolioEnd<A> {
  const schedule = new Schedule<A>(standings, rounds, options);
  for (;;) {
    const end = schedule.end();
    if (end !== undefined) return end;
    const [turn] = schedule.next(1);
    if (turn === undefined) throw new Error("where no turn is under way there should be a next one");
    schedule.ended(turn, run(turn));
  }
}

function isLast({ kind }: TurnEnd<unknown>): boolean {
  return kind === "answer" || kind === "limit";
}

/** Those that are named first, in the order of their names. */
function foremost(standings: readonly Standing[], names: readonly string[]): readonly Standing[] {
  const named = names.flatMap((name) => standings.filter(({ engine }) => engine === name));
  return [...named, ...standings.filter((one) => !named.includes(one))];
}

function startsLate({ turns }: Standing): boolean {
  return turns === "late" || turns === "late-ahead";
}

/** The round whose slices the engine has. */
function roundOf({ turns }: Standing, round: number): number {
  if (turns === "constant") return Math.min(round, 1);
  return (turns === "ahead" || turns === "late-ahead") && round > 0 ? round + 1 : round;
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
