/**
 * What mends a diagnostic of the front end: a header that declares the name, a name that was meant, a semicolon. Each is tried before
 * it is offered: it is one if the diagnostic is gone with it.
 */
import type { ReadOptions } from "../src/api/options.ts";
import { parse } from "../src/api/sync.ts";
import { bundledHeader } from "../src/c/headers/bundled.ts";
import type { DiagnosticReport } from "../src/report/result.ts";
import { suggestion } from "../src/util/suggest.ts";
import type { Fix } from "./messages.ts";

/** Where names are looked for, the most likely first. */
const HEADERS = [
  ...["assert.h", "stdlib.h", "stdbool.h", "stddef.h", "stdint.h", "limits.h", "string.h", "stdio.h"],
  ...["ctype.h", "math.h", "errno.h", "inttypes.h", "float.h", "time.h", "setjmp.h", "stdarg.h"],
];

export function fixesOf(diagnostic: DiagnosticReport, text: string, options: ReadOptions): Fix[] {
  return candidates(diagnostic, text).filter((fix) => mends(fix, diagnostic, text, options));
}

function candidates({ message, line, column }: DiagnosticReport, text: string): Fix[] {
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

function mends(fix: Fix, diagnostic: DiagnosticReport, text: string, options: ReadOptions): boolean {
  const count = (program: string) =>
    parse(program, options).diagnostics.filter(({ message }) => message === diagnostic.message).length;
  return count(applied(fix, text)) < count(text);
}

function applied({ line, column, length, text: added }: Fix, text: string): string {
  const lines = text.split("\n");
  const at = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0) + column - 1;
  return text.slice(0, at) + added + text.slice(at + length);
}
