/**
 * Places of results as positions of the protocol. Columns count UTF-16 units on both sides, since texts are strings here; lines
 * are those that end in a line feed there, and in any line end here, so that positions go by offsets.
 */
import { fileURLToPath } from "node:url";
import type { Position, Range } from "vscode-languageserver/node";
import type { TextDocument } from "vscode-languageserver-textdocument";

/** The path of a `file:` URI; undefined for what is on no disk. */
export function pathOf(uri: string): string | undefined {
  if (!uri.startsWith("file:")) return undefined;
  try {
    return fileURLToPath(uri);
  } catch {
    return undefined;
  }
}

/** Where lines start, of the version of a document that was looked at last: a large file has many places. */
const starts = new WeakMap<TextDocument, { readonly version: number; readonly lines: readonly number[] }>();

function lineStarts(document: TextDocument): readonly number[] {
  const known = starts.get(document);
  if (known?.version === document.version) return known.lines;
  const text = document.getText();
  // A text without line feeds has its lines end in carriage returns.
  const end = text.includes("\n") ? "\n" : "\r";
  const lines = [0];
  for (let at = text.indexOf(end); at !== -1; at = text.indexOf(end, at + 1)) lines.push(at + 1);
  starts.set(document, { version: document.version, lines });
  return lines;
}

/** Where a place of a result is in the text; one that is not there any more is at its end. */
function offsetOf(document: TextDocument, line: number, column: number): number {
  const { length } = document.getText();
  const start = lineStarts(document)[line - 1];
  return start === undefined ? length : Math.min(start + column - 1, length);
}

export function positionOf(document: TextDocument, line: number, column: number): Position {
  return document.positionAt(offsetOf(document, line, column));
}

/** `length` characters from a place on. */
export function rangeOf(document: TextDocument, line: number, column: number, length: number): Range {
  const start = offsetOf(document, line, column);
  return { start: document.positionAt(start), end: document.positionAt(start + length) };
}

/** How long a word at a place is: what is marked where only its beginning is known. */
export function wordLength(document: TextDocument, line: number, column: number): number {
  const text = document.getText();
  const start = offsetOf(document, line, column);
  return /^(?:\w+|[^\s\w])/.exec(text.slice(start, start + 200))?.[0].length ?? 1;
}

/** The end of a line, blanks at its end left out. */
export function lineEnd(document: TextDocument, line: number): Position {
  const start = offsetOf(document, line, 1);
  const text = document.getText().slice(start, offsetOf(document, line + 1, 1));
  return document.positionAt(start + text.trimEnd().length);
}
