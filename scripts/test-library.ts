/**
 * npm run test:library [-- --count N --seed S --only NAME --part calls|overflows]: random calls of every library function that has a
 * text, N a function, by gcc's library, by the interpreter's own functions and by the text; and, for every one that touches
 * memory, calls with just enough of it and with one byte less, which --check bounds has to tell apart. PASS: no difference.
 */
import { parseArgs } from "node:util";
import { loadCadical } from "../src/smt/sat/cadical.ts";
import { CALLED } from "../tests/library/calls.ts";
import { libraryDifference } from "../tests/library/compare.ts";
import { overflowMissed, TOUCHING } from "../tests/library/overflows.ts";
import { hasGcc } from "../tests/support/gcc.ts";

const { values } = parseArgs({
  options: {
    count: { type: "string", default: "1000" },
    seed: { type: "string", default: "1" },
    only: { type: "string" },
    part: { type: "string", default: "both" },
  },
});
const isWanted = (name: string): boolean => values.only === undefined || values.only.split(",").includes(name);
const widths = ([64, 32] as const).filter(hasGcc);
if (widths.length === 0) console.log("SKIP  gcc is not installed");
const sat = await loadCadical();

const called = values.part === "overflows" ? [] : CALLED.filter(isWanted);
const touching = values.part === "calls" ? [] : TOUCHING.filter(([name]) => isWanted(name));
let different = 0;
let missed = 0;
for (const name of called)
  for (const bits of widths) {
    const difference = libraryDifference(name, Number(values.count), Number(values.seed), bits);
    if (difference === undefined) continue;
    different += 1;
    console.log(`${name}, ${bits} bits: ${difference}`);
  }
for (const [name, row] of touching) {
  const miss = overflowMissed(row, sat);
  if (miss === undefined) continue;
  missed += 1;
  console.log(`${name}: ${row.code} ${miss}`);
}
const machines = widths.map((bits) => `-m${bits}`).join(", ");
console.log(
  `${different + missed === 0 ? "PASS" : "FAIL"}  ${called.length} functions, ${values.count} calls each, ${machines}: ${different} differ; ${touching.length} overflows by one byte: ${missed} missed`,
);
process.exitCode = different + missed === 0 ? 0 : 1;
