/** Every pair under two engines; `npm run test:verdicts -- --pairs` asks all of them. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ROOT } from "../support/command.ts";
import { ask, isWrong, readPair } from "./pair.ts";

const FOLDER = join(ROOT, "tests/verdicts/pairs");
// Looks at the clock, 4096 units of work each: wrong verdicts come early.
const WORK = 15;
const DEFAULT_WORK = 4000;

describe("pairs of programs with opposite truths", () => {
  it.each(
    readdirSync(FOLDER)
      .filter((file) => file.endsWith(".c"))
      .sort(),
  )("%s", (file) => {
    const pair = readPair(readFileSync(join(FOLDER, file), "utf8"));
    for (const { text, truth } of pair.members) {
      for (const bits of pair.bits) {
        for (const engine of ["explicit", "explicit:full"]) {
          const { verdict } = ask(text, pair.options, bits, engine, WORK);
          expect(isWrong(verdict, truth), `${engine} --${bits}: ${verdict}, but it is ${truth}`).toBe(false);
        }
        if (!pair.solvedByDefault) continue;
        const { verdict, reason } = ask(text, pair.options, bits, undefined, DEFAULT_WORK);
        expect(verdict, `default --${bits}: ${reason}`).toBe(truth);
      }
    }
  });
});
