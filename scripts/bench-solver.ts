/**
 * npm run bench:solver -- [--queries 100] [--rounds 3] [--work 1000000] [--only PROGRAM]
 * The own solver against Z3, native and WASM, on the 200-query incremental probe and on what engines ask on our example
 * programs, recorded in this run (for so many units of work, so that it is the same log on every machine) and replayed call by call.
 * Times are medians of rounds in one process, of processor time (the machine may have other work), after a round to warm up; loading
 * is not counted. Cold: the same calls when the solver first meets them, own's while the engine asks (its code is being compiled), those of
 * the others at their first replay. PASS: own is at least 5 times faster than WASM and not slower than native, warm and cold.
 */
import { readdirSync, readFileSync } from "node:fs";
import { ILP32, readProgram } from "../src/cfa/build-source.ts";
import { contextFor } from "../src/engines/context.ts";
import { findPreset } from "../src/engines/index.ts";
import { buildModel } from "../src/model/build.ts";
import { DEFAULT_MODEL_OPTIONS } from "../src/model/options.ts";
import { ownSolver } from "../src/smt/own/solver.ts";
import type { Answer, Solver, SolverFactory } from "../src/smt/solver.ts";
import { loadZ3 } from "../src/smt/z3/index.ts";
import { Budget, BudgetExceeded, within } from "../src/util/budget.ts";
import { incrementalProbe } from "../tests/support/smt/probe.ts";
import { type Call, firstChecks, recorded, replay } from "../tests/support/smt/recorder.ts";

const LEAST_OVER_WASM = 5;
/** Of work a check, for all solvers: none should hang, and what one does not decide is said. */
const LIMIT = 50_000;
const LONG = 2000;
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
  readonly name: string;
  readonly calls: readonly Call[];
  /** What own took while it was recorded. */
  readonly coldMilliseconds: number;
}

function processorMilliseconds(since?: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1000;
}

/** The same solvers with a watch on their methods, up to the given number of checks. */
function clocked(inner: SolverFactory): { readonly factory: SolverFactory; readonly spent: () => number } {
  let [spent, checks] = [0, 0];
  const create: SolverFactory["create"] = (options) =>
    new Proxy(inner.create(options), {
      get: (solver, key) => {
        const value = Reflect.get(solver, key, solver) as unknown;
        if (typeof value !== "function") return value;
        return (...operands: unknown[]) => {
          if (key === "check") checks += 1;
          if (checks > mostQueries) return value.apply(solver, operands);
          const before = process.cpuUsage();
          const result = value.apply(solver, operands);
          spent += processorMilliseconds(before);
          return result;
        };
      },
    }) as Solver;
  return { factory: { name: inner.name, create }, spent: () => spent };
}

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
  const { factory: watched, spent } = clocked(ownSolver);
  const { factory, calls } = recorded(watched);
  const checks = () => calls.reduce((count, { kind }) => count + (kind === "check" ? 1 : 0), 0);
  const budget = new Budget(() => (checks() > mostQueries ? "enough queries" : undefined), undefined, work);
  try {
    within(budget, () => found.run(model, contextFor(found, { budget, solvers: { own: factory }, entry: "main" })));
  } catch (reason) {
    if (!(reason instanceof BudgetExceeded)) throw reason;
  }
  const kept = firstChecks(calls, mostQueries);
  return kept.some((call) => call.kind === "check")
    ? { name: `${name} ${file.replace(/^.*\//, "")}`, calls: kept, coldMilliseconds: spent() }
    : undefined;
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] as number;
}

interface Measured {
  readonly milliseconds: number;
  readonly coldMilliseconds: number;
  readonly answers: readonly Answer[];
}

function timed(log: Log, factory: SolverFactory): Omit<Measured, "coldMilliseconds"> {
  const before = process.cpuUsage();
  const answers = replay(log.calls, factory, { limit: LIMIT });
  return { milliseconds: processorMilliseconds(before), answers };
}

/** Solvers alternate within a round, so that what else the machine does hits all alike. */
function measure(log: Log, factories: readonly SolverFactory[]): readonly Measured[] {
  const first = factories.map((factory) => timed(log, factory));
  const times = first.map((): number[] => []);
  // Several times for what is short: engines ask thousands of queries, and compiled code is what they wait for.
  factories.forEach((factory, i) => {
    for (let left = 2 * LONG - (first[i] as (typeof first)[number]).milliseconds * 4; left > 0; left -= LONG / 3)
      timed(log, factory);
  });
  for (let round = 0; round < rounds; round += 1)
    factories.forEach((factory, i) => {
      const warm = first[i] as (typeof first)[number];
      // Where a log takes seconds, a warm-up makes no difference.
      times[i]?.push(warm.milliseconds > LONG ? warm.milliseconds : timed(log, factory).milliseconds);
    });
  return first.map(({ milliseconds, answers }, i) => ({
    milliseconds: median(times[i] as number[]),
    coldMilliseconds: factories[i] === ownSolver ? log.coldMilliseconds : milliseconds,
    answers,
  }));
}

function disagreements(a: readonly Answer[], b: readonly Answer[]): number {
  return a.filter((one, i) => one !== b[i] && one !== "unknown" && b[i] !== "unknown").length;
}

const z3 = [await loadZ3({ carrier: "native" }), await loadZ3({ carrier: "wasm" })];
const factories = [ownSolver, ...z3.flatMap((one) => (one === undefined ? [] : [one.factory]))];
process.stdout.write(
  `own, ${z3.map((one) => (one === undefined ? "(not installed)" : `Z3 ${one.version}`)).join(", ")}\n`,
);

const probe = incrementalProbe();
const beforeProbe = process.cpuUsage();
replay(probe, ownSolver, { limit: LIMIT });
const coldMilliseconds = processorMilliseconds(beforeProbe);
const logs: Log[] = [{ name: "200-query incremental probe", calls: probe, coldMilliseconds }];
const programs = ["examples", "scripts/bench"].flatMap((folder) =>
  readdirSync(folder).map((file) => `${folder}/${file}`),
);
for (const file of programs.filter((one) => one.endsWith(".c") && one.includes(only)))
  for (const preset of PRESETS) {
    const log = logOf(file, preset);
    if (log !== undefined) logs.push(log);
  }

const totals = new Map<string, number>();
const coldTotals = new Map<string, number>();
let wrong = 0;
const column = (text: string): string => text.padStart(12);
process.stdout.write(
  `${"milliseconds of processor time".padEnd(50)}${column("queries")}${factories.map(({ name }) => column(name)).join("")}\n`,
);
for (const log of logs) {
  const measured = measure(log, factories);
  const own = measured[0] as Measured;
  factories.forEach(({ name }, i) => {
    totals.set(name, (totals.get(name) ?? 0) + (measured[i] as Measured).milliseconds);
    coldTotals.set(name, (coldTotals.get(name) ?? 0) + (measured[i] as Measured).coldMilliseconds);
    wrong += disagreements(own.answers, (measured[i] as Measured).answers);
  });
  const unknown = measured.map(({ answers }) => answers.filter((one) => one === "unknown").length);
  const times = measured.map(({ milliseconds }) => column(milliseconds.toFixed(1))).join("");
  const cold = measured.map((one) => one.coldMilliseconds.toFixed(0)).join(", ");
  const note = `   cold: ${cold}${unknown.some((count) => count > 0) ? `   unknown: ${unknown.join(", ")}` : ""}`;
  process.stdout.write(`${log.name.padEnd(50)}${column(`${own.answers.length}`)}${times}${note}\n`);
}

for (const [name, sums] of [
  ["total", totals],
  ["total, cold", coldTotals],
] as const)
  process.stdout.write(
    `${name.padEnd(62)}${factories.map((factory) => column((sums.get(factory.name) as number).toFixed(0))).join("")}\n`,
  );
let failed = wrong > 0;
process.stdout.write(`${wrong === 0 ? "PASS" : "FAIL"}  ${wrong} disagreements\n`);
for (const [name, least, sums, when] of [
  ["z3-wasm", LEAST_OVER_WASM, totals, "warm"],
  ["z3", 1, totals, "warm"],
  ["z3", 1, coldTotals, "cold"],
] as const) {
  const time = sums.get(name);
  if (time === undefined) {
    process.stdout.write(`SKIP  ${name} is not installed\n`);
    continue;
  }
  const ratio = time / (sums.get("own") as number);
  failed ||= ratio < least;
  process.stdout.write(
    `${ratio >= least ? "PASS" : "FAIL"}  own is ${ratio.toFixed(1)} times as fast as ${name}, ${when} (wanted ${least})\n`,
  );
}
process.exitCode = failed ? 1 : 0;
