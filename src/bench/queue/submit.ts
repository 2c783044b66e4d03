/**
 * Runs on workers behind a queue. A run becomes a job whose id is its key (program, options, build of hone), so that the same
 * run is never queued twice, whoever submits it. Answers come as events of the queue. Events can be missed (a server
 * that restarts, a stream that is cut off) and jobs can be lost (a server that wrote its last second nowhere), so that from
 * time to time each job is looked up: what has neither an answer nor a job is added again. That is all that "exactly one
 * result a task" needs: jobs are taken over from workers that died by the queue itself, the answer that comes first
 * counts, and runs are repeatable.
 */
import type { Job, Queue, QueueEvents } from "bullmq";
import type { Redis } from "ioredis";
import { keyHash } from "../../tasks/store.ts";
import type { Answer, Executor, ExecutorEvents, PreparedRun, RunEnd } from "../executor.ts";
import { putContents, replaceContents } from "./contents.ts";
import { readAnswer, type TaskMessage } from "./message.ts";
import { type Packed, type PackOptions, packed } from "./pack.ts";
import {
  closeAll,
  connectionOptions,
  type Packages,
  type Presence,
  type ServerAddress,
  serverMessage,
  watchServer,
} from "./server.ts";
import { buildOfWorker, MISSING, REFUSED } from "./worker.ts";

export interface SubmitOptions extends PackOptions {
  readonly packages: Packages;
  readonly address: ServerAddress;
  readonly redis: Redis;
  readonly queueName: string;
  /** fresh: answers that the server still has do not count. */
  readonly reuse: "kept" | "fresh";
  readonly log: (text: string) => void;
  readonly interrupted: AbortSignal;
}

export function queueExecutor(options: SubmitOptions): Executor {
  return { execute: (runs, events) => new Submission(options, runs, events).run() };
}

// What the server holds at a time: enough for hundreds of workers to be busy, and little enough for its memory.
const MOST_QUEUED = 2000;
const BATCH = 50;
const BATCH_CHARACTERS = 16 * 1024 * 1024;
// The death of a worker is noticed by the queue in some seconds; being as late with a lost event is early enough.
const LOOK_MS = 3000;
const MOST_LOOKED_UP = 500;
const TICK_MS = 500;
// Servers restart, machines reboot; when it takes longer, somebody should hear of it.
const AWAY_MS = 60_000;
// For a second submitter, or a second start; for longer there is the folder of -o.
const KEEP_SECONDS = 24 * 3600;
const MOST_REPAIRS = 3;

interface Pending {
  /** Several where tasks have the same program and options. */
  readonly runs: [PreparedRun, ...PreparedRun[]];
  readonly message: TaskMessage;
  readonly partial: boolean;
  repairs: number;
}

/** One campaign: what is under way, and the connection to the server. */
class Submission {
  readonly #options: SubmitOptions;
  readonly #runs: Iterator<PreparedRun>;
  readonly #events: ExecutorEvents;
  readonly #queue: Queue;
  readonly #over = new AbortController();
  readonly #presence: Presence;
  readonly #pending = new Map<string, Pending>();
  /** Jobs that have failed, as an event says. */
  readonly #failures = new Set<string>();
  readonly #told = new Set<string>();
  #exhausted = false;
  /** How often in a row no worker was seen. */
  #lonely = 0;
  #wake: () => void = () => {};

  constructor(options: SubmitOptions, runs: Iterator<PreparedRun>, events: ExecutorEvents) {
    this.#options = options;
    this.#runs = runs;
    this.#events = events;
    const { packages, queueName, redis, address, log } = options;
    this.#queue = new packages.bullmq.Queue(queueName, { connection: this.#connection() });
    // Whether the server is there is seen by the connection below.
    this.#queue.on("error", () => {});
    this.#presence = watchServer(redis, address, log, this.#over.signal);
  }

  #connection() {
    return { url: this.#options.address.url, ...connectionOptions(this.#over.signal) };
  }

  async run(): Promise<string | undefined> {
    const { interrupted, address, redis } = this.#options;
    const stopped = new Promise<"stopped">((resolve) => {
      interrupted.addEventListener("abort", () => resolve("stopped"));
      if (interrupted.aborted) resolve("stopped");
    });
    const answers = await this.#listen();
    try {
      // Commands to a server that is away wait until it is back; whoever stops does not.
      const end = await Promise.race([this.#work(), this.#lost(), stopped]);
      if (end !== "stopped") return end;
      await Promise.race([this.#withdraw(), this.#pause(2 * TICK_MS)]);
      return undefined;
    } catch (error) {
      return `${address.shown}: ${serverMessage(error as Error)}`;
    } finally {
      await closeAll([answers, this.#queue], redis, this.#over);
    }
  }

  async #listen(): Promise<QueueEvents> {
    const { packages, queueName, redis } = this.#options;
    const [seconds, microseconds] = await redis.time();
    const answers = new packages.bullmq.QueueEvents(queueName, {
      connection: this.#connection(),
      // From now on, by the server's clock: nothing falls between asking and listening, and no answer is from before.
      lastEventId: `${Number(seconds) * 1000 + Math.floor(Number(microseconds) / 1000)}-0`,
    });
    answers.on("error", () => {});
    answers.on("completed", ({ jobId, returnvalue }) => this.#answered(jobId, returnvalue));
    answers.on("failed", ({ jobId }) => {
      this.#failures.add(jobId);
      this.#wake();
    });
    return answers;
  }

  async #work(): Promise<string | undefined> {
    const strangers = await this.#onlyStrangers();
    if (strangers !== undefined) return strangers;
    let countAt = 0;
    let lookAt = performance.now() + LOOK_MS;
    for (;;) {
      await this.#submit();
      if (this.#pending.size === 0 && this.#exhausted) return undefined;
      await this.#pause(TICK_MS);
      for (const id of this.#failures) await this.#lookUp(id);
      this.#failures.clear();
      // For who watches, and not for every answer that comes: that would be as much work as the answer is.
      if (performance.now() >= countAt) {
        this.#events.onRunning(await this.#queue.getActiveCount());
        countAt = performance.now() + TICK_MS;
      }
      if (performance.now() < lookAt) continue;
      await this.#lookAround();
      lookAt = performance.now() + LOOK_MS;
    }
  }

  /** Until something happens, or for a moment. */
  #pause(milliseconds: number): Promise<undefined> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve(undefined), milliseconds);
      this.#wake = () => {
        clearTimeout(timer);
        resolve(undefined);
      };
    });
  }

  /** Until the server has been away for too long. */
  async #lost(): Promise<string> {
    while (!this.#over.signal.aborted && this.#presence.awayMs() < AWAY_MS)
      await new Promise((resolve) => setTimeout(resolve, TICK_MS));
    return `${this.#options.address.shown}: the server went away, and was not back after ${AWAY_MS / 1000} s; with -o a second start goes on from here`;
  }

  /** As many as there is room for, in batches. */
  async #submit(): Promise<void> {
    while (!this.#exhausted && this.#pending.size < MOST_QUEUED) {
      const added: [string, Pending][] = [];
      const texts = new Map<string, string>();
      for (let characters = 0; added.length < BATCH && characters < BATCH_CHARACTERS; ) {
        const next = this.#runs.next();
        this.#exhausted = next.done === true;
        if (next.done === true) break;
        const travelling = this.#packed(next.value);
        if (travelling === undefined) continue;
        const id = jobId(next.value, travelling);
        const same = this.#pending.get(id);
        same?.runs.push(next.value);
        if (same !== undefined) continue;
        for (const [hash, text] of travelling.texts) texts.set(hash, text);
        characters += travelling.characters;
        const { message, partial } = travelling;
        const pending: Pending = { runs: [next.value], message, partial, repairs: 0 };
        this.#pending.set(id, pending);
        added.push([id, pending]);
      }
      await putContents(this.#options.redis, texts);
      await Promise.all(added.map(([id]) => this.#clear(id)));
      await this.#add(added.filter(([id]) => this.#pending.has(id)));
    }
  }

  /** Undefined where the run cannot travel, which is its end. */
  #packed(run: PreparedRun): Packed | undefined {
    const travelling = packed(run, this.#options);
    if (typeof travelling === "string") {
      this.#events.onEnd(run, { kind: "refused", message: travelling });
      return undefined;
    }
    for (const note of travelling.notes) this.#tellOnce(note);
    return travelling;
  }

  #tellOnce(message: string): void {
    if (!this.#told.has(message)) this.#options.log(`hone: ${message}\n`);
    this.#told.add(message);
  }

  /** An answer from before counts, unless it should be fresh; a failure from before does not. */
  async #clear(id: string): Promise<void> {
    const job = await this.#jobOf(id);
    if (job?.finishedOn === undefined) return;
    if (isAnswered(job) && this.#options.reuse === "kept") this.#answered(id, job.returnvalue);
    else await this.#queue.remove(id);
  }

  async #add(entries: readonly (readonly [id: string, pending: Pending])[]): Promise<void> {
    const opts = {
      // A process that dies without an answer gets a second one.
      attempts: 2,
      removeOnComplete: { age: KEEP_SECONDS },
      removeOnFail: { age: KEEP_SECONDS },
    };
    const jobs = entries.map(([jobId, { runs, message }]) => ({
      name: runs[0].name,
      data: message,
      opts: { ...opts, jobId },
    }));
    await this.#queue.addBulk(jobs);
  }

  async #jobOf(id: string): Promise<Job | undefined> {
    return (await this.#queue.getJob(id)) ?? undefined;
  }

  #answered(id: string, value: unknown): void {
    const pending = this.#pending.get(id);
    if (pending === undefined) return;
    const read = readAnswer(value);
    if (read.kind === "message") {
      const { answer, end } = read.message;
      this.#end(id, { kind: "answered", answer, end: pending.partial ? "other" : end });
    } else {
      this.#end(id, { kind: "refused", message: `a worker's answer makes no sense: ${read.message}` });
      // A second start should not find it.
      this.#queue.remove(id).catch(() => {});
    }
  }

  #end(id: string, end: RunEnd): void {
    const pending = this.#pending.get(id);
    this.#pending.delete(id);
    for (const run of pending?.runs ?? []) this.#events.onEnd(run, end);
    this.#wake();
  }

  /** Some of what is pending, the oldest first, which then become the youngest. */
  async #lookAround(): Promise<void> {
    const ids = [...this.#pending.keys()].slice(0, MOST_LOOKED_UP);
    await Promise.all(ids.map(async (id) => ((await this.#isUnderWay(id)) ? undefined : this.#lookUp(id))));
    for (const id of ids) {
      const pending = this.#pending.get(id);
      if (pending === undefined) continue;
      this.#pending.delete(id);
      this.#pending.set(id, pending);
    }
    const { queueName, address, build } = this.#options;
    const builds = await this.#workerBuilds();
    this.#lonely = builds.length === 0 ? this.#lonely + 1 : 0;
    // Once may be a server that has just come back, before its workers.
    if (this.#lonely > 1)
      this.#tellOnce(
        `nobody takes tasks of the queue "${queueName}" yet; a worker does: hone worker --queue ${address.shown} --queue-name ${queueName}`,
      );
    if (builds.length > 0 && !builds.includes(build)) this.#tellOnce(otherBuilds(builds, build));
  }

  /** There, and without an end. Asked of hundreds of jobs at a time, almost all of which are: not what they are about. */
  async #isUnderWay(id: string): Promise<boolean> {
    const [submitted, ended] = await this.#options.redis.hmget(this.#queue.toKey(id), "timestamp", "finishedOn");
    return submitted !== null && submitted !== undefined && (ended === null || ended === undefined);
  }

  async #lookUp(id: string): Promise<void> {
    const pending = this.#pending.get(id);
    if (pending === undefined) return;
    const job = await this.#jobOf(id);
    if (job === undefined) await this.#putAgain(id, pending);
    else if (isAnswered(job)) this.#answered(id, job.returnvalue);
    else if (job.finishedOn !== undefined) await this.#failed(id, pending, job.failedReason ?? "");
  }

  async #putAgain(id: string, pending: Pending): Promise<void> {
    const again = this.#packed(pending.runs[0]);
    if (again === undefined) {
      this.#pending.delete(id);
      return;
    }
    await replaceContents(this.#options.redis, again.texts);
    await this.#add([[id, pending]]);
  }

  async #failed(id: string, pending: Pending, reason: string): Promise<void> {
    if (reason.startsWith(MISSING) && pending.repairs < MOST_REPAIRS) {
      pending.repairs += 1;
      await this.#queue.remove(id);
      await this.#putAgain(id, pending);
    } else if (reason.startsWith(MISSING) || reason.startsWith(REFUSED))
      this.#end(id, { kind: "refused", message: reason });
    else this.#end(id, { kind: "answered", answer: withoutAnswer(reason), end: "other" });
  }

  /** Takes back what nobody has begun: workers have better things to do. */
  async #withdraw(): Promise<void> {
    await Promise.allSettled([...this.#pending.keys()].map((id) => this.#queue.remove(id)));
  }

  async #workerBuilds(): Promise<readonly string[]> {
    try {
      const workers = await this.#queue.getWorkers();
      return workers.flatMap(({ rawname }) => buildOfWorker(rawname ?? "") ?? []);
    } catch {
      // Some hosted servers do not list their clients: then nobody knows.
      return [this.#options.build];
    }
  }

  /** Before anything is submitted: a problem where there are workers, and none could take a task. */
  async #onlyStrangers(): Promise<string | undefined> {
    const builds = await this.#workerBuilds();
    if (builds.length === 0 || builds.includes(this.#options.build)) return undefined;
    return `${otherBuilds(builds, this.#options.build)}; nothing was submitted`;
  }
}

/** What is asked, of which build, and what goes along: another submitter may allow a program more headers. */
function jobId({ key }: PreparedRun, { message: { build, files } }: Packed): string {
  return keyHash(build, { ...key, files: files.map(([, hash]) => hash) });
}

function otherBuilds(builds: readonly string[], own: string): string {
  return `the workers of the queue are of another version, hone ${[...new Set(builds)].join(", ")}, than this command, hone ${own}`;
}

function isAnswered(job: Job): boolean {
  return job.finishedOn !== undefined && job.returnvalue !== undefined && job.returnvalue !== null;
}

function withoutAnswer(reason: string): Answer {
  return { verdict: "none", reason, wallSeconds: 0, cpuSeconds: 0, peakMemoryMb: 0, statistics: {} };
}
