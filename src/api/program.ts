/** A program as a caller of the library hands it over: a text, or several by their names. */
import type { SourceText } from "../cfa/build-source.ts";

/**
 * The text of a C program, or files by their names: those that end in `.c` or `.i` are the parts of one program, all others are
 * headers that these may include.
 */
export type ProgramText = string | Readonly<Record<string, string>>;

/** What a text without a name is called in results. */
const UNNAMED = "program.c";

export interface ProgramFiles {
  readonly sources: readonly SourceText[];
  /** By normalised names. */
  readonly headers: ReadonlyMap<string, string>;
}

/** @throws TypeError where there is nothing that could be a program. */
export function filesOf(program: ProgramText): ProgramFiles {
  const texts = typeof program === "string" ? { [UNNAMED]: program } : program;
  if (typeof texts !== "object" || texts === null || Object.values(texts).some((text) => typeof text !== "string"))
    throw new TypeError("a program should be a text, or texts by the names of their files");
  const all = Object.entries(texts);
  const sources = all.filter(([name]) => /\.[ci]$/.test(name)).map(([name, text]) => ({ name, text }));
  if (sources.length === 0) throw new TypeError("none of the program's files ends in .c or .i");
  return { sources, headers: new Map(all.map(([name, text]) => [normalised(name), text])) };
}

/** Finds headers among the files that were handed over. */
export function headersIn({ headers }: ProgramFiles): (path: string) => string | undefined {
  return (path) => headers.get(normalised(path));
}

/** `a/./b/../c.h` is a/c.h. Not by `node:path`: this runs wherever JavaScript runs. */
function normalised(path: string): string {
  const parts: string[] = [];
  for (const part of path.replaceAll("\\", "/").split("/")) {
    if (part === "." || (part === "" && parts.length > 0)) continue;
    if (part === ".." && parts.length > 0 && parts.at(-1) !== ".." && parts.at(-1) !== "") parts.pop();
    else parts.push(part);
  }
  return parts.join("/");
}
