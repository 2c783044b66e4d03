/**
 * What is known of one open file. All of it is about one version of its text: an edit empties it, so that nothing is shown that was
 * said about another text.
 */
import type { TextDocument } from "vscode-languageserver-textdocument";
import type { FunctionPlace, Hints, Reading, Verified } from "./messages.ts";

/** What came of a question about a start. */
export type Outcome =
  | ({ readonly kind: "verified" } & Verified)
  /** Nothing: a limit from outside, a bug, a question that makes no sense. */
  | { readonly kind: "none"; readonly reason: string };

/** A verification that goes on. */
export interface Run {
  readonly entries: readonly string[];
  readonly controller: AbortController;
  readonly ended: Promise<void>;
}

export class OpenFile {
  readonly path: string;
  document: TextDocument;
  /** Counts what all the rest may be about: texts of the document, which changes in its place, and of what it includes. */
  generation = 0;
  /** Of the document, in the present generation. */
  version: number;
  reading: Reading | undefined;
  /** Of the newest text that could be read: where functions are shown while one types. */
  functions: readonly FunctionPlace[] = [];
  readonly outcomes = new Map<string, Outcome>();
  readonly hints = new Map<string, Hints>();
  readonly runs = new Set<Run>();
  /** Headers and other files that what is known depends on. */
  readonly files = new Set<string>();

  constructor(path: string, document: TextDocument) {
    this.path = path;
    this.document = document;
    this.version = document.version;
  }

  /** The text is another one, or what it includes is. */
  forget(): void {
    this.generation += 1;
    this.version = this.document.version;
    this.stop();
    this.reading = undefined;
    this.outcomes.clear();
    this.hints.clear();
  }

  /** What goes on is not wanted any more. */
  stop(): void {
    for (const { controller } of this.runs) controller.abort();
    this.runs.clear();
  }

  lineOf(entry: string): number {
    return this.functions.find(({ name }) => name === entry)?.line ?? 1;
  }
}
