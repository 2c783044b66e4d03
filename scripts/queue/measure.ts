/**
 * How long campaigns take: with two workers against one, with the queue against none. What is compared is run turn about and
 * several times, so that what else the machine does hits both, and the middle one of the figures counts.
 */
import { rmSync } from "node:fs";
import { join } from "node:path";
import type { BenchRun } from "../../src/bench/task.ts";
import type { RedisServer } from "../../tests/support/redis.ts";
import { finishedBy, hone, processorMs, stop, taking, told, worker } from "./processes.ts";
import { writePrograms } from "./programs.ts";

const ROUNDS = 3;
const LEAST_SPEED_UP = 1.7;
const MOST_OVERHEAD_MS = 10;

/** A campaign, watched from outside. */
interface Watched {
  readonly seconds: number;
  /** From one answer to the next: without what is once a campaign. */
  readonly taskMs: number;
  /** How much of that no process was at work, where there is one at a time. */
  readonly betweenMs: number;
  /** Starting and ending the command, its packages and connections. */
  readonly onceSeconds: number;
  /** Processor time a task of all that is no run, from one answer to the next: hardly changed by what else the machine does. */
  readonly aroundMs: number;
}

/** @param helpers processes that work for the campaign, besides the command. */
async function watch(folder: string, tasks: number, helpers: readonly Helper[], ...more: string[]): Promise<Watched> {
  const start = performance.now();
  const bench = hone("bench", join(folder, "set"), "-v", "--format", "json", ...more);
  const answers: number[] = [];
  const around: number[] = [];
  bench.child.stderr?.on("data", () => {
    const now = performance.now();
    if (answers.length === finishedBy(bench)) return;
    while (answers.length < finishedBy(bench)) answers.push(now);
    const all = [bench.child.pid, ...helpers.map((pid) => pid())].map(processorMs);
    around.push(all.reduce((sum, one) => sum + one, 0));
  });
  const { code, stdout, stderr } = await bench.ended;
  const seconds = (performance.now() - start) / 1000;
  if (code !== 0 || answers.length !== tasks) throw new Error(`${tasks} answers are expected, not:\n${stderr}`);
  const taskMs = ((answers.at(-1) ?? 0) - (answers[0] ?? 0)) / (tasks - 1);
  const { runs } = JSON.parse(stdout) as { readonly runs: readonly BenchRun[] };
  const processes = runs.slice(1).reduce((sum, run) => sum + run.wallSeconds, 0);
  const betweenMs = taskMs - (processes / (tasks - 1)) * 1000;
  const aroundMs = ((around.at(-1) ?? 0) - (around[0] ?? 0)) / (tasks - 1);
  return { seconds, taskMs, betweenMs, aroundMs, onceSeconds: seconds - (tasks * taskMs) / 1000 };
}

/** The number of a process, which may have another one when it is asked again. */
type Helper = () => number | undefined;

/** A campaign on so many workers, each with one task at a time, which are there when it starts. */
async function watchQueue(redis: RedisServer, folder: string, tasks: number, count: number): Promise<Watched> {
  const workers = Array.from({ length: count }, () => worker(redis));
  await taking(workers);
  const helpers = [
    redis.pid,
    ...workers.map(
      ({ child }) =>
        () =>
          child.pid,
    ),
  ];
  const watched = await watch(folder, tasks, helpers, "--allow", folder, "--queue", redis.url, "--fresh");
  await Promise.all(workers.map(stop));
  return watched;
}

type Pair = readonly [Watched, Watched];

async function turnAbout(one: () => Promise<Watched>, other: () => Promise<Watched>): Promise<readonly Pair[]> {
  const pairs: Pair[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const early = round % 2 === 1 ? await other() : undefined;
    const first = await one();
    pairs.push([first, early ?? (await other())]);
  }
  return pairs;
}

const middle = (values: readonly number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
const listed = (values: readonly number[], digits: number) => values.map((value) => value.toFixed(digits)).join(", ");

/** All of the submitter's time counts. */
export async function scaling(redis: RedisServer, tasks: number): Promise<boolean> {
  const folder = writePrograms(tasks);
  const on = (count: number) => () => watchQueue(redis, folder, tasks, count);
  const pairs = await turnAbout(on(1), on(2));
  // What the machine itself gives, whose cores share more than meets the eye.
  const alone = await watch(folder, tasks, [], "-j", "1");
  const both = await watch(folder, tasks, [], "-j", "2");
  rmSync(folder, { recursive: true });
  const speedUps = pairs.map(([one, two]) => one.seconds / two.seconds);
  const [ones, twos] = [0, 1].map((at) => pairs.map((pair) => (pair[at] as Watched).seconds));
  return told(
    middle(speedUps) >= LEAST_SPEED_UP,
    `${tasks} tasks: one worker ${listed(ones ?? [], 1)} s, two ${listed(twos ?? [], 1)} s: ${listed(speedUps, 2)} times as fast ` +
      `(${LEAST_SPEED_UP} expected of the middle one); without a queue -j 2 is ${(alone.seconds / both.seconds).toFixed(2)} times as fast as -j 1`,
  );
}

/** Against processes of this machine, both one at a time. */
export async function overhead(redis: RedisServer, tasks: number): Promise<boolean> {
  const folder = writePrograms(tasks);
  const pairs = await turnAbout(
    () => watch(folder, tasks, [], "-j", "1"),
    () => watchQueue(redis, folder, tasks, 1),
  );
  rmSync(folder, { recursive: true });
  const each = (of: (local: Watched, queued: Watched) => number) => pairs.map(([local, queued]) => of(local, queued));
  const more = each((local, queued) => queued.taskMs - local.taskMs);
  const between = each((local, queued) => queued.betweenMs - local.betweenMs);
  const all = each((local, queued) => ((queued.seconds - local.seconds) / tasks) * 1000);
  const lines = [
    `${tasks} tasks: the queue adds ${listed(more, 1)} ms a task (below ${MOST_OVERHEAD_MS} expected of the middle one)`,
    `a task takes ${listed(
      each(({ taskMs }) => taskMs),
      0,
    )} ms in processes of this machine, ${listed(
      each((_, { taskMs }) => taskMs),
      0,
    )} ms on a worker`,
    `of which no process is at work for ${listed(
      each(({ betweenMs }) => betweenMs),
      1,
    )} ms and ${listed(
      each((_, { betweenMs }) => betweenMs),
      1,
    )} ms`,
    `worker, submitter and server work for ${listed(
      each((_, { aroundMs }) => aroundMs),
      1,
    )} ms of processor time beside a run, a command without a queue for ${listed(
      each(({ aroundMs }) => aroundMs),
      1,
    )} ms`,
    `once a campaign the queue adds ${listed(
      each((local, queued) => queued.onceSeconds - local.onceSeconds),
      2,
    )} s; with that it is ${listed(all, 1)} ms a task`,
  ];
  // Both: how long processes take varies with what else the machine does, how long there is none does so less.
  return told(middle(more) < MOST_OVERHEAD_MS && middle(between) < MOST_OVERHEAD_MS, lines.join("\n  "));
}
