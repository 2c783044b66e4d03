/**
 * Random predicate abstractions, by the solver and by enumeration:
 *   npm run test:abstraction [-- --count 2000] [--seed 0]
 * Boolean abstraction has to be what enumeration finds, Cartesian abstraction the strongest conjunction above it; the same
 * twice, with the same number of questions.
 */
import process from "node:process";
import { type AbstractionKind, abstractionOf } from "../src/engines/predicate-abstraction.ts";
import { bitsSolver } from "../src/smt/bits/solver.ts";
import { ownSolver } from "../src/smt/own/solver.ts";
import type { SolverFactory } from "../src/smt/solver.ts";
import { release } from "../src/util/release.ts";
import { isWithin, means, smallAbstraction } from "../tests/support/abstractions.ts";

function option(name: string, otherwise: number): number {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? otherwise : Number(process.argv[at + 1]);
}

const count = option("count", 2000);
const first = option("seed", 0);
const wrong: string[] = [];
let valuations = 0;

type Problem = ReturnType<typeof smallAbstraction>;

function abstracted(factory: SolverFactory, problem: Problem, kind: AbstractionKind) {
  const solver = factory.create();
  try {
    solver.assert(problem.set);
    return { ...abstractionOf(solver, problem.asked, kind), queries: solver.statistics.queries };
  } finally {
    solver.dispose();
  }
}

for (let seed = first; seed < first + count; seed += 1) {
  release();
  const problem = smallAbstraction(seed);
  const complain = (what: string) => wrong.push(`seed ${seed}: ${what}`);
  for (const factory of [ownSolver, bitsSolver]) {
    const boolean = abstracted(factory, problem, "boolean");
    const cartesian = abstracted(factory, problem, "cartesian");
    const again = abstracted(factory, problem, "boolean");
    if (boolean.state !== problem.valuations)
      complain(`${factory.name}: Boolean abstraction is not what enumeration finds`);
    if (cartesian.state !== problem.conjunction)
      complain(`${factory.name}: Cartesian abstraction is not the strongest`);
    if (!isWithin(boolean.state, cartesian.state))
      complain(`${factory.name}: Cartesian abstraction should contain the Boolean one`);
    if (!means(problem, boolean.state)) complain(`${factory.name}: the formula of the state says something else`);
    if (again.state !== boolean.state || again.queries !== boolean.queries)
      complain(`${factory.name}: not the same twice`);
    valuations += boolean.queries;
  }
}

for (const line of wrong) process.stdout.write(`${line}\n`);
process.stdout.write(
  `${count} abstractions by two solvers, ${valuations} questions, ${wrong.length} wrong: ${wrong.length === 0 ? "PASS" : "FAIL"}\n`,
);
process.exitCode = wrong.length === 0 ? 0 : 1;
