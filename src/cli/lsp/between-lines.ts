/** What stands between the lines: invariants as hints at their loops, and above each function what can be done with it. */

import { dirname, resolve } from "node:path";
import type { CodeLens, Command, InlayHint, Position, Range } from "vscode-languageserver/node";
import type { FunctionPlace } from "./messages.ts";
import type { OpenFile } from "./open-file.ts";
import { lineEnd, positionOf } from "./positions.ts";

export const COMMANDS = {
  verify: "hone.verify",
  prove: "hone.prove",
  show: "hone.showCounterexample",
  test: "hone.writeTest",
} as const;

// A line of an editor; the hint's tooltip has all of it.
const LONGEST_HINT = 120;

/**
 * Invariants of the present text at the ends of the lines where their loops begin. Of a function that was verified by itself
 * they are those of its own loops: what it calls may be called by others, too.
 */
export function inlayHints(file: OpenFile, range: Range): InlayHint[] {
  const { document, path, hints } = file;
  const found: InlayHint[] = [];
  for (const { entry, invariants, by } of hints.values()) {
    for (const one of invariants) {
      if (resolve(dirname(path), one.file) !== path || (entry !== "main" && one.function !== entry)) continue;
      const position = lineEnd(document, one.line);
      if (!within(position, range)) continue;
      const text = `invariant: ${one.expression}`;
      const label = text.length > LONGEST_HINT ? `${text.slice(0, LONGEST_HINT)}...` : text;
      found.push({ position, label, paddingLeft: true, tooltip: `${text}\n${by}` });
    }
  }
  return found;
}

function within({ line }: Position, { start, end }: Range): boolean {
  return line >= start.line && line <= end.line;
}

export function codeLenses(file: OpenFile): CodeLens[] {
  return placedFunctions(file).flatMap(({ name, line }) => {
    const start = positionOf(file.document, line, 1);
    return lensCommands(file, name).map((command) => ({ range: { start, end: start }, command }));
  });
}

/**
 * Where functions are. While the text cannot be read they are where their first lines stand, as it last could be: the lines
 * of the editor should not jump with every key.
 */
function placedFunctions({ reading, functions, document }: OpenFile): readonly FunctionPlace[] {
  if (reading?.functions.length) return reading.functions;
  const lines = new Map<string, number>();
  for (const [at, line] of document
    .getText()
    .split(/\r?\n|\r/)
    .entries()) {
    const name = /^(?:\w[\w\s*]*?[\s*])?(\w+)\s*\(/.exec(line)?.[1];
    const declares = line.includes(";") && !line.includes("{");
    if (name !== undefined && !declares && !lines.has(name)) lines.set(name, at + 1);
  }
  return functions.flatMap((one) => {
    const line = lines.get(one.name);
    return line === undefined ? [] : [{ ...one, line }];
  });
}

/** What can be done with a function, the verdict first where there is one. */
export function lensCommands(file: OpenFile, entry: string): Command[] {
  const { uri } = file.document;
  const of = (title: string, command: string): Command => ({ title, command, arguments: [uri, entry] });
  const outcome = file.outcomes.get(entry);
  if (outcome === undefined) {
    const busy = [...file.runs].some(({ entries }) => entries.includes(entry));
    return [of(busy ? "hone: verifying ..." : "prove", COMMANDS.prove)];
  }
  if (outcome.kind === "none") return [of("cannot tell: prove again", COMMANDS.prove)];
  switch (outcome.result.verdict) {
    case "safe":
      return [of("proved", COMMANDS.prove)];
    case "unknown":
      return [of("cannot tell: prove again", COMMANDS.prove)];
    case "unsafe":
      return [
        of("violated: prove again", COMMANDS.prove),
        of("show counterexample", COMMANDS.show),
        of("write test", COMMANDS.test),
      ];
  }
}
