/** Options: formats and files. */
import { BENCH_FORMATS } from "../../bench/formats.ts";
import { FORMATS, GRAPH_FORMATS, RESULT_FORMATS, SV_COMP } from "../../report/formats.ts";
import { nameOf, type OptionGroup, oneOfThese, store } from "../option.ts";
import { DEFAULT_PORT, INVARIANT_FORMATS } from "../settings.ts";

export const REPORT_OPTIONS: OptionGroup = {
  title: "What is printed and written",
  options: [
    {
      flags: ["--watch", "-w"],
      help: "verify again whenever a file of the program changes, until Ctrl-C",
      commands: ["verify"],
      config: false,
      apply: store((settings) => (settings.watch = true)),
    },
    {
      flags: ["--format"],
      argument: "FORMAT",
      common: "text (default), json, sarif, github or junit",
      help: `${oneOfThese(["text (default)", ...RESULT_FORMATS.slice(1).map(nameOf)])}; for \`cfa\`: ${oneOfThese(GRAPH_FORMATS.map(nameOf))}`,
      commands: ["verify", "cfa"],
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
      flags: ["--format"],
      argument: "FORMAT",
      help: "the source with invariants as comments (text, default), as ACSL annotations (acsl) or as assertions (c); or json, or a witness",
      commands: ["invariants"],
      config: false,
      apply: (settings, value) => {
        const format = INVARIANT_FORMATS.find((one) => one === value);
        if (format === undefined) return `${oneOfThese([...INVARIANT_FORMATS])} is expected`;
        settings.invariantFormat = format;
        return undefined;
      },
    },
    {
      flags: ["--format"],
      argument: "FORMAT",
      help: "text (default) or json",
      commands: ["features"],
      config: false,
      apply: (settings, value) => {
        if (value !== "text" && value !== "json") return "text or json is expected";
        settings.featureFormat = value;
        return undefined;
      },
    },
    {
      flags: ["--output", "-o"],
      argument: "PATH",
      help: "write the report to this file instead of stdout; `bench`, `table`: JSON, CSV and plots into this folder",
      commands: ["verify", "view", "invariants", "cfa", "features", "bench", "table", "harness"],
      config: false,
      apply: store((settings, value) => (settings.output = value)),
    },
    {
      flags: ["--test", "--harness"],
      argument: "OUT.c",
      common: "for unsafe, write a C file that fails when it is compiled and run",
      help: "for `unsafe`, write a C file that, compiled with the program, runs into the error and exits with 1",
      commands: ["verify"],
      config: false,
      apply: store((settings, value) => (settings.harness = value)),
    },
    {
      flags: ["--witness"],
      argument: "OUT.yml",
      common: "write what others can check the verdict by (docs/witnesses.md)",
      help: "write a verification witness (YAML, format 2.0, or 2.1 with contracts): invariants of `safe`, the inputs of `unsafe`",
      commands: ["verify"],
      config: false,
      apply: store((settings, value) => (settings.witness = value)),
    },
    {
      flags: ["--sv-comp"],
      help: "as in SV-COMP: print only true, false(PROPERTY) or unknown, and write witness.yml unless --witness says where to",
      commands: ["verify"],
      config: false,
      apply: store((settings) => {
        settings.format = SV_COMP;
        settings.witness ??= "witness.yml";
      }),
    },
    {
      flags: ["--lint"],
      help: "look only at the form of the witness: syntax, hashes, places, expressions",
      commands: ["check"],
      config: false,
      apply: store((settings) => (settings.lint = true)),
    },
    {
      flags: ["--html"],
      argument: "OUT.html",
      common: "write a page to look at (docs/report.md)",
      help: "write a page: the source with what is proved, violated and open, the counterexample to step through, pictures of the analysis",
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
      flags: ["--port"],
      argument: "N",
      help: `the port of this machine at which the playground is (default ${DEFAULT_PORT}; 0: any that is free)`,
      commands: ["playground"],
      apply: (settings, value) => {
        if (!/^\d{1,5}$/.test(value) || Number(value) > 65_535) return "a number from 0 to 65535 is expected";
        settings.port = Number(value);
        return undefined;
      },
    },
  ],
};
