/**
 * The open files, what is asked about them and what is known. Reading follows the typing: while one text is read, only the newest of
 * those that come is kept. Verification is of a text as it is at that moment; a text that changes takes its verification with it.
 */
import { basename } from "node:path";
import type { Diagnostic } from "vscode-languageserver/node";
import type { TextDocument } from "vscode-languageserver-textdocument";
import type { Fix, Mendable } from "../../cfa/read-fixes.ts";
import type { HarnessReport, Result } from "../../report/result.ts";
import { readText } from "../../tasks/files.ts";
import { type Placed, problemDiagnostic, readDiagnostics, type Site, verdictDiagnostics } from "./diagnostics.ts";
import type { Message, Reading, Subject } from "./messages.ts";
import { OpenFile } from "./open-file.ts";
import { pathOf } from "./positions.ts";
import { aborted, answerOf, Reader, Verifiers } from "./processes.ts";
import type { ServerSettings } from "./settings.ts";

/** Who is told. */
export interface Editor {
  diagnostics(uri: string, version: number | undefined, diagnostics: readonly Diagnostic[]): void;
  /** What is shown between the lines is another: hints and lenses. */
  changed(): void;
  /** A verification begins: who shows it, and how it is stopped. */
  progress(title: string, stop: () => void): { line(text: string): void; end(): void };
}

export interface Surroundings {
  /** The program of the workers. */
  readonly worker: string;
  /** Paths in settings are relative to it. */
  root: string;
  settings: ServerSettings;
}

// The worker keeps its limit itself; this is for one that is stuck between two looks at the clock.
const GRACE_MS = 2000;
// Starting and reading come on top of the limit.
const START_MS = 10_000;

export class Session {
  readonly #editor: Editor;
  readonly #around: Surroundings;
  readonly #reader: Reader;
  readonly #verifiers: Verifiers;
  readonly #files = new Map<string, OpenFile>();
  /** Headers and others that are only looked at. */
  readonly #others = new Map<string, { readonly document: TextDocument; readonly version: number }>();
  /** Files of which a text waits to be read, and promises of the end of that. */
  readonly #reading = new Map<OpenFile, { again: boolean; readonly done: Promise<void> }>();
  /** What was published, by the file that it comes from and the file that it is about. */
  readonly #published = new Map<OpenFile, ReadonlyMap<string, readonly Diagnostic[]>>();

  constructor(editor: Editor, around: Surroundings) {
    this.#editor = editor;
    this.#around = around;
    this.#reader = new Reader(around.worker);
    this.#verifiers = new Verifiers(around.worker);
  }

  file(uri: string): OpenFile | undefined {
    const path = pathOf(uri);
    return path === undefined ? undefined : this.#files.get(path);
  }

  /** Of every text, the first of a file included. */
  changed(document: TextDocument): void {
    const path = pathOf(document.uri);
    if (path === undefined) return;
    const known = this.#files.get(path) ?? this.#others.get(path);
    if (known?.document === document && known.version === document.version) return;
    if (isProgram(path)) {
      const file = this.#files.get(path) ?? new OpenFile(path, document);
      file.document = document;
      this.#files.set(path, file);
      this.#renewed(file);
    } else this.#others.set(path, { document, version: document.version });
    // Who looks at a file as it is on the disk changes nothing for those that include it.
    if (known === undefined && isSaved(path, document)) return;
    for (const file of this.#users(path)) this.#renewed(file);
  }

  saved(document: TextDocument): void {
    const path = pathOf(document.uri);
    if (path === undefined) return;
    const own = this.#files.get(path);
    for (const file of [...(own === undefined ? [] : [own]), ...this.#users(path)]) {
      // What it is read with may have been saved, too: headers, the configuration.
      this.#renewed(file);
      if (this.#around.settings.run !== "never") void this.verify(file);
    }
  }

  opened(document: TextDocument): void {
    this.changed(document);
    const file = this.file(document.uri);
    if (file !== undefined && this.#around.settings.run === "open-and-save") void this.verify(file);
  }

  closed(document: TextDocument): void {
    const path = pathOf(document.uri);
    if (path === undefined) return;
    this.#others.delete(path);
    const file = this.#files.get(path);
    if (file !== undefined) {
      file.forget();
      this.#files.delete(path);
      this.#publish(file, []);
      this.#published.delete(file);
    }
    // What was typed and not saved is gone, and the text of the disk is there again.
    if (!isSaved(path, document)) for (const user of this.#users(path)) this.#renewed(user);
  }

  /** The settings are others. */
  configured(): void {
    for (const file of this.#files.values()) {
      this.#renewed(file);
      if (this.#around.settings.run === "open-and-save") void this.verify(file);
    }
  }

  /** Everything that goes on is stopped. */
  stop(): void {
    for (const file of this.#files.values()) file.forget();
  }

  /** Open files that were read with this one. */
  #users(path: string): OpenFile[] {
    return [...this.#files.values()].filter((file) => file.path !== path && file.files.has(path));
  }

  #renewed(file: OpenFile): void {
    file.forget();
    void this.read(file);
  }

  /** What the front end says about the present text, told when it is there. */
  read(file: OpenFile): Promise<void> {
    const under = this.#reading.get(file);
    if (under !== undefined) {
      under.again = true;
      return under.done;
    }
    const state = { again: true, done: Promise.resolve() };
    const done = (async () => {
      while (state.again) {
        state.again = false;
        await this.#readOnce(file);
      }
      this.#reading.delete(file);
    })();
    state.done = done;
    this.#reading.set(file, state);
    return done;
  }

  async #readOnce(file: OpenFile): Promise<void> {
    const { generation } = file;
    const { scope } = this.#around.settings;
    const answer = await this.#reader.ask({ kind: "read", scope, ...this.#subject(file) });
    // Another text is there: what was said about this one is of no use.
    if (file.generation !== generation || this.#files.get(file.path) !== file) return;
    const reading = typeof answer === "string" ? { ...NOTHING, problem: answer } : answer;
    if (!("functions" in reading)) return;
    file.reading = reading;
    if (reading.functions.length > 0) file.functions = reading.functions;
    for (const one of reading.files) file.files.add(one);
    this.#show(file);
  }

  /** The reading of the present text. */
  async #whole(file: OpenFile): Promise<Reading | undefined> {
    while (file.reading === undefined && this.#files.get(file.path) === file) await this.read(file);
    return file.reading;
  }

  /**
   * Verifies the present text from its start, or from those that are named, and tells what is found as it comes.
   * @returns when that is over or not wanted any more; why nothing was verified.
   */
  async verify(file: OpenFile, named?: readonly string[], signal?: AbortSignal): Promise<string | undefined> {
    const { generation } = file;
    const reading = await this.#whole(file);
    if (reading === undefined || file.generation !== generation) return "the text has changed";
    if (reading.problem !== undefined) return reading.problem;
    if (reading.diagnostics.some(({ severity }) => severity === "error")) return "the file has errors";
    const entries = named ?? reading.entries;
    if (entries.length === 0) return "there is no function in it";
    const known = new Set([...reading.functions.map(({ name }) => name), ...reading.entries]);
    const unknown = entries.find((entry) => !known.has(entry));
    if (unknown !== undefined) return `there is no function ${unknown} in it`;
    // All of it is asked again; one function is asked besides, unless it is under way.
    if (named === undefined) file.stop();
    const going = [...file.runs].find((run) => entries.every((entry) => run.entries.includes(entry)));
    if (going !== undefined) {
      await Promise.race([going.ended, aborted(signal)]);
      return undefined;
    }
    for (const entry of entries) {
      file.outcomes.delete(entry);
      file.hints.delete(entry);
    }
    const controller = new AbortController();
    signal?.addEventListener("abort", () => controller.abort());
    const ended = this.#run(file, entries, reading, controller.signal, () => controller.abort());
    const run = { entries, controller, ended };
    file.runs.add(run);
    this.#editor.changed();
    await ended;
    file.runs.delete(run);
    this.#show(file);
    return undefined;
  }

  async #run(
    file: OpenFile,
    entries: readonly string[],
    { timeoutSeconds, memoryMb }: Reading,
    signal: AbortSignal,
    stop: () => void,
  ): Promise<void> {
    const { fileTimeout } = this.#around.settings;
    const shown = this.#editor.progress(`hone: ${basename(file.path)}`, stop);
    const fileSeconds = Math.max(fileTimeout, timeoutSeconds);
    const ended = await this.#verifiers.run(
      { kind: "verify", entries, fileSeconds, ...this.#subject(file) },
      {
        memoryMb,
        silentMs: timeoutSeconds * 1000 + START_MS + GRACE_MS,
        signal,
        onMessage: (message) => {
          if (message.kind === "progress") shown.line(message.line);
          else if (!signal.aborted) this.#told(file, message);
        },
      },
    );
    shown.end();
    if (signal.aborted || ended.kind === "aborted") return;
    const reason = ended.problem ?? `not looked at: the ${fileSeconds} s for the file were over`;
    for (const entry of entries) if (!file.outcomes.has(entry)) file.outcomes.set(entry, { kind: "none", reason });
  }

  #told(file: OpenFile, message: Message): void {
    if (message.kind === "verified") {
      file.outcomes.set(message.entry, message);
      for (const one of message.files) file.files.add(one);
    } else if (message.kind === "hints") file.hints.set(message.entry, message);
    else return;
    this.#show(file);
  }

  /** What mends a diagnostic of the front end. */
  async fixes(file: OpenFile, diagnostic: Mendable): Promise<readonly Fix[]> {
    const answer = await this.#reader.ask({ kind: "fixes", diagnostic, ...this.#subject(file) });
    return typeof answer !== "string" && answer.kind === "fixes" ? answer.fixes : [];
  }

  /** The test of a counterexample, written there; or why there is none. */
  async writeTest(file: OpenFile, entry: string, result: Result, output: string): Promise<HarnessReport | string> {
    const task = { kind: "test", entry, result, output, ...this.#subject(file) } as const;
    const answer = await answerOf(this.#around.worker, task);
    return typeof answer === "string" ? answer : answer.kind === "test" ? answer.test : "there is no answer";
  }

  async page(file: OpenFile, result: Result): Promise<string | undefined> {
    const answer = await answerOf(this.#around.worker, { kind: "page", result, ...this.#subject(file) });
    return typeof answer !== "string" && answer.kind === "page" ? answer.page : undefined;
  }

  #subject({ path }: OpenFile): Subject {
    const { root, settings } = this.#around;
    const texts = [...this.#files.values()].map(
      (file) => [file.path, file.document.getText()] as readonly [string, string],
    );
    const others = [...this.#others].map(([other, { document }]) => [other, document.getText()] as const);
    return { file: path, overlays: [...texts, ...others], options: settings.options, root };
  }

  #show(file: OpenFile): void {
    // What is shown of another text stays until this one has been read.
    if (this.#files.get(file.path) === file && file.reading !== undefined)
      this.#publish(file, this.#found(file, file.reading));
    this.#editor.changed();
  }

  #found(file: OpenFile, { problem, diagnostics }: Reading): Placed[] {
    const { document, path, outcomes } = file;
    const opened = (other: string) => (this.#files.get(other) ?? this.#others.get(other))?.document;
    const site: Site = { document, path, opened };
    return [
      ...(problem === undefined ? [] : [problemDiagnostic(problem, site)]),
      ...readDiagnostics(diagnostics, site),
      ...[...outcomes].flatMap(([entry, outcome]) => {
        const result = outcome.kind === "verified" ? outcome.result : outcome.reason;
        return verdictDiagnostics(entry, result, file.lineOf(entry), site);
      }),
    ];
  }

  /** Each file is told all that is said about it, also by others that include it. */
  #publish(file: OpenFile, found: readonly Placed[]): void {
    const byUri = new Map<string, Diagnostic[]>(this.#files.get(file.path) === file ? [[file.document.uri, []]] : []);
    for (const { uri, diagnostic } of found) byUri.set(uri, [...(byUri.get(uri) ?? []), diagnostic]);
    const before = this.#published.get(file)?.keys() ?? [];
    this.#published.set(file, byUri);
    for (const uri of new Set([file.document.uri, ...before, ...byUri.keys()])) {
      const all = [...this.#published.values()].flatMap((one) => one.get(uri) ?? []);
      const version = uri === file.document.uri ? file.document.version : undefined;
      this.#editor.diagnostics(uri, version, distinct(all));
    }
  }
}

/** Two programs that include a header say the same about it. */
function distinct(all: readonly Diagnostic[]): Diagnostic[] {
  return [...new Map(all.map((one) => [JSON.stringify([one.range, one.message]), one])).values()];
}

const NOTHING = { diagnostics: [], functions: [], entries: [], files: [], timeoutSeconds: 1, memoryMb: 1 };

function isSaved(path: string, document: TextDocument): boolean {
  const read = readText(path);
  return read.kind === "text" && read.text === document.getText();
}

/** Headers are read with the programs that include them. */
function isProgram(path: string): boolean {
  return /\.[ci]$/i.test(path);
}
