/**
 * npm run test:arrays [-- --count N --seed S]: random programs over arrays (tests/bits/array-programs.ts), of which running all
 * inputs says what is true, put to engines with one symbolic element of each array. Passes where none is
 * wrong and the symbolic element proves at least a third of those that are safe.
 */
import { parseArgs } from "node:util";
import { loadCadical } from "../src/smt/sat/cadical.ts";
import { arrayProgram, arrayProgramText, arrayTruth } from "../tests/bits/array-programs.ts";
import { answerOf } from "../tests/verdicts/campaign.ts";

const { values } = parseArgs({
  options: { count: { type: "string", default: "200" }, seed: { type: "string", default: "1" } },
});
const ENGINES = ["path-focusing+cell", "dagger+cell"];
// Looks at the clock, some 1024 units of work each: a few seconds.
const WORK = 1500;
const REQUIRED_SHARE = 1 / 3;

const sat = await loadCadical();
const count = Number(values.count);
const first = Number(values.seed);
const counts = new Map(ENGINES.map((engine) => [engine, { right: 0, unknown: 0, wrong: 0, broken: 0, safe: 0 }]));
let safe = 0;
for (let seed = first; seed < first + count; seed++) {
  const body = arrayProgram(seed);
  const truth = arrayTruth(body);
  if (truth === "safe") safe += 1;
  const text = arrayProgramText(body);
  for (const [engine, so] of counts) {
    const { answer, reason } = answerOf(
      text,
      { engine, bits: 64, slicing: "on", signedOverflow: "assume-none", sat },
      ["unreach-call"],
      WORK,
    );
    if (answer === truth) {
      so.right += 1;
      if (truth === "safe") so.safe += 1;
    } else if (answer === "unknown") {
      so.unknown += 1;
      if (reason.includes("internal error")) {
        so.broken += 1;
        console.log(`seed ${seed}, ${engine}: ${reason}`);
      }
    } else {
      so.wrong += 1;
      console.log(`seed ${seed}, ${engine}: ${answer}, but it is ${truth}\n${text}`);
    }
  }
}
for (const [engine, so] of counts) console.log(`${engine}: ${JSON.stringify(so)}`);
const all = [...counts.values()];
const proved = Math.max(...ENGINES.map((engine) => counts.get(engine)?.safe ?? 0));
const passed = all.every((so) => so.wrong === 0 && so.broken === 0) && proved >= safe * REQUIRED_SHARE;
console.log(`${count} programs, ${safe} safe, ${proved} proved by a symbolic element: ${passed ? "PASS" : "FAIL"}`);
process.exit(passed ? 0 : 1);
