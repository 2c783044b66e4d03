/**
 * The lowering against Z3 at length: npm run test:encodings -- [--count N] [--seed S]
 *
 * Random formulas with wraps, division, bit operations, if-then-else and updated arrays are given to the own solver, which
 * lowers them to linear arithmetic, and to Z3, whose translation is another one (smt/z3/translate.ts). They may not
 * contradict each other. Prints how often each pair of answers occurred; exit 1 at a contradiction.
 */
import fc from "fast-check";
import { showFormula } from "../src/logic/print.ts";
import { ownSolver } from "../src/smt/own/solver.ts";
import { loadZ3 } from "../src/smt/z3/index.ts";
import { formula } from "../tests/support/encode.ts";

function option(name: string, otherwise: number): number {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? otherwise : Number(process.argv[at + 1]);
}

const count = option("count", 2000);
const seed = option("seed", 1);
const z3 = await loadZ3();
if (z3 === undefined) {
  process.stdout.write("skipped: there is no Z3\n");
  process.exit(0);
}

const seen = new Map<string, number>();
for (let done = 0; done < count; done += 1) {
  const formulas = fc.sample(formula, { numRuns: 2, seed: seed * 1_000_003 + done });
  const answers = [ownSolver, z3.factory].map((factory) => {
    const solver = factory.create({ limit: 20_000 });
    for (const each of formulas) solver.assert(each);
    const answer = solver.check();
    solver.dispose();
    return answer;
  });
  const pair = answers.join(" / ");
  seen.set(pair, (seen.get(pair) ?? 0) + 1);
  if (pair === "sat / unsat" || pair === "unsat / sat") {
    process.stdout.write(`own / Z3: ${pair} with seed ${seed}, number ${done}\n`);
    for (const each of formulas) process.stdout.write(`  ${showFormula(each)}\n`);
    process.exitCode = 1;
  }
}
process.stdout.write(`${count} pairs of formulas, own / Z3 ${z3.version}\n`);
for (const [pair, times] of [...seen].sort()) process.stdout.write(`${String(times).padStart(8)}  ${pair}\n`);
