/**
 * Who does the work: a task is plain data, and so is its answer. The default executor is a thread of node (`node/thread.ts`); a
 * page brings one that posts the task to a Web Worker, which calls `perform`.
 */
import type { Result } from "../report/result.ts";
import type { CheckOptions } from "./options.ts";
import type { ProgramText } from "./program.ts";
import { type RunOptions, type RunResult, runSync } from "./run.ts";
import { checkSync, type InvariantResult, invariantsSync, type Surroundings } from "./sync.ts";

export type Task =
  | { readonly kind: "check"; readonly program: ProgramText; readonly options: CheckOptions }
  | { readonly kind: "invariants"; readonly program: ProgramText; readonly options: CheckOptions }
  | { readonly kind: "run"; readonly program: ProgramText; readonly options: RunOptions };

export interface Answers {
  readonly check: Result;
  readonly invariants: InvariantResult;
  readonly run: RunResult;
}

export type Answer = Answers[Task["kind"]];

/** How a task ended: with an answer, by a limit that it did not keep itself, or by an error (an option, a bug). */
export type Outcome =
  | { readonly kind: "answer"; readonly answer: Answer }
  /** "time limit reached". */
  | { readonly kind: "ended"; readonly reason: string }
  | { readonly kind: "error"; readonly name: string; readonly message: string };

export interface Watching {
  /** The work stops where it is aborted; the promise is rejected with its reason. */
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((line: string, statistics: Readonly<Record<string, number>>) => void) | undefined;
  /** Modules that are loaded before the work begins, by URL: they register engines and domains. */
  readonly plugins?: readonly string[] | undefined;
}

export interface Executor {
  execute(task: Task, watching: Watching): Promise<Outcome>;
}

/** Does a task where it is called. */
export function perform(task: Task, around: Surroundings = {}): Outcome {
  try {
    return { kind: "answer", answer: answerTo(task, around) };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    // A class does not survive the way back from a worker, its name does.
    return { kind: "error", name: error.name, message: error.message };
  }
}

function answerTo(task: Task, around: Surroundings): Answer {
  switch (task.kind) {
    case "check":
      return checkSync(task.program, task.options, around);
    case "invariants":
      return invariantsSync(task.program, task.options, around);
    case "run":
      return runSync(task.program, task.options, around);
  }
}
