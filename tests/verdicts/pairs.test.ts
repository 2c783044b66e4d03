/**
 * Every pair under two engines, each with one width of pointers; `npm run test:verdicts -- --part pairs` asks all engines with
 * both.
 */
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
    const { members, options, bits, solvedByDefault } = readPair(readFileSync(join(FOLDER, file), "utf8"));
    const first = bits[0] as 32 | 64;
    const last = bits.at(-1) as 32 | 64;
    for (const { text, truth } of members) {
      for (const [engine, width] of [
        ["explicit", first],
        ["explicit:full", last],
      ] as const) {
        const { verdict } = ask(text, options, width, engine, WORK);
        expect(isWrong(verdict, truth), `${engine} --${width}: ${verdict}, but it is ${truth}`).toBe(false);
      }
      if (!solvedByDefault) continue;
      const { verdict, reason } = ask(text, options, first, undefined, DEFAULT_WORK);
      expect(verdict, `default --${first}: ${reason}`).toBe(truth);
    }
  });
});
