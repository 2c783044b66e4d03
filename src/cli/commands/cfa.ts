/**
 * `hone cfa`: stops after lowering. One file: its graphs. Many files: a status line each and a summary; they are read
 * one after the other, and nothing of one is kept when the next begins.
 */
import { readProgram } from "../../cfa/build-source.ts";
import type { Program } from "../../cfa/cfa.ts";
import { buildModel } from "../../model/build.ts";
import { DEFAULT_MODEL_OPTIONS } from "../../model/options.ts";
import { type Format, GRAPH_FORMATS } from "../../report/formats.ts";
import { functionView, type GraphView, modelView } from "../../report/graph/graph.ts";
import { isDirectory } from "../../tasks/files.ts";
import { counted } from "../../util/counted.ts";
import { release } from "../../util/release.ts";
import { suggestion } from "../../util/suggest.ts";
import type { Arguments } from "../arguments.ts";
import type { Environment } from "../environment.ts";
import { EXIT_BAD_INPUT, EXIT_SAFE, type ExitCode } from "../exit-codes.ts";
import { collectionJobs, expandDirectories, type Job, type JobResult, jobsOf } from "../inputs.ts";
import { showDiagnostics, tellNotes } from "../messages.ts";
import { nameOf, oneOfThese } from "../option.ts";
import { deliver } from "../output.ts";
import type { Settings } from "../settings.ts";

export function cfaCommand({ files, settings }: Arguments, environment: Environment): ExitCode {
  const { graphs } = settings.format;
  if (graphs === undefined) return usage(`\`hone cfa\` prints ${oneOfThese(GRAPH_FORMATS.map(nameOf))}`, environment);
  const one = settings.link || settings.build !== undefined;
  const many = settings.status || (!one && files.length > 1) || files.some(isDirectory);
  if (!many) {
    const [result] = one ? jobsOf(files, settings) : collectionJobs(files, settings);
    return printGraphs(result as JobResult, graphs, settings, environment);
  }
  return printStatus(collectionJobs(expandDirectories(files), settings), settings, environment);
}

function usage(message: string, environment: Environment): ExitCode {
  environment.log(`hone: ${message}\n`);
  return EXIT_BAD_INPUT;
}

function printGraphs(
  result: JobResult,
  render: NonNullable<Format["graphs"]>,
  settings: Settings,
  environment: Environment,
): ExitCode {
  if (result.kind === "problem") return usage(`${result.file}: ${result.message}`, environment);
  const { job } = result;
  tellNotes(job.notes, settings, environment);
  const built = readProgram(job.sources, job.frontEnd);
  showDiagnostics(built, settings, environment);
  if (built.program === undefined) return EXIT_BAD_INPUT;
  const views = viewsOf(built.program, job, settings);
  if (typeof views === "string") return usage(`${job.name}: ${views}`, environment);
  const text = render(job.name, views);
  return deliver(text, settings.output, environment) === "delivered" ? EXIT_SAFE : EXIT_BAD_INPUT;
}

/** What to print, or why there is no such thing. */
function viewsOf(program: Program, job: Job, settings: Settings): readonly GraphView[] | string {
  if (settings.level === "model") {
    if (!program.functions.has(job.entry)) return `there is no function "${job.entry}" to start from (see --entry)`;
    return [modelView(buildModel(program, { ...DEFAULT_MODEL_OPTIONS, properties: job.properties, entry: job.entry }))];
  }
  const graphs = [...program.functions.values()];
  if (settings.functionName === undefined)
    return [program.initialise, ...graphs].map((graph) => functionView(graph, program.sources));
  const chosen = program.functions.get(settings.functionName);
  if (chosen !== undefined) return [functionView(chosen, program.sources)];
  const close = suggestion(settings.functionName, [...program.functions.keys()]);
  return `there is no function "${settings.functionName}"${close === undefined ? "" : `; did you mean "${close}"?`}`;
}

function printStatus(jobs: Iterable<JobResult>, settings: Settings, environment: Environment): ExitCode {
  const start = environment.meter.nowMs();
  let lowered = 0;
  let failed = 0;
  for (const result of jobs) {
    const line = statusOf(result, settings, environment);
    if (line.startsWith("ok ")) lowered += 1;
    else failed += 1;
    if (!settings.quiet || !line.startsWith("ok ")) environment.write(`${line}\n`);
    release();
  }
  const seconds = ((environment.meter.nowMs() - start) / 1000).toFixed(1);
  environment.write(`${counted(lowered + failed, "file")}: ${lowered} lowered, ${failed} failed, ${seconds} s\n`);
  return failed === 0 ? EXIT_SAFE : EXIT_BAD_INPUT;
}

function statusOf(result: JobResult, settings: Settings, environment: Environment): string {
  if (result.kind === "problem") return `failed ${result.file}: ${result.message}`;
  const { job } = result;
  environment.progress(job.name);
  const start = environment.meter.nowMs();
  const built = readProgram(job.sources, job.frontEnd);
  if (built.program === undefined) {
    const error = built.diagnostics.find((one) => one.severity === "error");
    const place = error === undefined ? undefined : built.sources.resolve(error.range.start);
    const message = error?.message ?? "no program";
    if (place === undefined) return `failed ${job.name}:1:1: ${message}`;
    const where = `${place.file}:${place.line}:${place.column}`;
    return place.file === job.name ? `failed ${where}: ${message}` : `failed ${job.name}:1:1: ${where}: ${message}`;
  }
  if (settings.level === "model" && built.program.functions.has(job.entry))
    modelView(buildModel(built.program, { ...DEFAULT_MODEL_OPTIONS, properties: job.properties, entry: job.entry }));
  const ms = (environment.meter.nowMs() - start).toFixed(1);
  const graphs = [...built.program.functions.values()];
  const locations = graphs.reduce((sum, graph) => sum + graph.locations.length, 0);
  const edges = graphs.reduce((sum, graph) => sum + graph.edges.length, 0);
  return `ok ${job.name} (${graphs.length} functions, ${locations} locations, ${edges} edges, ${ms} ms)`;
}
