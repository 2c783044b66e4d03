import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { compareRuns, comparisonText, readRuns } from "./compare.ts";
import { type BenchRun, classify } from "./task.ts";

function run(name: string, verdict: BenchRun["verdict"], wallSeconds = 1, configuration = "default"): BenchRun {
  const times = { wallSeconds, cpuSeconds: wallSeconds, peakMemoryMb: 1, statistics: {} };
  const outcome = classify(verdict, "safe");
  return {
    task: { set: "s", name, arguments: [name], expected: "safe" },
    configuration,
    outcome,
    verdict,
    reason: "",
    ...times,
  };
}

describe("two results", () => {
  it("have runs of one name in their order", () => {
    // Folders of one name in two places.
    const both = [run("p.c", "unknown"), run("p.c", "safe")];
    expect(compareRuns(both, both)).toMatchObject({ matched: 2, onlyOlder: 0, lost: [], newlySolved: [] });
    expect(compareRuns(both.slice(0, 1), both)).toMatchObject({ matched: 1, onlyOlder: 0, onlyNewer: 1 });
  });

  it("are compared run by run", () => {
    const older = [
      run("same", "safe"),
      run("gained", "unknown"),
      run("lost", "safe"),
      run("slow", "safe", 1),
      run("gone", "safe"),
    ];
    const newer = [
      ...[run("same", "safe", 1.9), run("gained", "safe"), run("lost", "none"), run("slow", "safe", 2)],
      ...[run("new", "unsafe"), run("same", "safe", 1, "other")],
    ];
    const comparison = compareRuns(older, newer);
    const names = (pairs: readonly { readonly name: string }[]) => pairs.map(({ name }) => name);
    expect(comparison).toMatchObject({ matched: 4, onlyOlder: 1, onlyNewer: 2 });
    expect(names(comparison.newlySolved)).toEqual(["s/gained [default]"]);
    expect(names(comparison.lost)).toEqual(["s/lost [default]"]);
    expect(names(comparison.wrong)).toEqual(["s/new [default]"]);
    expect(names(comparison.slower)).toEqual(["s/slow [default]"]);
    expect(comparisonText(comparison)).toContain("lost: 1\n  s/lost [default]: safe -> none\n");
  });

  it("do not call a few milliseconds slower", () => {
    expect(compareRuns([run("a", "safe", 0.1)], [run("a", "safe", 0.3)]).slower).toEqual([]);
  });

  it("are read with care", () => {
    const folder = mkdtempSync(join(tmpdir(), "hone-compare-"));
    const file = join(folder, "bench.json");
    const read = (text: string) => {
      writeFileSync(file, text);
      return readRuns(file);
    };
    expect(read(JSON.stringify({ version: 1, runs: [run("a", "safe")] }))).toHaveLength(1);
    for (const wrong of ["", "null", "[]", '{"version":2,"runs":[]}', '{"version":1,"runs":[{"task":{}}]}'])
      expect(typeof read(wrong), wrong).toBe("string");
    expect(readRuns(join(folder, "none"))).toBe("no such file");
    rmSync(folder, { recursive: true });
  });
});
