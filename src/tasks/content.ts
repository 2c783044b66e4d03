/**
 * A command line by what it means: a word that names a file becomes the file's base name and a hash of what is in it and in
 * the files that it refers to (headers, the parts of a task definition), wherever they stand. Two lines that look the same this way ask hone the
 * same question. Headers are looked for beside the file and in the folders of -I, whether or not the preprocessor would
 * come by; a header whose name is computed by macros is missed.
 */
import { createHash } from "node:crypto";
import { basename, dirname, isAbsolute, join } from "node:path";
import { readHeader } from "./files.ts";
import { parseTask } from "./task-file.ts";

export function withContents(line: readonly string[]): readonly string[] {
  const folders = includeFolders(line);
  return line.map((word) => {
    const { option, path } = partsOf(word);
    const content = contentOf(path, folders);
    return content === undefined ? word : `${option}${basename(path)} ${content}`;
  });
}

/** `--spec=FILE` is an option with a path, `FILE` (perhaps after `--spec`) a path. */
export function partsOf(word: string): { readonly option: string; readonly path: string } {
  const [, option = "", path = ""] = /^(--[\w-]+=)?(.*)$/s.exec(word) ?? [];
  return { option, path };
}

/** A hash of a file and all that it refers to; undefined where there is no such file. */
export function contentOf(path: string, folders: readonly string[] = []): string | undefined {
  if (path === "" || readHeader(path) === undefined) return undefined;
  const hash = createHash("sha256");
  for (const { name, text } of membersOf(path, folders)) hash.update(`${name}\n${text.length}\n${text}`);
  return hash.digest("hex").slice(0, 32);
}

export interface Member {
  readonly path: string;
  /** As the file that refers to it calls it. */
  readonly name: string;
  readonly text: string;
}

/** May this file be read for the sake of the one that refers to it? */
export type Admission = (path: string, referrer: string) => boolean;

/** The file and those that it refers to, as far as they are there and admitted, each once. */
export function* membersOf(
  path: string,
  folders: readonly string[],
  admits: Admission = () => true,
  seen: Set<string> = new Set(),
  name: string = basename(path),
): Generator<Member> {
  const text = seen.has(path) ? undefined : readHeader(path);
  if (text === undefined) return;
  seen.add(path);
  yield { path, name, text };
  for (const other of referencesOf(path, text))
    for (const place of placesOf(other, path, folders))
      if (seen.has(place) || admits(place, path)) yield* membersOf(place, folders, admits, seen, other);
}

/** An absolute path is in one place; others are looked for beside the file and in the folders of -I. */
function placesOf(name: string, referrer: string, folders: readonly string[]): string[] {
  return isAbsolute(name) ? [name] : [dirname(referrer), ...folders].map((folder) => join(folder, name));
}

/** `#include`, and what only asks whether a file is there: the answer depends on it, too. */
const REFERENCE = /(?:^[ \t]*#[ \t]*include(?:_next)?|__has_include(?:_next)?[ \t]*\()[ \t]*["<]([^">\n]+)[">]/gm;

function referencesOf(path: string, text: string): readonly string[] {
  if (!/\.ya?ml$/.test(path)) return [...text.matchAll(REFERENCE)].map((match) => match[1] as string);
  const parsed = parseTask(text);
  return parsed.kind === "problem" ? [] : [...parsed.task.inputFiles, ...parsed.task.propertyFiles];
}

/** Of -I, -iquote and -isystem. */
export function includeFolders(line: readonly string[]): string[] {
  return line.flatMap((word, at) => {
    const [, attached] = /^-(?:I|iquote|isystem)(.*)$/s.exec(word) ?? [];
    return attached === undefined ? [] : attached === "" ? line.slice(at + 1, at + 2) : [attached];
  });
}
