/** Processes of this machine, by their numbers. */
import { spawnSync } from "node:child_process";

export function childrenOf(pid: number): number[] {
  const { stdout } = spawnSync("ps", ["-A", "-o", "pid=,ppid="], { encoding: "utf8" });
  const pairs = stdout.split("\n").map((line) => line.trim().split(/\s+/).map(Number));
  return pairs.filter(([, parent]) => parent === pid).map(([child]) => child as number);
}

export function isGone(pid: number): boolean {
  return spawnSync("ps", ["-p", String(pid)]).status !== 0;
}
