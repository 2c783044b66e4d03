/**
 * npm run bench:solver -- [--queries 100] [--rounds 3] [--work 1000000] [--only PROGRAM]
 * The own solver against Z3, native and WASM, on the 200-query incremental probe and on what engines ask on our example
 * programs, recorded in this run (for so many units of work, so that it is the same log on every machine) and replayed call by call:
 * the same questions in the same order, the same limit a check.
 *
 * Times are of the processor, over all threads (compilation and garbage collection included), since the machine may have other work;
 * medians of rounds in which the solvers alternate.
 * Warm: in this process, after rounds to warm up, loading not counted. Z3 has terms translated from the round before, own begins anew.
 * Cold: every solver and program in a process of its own, as `hone` has one a program, with the logs of its engines one after the other,
 * each once (scripts/replay-calls.ts): from before the solver's code or library is loaded to the last answer. The terms are
 * there before, as an engine has them.
 * `both`: only what both decided (a check with the calls before it), so that nobody wins by giving up or loses by not.
 * WASM is stopped in a log after some seconds and compared on what it answered until then.
 * PASS: own is at least 5 times faster than WASM, and not slower than native: in total, warm and cold.
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { build } from "esbuild";
import { ILP32, readProgram } from "../src/cfa/build-source.ts";
import { contextFor } from "../src/engines/context.ts";
import { findPreset } from "../src/engines/index.ts";
import { buildModel } from "../src/model/build.ts";
import { DEFAULT_MODEL_OPTIONS } from "../src/model/options.ts";
import { ownSolver } from "../src/smt/own/solver.ts";
import type { Answer, SolverFactory } from "../src/smt/solver.ts";
import { loadZ3 } from "../src/smt/z3/index.ts";
import { Budget, BudgetExceeded, within } from "../src/util/budget.ts";
import { packed } from "../tests/support/smt/call-log.ts";
import { incrementalProbe } from "../tests/support/smt/probe.ts";
import { type Call, firstChecks, recorded, replay } from "../tests/support/smt/recorder.ts";

const LEAST_OVER_WASM = 5;
/** Of work a check, for all solvers: none should hang, and what one does not decide is said. */
const LIMIT = 50_000;
/** Milliseconds after which a warm-up makes no difference. */
const LONG = 2000;
/** Milliseconds that WASM gets for a log. */
const WASM_MOST = 3000;
const PRESETS = ["vinta", "path-focusing", "path-focusing:classical"];

function option(name: string, otherwise: number): number {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? otherwise : Number(process.argv[at + 1]);
}

const mostQueries = option("queries", 100);
const rounds = option("rounds", 3);
const work = option("work", 1_000_000);
const only = process.argv.includes("--only") ? (process.argv[process.argv.indexOf("--only") + 1] ?? "") : "";

interface Log {
  readonly program: string;
  readonly name: string;
  readonly calls: readonly Call[];
}

// --- Recording --------------------------------------------------------------------------------------------------------

function modelOf(file: string) {
  const sources = [{ name: file, text: readFileSync(file, "utf8") }];
  const options = { dataModel: ILP32, includePaths: [], includeFiles: [], macros: [], readFile: () => undefined };
  const { program } = readProgram(sources, options);
  return program === undefined ? undefined : buildModel(program, DEFAULT_MODEL_OPTIONS);
}

/** What an engine asks on a program, until there are enough queries or the work is done. */
function logOf(file: string, name: string): Log | undefined {
  const found = findPreset(name);
  const model = modelOf(file);
  if (found === undefined || model === undefined) return undefined;
  const { factory, calls } = recorded(ownSolver);
  let [checks, seen] = [0, 0];
  const enough = () => {
    for (; seen < calls.length; seen += 1) if (calls[seen]?.kind === "check") checks += 1;
    return checks > mostQueries ? "enough queries" : undefined;
  };
  const budget = new Budget(enough, undefined, work);
  try {
    within(budget, () => found.run(model, contextFor(found, { budget, solvers: { own: factory }, entry: "main" })));
  } catch (reason) {
    if (!(reason instanceof BudgetExceeded)) throw reason;
  }
  const kept = firstChecks(calls, mostQueries);
  return kept.some((call) => call.kind === "check")
    ? { program: file, name: `${name} ${file}`, calls: kept }
    : undefined;
}

// --- Measuring --------------------------------------------------------------------------------------------------------

interface Replayed {
  readonly answers: readonly Answer[];
  /** Milliseconds from the answer before to each. */
  readonly times: readonly number[];
  readonly milliseconds: number;
}

function timed({ calls }: Log, factory: SolverFactory): Replayed {
  const most = factory.name === "z3-wasm" ? WASM_MOST : Number.POSITIVE_INFINITY;
  const times: number[] = [];
  const start = process.cpuUsage();
  let before = 0;
  const sinceStart = () => {
    const { user, system } = process.cpuUsage(start);
    return (user + system) / 1000;
  };
  const answers = replay(calls, factory, { limit: LIMIT }, () => {
    const now = sinceStart();
    times.push(now - before);
    before = now;
    return now < most;
  });
  return { answers, times, milliseconds: before };
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] as number;
}

/** The median run of each solver. They alternate within a round, so that what else the machine does hits all alike. */
function warm(log: Log, factories: readonly SolverFactory[]): readonly Replayed[] {
  const first = factories.map((factory) => timed(log, factory));
  // Several times for what is short: engines ask thousands of queries, and compiled code is what they wait for.
  factories.forEach((factory, i) => {
    for (let left = 2 * LONG - (first[i] as Replayed).milliseconds * 4; left > 0; left -= LONG / 3) timed(log, factory);
  });
  const runs = first.map((run): Replayed[] => (run.milliseconds > LONG ? [run] : []));
  for (let round = 0; round < rounds; round += 1)
    factories.forEach((factory, i) => {
      if ((first[i] as Replayed).milliseconds <= LONG) runs[i]?.push(timed(log, factory));
    });
  return runs.map((of) => {
    const middle = median(of.map(({ milliseconds }) => milliseconds));
    return of.find(({ milliseconds }) => milliseconds === middle) as Replayed;
  });
}

interface Cold {
  readonly milliseconds: number;
  /** Of each log. */
  readonly answers: readonly (readonly Answer[])[];
}

const scratch = `node_modules/.cache/hone/replay-calls-${process.pid}`;
process.on("exit", () => rmSync(scratch, { recursive: true, force: true }));

/** Split, so that a process loads the code of its own solver only. */
async function buildReplay(): Promise<void> {
  mkdirSync(scratch, { recursive: true });
  await build({
    entryPoints: ["scripts/replay-calls.ts"],
    outdir: scratch,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "node",
    target: "node20",
    packages: "external",
    logLevel: "warning",
  });
}

/** The median run of each solver, in processes of their own. */
function cold(logs: readonly Log[], names: readonly string[]): readonly Cold[] {
  const files = logs.map(({ calls }, i) => {
    writeFileSync(`${scratch}/calls-${i}`, packed(calls));
    return `${scratch}/calls-${i}`;
  });
  const runs = names.map((): Cold[] => []);
  for (let round = 0; round < rounds; round += 1)
    names.forEach((name, i) => {
      const options = [`${scratch}/replay-calls.mjs`, name, `${LIMIT}`, ...files];
      const { stdout, stderr, status } = spawnSync(process.execPath, options, { encoding: "utf8", maxBuffer: 1e8 });
      if (status !== 0) throw new Error(`${name} should replay ${logs[0]?.program}: ${stderr}`);
      runs[i]?.push(JSON.parse(stdout) as Cold);
    });
  return runs.map((of) => {
    const middle = median(of.map(({ milliseconds }) => milliseconds));
    return of.find(({ milliseconds }) => milliseconds === middle) as Cold;
  });
}

// --- Telling ----------------------------------------------------------------------------------------------------------

function disagreements(a: readonly Answer[], b: readonly Answer[]): number {
  return a.filter((one, i) => one !== (b[i] ?? "unknown") && one !== "unknown" && (b[i] ?? "unknown") !== "unknown")
    .length;
}

/** Own's time and the other's. */
interface Pair {
  own: number;
  other: number;
}

/** Over the checks that the other came to. */
function pairOf(own: Replayed, other: Replayed, counts: (at: number) => boolean): Pair {
  const sum = ({ times }: Replayed) =>
    other.answers.reduce((total, _, i) => total + (counts(i) ? (times[i] as number) : 0), 0);
  return { own: sum(own), other: sum(other) };
}

function addTo(pairs: Map<string, Pair>, name: string, { own, other }: Pair): void {
  const sum = pairs.get(name) ?? { own: 0, other: 0 };
  pairs.set(name, { own: sum.own + own, other: sum.other + other });
}

await buildReplay();
const z3 = [await loadZ3({ carrier: "native" }), await loadZ3({ carrier: "wasm" })];
const factories = [ownSolver, ...z3.flatMap((one) => (one === undefined ? [] : [one.factory]))];
const coldNames = factories.map(({ name }) => name).filter((name) => name !== "z3-wasm");
process.stdout.write(
  `own, ${z3.map((one) => (one === undefined ? "(not installed)" : `Z3 ${one.version}`)).join(", ")}\n`,
);

const programs = ["examples", "scripts/bench"].flatMap((folder) =>
  readdirSync(folder).map((file) => `${folder}/${file}`),
);
const wanted = programs.filter((one) => one.endsWith(".c") && one.includes(only));
const logs: Log[] = [
  { program: "probe", name: "200-query incremental probe", calls: incrementalProbe() },
  ...wanted.flatMap((file) => PRESETS.flatMap((preset) => logOf(file, preset) ?? [])),
];

const totals = new Map<string, Pair>();
let wrong = 0;
const column = (text: string | number): string => (typeof text === "number" ? text.toFixed(1) : text).padStart(11);
const row = (name: string, cells: readonly (string | number)[], note = "") =>
  process.stdout.write(`${name.padEnd(52)}${cells.map(column).join("")}   ${note}\n`);

row("warm, milliseconds of processor time", ["queries", ...factories.map(({ name }) => name)]);
const answersOf = new Map<Log, readonly Answer[]>();
for (const log of logs) {
  const measured = warm(log, factories);
  const own = measured[0] as Replayed;
  answersOf.set(log, own.answers);
  factories.forEach(({ name }, i) => {
    const other = measured[i] as Replayed;
    wrong += disagreements(own.answers, other.answers);
    const decided = (at: number) => own.answers[at] !== "unknown" && other.answers[at] !== "unknown";
    addTo(
      totals,
      `${name}, warm`,
      pairOf(own, other, () => true),
    );
    addTo(totals, `${name}, warm, both`, pairOf(own, other, decided));
  });
  const unknown = measured.map(({ answers }) => answers.filter((one) => one === "unknown").length);
  const stopped = measured.find(({ answers }) => answers.length < own.answers.length);
  const notes = [
    ...(unknown.some((count) => count > 0) ? [`unknown: ${unknown.join(", ")}`] : []),
    ...(stopped === undefined ? [] : [`WASM stopped after ${stopped.answers.length}`]),
  ];
  row(log.name, [`${own.answers.length}`, ...measured.map(({ milliseconds }) => milliseconds)], notes.join("; "));
}

row("cold, milliseconds of processor time", ["logs", ...coldNames]);
for (const program of new Set(logs.map((log) => log.program))) {
  const its = logs.filter((log) => log.program === program);
  const measured = cold(its, coldNames);
  coldNames.forEach((name, i) => {
    const { milliseconds, answers } = measured[i] as Cold;
    its.forEach((log, k) => {
      wrong += disagreements(answersOf.get(log) as readonly Answer[], answers[k] as readonly Answer[]);
    });
    addTo(totals, `${name}, cold`, { own: (measured[0] as Cold).milliseconds, other: milliseconds });
  });
  row(program, [`${its.length}`, ...measured.map(({ milliseconds }) => milliseconds)]);
}

let failed = wrong > 0;
process.stdout.write(`${wrong === 0 ? "PASS" : "FAIL"}  ${wrong} disagreements\n`);
for (const [name, least] of [
  ["z3-wasm, warm", LEAST_OVER_WASM],
  ["z3, warm", 1],
  ["z3, warm, both", 0],
  ["z3, cold", 1],
] as const) {
  const sums = totals.get(name);
  if (sums === undefined) {
    process.stdout.write(`SKIP  ${name}: not installed\n`);
    continue;
  }
  const ratio = sums.other / sums.own;
  failed ||= ratio < least;
  const rule = least === 0 ? "    " : ratio >= least ? "PASS" : "FAIL";
  const figures = `own ${sums.own.toFixed(0)} ms, ${name.replace(/,.*/, "")} ${sums.other.toFixed(0)} ms`;
  const bound = least === 0 ? "" : ` (wanted ${least})`;
  process.stdout.write(`${rule}  own is ${ratio.toFixed(2)} times as fast as ${name}${bound}: ${figures}\n`);
}
process.exitCode = failed ? 1 : 0;
