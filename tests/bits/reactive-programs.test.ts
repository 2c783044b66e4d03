/** A sample of `npm run test:induction`. */
import { describe, expect, it } from "vitest";
import { hasGcc } from "../support/gcc.ts";
import { answerOf } from "../verdicts/campaign.ts";
import { reactiveWithTruth } from "./reactive-programs.ts";

// Looks at the clock, some 1024 units of work each: some seconds.
const WORK = 4000;

describe.skipIf(!hasGcc(64))("programs that never end", () => {
  it.each([1, 2, 3])("k-induction agrees with all states of program %s", (seed) => {
    for (const wanted of ["safe", "unsafe"] as const) {
      const { text, truth } = reactiveWithTruth(seed, wanted);
      const setting = { engine: "k-induction", bits: 64, slicing: "on", signedOverflow: "assume-none" } as const;
      expect(answerOf(text, setting, ["unreach-call"], WORK).answer).toBe(truth);
    }
  });
});
