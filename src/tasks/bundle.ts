/**
 * A program as it travels: the files that a command line names and those that they refer to, by the paths under which they
 * are asked for. Who reads a bundle reads nothing else (`confined`), so that a program of a stranger sees no file of the
 * machine it is verified on (`#include "/etc/passwd"`); and where a bundle is made, the words of the user are taken, but what a file
 * refers to only from folders that the user has named: a stranger's program takes no file along.
 */
import { realpathSync } from "node:fs";
import { normalize, resolve, sep } from "node:path";
import { includeFolders, membersOf, partsOf } from "./content.ts";
import { isFile, LARGEST_FILE, readHeader, readText } from "./files.ts";
import { checkable } from "./property-file.ts";

/** In bytes of JSON, below what node has in a string: a few files of the largest size, with their line ends written as two letters. */
export const LARGEST_BUNDLE = 4 * LARGEST_FILE;

/** Paths and texts. A list: a path may be called `__proto__`. */
export type Bundle = readonly (readonly [path: string, text: string])[];

/** A bundle as JSON, or in one phrase what is wrong with it. */
export function parseBundle(text: string): Bundle | string {
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch (error) {
    return `it is not JSON: ${(error as Error).message}`;
  }
  const isPair = (one: unknown) =>
    Array.isArray(one) && one.length === 2 && one.every((part) => typeof part === "string");
  return Array.isArray(data) && data.every(isPair) ? (data as Bundle) : "pairs of a path and a text are expected";
}

export interface Bundled {
  readonly bundle: Bundle;
  /** Files that were not taken along, though some file of the bundle refers to them. */
  readonly refused: readonly { readonly path: string; readonly referrer: string }[];
  /** Files of the line that cannot be read, and why. */
  readonly unreadable: readonly { readonly path: string; readonly message: string }[];
}

/** The files of a command line and of the defaults that stand in the current folder. */
export function bundleOf(line: readonly string[], roots: readonly string[]): Bundled {
  const words = [...line, ...configuredWords()];
  const folders = includeFolders(words);
  const allowed = [...roots, ...folders].flatMap((folder) => realPath(folder) ?? []);
  const refused = new Map<string, { readonly path: string; readonly referrer: string }>();
  const admits = (path: string, referrer: string): boolean => {
    const real = realPath(path);
    if (real === undefined) return false;
    if (allowed.some((folder) => isBelow(real, folder))) return true;
    // SV-COMP's property files stand beside the sets; what reads as a property tells nothing else.
    if (/\.prp$/.test(path) && checkable(path)) return true;
    refused.set(path, { path, referrer });
    return false;
  };
  const texts = new Map<string, string>();
  for (const word of [...words, "hone.config.json"])
    for (const { path, text } of membersOf(partsOf(word).path, folders, admits)) texts.set(normalize(path), text);
  return { bundle: [...texts], refused: [...refused.values()], unreadable: words.flatMap(unreadable) };
}

function unreadable(word: string): Bundled["unreadable"] {
  const { path } = partsOf(word);
  if (!isFile(path)) return [];
  const read = readText(path);
  return read.kind === "text" ? [] : [{ path, message: read.message }];
}

function realPath(path: string): string | undefined {
  try {
    return realpathSync(resolve(path));
  } catch {
    return undefined;
  }
}

function isBelow(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

/** Files and folders that hone.config.json names, as words of a command line. */
function configuredWords(): string[] {
  let config: Readonly<Record<string, unknown>>;
  try {
    config = JSON.parse(readHeader("hone.config.json") ?? "{}") as Readonly<Record<string, unknown>>;
  } catch {
    // `hone verify` says what is wrong with it.
    return [];
  }
  const strings = (name: string) => [config[name]].flat().filter((value) => typeof value === "string");
  const folders = ["I", "iquote", "isystem"].flatMap((name) => strings(name).map((folder) => `-${name}${folder}`));
  return [...folders, ...strings("include"), ...strings("spec")];
}
