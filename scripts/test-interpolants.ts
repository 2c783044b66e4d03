/**
 * Random interpolation problems, every way, every interpolant checked against its defining property:
 *   npm run test:interpolants -- --count 20000 [--seed 1] [--way post-pre] [--verbose]
 */
import process from "node:process";
import { showFormula } from "../src/logic/print.ts";
import { chainOf, checkDagInterpolants } from "../src/smt/check-interpolants.ts";
import { postPreInterpolator, proofInterpolator } from "../src/smt/interpolate/index.ts";
import { literalCount } from "../src/smt/interpolate/simplify.ts";
import type { DagProblem, Interpolator } from "../src/smt/interpolator.ts";
import { ownSolver } from "../src/smt/own/solver.ts";
import type { SolverFactory } from "../src/smt/solver.ts";
import { loadZ3 } from "../src/smt/z3/index.ts";
import { release } from "../src/util/release.ts";
import {
  type Random,
  randomDag,
  randomSequence,
  randomSource,
  withOtherExits,
} from "../tests/support/interpolation-problems.ts";

function option(name: string, otherwise: string): string {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? otherwise : (process.argv[at + 1] ?? otherwise);
}

interface Tally {
  interpolants: number;
  feasible: number;
  unknown: number;
  undecided: number;
  wrong: number;
  milliseconds: number;
  readonly literals: number[];
  readonly reasons: Map<string, number>;
}

const verbose = process.argv.includes("--verbose");
const limit = 200_000;
/** Milliseconds; such problems are named. */
const slow = 2_000;
const z3 = await loadZ3();
const checker: SolverFactory = z3?.factory ?? ownSolver;
const options = { solver: ownSolver, limit, queries: 5_000 };
const ways: Interpolator[] = [postPreInterpolator(options), proofInterpolator(options)].filter(
  (way) => option("way", way.name) === way.name,
);
const restricting = postPreInterpolator(options);
const tallies = new Map(
  ways.map((way): [string, Tally] => [
    way.name,
    {
      interpolants: 0,
      feasible: 0,
      unknown: 0,
      undecided: 0,
      wrong: 0,
      milliseconds: 0,
      literals: [],
      reasons: new Map(),
    },
  ]),
);

function complain(seed: number, way: string, what: string, problem: DagProblem): void {
  process.stdout.write(`seed ${seed}, ${way}: ${what}\n`);
  if (!verbose) return;
  for (const { source, target, label } of problem.edges) {
    process.stdout.write(`  ${source} -> ${target}: ${showFormula(label)}\n`);
  }
  problem.restriction?.forEach((formula, node) => {
    if (formula !== undefined) process.stdout.write(`  L(${node}): ${showFormula(formula)}\n`);
  });
}

function run(seed: number): void {
  const random = randomSource(seed);
  const isSequence = random.chance(0.5);
  const plain = isSequence ? chainOf(randomSequence(random)) : randomDag(random);
  const problem = random.chance(0.2) ? restricted(plain, random) : plain;
  const answers = new Set<string>();
  for (const way of ways) {
    const tally = tallies.get(way.name)!;
    const start = performance.now();
    const result = way.dag(problem);
    const taken = performance.now() - start;
    tally.milliseconds += taken;
    if (taken > slow) process.stdout.write(`seed ${seed}, ${way.name}: ${(taken / 1000).toFixed(1)} s\n`);
    tally[result.kind] += 1;
    if (result.kind !== "unknown") answers.add(result.kind);
    if (result.kind === "unknown") {
      tally.reasons.set(result.reason, (tally.reasons.get(result.reason) ?? 0) + 1);
      if (verbose) process.stdout.write(`seed ${seed}, ${way.name}: ${result.reason}\n`);
    } else if (result.kind === "feasible") {
      const labels = result.path.map((edge) => problem.edges[edge]!);
      const connected =
        labels[0]?.source === 0 &&
        labels.at(-1)?.target === problem.nodes - 1 &&
        labels.every((edge, i) => i === 0 || edge.source === labels[i - 1]!.target);
      if (!connected || labels.some(({ label }) => result.model.holds(label) === false)) {
        tally.wrong += 1;
        complain(seed, way.name, "not a satisfiable path", problem);
      }
    } else {
      for (const interpolant of result.interpolants) {
        if (interpolant.kind !== "true" && interpolant.kind !== "false") tally.literals.push(literalCount(interpolant));
      }
      const solver = checker.create({ limit: 2_000_000 });
      const checked = checkDagInterpolants(problem, result.interpolants, solver);
      solver.dispose();
      if (checked.kind === "undecided") tally.undecided += 1;
      if (checked.kind === "invalid") {
        tally.wrong += 1;
        complain(seed, way.name, `condition violated: ${describe(checked.failure)}`, problem);
        if (verbose) for (const formula of result.interpolants) process.stdout.write(`  I: ${showFormula(formula)}\n`);
      }
    }
  }
  if (answers.size > 1) {
    tallies.get(ways[0]!.name)!.wrong += 1;
    complain(seed, "all", "the ways disagree", problem);
  }
}

/** Restricted by the labels that exclude other errors, where there are such. */
function restricted(problem: DagProblem, random: Random): DagProblem {
  const result = restricting.dag(withOtherExits(problem, random));
  if (result.kind !== "interpolants") return problem;
  return { ...problem, restriction: result.interpolants.slice(0, -1) };
}

function describe(failure: { readonly kind: string }): string {
  return JSON.stringify(failure, (key, value) => (key === "type" ? undefined : value));
}

function median(numbers: readonly number[]): number {
  return [...numbers].sort((a, b) => a - b)[numbers.length >> 1] ?? 0;
}

const count = Number(option("count", "2000"));
const first = Number(option("seed", "1"));
for (let i = 0; i < count; i++) {
  run(first + i);
  if (i % 200 === 199) release();
}
let wrong = 0;
for (const [name, tally] of tallies) {
  wrong += tally.wrong;
  process.stdout.write(
    `${name}: ${count} problems, interpolants ${tally.interpolants}, feasible ${tally.feasible}, ` +
      `refused ${tally.unknown}, check undecided ${tally.undecided}, wrong ${tally.wrong}, ` +
      `of ${tally.literals.length} interpolants that are no constants: median literals ${median(tally.literals)}, most ${tally.literals.reduce((a, b) => Math.max(a, b), 0)}, ` +
      `${(tally.milliseconds / 1000).toFixed(1)} s\n`,
  );
  for (const [reason, times] of [...tally.reasons].sort((a, b) => b[1] - a[1]).slice(0, 8)) {
    process.stdout.write(`  refused ${times} times: ${reason}\n`);
  }
}
process.stdout.write(`checked with ${checker.name}: ${wrong === 0 ? "PASS" : "FAIL"}\n`);
process.exitCode = wrong === 0 ? 0 : 1;
