/**
 * The number of workers changes nothing: a plain loop, which takes one turn after the other, says what the end is; workers that
 * take turns at the same time, end them in any order, lose what they have found and find it again come to the same.
 */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type PortfolioEnd, type Rounds, Schedule, type ScheduleOptions, type Turn, type TurnEnd } from "./schedule.ts";
import { NO_PLAN } from "./schedule-plan.ts";
import type { Standing } from "./schedule-table.ts";

type Run = (standing: Standing, work: number) => TurnEnd<string>;

const FIRST_ROUND = 280_000;
const SECOND_SLICE = 1_000_000;

/** The rules of the schedule, as somebody says them who has one process. */
function oneAfterTheOther(
  standings: readonly Standing[],
  rounds: Rounds,
  run: Run,
  { plan: planned, reading = 0, pauses }: ScheduleOptions,
): { readonly end: PortfolioEnd<string>; readonly turns: readonly (readonly [string, number])[] } {
  const plan = planned?.() ?? NO_PLAN;
  const reasons = new Map<string, string>();
  const turns: [string, number][] = [];
  const ended = <E extends object>(end: E) => ({
    end: { ...end, attempts: [...reasons].map(([engine, reason]) => ({ engine, reason })) } as E & PortfolioEnd<string>,
    turns,
  });
  const first = standings.length === 1 ? standings : standings.filter(({ turns }) => !/^late/.test(turns));
  const isAtOnce = ({ engine }: Standing) => plan.atOnce.includes(engine);
  const isAhead = (one: Standing) => reading > FIRST_ROUND / first.length && isAtOnce(one);
  if (rounds === "first" && standings.some(isAhead)) return ended({ kind: "open", rounds: 0 });
  let waiting = standings;
  for (let round = typeof rounds === "object" ? rounds.from : 0; waiting.length > 0; round++) {
    const names = round === 0 ? standings.filter(isAhead).map(({ engine }) => engine) : [...plan.atOnce, ...plan.first];
    const rank = ({ engine }: Standing) => (names.includes(engine) ? names.indexOf(engine) : names.length);
    const place = (one: Standing) => standings.indexOf(one);
    waiting = [...waiting].sort((a, b) => rank(a) - rank(b) || place(a) - place(b));
    const again: Standing[] = [];
    let isNews = false;
    for (const one of waiting) {
      const { engine, turns: kind } = one;
      const leaves = round > 1 && kind === "constant" && waiting.some(({ turns }) => turns !== "constant");
      const isEarly = round > 0 && standings.length > 1 && round < (plan.notBefore[engine] ?? 0);
      if (round === 0 ? !first.includes(one) : leaves || isEarly) {
        again.push(one);
        continue;
      }
      const constant = kind === "constant" ? Math.min(round, 1) : round;
      const later = /ahead/.test(kind) && round > 0 ? round + 1 : constant;
      const own = isAhead(one) ? round + 1 : later;
      const longest = waiting.length === 1 ? Number.POSITIVE_INFINITY : SECOND_SLICE * 4 ** (own - 1);
      const slice = own === 0 ? FIRST_ROUND / first.length : longest;
      const isLonger = own === 0 ? kind === "early" : isAtOnce(one) || plan.longer.includes(engine);
      const work = slice * (isLonger ? 4 : 1);
      turns.push([engine, work]);
      const end = run(one, work);
      if (end.kind === "answer") return ended({ ...end, engine });
      reasons.set(engine, end.reason);
      if (end.kind === "limit") return ended({ kind: "unknown", reason: end.reason });
      if (end.kind === "slice") again.push(one);
      isNews ||= "proved" in end && end.proved !== undefined;
    }
    if (isNews && pauses === "where places are proved") return ended({ kind: "open", rounds: round + 1 });
    waiting = again;
    if (rounds === "first" && waiting.length > 0) return ended({ kind: "open", rounds: 1 });
  }
  return ended({ kind: "unknown", reason: undefined });
}

interface Event {
  /** Which of the turns under way ends next. */
  readonly which: number;
  /** What becomes of it; forgets: an answer that was found already is lost, too. */
  readonly fate: "ends" | "is lost" | "forgets";
}

/** So many workers; each event is the end of a turn, and where there are no more of them turns end in their order. */
function together(
  schedule: Schedule<string>,
  workers: number,
  run: (turn: Turn) => TurnEnd<string>,
  events: readonly Event[],
) {
  const running: Turn[] = [];
  const answered: Turn[] = [];
  let most = 0;
  for (let step = 0; schedule.end() === undefined; step++) {
    if (step > 500) throw new Error("the schedule should come to an end");
    for (const turn of schedule.next(workers - running.length)) {
      schedule.started(turn);
      running.push(turn);
    }
    most = Math.max(most, running.length);
    if (running.length === 0) throw new Error("there should be a turn that can be started");
    const { which, fate } = events[step] ?? { which: 0, fate: "ends" };
    const [turn] = running.splice(which % running.length, 1) as [Turn];
    if (fate === "is lost") schedule.lost(turn);
    else {
      const end = run(turn);
      schedule.ended(turn, end);
      if (end.kind === "answer") answered.push(turn);
    }
    if (fate === "forgets" && schedule.end() === undefined) for (const one of answered.splice(0)) schedule.lost(one);
  }
  return most;
}

const NAMES = ["a", "b", "c", "d", "e"];

const standing = (engine: string) =>
  fc
    .constantFrom<Standing["turns"]>("usual", "constant", "late", "early", "ahead", "late-ahead")
    .map((turns): Standing => ({ engine, turns }));

/** Who needs so much work for what it comes to. */
const nature = fc.record({
  need: fc.constantFrom(10, 3e4, 1e5, 9e5, 3e6, 1e7, 1e8, 1e11),
  outcome: fc.constantFrom("answer", "gave-up", "gave-up", "limit"),
  /** The work in which it proves some places, if it gets as far without an answer. */
  proves: fc.constantFrom(undefined, undefined, undefined, 1e4, 1e6),
});

const cases = fc.record({
  standings: fc.tuple(...NAMES.map(standing)),
  count: fc.integer({ min: 1, max: NAMES.length }),
  natures: fc.array(nature, { minLength: NAMES.length, maxLength: NAMES.length }),
  plan: fc.record({
    atOnce: fc.subarray(NAMES),
    first: fc.shuffledSubarray(NAMES),
    longer: fc.subarray(NAMES),
    notBefore: fc.dictionary(fc.constantFrom(...NAMES), fc.integer({ min: 1, max: 4 })),
    reasons: fc.constant([]),
  }),
  reading: fc.constantFrom(0, 1e4, 1e6),
  pauses: fc.constantFrom("where places are proved" as const, "never" as const),
  rounds: fc.constantFrom<Rounds>("all", "first", { from: 1 }),
  workers: fc.integer({ min: 1, max: 6 }),
  events: fc.array(
    fc.record({
      which: fc.nat({ max: 5 }),
      fate: fc.constantFrom<Event["fate"]>("ends", "ends", "ends", "is lost", "forgets"),
    }),
    { maxLength: 40 },
  ),
});

type Case = typeof cases extends fc.Arbitrary<infer T> ? T : never;

function setUp({ standings: all, count, natures, plan, reading, pauses }: Case) {
  const standings = all.slice(0, count);
  const run: Run = ({ engine, turns }, work) => {
    const { need, outcome, proves } = natures[NAMES.indexOf(engine)] as (typeof natures)[number];
    // Turns that do not grow would go on for ever; runs have a clock for that.
    const isReached = turns === "constant" ? work >= Math.min(need, 9e5) : work >= need;
    const some = proves !== undefined && work >= proves ? ({ proved: "places" } as const) : {};
    if (!isReached) return { kind: "slice", reason: `${engine} reached ${work}`, ...some };
    const reason = `${engine}: ${outcome}`;
    if (outcome === "answer") return { kind: "answer", answer: engine };
    return outcome === "limit" ? { kind: "limit", reason } : { kind: "gave-up", reason, ...some };
  };
  const taken = ({ engine, work }: Turn) => {
    const found = standings.find((one) => one.engine === engine);
    if (found === undefined) throw new Error("a turn should be somebody's");
    return run(found, work);
  };
  const options: ScheduleOptions = { plan: () => plan, reading, pauses };
  return { standings, run, taken, options };
}

describe("the schedule of several workers", () => {
  it("ends as that of one, with the same attempts in the same order, whoever is done first", () => {
    fc.assert(
      fc.property(cases, (random) => {
        const { standings, run, taken, options } = setUp(random);
        const expected = oneAfterTheOther(standings, random.rounds, run, options);
        const schedule = new Schedule<string>(standings, random.rounds, options);
        together(schedule, random.workers, taken, random.events);
        expect(schedule.end()).toEqual(expected.end);
        expect(schedule.before().map((turn) => [turn.engine, turn.work])).toEqual(expected.turns);
      }),
      { numRuns: 2000 },
    );
  });

  it("lets the first answer win where that is asked for, and only an answer", () => {
    fc.assert(
      fc.property(cases, (random) => {
        const { standings, taken, options } = setUp(random);
        const answers: string[] = [];
        const noting = (turn: Turn) => {
          const end = taken(turn);
          if (end.kind === "answer") answers.push(end.answer);
          return end;
        };
        const schedule = new Schedule<string>(standings, random.rounds, { ...options, winner: "arrival" });
        together(schedule, random.workers, noting, []);
        const end = schedule.end();
        if (answers.length > 0) expect(end).toMatchObject({ kind: "answer", answer: answers[0] });
        else expect(end?.kind).not.toBe("answer");
      }),
    );
  });

  it("keeps several at work, beyond the end of a round, too, but begins nothing whose slice is open", () => {
    const standings = NAMES.slice(0, 3).map((engine): Standing => ({ engine, turns: "usual" }));
    const schedule = new Schedule<string>(standings, { from: 1 });
    const slice: TurnEnd<string> = { kind: "slice", reason: "work limit reached" };
    const [a, b, c] = schedule.next(9) as [Turn, Turn, Turn];
    expect([a, b, c].map(({ engine, work }) => [engine, work])).toEqual(["a", "b", "c"].map((name) => [name, 1e6]));
    for (const turn of [a, b, c]) schedule.started(turn);
    schedule.ended(b, slice);
    // Whether it is alone in the next round, and may work without an end, is for the others to say.
    expect(schedule.next(9)).toEqual([]);
    schedule.ended(c, slice);
    expect(schedule.next(9).map(({ engine, work }) => [engine, work])).toEqual([
      ["b", 4e6],
      ["c", 4e6],
    ]);
    schedule.ended(a, { kind: "answer", answer: "a" });
    expect(schedule.end()).toMatchObject({ kind: "answer", answer: "a" });
    expect(schedule.next(9)).toEqual([]);
  });
});
