/** What is asked of the library under node: each call is a thread of its own. */
import type { Result } from "../../report/result.ts";
import { checkIn, invariantsIn, runIn } from "../asynchronous.ts";
import type { Watching } from "../executor.ts";
import type { CheckOptions } from "../options.ts";
import type { ProgramText } from "../program.ts";
import type { RunOptions, RunResult } from "../run.ts";
import type { InvariantResult } from "../sync.ts";
import { threads } from "./thread.ts";

/**
 * Proves a program safe for all inputs, breaks it with inputs that were replayed, or says why it cannot tell.
 *
 * The promise is rejected with the signal's reason where it is aborted, with a TypeError or RangeError where an option makes no
 * sense, and with an InternalError where hone has a bug. Everything else is a result: a text that is no C program gives
 * `unknown` with `diagnostics`, a limit that is reached `unknown` with the reason.
 */
export function check(program: ProgramText, options: CheckOptions & Watching = {}): Promise<Result> {
  return checkIn(threads, program, options);
}

/** An invariant at each loop of a program, proved inductive. Nothing is checked unless `checks` says so. */
export function invariants(program: ProgramText, options: CheckOptions & Watching = {}): Promise<InvariantResult> {
  return invariantsIn(threads, program, options);
}

/** Runs a program once, exactly as C defines it, and stops at the first error. */
export function run(program: ProgramText, options: RunOptions & Watching = {}): Promise<RunResult> {
  return runIn(threads, program, options);
}
