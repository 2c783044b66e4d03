/**
 * Tasks under configurations: what has to be run goes to an executor, and what it says is collected. With a store, what a
 * run said is kept as soon as it ends, and not run again; a run that crashed or was interrupted is.
 */
import { findConfig } from "../tasks/config-file.ts";
import { contentOf, withContents } from "../tasks/content.ts";
import type { Key, Store } from "../tasks/store.ts";
import type { Answer, Executor, Limits, PreparedRun } from "./executor.ts";
import { verifyLine } from "./process.ts";
import { type BenchConfiguration, type BenchRun, type BenchTask, classify } from "./task.ts";

export interface RunnerOptions extends Limits {
  readonly executor: Executor;
  readonly onRun: (run: BenchRun, done: number, total: number, origin: Origin) => void;
  readonly onRunning?: (count: number) => void;
  readonly store?: Store | undefined;
  /** fresh: nothing from before is taken, though what is found out is kept. */
  readonly reuse?: "kept" | "fresh";
}

/** kept: an earlier start of the same runs has found it out. */
export type Origin = "run" | "kept";

export interface Campaign {
  /** In the order of tasks and configurations, without those that came to no end. */
  readonly runs: readonly BenchRun[];
  /** What kept runs from being run, but for the user's interruption. */
  readonly problems: readonly string[];
}

/** All tasks under all configurations. */
export async function runTasks(
  tasks: readonly BenchTask[],
  configurations: readonly BenchConfiguration[],
  options: RunnerOptions,
): Promise<Campaign> {
  const jobs = tasks.flatMap((task) => configurations.map((configuration) => ({ task, configuration })));
  const results: (BenchRun | undefined)[] = jobs.map(() => undefined);
  const places = new Map<PreparedRun, number>();
  const problems: string[] = [];
  let done = 0;
  const conclude = (at: number, answer: Answer, origin: Origin): void => {
    const { task, configuration } = jobs[at] as (typeof jobs)[number];
    const run = {
      task,
      configuration: configuration.name,
      outcome: classify(answer.verdict, task.expected),
      ...answer,
    };
    results[at] = run;
    done += 1;
    options.onRun(run, done, jobs.length, origin);
  };
  /** Prepared when their turn comes: a file may change until then, and counts as it is read then. */
  function* due(): Generator<PreparedRun> {
    for (const [at, { task, configuration }] of jobs.entries()) {
      const prepared = prepare(task, configuration, options);
      const kept = options.reuse === "fresh" ? undefined : (options.store?.recall(prepared.key) as Answer | undefined);
      places.set(prepared, at);
      if (kept === undefined) yield prepared;
      else conclude(at, kept, "kept");
    }
  }
  const problem = await options.executor.execute(due(), {
    onEnd: (run, end) => {
      if (end.kind === "refused") problems.push(`${run.name}: ${end.message}`);
      else {
        if (end.end === "orderly") options.store?.keep(run.key, end.answer);
        conclude(places.get(run) as number, end.answer, "run");
      }
    },
    onRunning: options.onRunning ?? (() => {}),
  });
  if (problem !== undefined) problems.push(problem);
  return { runs: results.filter((run) => run !== undefined), problems };
}

function prepare(task: BenchTask, configuration: BenchConfiguration, limits: Limits): PreparedRun {
  const { timeoutSeconds, memoryMb } = limits;
  const words = [...configuration.arguments, ...task.arguments];
  const name = `${task.set}/${task.name} [${configuration.name}]`;
  return { name, arguments: words, timeoutSeconds, memoryMb, key: keyOf(verifyLine(words, limits)) };
}

/** What an answer of hone depends on: the line with its files, and the defaults of the configuration. */
export function keyOf(line: readonly string[]): Key {
  const config = findConfig();
  return {
    line: withContents(line),
    config: (config.kind === "config" ? contentOf(config.path) : undefined) ?? "none",
  };
}
