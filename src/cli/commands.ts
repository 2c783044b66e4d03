/** The commands as data: what `hone help` says about each. What they do is in `commands/`. */
import type { CommandName } from "./settings.ts";

/** Commands that read a program, files of one, or analyse it: who takes the options about that. */
export const READS_PROGRAM: readonly CommandName[] = [
  "verify",
  "check",
  "view",
  "invariants",
  "run",
  "cfa",
  "features",
];
export const READS_FILES: readonly CommandName[] = [...READS_PROGRAM, "harness"];
export const ANALYSES: readonly CommandName[] = ["verify", "check", "view", "invariants"];

export interface CommandDescription {
  readonly name: CommandName;
  readonly usage: string;
  readonly summary: string;
  readonly description: readonly string[];
  readonly examples: readonly { readonly line: string; readonly meaning: string }[];
}

export const COMMANDS: readonly CommandDescription[] = [
  {
    name: "verify",
    usage: "hone [verify] FILE... [options]",
    summary: "prove a program safe for all inputs, or break it with a test",
    description: [
      "FILE is a C file (.c or preprocessed .i), an SV-COMP task definition (.yml), or - for stdin. Each file is a",
      "program of its own unless --link says that they are one. Without --engine the registered engines take turns.",
      "Last line on stdout: hone: SAFE, UNSAFE or UNKNOWN.",
      "Exit code: 0 safe, 1 unsafe, 2 bad input or usage, 3 unknown, 101 internal error; of several files the worst.",
    ],
    examples: [
      { line: "hone examples/bank-transfer.c", meaning: "the assertions of one program" },
      { line: "hone verify --check bounds,div-zero --32 driver.i", meaning: "other properties, another machine" },
      { line: "hone verify --spec unreach-call.prp --format json task.yml", meaning: "an SV-COMP task, for a script" },
      { line: "hone verify --link -I include src/queue.c src/main.c", meaning: "a program of two files" },
      { line: "hone verify -p build --target server", meaning: "a program of a build (compile_commands.json)" },
      { line: "hone verify gcc -std=c99 -O2 -Iinclude -c queue.c -o queue.o", meaning: "a command of a build, pasted" },
    ],
  },
  {
    name: "check",
    usage: "hone check FILE... WITNESS.yml [options]",
    summary: "check what a verification witness says of a program, of hone or of another tool",
    description: [
      "The witness (YAML, format 2.0 or 2.1; docs/witnesses.md) says which property and data model it is about. Invariants are proved,",
      "or refuted by a run; a violation is followed along its waypoints. Last line on stdout: hone: CONFIRMED, REFUTED or UNKNOWN.",
      "Exit code: 0 confirmed, 1 refuted, 2 no witness of this program, 3 unknown, 101 internal error; --lint: 0 or 2.",
    ],
    examples: [
      { line: "hone check examples/bank-transfer.c witness.yml", meaning: "" },
      { line: "hone check --lint examples/bank-transfer.c witness.yml", meaning: "only its form" },
    ],
  },
  {
    name: "run",
    usage: "hone run FILE... [options]",
    summary: "execute a program, exactly as C defines it, and stop at the first error",
    description: [
      "The program's output goes to stdout, everything else to stderr. What the program reads from its environment",
      "(nondeterministic functions, uninitialised variables) comes from --inputs, --seed or --replay, else it is 0.",
      "Exit code: 0 the program ended (its own status is printed), 1 it reached an error (the trace is printed),",
      "2 bad input or usage, 3 it was stopped or does something that hone does not model, 101 internal error.",
    ],
    examples: [
      { line: "hone run examples/ring-buffer.c --seed 7", meaning: "random inputs" },
      { line: "hone run examples/bank-transfer.c --inputs 100,30,-5", meaning: "chosen inputs" },
      { line: "hone run examples/bank-transfer.c --replay result.json", meaning: "the counterexample of a result" },
    ],
  },
  {
    name: "cfa",
    usage: "hone cfa FILE|DIRECTORY... [options]",
    summary: "print the control-flow automaton of a program",
    description: [
      "Stops after lowering. One file: prints its functions' graphs. Several files or a directory (searched for *.c and",
      "*.i): one status line each and a summary. Data model and defines come from an INDEX.tsv beside the files, where",
      "there is one. Exit code: 0, or 2 if some file could not be read.",
    ],
    examples: [
      { line: "hone cfa examples/lock-protocol.c", meaning: "the graphs as text" },
      { line: "hone cfa --format dot --function main a.c | dot -Tsvg -o a.svg", meaning: "one graph as a picture" },
      { line: "hone cfa --model examples/lock-protocol.c", meaning: "what the engines see" },
      { line: "hone cfa --32 benchmarks/", meaning: "does hone read all of these?" },
    ],
  },
  {
    name: "features",
    usage: "hone features FILE|DIRECTORY... [options]",
    summary: "say what a program is like, as far as that decides which engine has a chance",
    description: [
      "Loops, arithmetic, memory and calls, counted on what the engines see: the program without what cannot matter to the property.",
      "docs/schedule.md says what follows from that. Nothing is verified. Exit code: 0, or 2 if some file could not be read.",
    ],
    examples: [
      { line: "hone features examples/ring-buffer.c", meaning: "" },
      { line: "hone features --check bounds --format json src/", meaning: "of all files of a folder, for a script" },
    ],
  },
  {
    name: "bench",
    usage: "hone bench TASKS... [options]",
    summary: "run sets of tasks under one or more configurations, and compare",
    description: [
      "TASKS are folders with an INDEX.tsv (expected verdicts, data model, property), SV-COMP task definitions (.yml), C",
      "files (a comment `expect: safe` at the top says what is expected), or folders of such. Each run is a process of its own,",
      "of this machine or, with --queue, of workers anywhere (docs/batch.md). With -o a second start goes on where the first ended.",
      "Exit code: 0, 1 if a verdict was wrong or a run crashed (--compare: or a solved task was lost), 2 usage, or runs without",
      "a result (a server that went away, tasks that workers refuse), 130 or 143 interrupted; what was run is reported.",
    ],
    examples: [
      { line: "hone bench tasks/locks --timeout 20", meaning: "one set, as `hone verify` would do it" },
      { line: 'hone bench tasks --configs "explicit,explicit:full" -j 2 -o results', meaning: "two presets compared" },
      { line: "hone bench tasks --sample 5 --timeout 5", meaning: "a quick look at all sets" },
      { line: "hone bench tasks --queue redis://server:6379/0 -o results", meaning: "on workers of many machines" },
      { line: "hone bench --compare yesterday today", meaning: "exit code 1 if a verdict is wrong or lost" },
    ],
  },
  {
    name: "worker",
    usage: "hone worker --queue URL [options]",
    summary: "take tasks that `hone bench --queue` submits, until it is stopped",
    description: [
      "Programs come with their tasks; nothing else of this machine is read, and nothing is written. Each task is a process of",
      "its own with the submitter's limits. SIGTERM and Ctrl-C give back what was begun.",
      "Exit code: 2 usage, a server that is not there, or tasks of another version of hone; 130, 143 stopped.",
    ],
    examples: [
      { line: "hone worker --queue redis://server:6379/0", meaning: "one task at a time" },
      { line: "hone worker --queue redis://server:6379/0 --jobs 8 --most-memory 4000", meaning: "a larger machine" },
    ],
  },
  {
    name: "harness",
    usage: "hone harness FILE --function NAME [options]",
    summary: "write a function that calls another one with anything that it may be called with",
    description: [
      "It is what `hone verify --entry NAME` starts from, as C text to edit (docs/entry.md): pointers point to objects of their own with",
      "any contents, numbers are inputs. The text includes FILE, so that it compiles. Exit code: 0, 2 bad input or usage.",
    ],
    examples: [
      {
        line: "hone harness src/queue.c --function push -o push_harness.c",
        meaning: "then `hone verify --entry push_harness push_harness.c`",
      },
      {
        line: "hone harness sum.c --function sum --param values=count",
        meaning: "an array of as many elements as count says",
      },
    ],
  },
  {
    name: "view",
    usage: "hone view FILE [-o OUT.html]",
    summary: "show a result, or what comes of verifying a file, as a page in the browser",
    description: [
      "FILE is what `hone verify --format json` printed (the sources are read from where it says), or a program, which is verified with",
      "the defaults. The page is one file without anything loaded; `hone verify --html OUT.html` writes the same. Its path is printed,",
      "and opened where there is a screen. Exit code: that of `hone verify` for a program, else 0, or 2 bad input or usage.",
    ],
    examples: [
      { line: "hone view examples/bank-transfer.c", meaning: "verify and look" },
      { line: "hone view result.json -o report.html", meaning: "the page of a result that was written before" },
    ],
  },
  {
    name: "playground",
    usage: "hone playground [--port N]",
    summary: "try programs in the browser: an editor, the verdict beside it, the counterexample in the source",
    description: [
      "Serves the playground to this machine only (127.0.0.1) until it is stopped, and opens it where there is a screen. Programs are",
      "verified in the browser; nothing is sent anywhere (docs/playground.md). Exit code: 2 usage, or a port that is taken;",
      "130, 143 stopped.",
    ],
    examples: [
      { line: "hone playground", meaning: "" },
      { line: "hone playground --port 8080", meaning: "at another port; 0: at any that is free" },
    ],
  },
  {
    name: "lsp",
    usage: "hone lsp",
    summary: "a language server: what hone says about a file, in the editor where it is written",
    description: [
      "Speaks the Language Server Protocol over standard input and output; an editor starts it (docs/editors.md: VS Code, Neovim, Helix,",
      "Emacs). What the compiler would say is told while one types; files are verified when they are opened and saved, each with",
      "the hone.config.json of its folder or above; the editor's settings go before it. Exit code: 0, 1 if the editor went away",
      "without saying so, 2 usage.",
    ],
    examples: [{ line: "hone lsp", meaning: "as an editor starts it" }],
  },
  {
    name: "invariants",
    usage: "hone invariants FILE... [options]",
    summary: "compute an invariant at each loop of a program, and print it above the loop",
    description: [
      "The property of the program is left out (a check in a loop would act as an assumption) unless --check names one.",
      "Every invariant is inductive, proved by the certificate checker. Exit code: 0, 2 bad input or usage, 3 none found.",
    ],
    examples: [
      { line: "hone invariants examples/lock-protocol.c", meaning: "the source with invariants in it" },
      { line: "hone invariants --domain octagon --format json loop.c", meaning: "another domain, for a script" },
    ],
  },
  {
    name: "table",
    usage: "hone table NAME [options]",
    summary: "run a table of one of the papers, and print our figures beside the paper's",
    description: [
      "NAME is dagger, path-focusing, explicit or vinta, as far as they are there. The programs are those of a benchmark",
      "collection (--root; docs/tables.md says where they come from); without it there is nothing to run.",
      "Exit code: 0, 1 if a claim of the table failed, 2 usage.",
    ],
    examples: [
      { line: "hone table dagger --timeout 20", meaning: "Table 1 of the paper" },
      { line: "hone table dagger --ablate", meaning: "what each of our extras is good for" },
      {
        line: "hone table dagger --rows seesaw,cars --columns dagger,tree+itp -o results",
        meaning: "a part of it, kept",
      },
    ],
  },
  {
    name: "smt",
    usage: "hone smt FILE.smt2... [options]",
    summary: "answer a script in SMT-LIB 2 (linear arithmetic, bit-vectors, arrays, floats)",
    description: [
      "Runs the script's commands and prints their answers, with the solvers that the engines use: QF_LIA, QF_LRA and the like",
      "by the linear one (--solver z3: by Z3), QF_BV, QF_ABV, QF_FP, QF_BVFP and QF_ABVFP by circuits and SAT. Exit code: 0, 2 if a",
      "script is wrong or asks for what is not supported (with line and column), 3 if an answer was unknown.",
    ],
    examples: [
      { line: "hone smt query.smt2", meaning: "" },
      { line: "hone smt --solver z3 query.smt2", meaning: "the second opinion" },
    ],
  },
  {
    name: "init",
    usage: "hone init",
    summary: "write a hone.config.json into the current folder",
    description: [
      "It holds defaults of options, by their names without dashes, for hone in this folder and below; the command line goes before",
      "it, and paths in it are relative to it. Its schema is schemas/config-v1.schema.json. A file that is there is left as it is.",
      "Exit code: 0, 2 if there is one already.",
    ],
    examples: [{ line: "hone init", meaning: "" }],
  },
  {
    name: "completions",
    usage: "hone completions bash|zsh|fish",
    summary: "print what a shell needs to complete commands, options and their values",
    description: ["To be read by the shell when it starts. Exit code: 0, 2 for another shell."],
    examples: [
      { line: "hone completions bash > ~/.local/share/bash-completion/completions/hone", meaning: "bash" },
      { line: "hone completions zsh > ~/.zfunc/_hone", meaning: "zsh, where fpath has ~/.zfunc" },
      { line: "hone completions fish > ~/.config/fish/completions/hone.fish", meaning: "fish" },
    ],
  },
  {
    name: "engines",
    usage: "hone engines",
    summary: "list the engines and their presets",
    description: ["Each line is a name for `hone verify --engine`."],
    examples: [{ line: "hone engines", meaning: "" }],
  },
  {
    name: "domains",
    usage: "hone domains",
    summary: "list the abstract domains",
    description: ["Each line is a name for `hone verify --domain`."],
    examples: [{ line: "hone domains", meaning: "" }],
  },
];
