/**
 * npm run test:library [-- --count N --seed S --only NAME]: random calls of every library function that has a text, N a function,
 * by gcc's library, by the interpreter's own functions and by the text. PASS: no difference.
 */
import { CALLED } from "../tests/library/calls.ts";
import { libraryDifference } from "../tests/library/compare.ts";
import { hasGcc } from "../tests/support/gcc.ts";

function option(name: string, otherwise: number): number {
  const at = process.argv.indexOf(`--${name}`);
  return at === -1 ? otherwise : Number(process.argv[at + 1]);
}

const count = option("count", 1000);
const seed = option("seed", 1);
const only = process.argv.includes("--only") ? process.argv[process.argv.indexOf("--only") + 1] : undefined;
const widths = ([64, 32] as const).filter(hasGcc);
if (widths.length === 0) console.log("SKIP  gcc is not installed");
let different = 0;
for (const name of CALLED.filter((one) => only === undefined || one === only))
  for (const bits of widths) {
    const difference = libraryDifference(name, count, seed, bits);
    if (difference === undefined) continue;
    different += 1;
    console.log(`${name}, ${bits} bits: ${difference}`);
  }
console.log(
  `${different === 0 ? "PASS" : "FAIL"}  ${CALLED.length} functions, ${count} calls each, ${widths.map((bits) => `-m${bits}`).join(", ")}: ${different} differ`,
);
process.exitCode = different === 0 ? 0 : 1;
