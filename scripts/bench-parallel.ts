/**
 * npm run bench:parallel -- FILE...: each program with --parallel 1 and with 2, one after the other: the same verdict, engine and invariants,
 * and the time and processor time of each. Exit 1 where an answer differs that the clock did not end, where two took more time in
 * total than one, or more than 1.3 times the processor time. Times mean something on a machine that has nothing else to do.
 */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { loadavg } from "node:os";
import type { Result, ResultDocument } from "../src/report/result.ts";

const SECONDS = "60";
const MOST_CPU = 1.3;

interface Run {
  readonly result: Result | undefined;
  readonly wall: number;
  /** Of all processes, also those that were ended. */
  readonly cpu: number;
}

/** A shell knows what its children have used, with theirs. */
function run(file: string, parallel: number): Run {
  const line = ["bin/hone", "verify", file, "--format", "json", "--timeout", SECONDS, "--parallel", String(parallel)];
  const start = performance.now();
  const shell = ["-c", '"$@"; times >&2', "sh", process.execPath, ...line];
  const { stdout, stderr } = spawnSync("sh", shell, { encoding: "utf8", maxBuffer: 1 << 28 });
  const wall = (performance.now() - start) / 1000;
  const times = [...(stderr.trim().split("\n").at(-1) ?? "").matchAll(/(\d+)m([\d.]+)s/g)];
  const cpu = times.reduce((sum, [, minutes, seconds]) => sum + 60 * Number(minutes) + Number(seconds), 0);
  return { result: stdout === "" ? undefined : (JSON.parse(stdout) as ResultDocument).results[0], wall, cpu };
}

function answerOf({ result }: Run): string {
  return JSON.stringify([result?.verdict, result?.engine, result?.invariants]);
}

const isTimedOut = ({ result }: Run) => result?.reason?.startsWith("time limit") === true;

const files = process.argv.slice(2);
const missing = files.filter((file) => !existsSync(file));
if (missing.length > 0) throw new Error(`there should be files ${missing.join(", ")}`);
const sums = { wall: [0, 0] as [number, number], cpu: [0, 0] as [number, number] };
let differences = 0;
for (const file of files) {
  const [one, two] = [run(file, 1), run(file, 2)];
  const ended = isTimedOut(one) || isTimedOut(two);
  const same = ended || answerOf(one) === answerOf(two);
  if (!same) differences += 1;
  for (const kind of ["wall", "cpu"] as const) {
    sums[kind][0] += one[kind];
    sums[kind][1] += two[kind];
  }
  const said = ended ? "time limit" : `${one.result?.verdict} by ${one.result?.engine}`;
  const times = [one.wall, two.wall, one.cpu, two.cpu].map((seconds) => seconds.toFixed(1).padStart(6)).join(" ");
  console.log(`${same ? "same     " : "DIFFERENT"} ${times}  ${file}: ${said}`);
}
const ratio = ([one, two]: readonly [number, number]) => two / one;
const totals = `time ${sums.wall.map((sum) => sum.toFixed(1)).join(" and ")} s, processor time ${sums.cpu.map((sum) => sum.toFixed(1)).join(" and ")} s`;
const passed = files.length > 0 && differences === 0 && ratio(sums.wall) <= 1 && ratio(sums.cpu) <= MOST_CPU;
const load = loadavg()[0]?.toFixed(1);
console.log(
  `${passed ? "PASS" : "FAIL"}: ${files.length} programs, ${differences} differ; ${totals}; load at the end ${load}`,
);
process.exitCode = passed ? 0 : 1;
