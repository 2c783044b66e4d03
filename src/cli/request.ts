/**
 * One verification as plain data, so that it can be sent to another process, and what is made of it there or here. The
 * same request gives the same answer in either process.
 */
import { type FrontEndOptions, ILP32, LP64, type SourceText } from "../cfa/build-source.ts";
import { findPreset } from "../engines/index.ts";
import type { EngineOptions } from "../engines/options.ts";
import type { SavedPrecision } from "../engines/saved-precision.ts";
import { DEFAULT_MODEL_OPTIONS, type ModelOptions } from "../model/options.ts";
import { readHeader } from "../tasks/files.ts";
import type { DataModelName } from "../tasks/task-file.ts";
import type { VerifyInput, VerifyOptions } from "../verify.ts";
import { compilerFolders } from "./compiler-folders.ts";
import { type Job, mallocMode } from "./inputs.ts";
import { queryWriter } from "./query-log.ts";
import type { Certifier, Settings } from "./settings.ts";
import { TOOL_VERSION } from "./version.ts";

export interface VerifyRequest {
  readonly name: string;
  readonly sources: readonly SourceText[];
  readonly dataModel: DataModelName;
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
  /** A folder for what solvers are asked. */
  readonly dumpQueries: string | undefined;
  readonly timeoutSeconds: number;
  readonly memoryMb: number;
}

/** @param precision what `--precision` names, read. */
export function requestOf(job: Job, settings: Settings, precision?: SavedPrecision): VerifyRequest {
  const { dataModel: _, readFile: __, compilerFolders: ___, ...frontEnd } = job.frontEnd;
  return {
    name: job.name,
    sources: job.sources,
    dataModel: job.dataModel,
    frontEnd,
    model: {
      ...DEFAULT_MODEL_OPTIONS,
      properties: job.properties,
      entry: job.entry,
      signedOverflow: settings.signedOverflow ?? job.signedOverflow ?? DEFAULT_MODEL_OPTIONS.signedOverflow,
      externals: settings.externals,
      evaluationOrder: settings.evaluationOrder,
      malloc: mallocMode(settings, job.sources),
      subobjects: settings.subobjects,
      integers: settings.integers ?? DEFAULT_MODEL_OPTIONS.integers,
      floats: settings.floats ?? DEFAULT_MODEL_OPTIONS.floats,
      ...(job.environment === undefined ? {} : { environment: job.environment }),
    },
    engine: settings.engine,
    domain: settings.domain,
    engineOptions: settings.engineOptions,
    certify: settings.certify,
    precision,
    precisions: settings.savePrecision === undefined ? "forgotten" : "kept",
    pictures: settings.html === undefined ? "off" : "on",
    dumpQueries: settings.dumpQueries,
    timeoutSeconds: settings.timeoutSeconds,
    memoryMb: settings.memoryMb,
  };
}

export function inputOf({ name, sources, dataModel, frontEnd }: VerifyRequest): VerifyInput {
  const machine = dataModel === "ILP32" ? ILP32 : LP64;
  return { name, sources, frontEnd: { ...frontEnd, dataModel: machine, readFile: readHeader, compilerFolders } };
}

export function verifyOptions(
  request: VerifyRequest,
  {
    log = () => {},
    ...around
  }: Pick<VerifyOptions, "meter" | "progress" | "z3"> & { readonly log?: (text: string) => void },
): VerifyOptions {
  const { model, engine, domain, engineOptions, certify, pictures, timeoutSeconds, memoryMb } = request;
  const preset = engine === undefined ? undefined : findPreset(engine);
  const { dumpQueries, precision, precisions } = request;
  const record = dumpQueries === undefined ? {} : { onQuery: queryWriter(dumpQueries, log) };
  const how = { model, preset, domain, engineOptions, certify, pictures, precision, precisions, ...record };
  return { toolVersion: TOOL_VERSION, ...how, timeoutSeconds, memoryMb, ...around };
}
