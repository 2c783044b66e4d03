/**
 * npm run test:soundness [COUNT [SEED]]: follows runs of random programs in the model, edge by edge and value by value,
 * and checks that errors of runs are errors of the sliced model.
 */
import type { Program } from "../../src/cfa/cfa.ts";
import { DEFAULT_MODEL_OPTIONS, type ModelOptions } from "../../src/model/options.ts";
import { release } from "../../src/util/release.ts";
import { generate } from "../differential/compare.ts";
import { programText } from "../differential/grammar.ts";
import { programOf } from "../support/c-program.ts";
import { followers, randomInputs } from "../support/follow.ts";
import { simulator } from "../support/simulate.ts";
import { generateProgram } from "./generate.ts";
import { SOUNDNESS_PROGRAMS } from "./programs.ts";

const VARIANTS: readonly Partial<ModelOptions>[] = [
  {},
  { signedOverflow: "wrap" },
  { properties: ["unreach-call", "no-overflow", "no-div-zero"] },
  { properties: ["valid-deref", "unreach-call"] },
];

const tally = new Map<string, number>();
let failures = 0;

function count(what: string): void {
  tally.set(what, (tally.get(what) ?? 0) + 1);
}

function fail(name: string, text: string, why: string): void {
  failures += 1;
  if (failures <= 3) console.log(`${name}: ${why}\n${text}`);
}

function examine(name: string, text: string, bits: 32 | 64, runs: number): void {
  release();
  const program: Program = programOf(text, { bits });
  for (const variant of VARIANTS) {
    const options = { ...DEFAULT_MODEL_OPTIONS, ...variant };
    const follow = followers(program, options);
    const simulate = simulator(program, options);
    for (let seed = 0; seed < runs; seed += 1) {
      for (const one of follow) {
        const followed = one(randomInputs(seed));
        count(followed.kind === "followed" ? `followed to ${followed.outcome}` : followed.kind);
        if (followed.kind === "refused") fail(`${name} seed ${seed}`, text, followed.why.join("; "));
      }
      const simulated = simulate(randomInputs(seed));
      count(`sliced: ${simulated}`);
      if (simulated === "error missed") fail(`${name} seed ${seed}`, text, simulated);
    }
  }
}

const [programs = "100", first = "1"] = process.argv.slice(2);
for (const { name, text } of SOUNDNESS_PROGRAMS) for (const bits of [32, 64] as const) examine(name, text, bits, 20);
for (let seed = Number(first); seed < Number(first) + Number(programs); seed += 1) {
  const bits = seed % 2 === 0 ? 32 : 64;
  examine(`random program ${seed}`, generateProgram(seed), bits, 6);
  if (seed % 4 === 0) examine(`arithmetic ${seed}`, programText(generate(seed, 2)), bits, 1);
}
for (const [what, times] of [...tally].sort()) console.log(`${String(times).padStart(8)}  ${what}`);
console.log(failures === 0 ? "all runs are allowed by the model" : `${failures} runs are NOT allowed by the model`);
process.exitCode = failures === 0 ? 0 : 1;
