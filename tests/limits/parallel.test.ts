/** Several workers on one program: the answer of one, whatever becomes of some of them. Built command, real processes. */
import type { ChildProcess } from "node:child_process";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Result } from "../../src/report/result.ts";
import { type BuiltCommand, buildCommand, ended } from "../support/built.ts";
import { onlyResult } from "../support/command.ts";
import { childrenOf, isGone } from "../support/processes.ts";
import { THOROUGH } from "../support/thorough.ts";

// Not decided in the first round: a second of work, or several.
const PROGRAM = THOROUGH ? "examples/state-machine.c" : "examples/string-scan.c";
const LONG = ["verify", PROGRAM, "--format", "json", "--timeout", "100"];
const OPEN = ["verify", "tests/limits/undecided.c", "--format", "json"];

// Enough for one, but a fourth of it is too little.
const MEMORY = THOROUGH ? "500" : "400";

let hone: BuiltCommand;

beforeAll(async () => {
  hone = await buildCommand();
});

afterAll(() => hone.remove());

/** So many of them at least, once they are there. */
async function workersOf(parent: ChildProcess, least: number): Promise<readonly number[]> {
  while (parent.exitCode === null) {
    const workers = childrenOf(parent.pid as number);
    if (workers.length >= least) return workers;
    await pause(50);
  }
  throw new Error(`should still be running, but ended with ${parent.exitCode}`);
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

function answerOf({ verdict, engine, invariants, evidence }: Result) {
  return { verdict, engine, invariants, evidence };
}

describe("several workers", { timeout: 240_000 }, () => {
  it("give the answer of one, also where their shares of the memory are too small", async () => {
    const alone = onlyResult((await hone.run(...LONG, "--parallel", "1")).stdout);
    expect(alone).toMatchObject({ verdict: "safe", evidence: { checked: true } });
    const two = await hone.run(...LONG, "--parallel", "2");
    expect(two.code).toBe(0);
    expect(answerOf(onlyResult(two.stdout))).toEqual(answerOf(alone));
    // The configuration is what the user said, not what a worker has of it.
    const small = onlyResult((await hone.run(...LONG, "--parallel", "4", "--memory", MEMORY)).stdout);
    expect(answerOf(small)).toEqual(answerOf(alone));
    expect(small.configuration.memoryMb).toBe(Number(MEMORY));
  });

  it("say of a turn whose process was killed that it gave up, and go on", async () => {
    const child = hone.start(...OPEN, "--timeout", "14", "--parallel", "2");
    const end = ended(child);
    const [first, second] = await workersOf(child, 2);
    await pause(1500);
    process.kill(first as number, "SIGKILL");
    const others = await workersOf(child, 2);
    expect(others).toContain(second);
    const { code, stdout } = await end;
    const { reason, attempts = [] } = onlyResult(stdout);
    expect(code).toBe(3);
    expect(reason).toMatch(/^(time limit reached|no engine could decide)/);
    expect(attempts.filter((one) => /killed, perhaps for want of memory/.test(one.reason))).toHaveLength(1);
    expect(attempts.length).toBeGreaterThan(1);
    expect(others.every(isGone)).toBe(true);
  });

  it("leave nobody behind, and the partial result, on SIGTERM", async () => {
    const child = hone.start(...OPEN, "--timeout", "100", "--parallel", "2");
    const end = ended(child);
    const workers = await workersOf(child, 2);
    child.kill("SIGTERM");
    const { code, stdout } = await end;
    expect(code).toBe(143);
    expect(onlyResult(stdout).reason).toMatch(/^interrupted/);
    expect(workers.every(isGone)).toBe(true);
  });

  it("end when nobody waits for them any more", async () => {
    const child = hone.start(...OPEN, "--timeout", "100", "--parallel", "2");
    const workers = await workersOf(child, 2);
    child.kill("SIGKILL");
    for (let tries = 0; tries < 400 && !workers.every(isGone); tries++) await pause(100);
    expect(workers.every(isGone)).toBe(true);
  });

  it("are not started where one engine was asked for", async () => {
    const child = hone.start(
      "verify",
      "tests/limits/endless.c",
      "--engine",
      "explicit:full",
      "--timeout",
      "100",
      "--parallel",
      "4",
    );
    const end = ended(child);
    await workersOf(child, 1);
    await pause(3000);
    expect(childrenOf(child.pid as number)).toHaveLength(1);
    child.kill("SIGINT");
    expect((await end).code).toBe(130);
  });
});
