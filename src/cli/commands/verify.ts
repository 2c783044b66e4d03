/** `hone verify`: each program in turn, a report, and the worst exit code of all. */

import { lacksZ3, NO_Z3 } from "../../api/node/second-solver.ts";
import type { SavedPrecision } from "../../engines/saved-precision.ts";
import { DEFAULT_MODEL_OPTIONS } from "../../model/options.ts";
import { reportPage } from "../../report/page/index.ts";
import type { Result } from "../../report/result.ts";
import { severalReport } from "../../report/several.ts";
import { textReport } from "../../report/text.ts";

import { counted } from "../../util/counted.ts";
import { release } from "../../util/release.ts";
import { unfinished, type Verification } from "../../verify.ts";
import type { Arguments } from "../arguments.ts";
import { engineProblem } from "../engine-choice.ts";
import type { Environment } from "../environment.ts";
import {
  EXIT_BAD_INPUT,
  EXIT_INTERNAL_ERROR,
  EXIT_INTERRUPTED,
  EXIT_SAFE,
  EXIT_TERMINATED,
  EXIT_UNKNOWN,
  EXIT_UNSAFE,
  type ExitCode,
} from "../exit-codes.ts";
import { frontEndOptions } from "../front-end.ts";
import { withHarness } from "../harness.ts";
import { jobsOf } from "../inputs.ts";
import { engineError, showDiagnostics, sourceLines, tellNotes } from "../messages.ts";
import { deliver, type NamedOutput, outputsProblem } from "../output.ts";
import { deliverPrecision, precisionFrom } from "../precision-file.ts";
import { queryFolderProblem } from "../query-log.ts";
import { inputOf, requestOf, verifyOptions } from "../request.ts";
import type { Settings } from "../settings.ts";
import { signalsIn, verifyEverySite, verifyWithin } from "../supervise.ts";
import { cacheFolderProblem } from "../verdict-cache.ts";
import { TOOL_VERSION } from "../version.ts";
import { watched } from "../watch.ts";
import { deliverWitness } from "../witness.ts";

export async function verifyCommand(args: Arguments, environment: Environment): Promise<ExitCode> {
  const { files, settings } = args;
  const problem =
    (environment.bundle === undefined ? undefined : bundleProblem(settings)) ??
    usageProblem(settings) ??
    oneProgramProblem(files, settings) ??
    watchProblem(files, settings) ??
    outputsProblem(outputsOf(settings), files);
  if (problem !== undefined) return refused(problem, settings, environment);
  if (await lacksZ3(settings)) return refused(`--certify ${settings.certify}: ${NO_Z3}`, settings, environment);
  const precision = settings.precision === undefined ? undefined : precisionFrom(settings.precision);
  if (typeof precision === "string")
    return refused(`--precision ${settings.precision}: ${precision}`, settings, environment);
  if (settings.watch) return watched(() => verifyAll(args, precision, environment), environment);
  return (await verifyAll(args, precision, environment)).code;
}

/** Each program once: the worst exit code, and the files that were read. */
async function verifyAll(
  { files, settings }: Arguments,
  precision: SavedPrecision | undefined,
  environment: Environment,
): Promise<{ readonly code: ExitCode; readonly files: readonly string[] }> {
  const interrupted = environment.supervision?.interruption();
  const results: Result[] = [];
  const texts: string[] = [];
  // Text goes out as it comes: nobody should wait for the last file to read about the first.
  const streaming = settings.format.results === "one by one" && settings.output === undefined;
  const tell = (text: string) => (streaming ? environment.write(text) : texts.push(text));
  const several = settings.build === undefined && !settings.link && files.length > 1;
  const read = new Set(files.filter((file) => file !== "-"));
  const titled = several && !settings.quiet;
  let worst: ExitCode = EXIT_SAFE;
  for (const item of jobsOf(files, settings)) {
    if (item.kind === "problem") {
      environment.log(`hone: ${item.file}: ${item.message}\n`);
      worst = worse(worst, EXIT_BAD_INPUT);
      results.push(unreadable(item.file, item.message, settings, environment));
      continue;
    }
    tellNotes(item.job.notes, settings, environment);
    if (titled) tell(`${results.length === 0 ? "" : "\n"}== ${item.job.name}\n`);
    const request = requestOf(item.job, settings, precision);
    const found = await (settings.allViolations ? verifyEverySite : verifyWithin)(request, environment);
    const verification = withHarness(found, item.job, settings.harness, environment);
    // What cannot be written is told, and changes nothing about the verdict.
    if (settings.html !== undefined) deliver(pageOf(verification), settings.html, environment);
    if (settings.witness !== undefined) deliverWitness(verification, item.job, settings.witness, environment);
    if (settings.savePrecision !== undefined && verification.kind !== "bad-input")
      deliverPrecision(verification, settings.savePrecision, environment);
    for (const note of verification.notes ?? []) environment.log(`hone: --precision ${settings.precision}: ${note}\n`);
    showDiagnostics(verification, settings, environment);
    for (const error of verification.internalErrors) environment.log(engineError(error, item.job.name));
    for (const { name } of verification.sources.files) read.add(name);
    worst = worse(worst, exitCodeOf(verification));
    results.push(verification.result);
    if (verification.kind !== "bad-input") tell(textOf(verification, settings, environment));
    else if (verification.diagnostics.length === 0)
      environment.log(`hone: ${item.job.name}: ${verification.result.reason}\n`);
    release();
    await signalsIn();
    // What is there is reported; the files that follow are not looked at.
    if (interrupted?.aborted === true) {
      worst = interrupted.reason === "SIGTERM" ? EXIT_TERMINATED : EXIT_INTERRUPTED;
      const left = several ? files.length - results.length : 0;
      environment.log(`hone: interrupted${left > 0 ? `; ${counted(left, "file")} not looked at` : ""}\n`);
      break;
    }
  }
  if (titled) tell(`\n${severalReport(results, environment)}`);
  const report = reportOf(results, texts, settings);
  if (report !== "" && deliver(report, settings.output, environment) === "failed") environment.write(report);
  return { code: worst, files: [...read] };
}

function watchProblem(files: readonly string[], { watch }: Settings): string | undefined {
  return watch && files.includes("-") ? "--watch needs files: standard input does not change" : undefined;
}

function outputsOf({ output, html, harness, witness, savePrecision }: Settings): readonly NamedOutput[] {
  const named = [
    { option: "-o", path: output },
    { option: "--html", path: html },
    { option: "--test", path: harness },
    { option: "--witness", path: witness },
    { option: "--save-precision", path: savePrecision },
  ];
  return named.flatMap(({ option, path }) => (path === undefined ? [] : [{ option, path }]));
}

/** Who sends a bundle may be anybody: the program and its options write nothing where it is verified. */
function bundleProblem(settings: Settings): string | undefined {
  const queries = settings.dumpQueries === undefined ? [] : [{ option: "--dump-queries" }];
  const verdicts = settings.cache === undefined ? [] : [{ option: "--cache" }];
  const [written] = [...outputsOf(settings), ...queries, ...verdicts];
  return written === undefined ? undefined : `${written.option} writes a file, which --bundle does not allow`;
}

function usageProblem(settings: Settings): string | undefined {
  if (settings.format.results === undefined) return `--format ${settings.format.name} is for \`hone cfa\``;
  const { dumpQueries, cache } = settings;
  const queries = dumpQueries === undefined ? undefined : queryFolderProblem(dumpQueries);
  if (queries !== undefined) return `--dump-queries ${dumpQueries}: ${queries}`;
  const verdicts = cache === undefined ? undefined : cacheFolderProblem(cache);
  return verdicts === undefined ? engineProblem(settings) : `--cache ${cache}: ${verdicts}`;
}

function oneProgramProblem(
  files: readonly string[],
  { harness, html, witness, savePrecision, link, build }: Settings,
): string | undefined {
  if (link || build !== undefined || files.length === 1) return undefined;
  const written = { "--test": harness, "--html": html, "--witness": witness, "--save-precision": savePrecision };
  const [option] = Object.entries(written).flatMap(([name, path]) => (path === undefined ? [] : [name]));
  if (option === undefined) return undefined;
  return `${option} writes one file, so it takes one program: a single file, or several with --link`;
}

function exitCodeOf({ kind, result }: Verification): ExitCode {
  if (kind === "bad-input") return EXIT_BAD_INPUT;
  if (kind === "failed") return EXIT_INTERNAL_ERROR;
  switch (result.verdict) {
    case "safe":
      return EXIT_SAFE;
    case "unsafe":
      return EXIT_UNSAFE;
    case "unknown":
      return EXIT_UNKNOWN;
  }
}

// First what cannot be relied on: a bug, then files that were not looked at. Then a violation, then open questions.
const BADNESS: readonly ExitCode[] = [EXIT_SAFE, EXIT_UNKNOWN, EXIT_UNSAFE, EXIT_BAD_INPUT, EXIT_INTERNAL_ERROR];

function worse(a: ExitCode, b: ExitCode): ExitCode {
  return BADNESS.indexOf(a) >= BADNESS.indexOf(b) ? a : b;
}

function textOf({ result, sources }: Verification, settings: Settings, environment: Environment): string {
  return textReport(result, {
    color: environment.color,
    detail: settings.quiet ? "verdict" : settings.verbose ? "verbose" : "normal",
    sourceLine: sourceLines(sources),
  });
}

/** What is not text tells as much of files that could not be read as of others. */
function pageOf({ result, sources, snapshots = [] }: Verification): string {
  return reportPage(result, sources.files, snapshots);
}

function reportOf(results: readonly Result[], texts: readonly string[], { format }: Settings): string {
  if (typeof format.results !== "function") return texts.join("");
  return format.results(results, { toolVersion: TOOL_VERSION });
}

/** Nothing is run; a script that reads a format hears why. */
function refused(problem: string, { format }: Settings, environment: Environment): ExitCode {
  environment.log(`hone: ${problem}\n`);
  if (typeof format.results === "function")
    environment.write(format.results([], { toolVersion: TOOL_VERSION, problem }));
  return EXIT_BAD_INPUT;
}

/** The result of a file that is not there, or of no use. */
function unreadable(file: string, message: string, settings: Settings, { meter }: Environment): Result {
  const dataModel = settings.dataModel ?? "LP64";
  const job = {
    ...{ name: file, sources: [], dataModel, frontEnd: frontEndOptions(settings, dataModel, []) },
    ...{ properties: settings.checks ?? DEFAULT_MODEL_OPTIONS.properties, entry: settings.entry },
  };
  const request = requestOf(job, settings);
  const result = unfinished(
    inputOf(request),
    verifyOptions(request, { meter, progress: () => {} }),
    message,
    undefined,
  );
  return { ...result, diagnostics: [{ file, line: 1, column: 1, severity: "error", message }] };
}
