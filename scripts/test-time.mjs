// npm run show:test-time: the processor time of `npm test`, all its processes together, against what it may take, and the test files
// that take most of it. Other work on the machine adds to it (shared caches and cores), so the load is printed.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join, relative } from "node:path";

const MOST_SECONDS = 240;
const SHOWN = 10;

const folder = mkdtempSync(join(tmpdir(), "hone-test-time-"));
const [whole, files] = [join(folder, "whole"), join(folder, "files")];
const load = () =>
  loadavg()
    .map((one) => one.toFixed(1))
    .join(" ");
const before = load();
const { status } = spawnSync("bash", ["-c", '{ TIMEFORMAT="%U %S"; time npm test 1>&3 2>&3; } 3>&1 2>"$0"', whole], {
  stdio: "inherit",
  env: { ...process.env, HONE_TEST_TIMES: files },
});
const [user = 0, system = 0] = readFileSync(whole, "utf8").trim().split(/\s+/).map(Number);
const rows = readFileSync(files, "utf8")
  .trim()
  .split("\n")
  .map((line) => line.split(" "))
  .sort(([one], [other]) => Number(other) - Number(one));
rmSync(folder, { recursive: true });

console.log("\nprocessor time by test file, in seconds:");
for (const [seconds = "", file = ""] of rows.slice(0, SHOWN))
  console.log(`${seconds.padStart(8)}  ${relative("", file)}`);
const seconds = user + system;
const good = status === 0 && seconds < MOST_SECONDS;
console.log(`load before: ${before}; after: ${load()}`);
console.log(`npm test: exit ${status}, ${seconds.toFixed(0)} s of processor time, should be below ${MOST_SECONDS} s`);
console.log(good ? "PASS" : "FAIL");
process.exitCode = good ? 0 : 1;
