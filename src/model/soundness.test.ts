/** What the interpreter does, the model allows: a bounded form of `npm run test:soundness`. */
import { describe, expect, test } from "vitest";
import { SOUNDNESS_PROGRAMS } from "../../tests/soundness/programs.ts";
import { programOf } from "../../tests/support/c-program.ts";
import { followers, randomInputs } from "../../tests/support/follow.ts";
import { simulator } from "../../tests/support/simulate.ts";
import { runs, THOROUGH } from "../../tests/support/thorough.ts";
import { DEFAULT_MODEL_OPTIONS } from "./options.ts";

const RUNS = runs(12);

describe("concrete runs are followed in the model", () => {
  for (const [i, { name, text }] of SOUNDNESS_PROGRAMS.entries()) {
    for (const bits of THOROUGH ? ([32, 64] as const) : i % 2 === 0 ? ([32] as const) : ([64] as const)) {
      test(`${name}, ${bits} bits`, () => {
        const program = programOf(text, { bits });
        for (const follow of followers(program, DEFAULT_MODEL_OPTIONS)) {
          let compared = 0;
          for (let seed = 0; seed < RUNS; seed += 1) {
            const result = follow(randomInputs(seed));
            expect({ seed, ...result }).toMatchObject({ kind: "followed" });
            if (result.kind === "followed") compared += result.compared;
          }
          // A test in which nothing was compared could not fail.
          expect(compared).toBeGreaterThan(50);
        }
      });
    }
  }
});

describe("errors of concrete runs are errors of the sliced model", () => {
  for (const { name, text } of SOUNDNESS_PROGRAMS) {
    test(name, () => {
      const simulate = simulator(programOf(text), DEFAULT_MODEL_OPTIONS);
      for (let seed = 0; seed < 10 * RUNS; seed += 1)
        expect({ seed, result: simulate(randomInputs(seed)) }).not.toMatchObject({ result: "error missed" });
    });
  }
});
