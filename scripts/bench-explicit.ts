/**
 * npm run bench:explicit: how many explicit states a second, and how much memory a state, `explicit:full` makes of a
 * program of concurrent machines. Time is that of the engine alone; memory is what the process holds more than before,
 * heap and array buffers, after a collection, with the whole graph alive.
 */
import { readFileSync } from "node:fs";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { ILP32, readProgram } from "../src/cfa/build-source.ts";
import { contextFor } from "../src/engines/context.ts";
import { cegar } from "../src/engines/explicit/cegar.ts";
import { ExplicitCpa } from "../src/engines/explicit/cpa.ts";
import { FullPrecision } from "../src/engines/explicit/precision.ts";
import { presetNamed } from "../src/engines/index.ts";
import { buildModel } from "../src/model/build.ts";
import { DEFAULT_MODEL_OPTIONS } from "../src/model/options.ts";
import { ownSolver } from "../src/smt/own/solver.ts";
import { Budget } from "../src/util/budget.ts";

const LEAST_STATES_PER_SECOND = 300_000;
const MOST_BYTES_PER_STATE = 300;
const ROUNDS = 3;

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;

function held(): number {
  collect();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

function modelOf(file: string) {
  const sources = [{ name: file, text: readFileSync(file, "utf8") }];
  const options = { dataModel: ILP32, includePaths: [], includeFiles: [], macros: [], readFile: () => undefined };
  const { program } = readProgram(sources, options);
  if (program === undefined) throw new Error("the benchmark should be a C program");
  return buildModel(program, DEFAULT_MODEL_OPTIONS);
}

function round() {
  const model = modelOf("scripts/bench/state-machine.c");
  const context = contextFor(presetNamed("explicit:full"), {
    budget: new Budget(),
    solvers: { own: ownSolver },
    entry: "main",
  });
  const before = held();
  const cpa = new ExplicitCpa(model, context, new FullPrecision());
  const cpuBefore = process.cpuUsage();
  const outcome = cegar(cpa);
  const { user, system } = process.cpuUsage(cpuBefore);
  const states = context.statistics["states"] ?? 0;
  const bytes = (held() - before) / cpa.arg.size;
  if (outcome.kind !== "safe") throw new Error("the benchmark should be safe");
  return { states, nodes: cpa.arg.size, seconds: (user + system) / 1e6, bytes };
}

const rounds = Array.from({ length: ROUNDS }, round);
for (const { states, nodes, seconds, bytes } of rounds) {
  const rate = Math.round(states / seconds).toLocaleString("en");
  console.log(
    `${states} states, ${nodes} nodes, ${seconds.toFixed(2)} s of CPU: ${rate} states/s, ${bytes.toFixed(0)} bytes a node`,
  );
}
const best = Math.max(...rounds.map(({ states, seconds }) => states / seconds));
const bytes = Math.max(...rounds.map((one) => one.bytes));
const checks: readonly (readonly [boolean, string])[] = [
  [
    best >= LEAST_STATES_PER_SECOND,
    `best of ${ROUNDS}: ${Math.round(best)} states/s (at least ${LEAST_STATES_PER_SECOND})`,
  ],
  [bytes < MOST_BYTES_PER_STATE, `${bytes.toFixed(0)} bytes a state (below ${MOST_BYTES_PER_STATE})`],
];
for (const [good, text] of checks) console.log(`${good ? "PASS" : "FAIL"} ${text}`);
process.exitCode = checks.every(([good]) => good) ? 0 : 1;
