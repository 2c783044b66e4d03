/**
 * What a caller of the library can say, with the defaults of the command line. Plain data but for `signal`, `onProgress` and
 * `executor`, so that it can be sent to a worker.
 */
import { ILP32, LP64, type MacroOption } from "../cfa/build-source.ts";
import type { EngineOptions } from "../engines/options.ts";
import { DEFAULT_MODEL_OPTIONS, type ModelOptions } from "../model/options.ts";
import type { Property } from "../model/properties.ts";
import type { Configuration } from "../report/result.ts";
import { mallocMode, withItsClaims } from "./cbmc-vocabulary.ts";
import { propertiesOf } from "./checks.ts";
import { choiceProblem } from "./engine-choice.ts";
import type { ProgramFiles } from "./program.ts";
import type { Certifier, Reading, VerifyRequest } from "./request.ts";
import { type Start, startAt } from "./start.ts";

/** How the program is read. */
export interface ReadOptions {
  /** Macros, as with `-D`; `true` is 1. */
  readonly defines?: Readonly<Record<string, string | number | true>>;
  /** Folders in which headers are looked for, as with `-I`. */
  readonly includePaths?: readonly string[];
  /** given (default): only among the files that were handed over; disk: also on the disk. hone brings C's own headers. */
  readonly headers?: "given" | "disk";
  /** LP64 (default), or ILP32: `long` and pointers have 32 bits. */
  readonly dataModel?: Configuration["dataModel"];
  /** The function where the program starts (default main); pointers that it takes get objects. */
  readonly entry?: string;
}

/** What is asked, and what is assumed of the program. */
export interface CheckOptions extends ReadOptions {
  /** Names of checks, as with `--check` (default `["assert"]`): assert, memory, overflow, ub, ... */
  readonly checks?: readonly string[];
  /** One verdict for each place where a check could be violated, as with `--all-violations`. */
  readonly allViolations?: boolean;
  /** Seconds until it ends as `unknown` (default 60). */
  readonly timeout?: number;
  /** Megabytes beyond which it ends as `unknown` (default 2000). */
  readonly memory?: number;
  /** One engine or preset instead of all in turn: `hone engines` lists them. */
  readonly engine?: string;
  /** The abstract domain of the engine: `hone domains` lists them. */
  readonly domain?: string;
  readonly engineOptions?: EngineOptions;
  readonly signedOverflow?: ModelOptions["signedOverflow"];
  readonly malloc?: ModelOptions["malloc"];
  readonly externals?: ModelOptions["externals"];
  readonly evaluationOrder?: ModelOptions["evaluationOrder"];
  readonly subobjects?: ModelOptions["subobjects"];
  readonly integers?: ModelOptions["integers"];
  readonly floats?: ModelOptions["floats"];
  /** Which solver proves an engine's invariants. */
  readonly certify?: Certifier;
}

/** What a person waits for. */
const DEFAULT_TIMEOUT = 60;
const DEFAULT_MEMORY = 2000;

/** Choices of the model that go there as they are. */
const MODEL_CHOICES = ["signedOverflow", "externals", "evaluationOrder", "subobjects", "integers", "floats"] as const;

/** @throws TypeError or RangeError where an option makes no sense. */
export function requestOf(files: ProgramFiles, options: CheckOptions, reading: Reading): VerifyRequest {
  const { engine, domain } = options;
  const problem = choiceProblem(options);
  if (problem !== undefined) throw new RangeError(problem);
  const frontEnd = frontEndOf(options);
  const dataModel = options.dataModel ?? "LP64";
  const start = startOf(files, options, reading);
  const asked = asProperties(options.checks ?? ["assert"]);
  return {
    name: files.sources[0]?.name ?? "program.c",
    sources: start.sources,
    dataModel,
    frontEnd,
    model: {
      ...DEFAULT_MODEL_OPTIONS,
      ...chosen(options, MODEL_CHOICES),
      properties: withItsClaims(asked, "no bounds", files.sources),
      entry: start.entry,
      malloc: mallocMode(options.malloc, files.sources),
      ...(start.assumed === undefined ? {} : { environment: start.assumed }),
    },
    engine,
    domain,
    engineOptions: options.engineOptions ?? {},
    certify: options.certify ?? "default",
    precision: undefined,
    precisions: "forgotten",
    pictures: "off",
    timeoutSeconds: positive(options.timeout ?? DEFAULT_TIMEOUT, "timeout"),
    memoryMb: positive(options.memory ?? DEFAULT_MEMORY, "memory"),
  };
}

export function asProperties(checks: readonly string[]): readonly Property[] {
  if (!Array.isArray(checks)) throw new TypeError("checks should be a list of names");
  const properties = propertiesOf(checks);
  if (typeof properties === "string") throw new RangeError(properties);
  return properties;
}

export function frontEndOf({ defines = {}, includePaths = [] }: ReadOptions): VerifyRequest["frontEnd"] {
  const macros = Object.entries(defines).map(
    ([name, value]): MacroOption => ({ kind: "define", name, value: value === true ? "1" : String(value) }),
  );
  return { includePaths, includeFiles: [], macros };
}

/** The program with its start: behind it the environment of an entry that needs one. */
export function startOf({ sources }: ProgramFiles, options: ReadOptions, reading: Reading): Start {
  const input = { ...frontEndOf(options), dataModel: options.dataModel === "ILP32" ? ILP32 : LP64, ...reading };
  const start = startAt(options.entry ?? "main", sources, input, { parameters: new Map(), environment: "made" });
  if (typeof start === "string") throw new RangeError(start);
  return start;
}

/** The members that are there: `undefined` is as good as nothing. */
function chosen<T, K extends keyof T>(options: T, names: readonly K[]): { [N in K]?: NonNullable<T[N]> } {
  const found: { [N in K]?: NonNullable<T[N]> } = {};
  for (const name of names) {
    const value = options[name];
    if (value !== undefined && value !== null) found[name] = value as NonNullable<T[K]>;
  }
  return found;
}

function positive(value: number, name: string): number {
  if (typeof value !== "number" || !(value > 0)) throw new RangeError(`${name} should be a positive number`);
  return value;
}
