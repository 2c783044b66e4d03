/**
 * npm run test:solver -- [--count 100000] [--seed 0] [--limit 1000] [--seconds S] [--with native|wasm] [--only SHAPE]
 * Differential fuzzing of the own solver against Z3: sessions of random QF_LIA and QF_LRA formulas (and some beyond) of
 * all shapes in turn. No disagreement, models evaluate to true, cores are unsatisfiable. Prints counts by shape, and PASS or FAIL with
 * the smallest session found.
 */

import { ownSolver } from "../src/smt/own/solver.ts";
import { loadZ3 } from "../src/smt/z3/index.ts";
import { release } from "../src/util/release.ts";
import { compare, emptyTally, showSession, shrink, type Tally } from "../tests/support/smt/differential.ts";
import { randomSession, SHAPE_NAMES } from "../tests/support/smt/sessions.ts";

function option(name: string, otherwise: string): string {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? otherwise : (process.argv[at + 1] ?? otherwise);
}

const count = Number(option("count", "100000"));
const first = Number(option("seed", "0"));
const limit = Number(option("limit", "1000"));
const only = option("only", "");
const seconds = Number(option("seconds", "Infinity"));
const MOST_FAILURES = 5;
/** Milliseconds from which a session is named. */
const SLOW = 5000;

const z3 = await loadZ3({ carrier: option("with", "any") as "native" | "wasm" | "any" });
if (z3 === undefined) {
  process.stdout.write("SKIP  there is no Z3: install koffi and libz3, or z3-solver\n");
  process.exit(0);
}

const tallies = new Map<string, Tally>(SHAPE_NAMES.map((name) => [name, emptyTally()]));
const failures: string[] = [];
const started = performance.now();
let sessions = 0;

function problemOf(session: ReturnType<typeof randomSession>, tally: Tally): string | undefined {
  try {
    return compare(session, ownSolver, z3!.factory, limit, tally);
  } catch (error) {
    return `an exception: ${error instanceof Error ? error.message : String(error)}`;
  }
}

const elapsed = (): number => (performance.now() - started) / 1000;

for (let seed = first; sessions < count && failures.length < MOST_FAILURES && elapsed() < seconds; seed += 1) {
  const session = randomSession(seed);
  if (!session.shape.includes(only)) continue;
  sessions += 1;
  const tally = tallies.get(session.shape) as Tally;
  const before = [...tally.spent];
  const problem = problemOf(session, tally);
  const [own, other] = tally.spent.map((spent, i) => spent - (before[i] as number)) as [number, number];
  if (own + other > SLOW)
    process.stdout.write(`slow: seed ${seed}, ${session.shape}: own ${own.toFixed(0)} ms, Z3 ${other.toFixed(0)} ms\n`);
  if (problem !== undefined) {
    const small = shrink(session, (one) => problemOf(one, emptyTally()) !== undefined);
    failures.push(`seed ${seed}: ${problem}\n${showSession(small)}\nnow: ${problemOf(small, emptyTally())}`);
    process.stdout.write(`${failures[failures.length - 1]}\n\n`);
  }
  // Sessions are independent, and so many terms would fill the memory.
  if (sessions % 500 === 0) release();
}

const total = emptyTally();
for (const [name, tally] of tallies) {
  const { checks, sat, unsat, unknown } = tally;
  if (checks > 0)
    process.stdout.write(
      `${name.padEnd(34)} ${checks} checks: ${sat} sat, ${unsat} unsat; unknown: own ${unknown[0]}, Z3 ${unknown[1]}; ` +
        `own ${tally.spent[0].toFixed(0)} ms, Z3 ${tally.spent[1].toFixed(0)} ms\n`,
    );
  total.checks += checks;
  total.models += tally.models;
  total.cores += tally.cores;
  total.unknown[0] += unknown[0];
}
process.stdout.write(
  `${failures.length === 0 ? "PASS" : "FAIL"}  ${sessions} sessions, ${total.checks} formulas checked, ${total.models} models evaluated, ` +
    `${total.cores} cores checked, ${total.unknown[0]} unknown, against Z3 ${z3.version}, ${elapsed().toFixed(0)} s\n`,
);
process.exitCode = failures.length === 0 ? 0 : 1;
