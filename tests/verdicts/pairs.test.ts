/**
 * The programs of a pair under one of two engines, with one width of pointers: those with an error always, since nothing replays a
 * wrong `safe`, the others in every second pair. Of the programs that the default should decide every sixteenth under the default, now
 * this one of the two and now the other. Where there is time all programs, and every fourth under the default.
 * `npm run test:verdicts -- --part pairs` asks all engines with both widths.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ROOT } from "../support/command.ts";
import { THOROUGH } from "../support/thorough.ts";
import { ask, isWrong, readPair } from "./pair.ts";

const FOLDER = join(ROOT, "tests/verdicts/pairs");
// Looks at the clock, 4096 units of work each: wrong verdicts come early.
const WORK = 8;
const DEFAULT_WORK = 4000;
const EVERY = THOROUGH ? 4 : 16;

describe("pairs of programs with opposite truths", () => {
  const files = readdirSync(FOLDER)
    .filter((file) => file.endsWith(".c"))
    .sort();
  it.each(files.map((file, number) => ({ file, number })))("$file", ({ file, number }) => {
    const { members, options, bits, solvedByDefault } = readPair(readFileSync(join(FOLDER, file), "utf8"));
    const first = bits[0] as 32 | 64;
    const last = bits.at(-1) as 32 | 64;
    for (const [i, { text, truth }] of members.entries()) {
      const [engine, width] = i % 2 === 0 ? (["explicit", first] as const) : (["explicit:full", last] as const);
      if (THOROUGH || truth === "unsafe" || number % 2 === 0) {
        const asked = ask(text, options, width, engine, WORK).verdict;
        expect(isWrong(asked, truth), `${engine} --${width}: ${asked}, but it is ${truth}`).toBe(false);
      }
      if (!solvedByDefault || (2 * number + i) % EVERY !== (number >> 2) % EVERY) continue;
      const { verdict, reason } = ask(text, options, first, undefined, DEFAULT_WORK);
      expect(verdict, `default --${first}: ${reason}`).toBe(truth);
    }
  });
});
