/**
 * npm run test:verdicts [-- --part pairs|kinds|random] [--count N] [--seed S] [--engine PRESET] [--calls summaries] [--kind NAME]
 *
 * pairs: the programs of tests/verdicts/pairs, each with its twin, under the default and each engine's first preset.
 * kinds: --count programs (25) of every generator in tests/verdicts/kinds, likewise; truths confirmed by gcc where it is there.
 * random: --count generated programs (1000) whose verdict may not contradict their runs.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { randomWords } from "../../src/interpreter/inputs.ts";
import { minimise, newTally, tryProgram } from "./campaign.ts";
import { contradiction, hasGcc } from "./confirm.ts";
import { KINDS } from "./kinds/index.ts";
import { readPair } from "./pair.ts";
import { allEngines, type Count, newCount, put } from "./programs-asked.ts";

const string = { type: "string" } as const;
const { values } = parseArgs({
  options: { part: string, count: string, seed: string, engine: string, calls: string, kind: string },
});
const first = Number(values.seed ?? 0);
const engines = values.engine === undefined ? allEngines() : [values.engine];

function report(what: string, programs: number, count: Count): boolean {
  const { asked, right, unknown, wrong, broken } = count;
  for (const line of [...wrong, ...broken]) console.log(line);
  const good = wrong.length === 0 && broken.length === 0;
  console.log(
    `${what}: ${programs} programs, ${asked} verifications: ${right} right, ${unknown} unknown, ${wrong.length} wrong, ${broken.length} broken: ${good ? "PASS" : "FAIL"}`,
  );
  return good;
}

function runPairs(): boolean {
  // npm runs scripts in the package's folder; this file runs bundled, from elsewhere.
  const folder = "tests/verdicts/pairs";
  const count = newCount();
  let programs = 0;
  for (const file of readdirSync(folder).sort()) {
    const { members, options, bits } = readPair(readFileSync(join(folder, file), "utf8"));
    members.forEach(({ text, truth }, i) => {
      programs += 1;
      put({ name: i === 0 ? file : `${file} TWIN`, text, truth, options, bits }, engines, count);
    });
  }
  return report("pairs", programs, count);
}

// Fewer would be a sample, not the campaign.
const FEWEST_GENERATED = 300;

function runKinds(): boolean {
  const confirmable = ([32, 64] as const).filter(hasGcc);
  if (confirmable.length < 2)
    console.log("skipped: truths for 32 and 64 bits are confirmed only where gcc and gcc-multilib are installed");
  let good = true;
  let total = 0;
  for (const kind of KINDS.filter(({ name }) => values.kind === undefined || name === values.kind)) {
    const count = newCount();
    const programs = Number(values.count ?? 25);
    for (let seed = first; seed < first + programs; seed += 1) {
      const generated = kind.generate(randomWords(seed));
      const bits = generated.bits === undefined ? ([64, 32] as const) : [generated.bits];
      const name = `${kind.name} ${seed}`;
      for (const width of bits.filter((one) => confirmable.includes(one))) {
        const said = contradiction(generated, width);
        if (said !== undefined)
          count.broken.push(`${name} --${width}: the truth should be ${generated.truth}, but ${said}`);
      }
      const { text, truth, options } = generated;
      put({ name, text, truth, options, bits }, engines, count);
    }
    total += programs;
    good = report(`kind ${kind.name}`, programs, count) && good;
  }
  const whole = values.kind === undefined && values.count === undefined;
  if (whole && total < FEWEST_GENERATED) good = false;
  console.log(`kinds: ${total} programs of ${KINDS.length} kinds: ${good ? "PASS" : "FAIL"}`);
  return good;
}

function runRandom(): boolean {
  const programs = Number(values.count ?? 1000);
  const calls = values.calls === "summaries" ? { calls: "summaries" as const } : {};
  const engine = values.engine === undefined ? undefined : { engine: values.engine, ...calls };
  const tally = newTally();
  let shown = 0;
  for (let seed = first; seed < first + programs; seed += 1) {
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
    `random: ${programs} programs, ${tally.safe + tally.unsafe + tally.unknown} verifications: ${tally.safe} safe, ${tally.unsafe} unsafe, ${tally.unknown} unknown; ${tally.wrong.length} wrong, ${tally.broken.length} broken: ${good ? "PASS" : "FAIL"}`,
  );
  return good;
}

const PARTS = { pairs: runPairs, kinds: runKinds, random: runRandom };
const chosen = Object.entries(PARTS).filter(([name]) => values.part === undefined || name === values.part);
if (chosen.length === 0) console.log(`--part should be one of ${Object.keys(PARTS).join(", ")}`);
const results = chosen.map(([, run]) => run());
process.exitCode = results.length > 0 && results.every((good) => good) ? 0 : 1;
