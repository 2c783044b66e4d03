/**
 * npm run show:determinism: fifty programs of this repository, first on the machine as it is, then with two processes, then with a
 * busy loop on every core: the same engine has to give the same verdict, two processes also the same invariants. Exit 1 where one
 * differs. Only the clock may make a difference, and only to `unknown`: the limit is far above what these programs take.
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

interface Answer {
  /** Verdict and engine, and of an `unknown` every engine's own reason. */
  readonly told: string;
  readonly invariants: string;
}

/** Undefined where the clock ended it. */
function answer(file: string, seconds: number, parallel: number): Answer | undefined {
  const limits = ["--timeout", String(seconds), "--parallel", String(parallel)];
  const argv = ["bin/hone", "verify", file, "--format", "json", ...limits];
  const { stdout, status } = spawnSync(process.execPath, argv, { encoding: "utf8", maxBuffer: 1 << 28 });
  if (stdout === "") return { told: `exit ${status}`, invariants: "" };
  const [result] = (JSON.parse(stdout) as ResultDocument).results;
  if (result === undefined) return { told: `exit ${status}`, invariants: "" };
  const { verdict, engine, reason, attempts } = result;
  const invariants = JSON.stringify(result.invariants);
  if (reason?.startsWith("time limit") === true) return undefined;
  const why = attempts?.map((one) => `${one.engine}: ${one.reason}`).join("; ") ?? reason;
  return { told: verdict === "unknown" ? `unknown (${why})` : `${verdict} by ${engine}`, invariants };
}

function busy(): ChildProcess[] {
  return cpus().flatMap(() => [0, 1].map(() => spawn(process.execPath, ["-e", "for (;;);"], { stdio: "ignore" })));
}

const idle = new Map<string, Answer>();
for (const file of candidates()) {
  const said = answer(file, IDLE_SECONDS, 1);
  // What needs no engine cannot differ.
  if (said !== undefined && !/^exit|by none$/.test(said.told)) idle.set(file, said);
  if (idle.size === PROGRAMS) break;
}
let differences = 0;
for (const [file, said] of idle) {
  const two = answer(file, LOADED_SECONDS, 2);
  if (two?.told === said.told && two.invariants === said.invariants) continue;
  differences += 1;
  const shown = two?.told === said.told ? "other invariants" : two?.told;
  console.log(`DIFFERENT ${file}: ${said.told}; with two processes: ${shown}`);
}
const load = busy();
try {
  for (const [file, { told: said }] of idle) {
    const loaded = answer(file, LOADED_SECONDS, 1)?.told;
    if (loaded !== said) differences += 1;
    console.log(loaded === said ? `same      ${file}: ${said}` : `DIFFERENT ${file}: ${said}; under load: ${loaded}`);
  }
} finally {
  for (const child of load) child.kill("SIGKILL");
}
const passed = differences === 0 && idle.size === PROGRAMS;
console.log(
  `${passed ? "PASS" : "FAIL"}: ${idle.size} programs idle, with two processes and under load, ${differences} differ`,
);
process.exitCode = passed ? 0 : 1;
