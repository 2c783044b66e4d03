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

/** Where a place of a result is in the text; one that is not there any more is at its end. */
function offsetOf(text: string, line: number, column: number): number {
  // A text without line feeds has its lines end in carriage returns.
  const end = text.includes("\n") ? "\n" : "\r";
  let start = 0;
  for (let at = 1; at < line; at += 1) {
    const next = text.indexOf(end, start);
    if (next === -1) return text.length;
    start = next + 1;
  }
  return Math.min(start + column - 1, text.length);
}

export function positionOf(document: TextDocument, line: number, column: number): Position {
  return document.positionAt(offsetOf(document.getText(), line, column));
}

/** `length` characters from a place on. */
export function rangeOf(document: TextDocument, line: number, column: number, length: number): Range {
  const start = offsetOf(document.getText(), line, column);
  return { start: document.positionAt(start), end: document.positionAt(start + length) };
}

/** How long a word at a place is: what is marked where only its beginning is known. */
export function wordLength(document: TextDocument, line: number, column: number): number {
  const text = document.getText();
  const start = offsetOf(text, line, column);
  return /^(?:\w+|[^\s\w])/.exec(text.slice(start, start + 200))?.[0].length ?? 1;
}

/** The end of a line, blanks at its end left out. */
export function lineEnd(document: TextDocument, line: number): Position {
  const text = document.getText();
  const start = offsetOf(text, line, 1);
  const rest = /^[^\r\n]*/.exec(text.slice(start))?.[0] ?? "";
  return document.positionAt(start + rest.trimEnd().length);
}
