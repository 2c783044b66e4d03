/** A sample of `npm run test:jumps`. */
import { describe, expect, it } from "vitest";
import { loadCadical } from "../../src/smt/sat/cadical.ts";
import { hasGcc } from "../support/gcc.ts";
import { answerOf } from "../verdicts/campaign.ts";
import { withKnownTruth } from "./bounded-programs.ts";
import { jumpProgram } from "./jump-programs.ts";

// Looks at the clock, some 1024 units of work each: some seconds.
const WORK = 4000;

describe.skipIf(!hasGcc(64))("programs of labels and jumps", () => {
  // In 36 the checker comes to a place by ways that nobody takes before it does by those that are.
  it.each([1, 2, 36])("bounded model checking agrees with all executions of program %s", async (seed) => {
    const sat = await loadCadical();
    for (const wanted of ["safe", "unsafe"] as const) {
      const { text, truth } = withKnownTruth(jumpProgram(seed), wanted, 64);
      const setting = { engine: "bmc", bits: 64, slicing: "on", signedOverflow: "assume-none", sat } as const;
      expect(answerOf(text, setting, ["unreach-call"], WORK).answer).toBe(truth);
    }
  });
});
