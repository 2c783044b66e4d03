import { describe, expect, it } from "vitest";
import { type Rounds, type Turn, type TurnEnd, takeTurns } from "./schedule.ts";
import { NO_PLAN, type Plan } from "./schedule-plan.ts";
import type { Standing } from "./schedule-table.ts";

const STANDINGS: readonly Standing[] = ["first", "second", "third"].map((engine) => ({ engine, turns: "usual" }));

const THIRD_AT_ONCE: Partial<Plan> = { atOnce: ["third"] };

/** Engines that answer once they are given this much work; undefined: they give up for good. */
function turns(
  needs: Readonly<Record<string, number | undefined>>,
  rounds: Rounds,
  standings = STANDINGS,
  plan: Partial<Plan> = {},
  reading = 0,
) {
  const given: [string, number][] = [];
  const run = ({ engine, work }: Turn): TurnEnd<string> => {
    given.push([engine, work]);
    const need = needs[engine];
    if (need === undefined) return { kind: "gave-up", reason: "internal error: a bug" };
    return need <= work ? { kind: "answer", answer: engine } : { kind: "slice", reason: "work limit reached" };
  };
  return { end: takeTurns<string>(standings, rounds, run, { plan: () => ({ ...NO_PLAN, ...plan }), reading }), given };
}

describe("the schedule", () => {
  it("gives each engine its slice, and larger ones from round to round", () => {
    const { end, given } = turns({ first: 1e9, second: 3e6, third: 1e9 }, "all");
    expect(end).toMatchObject({ kind: "answer", answer: "second" });
    const slices = given.filter(([name]) => name === "first").map(([, work]) => work);
    expect(slices).toEqual([...slices].sort((a, b) => a - b));
    expect(new Set(slices).size).toBe(slices.length);
  });

  it("gives who has most to say of a program a longer first turn, and others theirs", () => {
    const [first, second, third] = STANDINGS as [Standing, Standing, Standing];
    const needs = { first: 1e9, second: 2e5, third: 1e9 };
    expect(turns(needs, "first").end.kind).toBe("open");
    const standings: readonly Standing[] = [first, { ...second, turns: "early" }, third];
    expect(turns(needs, "first", standings).end).toMatchObject({ kind: "answer", answer: "second" });
    const slices = turns({ ...needs, second: 1e9 }, "first", standings).given.map(([, work]) => work);
    expect(slices[0]).toBe(slices[2]);
  });

  it("takes a failed engine for one attempt, and leaves what there is to who is alone", () => {
    const { end, given } = turns({ first: undefined, second: undefined, third: 1e12 }, "all");
    expect(end).toMatchObject({ kind: "answer", answer: "third" });
    expect(end.attempts).toContainEqual({ engine: "first", reason: "internal error: a bug" });
    expect(given.filter(([name]) => name === "first")).toHaveLength(1);
    expect(given.at(-1)).toEqual(["third", Number.POSITIVE_INFINITY]);
  });

  it.each([
    { first: 10, second: 10, third: 10 },
    { first: 1e6, second: 10, third: 10 },
    { first: 1e6, second: 9e5, third: 1e7 },
    { first: undefined, second: 5e6, third: 2e6 },
    { first: 1e7, second: undefined, third: undefined },
  ])("answers the same in one go and after a trial: %o", (needs) => {
    const { end: trial } = turns(needs, "first");
    const answered = trial.kind === "open" ? turns(needs, { from: 1 }).end : trial;
    const whole = turns(needs, "all").end;
    expect(answered).toMatchObject({ kind: "answer" });
    expect(answered.kind === "answer" && answered.answer).toBe(whole.kind === "answer" && whole.answer);
  });

  it("begins late with who asks for it, and gives no third turn to who would do the same again", () => {
    const [first, second, third] = STANDINGS as [Standing, Standing, Standing];
    const standings: readonly Standing[] = [{ ...first, turns: "constant" }, { ...second, turns: "late" }, third];
    const { given } = turns({ first: 1e9, second: 1e9, third: 1e7 }, "all", standings);
    const [early, ...later] = given
      .map(([name]) => name)
      .join(" ")
      .split(" third ");
    expect(early).toBe("first");
    expect(later.slice(0, 2)).toEqual(["first second", "second"]);
    expect(turns({ first: 1e9, second: undefined, third: undefined }, "all", standings).end).toMatchObject({
      answer: "first",
    });
    expect(turns({ second: 1 }, "first", standings.slice(1, 2)).end).toMatchObject({ answer: "second" });
  });

  it("begins late and goes on a round ahead of the others with who asks for both", () => {
    const [first, second, third] = STANDINGS as [Standing, Standing, Standing];
    const standings: readonly Standing[] = [first, { ...second, turns: "late-ahead" }, third];
    const { given } = turns({ first: 1e9, second: 1e9, third: 1e7 }, "all", standings);
    expect(given.slice(0, 3).map(([name]) => name)).toEqual(["first", "third", "first"]);
    const slicesOf = (wanted: string) => given.flatMap(([name, work]) => (name === wanted ? [work] : []));
    // The first one of each that is not of the first round is of the second.
    expect(slicesOf("second")[0]).toBe(slicesOf("first")[2]);
    expect(slicesOf("second")[0]).toBeGreaterThan(slicesOf("first")[1] ?? 0);
  });

  it("lets who does all at once go before the others, once the first round is over", () => {
    const needs = { first: 1e9, second: 1e9, third: 1e6 };
    const namesOf = (rounds: Rounds) => turns(needs, rounds, STANDINGS, THIRD_AT_ONCE).given.map(([name]) => name);
    expect(namesOf("all")).toEqual(["first", "second", "third", "third"]);
    expect(namesOf({ from: 1 })).toEqual(["third"]);
  });

  it("lets it go before the first round, and a round ahead, where the program is large", () => {
    const needs = { first: 1e9, second: 1e9, third: 1e7 };
    const { given } = turns(needs, "all", STANDINGS, THIRD_AT_ONCE, 1e6);
    expect(given.map(([name]) => name)).toEqual(["third", "first", "second", "third"]);
    expect(given[0]?.[1]).toBeGreaterThan(given[1]?.[1] ?? 0);
    expect(given[3]?.[1]).toBeGreaterThan(given[0]?.[1] ?? 0);
    const others = turns(needs, "all", STANDINGS, {}, 1e6).given;
    expect(others).toEqual(turns(needs, "all", STANDINGS, {}, 10).given);
    // A trial would take the first round first.
    const trial = turns(needs, "first", STANDINGS, THIRD_AT_ONCE, 1e6);
    expect(trial).toEqual({ end: { kind: "open", rounds: 0, attempts: [] }, given: [] });
  });

  it("follows its plan behind the first round: who is first, who has longer turns, and who has none for a while", () => {
    const needs = { first: 1e9, second: 1e9, third: 1e7 };
    const plan = { first: ["third", "second"], longer: ["second"], notBefore: { first: 2 } };
    const { given } = turns(needs, "all", STANDINGS, plan);
    expect(given.slice(0, 3).map(([name]) => name)).toEqual(["first", "second", "third"]);
    const [third, second, ...later] = given.slice(3);
    expect([third?.[0], second?.[0], ...later.map(([name]) => name)]).toEqual([
      "third",
      "second",
      "third",
      "second",
      "first",
      "third",
    ]);
    expect(second?.[1]).toBe(later[0]?.[1]);
    expect(later[2]?.[1]).toBe(later[0]?.[1]);
    // Nobody is left out where there are fewer rounds.
    const seen: string[] = [];
    const run = ({ engine }: Turn): TurnEnd<string> => {
      seen.push(engine);
      return { kind: "slice", reason: "" };
    };
    takeTurns<string>(STANDINGS, { from: 1 }, run, { plan: () => ({ ...NO_PLAN, ...plan }), lastRound: 1 });
    expect(seen).toEqual(["third", "second", "first"]);
    // Who is alone is not kept waiting.
    expect(turns({ first: 1 }, "all", STANDINGS.slice(0, 1), plan).end).toMatchObject({ answer: "first" });
  });

  it("lets a last question take as much more as a longer turn has, and nothing in the first round", () => {
    const seen: Turn[] = [];
    takeTurns<string>(
      STANDINGS.slice(0, 2),
      "all",
      (turn) => {
        seen.push(turn);
        return turn.round < 2 ? { kind: "slice", reason: "" } : { kind: "limit", reason: "" };
      },
      { plan: () => ({ ...NO_PLAN, longer: ["second"] }) },
    );
    const [a0, b0, a1, b1] = seen as [Turn, Turn, Turn, Turn];
    expect([a0.more, b0.more]).toEqual([0, 0]);
    expect([a1.work + a1.more, b1.more]).toEqual([b1.work, 0]);
  });

  it("asks for its plan only once the first round is over, and who does all at once only where the program is large", () => {
    const asked = (reading: number, rounds: Rounds) => {
      const times: string[] = [];
      const plan = () => {
        times.push("plan");
        return NO_PLAN;
      };
      const atOnce = () => {
        times.push("at once");
        return [];
      };
      const options = { plan, atOnce, reading, lastRound: 1 };
      takeTurns<string>(STANDINGS, rounds, () => ({ kind: "slice", reason: "" }), options);
      return times;
    };
    expect(asked(10, "first")).toEqual([]);
    expect(asked(10, "all")).toEqual(["plan"]);
    expect(asked(1e6, "first")).toEqual(["at once"]);
    expect(asked(1e6, "all")).toEqual(["at once", "plan"]);
  });

  it("gives up where all have, and stops at a limit of the whole", () => {
    expect(turns({}, "all").end).toMatchObject({ kind: "unknown", reason: undefined });
    const limit = takeTurns<string>(STANDINGS, "all", () => ({ kind: "limit", reason: "time limit reached" }));
    expect(limit).toMatchObject({ kind: "unknown", reason: "time limit reached" });
    expect(limit.attempts).toHaveLength(1);
  });
});
