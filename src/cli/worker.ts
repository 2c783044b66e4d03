/**
 * The child process of `hone verify`: gets one request, tells how it is getting on, answers, ends. Its heap limit is
 * node's own, set by the parent; the parent reports its death. It works synchronously, so it hears nothing after the
 * request: whether the parent is still there is looked up, and a Ctrl-C that reaches the whole process group is the
 * parent's to handle.
 */

import { secondSolver } from "../api/node/second-solver.ts";
import type { Statistics } from "../engines/engine.ts";
import { type InternalError, internalErrorOf } from "../engines/internal-error.ts";
import type { ProvedPlaces } from "../engines/portfolio.ts";
import type { Rounds } from "../engines/schedule.ts";
import { loadCadical } from "../smt/sat/cadical.ts";
import type { Bundle } from "../tasks/bundle.ts";
import { confined } from "../tasks/files.ts";
import type { LineMark } from "../util/source.ts";
import { type Verification, verify } from "../verify.ts";
import { processMeter } from "./environment.ts";
import { optimiseLate } from "./optimise-late.ts";
import { inputOf, type VerifyRequest, verifyOptions } from "./request.ts";
import { channelDirector } from "./turn-channel.ts";
import { verdictCache } from "./verdict-cache.ts";

export interface WorkerRequest {
  readonly request: VerifyRequest;
  /** Which rounds of the portfolio: the parent may have had the first. */
  readonly rounds: Rounds;
  /** What was proved in those before. */
  readonly proved: ProvedPlaces;
  /** Time that the parent has spent on the request before it started this process. */
  readonly spentMs: number;
  /** The only files that there are, where the parent has a bundle. */
  readonly bundle: Bundle | undefined;
  /** Where others work on it, too: who is next is heard from the parent (`turn-channel.ts`). */
  readonly shared?: Shared;
}

interface Shared {
  /** What this process may take of the memory. */
  readonly shareMb: number;
  /** keep: what is in the cache was looked at by another one. */
  readonly cache: "use" | "keep";
}

export type WorkerMessage =
  | {
      readonly kind: "progress";
      readonly line: string;
      readonly statistics: Readonly<Statistics>;
      /** What this process has spent so far. */
      readonly cpuMs: number;
      readonly peakMemoryMb: number;
    }
  | { readonly kind: "log"; readonly text: string }
  | {
      readonly kind: "done";
      readonly verification: Omit<Verification, "sources">;
      readonly files: readonly { readonly name: string; readonly text: string }[];
      readonly marks: readonly LineMark[];
    }
  /** No memory for a large array or map: a limit, not a bug. */
  | { readonly kind: "out-of-memory" }
  | { readonly kind: "error"; readonly error: InternalError };

async function answer({ request, rounds, proved, spentMs, shared }: WorkerRequest): Promise<WorkerMessage> {
  const parent = process.ppid;
  const meter = processMeter();
  const spent = () => ({ cpuMs: meter.cpuMs(), peakMemoryMb: meter.peakMemoryMb() });
  const progress = (line: string, statistics: Readonly<Statistics>) => {
    if (process.ppid !== parent) process.exit();
    send({ kind: "progress", line, statistics, ...spent() });
  };
  const log = (text: string) => send({ kind: "log", text });
  try {
    // The meter's zero is the start of this process, which counts.
    const z3 = await secondSolver(request.certify);
    const sat = await loadCadical();
    const cache = await verdictCache(request, log);
    const memory = cache !== undefined && shared?.cache === "keep" ? { ...cache, recall: () => undefined } : cache;
    const options = {
      ...verifyOptions(request, { meter, progress, z3, memory, log }),
      ...(shared === undefined ? {} : { director: channelDirector(spent), shareMb: shared.shareMb }),
      sat,
      rounds,
      proved,
      startMs: -spentMs,
    };
    const { sources, ...verification } = verify(inputOf(request), options);
    const files = sources.files.map(({ name, text }) => ({ name, text }));
    return { kind: "done", verification, files, marks: sources.marks };
  } catch (error) {
    if (isOutOfMemory(error)) return { kind: "out-of-memory" };
    return { kind: "error", error: internalErrorOf(error) };
  }
}

/** What V8 throws where it does not abort: an array buffer or a table that cannot be made larger. */
function isOutOfMemory(error: unknown): boolean {
  return (
    error instanceof RangeError &&
    /allocation failed|maximum size exceeded|Invalid (typed )?array length|Maximum BigInt size/i.test(error.message)
  );
}

function send(message: WorkerMessage, sent?: () => void): void {
  process.send?.(message, undefined, undefined, sent);
}

optimiseLate();
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => {});
process.once("message", async (message) => {
  const work = message as WorkerRequest;
  const said = await (work.bundle === undefined ? answer(work) : confined(new Map(work.bundle), () => answer(work)));
  send(said, () => process.disconnect?.());
});
