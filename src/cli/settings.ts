/**
 * What the command line can say, as data. `options.ts` fills it in, first from `hone.config.json`, then from argv, so
 * that the command line wins. Only the commands read it; below `cli/` everybody gets exactly what they need.
 */
import type { Certifier } from "../api/request.ts";
import { type BenchFormat, TABLE } from "../bench/formats.ts";
import type { FixedRegion, MacroOption, ParameterRequest } from "../cfa/build-source.ts";
import type { EngineOptions } from "../engines/options.ts";
import type { Property } from "../model/properties.ts";
import { type Format, TEXT } from "../report/formats.ts";
import type { DataModelName } from "../tasks/task-file.ts";

/** HONE on the keys of a telephone. */
export const DEFAULT_PORT = 4663;

export type CommandName =
  | "verify"
  | "run"
  | "cfa"
  | "check"
  | "bench"
  | "worker"
  | "engines"
  | "domains"
  | "table"
  | "invariants"
  | "smt"
  | "harness"
  | "init"
  | "completions"
  | "view"
  | "playground"
  | "lsp"
  | "features";

export const INVARIANT_FORMATS = ["text", "json", "acsl", "c", "witness"] as const;
type InvariantFormat = (typeof INVARIANT_FORMATS)[number];

export interface Settings {
  help: boolean;
  version: boolean;
  verbose: boolean;
  quiet: boolean;
  /** Verify again whenever a file of the program changes. */
  watch: boolean;
  // The program.
  macros: MacroOption[];
  quotePaths: string[];
  includePaths: string[];
  systemPaths: string[];
  compilerHeaders: "use" | "hint";
  includeFiles: string[];
  dataModel: DataModelName | undefined;
  signedOverflow: "assume-none" | "wrap" | undefined;
  externals: "assume" | "any";
  evaluationOrder: "gcc" | "any";
  /** Undefined: as in CBMC where the program is written for it, else it succeeds. */
  malloc: "succeeds" | "may-fail" | undefined;
  subobjects: "own" | "whole";
  entry: string;
  /** Whether the entry is called from an environment where it needs one. */
  environment: "made" | "none";
  /** What pointers of the entry point to, by their names. */
  parameters: Map<string, ParameterRequest>;
  link: boolean;
  /** A folder with compile_commands.json, or such a file. */
  build: string | undefined;
  target: string | undefined;
  /** Options of compilers that mean nothing here, and what there is to know about some of them. */
  ignored: string[];
  caveats: Set<string>;
  removedBodies: string[];
  allowDuplicates: boolean;
  acsl: "assert" | "all" | undefined;
  nondetStatic: { readonly except: readonly string[] } | undefined;
  /** In order, apart from each other. */
  regions: readonly FixedRegion[];
  unwind: number | undefined;
  unwindset: { readonly loop: string; readonly bound: number }[];
  // The question.
  checks: readonly Property[] | undefined;
  spec: string | undefined;
  /** One verdict for each place that could violate the property. */
  allViolations: boolean;
  // The answer.
  engine: string | undefined;
  domain: string | undefined;
  integers: "machine" | "math" | undefined;
  floats: "ieee" | "real" | undefined;
  engineOptions: EngineOptions;
  certify: Certifier;
  html: string | undefined;
  precision: string | undefined;
  savePrecision: string | undefined;
  dumpQueries: string | undefined;
  cache: string | undefined;
  bundle: string | undefined;
  /** How many processes share the work, at most. */
  parallel: number;
  race: boolean;
  timeoutSeconds: number;
  /** The limit above is the user's, not the default. */
  timeoutGiven: boolean;
  memoryMb: number;
  format: Format;
  output: string | undefined;
  harness: string | undefined;
  witness: string | undefined;
  // `invariants`.
  invariantFormat: InvariantFormat;
  // `features`.
  featureFormat: "text" | "json";
  // `check`.
  lint: boolean;
  // `cfa`.
  level: "concrete" | "model";
  functionName: string | undefined;
  status: boolean;
  // `bench`.
  configurations: readonly string[];
  jobs: number;
  sample: number | undefined;
  allProperties: boolean;
  benchFormat: BenchFormat;
  compare: boolean;
  fresh: boolean;
  sharedFiles: boolean;
  allowedFolders: string[];
  // `bench` and `worker`.
  queue: string | undefined;
  queueName: string;
  // `worker`.
  mostSeconds: number;
  /** Undefined: what the machine has. */
  mostMemoryMb: number | undefined;
  // `bench` and `table`.
  root: string | undefined;
  rows: readonly string[] | undefined;
  columns: readonly string[] | undefined;
  ablate: boolean;
  // `playground`.
  port: number;
  // `smt`.
  solver: "own" | "z3";
  // `run`.
  inputs: readonly string[] | undefined;
  seed: number | undefined;
  replay: string | undefined;
  steps: number;
}

export function defaultSettings(): Settings {
  return {
    help: false,
    version: false,
    verbose: false,
    quiet: false,
    watch: false,
    macros: [],
    quotePaths: [],
    includePaths: [],
    systemPaths: [],
    compilerHeaders: "use",
    includeFiles: [],
    dataModel: undefined,
    signedOverflow: undefined,
    externals: "assume",
    evaluationOrder: "gcc",
    malloc: undefined,
    removedBodies: [],
    allowDuplicates: false,
    acsl: undefined,
    regions: [],
    nondetStatic: undefined,
    unwind: undefined,
    unwindset: [],
    subobjects: "own",
    entry: "main",
    environment: "made",
    parameters: new Map(),
    link: false,
    build: undefined,
    target: undefined,
    ignored: [],
    caveats: new Set(),
    checks: undefined,
    spec: undefined,
    allViolations: false,
    engine: undefined,
    domain: undefined,
    integers: undefined,
    floats: undefined,
    engineOptions: {},
    certify: "default",
    html: undefined,
    precision: undefined,
    savePrecision: undefined,
    dumpQueries: undefined,
    cache: undefined,
    bundle: undefined,
    parallel: 1,
    race: false,
    // What a person waits for; benchmark runs say what they want.
    timeoutSeconds: 60,
    timeoutGiven: false,
    memoryMb: 2000,
    format: TEXT,
    output: undefined,
    harness: undefined,
    witness: undefined,
    invariantFormat: "text",
    featureFormat: "text",
    lint: false,
    level: "concrete",
    functionName: undefined,
    status: false,
    configurations: [""],
    jobs: 1,
    sample: undefined,
    allProperties: false,
    benchFormat: TABLE,
    compare: false,
    fresh: false,
    sharedFiles: false,
    allowedFolders: [],
    queue: undefined,
    queueName: "hone",
    // What takes longer is no run of a campaign.
    mostSeconds: 24 * 3600,
    mostMemoryMb: undefined,
    // Outside of the package there is nothing that could be meant.
    root: process.env["HONE_BENCHMARKS"] || undefined,
    rows: undefined,
    columns: undefined,
    ablate: false,
    port: DEFAULT_PORT,
    solver: "own",
    inputs: undefined,
    seed: undefined,
    replay: undefined,
    // About ten seconds of the interpreter: enough for a test program, and a loop that never ends still ends.
    steps: 1_000_000_000,
  };
}
