/** Options: limits, engines, solvers and what they keep. */
import { ENGINE_OPTIONS } from "../../engines/options.ts";
import { ANALYSES } from "../commands.ts";
import { type Option, type OptionGroup, oneOf, positiveNumber, store } from "../option.ts";

export const ANALYSIS_OPTIONS: OptionGroup = {
  title: "The analysis",
  options: [
    {
      flags: ["--timeout"],
      argument: "SECONDS",
      common: "give up after this time, as unknown (default 60)",
      help: "give up after this time, as `unknown` (default 60; `table`: 20)",
      commands: ["verify", "check", "invariants", "bench", "table", "smt"],
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
      commands: ["verify", "check", "invariants", "bench"],
      apply: (settings, value) => {
        const megabytes = positiveNumber(value);
        if (megabytes === undefined) return "a positive number of megabytes is expected";
        settings.memoryMb = megabytes;
        return undefined;
      },
    },
    {
      flags: ["--parallel"],
      argument: "N",
      help: "engines work in at most N processes (default 1), which share --memory; --engine and --dump-queries take one (docs/parallel.md)",
      commands: ["verify"],
      apply: (settings, value) => {
        if (!/^[1-9]\d?$/.test(value)) return "a number from 1 to 99 is expected";
        settings.parallel = Number(value);
        return undefined;
      },
    },
    {
      flags: ["--race"],
      help: "with several processes: the first answer that comes wins, which may be another engine's from run to run",
      commands: ["verify"],
      apply: store((settings) => (settings.race = true)),
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
      flags: ["--certify"],
      argument: "SOLVER",
      help: "which solver proves an engine's invariants: own, bits, z3, both or off (default: z3 where it is installed, then own, then bits)",
      commands: ANALYSES,
      apply: oneOf(["own", "bits", "z3", "both", "off"], (settings, value) => (settings.certify = value)),
    },
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
      flags: ["--dump-queries"],
      argument: "DIR",
      help: "write what the solver is asked into DIR, a file (SMT-LIB 2) for each question; `hone smt` reads them",
      commands: ["verify"],
      config: false,
      apply: store((settings, value) => (settings.dumpQueries = value)),
    },
    {
      flags: ["--cache"],
      argument: "DIR",
      help: "keep verdicts in DIR, and take those of programs that have not changed from there, their evidence checked again (docs/ci.md)",
      commands: ["verify"],
      apply: store((settings, value) => (settings.cache = value)),
    },
    {
      flags: ["--no-cache"],
      help: "keep and take no verdicts, where hone.config.json has a cache",
      commands: ["verify"],
      config: false,
      apply: store((settings) => (settings.cache = undefined)),
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
      flags: ["--solver"],
      argument: "NAME",
      help: "own (default) or z3",
      commands: ["smt"],
      apply: oneOf(["own", "z3"], (settings, value) => (settings.solver = value)),
    },
  ],
};
