/**
 * npm run test:bits -- [--count 20000] [--seed 0] [--batch 200]: random formulas over machine integers, floats and arrays, as engines ask them, by the
 * bit-precise solver and by the program z3 over bit-vectors. No disagreement; every model evaluates to true, and is one for Z3. Prints counts, and PASS
 * or FAIL with the formulas that fail.
 */
import { parseArgs } from "node:util";
import { release } from "../src/util/release.ts";
import { termProblem } from "../tests/bits/random-terms.ts";
import { emptyScriptTally, hasZ3Program } from "../tests/bits/script-differential.ts";
import { termProblems } from "../tests/bits/term-differential.ts";

const { values } = parseArgs({
  options: {
    count: { type: "string", default: "20000" },
    seed: { type: "string", default: "0" },
    batch: { type: "string", default: "200" },
  },
});
if (!hasZ3Program()) {
  console.log("SKIP  there is no program z3");
  process.exit(0);
}
/** Its units of work (rlimit) for a check, below a second; beyond, its answer is unknown. */
const UNITS_OF_Z3 = 1_000_000;
const MOST_FAILURES = 10;
const [count, first, batch] = [Number(values.count), Number(values.seed), Number(values.batch)];
const tally = emptyScriptTally();
let failures = 0;
for (let seed = first; tally.checks < count && failures < MOST_FAILURES; seed += batch) {
  const formulas = Array.from({ length: Math.min(batch, count - tally.checks) }, (_, i) => termProblem(seed + i));
  for (const [i, problem] of termProblems(formulas, tally, UNITS_OF_Z3)) {
    failures += 1;
    console.log(`seed ${seed + i}: ${problem}`);
  }
  // Formulas of one batch have nothing to do with those of the next.
  release();
  if (tally.checks % 1000 === 0) console.log(`${tally.checks} formulas, ${failures} wrong`);
}
const { checks, sat, unsat, models, unknown, spent } = tally;
const passed = failures === 0 && checks >= count;
console.log(
  `${passed ? "PASS" : "FAIL"}  ${checks} formulas: ${sat} sat, ${unsat} unsat; unknown: hone ${unknown[0]}, Z3 ${unknown[1]}; ${models} models evaluated and ` +
    `asserted to Z3; ${failures} wrong; hone ${(spent[0] / 1000).toFixed(0)} s, Z3 ${(spent[1] / 1000).toFixed(0)} s`,
);
process.exit(passed ? 0 : 1);
