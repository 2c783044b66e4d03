/**
 * npm run bench:interpreter: three loop-heavy programs in the interpreter and as gcc -O0 binaries. Passes when the
 * interpreter takes at most 80 times as long on each and prints the same. Starting node and reading the file do not
 * count; compiling the graphs to JavaScript does.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { executeProgram, programOf } from "../tests/support/c-program.ts";

const LARGEST_RATIO = 80;
const FOLDER = "benchmarks/interpreter";
const RUNS = 3;

function milliseconds(action: () => void): number {
  const start = performance.now();
  action();
  return performance.now() - start;
}

function fastest(action: () => void): number {
  return Math.min(...Array.from({ length: RUNS }, () => milliseconds(action)));
}

function measure(name: string, folder: string): boolean {
  const source = join(FOLDER, `${name}.c`);
  const binary = join(folder, name);
  spawnSync("gcc", ["-O0", "-w", "-fwrapv", source, "-o", binary], { stdio: "inherit" });
  let expected = "";
  const native = fastest(() => {
    expected = spawnSync(binary, { encoding: "utf8" }).stdout;
  });
  const program = programOf(readFileSync(source, "utf8"));
  let actual = "";
  const own = fastest(() => {
    actual = executeProgram(program).stdout;
  });
  const ratio = own / native;
  const pass = actual === expected && ratio <= LARGEST_RATIO;
  const times = `gcc -O0 ${native.toFixed(0)} ms, hone ${own.toFixed(0)} ms`;
  const difference = actual === expected ? "" : ", output differs";
  console.log(`${name}: ${times}, ratio ${ratio.toFixed(1)}${difference} ${pass ? "PASS" : "FAIL"}`);
  return pass;
}

if (spawnSync("gcc", ["--version"]).status !== 0) console.log("gcc is not installed: skipped");
else {
  const folder = mkdtempSync(join(tmpdir(), "hone-bench-"));
  const results = ["integers", "memory", "hashing"].map((name) => measure(name, folder));
  rmSync(folder, { recursive: true });
  console.log(`${results.every(Boolean) ? "PASS" : "FAIL"}: at most ${LARGEST_RATIO} times the time of gcc -O0`);
  process.exitCode = results.every(Boolean) ? 0 : 1;
}
