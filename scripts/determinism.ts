/**
 * npm run show:determinism: fifty programs of this repository, first on the machine as it is, then with a busy loop on every
 * core: the same engine has to give the same verdict. Exit 1 where one differs. Only the clock may make a difference, and only
 * to `unknown`: the limit is far above what these programs take.
 */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { cpus } from "node:os";
import type { Result } from "../src/report/result.ts";

const PROGRAMS = 50;
const LIMIT_SECONDS = 120;
const FOLDERS = ["examples", "benchmarks/dagger", "tests/determinism", "tests/verdicts/programs"];

function programs(): string[] {
  const all = FOLDERS.flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => name.endsWith(".c"))
      .sort()
      .map((name) => `${folder}/${name}`),
  );
  // Programs with a header of options of their own, or of several files, are asked as they are: any answer will do here.
  return all.slice(0, PROGRAMS);
}

function answer(file: string): string {
  const argv = ["bin/hone", "verify", file, "--format", "json", "--timeout", String(LIMIT_SECONDS)];
  const { stdout, status } = spawnSync(process.execPath, argv, { encoding: "utf8", maxBuffer: 1 << 28 });
  if (stdout === "") return `exit ${status}`;
  const { verdict, engine, reason, attempts } = JSON.parse(stdout) as Result;
  // Of an `unknown` every engine's own reason has to be the same.
  const told = attempts?.map((one) => `${one.engine}: ${one.reason}`).join("; ") ?? reason;
  return verdict === "unknown" ? `unknown (${told})` : `${verdict} by ${engine}`;
}

function busy(): ChildProcess[] {
  return cpus().flatMap(() => [0, 1].map(() => spawn(process.execPath, ["-e", "for (;;);"], { stdio: "ignore" })));
}

const files = programs();

const idle = files.map(answer);
const load = busy();
let differences = 0;
try {
  for (const [i, file] of files.entries()) {
    const loaded = answer(file);
    const same = loaded === idle[i];
    if (!same) differences += 1;
    console.log(`${same ? "same     " : "DIFFERENT"} ${file}: ${idle[i]}${same ? "" : `; under load: ${loaded}`}`);
  }
} finally {
  for (const child of load) child.kill("SIGKILL");
}
console.log(
  `${differences === 0 && files.length === PROGRAMS ? "PASS" : "FAIL"}: ${files.length} programs, ${differences} differ`,
);
process.exitCode = differences === 0 && files.length === PROGRAMS ? 0 : 1;
