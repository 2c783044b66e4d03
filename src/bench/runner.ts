/**
 * Runs tasks in processes of their own, a few at a time, and collects what they say. A run that neither answers nor
 * ends is killed some seconds after its limit and counts as crashed: a verifier has to keep its own limit. With a store,
 * what a run said is kept as soon as it ends, and not run again; a run that crashed or was interrupted is.
 */
import { spawn } from "node:child_process";
import { contentOf, withContents } from "../tasks/content.ts";
import type { Key, Store } from "../tasks/store.ts";
import { type BenchConfiguration, type BenchRun, type BenchTask, classify } from "./task.ts";

export interface RunnerOptions {
  /** The verifier: program and leading arguments, before `verify`. */
  readonly command: readonly string[];
  readonly timeoutSeconds: number;
  readonly memoryMb: number;
  readonly jobs: number;
  readonly nowMs: () => number;
  readonly onRun: (run: BenchRun, done: number, total: number, origin: Origin) => void;
  readonly store?: Store | undefined;
  /** Aborted when the user wants to stop: no further run is started, those under way are ended and do not count. */
  readonly interrupted: AbortSignal;
}

/** kept: an earlier start of the same runs has found it out. */
type Origin = "run" | "kept";

/** What a run says, whatever its task is called and whatever is expected of it. */
type Answer = Omit<BenchRun, "task" | "configuration" | "outcome">;

// Node's start and an orderly end take a moment; longer than this is not keeping the limit.
const GRACE_SECONDS = 8;

interface Job {
  readonly task: BenchTask;
  readonly configuration: BenchConfiguration;
}

/** All tasks under all configurations, in order; results in the same order, without those that were not started. */
export async function runTasks(
  tasks: readonly BenchTask[],
  configurations: readonly BenchConfiguration[],
  options: RunnerOptions,
): Promise<BenchRun[]> {
  const jobs: Job[] = tasks.flatMap((task) => configurations.map((configuration) => ({ task, configuration })));
  const results: (BenchRun | undefined)[] = jobs.map(() => undefined);
  let next = 0;
  let done = 0;
  const worker = async (): Promise<void> => {
    while (next < jobs.length && !options.interrupted.aborted) {
      const index = next;
      next += 1;
      const { task, configuration } = jobs[index] as Job;
      const line = verifyLine(jobs[index] as Job, options);
      const key = keyOf(line);
      const kept = options.store?.recall(key) as Answer | undefined;
      const { answer, end } = kept === undefined ? await runOne(line, options) : { answer: kept, end: "kept" };
      if (options.interrupted.aborted) return;
      if (end === "orderly") options.store?.keep(key, answer);
      const run = {
        task,
        configuration: configuration.name,
        outcome: classify(answer.verdict, task.expected),
        ...answer,
      };
      results[index] = run;
      done += 1;
      options.onRun(run, done, jobs.length, kept === undefined ? "run" : "kept");
    }
  };
  await Promise.all(Array.from({ length: Math.max(1, options.jobs) }, worker));
  return results.filter((run) => run !== undefined);
}

/** The command line after the command. */
function verifyLine({ task, configuration }: Job, { timeoutSeconds, memoryMb }: RunnerOptions): string[] {
  const limits = ["--timeout", String(timeoutSeconds), "--memory", String(memoryMb)];
  return ["verify", "--format", "json", ...limits, ...configuration.arguments, ...task.arguments];
}

/** What an answer of hone depends on: the line with its files, and the defaults that stand in the current folder. */
export function keyOf(line: readonly string[]): Key {
  return { line: withContents(line), config: contentOf("hone.config.json") ?? "none" };
}

interface Ended {
  readonly answer: Answer;
  /** orderly: with a verdict, as the exit code tells. */
  readonly end: "orderly" | "other";
}

// Of `hone verify`: safe, unsafe, unknown. An interruption or a bug has others.
const ORDERLY_EXITS = [0, 1, 3].map((code) => `exit code ${code}`);

async function runOne(line: readonly string[], options: RunnerOptions): Promise<Ended> {
  const [program = "", ...leading] = options.command;
  const start = options.nowMs();
  const killAfterMs = (options.timeoutSeconds + GRACE_SECONDS) * 1000;
  const output = await capture(program, [...leading, ...line], killAfterMs, options.interrupted);
  const wallSeconds = (options.nowMs() - start) / 1000;
  const result = parseResult(output.stdout);
  const verdict = result?.verdict ?? "none";
  const statistics = result?.statistics ?? {};
  const answer: Answer = {
    verdict,
    reason: result === undefined ? failureOf(output) : (result.reason ?? ""),
    wallSeconds,
    cpuSeconds: (statistics["cpuMs"] ?? 0) / 1000,
    peakMemoryMb: statistics["peakMemoryMb"] ?? 0,
    statistics,
    ...(result?.evidence?.checked === true ? { evidence: result.evidence.kind } : {}),
  };
  return { answer, end: verdict !== "none" && ORDERLY_EXITS.includes(output.ended) ? "orderly" : "other" };
}

interface Captured {
  readonly stdout: string;
  readonly stderr: string;
  readonly ended: string;
}

// A result with a long trace has some megabytes; more is a program gone wild.
const OUTPUT_LIMIT = 64 * 1024 * 1024;

function capture(
  program: string,
  line: readonly string[],
  killAfterMs: number,
  interrupted: AbortSignal,
): Promise<Captured> {
  return new Promise((resolve) => {
    const child = spawn(program, line, { stdio: ["ignore", "pipe", "pipe"] });
    let stdout = "";
    let stderr = "";
    let killed = false;
    const timer = setTimeout(() => {
      killed = true;
      child.kill("SIGKILL");
    }, killAfterMs);
    const stop = () => child.kill("SIGTERM");
    interrupted.addEventListener("abort", stop);
    child.stdout.on("data", (chunk: Buffer) => {
      if (stdout.length < OUTPUT_LIMIT) stdout += chunk.toString();
    });
    child.stderr.on("data", (chunk: Buffer) => {
      stderr = (stderr + chunk.toString()).slice(-2000);
    });
    const finish = (ended: string): void => {
      clearTimeout(timer);
      interrupted.removeEventListener("abort", stop);
      resolve({ stdout, stderr, ended: killed ? "did not keep its time limit" : ended });
    };
    child.on("error", (error) => finish(`could not be started: ${error.message}`));
    child.on("close", (code, signal) => finish(signal === null ? `exit code ${code}` : `killed by ${signal}`));
  });
}

interface ParsedResult {
  readonly verdict: "safe" | "unsafe" | "unknown";
  readonly reason?: string;
  readonly statistics?: Record<string, number>;
  readonly evidence?: { readonly kind: string; readonly checked: boolean };
}

function parseResult(text: string): ParsedResult | undefined {
  try {
    const parsed: unknown = JSON.parse(text);
    const result = (Array.isArray(parsed) ? parsed[0] : parsed) as ParsedResult | undefined;
    return result !== undefined && ["safe", "unsafe", "unknown"].includes(result.verdict) ? result : undefined;
  } catch {
    return undefined;
  }
}

function failureOf(output: Captured): string {
  const last = output.stderr.trim().split("\n").at(-1) ?? "";
  return last === "" ? output.ended : `${output.ended}: ${last}`;
}
