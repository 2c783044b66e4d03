/** A sample of `npm run test:scripts`. */
import { describe, expect, it } from "vitest";
import { LOGICS, randomScript } from "./random-scripts.ts";
import { emptyScriptTally, hasZ3Program, scriptProblems, showScript } from "./script-differential.ts";

describe.skipIf(!hasZ3Program())("random scripts over bits, by hone and by Z3 (skipped without the program z3)", () => {
  it("have the same answers, models and cores", () => {
    const tally = emptyScriptTally();
    const scripts = Array.from({ length: 4 * LOGICS.length }, (_, seed) => randomScript(100_000 + seed));
    const problems = [...scriptProblems(scripts, tally, 100_000)];
    expect(problems.map(([i, problem]) => `${problem}\n${showScript(scripts[i] as (typeof scripts)[number])}`)).toEqual(
      [],
    );
    expect(tally.models).toBeGreaterThan(5);
    expect(tally.unsat).toBeGreaterThan(5);
  });
});
