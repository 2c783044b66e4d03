/** Runs in processes of this machine, a few at a time. */
import { setMaxListeners } from "node:events";
import type { Executor, PreparedRun } from "./executor.ts";
import { type Processes, runProcess, verifyLine } from "./process.ts";

export interface LocalOptions extends Processes {
  readonly jobs: number;
}

export function localExecutor(options: LocalOptions): Executor {
  return {
    execute: async (runs, { onEnd, onRunning }) => {
      // Every run under way listens to it: no leak, as node supposes from eleven on.
      setMaxListeners(0, options.interrupted);
      let running = 0;
      const change = (by: number) => {
        running += by;
        onRunning(running);
      };
      const run = async (prepared: PreparedRun): Promise<void> => {
        change(1);
        const end = await runProcess(verifyLine(prepared.arguments, prepared), options);
        change(-1);
        if (!options.interrupted.aborted) onEnd(prepared, end);
      };
      const worker = async (): Promise<void> => {
        while (!options.interrupted.aborted) {
          const next = runs.next();
          if (next.done === true) return;
          await run(next.value);
        }
      };
      await Promise.all(Array.from({ length: Math.max(1, options.jobs) }, worker));
      return undefined;
    },
  };
}
