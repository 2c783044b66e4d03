/**
 * npm run test:differential [-- --count N --seed S]: generated test functions, many a program, run by gcc's binaries (64 bits,
 * and 32 bits where gcc links them) and by the interpreter.
 */
import { type Bits, canCompile, differences, generate, show } from "../tests/differential/compare.ts";

const BATCH = 100;
const SHOWN = 5;

function option(name: string, otherwise: number): number {
  const at = process.argv.indexOf(`--${name}`);
  return at === -1 ? otherwise : Number(process.argv[at + 1]);
}

const count = option("count", 1000);
const seed = option("seed", 1);
const widths = ([64, 32] as const).filter((bits: Bits) => canCompile(bits));
if (widths.length === 0) console.log("gcc is not installed: skipped");
let compared = 0;
let different = 0;
for (let done = 0; done < count && widths.length > 0; done += BATCH) {
  const functions = generate(seed + done, Math.min(BATCH, count - done));
  for (const bits of widths) {
    const found = differences(functions, bits);
    for (const difference of found) if (different++ < SHOWN) console.log(show(difference));
    compared += functions.length;
  }
}
console.log(`${compared} comparisons (${widths.map((bits) => `-m${bits}`).join(", ")}), ${different} differences`);
console.log(different === 0 ? "PASS" : "FAIL");
process.exitCode = different === 0 ? 0 : 1;
