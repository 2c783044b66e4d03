/** npm run test:verdicts [-- --count N --seed S --engine PRESET --calls summaries]: generated programs whose verdict may not contradict their runs. */
import { parseArgs } from "node:util";
import { minimise, newTally, tryProgram } from "./campaign.ts";

const text = { type: "string" } as const;
const { values } = parseArgs({ options: { count: text, seed: text, engine: text, calls: text } });
const count = Number(values.count ?? 1000);
const first = Number(values.seed ?? 0);
const calls = values.calls === "summaries" ? { calls: "summaries" as const } : {};
const engine = values.engine === undefined ? undefined : { engine: values.engine, ...calls };
const tally = newTally();
let shown = 0;
for (let seed = first; seed < first + count; seed += 1) {
  tryProgram(seed, tally, engine);
  for (; shown < tally.wrong.length; shown += 1) {
    const wrong = tally.wrong[shown];
    if (wrong === undefined) continue;
    const { engine, bits, slicing, signedOverflow } = wrong.setting;
    console.log(
      `seed ${wrong.seed}: wrong ${wrong.answer} (${engine}, ${bits} bits, slicing ${slicing}, ${signedOverflow})`,
    );
    console.log(`${shown < 10 ? minimise(wrong) : "(not minimised)"}\n`);
  }
}
for (const { seed, why } of tally.broken) console.log(`seed ${seed}: ${why}`);
const good = tally.wrong.length === 0 && tally.broken.length === 0;
console.log(
  `${count} programs, ${tally.safe + tally.unsafe + tally.unknown} verifications: ${tally.safe} safe, ${tally.unsafe} unsafe, ${tally.unknown} unknown; ${tally.wrong.length} wrong, ${tally.broken.length} broken: ${good ? "PASS" : "FAIL"}`,
);
process.exitCode = good ? 0 : 1;
