/** What a worker does for the server: each task by the same functions as the command, so that both say the same. */
import { basename } from "node:path";
import { secondSolver } from "../../api/node/second-solver.ts";
import type { Program } from "../../cfa/cfa.ts";
import { fixesOf } from "../../cfa/read-fixes.ts";
import { readForModel } from "../../model/read.ts";
import { reportPage } from "../../report/page/index.ts";
import type { Diagnostic } from "../../util/diagnostic.ts";
import { release } from "../../util/release.ts";
import type { SourceMap } from "../../util/source.ts";
import { type Environment, processMeter } from "../environment.ts";
import { withHarness } from "../harness.ts";
import type { Job } from "../inputs.ts";
import type { Settings } from "../settings.ts";
import type { FunctionPlace, ReadDiagnostic, Reading, Send, Task } from "./messages.ts";
import { filesOf, jobOf, settingsIn } from "./subject.ts";
import { verifyEntries } from "./verify-entries.ts";

/** Does a task, tells what comes of it, and at last that it is done. A bug ends the task, and is told. */
export async function perform(task: Task, send: Send): Promise<void> {
  try {
    const problem = await answer(task, send);
    send(problem === undefined ? { kind: "done" } : { kind: "done", problem });
  } catch (error) {
    const { message } = error instanceof Error ? error : new Error(String(error));
    send({ kind: "done", problem: `internal error: ${message}` });
  } finally {
    release();
  }
}

/** @returns what is wrong with the question. */
async function answer(task: Task, send: Send): Promise<string | undefined> {
  const settings = settingsIn(task);
  if (typeof settings === "string") {
    if (task.kind === "read") send({ kind: "read", ...NOTHING_READ, problem: settings });
    return settings;
  }
  switch (task.kind) {
    case "read":
      send({ kind: "read", ...reading(task, settings) });
      return undefined;
    case "fixes":
      send({ kind: "fixes", fixes: fixes(task, settings) });
      return undefined;
    case "verify":
      return verifyEntries(task, settings, await secondSolver(settings.certify), send);
    case "test": {
      const job = jobOf(task, { ...settings, entry: task.entry });
      if (typeof job === "string") return job;
      const { result } = withHarness({ ...UNREAD, result: task.result }, job, task.output, SILENT);
      send({ kind: "test", test: result.harness ?? { kind: "none", reason: "there is no counterexample" } });
      return undefined;
    }
    case "page": {
      const job = jobOf(task, settings);
      if (typeof job === "string") return job;
      const { sources } = readJob(job);
      send({ kind: "page", page: reportPage(task.result, sources.files, []) });
      return undefined;
    }
  }
}

const NOTHING_READ = { diagnostics: [], functions: [], entries: [], files: [], timeoutSeconds: 0, memoryMb: 0 };
const UNREAD = { kind: "verified", diagnostics: [], sources: undefined as never, internalErrors: [] } as const;

const SILENT: Environment = {
  write: () => {},
  log: () => {},
  progress: () => {},
  color: "plain",
  meter: processMeter(),
};

function readJob({ sources, frontEnd, entry, properties }: Job) {
  return readForModel(sources, frontEnd, { entry, properties, evaluationOrder: "gcc" });
}

function reading(task: Extract<Task, { kind: "read" }>, settings: Settings): Reading {
  const { timeoutSeconds, memoryMb } = settings;
  // Where it starts is of no interest for what the front end has to say.
  const job = jobOf(task, { ...settings, environment: "none" });
  if (typeof job === "string") return { ...NOTHING_READ, problem: job };
  const { program, diagnostics, sources } = readJob(job);
  const name = basename(task.file);
  const functions = program === undefined ? [] : functionsOf(program, name);
  const all = functions.map((one) => one.name);
  const starts = program?.functions.has(settings.entry) === true;
  return {
    diagnostics: diagnostics.map((one) => readDiagnostic(one, sources)),
    functions,
    entries: task.scope === "auto" && starts ? [settings.entry] : all,
    files: filesOf(sources),
    ...{ timeoutSeconds, memoryMb },
  };
}

function readDiagnostic({ severity, message, range, notes }: Diagnostic, sources: SourceMap): ReadDiagnostic {
  const placed = (start: number) =>
    sources.resolve(start) ?? { file: sources.files[0]?.name ?? "", line: 1, column: 1 };
  return {
    ...{ severity, message, ...placed(range.start), length: Math.max(0, range.end - range.start) },
    notes: (notes ?? []).map((note) => ({ message: note.message, ...placed(note.range.start) })),
  };
}

/** The functions that a file defines, in its order. */
function functionsOf({ functions, sources }: Program, file: string): FunctionPlace[] {
  const found = [...functions.values()].flatMap(({ name, range, library }): FunctionPlace[] => {
    const [first, last] = [sources.resolve(range.start), sources.resolve(Math.max(range.start, range.end - 1))];
    if (library !== undefined || first?.file !== file || last?.file !== file) return [];
    return [{ name, line: first.line, lastLine: last.line }];
  });
  return found.sort((a, b) => a.line - b.line);
}

function fixes(task: Extract<Task, { kind: "fixes" }>, settings: Settings) {
  const job = jobOf(task, { ...settings, environment: "none" });
  if (typeof job === "string") return [];
  const name = basename(task.file);
  const at = job.sources.findIndex((source) => source.name === name);
  const source = job.sources[at];
  if (source === undefined) return [];
  const messages = (text: string) =>
    readJob({ ...job, sources: job.sources.with(at, { name, text }) }).diagnostics.map(({ message }) => message);
  return fixesOf(task.diagnostic, source.text, messages);
}
