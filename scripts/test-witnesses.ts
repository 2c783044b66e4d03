/**
 * npm run test:witnesses -- [--count 2000] [--seed 0]: correctness witnesses with a constant, a comparison or a line changed
 * (tests/witnesses/mutations.ts), and before them witnesses as other tools write them (tests/witnesses/foreign.ts). No false invariant may be confirmed: those that are confirmed are evaluated in random executions and
 * given to bounded model checking. Prints counts by what was changed, and PASS or FAIL with the mutants that are judged wrong.
 */
import { createHash } from "node:crypto";
import { parseArgs } from "node:util";
import { checkWitness } from "../src/check-witness.ts";
import { optimiseLate } from "../src/cli/optimise-late.ts";
import { release } from "../src/util/release.ts";
import { inputFor, optionsFor } from "../tests/support/witness.ts";
import { FOREIGN } from "../tests/witnesses/foreign.ts";
import { judge, mutantOf, witnessesOf } from "../tests/witnesses/mutations.ts";
import { PROGRAMS } from "../tests/witnesses/programs.ts";

const { values } = parseArgs({
  options: { count: { type: "string", default: "2000" }, seed: { type: "string", default: "0" } },
});
optimiseLate();
let misjudged = 0;
for (const { what, program, yaml, properties, expected } of FOREIGN) {
  const hashes = new Map([["x.c", createHash("sha256").update(program).digest("hex")]]);
  const verdict = checkWitness(yaml, inputFor(program), hashes, optionsFor({ properties }));
  release();
  if (expected.includes(verdict.kind)) continue;
  misjudged += 1;
  console.log(
    `MISJUDGED  ${what}: ${JSON.stringify(verdict.kind === "bad-witness" ? verdict : verdict.kind)}\n${yaml}`,
  );
}
console.log(
  `${misjudged === 0 ? "PASS" : "FAIL"}  ${FOREIGN.length} witnesses in the style of other tools, ${misjudged} misjudged`,
);
const [count, first] = [Number(values.count), Number(values.seed)];
const witnesses = witnessesOf(PROGRAMS);
console.log(`${PROGRAMS.length} programs, ${witnesses.length} of them with invariants`);
const tally = new Map<string, Record<string, number>>();
const refuted = { all: 0, shown: 0 };
let [judged, wrong] = [0, 0];
for (let seed = first; judged < count; seed += 1) {
  const mutant = mutantOf(seed, witnesses);
  if (mutant === undefined) continue;
  const { verdict, wrong: why, shown } = judge(mutant);
  release();
  judged += 1;
  const row = tally.get(mutant.what) ?? {};
  row[verdict] = (row[verdict] ?? 0) + 1;
  tally.set(mutant.what, row);
  if (shown !== undefined) {
    refuted.all += 1;
    if (shown) refuted.shown += 1;
  }
  if (why !== undefined) {
    wrong += 1;
    const { location, value } = mutant.invariant;
    console.log(`WRONG  seed ${seed}: ${value} at ${location.line}:${location.column}: ${why}\n${mutant.program}`);
  }
  if (judged % 100 === 0) console.log(`${judged} mutants, ${wrong} wrong`);
}
for (const [what, row] of tally) console.log(`${what}: ${JSON.stringify(row)}`);
console.log(`of ${refuted.all} that are refuted, random executions show ${refuted.shown} to be false as well`);
console.log(`${wrong === 0 ? "PASS" : "FAIL"}  ${judged} mutants, ${wrong} false ones confirmed`);
process.exit(wrong + misjudged === 0 ? 0 : 1);
