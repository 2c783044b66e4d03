import { describe, expect, it } from "vitest";
import { benchPage } from "./page.ts";
import { quantilePlot, quantiles } from "./quantile-plot.ts";
import { renderTable, summarise, toCsv } from "./summary.ts";
import { type BenchRun, classify, parseConfiguration, scoreOf } from "./task.ts";

function run(
  name: string,
  verdict: BenchRun["verdict"],
  expected: "safe" | "unsafe" | undefined,
  wallSeconds: number,
  configuration = "explicit",
): BenchRun {
  return {
    task: { set: "loops", name, arguments: [name], expected },
    configuration,
    outcome: classify(verdict, expected),
    verdict,
    reason: verdict === "unknown" ? 'time limit, "reached"' : "",
    wallSeconds,
    cpuSeconds: wallSeconds,
    peakMemoryMb: 100,
    statistics: {},
  };
}

const runs = [
  run("a.c", "safe", "safe", 0.5),
  run("b.c", "unsafe", "safe", 1),
  run("c.c", "unknown", "safe", 10),
  run("d.c", "none", "unsafe", 2),
  run("e.c", "unsafe", "unsafe", 0.1),
];

describe("classification and score", () => {
  it("follows the competition", () => {
    expect(runs.map((one) => one.outcome)).toEqual(["correct", "wrong", "unknown", "crashed", "correct"]);
    expect(runs.map(scoreOf)).toEqual([2, -16, 0, 0, 1]);
    expect(scoreOf(run("f.c", "safe", "unsafe", 1))).toBe(-32);
    expect(run("g.c", "safe", undefined, 1).outcome).toBe("unchecked");
  });

  it("reads a configuration as a preset or as arguments", () => {
    expect(parseConfiguration("explicit:full --domain box").arguments).toEqual([
      "--engine",
      "explicit:full",
      "--domain",
      "box",
    ]);
    expect(parseConfiguration("--32").arguments).toEqual(["--32"]);
  });
});

describe("reports", () => {
  it("count what happened", () => {
    const [row] = summarise(runs);
    expect(row).toMatchObject({ tasks: 5, safe: 1, unsafe: 1, unknown: 1, wrong: 1, crashed: 1, score: -13 });
    expect(renderTable(summarise(runs)).split("\n")).toHaveLength(2);
  });

  it("quote CSV cells", () => {
    expect(toCsv(runs)).toContain('"time limit, ""reached"""');
  });

  it("plot solved runs in order of time", () => {
    expect(quantiles(runs, "explicit")).toEqual([0.1, 0.5]);
    const svg = quantilePlot([...runs, run("x<y.c", "safe", "safe", 3, "a<b")], 10);
    expect(svg).toContain("a&lt;b (1)");
    expect(benchPage(runs, 10, "loops & more")).toContain("loops &amp; more");
  });
});
