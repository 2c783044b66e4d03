/**
 * npm run test:sat -- [--count 5000] [--seed 0]: random incremental sessions with the SAT kernel (clauses, assumptions, cores,
 * models, variables eliminated now and then) against trying; each session by the kernel alone, with its proofs followed, and by
 * the kernel that hands over to CaDiCaL after no, one, two or three conflicts. Prints the counts, and PASS or FAIL with the seeds that fail.
 */
import { parseArgs } from "node:util";
import { loadCadical } from "../src/smt/sat/cadical.ts";
import { HandingOverSolver } from "../src/smt/sat/hand-over.ts";
import { ProofFollower } from "../src/smt/sat/proof-follower.ts";
import { WasmSatSolver } from "../src/smt/sat/wasm-solver.ts";
import { sessionProblem } from "../tests/support/sat-sessions.ts";

const { values } = parseArgs({
  options: { count: { type: "string", default: "5000" }, seed: { type: "string", default: "0" } },
});
const MOST_FAILURES = 5;
const [sessions, first] = [Number(values.count), Number(values.seed)];
const count = { sat: 0, unsat: 0 };
const failures: string[] = [];
const cadical = await loadCadical();
let [handedOver, crossed] = [0, 0];
const started = performance.now();
for (let seed = first; seed < first + sessions && failures.length < MOST_FAILURES; seed++) {
  // Simplified only where the session says so: "lazily" would never be due in problems this small.
  const alone = new WasmSatSolver("never");
  const proved = new WasmSatSolver("never", new ProofFollower());
  const kernel = new WasmSatSolver("never");
  const both = new HandingOverSolver(kernel, cadical, seed % 4);
  const problems = [
    sessionProblem(alone, () => alone.simplify(), seed, count),
    sessionProblem(proved, () => proved.simplify(), seed, count),
    sessionProblem(both, () => kernel.simplify(), seed, count),
  ];
  for (const problem of problems) if (problem !== undefined) failures.push(problem);
  handedOver += both.handedOver;
  crossed += both.handedOver > 0 ? 1 : 0;
  both.dispose();
}
for (const failure of failures) console.log(failure);
const seconds = ((performance.now() - started) / 1000).toFixed(0);
const passed = failures.length === 0 && count.sat > 0 && count.unsat > 0 && crossed > sessions / 10;
console.log(
  `${passed ? "PASS" : "FAIL"}  ${sessions} sessions, ${count.sat} models and ${count.unsat} cores checked; ${crossed} sessions crossed to CaDiCaL with ${handedOver} questions; ${seconds} s`,
);
process.exit(passed ? 0 : 1);
