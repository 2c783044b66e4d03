/**
 * npm run test:builds: the builds of tests/builds (make, CMake, several targets, generated headers, forced includes, response files,
 * preprocessed files, -m32 beside -m64, ...), each read with one command, with positions in the original files.
 *
 * PASS: at least ten, all as they should be, none skipped for want of a tool. [--only NAME] takes a part of it, which is never a PASS.
 */
import { loadavg } from "node:os";
import { parseArgs } from "node:util";
import { setUps, tryOut } from "../tests/builds/set-ups.ts";

const LEAST = 10;
const { values } = parseArgs({ options: { only: { type: "string" } } });
const counts = { good: 0, skipped: 0, bad: 0 };
for (const one of setUps().filter(({ name }) => values.only === undefined || name.includes(values.only))) {
  const outcome = tryOut(one);
  counts[outcome.kind] += 1;
  console.log(`${outcome.kind.padEnd(8)} ${one.name.padEnd(17)} ${one.what}`);
  if (outcome.kind !== "good") console.log(`  ${outcome.why.trimEnd().replaceAll("\n", "\n  ")}`);
}
const load = loadavg()[0]?.toFixed(1);
console.log(`${counts.good} set-ups read, ${counts.bad} not, ${counts.skipped} skipped (load ${load})`);
const isWhole = values.only === undefined && counts.skipped === 0;
const isGood = counts.bad === 0 && (values.only !== undefined || counts.good + counts.skipped >= LEAST);
console.log(isGood && isWhole ? "PASS" : isGood ? "a part of it: no verdict" : "FAIL");
process.exitCode = isGood ? 0 : 1;
