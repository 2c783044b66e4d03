/**
 * The number of workers changes nothing: a plain loop, which takes one turn after the other, says what the end is; workers that
 * take turns at the same time, end them in any order, lose what they have found and find it again come to the same.
 */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Preset } from "./engine.ts";
import { type PortfolioEnd, type Rounds, Schedule, type ScheduleOptions, type Turn, type TurnEnd } from "./schedule.ts";

type Run = (preset: Preset, work: number) => TurnEnd<string>;

const FIRST_ROUND = 280_000;
const SECOND_SLICE = 1_000_000;

/** The rules of the schedule, as somebody says them who has one process. */
function oneAfterTheOther(
  presets: readonly Preset[],
  rounds: Rounds,
  run: Run,
  { isAtOnce = () => false, reading = 0, pauses }: ScheduleOptions,
): { readonly end: PortfolioEnd<string>; readonly turns: readonly (readonly [string, number])[] } {
  const reasons = new Map<string, string>();
  const turns: [string, number][] = [];
  const ended = <E extends object>(end: E) => ({
    end: { ...end, attempts: [...reasons].map(([engine, reason]) => ({ engine, reason })) } as E & PortfolioEnd<string>,
    turns,
  });
  const first =
    presets.length === 1 ? presets : presets.filter(({ slices }) => slices !== "late" && slices !== "late-ahead");
  const isAhead = (preset: Preset) => reading > FIRST_ROUND / first.length && isAtOnce(preset);
  if (rounds === "first" && presets.some(isAhead)) return ended({ kind: "open", rounds: 0 });
  let waiting = presets;
  for (let round = typeof rounds === "object" ? rounds.from : 0; waiting.length > 0; round++) {
    const before = round === 0 ? isAhead : isAtOnce;
    if (round <= 1) waiting = [...waiting.filter(before), ...waiting.filter((preset) => !before(preset))];
    const again: Preset[] = [];
    let isNews = false;
    for (const preset of waiting) {
      const leaves = round > 1 && preset.slices === "constant" && waiting.some(({ slices }) => slices !== "constant");
      if (round === 0 ? !first.includes(preset) : leaves) {
        again.push(preset);
        continue;
      }
      const constant = preset.slices === "constant" ? Math.min(round, 1) : round;
      const later = (preset.slices === "ahead" || preset.slices === "late-ahead") && round > 0 ? round + 1 : constant;
      const own = isAhead(preset) ? round + 1 : later;
      const longest = waiting.length === 1 ? Number.POSITIVE_INFINITY : SECOND_SLICE * 4 ** (own - 1);
      const slice = own === 0 ? FIRST_ROUND / first.length : longest;
      const work = slice * (round === 0 && preset.slices === "early" ? 4 : 1);
      turns.push([preset.name, work]);
      const end = run(preset, work);
      if (end.kind === "answer") return ended({ ...end, preset });
      reasons.set(preset.name, end.reason);
      if (end.kind === "limit") return ended({ kind: "unknown", reason: end.reason });
      if (end.kind === "slice") again.push(preset);
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
function together(schedule: Schedule<string>, workers: number, run: Run, events: readonly Event[]) {
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
      const end = run(turn.preset, turn.work);
      schedule.ended(turn, end);
      if (end.kind === "answer") answered.push(turn);
    }
    if (fate === "forgets" && schedule.end() === undefined) for (const one of answered.splice(0)) schedule.lost(one);
  }
  return most;
}

const NAMES = ["a", "b", "c", "d", "e"];

const preset = (name: string) =>
  fc
    .constantFrom(undefined, "constant", "late", "early", "ahead", "late-ahead")
    .map((slices) => ({ name, summary: name, run: neverAsked, ...(slices === undefined ? {} : { slices }) }) as Preset);

const neverAsked = () => ({ kind: "unknown", reason: "should not be asked" }) as const;

/** Who needs so much work for what it comes to. */
const nature = fc.record({
  need: fc.constantFrom(10, 3e4, 1e5, 9e5, 3e6, 1e7, 1e8, 1e11),
  outcome: fc.constantFrom("answer", "gave-up", "gave-up", "limit"),
  /** The work in which it proves some places, if it gets as far without an answer. */
  proves: fc.constantFrom(undefined, undefined, undefined, 1e4, 1e6),
});

const cases = fc.record({
  presets: fc.tuple(...NAMES.map(preset)),
  count: fc.integer({ min: 1, max: NAMES.length }),
  natures: fc.array(nature, { minLength: NAMES.length, maxLength: NAMES.length }),
  atOnce: fc.subarray(NAMES),
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

function setUp({ presets: all, count, natures, atOnce, reading, pauses }: Case) {
  const presets = all.slice(0, count);
  const run: Run = ({ name, slices }, work) => {
    const { need, outcome, proves } = natures[NAMES.indexOf(name)] as (typeof natures)[number];
    // Turns that do not grow would go on for ever; runs have a clock for that.
    const isReached = slices === "constant" ? work >= Math.min(need, 9e5) : work >= need;
    const some = proves !== undefined && work >= proves ? ({ proved: "places" } as const) : {};
    if (!isReached) return { kind: "slice", reason: `${name} reached ${work}`, ...some };
    const reason = `${name}: ${outcome}`;
    if (outcome === "answer") return { kind: "answer", answer: name };
    return outcome === "limit" ? { kind: "limit", reason } : { kind: "gave-up", reason, ...some };
  };
  const options: ScheduleOptions = { isAtOnce: ({ name }) => atOnce.includes(name), reading, pauses };
  return { presets, run, options };
}

describe("the schedule of several workers", () => {
  it("ends as that of one, with the same attempts in the same order, whoever is done first", () => {
    fc.assert(
      fc.property(cases, (random) => {
        const { presets, run, options } = setUp(random);
        const expected = oneAfterTheOther(presets, random.rounds, run, options);
        const schedule = new Schedule<string>(presets, random.rounds, options);
        together(schedule, random.workers, run, random.events);
        expect(schedule.end()).toEqual(expected.end);
        expect(schedule.before().map((turn) => [turn.preset.name, turn.work])).toEqual(expected.turns);
      }),
      { numRuns: 2000 },
    );
  });

  it("lets the first answer win where that is asked for, and only an answer", () => {
    fc.assert(
      fc.property(cases, (random) => {
        const { presets, run, options } = setUp(random);
        const answers: string[] = [];
        const noting: Run = (preset, work) => {
          const end = run(preset, work);
          if (end.kind === "answer") answers.push(end.answer);
          return end;
        };
        const schedule = new Schedule<string>(presets, random.rounds, { ...options, winner: "arrival" });
        together(schedule, random.workers, noting, []);
        const end = schedule.end();
        if (answers.length > 0) expect(end).toMatchObject({ kind: "answer", answer: answers[0] });
        else expect(end?.kind).not.toBe("answer");
      }),
    );
  });

  it("keeps several at work, beyond the end of a round, too, but begins nothing whose slice is open", () => {
    const presets = NAMES.slice(0, 3).map((name) => ({ name, summary: name, run: neverAsked }) satisfies Preset);
    const schedule = new Schedule<string>(presets, { from: 1 });
    const slice: TurnEnd<string> = { kind: "slice", reason: "work limit reached" };
    const [a, b, c] = schedule.next(9) as [Turn, Turn, Turn];
    expect([a, b, c].map(({ preset, work }) => [preset.name, work])).toEqual(
      ["a", "b", "c"].map((name) => [name, 1e6]),
    );
    for (const turn of [a, b, c]) schedule.started(turn);
    schedule.ended(b, slice);
    // Whether it is alone in the next round, and may work without an end, is for the others to say.
    expect(schedule.next(9)).toEqual([]);
    schedule.ended(c, slice);
    expect(schedule.next(9).map(({ preset, work }) => [preset.name, work])).toEqual([
      ["b", 4e6],
      ["c", 4e6],
    ]);
    schedule.ended(a, { kind: "answer", answer: "a" });
    expect(schedule.end()).toMatchObject({ kind: "answer", answer: "a" });
    expect(schedule.next(9)).toEqual([]);
  });
});
