/**
 * npm run test:bmc: random programs with inputs of sixteen bits, each once with an error that some input reaches (the value that
 * the fewest inputs lead to) and once with one that none does. What is true is known by running all 65,536 inputs of the program
 * that gcc makes. Bounded model checking to completion has to agree on every one. Exit 1 where it does not.
 *
 * npm run test:bytes: the same of programs that look at memory in several ways (tests/bits/byte-programs.ts).
 * npm run test:jumps: the same of programs of labels and jumps (tests/bits/jump-programs.ts).
 * npm run test:strings: the same of programs that call the C library on strings (tests/bits/library-programs.ts).
 */
import { parseArgs } from "node:util";
import { loadCadical } from "../src/smt/sat/cadical.ts";
import { boundedProgram, withKnownTruth } from "../tests/bits/bounded-programs.ts";
import { byteProgram } from "../tests/bits/byte-programs.ts";
import { jumpProgram } from "../tests/bits/jump-programs.ts";
import { libraryProgram } from "../tests/bits/library-programs.ts";
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
// Looks at the clock, some 1024 units of work each: a minute.
const WORK = 60_000;
const sat = await loadCadical();
const generators: Readonly<Record<string, (seed: number) => string>> = {
  bounded: boundedProgram,
  bytes: byteProgram,
  strings: libraryProgram,
  jumps: jumpProgram,
};
const generator = generators[values.programs] ?? boundedProgram;
const counts = { agree: 0, wrong: 0, unknown: 0 };
const bits = values.bits === "32" ? 32 : 64;
const programs = Number(values.count);
for (let seed = Number(values.seed), done = 0; done < programs; seed++) {
  const body = generator(seed);
  // Alternately, so that half of them are unsafe.
  const { text, truth } = withKnownTruth(body, done % 2 === 0 ? "unsafe" : "safe", bits);
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
const passed = counts.wrong === 0 && counts.unknown === 0;
console.log(
  `${programs} programs: ${counts.agree} agree, ${counts.wrong} wrong, ${counts.unknown} unknown: ${passed ? "PASS" : "FAIL"}`,
);
process.exit(passed ? 0 : 1);
