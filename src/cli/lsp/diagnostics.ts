/** What hone says about a file as diagnostics of the protocol: by URI, since a header may be where something is wrong. */
import { dirname, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { type Diagnostic, type DiagnosticRelatedInformation, DiagnosticSeverity } from "vscode-languageserver/node";
import type { TextDocument } from "vscode-languageserver-textdocument";
import type { Place, Result, StepReport } from "../../report/result.ts";
import { isFile } from "../../tasks/files.ts";
import type { ReadDiagnostic } from "./messages.ts";
import { rangeOf, wordLength } from "./positions.ts";

/** Where places of a result are. */
export interface Site {
  readonly document: TextDocument;
  /** Of the document: file names are relative to its folder. */
  readonly path: string;
  /** A file by its path, where it is open. */
  opened(path: string): TextDocument | undefined;
}

export interface Placed {
  readonly uri: string;
  readonly diagnostic: Diagnostic;
}

// What a person looks through; the report has all of it.
const MOST_STEPS = 30;

const SEVERITIES = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  note: DiagnosticSeverity.Information,
} as const;

export function readDiagnostics(read: readonly ReadDiagnostic[], site: Site): Placed[] {
  return read.map(({ severity, message, length, notes, ...place }) => {
    const related = notes.map((note) => relatedTo(note, note.message, site));
    return placed(place, length, { message, severity: SEVERITIES[severity] }, related, site);
  });
}

/** What is wrong with the configuration, or with the settings: no place of the program has to do with it. */
export function problemDiagnostic(message: string, { document }: Site): Placed {
  return placedAt(document, 1, 1, { message, severity: DiagnosticSeverity.Error });
}

/**
 * What a verdict has to say; a proof has nothing, unless no execution comes to it.
 * @param result or why there is none.
 * @param line where the function begins at which the program starts.
 */
export function verdictDiagnostics(entry: string, result: Result | string, line: number, site: Site): Placed[] {
  const told = (message: string, severity: DiagnosticSeverity) => [
    placedAt(site.document, line, 1, { message, severity, data: { entry } }),
  ];
  if (typeof result === "string") return told(`hone cannot tell: ${result}`, DiagnosticSeverity.Information);
  const { violation, vacuous, reason } = result;
  if (result.verdict === "unsafe" && violation !== undefined) {
    const text = result.checks?.find((one) => samePlace(one, violation))?.text;
    const why = violation.why === undefined ? "" : `: ${violation.why}`;
    const message = `${violation.message}${why}${calledWith(entry, result)}`;
    const severity = entry === "main" ? DiagnosticSeverity.Error : DiagnosticSeverity.Warning;
    return [
      placed(
        violation,
        text?.length ?? 0,
        { message, severity, code: violation.property, data: { entry } },
        story(result, site),
        site,
      ),
    ];
  }
  if (result.verdict === "unknown") return told(`hone cannot tell: ${reason}`, DiagnosticSeverity.Information);
  return vacuous === undefined ? [] : told(`proved, but ${vacuous}`, DiagnosticSeverity.Warning);
}

/** A function that is not the program's start is called with anything: what it was called with is part of what is wrong. */
function calledWith(entry: string, { counterexample }: Result): string {
  const inputs = (counterexample?.inputs ?? [])
    .slice(0, 6)
    .map(({ source, value }) => `${source.replace(`${entry}::`, "")} = ${value}`);
  const more = (counterexample?.inputs.length ?? 0) > inputs.length ? ", ..." : "";
  if (entry === "main") return inputs.length === 0 ? "" : ` (inputs: ${inputs.join(", ")}${more})`;
  return ` (where ${entry} is called with anything${inputs.length === 0 ? "" : `: ${inputs.join(", ")}${more}`})`;
}

function samePlace(a: Place, b: Place): boolean {
  return a.file === b.file && a.line === b.line && a.column === b.column;
}

/** The way to the violation, and what it is about. */
function story({ violation, counterexample }: Result, site: Site): DiagnosticRelatedInformation[] {
  const steps = (counterexample?.steps ?? []).slice(-MOST_STEPS);
  return [
    ...(violation?.related ?? []).map((one) => relatedTo(one, one.message, site)),
    ...steps.map((step) => relatedTo(step, stepText(step), site)),
  ];
}

/** `i = 0, n = 42`, `i < n is false`, `42 iterations, i: 0 -> 42`. */
function stepText({ assignments, conditions = [], folded, function: name }: StepReport): string {
  if (folded !== undefined) {
    const changes = folded.changes.map(
      ({ name: of, from, to }) => `${of}: ${from === undefined ? "" : `${from} -> `}${to}`,
    );
    return [`${folded.times} ${folded.what === "call" ? "steps of a call" : folded.what}`, ...changes].join(", ");
  }
  const tested = conditions.map(({ text, holds, values }) => {
    const known = values.map((one) => `${one.name} = ${one.value}`).join(", ");
    return `${text} is ${holds}${known === "" ? "" : ` (${known})`}`;
  });
  const told = [...tested, ...assignments.map((one) => `${one.name} = ${one.value}`)];
  return told.length === 0 ? `in ${name}` : told.join(", ");
}

function relatedTo(place: Place, said: string, site: Site): DiagnosticRelatedInformation {
  const { message, ...location } = located(place, 0, said, site);
  return { location, message };
}

type Said = Omit<Diagnostic, "range" | "source" | "relatedInformation" | "message"> & { readonly message: string };

function placed(place: Place, length: number, said: Said, related: DiagnosticRelatedInformation[], site: Site): Placed {
  const { uri, range, message } = located(place, length, said.message, site);
  const diagnostic: Diagnostic = { ...said, message, source: "hone", range };
  return { uri, diagnostic: related.length === 0 ? diagnostic : { ...diagnostic, relatedInformation: related } };
}

function placedAt(document: TextDocument, line: number, column: number, said: Said): Placed {
  const range = rangeOf(document, line, column, wordLength(document, line, column));
  return { uri: document.uri, diagnostic: { ...said, source: "hone", range } };
}

/**
 * Where something is said. What comes with hone is no file, nor is what a `#line` names always one: the place is told then.
 * @param length 0: a word.
 */
function located({ file, line, column }: Place, length: number, message: string, site: Site) {
  const { path, document, opened } = site;
  const named = resolve(dirname(path), file);
  // An editor may write a URI in its own way.
  const shown = named === path ? document : opened(named);
  if (shown !== undefined) {
    const range = rangeOf(shown, line, column, length === 0 ? wordLength(shown, line, column) : length);
    return { uri: shown.uri, range, message };
  }
  if (file.startsWith("<") || !isFile(named)) {
    const { uri, diagnostic } = placedAt(document, 1, 1, { message });
    return { uri, range: diagnostic.range, message: `${file}:${line}: ${message}` };
  }
  const start = { line: line - 1, character: column - 1 };
  const end = { line: line - 1, character: column - 1 + Math.max(1, length) };
  return { uri: pathToFileURL(named).href, range: { start, end }, message };
}
