import { mkdtempSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { LARGEST_FILE } from "../tasks/files.ts";
import { collectTasks } from "./collect.ts";
import { BENCH_FORMATS } from "./formats.ts";
import { toJunit } from "./junit.ts";
import { localExecutor } from "./local.ts";
import { benchPage } from "./page.ts";
import { limitOf, runProcess, verifyLine } from "./process.ts";
import { duration, Progress } from "./progress.ts";
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
    expect(toCsv([{ ...run("a.c", "none", undefined, 1), reason: "two\r\nlines\r" }])).toMatch(/,"two lines "\n$/);
  });

  it("plot solved runs in order of time", () => {
    expect(quantiles(runs, "explicit")).toEqual([0.1, 0.5]);
    const svg = quantilePlot([...runs, run("x<y.c", "safe", "safe", 3, "a<b")], 10);
    expect(svg).toContain("a&lt;b (1)");
    expect(benchPage(runs, 10, "loops & more")).toContain("loops &amp; more");
  });

  it("are JUnit's, with wrong verdicts as failures and crashes as errors", () => {
    const odd = { ...run("<\u0001>.c", "none", undefined, 1), reason: "exit code 101", log: "a & b" };
    const xml = toJunit([...runs, odd]);
    expect(xml).toContain('<testsuite name="loops" tests="6" failures="1" errors="2" skipped="1" time="14.600">');
    expect(xml).toContain('<failure message="unsafe, where safe is expected"/>');
    expect(xml).toContain('name="&lt;?&gt;.c" time="1.000"><error message="exit code 101">a &amp; b</error>');
  });

  it("are written in every format, of which programs read those with a file", () => {
    const report = { tool: { name: "hone", version: "0" }, timeoutSeconds: 1, memoryMb: 1, jobs: 1, runs };
    expect(BENCH_FORMATS.map(({ name }) => name)).toEqual(["text", "json", "csv", "html", "junit"]);
    for (const { render } of BENCH_FORMATS) expect(render(report)).toContain("explicit");
    const json = BENCH_FORMATS.find(({ name }) => name === "json")?.render(report) ?? "";
    expect(JSON.parse(json)).toMatchObject({ version: 1, runs: [{ verdict: "safe" }, {}, {}, {}, {}] });
  });
});

describe("tasks of a folder", () => {
  it("are files, whatever they are called", () => {
    const folder = mkdtempSync(join(tmpdir(), "hone-collect-"));
    const before = process.cwd();
    process.chdir(folder);
    try {
      for (const name of ["--html=x.c", "@options.c", "plain.c"]) writeFileSync(name, "");
      truncateSync("plain.c", LARGEST_FILE + 1);
      const tasks = collectTasks(["."], { sample: undefined, properties: "all" });
      if (typeof tasks === "string") throw new Error(tasks);
      expect(tasks.map((task) => task.arguments)).toEqual([["./--html=x.c"], ["./@options.c"], ["plain.c"]]);
    } finally {
      process.chdir(before);
      rmSync(folder, { recursive: true });
    }
  });
});

describe("a run's process", () => {
  const processes = (script: string, interrupted = new AbortController().signal) => ({
    ...{ command: [process.execPath, "-e", script], nowMs: () => performance.now(), interrupted },
  });

  it("may say letters in pieces", async () => {
    const script = `const text = Buffer.from(JSON.stringify({ verdict: "unknown", reason: "\u00e9" }));
      const at = text.indexOf(0xc3) + 1;
      process.stdout.write(text.subarray(0, at));
      setTimeout(() => { process.stdout.write(text.subarray(at)); process.exitCode = 3; }, 50);`;
    expect(await runProcess([], processes(script))).toMatchObject({ answer: { reason: "\u00e9" } });
  });

  it("ends if nobody wants it any more when it starts", async () => {
    const stopped = new AbortController();
    stopped.abort();
    const { answer } = await runProcess([], processes("setTimeout(() => {}, 60000)", stopped.signal));
    expect(answer.reason).toBe("killed by SIGTERM");
  });
});

describe("many runs at a time", () => {
  it("are no reason for node to warn", async () => {
    const warnings: string[] = [];
    const note = ({ message }: Error) => warnings.push(message);
    process.on("warning", note);
    const interrupted = new AbortController().signal;
    const command = [process.execPath, "--version"];
    const executor = localExecutor({ jobs: 12, command, nowMs: () => 0, interrupted });
    const one = { name: "a.c", arguments: [], timeoutSeconds: 20, memoryMb: 100, key: {} };
    let ended = 0;
    await executor.execute(Array.from({ length: 12 }, () => one).values(), {
      onEnd: () => (ended += 1),
      onRunning: () => {},
    });
    process.off("warning", note);
    expect([ended, warnings]).toEqual([12, []]);
  });
});

describe("a run's limit", () => {
  it("is its configuration's, where that has one", () => {
    const limits = { timeoutSeconds: 5, memoryMb: 100 };
    expect(limitOf(verifyLine(["a.c"], limits))).toBe(5);
    expect(limitOf(verifyLine(["--timeout", "100", "a.c"], limits))).toBe(100);
    expect(limitOf(verifyLine(["--timeout=7", "--timeout=soon", "a.c"], limits))).toBe(7);
  });
});

describe("progress", () => {
  it("is a table of what is done, and how long the rest takes", () => {
    let now = 0;
    const progress = new Progress(10, () => now);
    progress.ended(runs[0] as BenchRun, "kept");
    now = 20_000;
    progress.ended(runs[1] as BenchRun, "run");
    progress.running(3);
    expect(progress.table().split("\n")).toEqual([
      "done  running  solved  wrong  crashed     rate        left",
      "2/10        3       1      1        0  3.0/min  2 min 40 s",
      "loops/b.c [explicit]: unsafe",
    ]);
    expect(progress.kept).toBe(1);
    expect([7, 200, 18_730].map(duration)).toEqual(["7 s", "3 min 20 s", "5 h 12 min"]);
  });
});
