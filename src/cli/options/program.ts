/** Options: what is read, and where it starts. */
import { READS_FILES, READS_PROGRAM } from "../commands.ts";
import { type OptionGroup, oneOf, parameterRequest, store } from "../option.ts";
import { withRegion } from "../regions.ts";

export const PROGRAM_OPTIONS: OptionGroup = {
  title: "The program",
  options: [
    {
      flags: ["-D"],
      argument: "NAME[=VALUE]",
      attached: true,
      common: "define a macro",
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
      common: "look for headers in DIR",
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
      flags: ["-include"],
      argument: "FILE",
      help: "read FILE before the program, as if it were included",
      commands: READS_FILES,
      apply: store((settings, value) => settings.includeFiles.push(value)),
    },
    {
      flags: ["--compiler-headers"],
      argument: "MODE",
      help: "headers that are nowhere else: use: those of an installed compiler are read (default); hint: they are only told about",
      commands: READS_FILES,
      apply: oneOf(["use", "hint"], (settings, value) => (settings.compilerHeaders = value)),
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
      flags: ["--link"],
      common: "the files are parts of one program",
      help: "the files are parts of one program",
      commands: READS_PROGRAM,
      apply: store((settings) => (settings.link = true)),
    },
    {
      flags: ["--build", "-p"],
      argument: "DIR",
      common: "the program is one of a build: DIR has its compile_commands.json",
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
      flags: ["--entry"],
      argument: "FUNCTION",
      common: "start at this function instead of main; its pointers get objects",
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
      flags: ["--acsl"],
      argument: "WHICH",
      help: "read ACSL's annotations in comments: assert: `assert`, `check` and `admit`, others are left out with a note; all: others, too, or they are errors (docs/migrating.md)",
      commands: READS_FILES,
      apply: oneOf(["assert", "all"], (settings, value) => (settings.acsl = value)),
    },
    {
      flags: ["--region"],
      argument: "ADDRESS:SIZE",
      help: "there are device registers at this address, which give anything at each read; ADDRESS:SIZE:memory: memory, whose first content is anything (docs/entry.md)",
      commands: READS_FILES,
      apply: (settings, value) => {
        const added = withRegion(settings.regions, value);
        if (typeof added === "string") return added;
        settings.regions = added;
        return undefined;
      },
    },
    {
      flags: ["--nondet-static"],
      help: "statics that are not const begin with any value, as CBMC has it",
      commands: READS_PROGRAM,
      apply: store((settings) => (settings.nondetStatic = { except: settings.nondetStatic?.except ?? [] })),
    },
    {
      flags: ["--nondet-static-exclude"],
      argument: "NAME",
      help: "the same for all statics but this one",
      commands: READS_PROGRAM,
      apply: store(
        (settings, value) => (settings.nondetStatic = { except: [...(settings.nondetStatic?.except ?? []), value] }),
      ),
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
  ],
};
