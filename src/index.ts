/**
 * hone as a library: read C programs, run them, verify them. Nothing here touches the process, files or the clock: the
 * caller hands in texts, a function that reads headers, and a meter.
 */

export {
  type FrontEndOptions,
  ILP32,
  LP64,
  type MacroOption,
  type ReadResult,
  readProgram,
  type SourceText,
} from "./cfa/build-source.ts";
export type { FunctionGraph, Program } from "./cfa/cfa.ts";
export type { Engine } from "./engines/engine.ts";
export { ENGINES, findPreset } from "./engines/index.ts";
export type { Verdict } from "./evidence/claim.ts";
export { buildModel } from "./model/build.ts";
export type { Model } from "./model/model.ts";
export { DEFAULT_MODEL_OPTIONS, type ModelOptions } from "./model/options.ts";
export type { Property } from "./model/properties.ts";
export { jsonReport } from "./report/json.ts";
export type { Result } from "./report/result.ts";
export { sarifReport } from "./report/sarif.ts";
export { textReport } from "./report/text.ts";
export type { Meter } from "./util/budget.ts";
export type { Diagnostic } from "./util/diagnostic.ts";
export { release } from "./util/release.ts";
export { type Verification, type VerifyInput, type VerifyOptions, verify } from "./verify.ts";
