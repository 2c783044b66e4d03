/**
 * Takes tasks from the queue and runs each in a process of its own, so that this one is always free to renew its hold on
 * them. Its death only returns its tasks to the queue. A process that ends without an answer gets a second one, here or
 * elsewhere; without an answer from that, the run has crashed. A worker that is stopped gives back what it has begun.
 */
import { hostname } from "node:os";
import { resolve } from "node:path";
import type { Job, Worker } from "bullmq";
import type { Redis } from "ioredis";
import type { Bundle } from "../../tasks/bundle.ts";
import { readHeader } from "../../tasks/files.ts";
import { type Processes, runProcess, verifyLine } from "../process.ts";
import { getContents, hashOf } from "./contents.ts";
import { type AnswerMessage, printable, readTask, type TaskMessage } from "./message.ts";
import { closeAll, connectionOptions, type Packages, type ServerAddress, watchServer } from "./server.ts";

export interface WorkerOptions extends Processes {
  readonly packages: Packages;
  readonly address: ServerAddress;
  readonly redis: Redis;
  readonly queueName: string;
  readonly build: string;
  readonly jobs: number;
  /** What the words of a command line ask for, as far as it is more than a task may have; one phrase. */
  readonly problemOf: (line: readonly string[]) => string | undefined;
  readonly log: (text: string) => void;
  readonly tell: (text: string) => void;
}

/** How jobs fail that no run could change; a submitter repairs what is missing. */
export const REFUSED = "refused: ";
export const MISSING = "missing: ";

// A worker that does not renew its hold for this long is dead, or as good as.
const LOCK_MS = 10_000;
const STALLED_MS = 5000;
// Of a death the task is innocent, mostly. One that has brought down as many workers as this is not.
const MOST_DEATHS = 100;
const RETRY_MS = 1000;
const TAKEN_AWAY = "tasks that were taken away, since the server had not heard from this worker";

/** The name under which a worker is listed by the server: who, and which build of hone. */
function workerName(build: string): string {
  return `${hostname()}-${process.pid}_hone_${build.replace(" ", "_")}`.replace(/[^\w.+-]/g, "-");
}

export function buildOfWorker(clientName: string): string | undefined {
  const [, version, hash] = /_hone_([^_]+)_([0-9a-f]+)$/.exec(clientName) ?? [];
  return version === undefined || hash === undefined ? undefined : `${version} ${hash}`;
}

/** Until it is interrupted, or has to stop; why. */
export async function serve(options: WorkerOptions): Promise<string | undefined> {
  const { packages, address, redis, queueName, build, jobs, interrupted, log } = options;
  const stop = new AbortController();
  let problem: string | undefined;
  const giveUp = (message: string) => {
    problem ??= message;
    stop.abort();
  };
  const stopped = new Promise<void>((done) => stop.signal.addEventListener("abort", () => done()));
  interrupted.addEventListener("abort", () => stop.abort());
  if (interrupted.aborted) stop.abort();
  const over = new AbortController();
  const worker: Worker = new packages.bullmq.Worker(
    queueName,
    async (job: Job, token?: string, cancelled?: AbortSignal) => {
      const message = taskOf(job, options);
      if (message.build !== build) {
        giveUp(
          `the queue "${queueName}" has tasks of another version, hone ${printable(message.build)}; this is hone ${build}. The task was given back`,
        );
        // Before the task is back, or this worker takes it again.
        void worker.close();
        return giveBack(job, token, packages);
      }
      const end = stop.signal.aborted
        ? undefined
        : await run(message, { ...options, interrupted: cancelled ?? stop.signal });
      if (end === undefined || stop.signal.aborted) return giveBack(job, token, packages);
      if (cancelled?.aborted === true) throw new Error(TAKEN_AWAY);
      if (end.answer.verdict === "none" && job.attemptsMade === 0) throw new Error(end.answer.reason);
      options.tell(`${printable(job.name)}: ${end.answer.verdict} (${end.answer.wallSeconds.toFixed(1)} s)\n`);
      return end;
    },
    {
      connection: { url: address.url, ...connectionOptions(over.signal) },
      name: workerName(build),
      concurrency: jobs,
      lockDuration: LOCK_MS,
      stalledInterval: STALLED_MS,
      maxStalledCount: MOST_DEATHS,
      runRetryDelay: RETRY_MS,
    },
  );
  const presence = watchServer(redis, address, log, over.signal);
  worker.on("failed", (job, error) => {
    log(`hone: ${printable(`${job?.name ?? "a task"}: ${error.message}`)}\n`);
  });
  // Whoever has the task now answers for it.
  worker.on("lockRenewalFailed", (ids) => {
    log(`hone: ${TAKEN_AWAY}: ${ids.length}\n`);
    for (const id of ids) worker.cancelJob(id);
  });
  worker.on("error", ({ message }) => {
    if (presence.awayMs() === 0 && !TOLD_ELSEWHERE.test(message)) log(`hone: ${problemText(message)}\n`);
  });
  await stopped;
  worker.cancelAllJobs();
  await closeAll([worker], redis, over);
  return problem;
}

/** The message of a job, or an error that ends the job, not the worker. */
function taskOf(job: Job, { packages, problemOf }: WorkerOptions): TaskMessage {
  const refuse = (why: string) => new packages.bullmq.UnrecoverableError(`${REFUSED}${why}`);
  const read = readTask(job.data);
  if (read.kind === "problem") throw refuse(read.message);
  const problem = problemOf(lineOf(read.message));
  if (problem !== undefined) throw refuse(problem);
  return read.message;
}

function lineOf(message: TaskMessage): readonly string[] {
  return verifyLine(["--bundle", "-", ...message.arguments], message);
}

async function run(message: TaskMessage, options: WorkerOptions): Promise<AnswerMessage> {
  const bundle =
    message.folder === undefined
      ? await getContents(options.redis, message.files)
      : sharedFiles(message.folder, message.files);
  if ("missing" in bundle)
    throw new options.packages.bullmq.UnrecoverableError(
      `${MISSING}${bundle.missing} is not there as it was submitted`,
    );
  const { answer, end } = await runProcess(lineOf(message), options, bundle);
  return { answer, end };
}

/** Files of a common disk, if they are what the submitter has seen: no other file of this machine is given away. */
function sharedFiles(folder: string, files: TaskMessage["files"]): Bundle | { readonly missing: string } {
  const bundle: (readonly [string, string])[] = [];
  for (const [path, hash] of files) {
    const text = readHeader(resolve(folder, path));
    if (text === undefined || hashOf(text) !== hash) return { missing: path };
    bundle.push([path, text]);
  }
  return bundle;
}

/** To the front of the queue, for another worker. */
async function giveBack(job: Job, token: string | undefined, { bullmq }: Packages): Promise<never> {
  await job.moveToWait(token);
  throw new bullmq.WaitingError();
}

/** Of the server's absence its connection tells; of a hold that was lost one message is enough. */
const TOLD_ELSEWHERE =
  /^(connect|read|write) E|Connection is closed|^Socket timeout|^could not renew lock|^Missing lock.* retryJob/;

function problemText(message: string): string {
  return message.startsWith("Missing lock") ? "an answer came too late: its task was given to another worker" : message;
}
