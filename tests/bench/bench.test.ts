/** `hone bench` on a small set of its own. The task definition expects what is wrong on purpose: bench should say so. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { collectTasks } from "../../src/bench/collect.ts";
import type { BenchRun } from "../../src/bench/task.ts";
import { type BuiltCommand, buildCommand, type Ended, ended } from "../support/built.ts";
import { hone as inProcess } from "../support/command.ts";
import { NO_REDIS, startRedis } from "../support/redis.ts";
import { THOROUGH } from "../support/thorough.ts";

const ALL = { sample: undefined, properties: "reachability" } as const;

describe("collectTasks", () => {
  it("reads an INDEX.tsv", () => {
    expect(collectTasks(["tests/bench/tasks/listed"], ALL)).toEqual([
      { set: "listed", name: "safe.c", arguments: ["--32", "tests/bench/tasks/listed/safe.c"], expected: "safe" },
      { set: "listed", name: "unsafe.c", arguments: ["--32", "tests/bench/tasks/listed/unsafe.c"], expected: "unsafe" },
      {
        set: "listed",
        name: "label.c",
        arguments: ["--64", "--check", "error-label", "tests/bench/tasks/listed/label.c"],
        expected: "unsafe",
      },
    ]);
  });

  it("reads task definitions, plain files and folders of folders", () => {
    const tasks = collectTasks(["tests/bench/tasks", "tests/programs/irrelevant-counters/late.c"], ALL);
    if (typeof tasks === "string") throw new Error(tasks);
    expect(tasks.map(({ set, name, expected }) => [set, name, expected])).toEqual([
      ["defined", "task.yml", "safe"],
      ["listed", "safe.c", "safe"],
      ["listed", "unsafe.c", "unsafe"],
      ["listed", "label.c", "unsafe"],
      ["irrelevant-counters", "late.c", "unsafe"],
    ]);
  });

  it("takes the same sample every time", () => {
    const options = { ...ALL, sample: 2 };
    const first = collectTasks(["tests/bench/tasks/listed"], options);
    expect(first).toHaveLength(2);
    expect(collectTasks(["tests/bench/tasks/listed"], options)).toEqual(first);
  });

  it("says what is missing", () => {
    expect(collectTasks(["nowhere"], ALL)).toBe("nowhere: no such file");
  });
});

describe("hone bench", () => {
  let hone: BuiltCommand;
  let folder: string;
  let listed: string;
  /** All tasks, with nothing in the way. */
  let whole: Ended;
  const line = (output: string) => ["bench", "tests/bench/tasks", "--timeout", "20", "-o", join(folder, output)];

  beforeAll(async () => {
    hone = await buildCommand();
    folder = mkdtempSync(join(tmpdir(), "hone-bench-"));
    listed = join(folder, "listed");
    whole = await hone.run(...line("whole"));
    // Five processes, one after the other, on a machine that may be busy.
  }, 180_000);

  afterAll(() => {
    hone.remove();
    rmSync(folder, { recursive: true });
  });

  it("runs, prints a table and writes its files", async () => {
    const { code, stdout } = await hone.run(
      ...["bench", "tests/bench/tasks/listed", "--configs", "explicit", "--timeout", "20", "-j", "2", "-o", listed],
    );
    expect(stdout).toMatch(/^listed\s+explicit\s+3\s+1\s+2\s+0\s+0\s+0\s+4\s/m);
    expect(stdout).toContain("solved 3/3  unknown 0  wrong 0  crashed 0");
    expect(code).toBe(0);
    expect(readdirSync(listed).sort()).toEqual(["bench.csv", "bench.json", "index.html", "junit.xml", "runs"]);
    const { runs } = JSON.parse(readFileSync(join(listed, "bench.json"), "utf8")) as { runs: BenchRun[] };
    expect(runs.map((run) => run.outcome)).toEqual(["correct", "correct", "correct"]);
    expect(readFileSync(join(listed, "bench.csv"), "utf8").split("\n")).toHaveLength(5);
    expect(readFileSync(join(listed, "index.html"), "utf8")).toContain("<svg");
  });

  it("ends with 1 when a verdict is not the expected one", () => {
    const { code, stdout } = whole;
    expect(stdout).toMatch(/^wrong defined\/task.yml \[default\] expected safe: unsafe/m);
    expect(code).toBe(1);
  });

  it("goes on after it was killed, and does not repeat what was finished", async () => {
    const killed = hone.start(...line("killed"));
    const closed = new Promise((resolve) => killed.on("close", resolve));
    const runs = join(folder, "killed", "runs");
    const entries = () => (existsSync(runs) ? readdirSync(runs).filter((name) => name.endsWith(".json")) : []);
    while (entries().length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    killed.kill("SIGKILL");
    await closed;
    const finished = new Map(entries().map((name) => [name, statSync(join(runs, name)).mtimeMs]));
    expect(finished.size).toBeLessThan(4);

    const second = await hone.run(...line("killed"));
    const third = await hone.run(...line("killed"));
    const there = finished.size === 1 ? "1 of 4 runs was" : `${finished.size} of 4 runs were`;
    expect(second.stderr).toBe(`hone: ${there} there from before\n`);
    expect(third).toEqual({ ...second, stderr: "hone: 4 of 4 runs were there from before\n" });
    for (const [name, time] of finished) expect(statSync(join(runs, name)).mtimeMs).toBe(time);
    // Only the clock tells them apart.
    const timeless = ({ code, stdout }: Ended) => ({
      code,
      stdout: stdout.replace(/\d+\.\d/g, "T").replace(/ +/g, " "),
    });
    expect(timeless(second)).toEqual(timeless(whole));
    const resultsOf = (output: string) =>
      (JSON.parse(readFileSync(join(folder, output, "bench.json"), "utf8")) as { runs: BenchRun[] }).runs.map(
        ({ task, configuration, outcome, verdict, reason, evidence }) => [
          ...[task, configuration, outcome, verdict, reason, evidence],
        ],
      );
    expect(resultsOf("killed")).toEqual(resultsOf("whole"));
  });

  it("says what is wrong with the command line", async () => {
    const { code, stderr } = await hone.run("bench", "tests/bench/tasks", "--configs", "explict");
    expect(stderr).toContain('there is no engine "explict"');
    expect(code).toBe(2);
  });

  it("compares two results", async () => {
    const first = join(folder, "whole");
    const same = await inProcess("bench", "--compare", first, join(first, "bench.json"));
    expect(same.stdout).toContain("4 runs in both");
    // The task definition that expects what is wrong.
    expect([same.code, same.stdout]).toEqual([1, expect.stringContaining("wrong: 1\n")]);
    const better = await inProcess("bench", "--compare", first, listed);
    expect([better.code, better.stdout]).toEqual([0, expect.stringContaining("lost: 0\n")]);
    expect((await inProcess("bench", "--compare", first)).code).toBe(2);
  });

  // The queue itself is tested in tests/queue.
  it.skipIf(NO_REDIS !== undefined || !THOROUGH)(
    "gives the same on a worker behind a queue, and keeps it",
    async () => {
      const redis = await startRedis();
      const worker = hone.start("worker", "--queue", redis.url, "--jobs", "2");
      const stopped = ended(worker);
      const queued = [...line("queue"), "--queue", redis.url];
      const { code, stdout, stderr } = await hone.run(...queued, "--format", "csv");
      const timeless = (csv: string) => csv.replace(/,\d+\.\d+,\d+\.\d+,\d+/g, "");
      expect(timeless(stdout)).toBe(timeless(readFileSync(join(folder, "whole", "bench.csv"), "utf8")));
      expect([code, stderr]).toEqual([1, expect.stringContaining("wrong defined/task.yml")]);
      expect((await hone.run(...queued)).stderr).toContain("4 of 4 runs were there from before");
      worker.kill("SIGTERM");
      expect((await stopped).code).toBe(143);
      await redis.remove();
      const gone = await hone.run(...queued, "--fresh");
      expect([gone.code, gone.stderr]).toEqual([2, `hone: ${redis.url}: nothing listens there\n`]);
      // Four commands and a worker, one after the other, on a busy machine.
    },
    180_000,
  );
});
