/** The default executor: each task in a thread of its own, with a heap of its own, which ends with the task. */
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import type { Executor, Outcome, Task, Watching } from "../executor.ts";

export interface ThreadWork {
  readonly task: Task;
  readonly plugins: readonly string[];
}

export type ThreadMessage =
  | { readonly kind: "progress"; readonly line: string; readonly statistics: Readonly<Record<string, number>> }
  | { readonly kind: "outcome"; readonly outcome: Outcome };

// The thread keeps the limit itself and answers within milliseconds; this is for one that is stuck between two ticks.
const GRACE_MS = 2000;
// Timers take no more: 24 days.
const LONGEST_MS = 2 ** 31 - 1;
const DEFAULT_TIMEOUT = 60;
const DEFAULT_MEMORY = 2000;

export const threads: Executor = {
  execute(task, { signal, onProgress, plugins = [] }: Watching) {
    return new Promise<Outcome>((resolve, reject) => {
      const { timeout, memory } = limitsOf(task);
      const worker = new Worker(workerFile(), {
        workerData: { task, plugins } satisfies ThreadWork,
        resourceLimits: { maxOldGenerationSizeMb: memory },
      });
      let last: Outcome | undefined;
      const end = (reason: string) => {
        last ??= { kind: "ended", reason };
        void worker.terminate();
      };
      const timer = setTimeout(() => end("time limit reached"), Math.min(timeout * 1000 + GRACE_MS, LONGEST_MS));
      const onAbort = () => end("aborted");
      signal?.addEventListener("abort", onAbort);
      worker.on("message", (message: ThreadMessage) => {
        if (message.kind === "outcome") last = message.outcome;
        else if (last === undefined) tell(() => onProgress?.(message.line, message.statistics), reject, worker);
      });
      worker.on("error", (error: NodeJS.ErrnoException) => {
        last ??=
          error.code === "ERR_WORKER_OUT_OF_MEMORY"
            ? { kind: "ended", reason: "memory limit reached" }
            : { kind: "error", name: "InternalError", message: error.message };
      });
      worker.on("exit", (code) => {
        clearTimeout(timer);
        signal?.removeEventListener("abort", onAbort);
        resolve(last ?? { kind: "error", name: "InternalError", message: `the thread ended with ${code}` });
      });
    });
  },
};

/** An error of the caller's own function is the caller's: the work ends, and the promise is rejected with it. */
function tell(call: () => void, reject: (error: unknown) => void, worker: Worker): void {
  try {
    call();
  } catch (error) {
    reject(error);
    void worker.terminate();
  }
}

function limitsOf({ kind, options }: Task): { readonly timeout: number; readonly memory: number } {
  const { timeout = DEFAULT_TIMEOUT } = options;
  const memory = kind === "run" ? DEFAULT_MEMORY : (options.memory ?? DEFAULT_MEMORY);
  return { timeout, memory };
}

/** Beside the bundle this file is part of; from the source text there is no thread to start. */
function workerFile(): string {
  const file = fileURLToPath(new URL("./thread-worker.js", import.meta.url));
  if (!existsSync(file)) throw new Error("the library is not built: run `npm run build`");
  return file;
}
