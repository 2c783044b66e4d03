/**
 * A command line by what it means: a word that names a file becomes the file's base name and a hash of what is in it and in
 * the files that it refers to (headers, the parts of a task definition), wherever they stand. Two lines that look the same this way ask hone the
 * same question. Headers are looked for beside the file and in the folders of -I, whether or not the preprocessor would
 * come by; a header whose name is computed by macros is missed.
 */
import { createHash, type Hash } from "node:crypto";
import { basename, dirname, join } from "node:path";
import { readHeader } from "./files.ts";
import { parseTask } from "./task-file.ts";

export function withContents(line: readonly string[]): readonly string[] {
  const folders = includeFolders(line);
  return line.map((word) => {
    // `--spec FILE` or `--spec=FILE`.
    const [, option = "", path = ""] = /^(--[\w-]+=)?(.*)$/s.exec(word) ?? [];
    const content = contentOf(path, folders);
    return content === undefined ? word : `${option}${basename(path)} ${content}`;
  });
}

/** A hash of a file and all that it refers to; undefined where there is no such file. */
export function contentOf(path: string, folders: readonly string[] = []): string | undefined {
  if (path === "" || readHeader(path) === undefined) return undefined;
  const hash = createHash("sha256");
  addFile(path, basename(path), folders, hash, new Set());
  return hash.digest("hex").slice(0, 32);
}

function addFile(path: string, name: string, folders: readonly string[], hash: Hash, seen: Set<string>): void {
  const text = seen.has(path) ? undefined : readHeader(path);
  if (text === undefined) return;
  seen.add(path);
  hash.update(`${name}\n${text.length}\n${text}`);
  for (const other of referencesOf(path, text))
    for (const folder of [dirname(path), ...folders]) addFile(join(folder, other), other, folders, hash, seen);
}

function referencesOf(path: string, text: string): readonly string[] {
  if (!/\.ya?ml$/.test(path))
    return [...text.matchAll(/^[ \t]*#[ \t]*include[ \t]*["<]([^">\n]+)[">]/gm)].map((match) => match[1] as string);
  const parsed = parseTask(text);
  return parsed.kind === "problem" ? [] : [...parsed.task.inputFiles, ...parsed.task.propertyFiles];
}

function includeFolders(line: readonly string[]): string[] {
  return line.flatMap((word, at) => {
    if (!word.startsWith("-I")) return [];
    return word === "-I" ? line.slice(at + 1, at + 2) : [word.slice(2)];
  });
}
