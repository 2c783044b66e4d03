/**
 * `hone-c/core`: the library without node. Everything is synchronous and happens where it is called; clock, memory, headers and
 * solvers are handed in (`Surroundings`). A Web Worker that calls `perform` is an `Executor` for `check`, `invariants` and `run`.
 */

export type { FunctionGraph, Program } from "../cfa/cfa.ts";
export type { Domain, RegisteredDomain } from "../domains/domain.ts";
export type { Engine, EngineContext, Preset } from "../engines/engine.ts";
export { registerDomain, registerEngine } from "../engines/index.ts";
export type { Verdict } from "../evidence/claim.ts";
export type { Model } from "../model/model.ts";
export { jsonReport } from "../report/json.ts";
export type * from "../report/result.ts";
export { sarifReport } from "../report/sarif.ts";
export { textReport } from "../report/text.ts";
export type { Meter } from "../util/budget.ts";
export { checkIn, invariantsIn, runIn } from "./asynchronous.ts";
export { CHECKS } from "./checks.ts";
export {
  type Answer,
  type Answers,
  type Executor,
  type Outcome,
  perform,
  type Task,
  type Watching,
} from "./executor.ts";
export type { CheckOptions, ReadOptions } from "./options.ts";
export type { ProgramText } from "./program.ts";
export { type RunOptions, type RunResult, runSync } from "./run.ts";
export {
  checkSync,
  InternalError,
  type InvariantResult,
  invariantsSync,
  type ParsedProgram,
  parse,
  type Surroundings,
  VERSION,
} from "./sync.ts";
