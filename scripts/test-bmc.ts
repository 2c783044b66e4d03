/**
 * npm run test:bmc: random programs with inputs of sixteen bits, each once with an error that some input reaches (the value that
 * the fewest inputs lead to) and once with one that none does. What is true is known by running all 65,536 inputs of the program
 * that gcc makes. Bounded model checking to completion has to agree on every one. Exit 1 where it does not.
 *
 * npm run test:bytes: the same of programs that look at memory in several ways (tests/bits/byte-programs.ts).
 * npm run test:jumps: the same of programs of labels and jumps (tests/bits/jump-programs.ts).
 * npm run test:strings: the same of programs that call the C library on strings (tests/bits/library-programs.ts).
 * npm run test:induction: k-induction on programs that never end, of which all states are known (tests/bits/reactive-programs.ts).
 * What it leaves undecided is counted; it fails only where an answer is wrong.
 */
import { parseArgs } from "node:util";
import { loadCadical } from "../src/smt/sat/cadical.ts";
import { boundedProgram, withKnownTruth } from "../tests/bits/bounded-programs.ts";
import { byteProgram } from "../tests/bits/byte-programs.ts";
import { jumpProgram } from "../tests/bits/jump-programs.ts";
import { libraryProgram } from "../tests/bits/library-programs.ts";
import { reactiveWithTruth } from "../tests/bits/reactive-programs.ts";
import { answerOf } from "../tests/verdicts/campaign.ts";

const { values } = parseArgs({
  options: {
    count: { type: "string", default: "400" },
    seed: { type: "string", default: "1" },
    engine: { type: "string", default: "bmc" },
    programs: { type: "string", default: "bounded" },
    bits: { type: "string", default: "64" },
  },
});
// Looks at the clock, some 1024 units of work each: a minute; what induction does not decide soon it mostly does not at all.
const WORK = values.programs === "reactive" ? 1500 : 60_000;
const sat = await loadCadical();
const generators: Readonly<Record<string, (seed: number) => string>> = {
  bounded: boundedProgram,
  bytes: byteProgram,
  strings: libraryProgram,
  jumps: jumpProgram,
};
const generator = generators[values.programs] ?? boundedProgram;
const isReactive = values.programs === "reactive";
const counts = { agree: 0, wrong: 0, unknown: 0 };
const bits = values.bits === "32" ? 32 : 64;
const programs = Number(values.count);
for (let seed = Number(values.seed), done = 0; done < programs; seed++) {
  // Alternately, so that half of them are unsafe.
  const wanted = done % 2 === 0 ? "unsafe" : "safe";
  const { text, truth } = isReactive ? reactiveWithTruth(seed, wanted) : withKnownTruth(generator(seed), wanted, bits);
  const { answer, reason } = answerOf(
    text,
    { engine: values.engine, bits, slicing: "on", signedOverflow: "assume-none", sat },
    ["unreach-call"],
    WORK,
  );
  done += 1;
  if (answer === truth) counts.agree += 1;
  else {
    counts[answer === "unknown" ? "unknown" : "wrong"] += 1;
    console.log(`seed ${seed}: ${answer} (${reason}), but it is ${truth}\n${answer === "unknown" ? "" : text}`);
  }
  if (done % 50 === 0) console.log(`${done}: ${JSON.stringify(counts)}`);
}
const passed = counts.wrong === 0 && (isReactive || counts.unknown === 0);
console.log(
  `${programs} programs: ${counts.agree} agree, ${counts.wrong} wrong, ${counts.unknown} unknown: ${passed ? "PASS" : "FAIL"}`,
);
process.exit(passed ? 0 : 1);
