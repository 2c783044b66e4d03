// Checks every C file that is named, one after the other, and prints a line each: `node check-files.mjs a.c b.c`.
// Ctrl-C aborts the file at hand; three seconds each are enough to see how it goes.
import { readFileSync } from "node:fs";
import { check } from "hone-c";

const controller = new AbortController();
process.once("SIGINT", () => controller.abort());

let worst = 0;
for (const file of process.argv.slice(2)) {
  const result = await check({ [file]: readFileSync(file, "utf8") }, { timeout: 3, signal: controller.signal });
  const inputs = result.counterexample?.inputs.map(({ source, value }) => `${source} = ${value}`) ?? [];
  console.log(`${file}: ${result.verdict}${result.reason === undefined ? "" : ` (${result.reason})`}`);
  if (result.violation !== undefined) console.log(`  ${result.violation.message}, line ${result.violation.line}`);
  if (inputs.length > 0) console.log(`  with ${inputs.join(", ")}`);
  if (result.verdict === "unsafe") worst = 1;
}
process.exitCode = worst;
