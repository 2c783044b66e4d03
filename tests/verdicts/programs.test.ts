/**
 * Small programs on which verifiers have gone wrong, each with its twin: CHECK(condition) calls reach_error where the
 * condition holds, or where it fails. Comments at the head of each say which verdict would be wrong; `unknown` never is.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ROOT } from "../support/command.ts";
import { answerOf, type Setting } from "./campaign.ts";

const FOLDER = join(ROOT, "tests/verdicts/programs");
// Wrong verdicts come early; what takes longer is mostly unknown.
const WORK = 8;
const TWINS = [
  {
    macro: "#define CHECK(c) do { if (c) reach_error(); } while (0)",
    head: /error where the check holds: never (\w+)/,
  },
  { macro: "#define CHECK(c) do { if (!(c)) reach_error(); } while (0)", head: /error where it fails: never (\w+)/ },
];
const SETTINGS: Setting[] = [
  { engine: "explicit", bits: 64, slicing: "on", signedOverflow: "assume-none" },
  { engine: "explicit:full", bits: 32, slicing: "off", signedOverflow: "wrap" },
];

// Programs without a twin are few: engines whose evidence is formulas and contracts are asked, too. The work is theirs.
const BY_FORMULAS: readonly (readonly [Setting, number])[] = [
  [{ engine: "dagger", bits: 64, slicing: "on", signedOverflow: "assume-none" }, 8],
  [{ engine: "vinta", bits: 64, slicing: "on", signedOverflow: "assume-none" }, 8],
];
const BY_CONTRACTS: readonly (readonly [Setting, number])[] = [
  [{ engine: "path-focusing", calls: "summaries", bits: 64, slicing: "on", signedOverflow: "assume-none" }, 25],
];

describe("programs on which verifiers go wrong", () => {
  it.each(readdirSync(FOLDER).sort())("%s", (file) => {
    const text = readFileSync(join(FOLDER, file), "utf8");
    for (const [i, { macro, head }] of TWINS.entries()) {
      const never = head.exec(text)?.[1];
      expect(never).toBeDefined();
      // One setting for each of the twins; the campaigns have all.
      const setting = SETTINGS[i] as Setting;
      const { answer } = answerOf(`${macro}\n${text}`, setting, ["unreach-call"], WORK);
      expect(answer, `${macro}\n${JSON.stringify(setting)}`).not.toBe(never);
    }
  });
});

/** Programs without a twin: their first line says which verdict nobody could stand behind. */
describe("programs whose behaviour is not for us to know", () => {
  const folder = join(ROOT, "tests/verdicts/unpaired");
  it.each(readdirSync(folder).sort())("%s", (file) => {
    const text = readFileSync(join(folder, file), "utf8");
    const never = /^\/\/ never: (\w+)/.exec(text)?.[1];
    expect(never).toBeDefined();
    const settings = SETTINGS.map((setting) => [setting, WORK] as const);
    const more = file.startsWith("recursion-") ? BY_CONTRACTS : BY_FORMULAS;
    for (const [setting, work] of [...settings, ...more])
      expect(answerOf(text, setting, ["unreach-call"], work).answer, JSON.stringify(setting)).not.toBe(never);
  });
});
