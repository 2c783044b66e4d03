/**
 * npm run test:scripts -- [--count 20000] [--seed 0] [--batch 100]: random scripts over bit-vectors, arrays and floats (QF_BV, QF_ABV, QF_FP,
 * QF_BVFP, QF_ABVFP), answered by `hone smt` and by the program z3. No disagreement; models evaluate to true and are models for Z3;
 * cores are unsatisfiable. Formulas to which Z3 gives two answers (tests/bits/arbitrate.ts) are counted and printed apart.
 * Prints counts by logic, and PASS or FAIL with the scripts that fail.
 */
import { parseArgs } from "node:util";
import { LOGICS, randomScript } from "../tests/bits/random-scripts.ts";
import { emptyScriptTally, hasZ3Program, scriptProblems, showScript } from "../tests/bits/script-differential.ts";

const { values } = parseArgs({
  options: {
    count: { type: "string", default: "20000" },
    seed: { type: "string", default: "0" },
    batch: { type: "string", default: "100" },
  },
});
if (!hasZ3Program()) {
  console.log("SKIP  there is no program z3");
  process.exit(0);
}
const [formulas, first, batch] = [Number(values.count), Number(values.seed), Number(values.batch)];
/** Its units of work (rlimit) for a check, below a second; beyond, its answer is unknown. */
const UNITS_OF_Z3 = 1_000_000;
const MOST_FAILURES = 10;
const started = performance.now();
const tallies = new Map(LOGICS.map((logic) => [logic, emptyScriptTally()]));
let failures = 0;
const checked = () => [...tallies.values()].reduce((sum, { checks }) => sum + checks, 0);
for (let seed = first; checked() < formulas && failures < MOST_FAILURES; seed += batch * LOGICS.length) {
  for (let offset = 0; offset < LOGICS.length; offset++) {
    const seeds = Array.from({ length: batch }, (_, i) => seed + offset + LOGICS.length * i);
    const scripts = seeds.map(randomScript);
    const { logic } = scripts[0] as (typeof scripts)[number];
    const tally = tallies.get(logic) ?? emptyScriptTally();
    const before = tally.twoWays.length;
    for (const [i, problem] of scriptProblems(scripts, tally, UNITS_OF_Z3)) {
      failures += 1;
      console.log(`seed ${seeds[i]}: ${problem}\n${showScript(scripts[i] as (typeof scripts)[number])}\n`);
    }
    for (const { script, told } of tally.twoWays.slice(before))
      console.log(`Z3 answers in two ways, seed ${seeds[scripts.indexOf(script)]}: ${told}`);
  }
  console.log(`${checked()} formulas, ${failures} wrong`);
}
const twoWays = [...tallies.values()].reduce((sum, tally) => sum + tally.twoWays.length, 0);
for (const [logic, { scripts, checks, sat, unsat, models, cores, unknown, spent }] of tallies)
  console.log(
    `${logic.padEnd(10)} ${scripts} scripts, ${checks} formulas: ${sat} sat, ${unsat} unsat; unknown: hone ${unknown[0]}, Z3 ${unknown[1]}; ` +
      `${models} models and ${cores} cores checked by Z3; hone (twice) ${spent[0].toFixed(0)} ms, Z3 ${spent[1].toFixed(0)} ms`,
  );
const seconds = ((performance.now() - started) / 1000).toFixed(0);
const passed = failures === 0 && checked() >= formulas;
console.log(
  `${passed ? "PASS" : "FAIL"}  ${checked()} formulas, ${failures} wrong, ${twoWays} answered in two ways by Z3, ${seconds} s`,
);
process.exit(passed ? 0 : 1);
