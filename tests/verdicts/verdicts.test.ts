/** A bounded part of `npm run test:verdicts`. */
import { describe, expect, it } from "vitest";
import { newTally, tryProgram } from "./campaign.ts";

describe("verdicts on generated programs", () => {
  it("never contradict a run", () => {
    const tally = newTally();
    for (let seed = 0; seed < 8; seed += 1) tryProgram(seed, tally);
    expect(tally.wrong.map(({ text }) => text)).toEqual([]);
    expect(tally.broken).toEqual([]);
    // Where nothing is decided nothing is tested.
    expect(tally.unsafe).toBeGreaterThan(3);
  });
});
