/** `hone bench`: task sets under configurations, each run a process of its own; tables, and files for other tools. */
import { join } from "node:path";
import { collectTasks } from "../../bench/collect.ts";
import { benchPage } from "../../bench/page.ts";
import { runTasks } from "../../bench/runner.ts";
import { renderTable, summarise, toCsv } from "../../bench/summary.ts";
import { WHERE_TO_FIND } from "../../bench/tables/table.ts";
import { type BenchRun, parseConfiguration } from "../../bench/task.ts";
import { findPreset } from "../../engines/index.ts";
import { makeFolder } from "../../tasks/files.ts";
import type { Arguments } from "../arguments.ts";
import type { Environment } from "../environment.ts";
import { EXIT_BAD_INPUT, EXIT_SAFE, EXIT_UNKNOWN, EXIT_UNSAFE, type ExitCode } from "../exit-codes.ts";
import { deliver } from "../output.ts";
import { runStore } from "../run-store.ts";
import type { Settings } from "../settings.ts";
import { TOOL_VERSION } from "../version.ts";

export async function benchCommand({ files, settings }: Arguments, environment: Environment): Promise<ExitCode> {
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
  const interrupted = supervision.interruption();
  let kept = 0;
  const runs = await runTasks(tasks, configurations, {
    command: supervision.command,
    timeoutSeconds: settings.timeoutSeconds,
    memoryMb: settings.memoryMb,
    jobs: settings.jobs,
    nowMs: environment.meter.nowMs,
    onRun: (run, done, total, origin) => {
      if (origin === "kept") kept += 1;
      tellRun(run, done, total, settings, environment);
    },
    store: runStore(settings.output, environment),
    interrupted,
  });
  if (kept > 0) environment.log(`hone: ${kept} of ${runs.length} runs were there from before\n`);
  environment.write(`${renderTable(summarise(runs))}\n${totals(runs)}\n`);
  if (settings.output !== undefined && !writeFiles(runs, settings, settings.output, environment)) return EXIT_BAD_INPUT;
  if (runs.some((run) => run.outcome === "wrong" || run.outcome === "crashed")) return EXIT_UNSAFE;
  if (!interrupted.aborted) return EXIT_SAFE;
  environment.log(`hone: interrupted after ${runs.length} of ${tasks.length * configurations.length} runs\n`);
  return EXIT_UNKNOWN;
}

function usage(message: string, environment: Environment): ExitCode {
  environment.log(`hone: ${message}\n`);
  return EXIT_BAD_INPUT;
}

/** What should not be is said at once; the rest only where somebody watches or wants to know. */
function tellRun(run: BenchRun, done: number, total: number, settings: Settings, environment: Environment): void {
  const { task, configuration, outcome, verdict, reason, wallSeconds } = run;
  const what = `${task.set}/${task.name} [${configuration}]`;
  const bad = outcome === "wrong" || outcome === "crashed";
  const why = reason === "" ? verdict : `${verdict}, ${reason}`;
  const line = `${outcome} ${what} expected ${task.expected ?? "nothing"}: ${why} (${wallSeconds.toFixed(1)} s)\n`;
  if (bad) environment.write(line);
  else if (settings.verbose) environment.log(line);
  environment.progress(`${done}/${total} ${what}: ${verdict}`);
}

function totals(runs: readonly BenchRun[]): string {
  const count = (...outcomes: readonly BenchRun["outcome"][]) =>
    runs.filter((run) => outcomes.includes(run.outcome)).length;
  const solved = `solved ${count("correct", "unchecked")}/${runs.length}`;
  return `${solved}  unknown ${count("unknown")}  wrong ${count("wrong")}  crashed ${count("crashed")}`;
}

function writeFiles(runs: readonly BenchRun[], settings: Settings, folder: string, environment: Environment): boolean {
  const { timeoutSeconds, memoryMb, jobs } = settings;
  const data = { version: 1, tool: { name: "hone", version: TOOL_VERSION }, timeoutSeconds, memoryMb, jobs, runs };
  const title = `hone bench: ${[...new Set(runs.map((run) => run.task.set))].join(", ")}`;
  const files: readonly (readonly [string, string])[] = [
    ["bench.json", `${JSON.stringify(data, undefined, 1)}\n`],
    ["bench.csv", toCsv(runs)],
    ["index.html", benchPage(runs, timeoutSeconds, title)],
  ];
  return files.every(([name, text]) => deliver(text, join(folder, name), environment) === "delivered");
}
