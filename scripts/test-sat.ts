/**
 * npm run test:sat -- [--count 5000] [--seed 0]: random incremental sessions with the SAT kernel (clauses, assumptions, cores,
 * models, variables eliminated now and then) against trying. Prints the count, and PASS or FAIL with the seeds that fail.
 */
import { parseArgs } from "node:util";
import { WasmSatSolver } from "../src/smt/sat/wasm-solver.ts";
import { sessionProblem } from "../tests/support/sat-sessions.ts";

const { values } = parseArgs({
  options: { count: { type: "string", default: "5000" }, seed: { type: "string", default: "0" } },
});
const MOST_FAILURES = 5;
const [sessions, first] = [Number(values.count), Number(values.seed)];
const count = { sat: 0, unsat: 0 };
const failures: string[] = [];
const started = performance.now();
for (let seed = first; seed < first + sessions && failures.length < MOST_FAILURES; seed++) {
  // Simplified only where the session says so: "lazily" would never be due in problems this small.
  const problem = sessionProblem(new WasmSatSolver("never"), seed, count);
  if (problem !== undefined) failures.push(problem);
}
for (const failure of failures) console.log(failure);
const seconds = ((performance.now() - started) / 1000).toFixed(0);
const passed = failures.length === 0 && count.sat > 0 && count.unsat > 0;
console.log(
  `${passed ? "PASS" : "FAIL"}  ${sessions} sessions, ${count.sat} models and ${count.unsat} cores checked, ${seconds} s`,
);
process.exit(passed ? 0 : 1);
