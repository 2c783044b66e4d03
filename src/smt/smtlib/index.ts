/**
 * SMT-LIB 2 in and out: `runScript` for `hone smt FILE.smt2`, `toSmtLib` and `recordingSolvers` for `--dump-queries`.
 */
export { kindOfScript } from "./logics.ts";
export { toSmtLib } from "./print.ts";
export { type RecordedQuery, recordingSolvers } from "./recording-solver.ts";
export { runScript, type ScriptResult } from "./script.ts";
