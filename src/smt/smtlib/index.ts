/**
 * SMT-LIB 2 in and out: `runScript` for `hone smt FILE.smt2`, `toSmtLib` and `recordingSolvers` for `--dump-queries`.
 */
export { type PrintOptions, toSmtLib } from "./print.ts";
export { type RecordedQuery, RecordingSolver, recordingSolvers } from "./recording-solver.ts";
export { runScript, type ScriptAnswer, type ScriptError, type ScriptResult } from "./script.ts";
