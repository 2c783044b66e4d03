/**
 * npm run show:determinism: fifty programs of this repository, first on the machine as it is, then with a busy loop on every
 * core: the same engine has to give the same verdict. Exit 1 where one differs. Only the clock may make a difference, and only
 * to `unknown`: the limit is far above what these programs take.
 */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { cpus } from "node:os";
import type { ResultDocument } from "../src/report/result.ts";

const PROGRAMS = 50;
// A program that takes longer is left out: the clock would end it, and that is the one thing that may differ.
const IDLE_SECONDS = 10;
const LOADED_SECONDS = 300;
const FOLDERS = [
  "examples",
  "benchmarks/dagger",
  "tests/golden/programs",
  "tests/verdicts/pairs",
  "tests/verdicts/programs",
];

/** Neighbours in a folder are alike: every seventh first, then the others. */
function candidates(): string[] {
  const all = FOLDERS.flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => name.endsWith(".c"))
      .sort()
      .map((name) => `${folder}/${name}`),
  );
  return [0, 1, 2, 3, 4, 5, 6].flatMap((rest) => all.filter((_, i) => i % 7 === rest));
}

/** Verdict and engine, and of an `unknown` every engine's own reason; undefined where the clock ended it. */
function answer(file: string, seconds: number): string | undefined {
  const argv = ["bin/hone", "verify", file, "--format", "json", "--timeout", String(seconds)];
  const { stdout, status } = spawnSync(process.execPath, argv, { encoding: "utf8", maxBuffer: 1 << 28 });
  if (stdout === "") return `exit ${status}`;
  const [result] = (JSON.parse(stdout) as ResultDocument).results;
  if (result === undefined) return `exit ${status}`;
  const { verdict, engine, reason, attempts } = result;
  if (reason?.startsWith("time limit") === true) return undefined;
  const told = attempts?.map((one) => `${one.engine}: ${one.reason}`).join("; ") ?? reason;
  return verdict === "unknown" ? `unknown (${told})` : `${verdict} by ${engine}`;
}

function busy(): ChildProcess[] {
  return cpus().flatMap(() => [0, 1].map(() => spawn(process.execPath, ["-e", "for (;;);"], { stdio: "ignore" })));
}

const idle = new Map<string, string>();
for (const file of candidates()) {
  const said = answer(file, IDLE_SECONDS);
  // What needs no engine cannot differ.
  if (said !== undefined && !/^exit|by none$/.test(said)) idle.set(file, said);
  if (idle.size === PROGRAMS) break;
}
const load = busy();
let differences = 0;
try {
  for (const [file, said] of idle) {
    const loaded = answer(file, LOADED_SECONDS);
    if (loaded !== said) differences += 1;
    console.log(loaded === said ? `same      ${file}: ${said}` : `DIFFERENT ${file}: ${said}; under load: ${loaded}`);
  }
} finally {
  for (const child of load) child.kill("SIGKILL");
}
const passed = differences === 0 && idle.size === PROGRAMS;
console.log(`${passed ? "PASS" : "FAIL"}: ${idle.size} programs idle and under load, ${differences} differ`);
process.exitCode = passed ? 0 : 1;
