/**
 * argv to exit code. The only place where exceptions end: whatever gets here is a bug in hone, is called one, and never
 * looks like a verdict.
 */

import { type Format, RESULT_FORMATS } from "../report/formats.ts";
import { type Bundle, LARGEST_BUNDLE, parseBundle } from "../tasks/bundle.ts";
import { findConfig } from "../tasks/config-file.ts";
import { confined, readText, systemMessage } from "../tasks/files.ts";
import { type Arguments, parseArguments } from "./arguments.ts";
import { expandResponseFiles } from "./build/response-files.ts";
import { benchCommand } from "./commands/bench.ts";
import { cfaCommand } from "./commands/cfa.ts";
import { checkCommand } from "./commands/check.ts";
import { completionsCommand } from "./commands/completions.ts";
import { featuresCommand } from "./commands/features.ts";
import { harnessCommand } from "./commands/harness.ts";
import { initCommand } from "./commands/init.ts";
import { invariantsCommand } from "./commands/invariants.ts";
import { lspCommand } from "./commands/lsp.ts";
import { playgroundCommand } from "./commands/playground.ts";
import { domainsCommand, enginesCommand } from "./commands/registries.ts";
import { runCommand } from "./commands/run.ts";
import { smtCommand } from "./commands/smt.ts";
import { tableCommand } from "./commands/table.ts";
import { verifyCommand } from "./commands/verify.ts";
import { viewCommand } from "./commands/view.ts";
import { workerCommand } from "./commands/worker.ts";
import { type Environment, processEnvironment } from "./environment.ts";
import {
  EXIT_BAD_INPUT,
  EXIT_INTERNAL_ERROR,
  EXIT_NO_READER,
  EXIT_SAFE,
  EXIT_TERMINATED,
  type ExitCode,
} from "./exit-codes.ts";
import { commandHelp, generalHelp } from "./help.ts";
import { ignoredNotes } from "./inputs.ts";
import { internalError, tellNotes } from "./messages.ts";
import { optimiseLate } from "./optimise-late.ts";
import { TOOL_VERSION, versionDetails } from "./version.ts";

export type Command = (args: Arguments, environment: Environment) => Promise<ExitCode> | ExitCode;

const COMMANDS: Readonly<Record<Arguments["command"], Command>> = {
  verify: verifyCommand,
  run: runCommand,
  cfa: cfaCommand,
  features: featuresCommand,
  check: checkCommand,
  bench: benchCommand,
  worker: workerCommand,
  invariants: invariantsCommand,
  table: tableCommand,
  smt: smtCommand,
  harness: harnessCommand,
  init: initCommand,
  completions: completionsCommand,
  view: viewCommand,
  playground: playgroundCommand,
  lsp: lspCommand,
  engines: enginesCommand,
  domains: domainsCommand,
};

/** Runs one command line in the given environment; used by bin/hone through `start`, and by tests. */
export async function main(argv: readonly string[], environment: Environment): Promise<ExitCode> {
  const bundle = readBundle(argv);
  if (typeof bundle === "string") return usageError(bundle, argv, environment);
  if (bundle === undefined) return run(argv, environment);
  return confined(new Map(bundle), () => run(argv, { ...environment, bundle }));
}

/** What `--bundle` names. It is read before anything else: with it even the configuration comes from the bundle. */
function readBundle(argv: readonly string[]): Bundle | string | undefined {
  const at = argv.findIndex((word) => /^--bundle(=|$)/.test(word));
  if (at === -1) return undefined;
  const path = argv[at] === "--bundle" ? argv[at + 1] : argv[at]?.slice("--bundle=".length);
  // A missing argument is the parser's to tell.
  if (path === undefined) return undefined;
  const read = readText(path, LARGEST_BUNDLE);
  const bundle = read.kind === "problem" ? read.message : parseBundle(read.text);
  return typeof bundle === "string" ? `--bundle ${path}: ${bundle}` : bundle;
}

const NO_CONFIG = { kind: "none" } as const;

/** What a command needs where that is no file. */
const NEEDS: Partial<Record<Arguments["command"], string>> = { table: "a name", completions: "a shell" };

/** Commands that need no file. */
const WITHOUT_FILES: readonly string[] = ["engines", "domains", "worker", "init", "playground", "lsp"];

async function run(argv: readonly string[], environment: Environment): Promise<ExitCode> {
  // Who writes a configuration, or asks for help, has no use for one that is wrong; the language server looks for one at each file.
  const config = ["init", "completions", "help", "lsp"].includes(argv[0] ?? "") ? NO_CONFIG : findConfig();
  if (config.kind === "problem") return usageError(config.message, argv, environment);
  const parsed = parseArguments(expandResponseFiles(argv), config.kind === "config" ? config : undefined);
  if (parsed.kind === "usage") return usageError(parsed.message, argv, environment);
  const args = parsed.arguments;
  if (args.settings.bundle !== undefined && environment.bundle === undefined)
    return usageError("--bundle stands on the command line itself, not in a file", argv, environment);
  if (args.settings.help) {
    environment.write(args.named ? commandHelp(args.command) : generalHelp());
    return EXIT_SAFE;
  }
  if (args.settings.version) {
    environment.write(args.settings.verbose ? await versionDetails() : `hone ${TOOL_VERSION}\n`);
    return EXIT_SAFE;
  }
  if (args.files.length === 0 && args.settings.build === undefined && !WITHOUT_FILES.includes(args.command)) {
    if (args.named)
      return usageError(
        `\`hone ${args.command}\` needs ${NEEDS[args.command] ?? "a file"}; see \`hone help ${args.command}\``,
        argv,
        environment,
      );
    environment.log(generalHelp());
    return EXIT_BAD_INPUT;
  }
  const { ignored, caveats, target, build } = args.settings;
  if (target !== undefined && build === undefined)
    return usageError("--target names a program of a build, which -p says (compile_commands.json)", argv, environment);
  tellNotes(ignoredNotes(ignored, caveats), args.settings, environment);
  return COMMANDS[args.command](args, environment);
}

/** Nothing is run; a script that reads a format hears why. */
function usageError(message: string, argv: readonly string[], environment: Environment): ExitCode {
  environment.log(`hone: ${message}\n`);
  const results = formatIn(argv)?.results;
  if (typeof results === "function") environment.write(results([], { toolVersion: TOOL_VERSION, problem: message }));
  return EXIT_BAD_INPUT;
}

/** The format that a command line asks for that could not be understood as a whole. */
function formatIn(argv: readonly string[]): Format | undefined {
  const [command = ""] = argv;
  if (Object.hasOwn(COMMANDS, command) && command !== "verify") return undefined;
  const at = argv.findLastIndex((word) => /^--format(=|$)/.test(word));
  const name = argv[at] === "--format" ? argv[at + 1] : argv[at]?.slice("--format=".length);
  return RESULT_FORMATS.find((one) => one.name === name);
}

/** What bin/hone calls. */
export async function start(argv: readonly string[]): Promise<void> {
  optimiseLate();
  let told = false;
  for (const stream of [process.stdout, process.stderr]) {
    stream.on("error", (error: NodeJS.ErrnoException) => {
      // The reader went away (`hone ... | head`): nobody is left to talk to. Without a verdict it is not 0, which would be one.
      if (error.code === "EPIPE") process.exit(process.exitCode ?? EXIT_NO_READER);
      // A full disk takes the report, not the verdict: the exit code still tells it.
      if (!told && stream === process.stdout) process.stderr.write(`hone: standard output: ${systemMessage(error)}\n`);
      told = true;
    });
  }
  // Started by `hone bench` or `hone worker`: who was killed has no use for an answer.
  if (process.connected) {
    process.once("disconnect", () => process.exit(EXIT_TERMINATED));
    process.channel?.unref();
  }
  const quiet = argv.includes("--quiet") || argv.includes("-q");
  const environment = processEnvironment({ quiet });
  try {
    process.exitCode = await main(argv, environment);
  } catch (error) {
    process.exitCode = EXIT_INTERNAL_ERROR;
    environment.log(internalError(error, argv));
  }
}
