/**
 * The point of the abstraction: programs with counters that grow without end and have no say in the error. `explicit`
 * solves all of them; `explicit:full`, which tracks the counters too, solves strictly fewer. Work, not time, is limited.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ILP32 } from "../../src/cfa/build-source.ts";
import { findPreset } from "../../src/engines/index.ts";
import { DEFAULT_MODEL_OPTIONS } from "../../src/model/options.ts";
import { verify } from "../../src/verify.ts";
import { ROOT } from "../support/command.ts";

const FOLDER = join(ROOT, "tests/programs/irrelevant-counters");

/** A clock that advances by a millisecond whenever it is looked at: every 4096 units of work. */
function workMeter() {
  let now = 0;
  return { nowMs: () => (now += 1), cpuMs: () => 0, memoryMb: () => 0, peakMemoryMb: () => 0 };
}

function verdictOf(file: string, engine: string): string {
  const text = readFileSync(join(FOLDER, file), "utf8");
  const frontEnd = { dataModel: ILP32, includePaths: [], includeFiles: [], macros: [], readFile: () => undefined };
  const { result } = verify(
    { name: file, sources: [{ name: file, text }], frontEnd },
    {
      toolVersion: "test",
      model: DEFAULT_MODEL_OPTIONS,
      preset: findPreset(engine),
      timeoutSeconds: 0.03,
      memoryMb: 1000,
      meter: workMeter(),
      progress: () => {},
    },
  );
  return result.verdict;
}

describe("irrelevant counters", () => {
  const files = readdirSync(FOLDER).filter((name) => name.endsWith(".c"));

  it.each(files)("%s is solved by explicit", (file) => {
    const expected = /expect: (\w+)/.exec(readFileSync(join(FOLDER, file), "utf8"))?.[1];
    expect(verdictOf(file, "explicit")).toBe(expected);
  });

  it("are solved by explicit:full less often", () => {
    const solved = files.filter((file) => verdictOf(file, "explicit:full") !== "unknown");
    expect(files.length).toBeGreaterThanOrEqual(8);
    expect(solved.length).toBeLessThan(files.length);
  });
});
