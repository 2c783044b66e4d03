/**
 * Where runs happen is an executor's business: in processes of this machine (`local.ts`), or on workers behind a queue
 * (`queue/submit.ts`). What is run, what is kept of it and how it is reported is the same for both (`runner.ts`).
 */
import type { Key } from "../tasks/store.ts";
import type { BenchRun } from "./task.ts";

/** What a run says, whatever its task is called and whatever is expected of it. */
export type Answer = Omit<BenchRun, "task" | "configuration" | "outcome">;

export interface Limits {
  readonly timeoutSeconds: number;
  readonly memoryMb: number;
}

export interface PreparedRun extends Limits {
  /** For those who watch. */
  readonly name: string;
  /** Of `hone verify`: configuration, task, files. */
  readonly arguments: readonly string[];
  /** What the answer depends on. */
  readonly key: Key;
}

export type RunEnd =
  /** orderly: with a verdict, as the exit code tells, so that it may be kept. */
  | { readonly kind: "answered"; readonly answer: Answer; readonly end: "orderly" | "other" }
  /** Nobody wants to run it; why. */
  | { readonly kind: "refused"; readonly message: string };

export interface ExecutorEvents {
  /** Once for each run that came to an end. */
  readonly onEnd: (run: PreparedRun, end: RunEnd) => void;
  /** How many are being run now. */
  readonly onRunning: (count: number) => void;
}

export interface Executor {
  /**
   * Takes runs, in order and no more than it needs at a time, until there are none or it is interrupted; a run that was
   * interrupted has no end. What kept it from going on, or undefined.
   */
  execute(runs: Iterator<PreparedRun>, events: ExecutorEvents): Promise<string | undefined>;
}
