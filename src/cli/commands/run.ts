/**
 * `hone run`: executes a program once. Its output goes to stdout as it comes; how it ended, and for an error the way there,
 * to stderr. Replay runs as verification does (reads of the environment are inputs), so that recorded inputs fit.
 */
import { mallocMode } from "../../api/cbmc-vocabulary.ts";
import type { FixedRegion } from "../../cfa/build-source.ts";
import type { Edge, Program } from "../../cfa/cfa.ts";
import { endsFor } from "../../evidence/execution.ts";
import type { RunEnd } from "../../interpreter/end.ts";
import {
  type InputSource,
  type InputValue,
  listInputs,
  type RecordedInput,
  randomInputs,
  recordInputs,
  zeroInputs,
} from "../../interpreter/inputs.ts";
import { type Options, run, VERIFICATION } from "../../interpreter/run.ts";
import { Observer } from "../../interpreter/trace.ts";
import { readForModel } from "../../model/read.ts";
import { replayedProgram } from "../../model/replayed-program.ts";
import { parseValue } from "../../report/counterexample.ts";
import { explain } from "../../report/explain/index.ts";
import { placeOf } from "../../report/places.ts";
import { describeEnd } from "../../report/run-end.ts";
import { showPlace, traceLines } from "../../report/text.ts";
import { readText } from "../../tasks/files.ts";
import { readResults } from "../../tasks/result-file.ts";
import { renderDiagnostic } from "../../util/code-frame.ts";
import type { Arguments } from "../arguments.ts";
import type { Environment } from "../environment.ts";
import { EXIT_BAD_INPUT, EXIT_SAFE, EXIT_UNKNOWN, EXIT_UNSAFE, type ExitCode } from "../exit-codes.ts";
import { jobsOf } from "../inputs.ts";
import { showDiagnostics, sourceLines, tellNotes } from "../messages.ts";
import { withRegion } from "../regions.ts";
import type { Settings } from "../settings.ts";

export function runCommand({ files, settings }: Arguments, environment: Environment): ExitCode {
  const fail = (message: string): ExitCode => {
    environment.log(`hone: ${message}\n`);
    return EXIT_BAD_INPUT;
  };
  if (files.length > 1 && !settings.link && settings.build === undefined)
    return fail("`hone run` runs one program; several files need --link");
  const chosen = [settings.inputs, settings.seed, settings.replay].filter((one) => one !== undefined);
  if (chosen.length > 1) return fail("--inputs, --seed and --replay exclude each other");
  const replayed = settings.replay === undefined ? undefined : readReplay(settings.replay);
  if (typeof replayed === "string") return fail(`${settings.replay}: ${replayed}`);
  if (replayed !== undefined && settings.regions.length === 0) settings.regions = replayed.regions;
  const source = inputSource(settings, replayed?.inputs);
  const [item] = jobsOf(files, settings);
  if (item === undefined || item.kind === "problem") return fail(`${item?.file}: ${item?.message}`);
  const { job } = item;
  tellNotes(job.notes, settings, environment);
  const built = readForModel(job.sources, job.frontEnd, {
    entry: job.entry,
    properties: settings.checks ?? [],
    evaluationOrder: "gcc",
  });
  showDiagnostics(built, settings, environment);
  if (built.program === undefined) return EXIT_BAD_INPUT;
  if (!built.program.functions.has(job.entry))
    return fail(`${job.name}: there is no function "${job.entry}" to start from (see --entry)`);
  // With regions the program may look at their addresses.
  const plain = settings.replay === undefined && settings.regions.length === 0;
  const program = plain ? built.program : replayedProgram(built.program, job.entry, job.properties);
  const signedOverflow = settings.signedOverflow ?? job.signedOverflow;
  const resolved = { ...settings, signedOverflow, malloc: mallocMode(settings.malloc, job.sources) };
  return execute(program, source, job.entry, resolved, environment);
}

/** Where the values come from that the program reads. */
function inputSource({ inputs, seed }: Settings, replayed: readonly InputValue[] | undefined): InputSource {
  if (inputs !== undefined) return listInputs(inputs.map((text) => parseValue(text) ?? 0));
  if (seed !== undefined) return randomInputs(seed);
  return replayed === undefined ? zeroInputs() : listInputs(replayed);
}

/** What a result says of its run: without the regions that it was found with, the run would be another one. */
interface Replayed {
  readonly inputs: readonly InputValue[];
  readonly regions: readonly FixedRegion[];
}

/** The first counterexample in the file, or what is wrong with it. */
function readReplay(path: string): Replayed | string {
  const read = readText(path);
  if (read.kind === "problem") return read.message;
  const results = readResults(read.text);
  if (results === undefined) return "it is no result of hone (--format json)";
  const found = results.find(({ counterexample }) => inputsIn(counterexample) !== undefined);
  if (found === undefined) return "it has no counterexample";
  const values = inputsIn(found.counterexample)?.map((one) =>
    parseValue(String((one as { value?: unknown } | null)?.value)),
  );
  if (values === undefined || !values.every((value) => value !== undefined)) return "its inputs are not numbers";
  const regions = regionsIn(found.configuration?.regions);
  return typeof regions === "string" ? regions : { inputs: values, regions };
}

function regionsIn(written: unknown): readonly FixedRegion[] | string {
  let regions: readonly FixedRegion[] = [];
  for (const one of Array.isArray(written) ? written : []) {
    const added = withRegion(regions, String(one));
    if (typeof added === "string") return `its region ${one}: ${added}`;
    regions = added;
  }
  return regions;
}

/** The list of inputs, if it is one. */
function inputsIn(counterexample: unknown): readonly unknown[] | undefined {
  const inputs = (counterexample as { inputs?: unknown } | undefined)?.inputs;
  return Array.isArray(inputs) ? inputs : undefined;
}

function execute(
  program: Program,
  source: InputSource,
  entry: string,
  settings: Settings & { readonly malloc: "succeeds" | "may-fail" },
  environment: Environment,
): ExitCode {
  const decoder = new TextDecoder();
  const recorded: RecordedInput[] = [];
  const options: Options = {
    ...(settings.replay === undefined ? {} : VERIFICATION),
    ...(settings.signedOverflow === undefined ? {} : { signedOverflow: overflowMode(settings.signedOverflow) }),
    ...endsFor(settings.checks ?? [], settings.subobjects),
    malloc: settings.malloc,
    entry,
    steps: settings.steps,
    inputs: recordInputs(source, recorded),
    stdout: (bytes) => environment.write(decoder.decode(bytes, { stream: true })),
    stderr: (bytes) => environment.log(new TextDecoder().decode(bytes)),
  };
  const outcome = run(program, options);
  report(outcome, program, settings, environment);
  if (outcome.kind === "error" || outcome.kind === "undefined-behaviour" || outcome.kind === "leak") {
    const values = recorded.map((input) => input.value);
    const again = { ...options, inputs: listInputs(values), stdout: () => {}, stderr: () => {} };
    if (!settings.quiet) environment.log(`${told(program, again, environment).join("\n")}\n`);
  }
  return exitCodeOf(outcome);
}

/** Why the run ends as it does, and how it comes to that. */
function told(program: Program, options: Options, environment: Environment): string[] {
  const observer = new Observer(program, options);
  const { reason, steps } = explain(program, (onEdge) => observer.run(options, onEdge));
  observer.close();
  const trace = traceLines({ inputs: [], steps }, { ...environment, sourceLine: sourceLines(program.sources) });
  return reason === undefined ? trace : [`  ${reason.why}`, ...trace];
}

function overflowMode(mode: "assume-none" | "wrap"): "stop" | "wrap" {
  return mode === "assume-none" ? "stop" : "wrap";
}

function exitCodeOf(outcome: RunEnd): ExitCode {
  switch (outcome.kind) {
    case "exit":
    case "assumption":
    case "abort":
      return EXIT_SAFE;
    case "error":
    case "undefined-behaviour":
    case "leak":
      return EXIT_UNSAFE;
    case "limit":
    case "unsupported":
      return EXIT_UNKNOWN;
  }
}

function report(outcome: RunEnd, program: Program, settings: Settings, environment: Environment): void {
  const message = describeEnd(outcome);
  const range = "edge" in outcome ? outcome.edge?.range : undefined;
  if (outcome.kind === "error" || outcome.kind === "undefined-behaviour" || outcome.kind === "leak") {
    const diagnostic = { severity: "error", message, range: range ?? { start: 0, end: 0 } } as const;
    environment.log(`${renderDiagnostic(diagnostic, program.sources, environment)}\n`);
    return;
  }
  if (settings.quiet) return;
  environment.log(`hone: ${message}${whereOf(outcome, program)}\n`);
}

function whereOf(outcome: RunEnd, program: Program): string {
  const edge: Edge | undefined = "edge" in outcome ? outcome.edge : undefined;
  const place = edge === undefined ? undefined : placeOf(edge.range, program.sources);
  return place === undefined ? "" : ` at ${showPlace(place)}`;
}
