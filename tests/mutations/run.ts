/**
 * npm run test:mutations [-- COUNT [FIRST]]: many mutants, one after the other, in a worker thread with a bounded heap. The
 * main thread watches: a mutant that takes longer than the limit is named and the run fails.
 */
import { fileURLToPath } from "node:url";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import { readSeeds, tryMutant } from "./campaign.ts";

const LIMIT_MS = 2000;
// The front end needs a few megabytes for programs of this size; a leak over thousands of mutants shows.
const HEAP_MB = 512;

interface Report {
  readonly number: number;
  readonly outcome: ReturnType<typeof tryMutant>;
  readonly ms: number;
}

if (isMainThread) await watch(Number(process.argv[2] ?? 20_000), Number(process.argv[3] ?? 0));
else work(workerData as { count: number; first: number });

function work({ count, first }: { count: number; first: number }): void {
  const seeds = readSeeds(".");
  for (let number = first; number < first + count; number++) {
    parentPort?.postMessage(timed(number, seeds));
  }
}

/** The slower of the two stages, in processor time: a busy machine should not make a mutant slow. */
function timed(number: number, seeds: ReturnType<typeof readSeeds>): Report {
  let ms = 0;
  let start = process.cpuUsage();
  const outcome = tryMutant(number, seeds, () => {
    const { user, system } = process.cpuUsage(start);
    ms = Math.max(ms, (user + system) / 1000);
    start = process.cpuUsage();
  });
  return { number, outcome, ms };
}

async function watch(count: number, first: number): Promise<void> {
  const counts = { accepted: 0, refused: 0, broken: 0 };
  const slow: Report[] = [];
  let slowest = 0;
  let last = first - 1;
  let lastSign = performance.now();
  const worker = new Worker(fileURLToPath(import.meta.url), {
    workerData: { count, first },
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
  });
  const end = new Promise<string | undefined>((resolve) => {
    worker.on("message", (report: Report) => {
      last = report.number;
      lastSign = performance.now();
      counts[report.outcome.kind] += 1;
      slowest = Math.max(slowest, report.ms);
      if (report.ms > LIMIT_MS) slow.push(report);
      if (report.outcome.kind === "broken") console.log(`mutant ${report.number}: ${report.outcome.why}\n`);
    });
    worker.on("error", (error) => resolve(`mutant ${last + 1} ended the worker: ${error.message}`));
    worker.on("exit", () => resolve(undefined));
    // Thirty times the limit without a sign is a hang; less may be a busy machine, and the worker measures itself.
    const timer = setInterval(() => {
      if (performance.now() - lastSign > 30 * LIMIT_MS) resolve(`mutant ${last + 1} hangs`);
    }, 500);
    timer.unref();
  });
  const problem = await end;
  await worker.terminate();
  if (problem !== undefined) console.log(problem);
  for (const report of slow) console.log(`mutant ${report.number} took ${Math.round(report.ms)} ms`);
  const done = counts.accepted + counts.refused + counts.broken;
  const good = problem === undefined && counts.broken === 0 && slow.length === 0 && done === count;
  console.log(
    `${done} mutants: ${counts.accepted} accepted, ${counts.refused} refused with a diagnostic, ${counts.broken} broken; slowest stage ${Math.round(slowest)} ms (at most ${LIMIT_MS}), heap at most ${HEAP_MB} MB: ${good ? "PASS" : "FAIL"}`,
  );
  process.exitCode = good ? 0 : 1;
}
