/**
 * npm run bench:unrolling -- [-o DIR]
 * How unrollings grow: three programs with one loop each (scripts/bits/*.c), 10, 20, 40 and 80 rounds. Size is gates, variables and
 * clauses; building time is processor time until all clauses are there, the best of some runs after one that warms up; memory is
 * what the process holds more, with everything alive, after a collection, in the median. The time of the SAT solver is apart. With -o the
 * figures are plotted.
 *
 * PASS: each doubling of the rounds at most doubles what the one before it added, with a seventh of slack (counters get wider), and a gate at 80 rounds
 * takes at most half as much time and memory again as at 20.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { TRUE } from "../src/smt/bits/circuit.ts";
import { BitsSession } from "../src/smt/bits/session.ts";
import { wasmSat } from "../src/smt/sat/wasm-solver.ts";
import { release } from "../src/util/release.ts";
import { linePlot } from "./bench/line-plot.mjs";
import { median } from "./bench/workload.ts";
import { modelOfFile, unwound } from "./bits/unwinding.ts";

const PROGRAMS = ["checksum", "elevator", "ring"];
const ROUNDS = [10, 20, 40, 80] as const;
const RUNS = 9;
const MOST_GROWTH = 8 / 7;
/** The search is shown, not judged. */
const MOST_CONFLICTS = 20_000;
const MOST_A_GATE = 1.5;

const { values: given } = parseArgs({ options: { output: { type: "string", short: "o" } } });

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;

function held(): number {
  collect();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

const milliseconds = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

interface Point {
  readonly rounds: number;
  readonly gates: number;
  readonly variables: number;
  readonly clauses: number;
  readonly buildMs: number;
  readonly satMs: number;
  readonly kilobytes: number;
}

function unrolled(program: string, rounds: number, asks: "asks" | "builds only"): Point {
  const model = modelOfFile(`scripts/bits/${program}.c`);
  const before = held();
  const start = milliseconds();
  const session = new BitsSession({}, wasmSat);
  const { goal } = unwound(model, session, rounds, () => {});
  const assumed = goal <= TRUE ? [] : [session.literalOf(goal)];
  const buildMs = milliseconds() - start;
  const kilobytes = (held() - before) / 1024;
  const searched = milliseconds();
  const answer = asks === "builds only" || goal <= TRUE ? "unsat" : session.search(assumed, MOST_CONFLICTS);
  if (answer === "sat") throw new Error(`${program} should be free of errors`);
  const satMs = milliseconds() - searched;
  const { gates, variables, clauses } = session.size;
  session.dispose();
  release();
  return { rounds, gates, variables, clauses, buildMs, satMs, kilobytes };
}

function measured(program: string): Point[] {
  unrolled(program, ROUNDS[3], "builds only");
  return ROUNDS.map((rounds) => {
    const runs = Array.from({ length: RUNS }, (_, run) =>
      unrolled(program, rounds, run === 0 ? "asks" : "builds only"),
    );
    const best = (of: (one: Point) => number) => Math.min(...runs.map(of));
    return {
      ...(runs[0] as Point),
      buildMs: best((one) => one.buildMs),
      kilobytes: median(runs.map((one) => one.kilobytes)),
    };
  });
}

/** Whether what the last doubling added is at most twice what the one before added. */
function isLinear(values: readonly number[]): boolean {
  const [, twenty, forty, eighty] = values as [number, number, number, number];
  return eighty - forty <= MOST_GROWTH * 2 * (forty - twenty);
}

const all = new Map<string, Point[]>();
const checks: [boolean, string][] = [];
for (const program of PROGRAMS) {
  const points = measured(program);
  all.set(program, points);
  console.log(program);
  for (const { rounds, gates, variables, clauses, buildMs, satMs, kilobytes } of points)
    console.log(
      `  ${rounds} rounds: ${gates} gates, ${variables} variables, ${clauses} clauses, ${kilobytes.toFixed(0)} kB, built in ${buildMs.toFixed(1)} ms, SAT ${satMs.toFixed(1)} ms`,
    );
  const sizes = (["gates", "variables", "clauses"] as const).filter(
    (what) => !isLinear(points.map((one) => one[what])),
  );
  checks.push([
    sizes.length === 0,
    `${program}: size is linear in the rounds${sizes.map((one) => `, not: ${one}`).join("")}`,
  ]);
  const [, twenty, , eighty] = points as [Point, Point, Point, Point];
  const times = eighty.buildMs / eighty.gates / (twenty.buildMs / twenty.gates);
  checks.push([
    times <= MOST_A_GATE,
    `${program}: a gate at 80 rounds takes ${times.toFixed(2)} times that at 20 to build`,
  ]);
  const memory = eighty.kilobytes / eighty.gates / (twenty.kilobytes / twenty.gates);
  checks.push([
    memory <= MOST_A_GATE,
    `${program}: a gate at 80 rounds takes ${memory.toFixed(2)} times the memory of one at 20`,
  ]);
}
if (given.output !== undefined) {
  mkdirSync(given.output, { recursive: true });
  const plot = (name: string, yLabel: string, of: readonly (readonly [string, (one: Point) => number])[]) => {
    const series = [...all].flatMap(([program, points]) =>
      of.map(([what, value]) => ({
        name: `${program}${what}`,
        points: points.map((one): [number, number] => [one.rounds, value(one)]),
      })),
    );
    const text = linePlot({ title: `Unrollings: ${yLabel}`, xLabel: "rounds of the loop", yLabel, series });
    writeFileSync(join(given.output as string, name), text);
  };
  plot("unrolling-size.svg", "clauses", [["", ({ clauses }) => clauses]]);
  plot("unrolling-memory.svg", "kilobytes", [["", ({ kilobytes }) => kilobytes]]);
  plot("unrolling-time.svg", "milliseconds", [
    [", building", ({ buildMs }) => buildMs],
    [", SAT", ({ satMs }) => satMs],
  ]);
}
for (const [good, text] of checks) console.log(`${good ? "PASS" : "FAIL"}  ${text}`);
process.exitCode = checks.every(([good]) => good) ? 0 : 1;
