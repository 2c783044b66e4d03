/**
 * What mends a diagnostic of the front end: a header that declares the name, a name that was meant, a semicolon. Each is tried before
 * it is offered: it is one if the diagnostic is gone with it.
 */
import { bundledHeader } from "../c/headers/bundled.ts";
import { suggestion } from "../util/suggest.ts";

/** A change of the text: `length` characters at a place give way to `text`. */
export interface Fix {
  readonly title: string;
  readonly line: number;
  readonly column: number;
  readonly length: number;
  readonly text: string;
}

/** What is wrong, in the front end's words, and where in the text. */
export interface Mendable {
  readonly message: string;
  readonly line: number;
  readonly column: number;
}

/** Where names are looked for, the most likely first. */
const HEADERS = [
  ...["assert.h", "stdlib.h", "stdbool.h", "stddef.h", "stdint.h", "limits.h", "string.h", "stdio.h"],
  ...["ctype.h", "math.h", "errno.h", "inttypes.h", "float.h", "time.h", "setjmp.h", "stdarg.h"],
];

/** @param messages what the front end says about a text. */
export function fixesOf(diagnostic: Mendable, text: string, messages: (text: string) => readonly string[]): Fix[] {
  const found = candidates(diagnostic, text);
  if (found.length === 0) return [];
  const count = (program: string) => messages(program).filter((message) => message === diagnostic.message).length;
  const before = count(text);
  return found.filter((fix) => count(applied(fix, text)) < before);
}

function candidates({ message, line, column }: Mendable, text: string): Fix[] {
  const name = /^(?:implicit declaration of function '|unknown type name '|')(\w+)'/.exec(message)?.[1];
  if (name !== undefined && /declar|unknown type/.test(message)) {
    const header = HEADERS.find((one) => new RegExp(`\\b${name}\\b`).test(bundledHeader(one) ?? ""));
    const words = [...new Set(text.match(/[A-Za-z_]\w*/g))].filter((word) => word !== name);
    const meant = suggestion(name, [...words, "assert", "malloc", "free"]);
    return [
      ...(header === undefined ? [] : [{ title: `#include <${header}>`, ...FIRST, text: `#include <${header}>\n` }]),
      ...(meant === undefined ? [] : [{ title: `Change to ${meant}`, line, column, length: name.length, text: meant }]),
    ];
  }
  if (message.startsWith("expected ';'")) {
    const end = endBefore(text, line, column);
    return end === undefined ? [] : [{ title: "Insert ;", ...end, length: 0, text: ";" }];
  }
  return [];
}

const FIRST = { line: 1, column: 1, length: 0 };

/** Where the text before a place ends, blanks left out. */
function endBefore(text: string, line: number, column: number): { line: number; column: number } | undefined {
  const lines = text.split("\n");
  const before = [...lines.slice(0, line - 1), (lines[line - 1] ?? "").slice(0, column - 1)].join("\n").trimEnd();
  const ended = before.split("\n");
  return before === "" ? undefined : { line: ended.length, column: (ended.at(-1) ?? "").length + 1 };
}

function applied({ line, column, length, text: added }: Fix, text: string): string {
  const lines = text.split("\n");
  const at = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0) + column - 1;
  return text.slice(0, at) + added + text.slice(at + length);
}
