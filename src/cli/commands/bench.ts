/** `hone bench`: task sets under configurations, here or on workers behind a queue; tables, and files for other tools. */
import { statSync } from "node:fs";
import { dirname, join } from "node:path";
import { collectTasks, foundAt } from "../../bench/collect.ts";
import { compareRuns, comparisonText, readRuns } from "../../bench/compare.ts";
import type { Executor } from "../../bench/executor.ts";
import { BENCH_FORMATS, type Report, TABLE } from "../../bench/formats.ts";
import { localExecutor } from "../../bench/local.ts";
import { Progress } from "../../bench/progress.ts";
import { queueExecutor } from "../../bench/queue/submit.ts";
import { runTasks } from "../../bench/runner.ts";
import { WHERE_TO_FIND } from "../../bench/tables/table.ts";
import { type BenchRun, parseConfiguration } from "../../bench/task.ts";
import { findPreset } from "../../engines/index.ts";
import { findConfig } from "../../tasks/config-file.ts";
import { makeFolder } from "../../tasks/files.ts";
import { counted } from "../../util/counted.ts";
import type { Arguments } from "../arguments.ts";
import type { Environment, Supervision } from "../environment.ts";
import {
  EXIT_BAD_INPUT,
  EXIT_INTERRUPTED,
  EXIT_SAFE,
  EXIT_TERMINATED,
  EXIT_UNSAFE,
  type ExitCode,
} from "../exit-codes.ts";
import { onOneThread } from "../one-thread.ts";
import { deliver } from "../output.ts";
import { openServer } from "../queue-server.ts";
import { runStore } from "../run-store.ts";
import type { Settings } from "../settings.ts";
import { buildVersion, TOOL_VERSION } from "../version.ts";

export async function benchCommand(args: Arguments, environment: Environment): Promise<ExitCode> {
  const { files, settings } = args;
  if (settings.compare) return compareCommand(files, settings, environment);
  const { supervision } = environment;
  if (supervision === undefined)
    return usage("`hone bench` starts processes, so it needs the built command", environment);
  const configurations = settings.configurations.map(parseConfiguration);
  const strange = configurations.find(({ arguments: [flag, name] }) => flag === "--engine" && !findPreset(name ?? ""));
  if (strange !== undefined) return usage(`there is no engine "${strange.name}" (see \`hone engines\`)`, environment);
  const tasks = collectTasks(files, {
    sample: settings.sample,
    properties: settings.allProperties ? "all" : "reachability",
    root: settings.root,
  });
  if (typeof tasks === "string") return usage(`${tasks}; the benchmark sets: ${WHERE_TO_FIND}`, environment);
  if (tasks.length === 0) return usage("there are no tasks in these folders", environment);
  const problem = settings.output === undefined ? undefined : makeFolder(settings.output);
  if (problem !== undefined) return usage(`${settings.output}: ${problem}`, environment);
  const executor = await executorOf(args, supervision, environment);
  if (typeof executor === "string") return usage(executor, environment);
  const interrupted = supervision.interruption();
  const progress = new Progress(tasks.length * configurations.length, environment.meter.nowMs);
  const { timeoutSeconds, memoryMb, jobs } = settings;
  const { runs, problems } = await runTasks(tasks, configurations, {
    ...{ executor, timeoutSeconds, memoryMb },
    onRun: (run, _done, _total, origin) => {
      progress.ended(run, origin);
      tellRun(run, settings, environment);
      environment.progress(progress.table());
    },
    onRunning: (count) => {
      progress.running(count);
      environment.progress(progress.table());
    },
    store: runStore(settings.output, environment),
    reuse: settings.fresh ? "fresh" : "kept",
  });
  if (progress.kept > 0)
    environment.log(
      `hone: ${progress.kept} of ${counted(runs.length, "run")} ${progress.kept === 1 ? "was" : "were"} there from before\n`,
    );
  const report = { tool: { name: "hone", version: TOOL_VERSION }, timeoutSeconds, memoryMb, jobs, runs };
  environment.write(settings.benchFormat.render(report));
  if (settings.output !== undefined && !writeFiles(report, settings.output, environment)) return EXIT_BAD_INPUT;
  const missing = tasks.length * configurations.length - runs.length;
  for (const one of problems) environment.log(`hone: ${one}\n`);
  if (problems.length > 0)
    return usage(`${counted(missing, "run")} ${missing === 1 ? "has" : "have"} no result`, environment);
  if (runs.some((run) => run.outcome === "wrong" || run.outcome === "crashed")) return EXIT_UNSAFE;
  if (!interrupted.aborted) return EXIT_SAFE;
  environment.log(`hone: interrupted after ${runs.length} of ${counted(runs.length + missing, "run")}\n`);
  return interrupted.reason === "SIGTERM" ? EXIT_TERMINATED : EXIT_INTERRUPTED;
}

/** A string is what keeps it from being there. */
async function executorOf(
  { files, settings }: Arguments,
  supervision: Supervision,
  environment: Environment,
): Promise<Executor | string> {
  const interrupted = supervision.interruption();
  if (settings.queue === undefined) {
    const command = onOneThread(supervision.command);
    return localExecutor({ command, jobs: settings.jobs, nowMs: environment.meter.nowMs, interrupted });
  }
  const config = findConfig();
  // What travels is what stands below the folder of the command.
  if (config.kind === "config" && config.folder !== "" && !settings.sharedFiles)
    return `${config.path} does not travel with --queue: start in its folder, or give --shared-files`;
  const server = await openServer(settings.queue);
  if (typeof server === "string") return server;
  return queueExecutor({
    ...server,
    queueName: settings.queueName,
    build: buildVersion(),
    roots: [...files.map((file) => folderOf(foundAt(file, settings.root))), ...settings.allowedFolders],
    files: settings.sharedFiles ? "shared" : "carried",
    reuse: settings.fresh ? "fresh" : "kept",
    log: (text) => environment.log(text),
    interrupted,
  });
}

function folderOf(path: string): string {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true ? path : dirname(path);
}

function usage(message: string, environment: Environment): ExitCode {
  environment.log(`hone: ${message}\n`);
  return EXIT_BAD_INPUT;
}

/** What should not be is said at once; the rest only where somebody wants to know. */
function tellRun(run: BenchRun, settings: Settings, environment: Environment): void {
  const { task, configuration, outcome, verdict, reason, wallSeconds } = run;
  const what = `${task.set}/${task.name} [${configuration}]`;
  const bad = outcome === "wrong" || outcome === "crashed";
  const why = reason === "" ? verdict : `${verdict}, ${reason}`;
  const line = `${outcome} ${what} expected ${task.expected ?? "nothing"}: ${why} (${wallSeconds.toFixed(1)} s)\n`;
  // Standard output is the report's where that is for a program.
  if (bad && settings.benchFormat === TABLE) environment.write(line);
  else if (bad || settings.verbose) environment.log(line);
}

function writeFiles(report: Report, folder: string, environment: Environment): boolean {
  return BENCH_FORMATS.every(
    ({ file, render }) =>
      file === undefined || deliver(render(report), join(folder, file), environment) === "delivered",
  );
}

/** `hone bench --compare OLD NEW`: files, or folders that `-o` has named. */
function compareCommand(files: readonly string[], settings: Settings, environment: Environment): ExitCode {
  const [older, newer, ...others] = files;
  if (older === undefined || newer === undefined || others.length > 0)
    return usage("--compare takes two results: hone bench --compare OLD/bench.json NEW/bench.json", environment);
  const { name } = settings.benchFormat;
  if (name !== "text" && name !== "json")
    return usage(`--compare has no --format ${name}: text or json is expected`, environment);
  const both: (readonly BenchRun[])[] = [];
  for (const path of [older, newer]) {
    const runs = readRuns(folderOf(path) === path ? join(path, "bench.json") : path);
    if (typeof runs === "string") return usage(`${path}: ${runs}`, environment);
    both.push(runs);
  }
  const [before = [], after = []] = both;
  const comparison = compareRuns(before, after);
  environment.write(
    name === "json" ? `${JSON.stringify({ version: 1, ...comparison }, undefined, 1)}\n` : comparisonText(comparison),
  );
  return comparison.wrong.length > 0 || comparison.lost.length > 0 ? EXIT_UNSAFE : EXIT_SAFE;
}
