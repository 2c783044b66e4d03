// What the shows share: the command line, claims with PASS or FAIL, runs of hone. A show is a function that makes claims; the
// files beside this one have one a claim of claims.json, and run.mjs runs those that are asked for.
//
// [--timeout S] replaces the limits for a quick look. [--sample N] takes few programs: figures are printed, and only wrong
// verdicts and crashes fail. [-o DIR] keeps tables and plots, and finished runs, so that an interrupted show goes on.
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { linePlot } from "../bench/line-plot.mjs";
import { benchmarkRoot, option } from "../benchmarks.mjs";

export { option };

/** A path of this repository. */
export const here = (path) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
export const sample = option("--sample");
export const limit = (otherwise) => Number(option("--timeout", String(otherwise)));
const jobs = option("--jobs", "1");

let scratchFolder;

/** A folder that goes away. */
export function scratch() {
  if (scratchFolder === undefined) {
    scratchFolder = mkdtempSync(join(tmpdir(), "hone-show-"));
    process.on("exit", () => rmSync(scratchFolder, { recursive: true, force: true }));
  }
  return scratchFolder;
}

/** The folder of -o, or one that goes away. */
export function output() {
  const folder = option("-o", scratch());
  mkdirSync(folder, { recursive: true });
  return folder;
}

/** A path below the benchmark sets. */
export function programs(...path) {
  return join(benchmarkRoot("show"), ...path);
}

// --- Claims -------------------------------------------------------------------------------------------------------

let failed = 0;

/** A sample can refute that all answers are right, and says nothing about how many there are. */
export function claim(holds, text, kind = "figure") {
  const counts = kind === "soundness" || sample === undefined;
  if (counts && !holds) failed += 1;
  console.log(`${counts ? (holds ? "PASS" : "FAIL") : "----"} ${text}`);
}

export function sound(runs) {
  const count = (outcome) => runs.filter((run) => run.outcome === outcome).length;
  const [wrong, crashed] = [count("wrong"), count("crashed")];
  claim(wrong + crashed === 0, `of ${runs.length} runs ${wrong} wrong, ${crashed} crashed`, "soundness");
}

export function failures() {
  return failed;
}

// --- Runs ---------------------------------------------------------------------------------------------------------

function hone(line, stdio) {
  return spawnSync(process.execPath, [here("bin/hone"), ...line], { encoding: "utf8", stdio, maxBuffer: 1 << 28 });
}

/** One run of `hone verify` as its Result. */
export function verify(file, preset, timeout, more = []) {
  const line = ["verify", "--format", "json", "--engine", preset, "--timeout", String(timeout), ...more, file];
  const { stdout } = hone(line, ["ignore", "pipe", "ignore"]);
  try {
    return JSON.parse(stdout).results[0];
  } catch {
    return { verdict: "crash", reason: "no result", statistics: {}, invariants: [] };
  }
}

export const seconds = (result) => ((result.statistics.wallMs ?? 0) / 1000).toFixed(1);

/** All runs of the folders under the configurations; the table goes to the terminal. */
export function bench(folders, configurations, timeout) {
  const limits = ["--timeout", String(timeout), "--jobs", jobs, ...(sample === undefined ? [] : ["--sample", sample])];
  const line = ["bench", ...folders, "--configs", configurations.join(","), ...limits, "-o", output()];
  expectExit(hone(line, "inherit").status, "bench");
  return JSON.parse(readFileSync(join(output(), "bench.json"), "utf8")).runs;
}

/** A table of the papers, whose own claims go to the terminal and count. */
export function table(name, timeout, more = []) {
  const line = ["table", name, ...more, "--root", programs(), "--timeout", String(timeout), "--jobs", jobs];
  const { status } = hone([...line, "-o", output()], "inherit");
  expectExit(status, "table");
  return { status, ...JSON.parse(readFileSync(join(output(), `${name}.json`), "utf8")) };
}

function expectExit(status, command) {
  if (status !== 0 && status !== 1) throw new Error(`hone ${command} ended with ${status}`);
}

/** Another program, whose exit code is the answer. */
export function passes(program, line) {
  return spawnSync(program, line, { stdio: "inherit", cwd: here("") }).status === 0;
}

// --- Files --------------------------------------------------------------------------------------------------------

/** A program of our own or a changed one, in a file that goes away. */
export function temporary(name, text) {
  const path = join(scratch(), name);
  writeFileSync(path, text);
  return path;
}

/** Values over sizes, as a picture in the folder of -o. */
export function plot(name, title, xLabel, yLabel, series) {
  const path = join(output(), name);
  writeFileSync(path, linePlot({ title, xLabel, yLabel, series }));
  if (option("-o") !== undefined) console.log(`plot: ${path}`);
}
