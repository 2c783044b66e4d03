// npm run show: every promise that the project makes about itself, and the command that shows it.
// npm run show -- --run [WORD] runs those whose text contains WORD, one after the other.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";

const groups = JSON.parse(readFileSync(new URL("./claims.json", import.meta.url), "utf8"));
const [mode, word = ""] = process.argv.slice(2);
let failed = 0;
for (const { title, shows } of groups) {
  console.log(`\n${title}`);
  for (const { claim, command } of shows) {
    console.log(`  ${claim}\n      ${command}`);
    if (mode !== "--run" || !`${claim} ${command}`.includes(word)) continue;
    const { status } = spawnSync("sh", ["-c", command], { stdio: "inherit" });
    if (status !== 0) failed += 1;
    console.log(`      exit ${status}`);
  }
}
process.exitCode = failed === 0 ? 0 : 1;
