/**
 * npm run test:entry: library-style functions (tests/entry) from which hone starts without a harness. Of each, its harness
 * (`hone harness`) compiles, and `hone verify --entry` with `--check bounds` finds no null pointer: none of them can get one. They are
 * correct, so that any violation is a wrong environment.
 *
 * PASS: at least forty, all compile, no violation. [--only NAME] [--timeout S] take a part of it, which is never a PASS.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { type Entry, entries } from "../tests/entry/entries.ts";

const LEAST = 40;
const { values } = parseArgs({ options: { only: { type: "string" }, timeout: { type: "string", default: "10" } } });
const folder = mkdtempSync(join(tmpdir(), "hone-entry-"));
const hasCompiler = spawnSync("gcc", ["--version"]).status === 0;
if (!hasCompiler) console.log("gcc is not installed: the harnesses are not compiled");

function hone(...argv: readonly string[]): string {
  const { stdout, stderr } = spawnSync(process.execPath, ["bin/hone", ...argv], { encoding: "utf8" });
  return stdout + stderr;
}

function parametersOf({ parameters }: Entry): string[] {
  return parameters.flatMap((one) => ["--param", one]);
}

function compiles(entry: Entry): boolean {
  const file = join(folder, `${entry.name}.c`);
  const said = hone("harness", entry.file, "--function", entry.name, ...parametersOf(entry), "-o", file);
  if (said !== "") console.log(said);
  // That a length of 32 bits is never too long for an object is no mistake of a text that is made for any length.
  const warnings = ["-Wall", "-Wextra", "-Werror", "-Wno-unused-function", "-Wno-type-limits"];
  return (
    !hasCompiler || spawnSync("gcc", [...warnings, "-c", file, "-o", "/dev/null"], { stdio: "inherit" }).status === 0
  );
}

const counts = { compiled: 0, proved: 0, violated: 0, all: 0 };
for (const entry of entries().filter(({ name }) => values.only === undefined || name.includes(values.only))) {
  const isCompiled = compiles(entry);
  const asked = ["verify", "--check", "bounds", "--timeout", values.timeout, "--entry", entry.name];
  const said = hone(...asked, ...parametersOf(entry), entry.file);
  const verdict = /^hone: (\w+)$/m.exec(said)?.[1] ?? "crash";
  counts.all += 1;
  if (isCompiled) counts.compiled += 1;
  if (verdict === "SAFE") counts.proved += 1;
  if (verdict === "UNSAFE" || verdict === "crash") counts.violated += 1;
  const place = verdict === "SAFE" ? "" : `  ${said.split("\n")[0]}`;
  console.log(`${verdict.padEnd(8)} ${isCompiled ? "compiles" : "DOES NOT COMPILE"} ${entry.name}${place}`);
}
rmSync(folder, { recursive: true });
const load = loadavg()[0]?.toFixed(1);
console.log(
  `${counts.all} functions at ${values.timeout} s: ${counts.compiled} harnesses compile, ${counts.proved} proved, ${counts.violated} violations (load ${load})`,
);
const isGood = counts.compiled === counts.all && counts.violated === 0;
const isWhole = hasCompiler && values.only === undefined && counts.all >= LEAST;
console.log(isGood && isWhole ? "PASS" : isGood ? "a part of it: no verdict" : "FAIL");
process.exitCode = isGood ? 0 : 1;
