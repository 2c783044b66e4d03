/** The synchronous core behind promises: an executor does the work, within limits, until it is aborted. */
import type { Result } from "../report/result.ts";
import { checkOptions } from "./checked-options.ts";
import type { Answers, Executor, Task, Watching } from "./executor.ts";
import type { CheckOptions } from "./options.ts";
import type { ProgramText } from "./program.ts";
import type { RunOptions, RunResult } from "./run.ts";
import { endedCheck, InternalError, type InvariantResult } from "./sync.ts";

/** `check` by another executor than a thread of node. */
export async function checkIn(
  executor: Executor,
  program: ProgramText,
  options: CheckOptions & Watching = {},
): Promise<Result> {
  const answer = await answerOf("check", executor, program, options);
  return "ended" in answer ? endedCheck(program, plain(options), answer.ended) : answer;
}

/** `invariants` by another executor than a thread of node. */
export async function invariantsIn(
  executor: Executor,
  program: ProgramText,
  options: CheckOptions & Watching = {},
): Promise<InvariantResult> {
  const answer = await answerOf("invariants", executor, program, options);
  return "ended" in answer ? { kind: "none", reason: answer.ended } : answer;
}

/** `run` by another executor than a thread of node. */
export async function runIn(
  executor: Executor,
  program: ProgramText,
  options: RunOptions & Watching = {},
): Promise<RunResult> {
  const answer = await answerOf("run", executor, program, options);
  if (!("ended" in answer)) return answer;
  return { kind: "limit", message: `stopped: ${answer.ended}`, stdout: "", stderr: "" };
}

async function answerOf<K extends Task["kind"]>(
  kind: K,
  executor: Executor,
  program: ProgramText,
  options: (CheckOptions | RunOptions) & Watching,
): Promise<Answers[K] | { readonly ended: string }> {
  checkOptions(kind, options, "watched");
  const { signal, onProgress, plugins } = options;
  signal?.throwIfAborted();
  const task = { kind, program, options: plain(options) } as Task;
  const outcome = await executor.execute(task, { signal, onProgress, plugins });
  signal?.throwIfAborted();
  switch (outcome.kind) {
    case "answer":
      return outcome.answer as Answers[K];
    case "ended":
      return { ended: outcome.reason };
    case "error":
      throw errorNamed(outcome.name, outcome.message);
  }
}

/** The options that are data: functions and signals stay here. */
function plain<O extends Watching>(options: O): Omit<O, keyof Watching> {
  const { signal: _, onProgress: __, plugins: ___, ...data } = options;
  return data;
}

function errorNamed(name: string, message: string): Error {
  if (name === "TypeError") return new TypeError(message);
  if (name === "RangeError") return new RangeError(message);
  return new InternalError(message);
}
