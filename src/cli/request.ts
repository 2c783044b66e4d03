/** A verification that the command line asks for, as a request (`api/request.ts`), and what this machine adds to it. */
import { mallocMode } from "../api/cbmc-vocabulary.ts";
import { inputOf as inputWith, verifyOptions as optionsFor, type VerifyRequest as Request } from "../api/request.ts";
import type { SavedPrecision } from "../engines/saved-precision.ts";
import type { Winner } from "../engines/schedule.ts";
import { DEFAULT_MODEL_OPTIONS } from "../model/options.ts";
import { readHeader } from "../tasks/files.ts";
import type { VerifyInput, VerifyOptions } from "../verify.ts";
import { WITNESSES } from "../witness/writers.ts";
import { compilerFolders } from "./compiler-folders.ts";
import type { Job } from "./inputs.ts";
import { queryWriter } from "./query-log.ts";
import type { Settings } from "./settings.ts";
import { TOOL_VERSION } from "./version.ts";

export interface VerifyRequest extends Request {
  /** A folder for what solvers are asked. */
  readonly dumpQueries: string | undefined;
  /** Keep what a witness says. */
  readonly witness: "on" | "off";
  /** A folder for verdicts. */
  readonly cache: string | undefined;
  /** How many processes share the turns of engines, at most. */
  readonly parallel: number;
  /** Which answer wins where there are several processes. */
  readonly winner: Winner;
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
      malloc: mallocMode(settings.malloc, job.sources),
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
    witness: settings.witness === undefined ? "off" : "on",
    dumpQueries: settings.dumpQueries,
    cache: settings.cache,
    parallel: settings.parallel,
    winner: settings.race ? "arrival" : "schedule",
    timeoutSeconds: settings.timeoutSeconds,
    memoryMb: settings.memoryMb,
  };
}

export function inputOf(request: VerifyRequest): VerifyInput {
  return inputWith(request, { readFile: readHeader, compilerFolders });
}

export function verifyOptions(
  request: VerifyRequest,
  {
    log = () => {},
    ...around
  }: Pick<VerifyOptions, "meter" | "progress" | "z3" | "memory"> & { readonly log?: (text: string) => void },
): VerifyOptions {
  const { dumpQueries, witness } = request;
  const record = dumpQueries === undefined ? {} : { watched: queryWriter(dumpQueries, log) };
  const options = optionsFor(request, { toolVersion: TOOL_VERSION, ...record, ...around });
  return witness === "on" ? { ...options, witness: WITNESSES } : options;
}
