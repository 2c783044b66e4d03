/**
 * The queue with a real server. Runs are those of a toy verifier, which costs nothing; `npm run test:queue` has hone itself, five
 * hundred tasks, workers that are killed and a server that restarts.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { PreparedRun, RunEnd } from "../../src/bench/executor.ts";
import {
  connect,
  loadPackages,
  type Packages,
  parseAddress,
  type ServerAddress,
  watchServer,
} from "../../src/bench/queue/server.ts";
import { queueExecutor, type SubmitOptions } from "../../src/bench/queue/submit.ts";
import { serve, type WorkerOptions } from "../../src/bench/queue/worker.ts";
import { keyOf } from "../../src/bench/runner.ts";
import { NO_REDIS, type RedisServer, startRedis } from "../support/redis.ts";

if (NO_REDIS !== undefined) process.stderr.write(`tests/queue: ${NO_REDIS}\n`);

const BUILD = "0.0.0 0123456789abcdef";

describe.skipIf(NO_REDIS !== undefined)("a queue", () => {
  let redis: RedisServer;
  let folder: string;
  let packages: Packages;
  let address: ServerAddress;
  let queues = 0;

  beforeAll(async () => {
    redis = await startRedis();
    folder = mkdtempSync(join(tmpdir(), "hone-queue-"));
    const loaded = await loadPackages();
    const parsed = parseAddress(redis.url, undefined);
    if (typeof loaded === "string" || typeof parsed === "string") throw new Error("a server is expected");
    packages = loaded;
    address = parsed;
    // As long as a test: a busy machine is slow to load packages.
  }, 60_000);

  afterAll(async () => {
    await redis.remove();
    rmSync(folder, { recursive: true });
  });

  const newQueue = () => {
    queues += 1;
    return `test-${queues}`;
  };

  async function connected() {
    const connection = await connect(address, packages);
    if (typeof connection === "string") throw new Error(connection);
    return connection;
  }

  /** A program as a run. */
  function program(name: string, text: string, ...words: string[]): PreparedRun {
    const path = join(folder, name);
    writeFileSync(path, text);
    const line = [...words, path];
    return { name, arguments: line, timeoutSeconds: 10, memoryMb: 100, key: keyOf(line) };
  }

  /** A worker, and how to stop it: gives what `serve` says, and what was logged. */
  async function startWorker(queueName: string, changes: Partial<WorkerOptions> = {}) {
    const stop = new AbortController();
    const logged: string[] = [];
    const ended = serve({
      ...{ packages, address, queueName, build: BUILD, jobs: 2 },
      redis: await connected(),
      command: [process.execPath, fileURLToPath(new URL("./toy-verifier.mjs", import.meta.url))],
      nowMs: () => performance.now(),
      interrupted: stop.signal,
      problemOf: () => undefined,
      log: (text) => logged.push(text),
      tell: () => {},
      ...changes,
    });
    return {
      logged,
      ended,
      stop: () => {
        stop.abort("SIGTERM");
        return ended;
      },
    };
  }

  interface Submitted {
    readonly problem: string | undefined;
    readonly ends: ReadonlyMap<string, RunEnd[]>;
    readonly logged: readonly string[];
  }

  async function submit(queueName: string, runs: readonly PreparedRun[], changes: Partial<SubmitOptions> = {}) {
    const ends = new Map<string, RunEnd[]>();
    const logged: string[] = [];
    const executor = queueExecutor({
      ...{ packages, address, queueName, build: BUILD, roots: [folder], files: "carried", reuse: "kept" },
      redis: await connected(),
      log: (text) => logged.push(text),
      interrupted: new AbortController().signal,
      ...changes,
    });
    const problem = await executor.execute(runs.values(), {
      onEnd: ({ name }, end) => ends.set(name, [...(ends.get(name) ?? []), end]),
      onRunning: () => {},
    });
    return { problem, ends, logged } satisfies Submitted;
  }

  const verdictOf = (end: RunEnd | undefined) => (end?.kind === "answered" ? end.answer.verdict : end?.message);

  it("gives each run one answer, with the files that its program needs and no others", async () => {
    const queueName = newQueue();
    writeFileSync(join(folder, "a.h"), "");
    const runs = [
      program("safe.c", '// says: safe\n#include "a.h"\n#include "/etc/passwd"\n'),
      program("unsafe.c", "// says: unsafe\n"),
      // The same question under another name.
      { ...program("unsafe.c", "// says: unsafe\n"), name: "same" },
    ];
    const worker = await startWorker(queueName);
    const { problem, ends, logged } = await submit(queueName, runs);
    expect(problem).toBeUndefined();
    expect([...ends].map(([name, of]) => [name, of.length, verdictOf(of[0])]).sort()).toEqual([
      ["safe.c", 1, "safe"],
      ["same", 1, "unsafe"],
      ["unsafe.c", 1, "unsafe"],
    ]);
    // Of a program whose header stayed behind nothing is kept.
    expect(ends.get("safe.c")?.[0]).toMatchObject({ end: "other", answer: { reason: "2 files" } });
    expect(ends.get("unsafe.c")?.[0]).toMatchObject({ end: "orderly", answer: { reason: "1 files" } });
    expect(logged.join("")).toContain("safe.c refers to /etc/passwd, which is outside of the tasks' folders");
    // A second submitter gets the answers that the server has, unless it wants fresh ones.
    await worker.stop();
    expect((await submit(queueName, runs)).ends.size).toBe(3);
    const fresh = new AbortController();
    setTimeout(() => fresh.abort(), 200);
    expect((await submit(queueName, runs, { reuse: "fresh", interrupted: fresh.signal })).ends.size).toBe(0);
  });

  it("answers for the files that go along: who allows more asks another question", async () => {
    const queueName = newQueue();
    mkdirSync(join(folder, "above"));
    writeFileSync(join(folder, "above", "h.h"), "");
    mkdirSync(join(folder, "set"));
    const runs = [program("set/asks.c", '// says: safe\n#if __has_include("../above/h.h")\n#endif\n')];
    const worker = await startWorker(queueName);
    const narrow = await submit(queueName, runs, { roots: [join(folder, "set")] });
    const wide = await submit(queueName, runs);
    expect(narrow.ends.get("set/asks.c")).toMatchObject([{ end: "other", answer: { reason: "1 files" } }]);
    expect(wide.ends.get("set/asks.c")).toMatchObject([{ end: "orderly", answer: { reason: "2 files" } }]);
    await worker.stop();
  });

  it("is served for long without a warning of node's", async () => {
    const queueName = newQueue();
    const warnings: string[] = [];
    const note = ({ message }: Error) => warnings.push(message);
    process.on("warning", note);
    const worker = await startWorker(queueName);
    const runs = Array.from({ length: 12 }, (_, at) => program(`many${at}.c`, `// says: safe ${at}\n`));
    expect((await submit(queueName, runs)).ends.size).toBe(12);
    await worker.stop();
    process.off("warning", note);
    expect(warnings).toEqual([]);
  });

  it("calls a run crashed whose process dies twice, with its log", async () => {
    const queueName = newQueue();
    const worker = await startWorker(queueName);
    const { ends } = await submit(queueName, [program("die.c", "// says: die\n")]);
    expect(ends.get("die.c")).toMatchObject([
      { kind: "answered", end: "other", answer: { verdict: "none", log: "last words\n" } },
    ]);
    expect(worker.logged).toEqual(["hone: die.c: killed by SIGKILL: last words\n"]);
    await worker.stop();
  });

  it("takes a task back from a worker that is stopped", async () => {
    const queueName = newQueue();
    const first = await startWorker(queueName, { jobs: 1 });
    const submitted = submit(queueName, [program("slow.c", "// says: safe, slow: 1500\n")]);
    await new Promise((resolve) => setTimeout(resolve, 600));
    await first.stop();
    const second = await startWorker(queueName, { jobs: 1 });
    expect(verdictOf((await submitted).ends.get("slow.c")?.[0])).toBe("safe");
    await second.stop();
  });

  it("ends a process whose task was taken away, and takes the next", async () => {
    const queueName = newQueue();
    const worker = await startWorker(queueName, { jobs: 1 });
    const interrupted = new AbortController();
    const run = { ...program("long.c", "// says: safe, slow: 100000\n"), timeoutSeconds: 100 };
    const submitted = submit(queueName, [run], { interrupted: interrupted.signal });
    const control = await connected();
    const held = async (): Promise<string> => {
      await new Promise((resolve) => setTimeout(resolve, 50));
      const [lock] = await control.keys(`bull:${queueName}:*:lock`);
      return lock ?? held();
    };
    // As when the worker was stopped for longer than it may be.
    await control.del(await held());
    // Here the next is the same one: the queue has taken it back.
    await held();
    expect(worker.logged.join("")).toContain("were taken away");
    interrupted.abort();
    await worker.stop();
    expect((await submitted).ends.size).toBe(0);
    control.disconnect();
  });

  it("refuses what is no task, and goes on", async () => {
    const queueName = newQueue();
    const queue = new packages.bullmq.Queue(queueName, { connection: { url: redis.url } });
    await queue.add("nonsense", { version: 1, build: BUILD, arguments: ["--output", "/tmp/x"], extra: 1 });
    await queue.add("text", "rm -rf /");
    await queue.add("\u001b[2J", { version: 1, build: BUILD, "\u001b[31m": 1 });
    const worker = await startWorker(queueName, {
      problemOf: (line) => (line.includes("-x") ? "no -x here" : undefined),
    });
    const runs = [program("fine.c", "// says: safe\n"), program("refused.c", "// says: safe\n", "-x")];
    const { problem, ends } = await submit(queueName, runs);
    expect(problem).toBeUndefined();
    expect(verdictOf(ends.get("fine.c")?.[0])).toBe("safe");
    expect(ends.get("refused.c")).toEqual([{ kind: "refused", message: "refused: no -x here" }]);
    // Nothing is lost: whoever looks after the queue finds them.
    expect(await queue.getFailedCount()).toBe(4);
    expect(worker.logged.join("")).toContain("text: refused: the message is not an object");
    expect(worker.logged.join("")).not.toContain("\u001b");
    await worker.stop();
    await queue.close();
  });

  it("keeps builds of hone apart", async () => {
    const queueName = newQueue();
    const runs = [program("fine.c", "// says: safe\n")];
    const stranger = { build: "0.0.1 aaaaaaaaaaaaaaaa" };
    const early = await startWorker(queueName, stranger);
    const { problem } = await submit(queueName, runs);
    expect(problem).toContain("are of another version, hone 0.0.1 aaaaaaaaaaaaaaaa, than this command");
    await early.stop();
    // A worker that comes later gives the task back, and says why it leaves.
    const submitted = submit(queueName, runs);
    await new Promise((resolve) => setTimeout(resolve, 300));
    const late = await startWorker(queueName, stranger);
    expect(await late.ended).toContain(`has tasks of another version, hone ${BUILD}`);
    const right = await startWorker(queueName);
    expect(verdictOf((await submitted).ends.get("fine.c")?.[0])).toBe("safe");
    await right.stop();
  });

  it("puts again what the server has lost, tasks and texts", async () => {
    const queueName = newQueue();
    const runs = [program("one.c", "// says: safe 1\n"), program("two.c", "// says: unsafe 2\n")];
    const submitted = submit(queueName, runs);
    await new Promise((resolve) => setTimeout(resolve, 500));
    const control = await connected();
    // The texts first: a worker misses them; then, behind its back, everything.
    const texts = await control.keys("hone:content:*");
    await control.del(...texts);
    const worker = await startWorker(queueName);
    const { ends } = await submitted;
    expect([verdictOf(ends.get("one.c")?.[0]), verdictOf(ends.get("two.c")?.[0])]).toEqual(["safe", "unsafe"]);
    await worker.stop();
    const otherQueue = newQueue();
    const again = submit(otherQueue, runs);
    await new Promise((resolve) => setTimeout(resolve, 500));
    await control.flushall();
    const last = await startWorker(otherQueue);
    expect((await again).ends.size).toBe(2);
    await last.stop();
    control.disconnect();
  });

  it("finds an answer of which no event told", async () => {
    const queueName = newQueue();
    const submitted = submit(queueName, [program("silent.c", "// says: safe\n")]);
    const queue = new packages.bullmq.Queue(queueName, { connection: { url: redis.url } });
    const waiting = async () => (await queue.getWaiting())[0] ?? (await queue.getPrioritized())[0];
    let job = await waiting();
    for (; job?.id === undefined; job = await waiting()) await new Promise((resolve) => setTimeout(resolve, 50));
    const answer = { verdict: "unsafe", reason: "", wallSeconds: 1, cpuSeconds: 1, peakMemoryMb: 1, statistics: {} };
    const control = await connected();
    const value = JSON.stringify({ end: "orderly", answer });
    await control.hset(queue.toKey(job.id), "returnvalue", value, "finishedOn", String(Date.now()));
    expect(verdictOf((await submitted).ends.get("silent.c")?.[0])).toBe("unsafe");
    control.disconnect();
    await queue.close();
  });

  it("withdraws what nobody has begun when the submitter is interrupted", async () => {
    const queueName = newQueue();
    const interrupted = new AbortController();
    const submitted = submit(queueName, [program("late.c", "// says: safe\n")], { interrupted: interrupted.signal });
    await new Promise((resolve) => setTimeout(resolve, 300));
    interrupted.abort();
    expect((await submitted).ends.size).toBe(0);
    const queue = new packages.bullmq.Queue(queueName, { connection: { url: redis.url } });
    expect(await queue.getWaitingCount()).toBe(0);
    await queue.close();
  });

  it("is found to be away where its server is stuck, though the connection is there", async () => {
    const over = new AbortController();
    const control = await connected();
    const logged: string[] = [];
    const until = async (text: string) => {
      while (!logged.some((line) => line.includes(text))) await new Promise((resolve) => setTimeout(resolve, 20));
    };
    const presence = watchServer(control, address, (text) => logged.push(text), over.signal, 100);
    redis.freeze();
    await until("the server is away");
    expect(presence.awayMs()).toBeGreaterThan(0);
    redis.thaw();
    await until("the server is back");
    expect(presence.awayMs()).toBe(0);
    over.abort();
    control.disconnect();
  });

  it("reads shared files where they stand, if they are the same", async () => {
    const queueName = newQueue();
    const worker = await startWorker(queueName);
    const run = program("shared.c", "// says: safe, shared\n");
    const { ends } = await submit(queueName, [run], { files: "shared" });
    expect(verdictOf(ends.get("shared.c")?.[0])).toBe("safe");
    await worker.stop();
  });
});
