/**
 * One run in a process of its own, and what it says. A run that neither answers nor ends is killed some seconds after its
 * limit and counts as crashed: a verifier has to keep its own limit. The process has a channel to this one, and ends
 * when that closes: nobody goes on verifying for somebody who was killed.
 */
import { spawn } from "node:child_process";
import type { Bundle } from "../tasks/bundle.ts";
import { readResults } from "../tasks/result-file.ts";
import type { Answer, Limits, RunEnd } from "./executor.ts";

// Node's start and an orderly end take a moment; longer than this is not keeping the limit.
const GRACE_SECONDS = 8;

/** What runs need to be processes. */
export interface Processes {
  /** The verifier: program and leading arguments, before `verify`. */
  readonly command: readonly string[];
  readonly nowMs: () => number;
  /** Aborted when the user wants to stop: runs under way are ended and do not count. */
  readonly interrupted: AbortSignal;
}

/**
 * The command line after the command. Later options win: a configuration may have limits of its own. What is measured is a run, not
 * what an earlier one has left in a cache; and a run keeps to one process, since others fill the cores.
 */
export function verifyLine(words: readonly string[], { timeoutSeconds, memoryMb }: Limits): readonly string[] {
  const limits = ["--timeout", String(timeoutSeconds), "--memory", String(memoryMb)];
  return ["verify", "--format", "json", "--no-cache", "--parallel", "1", ...limits, ...words];
}

/** The limit of time that holds for a line. */
export function limitOf(line: readonly string[]): number {
  const given = line.flatMap((word, at) => {
    const text = word === "--timeout" ? line[at + 1] : /^--timeout=(.*)$/s.exec(word)?.[1];
    return Number(text) > 0 ? [Number(text)] : [];
  });
  return given.at(-1) ?? 0;
}

/** @param input what the process reads from standard input. */
export async function runProcess(
  line: readonly string[],
  { command, nowMs, interrupted }: Processes,
  input?: Bundle,
): Promise<Extract<RunEnd, { kind: "answered" }>> {
  const [program = "", ...leading] = command;
  const start = nowMs();
  const killAfterMs = (limitOf(line) + GRACE_SECONDS) * 1000;
  const output = await capture(program, [...leading, ...line], killAfterMs, interrupted, input);
  const wallSeconds = (nowMs() - start) / 1000;
  const result = readResults(output.stdout)?.[0];
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
    ...(result?.excluded === undefined
      ? {}
      : { by: result.excluded.map((one) => `${one.by} ${one.places}`).join(", ") }),
    ...(result === undefined && output.stderr !== "" ? { log: output.stderr } : {}),
  };
  const orderly = verdict !== "none" && ORDERLY_EXITS.includes(output.ended);
  return { kind: "answered", answer, end: orderly ? "orderly" : "other" };
}

// Of `hone verify`: safe, unsafe, unknown. An interruption or a bug has others.
const ORDERLY_EXITS = [0, 1, 3].map((code) => `exit code ${code}`);

interface Captured {
  readonly stdout: string;
  readonly stderr: string;
  readonly ended: string;
}

// A result with a long trace has some megabytes; more is a program gone wild.
const OUTPUT_LIMIT = 64 * 1024 * 1024;
// The end of what a process says tells why it ended.
const LOG_LIMIT = 2000;

function capture(
  program: string,
  line: readonly string[],
  killAfterMs: number,
  interrupted: AbortSignal,
  input: Bundle | undefined,
): Promise<Captured> {
  return new Promise((resolve) => {
    const child = spawn(program, line, { stdio: [input === undefined ? "ignore" : "pipe", "pipe", "pipe", "ipc"] });
    let stdout = "";
    let stderr = "";
    let killed = false;
    const timer = setTimeout(() => {
      killed = true;
      child.kill("SIGKILL");
    }, killAfterMs);
    const stop = () => child.kill("SIGTERM");
    interrupted.addEventListener("abort", stop);
    if (interrupted.aborted) stop();
    // Letters of several bytes may come in two pieces.
    child.stdout?.setEncoding("utf8").on("data", (chunk: string) => {
      if (stdout.length < OUTPUT_LIMIT) stdout += chunk;
    });
    child.stderr?.setEncoding("utf8").on("data", (chunk: string) => {
      stderr = (stderr + chunk).slice(-LOG_LIMIT);
    });
    // A process that dies before it has read everything says so by its end.
    child.stdin?.on("error", () => {});
    if (input !== undefined) child.stdin?.end(JSON.stringify(input));
    const finish = (ended: string): void => {
      clearTimeout(timer);
      interrupted.removeEventListener("abort", stop);
      resolve({ stdout, stderr, ended: killed ? "did not keep its time limit" : ended });
    };
    child.on("error", (error) => finish(`could not be started: ${error.message}`));
    child.on("close", (code, signal) => finish(signal === null ? `exit code ${code}` : `killed by ${signal}`));
  });
}

function failureOf(output: Captured): string {
  const last = output.stderr.trim().split("\n").at(-1) ?? "";
  return last === "" ? output.ended : `${output.ended}: ${last}`;
}
