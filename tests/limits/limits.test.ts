/** Limits are kept whatever happens, and what was reached is told. Most of these run the built command in real processes. */
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type BuiltCommand, buildCommand, ended } from "../support/built.ts";
import { onlyResult } from "../support/command.ts";
import { childrenOf, isGone } from "../support/processes.ts";
import { THOROUGH } from "../support/thorough.ts";
import { ask } from "../verdicts/pair.ts";

const ENDLESS = ["verify", "--engine", "explicit:full", "tests/limits/endless.c"];
// Starting node twice on a busy machine.
const SLACK_MS = 15_000;
// Looks at the clock: paths are dozens of steps long by then, hundreds where there is time.
const LONG_PATH_WORK = THOROUGH ? 800 : 100;

let hone: BuiltCommand;
let folder: string;

beforeAll(async () => {
  hone = await buildCommand();
  folder = mkdtempSync(join(tmpdir(), "hone-limits-"));
});

afterAll(() => {
  hone.remove();
  rmSync(folder, { recursive: true });
});

/** The process that does the work, once it is there. */
async function workerOf(parent: ChildProcess): Promise<number> {
  while (parent.exitCode === null) {
    const [worker] = childrenOf(parent.pid as number);
    if (worker !== undefined) return worker;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`should still be running, but ended with ${parent.exitCode}`);
}

/** The same of a command that shows its progress, once it has something to tell. */
async function workerAfterProgress(parent: ChildProcess): Promise<number> {
  // The first thing that is told may be that it has started.
  for (let told = ""; parent.stderr !== null && !/\d states/.test(told); ) {
    const [data] = await once(parent.stderr, "data");
    told += String(data);
  }
  return workerOf(parent);
}

/** Where the work has nothing to tell. */
function untilAtWork(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 1500));
}

// Several processes, each started on a machine that may be busy.
describe("limits", { timeout: 120_000 }, () => {
  it("keeps the time limit", async () => {
    const start = performance.now();
    const { code, stdout } = await hone.run(...ENDLESS, "--timeout", "2", "--format", "json");
    expect(performance.now() - start).toBeLessThan(2000 + SLACK_MS);
    const result = onlyResult(stdout);
    expect(result.reason).toMatch(/^time limit reached \(.*\d+ states, 0 refinements\)$/);
    expect(result.statistics["states"]).toBeGreaterThan(0);
    expect(code).toBe(3);
  });

  it("keeps the memory limit", async () => {
    const { code, stdout } = await hone.run(...ENDLESS, "--memory", "64", "--timeout", "50", "--format", "json");
    const result = onlyResult(stdout);
    expect(result.reason).toMatch(/^memory limit reached/);
    expect(result.configuration.memoryMb).toBe(64);
    expect(code).toBe(3);
  });

  it("reports a child that dies, with what it had reached", async () => {
    const child = hone.watch(...ENDLESS, "--timeout", "50", "--format", "json");
    const end = ended(child);
    process.kill(await workerAfterProgress(child), "SIGSEGV");
    const { code, stdout } = await end;
    const result = onlyResult(stdout);
    expect(result.reason).toMatch(/^the analysis crashed \(SIGSEGV\) \(explicit:full: \d+ states, 0 refinements\)$/);
    expect(result.statistics["states"]).toBeGreaterThan(0);
    expect(code).toBe(3);
  });

  it("kills a child that is stuck", async () => {
    const child = hone.watch(...ENDLESS, "--timeout", "12", "--format", "json");
    const end = ended(child);
    const worker = await workerAfterProgress(child);
    process.kill(worker, "SIGSTOP");
    const { code, stdout } = await end;
    expect(onlyResult(stdout).reason).toMatch(/^time limit reached \(explicit:full: /);
    expect(code).toBe(3);
    expect(isGone(worker)).toBe(true);
  });

  // The other signal has its code and its text in the test below.
  it.each(THOROUGH ? (["SIGINT", "SIGTERM"] as const) : (["SIGTERM"] as const))(
    "gives the partial result on %s, in a whole file",
    async (signal) => {
      const output = join(folder, `${signal}.json`);
      const child = hone.watch(...ENDLESS, "--timeout", "50", "--format", "json", "-o", output);
      const end = ended(child);
      const worker = await workerAfterProgress(child);
      child.kill(signal);
      const { code, stderr } = await end;
      expect(stderr).toContain("interrupted");
      expect(code).toBe(signal === "SIGINT" ? 130 : 143);
      const result = onlyResult(readFileSync(output, "utf8"));
      expect(result.reason).toMatch(/^interrupted \(/);
      expect(result.statistics["states"]).toBeGreaterThan(0);
      expect(readdirSync(folder).filter((name) => name.includes("tmp"))).toEqual([]);
      expect(isGone(worker)).toBe(true);
    },
  );

  it("prints the partial result of an interrupted run as text", async () => {
    const child = hone.watch(...ENDLESS, "tests/golden/programs/safe.c", "--timeout", "50");
    const end = ended(child);
    await workerAfterProgress(child);
    child.kill("SIGINT");
    const { code, stdout, stderr } = await end;
    expect(code).toBe(130);
    expect(stdout).toMatch(/cannot tell: interrupted \(explicit:full: \d+ states/);
    // The second file was not looked at.
    expect(stderr).toContain("hone: interrupted; 1 file not looked at\n");
    expect(stdout).toMatch(/^1 program: 1 unknown$/m);
    expect(stdout).not.toContain("SAFE");
  });

  it("leaves no child behind when the parent is killed", async () => {
    const child = hone.start(...ENDLESS, "--timeout", "50");
    const worker = await workerOf(child);
    await untilAtWork();
    child.kill("SIGKILL");
    for (let tries = 0; tries < 400 && !isGone(worker); tries++)
      await new Promise((resolve) => setTimeout(resolve, 100));
    expect(isGone(worker)).toBe(true);
  });

  it.each(["dagger", "vinta", "path-focusing", "explicit"])(
    "ends without an internal error on long paths: %s",
    (engine) => {
      const text = readFileSync("tests/limits/long-path.c", "utf8");
      const { verdict, reason } = ask(text, ["--signed-overflow", "wrap"], 64, engine, LONG_PATH_WORK);
      expect(["unsafe", "unknown"]).toContain(verdict);
      if (verdict === "unknown") expect(reason).toMatch(/^time limit reached/);
    },
  );

  describe("with a sum of many terms", () => {
    const sum = (terms: number): string => {
      const file = join(folder, `sum-${terms}.c`);
      const value = Array.from({ length: terms }, () => "x").join(" + ");
      writeFileSync(
        file,
        `extern int N(void); void reach_error(void);\nint main(void) { int x = N(); int y = ${value}; if (y == 7) reach_error(); }\n`,
      );
      return file;
    };

    // The first has its trial in the first process, as the programs above; the last is with the second at once.
    it.runIf(THOROUGH).each([1_000, 4_000, 20_000])("keeps the time limit: %i", async (terms) => {
      const start = performance.now();
      const { code, stdout } = await hone.run("verify", sum(terms), "--timeout", "2", "--format", "json");
      expect(performance.now() - start).toBeLessThan(2000 + SLACK_MS);
      const { verdict, reason } = onlyResult(stdout);
      expect([code, verdict]).toEqual(
        verdict === "unknown" ? [3, "unknown"] : verdict === "safe" ? [0, "safe"] : [1, "unsafe"],
      );
      if (verdict === "unknown") expect(reason).toMatch(/time limit reached|no engine could decide/);
    });

    it("ends at once on SIGTERM", async () => {
      const child = hone.start("verify", sum(20_000), "--timeout", "50", "--format", "json");
      const end = ended(child);
      await workerOf(child);
      await untilAtWork();
      const start = performance.now();
      child.kill("SIGTERM");
      const { code, stdout } = await end;
      expect(performance.now() - start).toBeLessThan(5000);
      expect(onlyResult(stdout).reason).toMatch(/^interrupted/);
      expect(code).toBe(143);
    });
  });

  it("verifies again when a header changes, until Ctrl-C (--watch)", async () => {
    const header = join(folder, "watched.h");
    const file = join(folder, "watched.c");
    writeFileSync(header, "#define N 3\n");
    writeFileSync(
      file,
      '#include "watched.h"\nvoid reach_error(void);\nint main(void) { if (N != 3) reach_error(); return 0; }\n',
    );
    const child = hone.start("--watch", "--quiet", file);
    let waits = 0;
    child.stderr?.on("data", (chunk: Buffer) => {
      if (!chunk.toString().includes("waiting for changes")) return;
      waits += 1;
      if (waits === 1) writeFileSync(header, "#define N 12\n");
      else child.kill("SIGINT");
    });
    expect(await ended(child)).toMatchObject({ code: 130, stdout: "hone: SAFE\nhone: UNSAFE\n" });
  });
});
