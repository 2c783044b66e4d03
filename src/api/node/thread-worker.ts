/** What runs in the thread: loads what registers engines and domains, does the task, answers, ends. */

import { getHeapStatistics } from "node:v8";
import { parentPort, workerData } from "node:worker_threads";
import { loadCadical } from "../../smt/sat/cadical.ts";
import { readHeader } from "../../tasks/files.ts";
import type { Meter } from "../../util/budget.ts";
import { perform } from "../executor.ts";
import { secondSolver } from "./second-solver.ts";
import type { ThreadMessage, ThreadWork } from "./thread.ts";

const { task, plugins } = workerData as ThreadWork;
for (const plugin of plugins) await import(plugin);
const certify = task.kind === "run" ? "off" : (task.options.certify ?? "default");
const [z3, sat] = await Promise.all([secondSolver(certify), loadCadical()]);
const outcome = perform(task, {
  ...{ meter: threadMeter(), z3, sat, readFile: readHeader },
  onProgress: (line, statistics) => send({ kind: "progress", line, statistics: { ...statistics } }),
});
send({ kind: "outcome", outcome });

function send(message: ThreadMessage): void {
  parentPort?.postMessage(message);
}

/** Memory is this thread's heap: the rest of the process is the caller's. */
function threadMeter(): Meter {
  const nowMs = () => performance.now();
  let peakMb = 0;
  const memoryMb = () => {
    const { used_heap_size: used, external_memory: external } = getHeapStatistics();
    const now = (used + external) / 1048576;
    peakMb = Math.max(peakMb, now);
    return now;
  };
  return { nowMs, cpuMs: nowMs, memoryMb, peakMemoryMb: () => Math.max(peakMb, memoryMb()) };
}
