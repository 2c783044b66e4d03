/**
 * The one table of options. Parsing, `--help`, suggestions for misspelt options, `hone.config.json` and docs/cli.md all
 * follow from it: a new option is one entry here and one field in `settings.ts`. Options of engines, formats and properties
 * have tables of their own (engines/options.ts, report/formats.ts, model/properties.ts), which entries here read.
 */
import { CHECKS } from "../api/checks.ts";
import { BENCH_FORMATS } from "../bench/formats.ts";
import { ENGINE_OPTIONS } from "../engines/options.ts";
import { FORMATS, GRAPH_FORMATS, RESULT_FORMATS } from "../report/formats.ts";
import { CBMC_COMMANDS, CBMC_OPTIONS } from "./cbmc-options.ts";
import {
  addChecks,
  isBound,
  isNumber,
  nameOf,
  type Option,
  oneOf,
  oneOfThese,
  parameterRequest,
  positiveNumber,
  store,
} from "./option.ts";
import type { CommandName } from "./settings.ts";

const READS_PROGRAM: readonly CommandName[] = ["verify", "invariants", "run", "cfa"];
const READS_FILES: readonly CommandName[] = [...READS_PROGRAM, "harness"];
const ANALYSES: readonly CommandName[] = ["verify", "invariants"];

export const OPTIONS: readonly Option[] = [
  {
    flags: ["-D"],
    argument: "NAME[=VALUE]",
    attached: true,
    help: "define a macro (1 without a value)",
    commands: READS_FILES,
    apply: (settings, value) => {
      const [, name, , text] = /^([^=]*)(=([\s\S]*))?$/.exec(value) ?? [];
      if (name === undefined || !/^[A-Za-z_$][\w$]*(\(.*\))?$/.test(name)) return "a macro needs a name";
      settings.macros.push({ kind: "define", name, value: text ?? "1" });
      return undefined;
    },
  },
  {
    flags: ["-U"],
    argument: "NAME",
    attached: true,
    help: "undefine a macro",
    commands: READS_FILES,
    apply: (settings, name) => {
      if (!/^[A-Za-z_$][\w$]*$/.test(name)) return "a macro needs a name";
      settings.macros.push({ kind: "undefine", name });
      return undefined;
    },
  },
  {
    flags: ["-I"],
    argument: "DIR",
    attached: true,
    help: "look for headers in DIR",
    commands: READS_FILES,
    apply: store((settings, value) => settings.includePaths.push(value)),
  },
  {
    flags: ["-iquote"],
    argument: "DIR",
    attached: true,
    help: 'look for headers in DIR, before the -I folders, where they are included with "..."',
    commands: READS_FILES,
    apply: store((settings, value) => settings.quotePaths.push(value)),
  },
  {
    flags: ["-isystem"],
    argument: "DIR",
    attached: true,
    help: "look for headers in DIR, after the -I folders",
    commands: READS_FILES,
    apply: store((settings, value) => settings.systemPaths.push(value)),
  },
  {
    flags: ["--compiler-headers"],
    argument: "MODE",
    help: "headers that are nowhere else: use: those of an installed compiler are read (default); hint: they are only told about",
    commands: READS_FILES,
    apply: oneOf(["use", "hint"], (settings, value) => (settings.compilerHeaders = value)),
  },
  {
    flags: ["-include"],
    argument: "FILE",
    help: "read FILE before the program, as if it were included",
    commands: READS_FILES,
    apply: store((settings, value) => settings.includeFiles.push(value)),
  },
  {
    flags: ["--32"],
    help: "ILP32: int, long and pointers have 32 bits",
    commands: READS_FILES,
    apply: store((settings) => (settings.dataModel = "ILP32")),
  },
  {
    flags: ["--64"],
    help: "LP64: long and pointers have 64 bits (default)",
    commands: READS_FILES,
    apply: store((settings) => (settings.dataModel = "LP64")),
  },
  {
    flags: ["--build", "-p"],
    argument: "DIR",
    help: "the program is one of a build: DIR has its compile_commands.json (or is that file)",
    commands: READS_FILES,
    config: false,
    apply: store((settings, value) => (settings.build = value)),
  },
  {
    flags: ["--target"],
    argument: "NAME",
    help: "which program of the build: one of its targets, or a file of it (default: the one that has the entry)",
    commands: READS_FILES,
    config: false,
    apply: store((settings, value) => (settings.target = value)),
  },
  {
    flags: ["--link"],
    help: "the files are parts of one program",
    commands: READS_PROGRAM,
    apply: store((settings) => (settings.link = true)),
  },
  {
    flags: ["--signed-overflow"],
    argument: "MODE",
    help: "assume-none: an execution ends where it overflows (default); wrap: as with -fwrapv (default of `hone run`)",
    commands: READS_PROGRAM,
    apply: (settings, value) => {
      if (value !== "assume-none" && value !== "wrap") return "assume-none or wrap is expected";
      settings.signedOverflow = value;
      return undefined;
    },
  },
  {
    flags: ["--externals"],
    argument: "MODE",
    help: "undefined functions: assume: they write what non-const pointers of the call reach (default); any: whatever C allows",
    commands: ANALYSES,
    apply: (settings, value) => {
      if (value !== "assume" && value !== "any") return "assume or any is expected";
      settings.externals = value;
      return undefined;
    },
  },
  {
    flags: ["--evaluation-order"],
    argument: "MODE",
    help: "of operands that interfere: gcc: the order that gcc uses (default); any: every order that C allows",
    commands: ANALYSES,
    apply: (settings, value) => {
      if (value !== "gcc" && value !== "any") return "gcc or any is expected";
      settings.evaluationOrder = value;
      return undefined;
    },
  },
  {
    flags: ["--malloc"],
    argument: "MODE",
    help: "succeeds: memory that is asked for is there (default); may-fail: malloc and its relatives may return null (default where a file has CBMC's vocabulary)",
    commands: ["verify", "invariants", "run"],
    apply: oneOf(["succeeds", "may-fail"], (settings, value) => (settings.malloc = value)),
  },
  {
    flags: ["--remove-body"],
    argument: "FUNCTION",
    help: "leave out the body of a function (a static one also as __CPROVER_file_local_FILE_NAME): it is one that is not defined",
    commands: READS_PROGRAM,
    apply: store((settings, value) => settings.removedBodies.push(value)),
  },
  {
    flags: ["--allow-duplicates"],
    help: "with --link: the first of several definitions of a function wins",
    commands: READS_PROGRAM,
    apply: store((settings) => (settings.allowDuplicates = true)),
  },
  {
    flags: ["--unwind"],
    argument: "N",
    help: "claim, as CBMC does, that every loop jumps back less than N times: more often is a violation of `assert`",
    commands: READS_PROGRAM,
    apply: (settings, value) => {
      if (!isBound(value)) return "a number from 1 to a billion is expected";
      settings.unwind = Number(value);
      return undefined;
    },
  },
  {
    flags: ["--unwindset"],
    argument: "LIST",
    help: "the same for single loops, separated by commas: FUNCTION.LOOP:N, numbered from 0 in the order in which they end",
    commands: READS_PROGRAM,
    apply: (settings, value) => {
      for (const part of value.split(",")) {
        const [, loop, bound] = /^\s*([\w$]+\.\d+):(\d+)\s*$/.exec(part) ?? [];
        if (loop === undefined || bound === undefined || !isBound(bound)) return `"${part}" is not FUNCTION.LOOP:N`;
        settings.unwindset.push({ loop, bound: Number(bound) });
      }
      return undefined;
    },
  },
  {
    flags: ["--subobjects"],
    argument: "VIEW",
    help: "what an index may reach under `--check bounds`: own: the array or member that is indexed (default); whole: the object around it, as compilers have it",
    commands: ["verify", "invariants", "run"],
    apply: oneOf(["own", "whole"], (settings, value) => (settings.subobjects = value)),
  },
  {
    flags: ["--entry"],
    argument: "FUNCTION",
    help: "where the program starts (default main); pointers that it takes get objects (docs/entry.md)",
    commands: READS_PROGRAM,
    apply: store((settings, value) => (settings.entry = value)),
  },
  {
    flags: ["--param"],
    argument: "NAME=WHAT",
    help: "what a pointer of the entry points to, separated by commas: a number of elements or the parameter that has it; null: perhaps nothing; string: the last element is 0",
    commands: READS_FILES,
    config: false,
    apply: (settings, value) => {
      const [, name, what] = /^([A-Za-z_$][\w$]*)=(.+)$/.exec(value) ?? [];
      if (name === undefined || what === undefined) return "NAME=WHAT is expected";
      const request = parameterRequest(what);
      if (typeof request === "string") return request;
      settings.parameters.set(name, request);
      return undefined;
    },
  },
  {
    flags: ["--check"],
    argument: "LIST",
    help: `what to check, separated by commas: ${[...CHECKS.keys()].join(", ")}, or none (default assert); repeated: all of them`,
    commands: ["verify", "invariants", "cfa", "run"],
    apply: (settings, value) => addChecks(settings, value, []),
  },
  {
    flags: ["--spec"],
    argument: "FILE.prp",
    help: "the property to check, in SV-COMP syntax",
    commands: ["verify", "cfa"],
    apply: (settings, value) => {
      if (settings.spec !== undefined) return "one specification is expected; --check adds to it";
      settings.spec = value;
      return undefined;
    },
  },
  {
    flags: ["--engine"],
    argument: "NAME",
    help: "use this engine or preset only (see `hone engines`)",
    commands: ANALYSES,
    apply: store((settings, value) => (settings.engine = value)),
  },
  {
    flags: ["--domain"],
    argument: "NAME",
    help: "the abstract domain of the engine (see `hone domains`; `hone engines` shows which go together)",
    commands: ANALYSES,
    apply: store((settings, value) => (settings.domain = value)),
  },
  {
    flags: ["--integers"],
    argument: "KIND",
    help: "machine (default), or math: integers are unbounded and nothing overflows, as in the papers' examples",
    commands: ["verify", "invariants", "cfa"],
    apply: oneOf(["machine", "math"], (settings, value) => (settings.integers = value)),
  },
  {
    flags: ["--floats"],
    argument: "KIND",
    help: "ieee (default), or real: floating-point numbers are real numbers and nothing is rounded",
    commands: ["verify", "invariants", "cfa"],
    apply: oneOf(["ieee", "real"], (settings, value) => (settings.floats = value)),
  },
  ...ENGINE_OPTIONS.map(
    ({ name, flag, argument, help, read, expected }): Option => ({
      ...{ flags: [flag], argument, help, commands: ANALYSES },
      apply: (settings, text) => {
        const value = read(text);
        if (value === undefined) return expected;
        settings.engineOptions = { ...settings.engineOptions, [name]: value };
        return undefined;
      },
    }),
  ),
  {
    flags: ["--precision"],
    argument: "FILE.json",
    help: "start from the precision that --save-precision wrote, perhaps for an older version (engines predicate and explicit)",
    commands: ["verify"],
    config: false,
    apply: store((settings, value) => (settings.precision = value)),
  },
  {
    flags: ["--save-precision"],
    argument: "OUT.json",
    help: "write the predicates and variables that the analysis ended with (docs/precision.md)",
    commands: ["verify"],
    config: false,
    apply: store((settings, value) => (settings.savePrecision = value)),
  },
  {
    flags: ["--certify"],
    argument: "SOLVER",
    help: "which solver proves an engine's invariants: own, bits, z3, both or off (default: z3 where it is installed, then own, then bits)",
    commands: ANALYSES,
    apply: oneOf(["own", "bits", "z3", "both", "off"], (settings, value) => (settings.certify = value)),
  },
  {
    flags: ["--dump-queries"],
    argument: "DIR",
    help: "write what the solver is asked into DIR, a file (SMT-LIB 2) for each question; `hone smt` reads them",
    commands: ["verify"],
    config: false,
    apply: store((settings, value) => (settings.dumpQueries = value)),
  },
  {
    flags: ["--bundle"],
    argument: "FILE.json",
    help: "read all files from this bundle, none from the disk, and write none (`hone worker` does so: docs/batch.md)",
    commands: ["verify"],
    config: false,
    apply: (settings, value) => {
      if (settings.bundle !== undefined) return "one bundle is expected";
      settings.bundle = value;
      return undefined;
    },
  },
  {
    flags: ["--timeout"],
    argument: "SECONDS",
    help: "give up after this time, as `unknown` (default 60; `table`: 20)",
    commands: ["verify", "invariants", "bench", "table", "smt"],
    apply: (settings, value) => {
      const seconds = positiveNumber(value);
      if (seconds === undefined) return "a positive number of seconds is expected";
      settings.timeoutSeconds = seconds;
      settings.timeoutGiven = true;
      return undefined;
    },
  },
  {
    flags: ["--memory"],
    argument: "MB",
    help: "give up beyond this memory, as `unknown` (default 2000)",
    commands: ["verify", "invariants", "bench"],
    apply: (settings, value) => {
      const megabytes = positiveNumber(value);
      if (megabytes === undefined) return "a positive number of megabytes is expected";
      settings.memoryMb = megabytes;
      return undefined;
    },
  },
  {
    flags: ["--format"],
    argument: "FORMAT",
    help: `${oneOfThese(["text (default)", ...RESULT_FORMATS.slice(1).map(nameOf)])}; for \`cfa\`: ${oneOfThese(GRAPH_FORMATS.map(nameOf))}`,
    commands: ["verify", "invariants", "cfa"],
    apply: (settings, value) => {
      const format = FORMATS.find((one) => one.name === value);
      const all = new Set([...RESULT_FORMATS, ...FORMATS].map(nameOf));
      if (format === undefined) return `${oneOfThese([...all])} is expected`;
      settings.format = format;
      return undefined;
    },
  },
  {
    flags: ["--format"],
    argument: "FORMAT",
    help: `what is printed: ${oneOfThese(["text (default)", ...BENCH_FORMATS.slice(1).map(nameOf)])}; -o writes all of them`,
    commands: ["bench"],
    config: false,
    apply: (settings, value) => {
      const format = BENCH_FORMATS.find((one) => one.name === value);
      if (format === undefined) return `${oneOfThese(BENCH_FORMATS.map(nameOf))} is expected`;
      settings.benchFormat = format;
      return undefined;
    },
  },
  {
    flags: ["--output", "-o"],
    argument: "PATH",
    help: "write the report to this file instead of stdout; `bench`, `table`: JSON, CSV and plots into this folder",
    commands: ["verify", "invariants", "cfa", "bench", "table", "harness"],
    config: false,
    apply: store((settings, value) => (settings.output = value)),
  },
  {
    flags: ["--test", "--harness"],
    argument: "OUT.c",
    help: "for `unsafe`, write a C file that, compiled with the program, runs into the error and exits with 1",
    commands: ["verify"],
    config: false,
    apply: store((settings, value) => (settings.harness = value)),
  },
  {
    flags: ["--html"],
    argument: "OUT.html",
    help: "write a page with pictures of the analysis, refinement by refinement (engine dagger)",
    commands: ["verify"],
    config: false,
    apply: store((settings, value) => (settings.html = value)),
  },
  {
    flags: ["--model"],
    help: "print what the engines see instead of the functions' graphs",
    commands: ["cfa"],
    config: false,
    apply: store((settings) => (settings.level = "model")),
  },
  {
    flags: ["--function"],
    argument: "NAME",
    help: "`cfa`: print this function only; `harness`: the function to be called",
    commands: ["cfa", "harness"],
    config: false,
    apply: store((settings, value) => (settings.functionName = value)),
  },
  {
    flags: ["--status"],
    help: "print a status line for each file instead of graphs, also for a single file",
    commands: ["cfa"],
    config: false,
    apply: store((settings) => (settings.status = true)),
  },
  {
    flags: ["--configs"],
    argument: "LIST",
    help: "what to compare, separated by commas: presets, each perhaps with more options (default: what `verify` does)",
    commands: ["bench"],
    apply: store((settings, value) => (settings.configurations = value.split(","))),
  },
  {
    flags: ["--jobs", "-j"],
    argument: "N",
    help: "runs at the same time (default 1)",
    commands: ["bench", "worker", "table"],
    apply: (settings, value) => {
      if (!/^[1-9]\d{0,2}$/.test(value)) return "a number from 1 to 999 is expected";
      settings.jobs = Number(value);
      return undefined;
    },
  },
  {
    flags: ["--sample"],
    argument: "N",
    help: "take at most N tasks of each set, always the same ones",
    commands: ["bench"],
    config: false,
    apply: (settings, value) => {
      if (!/^[1-9]\d{0,5}$/.test(value)) return "a positive number is expected";
      settings.sample = Number(value);
      return undefined;
    },
  },
  {
    flags: ["--all-properties"],
    help: "also run the tasks of an INDEX.tsv that ask about bounds or overflows",
    commands: ["bench"],
    apply: store((settings) => (settings.allProperties = true)),
  },
  {
    flags: ["--queue"],
    argument: "URL",
    help: "the Redis server where tasks are left for workers: redis://HOST:PORT/DATABASE (docs/batch.md); the password may be in HONE_QUEUE_PASSWORD",
    commands: ["bench", "worker"],
    apply: store((settings, value) => (settings.queue = value)),
  },
  {
    flags: ["--queue-name"],
    argument: "NAME",
    help: "which queue of the server (default hone)",
    commands: ["bench", "worker"],
    apply: (settings, value) => {
      if (!/^[\w.-]{1,100}$/.test(value)) return "letters, digits, dots, dashes and underscores are expected";
      settings.queueName = value;
      return undefined;
    },
  },
  {
    flags: ["--shared-files"],
    help: "with --queue: workers read the files by their paths, from a disk that they share; they do not travel",
    commands: ["bench"],
    apply: store((settings) => (settings.sharedFiles = true)),
  },
  {
    flags: ["--allow"],
    argument: "DIR",
    help: "with --queue: programs may also include files of this folder, beside the folders of the tasks and of -I",
    commands: ["bench"],
    apply: store((settings, value) => settings.allowedFolders.push(value)),
  },
  {
    flags: ["--fresh"],
    help: "run everything, also what is kept in the folder of -o or at the server",
    commands: ["bench"],
    config: false,
    apply: store((settings) => (settings.fresh = true)),
  },
  {
    flags: ["--compare"],
    help: "compare two results instead of running anything: OLD and NEW are bench.json files, or folders of -o",
    commands: ["bench"],
    config: false,
    apply: store((settings) => (settings.compare = true)),
  },
  {
    flags: ["--most-seconds"],
    argument: "SECONDS",
    help: "refuse tasks that ask for more time (default a day)",
    commands: ["worker"],
    apply: (settings, value) => {
      const seconds = positiveNumber(value);
      if (seconds === undefined) return "a positive number of seconds is expected";
      settings.mostSeconds = seconds;
      return undefined;
    },
  },
  {
    flags: ["--most-memory"],
    argument: "MB",
    help: "refuse tasks that ask for more memory (default: what the machine has)",
    commands: ["worker"],
    apply: (settings, value) => {
      const megabytes = positiveNumber(value);
      if (megabytes === undefined) return "a positive number of megabytes is expected";
      settings.mostMemoryMb = megabytes;
      return undefined;
    },
  },
  {
    flags: ["--root"],
    argument: "DIR",
    help: "the folder of the benchmark sets (default: the environment variable HONE_BENCHMARKS)",
    commands: ["bench", "table"],
    apply: store((settings, value) => (settings.root = value)),
  },
  {
    flags: ["--rows"],
    argument: "LIST",
    help: "only these rows, separated by commas",
    commands: ["table"],
    config: false,
    apply: store((settings, value) => (settings.rows = value.split(","))),
  },
  {
    flags: ["--columns"],
    argument: "LIST",
    help: "only these columns, separated by commas",
    commands: ["table"],
    config: false,
    apply: store((settings, value) => (settings.columns = value.split(","))),
  },
  {
    flags: ["--solver"],
    argument: "NAME",
    help: "own (default) or z3",
    commands: ["smt"],
    apply: oneOf(["own", "z3"], (settings, value) => (settings.solver = value)),
  },
  {
    flags: ["--inputs"],
    argument: "LIST",
    help: "the values that the program reads, in order, separated by commas; then 0",
    commands: ["run"],
    config: false,
    apply: (settings, value) => {
      const inputs = value.split(",").map((text) => text.trim());
      if (value.trim() !== "" && !inputs.every(isNumber)) return "numbers separated by commas are expected";
      settings.inputs = value.trim() === "" ? [] : inputs;
      return undefined;
    },
  },
  {
    flags: ["--seed"],
    argument: "N",
    help: "the values that the program reads are random, the same for the same N",
    commands: ["run"],
    config: false,
    apply: (settings, value) => {
      if (!/^\d{1,9}$/.test(value)) return "a whole number below a billion is expected";
      settings.seed = Number(value);
      return undefined;
    },
  },
  {
    flags: ["--replay"],
    argument: "RESULT.json",
    help: "the values that the program reads are those of a counterexample (`hone verify --format json`)",
    commands: ["run"],
    config: false,
    apply: store((settings, value) => (settings.replay = value)),
  },
  {
    flags: ["--steps"],
    argument: "N",
    help: "stop after N edges (default a billion)",
    commands: ["run"],
    apply: (settings, value) => {
      const steps = positiveNumber(value);
      if (steps === undefined) return "a positive number is expected";
      settings.steps = Math.floor(steps);
      return undefined;
    },
  },
  ...CBMC_OPTIONS.map(
    ({ flag, argument, help, meaning }): Option => ({
      ...{ flags: [flag], help, commands: CBMC_COMMANDS },
      ...(argument === undefined ? {} : { argument }),
      apply: (settings) => {
        if (meaning.kind === "refused") return `hone has nothing like it: ${meaning.why}`;
        if (meaning.kind === "malloc") settings.malloc = meaning.malloc;
        if (meaning.kind === "checks") addChecks(settings, meaning.checks, ["unreach-call"]);
        return undefined;
      },
    }),
  ),
  {
    flags: ["--quiet", "-q"],
    help: "print only the verdict, nothing on stderr but errors",
    apply: store((settings) => (settings.quiet = true)),
  },
  {
    flags: ["--verbose", "-v"],
    help: "print more: what took how long; with --version, what is installed",
    apply: store((settings) => (settings.verbose = true)),
  },
  {
    flags: ["--help", "-h"],
    help: "this text",
    config: false,
    apply: store((settings) => (settings.help = true)),
  },
  {
    flags: ["--version", "-V"],
    help: "print the version",
    config: false,
    apply: store((settings) => (settings.version = true)),
  },
];

export function optionsOf(command: CommandName): readonly Option[] {
  return OPTIONS.filter((option) => option.commands === undefined || option.commands.includes(command));
}
