/** Processes of `npm run test:queue`: hone as it is built, as submitter and as worker. None outlives the script. */
import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { loadavg } from "node:os";
import { join } from "node:path";
import { type Ended, ended } from "../../tests/support/built.ts";
import type { RedisServer } from "../../tests/support/redis.ts";

const HONE = join(process.cwd(), "bin/hone");

export interface Running {
  readonly child: ChildProcess;
  readonly ended: Promise<Ended>;
  /** What it has written to standard error so far. */
  readonly said: () => string;
}

const children = new Set<ChildProcess>();
process.on("exit", () => {
  for (const child of children) child.kill("SIGKILL");
});
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => process.exit(1));

export function node(program: string, argv: readonly string[]): Running {
  const child = spawn(process.execPath, [program, ...argv]);
  children.add(child);
  child.on("close", () => children.delete(child));
  let said = "";
  child.stderr.on("data", (chunk: Buffer) => {
    said += chunk.toString();
  });
  return { child, ended: ended(child), said: () => said };
}

export const hone = (...argv: string[]) => node(HONE, argv);

export const worker = ({ url }: RedisServer, ...more: string[]) => hone("worker", "--queue", url, ...more);

export async function stop({ child, ended: end }: Running): Promise<Ended> {
  child.kill("SIGTERM");
  return end;
}

/** Processor time of a process so far, without that of those that it started, in milliseconds; 0 where the system does not tell. */
export function processorMs(pid: number | undefined): number {
  try {
    const [, told = ""] = readFileSync(`/proc/${pid}/stat`, "utf8").split(/\) (?=\S )/);
    const [user = 0, system = 0] = told.split(" ").slice(11, 13).map(Number);
    // Ticks of a hundredth of a second, on every Linux that there is.
    return (user + system) * 10;
  } catch {
    return 0;
  }
}

/** Tasks that a worker with -v has finished. */
export const finishedBy = ({ said }: Running) => said().match(/ s\)$/gm)?.length ?? 0;

/** However long a busy machine takes to start them. */
export async function taking(workers: readonly Running[]): Promise<void> {
  while (!workers.every(({ said }) => said().includes("taking tasks"))) await sleep(50);
}

export const sleep = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

export function told(passed: boolean, text: string): boolean {
  console.log(`${passed ? "PASS" : "FAIL"}: ${text} (load ${loadavg()[0]?.toFixed(1)})`);
  return passed;
}
