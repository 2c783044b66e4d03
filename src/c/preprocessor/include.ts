/**
 * Which file an `#include` means, and what is known about files seen before. The search goes through a list of places:
 * the folder of the including file (quotes only), the `-I` folders in order, and last the headers that come with hone,
 * so that a user's file always wins. A file is read and placed in the source map once, however often it is included.
 */
import type { SourceFile, SourceMap } from "../../util/source.ts";
import { bundledHeader } from "../headers/bundled.ts";
import type { FrontEndOptions } from "../options.ts";

export interface IncludedFile {
  readonly file: SourceFile;
  /** Index in the list of places: 0 is the includer's folder, then `-I`, then the bundled headers. */
  readonly place: number;
  /** `#pragma once` or `#import`. */
  once: boolean;
  /** The macro that guards the whole file: while it is defined, including the file again gives nothing. */
  guard: string | undefined;
}

export type IncludeForm = "quotes" | "angles";

const BUNDLED_FOLDER = "<built-in>";

export class Includes {
  readonly #sources: SourceMap;
  readonly #options: FrontEndOptions;
  /** By normalised path; undefined remembers that there is no such file. */
  readonly #files = new Map<string, IncludedFile | undefined>();

  constructor(sources: SourceMap, options: FrontEndOptions) {
    this.#sources = sources;
    this.#options = options;
  }

  /** The file, looked for in the places from `firstPlace` on. `includer` is the name of the including file. */
  find(name: string, form: IncludeForm, includer: string, firstPlace: number): IncludedFile | undefined {
    if (name === "") return undefined;
    if (name.startsWith("/")) return this.#read(name, 0);
    const folders = this.#options.includePaths;
    for (let place = form === "quotes" ? firstPlace : Math.max(firstPlace, 1); place <= folders.length; place += 1) {
      const folder = place === 0 ? folderOf(includer) : (folders[place - 1] as string);
      if (folder.startsWith(BUNDLED_FOLDER)) continue;
      const found = this.#read(joined(folder, name), place);
      if (found !== undefined) return found;
    }
    return firstPlace <= folders.length + 1 ? this.#bundled(name, folders.length + 1) : undefined;
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
