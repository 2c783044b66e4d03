/**
 * npm run collect:schedule -- --out FILE [--root DIR] [--families A,B] [--sample N] [--only FILE] [--work UNITS]
 *
 * Runs each engine of the default alone, in one turn of so much work, on programs that the first round of turns does not decide, and
 * writes a line of JSON a program: its features and what each engine needed. One that has its line is not run again. Work is
 * counted, so that a busy machine changes nothing. `npm run learn:schedule` reads it.
 *
 * --only: names of programs (SET/NAME, a line each) instead of a sample.
 */
import { spawnSync } from "node:child_process";
import { appendFileSync, existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { secondSolver } from "../src/api/node/second-solver.ts";
import { collectTasks } from "../src/bench/collect.ts";
import type { BenchTask } from "../src/bench/task.ts";
import { parseArguments } from "../src/cli/arguments.ts";
import { processMeter } from "../src/cli/environment.ts";
import { jobsOf } from "../src/cli/inputs.ts";
import { inputOf, requestOf, verifyOptions } from "../src/cli/request.ts";
import type { Preset } from "../src/engines/engine.ts";
import { defaultPresets } from "../src/engines/index.ts";
import { buildModel } from "../src/model/build.ts";
import { readForModel } from "../src/model/read.ts";
import { featuresOf } from "../src/model/view/features.ts";
import { loadCadical } from "../src/smt/sat/cadical.ts";
import { release } from "../src/util/release.ts";
import { type VerifyOptions, verify } from "../src/verify.ts";
// @ts-expect-error a script without types
import { benchmarkRoot } from "./benchmarks.mjs";
import { type EngineRun, type ProgramRuns, runsIn } from "./schedule/runs.ts";

const { values } = parseArgs({
  allowPositionals: true,
  options: {
    out: { type: "string" },
    root: { type: "string" },
    families: { type: "string" },
    sample: { type: "string" },
    only: { type: "string" },
    /** Of one program, in a process of its own: the arguments of `hone verify` follow. */
    one: { type: "string" },
  },
});

/** A turn of the second round: what decides within it is worth knowing, and what needs more costs as much as all others together. */
const LAST_ROUND = 1;
/** Of one engine: far above what its work takes, and below what is worth waiting for where it does not look at its limit. */
const SECONDS = 30;

if (values.one === undefined) collect();
else process.stdout.write(JSON.stringify(await runsOf(JSON.parse(values.one) as BenchTask)));

function collect(): void {
  const { out } = values;
  if (out === undefined) throw new Error("--out FILE should say where to write");
  const known = new Set(existsSync(out) ? runsIn([out]).map(({ task }) => task) : []);
  for (const task of tasks()) {
    const name = `${task.set}/${task.name}`;
    if (known.has(name)) continue;
    const argv = [...process.execArgv, process.argv[1] ?? "", "--one", JSON.stringify(task)];
    const { stdout, stderr } = spawnSync(process.execPath, argv, { encoding: "utf8", maxBuffer: 1 << 28 });
    if (stdout === "") console.log(`${name}: ${stderr.trim().split("\n").at(-1)}`);
    else appendFileSync(out, `${stdout}\n`);
  }
}

function tasks(): readonly BenchTask[] {
  const root: string = benchmarkRoot("collect:schedule");
  const families = values.families?.split(",");
  const only = values.only === undefined ? undefined : readFileSync(values.only, "utf8").split("\n");
  const isChosen = (name: string) =>
    families?.includes(name) ?? only?.some((one) => one.startsWith(`${name}/`)) ?? true;
  const sets = readdirSync(root).filter((name) => existsSync(join(root, name, "INDEX.tsv")) && isChosen(name));
  const sample = values.sample === undefined ? undefined : Number(values.sample);
  const collected = collectTasks(
    sets.map((name) => join(root, name)),
    { sample, properties: "reachability" },
  );
  if (typeof collected === "string") throw new Error(collected);
  return only === undefined ? collected : collected.filter(({ set, name }) => only.includes(`${set}/${name}`));
}

async function runsOf({ set, name, arguments: given, expected }: BenchTask): Promise<ProgramRuns> {
  const parsed = parseArguments(["verify", "--timeout", String(SECONDS), ...given], undefined);
  if (parsed.kind === "usage") throw new Error(parsed.message);
  const { files, settings } = parsed.arguments;
  const [item] = [...jobsOf(files, settings)];
  if (item === undefined || item.kind === "problem") throw new Error(`${name} should be readable`);
  const request = requestOf(item.job, settings);
  const around = { progress: () => {}, z3: await secondSolver("default"), memory: undefined };
  const sat = await loadCadical();
  const { program } = readForModel(item.job.sources, item.job.frontEnd, request.model);
  if (program === undefined) throw new Error(`${name} should be a program`);
  const features = featuresOf(buildModel(program, request.model));
  release();
  const run = (options: Partial<VerifyOptions>): EngineRun => {
    const meter = processMeter();
    const startMs = meter.nowMs();
    const { result } = verify(inputOf(request), {
      ...verifyOptions(request, { ...around, meter }),
      sat,
      startMs,
      ...options,
    });
    release();
    const { verdict, engine, reason, statistics } = result;
    const work = statistics["work"] ?? 0;
    if (verdict !== "unknown") return { verdict, by: engine, work };
    return { verdict, work, end: /^no engine could decide/.test(reason ?? "") ? "gave-up" : "slice" };
  };
  const first = run({ rounds: "first" });
  const runs: Record<string, EngineRun> = {};
  const isUseful = ({ memory }: Preset) =>
    memory !== "heap-objects" && (memory !== "symbolic-cell" || features.arrays.count > 0);
  const presets = first.verdict === "unknown" ? defaultPresets().filter(isUseful) : [];
  for (const preset of presets)
    runs[preset.name] = run({ preset, rounds: { from: LAST_ROUND }, lastRound: LAST_ROUND });
  return { task: `${set}/${name}`, expected, features, first, runs };
}
