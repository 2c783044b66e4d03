/**
 * Time and size of DAG interpolation on unrollings of state machines (tests/support/state-machines.ts):
 *   npm run bench:interpolants [-- --way post-pre] [--seconds 20]
 * A way that takes longer than the limit on one size is not asked for larger ones of the same style.
 */
import process from "node:process";
import { checkDagInterpolants } from "../src/smt/check-interpolants.ts";
import { postPreInterpolator, proofInterpolator } from "../src/smt/interpolate/index.ts";
import { literalCount } from "../src/smt/interpolate/simplify.ts";
import type { Interpolator } from "../src/smt/interpolator.ts";
import { ownSolver } from "../src/smt/own/solver.ts";
import { unrolledMachine } from "../tests/support/state-machines.ts";

function option(name: string, otherwise: string): string {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? otherwise : (process.argv[at + 1] ?? otherwise);
}

const limit = Number(option("seconds", "20")) * 1000;
let deadline = 0;
class OutOfTime extends Error {}
const tick = (): void => {
  if (performance.now() > deadline) throw new OutOfTime();
};
const options = { solver: ownSolver, tick };
const ways: Interpolator[] = [postPreInterpolator(options), proofInterpolator(options)].filter(
  (way) => option("way", way.name) === way.name,
);

process.stdout.write("way         property  edges        levels branches  seconds  median literals  most  valid\n");
for (const property of ["counter", "flag"] as const) {
  for (const edges of ["disjunctive", "single"] as const) {
    for (const way of ways) for (const branches of [10, 40]) series(way, property, edges, branches);
  }
}

function series(
  way: Interpolator,
  property: "counter" | "flag",
  edges: "disjunctive" | "single",
  branches: number,
): void {
  let exceeded = false;
  for (const levels of [5, 10, 20]) {
    const row = exceeded ? "skipped" : measure(way, { levels, branches, edges, property });
    if (row.startsWith("out of")) exceeded = true;
    const title = way.name.padEnd(12) + property.padEnd(10) + edges.padEnd(13);
    process.stdout.write(`${title}${String(levels).padStart(6)}${String(branches).padStart(9)}  ${row}\n`);
  }
}

function measure(way: Interpolator, size: Parameters<typeof unrolledMachine>[0]): string {
  const problem = unrolledMachine(size);
  const start = performance.now();
  deadline = start + limit;
  try {
    const result = way.dag(problem);
    const seconds = ((performance.now() - start) / 1000).toFixed(2).padStart(7);
    if (result.kind !== "interpolants")
      return `${seconds}  ${result.kind}${"reason" in result ? `: ${result.reason}` : ""}`;
    const counts = result.interpolants.slice(1, -1).map(literalCount);
    counts.sort((a, b) => a - b);
    const checked = checkDagInterpolants(problem, result.interpolants, ownSolver.create());
    return `${seconds}  ${String(counts[counts.length >> 1]).padStart(15)}  ${String(counts.at(-1)).padStart(4)}  ${checked.kind}`;
  } catch (reason) {
    if (!(reason instanceof OutOfTime)) throw reason;
    return `out of time after ${limit / 1000} s`;
  }
}
