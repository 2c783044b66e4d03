/**
 * One verification as plain data, so that it can be sent to another process or thread, and what is made of it there or here. The
 * same request gives the same answer everywhere.
 */
import { type FrontEndOptions, ILP32, LP64, type SourceText } from "../cfa/build-source.ts";
import { findPreset } from "../engines/index.ts";
import type { EngineOptions } from "../engines/options.ts";
import type { SavedPrecision } from "../engines/saved-precision.ts";
import type { ModelOptions } from "../model/options.ts";
import type { Configuration } from "../report/result.ts";
import type { VerifyInput, VerifyOptions } from "../verify.ts";

/** Which solver proves an engine's invariants; `default`: the one that the engine did not use, where it is cheap to load. */
export type Certifier = "default" | "own" | "bits" | "z3" | "both" | "off";

export interface VerifyRequest {
  readonly name: string;
  readonly sources: readonly SourceText[];
  readonly dataModel: Configuration["dataModel"];
  readonly frontEnd: Omit<FrontEndOptions, "dataModel" | "readFile" | "compilerFolders">;
  readonly model: ModelOptions;
  /** Name of a preset; undefined where the default ones take turns. */
  readonly engine: string | undefined;
  readonly domain: string | undefined;
  readonly engineOptions: EngineOptions;
  readonly certify: Certifier;
  /** Where engines that have a precision start. */
  readonly precision: SavedPrecision | undefined;
  /** Keep what they have at their end. */
  readonly precisions: "kept" | "forgotten";
  /** Keep pictures of the run. */
  readonly pictures: "on" | "off";
  /** The last round of turns, where a question is not to take all the time that there is. */
  readonly lastRound?: number;
  readonly timeoutSeconds: number;
  readonly memoryMb: number;
}

/** How the one who works on a request reads headers. */
export type Reading = Pick<FrontEndOptions, "readFile" | "compilerFolders">;

export function inputOf(
  { name, sources, dataModel, frontEnd }: Pick<VerifyRequest, "name" | "sources" | "dataModel" | "frontEnd">,
  reading: Reading,
): VerifyInput {
  const machine = dataModel === "ILP32" ? ILP32 : LP64;
  return { name, sources, frontEnd: { ...frontEnd, dataModel: machine, ...reading } };
}

export function verifyOptions(
  request: VerifyRequest,
  around: Pick<VerifyOptions, "meter" | "progress" | "toolVersion" | "z3" | "sat" | "watched" | "memory">,
): VerifyOptions {
  const { model, engine, domain, engineOptions, certify, pictures, timeoutSeconds, memoryMb } = request;
  const preset = engine === undefined ? undefined : findPreset(engine);
  const { precision, precisions, lastRound } = request;
  const how = { model, preset, domain, engineOptions, certify, pictures, precision, precisions, lastRound };
  return { ...how, timeoutSeconds, memoryMb, ...around };
}
