/**
 * From the files on the command line to programs: task definitions are opened, directories searched, texts read. A
 * `Job` is one program with everything the front end and the model need to know about it.
 */
import { basename, dirname, join } from "node:path";
import { withItsClaims } from "../api/cbmc-vocabulary.ts";
import { startAt } from "../api/start.ts";
import type { FrontEndOptions, SourceText } from "../cfa/build-source.ts";
import type { Property } from "../model/properties.ts";
import { filesBelow, isDirectory, readHeader, readText } from "../tasks/files.ts";
import { type IndexRow, parseIndex } from "../tasks/index-file.ts";
import { checkable, parsePropertyFile } from "../tasks/property-file.ts";
import { type DataModelName, parseTask } from "../tasks/task-file.ts";
import { counted } from "../util/counted.ts";
import { chooseUnits } from "./build/choose-units.ts";
import { type BuildUnit, readBuild } from "./build/compile-commands.ts";
import { frontEndOptions, unitOptions } from "./front-end.ts";
import { regionBeyond } from "./regions.ts";
import type { Settings } from "./settings.ts";

export interface Job {
  /** What the user calls it. */
  readonly name: string;
  readonly sources: readonly SourceText[];
  readonly frontEnd: FrontEndOptions;
  readonly dataModel: DataModelName;
  readonly properties: readonly Property[];
  readonly entry: string;
  /** What the build says of overflow, where nobody else does. */
  readonly signedOverflow?: "wrap";
  /** What the environment of the entry takes for granted, where it has one. */
  readonly environment?: readonly string[];
  /** The source that is not on the disk as it was read. */
  readonly changed?: string;
  /** What there is to know about how the program was put together. */
  readonly notes?: readonly string[];
}

/** A program, or in one phrase why there is none. */
export type JobResult =
  | { readonly kind: "job"; readonly job: Job }
  | { readonly kind: "problem"; readonly file: string; readonly message: string };

interface Request {
  readonly name: string;
  readonly files: readonly string[];
  readonly propertyFile?: string;
  readonly dataModel?: DataModelName | undefined;
  readonly defines?: readonly string[];
  /** As the build compiles the files, in their order. */
  readonly units?: readonly BuildUnit[];
}

/** One job for each file, read one after the other: a collection need not fit into memory. */
export function* jobsOf(files: readonly string[], settings: Settings): Generator<JobResult> {
  if (settings.build !== undefined) {
    yield buildJob(settings.build, files, settings);
    return;
  }
  if (settings.link) {
    yield makeJob({ name: files[0] as string, files }, settings);
    return;
  }
  for (const file of files) {
    if (/\.ya?ml$/.test(file)) yield taskJob(file, settings);
    else yield makeJob({ name: displayName(file), files: [file] }, settings);
  }
}

/** The program of a build that its entry, a target or files name. */
function buildJob(path: string, files: readonly string[], settings: Settings): JobResult {
  const build = readBuild(path);
  if (build.kind === "problem") return build;
  const choice = chooseUnits(build, files, settings);
  const problem = (message: string): JobResult => ({ kind: "problem", file: build.path, message });
  if (typeof choice === "string") return problem(choice);
  const { units, name } = choice;
  const wrong = units.find((unit) => unit.problem !== undefined);
  if (wrong !== undefined) return problem(`${wrong.file}: ${wrong.problem}`);
  const machines = new Set(units.map(({ flags }) => flags.dataModel ?? "LP64"));
  if (machines.size > 1) return problem("some of its files are compiled with -m32, others are not");
  const [dataModel] = machines;
  const made = makeJob({ name, files: units.map(({ file }) => file), dataModel, units }, settings);
  if (made.kind === "problem") return made;
  const wraps = units.some(({ flags }) => flags.signedOverflow === "wrap");
  const others = build.others.length === 0 ? [] : [`not C, and left out: ${build.others.join(", ")}`];
  const notes = [...buildNotes(build.units.length, units), ...others, ...choice.notes, ...(made.job.notes ?? [])];
  return { kind: "job", job: { ...made.job, notes, ...(wraps ? { signedOverflow: "wrap" } : {}) } };
}

function buildNotes(all: number, units: readonly BuildUnit[]): string[] {
  const files = units.map(({ file }) => file);
  const ignored = [...new Set(units.flatMap(({ flags }) => flags.ignored))];
  const caveats = new Set(units.flatMap(({ flags }) => [...flags.caveats]));
  return [
    `the program has ${files.length} of the ${counted(all, "file")} of the build: ${files.join(", ")}`,
    ...ignoredNotes(ignored, caveats),
  ];
}

export function ignoredNotes(ignored: readonly string[], caveats: ReadonlySet<string>): string[] {
  return [...(ignored.length === 0 ? [] : [`no meaning here: ${ignored.join(" ")}`]), ...caveats];
}

function taskJob(file: string, settings: Settings): JobResult {
  const read = readText(file);
  if (read.kind === "problem") return { ...read, file };
  const parsed = parseTask(read.text);
  if (parsed.kind === "problem") return { kind: "problem", file, message: parsed.message };
  const { task } = parsed;
  const beside = (path: string) => join(dirname(file), path);
  const propertyFile = task.propertyFiles.map(beside).find((path) => checkable(path));
  if (settings.spec === undefined && settings.checks === undefined && task.propertyFiles.length > 0 && !propertyFile)
    return { kind: "problem", file, message: "hone can check none of its properties" };
  const files = task.inputFiles.map(beside);
  const request = { name: file, files, dataModel: task.dataModel };
  return makeJob(propertyFile === undefined ? request : { ...request, propertyFile }, settings);
}

function makeJob(request: Request, settings: Settings): JobResult {
  const sources: SourceText[] = [];
  for (const file of request.files) {
    const read = readText(file);
    if (read.kind === "problem") return { ...read, file };
    sources.push({ name: displayName(file), text: read.text });
  }
  const question = questionOf(request, settings);
  if (question.kind === "problem") return question;
  const dataModel = settings.dataModel ?? request.dataModel ?? "LP64";
  const beyond = regionBeyond(settings.regions, dataModel);
  if (beyond !== undefined) return { kind: "problem", file: request.name, message: beyond };
  const whole = frontEndOptions(settings, dataModel, request.defines ?? []);
  const { units } = request;
  const frontEnd =
    units === undefined ? whole : { ...whole, units: units.map(({ flags }) => unitOptions(flags, settings)) };
  const start = startAt(question.entry, sources, frontEnd, settings);
  if (typeof start === "string") return { kind: "problem", file: request.name, message: start };
  const { entry, assumed: environment, notes } = start;
  const changed = start.changed ?? (request.files.includes("-") ? displayName("-") : undefined);
  const bounds = settings.unwind !== undefined || settings.unwindset.length > 0 ? "bounded loops" : "no bounds";
  const properties = withItsClaims(question.properties, bounds, sources);
  const job = { name: request.name, sources: start.sources, frontEnd, dataModel, properties, entry, notes };
  return {
    kind: "job",
    job: {
      ...job,
      ...(environment === undefined ? {} : { environment }),
      ...(changed === undefined ? {} : { changed }),
    },
  };
}

function displayName(file: string): string {
  return file === "-" ? "<stdin>" : file;
}

type Question =
  | { readonly kind: "question"; readonly properties: readonly Property[]; readonly entry: string }
  | { readonly kind: "problem"; readonly file: string; readonly message: string };

/** The command line goes before the task file (a specification and checks unite); without either, assertions are checked. */
function questionOf(request: Request, settings: Settings): Question {
  const spec = settings.spec ?? (settings.checks === undefined ? request.propertyFile : undefined);
  if (spec === undefined)
    return { kind: "question", properties: settings.checks ?? ["unreach-call"], entry: settings.entry };
  const read = readText(spec);
  if (read.kind === "problem") return { ...read, file: spec };
  const parsed = parsePropertyFile(read.text);
  if (parsed.kind === "problem") return { kind: "problem", file: spec, message: parsed.message };
  const { entry } = parsed.specification;
  const properties = [...new Set([...parsed.specification.properties, ...(settings.checks ?? [])])];
  return { kind: "question", properties, entry: settings.entry === "main" ? entry : settings.entry };
}

/** The C files below the given files and directories, in order; what is missing is reported by `jobsOf`. */
export function expandDirectories(paths: readonly string[]): string[] {
  return paths.flatMap((path) =>
    isDirectory(path) ? filesBelow(path).filter((name) => /\.[ci]$/.test(name)) : [path],
  );
}

/** Jobs of a collection: data model and macros come from the nearest INDEX.tsv that knows the file. */
export function* collectionJobs(files: readonly string[], settings: Settings): Generator<JobResult> {
  const indices = new Map<string, ReadonlyMap<string, IndexRow> | undefined>();
  for (const file of files) {
    const row = indexRow(file, indices);
    yield makeJob(
      { name: displayName(file), files: [file], dataModel: row?.dataModel, defines: row?.defines ?? [] },
      settings,
    );
  }
}

function indexRow(file: string, indices: Map<string, ReadonlyMap<string, IndexRow> | undefined>): IndexRow | undefined {
  // An index describes its folder and one level below; a few levels up is far enough to look.
  let folder = dirname(file);
  let name = basename(file);
  for (let level = 0; level < 3; level++) {
    if (!indices.has(folder)) indices.set(folder, readIndex(join(folder, "INDEX.tsv")));
    const row = indices.get(folder)?.get(name);
    if (row !== undefined) return row;
    name = `${basename(folder)}/${name}`;
    folder = dirname(folder);
  }
  return undefined;
}

function readIndex(path: string): ReadonlyMap<string, IndexRow> | undefined {
  const text = readHeader(path);
  return text === undefined ? undefined : parseIndex(text);
}
