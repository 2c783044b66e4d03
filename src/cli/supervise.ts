/**
 * Verification within limits, whatever happens. A small program gets a short trial in this process, which saves
 * starting another one; what the trial leaves open, and everything large, runs in a child process with its own heap
 * limit, or in several (`team.ts`). A child that ends before it has answered, or that does not end in time and is killed, becomes `unknown` with
 * what it had reached; a bug in it is told as one. Ctrl-C kills the child and gives what it had reached.
 */
import { fork } from "node:child_process";
import { everySite } from "../api/every-site.ts";
import { secondSolver } from "../api/node/second-solver.ts";
import { presetsFor } from "../engines/index.ts";
import { type InternalError, internalErrorOf } from "../engines/internal-error.ts";
import type { ProvedPlaces } from "../engines/portfolio.ts";
import type { Rounds } from "../engines/schedule.ts";
import type { Result } from "../report/result.ts";
import { release } from "../util/release.ts";
import { SourceMap } from "../util/source.ts";
import { type Reached, unfinished, type Verification, type VerifyOptions, verify } from "../verify.ts";
import type { Environment, Supervision } from "./environment.ts";
import { handedOn } from "./one-thread.ts";
import { deathOf, lastWords } from "./process-end.ts";
import { inputOf, type VerifyRequest, verifyOptions } from "./request.ts";
import { type LastWord, Team } from "./team.ts";
import { verdictCache } from "./verdict-cache.ts";
import type { WorkerMessage, WorkerRequest } from "./worker.ts";

// Signals wait while this process works: a larger text goes to the child at once, front end included.
const TRIAL_SIZE = 8_000;
// The child keeps the limit itself and answers within milliseconds; this is for one that is stuck between two ticks.
const KILL_GRACE_MS = 400;
const QUIET_SECONDS = 1;
// Node's own code and stacks; and garbage is collected before the whole process gets near the limit.
const HEAP_SHARE = 0.8;
const LEAST_HEAP_MB = 16;

export async function verifyWithin(request: VerifyRequest, environment: Environment): Promise<Verification> {
  const { meter, supervision, bundle } = environment;
  const input = inputOf(request);
  let reached: Reached | undefined;
  const begun = meter.nowMs();
  const progress: VerifyOptions["progress"] = (line, statistics) => {
    reached = { line, statistics: { ...statistics } };
    const seconds = Math.floor((meter.nowMs() - begun) / 1000);
    // Most programs are done before anybody has read a line.
    if (seconds >= QUIET_SECONDS) environment.progress(`${seconds} s of ${request.timeoutSeconds} s: ${line}`);
  };
  const z3 = await secondSolver(request.certify);
  const memory = await verdictCache(request, environment.log);
  const options = verifyOptions(request, { meter, progress, z3, memory, log: environment.log });
  if (supervision === undefined) return verify(input, options);
  supervision.interruption();
  const start = meter.nowMs();
  const size = request.sources.reduce((sum, source) => sum + source.text.length, 0);
  let rounds: Rounds = "all";
  let proved: ProvedPlaces = [];
  if (size <= TRIAL_SIZE) {
    const trial = tried(() => verify(input, { ...options, rounds: "first" }));
    if (trial.kind === "error")
      return without(request, unfinished(input, options, `internal error: ${trial.error.message}`, reached), [
        trial.error,
      ]);
    if (trial.kind !== "cut-off") return trial;
    // The first round gives the same here and there: the child need not repeat it.
    if (trial.rounds === 1) rounds = { from: 1 };
    proved = trial.proved ?? [];
  }
  const heard = { progress, log: environment.log, nowMs: meter.nowMs };
  for (;;) {
    await signalsIn();
    const spentMs = meter.nowMs() - start;
    const ended = await run({ request, rounds, proved, spentMs, bundle }, supervision, heard);
    if (ended.kind !== "done")
      return without(request, unfinished(input, { ...options, startMs: start }, ended.reason, reached), ended.errors);
    const { verification } = ended;
    if (verification.kind !== "cut-off") return verification;
    rounds = { from: verification.rounds ?? 1 };
    proved = verification.proved ?? [];
  }
}

/** With one verdict for each place where the property could be violated. */
export async function verifyEverySite(request: VerifyRequest, environment: Environment): Promise<Verification> {
  const { nowMs } = environment.meter;
  const isOver = () => environment.supervision?.interruption().aborted === true;
  // What one question found out is no answer to another.
  const questions = everySite({ ...request, cache: undefined }, { nowMs, isOver });
  let next = questions.next();
  while (next.done !== true) {
    const answer = await verifyWithin(next.value, environment);
    release();
    await signalsIn();
    next = questions.next(answer);
  }
  return next.value;
}

/** What an analysis that came to no end amounts to; one that ran into a bug has failed. */
function without(request: VerifyRequest, result: Result, internalErrors: readonly InternalError[]): Verification {
  const sources = new SourceMap();
  for (const { name, text } of request.sources) sources.add(name, text);
  const kind = internalErrors.length > 0 ? "failed" : "verified";
  return { kind, result, diagnostics: [], sources, internalErrors };
}

/** A bug outside the engines (reading, building the model) ends the work on this program, not on the others. */
function tried(run: () => Verification): Verification | { readonly kind: "error"; readonly error: InternalError } {
  try {
    return run();
  } catch (error) {
    return { kind: "error", error: internalErrorOf(error) };
  }
}

/** Lets signals in that came while this process was at work: they are delivered between two turns of the event loop. */
export async function signalsIn(): Promise<void> {
  for (let turn = 0; turn < 2; turn++) await new Promise((resolve) => setImmediate(resolve));
}

type Ended =
  | { readonly kind: "done"; readonly verification: Verification }
  | { readonly kind: "unfinished"; readonly reason: string; readonly errors: readonly InternalError[] };

/** Who hears what the child says before it answers. */
interface Listener {
  readonly progress: VerifyOptions["progress"];
  readonly log: (text: string) => void;
  readonly nowMs: () => number;
}

/** What is at work, and can be stopped. */
interface Running {
  readonly done: Promise<LastWord>;
  kill(reason: string): void;
}

/** How many processes can share the work: an engine that is alone has nobody to share it with. */
function sizeOf({ engine, domain, dumpQueries, parallel }: VerifyRequest): number {
  const isAlone = engine !== undefined || presetsFor(undefined, domain).length === 1;
  return isAlone || dumpQueries !== undefined ? 1 : parallel;
}

function heapOptions(megabytes: number): readonly string[] {
  return [`--max-old-space-size=${Math.max(LEAST_HEAP_MB, Math.floor(megabytes * HEAP_SHARE))}`];
}

async function run(work: WorkerRequest, supervision: Supervision, listener: Listener): Promise<Ended> {
  const { request, spentMs } = work;
  const size = sizeOf(request);
  const team = { work, size, winner: request.winner, program: supervision.worker, heapOptions };
  const running = size > 1 ? new Team(team, listener) : childOf(work, supervision, listener);
  const interrupted = supervision.interruption();
  const timeMs = Math.max(0, request.timeoutSeconds * 1000 - spentMs) + KILL_GRACE_MS;
  const timer = setTimeout(() => running.kill("time limit reached"), timeMs);
  const onInterrupt = () => running.kill("interrupted");
  interrupted.addEventListener("abort", onInterrupt);
  if (interrupted.aborted) onInterrupt();
  const { said, death } = await running.done;
  clearTimeout(timer);
  interrupted.removeEventListener("abort", onInterrupt);
  return concluded(said, death);
}

function childOf(work: WorkerRequest, supervision: Supervision, listener: Listener): Running {
  const child = fork(supervision.worker, [], {
    execArgv: [...handedOn(), ...heapOptions(work.request.memoryMb)],
    stdio: ["ignore", "ignore", "pipe", "ipc"],
  });
  let killedFor: string | undefined;
  const done = new Promise<LastWord>((resolve) => {
    let said: WorkerMessage | undefined;
    const errors = lastWords(child);
    child.on("message", (message: WorkerMessage) => {
      if (message.kind === "progress") listener.progress(message.line, message.statistics);
      else if (message.kind === "log") listener.log(message.text);
      else said = message;
    });
    const settle = (death: string) => resolve({ said, death: killedFor ?? death });
    child.on("error", (error) => settle(`the analysis could not be started: ${error.message}`));
    child.on("close", (code, signal) => settle(deathOf(code, signal, errors())));
    child.send(work, () => {
      // A child that is dead already says so by its end.
    });
  });
  const kill = (reason: string) => {
    killedFor ??= reason;
    child.kill("SIGKILL");
  };
  return { done, kill };
}

function concluded(answer: WorkerMessage | undefined, death: string): Ended {
  switch (answer?.kind) {
    case "done": {
      const sources = new SourceMap();
      for (const { name, text } of answer.files) sources.add(name, text);
      for (const mark of answer.marks) sources.mark(mark);
      return { kind: "done", verification: { ...answer.verification, sources } };
    }
    case "error":
      return { kind: "unfinished", reason: `internal error: ${answer.error.message}`, errors: [answer.error] };
    case "out-of-memory":
      return { kind: "unfinished", reason: "memory limit reached", errors: [] };
    default:
      return { kind: "unfinished", reason: death, errors: [] };
  }
}
