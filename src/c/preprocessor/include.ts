/**
 * Which file an `#include` means, and what is known about files seen before. The search goes through a list of places:
 * the folder of the including file and the `-iquote` folders (quotes only), the `-I` folders in order, the headers that come
 * with hone, so that a user's file always wins, and last the folders of an installed compiler, for the headers that hone
 * does not have. A file is read and placed in the source map once, however often it is included.
 */
import type { SourceFile, SourceMap } from "../../util/source.ts";
import { bundledHeader } from "../headers/bundled.ts";
import type { FrontEndOptions } from "../options.ts";

export interface IncludedFile {
  readonly file: SourceFile;
  /** Index in the list of places; 0 is the includer's folder. */
  readonly place: number;
  /** `#pragma once` or `#import`. */
  once: boolean;
  /** The macro that guards the whole file: while it is defined, including the file again gives nothing. */
  guard: string | undefined;
}

export type IncludeForm = "quotes" | "angles";

const BUNDLED_FOLDER = "<built-in>";

/** The scaffolding of the C library's headers: those of hone need none, those of a compiler need their own. */
const SCAFFOLDING: ReadonlySet<string> = new Set(["features.h", "sys/cdefs.h"]);
/** What a header of a compiler expects of the others that it includes, which may be hone's; in the reverse order. */
const FOUNDATION = ["bits/types.h", "features.h"];

export class Includes {
  readonly #sources: SourceMap;
  readonly #options: FrontEndOptions;
  /** Places 1, 2, ...: first those for quotes only. */
  readonly #folders: readonly string[];
  /** By normalised path; undefined remembers that there is no such file. */
  readonly #files = new Map<string, IncludedFile | undefined>();

  constructor(sources: SourceMap, options: FrontEndOptions) {
    this.#sources = sources;
    this.#options = options;
    this.#folders = [...(options.quotePaths ?? []), ...options.includePaths];
  }

  /** The file, looked for in the places from `firstPlace` on. `includer` is the name of the including file. */
  find(name: string, form: IncludeForm, includer: string, firstPlace: number): IncludedFile | undefined {
    if (name === "") return undefined;
    if (name.startsWith("/")) return this.#read(name, 0);
    const first = form === "quotes" ? firstPlace : Math.max(firstPlace, 1 + (this.#options.quotePaths?.length ?? 0));
    for (let place = first; place < this.#bundledPlace; place += 1) {
      const folder = place === 0 ? folderOf(includer) : (this.#folders[place - 1] as string);
      if (folder.startsWith(BUNDLED_FOLDER)) continue;
      const found = this.#read(joined(folder, name), place);
      if (found !== undefined) return found;
    }
    const own = first <= this.#bundledPlace && !(SCAFFOLDING.has(name) && this.#isInCompilers(includer));
    const bundled = own ? this.#bundled(name, this.#bundledPlace) : undefined;
    return bundled ?? (this.#options.compilerHeaders === "hint" ? undefined : this.#compilers(name, first));
  }

  /** Whether a file was found only in the folders of an installed compiler. */
  isCompilers({ place }: IncludedFile): boolean {
    return place > this.#bundledPlace;
  }

  /** What has to be read before a header of a compiler; the last one first. */
  foundation(): readonly IncludedFile[] {
    return FOUNDATION.flatMap((name) => this.#compilers(name, 0) ?? []);
  }

  /** The folder of the compiler that has a header which was not found. */
  hint(name: string): string | undefined {
    const folders = this.#options.compilerFolders?.() ?? [];
    return folders.find((folder) => this.#options.readFile(joined(folder, name)) !== undefined);
  }

  #isInCompilers(includer: string): boolean {
    const folders = this.#options.compilerFolders?.() ?? [];
    return folders.some((folder) => includer.startsWith(joined(folder, "")));
  }

  get #bundledPlace(): number {
    return this.#folders.length + 1;
  }

  #compilers(name: string, firstPlace: number): IncludedFile | undefined {
    const folders = this.#options.compilerFolders?.() ?? [];
    const start = this.#bundledPlace + 1;
    for (let place = Math.max(firstPlace, start); place < start + folders.length; place += 1) {
      const found = this.#read(joined(folders[place - start] as string, name), place);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  #read(path: string, place: number): IncludedFile | undefined {
    const key = normalised(path);
    if (this.#files.has(key)) return this.#files.get(key);
    const text = this.#options.readFile(path);
    return this.#remember(key, path, text, place);
  }

  #bundled(name: string, place: number): IncludedFile | undefined {
    const path = `${BUNDLED_FOLDER}/${name}`;
    return this.#files.has(path) ? this.#files.get(path) : this.#remember(path, path, bundledHeader(name), place);
  }

  #remember(key: string, path: string, text: string | undefined, place: number): IncludedFile | undefined {
    const found =
      text === undefined ? undefined : { file: this.#sources.add(path, text), place, once: false, guard: undefined };
    this.#files.set(key, found);
    return found;
  }
}

function folderOf(path: string): string {
  const slash = path.lastIndexOf("/");
  return slash === -1 ? "" : path.slice(0, slash + 1);
}

function joined(folder: string, name: string): string {
  return folder === "" || folder.endsWith("/") ? folder + name : `${folder}/${name}`;
}

/** One key for the spellings of a path: without `.`, and `..` taken off where a folder stands before it. */
function normalised(path: string): string {
  const parts: string[] = [];
  for (const part of path.split("/")) {
    if (part === "." || (part === "" && parts.length > 0)) continue;
    const last = parts[parts.length - 1];
    if (part === ".." && last !== undefined && last !== ".." && last !== "") parts.pop();
    else parts.push(part);
  }
  return parts.join("/");
}
