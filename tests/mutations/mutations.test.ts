/** A bounded part of `npm run test:mutations`. */
import { describe, expect, it } from "vitest";
import { ROOT } from "../support/command.ts";
import { runs } from "../support/thorough.ts";
import { readSeeds, tryMutant } from "./campaign.ts";
import { mutant } from "./mutate.ts";

const MUTANTS = runs(500);
const seeds = readSeeds(ROOT);

describe("mutated programs", () => {
  it("get diagnostics, never an exception", () => {
    const counts = { accepted: 0, refused: 0, broken: 0 };
    for (let number = 0; number < MUTANTS; number++) {
      const outcome = tryMutant(number, seeds);
      counts[outcome.kind] += 1;
      if (outcome.kind === "broken") expect.fail(`mutant ${number}: ${outcome.why}`);
    }
    // Both happen, or the mutations are too weak or too strong to test anything.
    expect(counts.accepted).toBeGreaterThan(MUTANTS / 25);
    expect(counts.refused).toBeGreaterThan(MUTANTS / 5);
  });

  it("are the same each time", () => {
    for (const number of [0, 7, 123]) expect(mutant(number, seeds)).toEqual(mutant(number, seeds));
  });
});
