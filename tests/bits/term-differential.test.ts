/** A sample of `npm run test:bits`. */
import { describe, expect, it } from "vitest";
import { termProblem } from "./random-terms.ts";
import { emptyScriptTally, hasZ3Program } from "./script-differential.ts";
import { termProblems } from "./term-differential.ts";

describe.skipIf(!hasZ3Program())(
  "random formulas over bits, by the bit-precise solver and by Z3 (skipped without the program z3)",
  () => {
    it("have the same answers and models", () => {
      const tally = emptyScriptTally();
      const formulas = Array.from({ length: 20 }, (_, seed) => termProblem(200_000 + seed));
      expect([...termProblems(formulas, tally, 100_000).values()]).toEqual([]);
      expect(tally.models).toBeGreaterThan(3);
      expect(tally.unsat).toBeGreaterThan(3);
    });
  },
);
