/**
 * Files, with what can be wrong about them as a value in one phrase: reading a program's text, and writing a file whole or
 * not at all (beside its place first, then renamed).
 */
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  writeFileSync,
} from "node:fs";
import { join, normalize, resolve } from "node:path";

// Larger files than any C program we know of (the largest of SV-COMP has 2 MB); beyond it somebody passed the wrong file.
export const LARGEST_FILE = 64 * 1024 * 1024;

export type FileText = { readonly kind: "text"; readonly text: string } | FileProblem;

interface FileProblem {
  readonly kind: "problem";
  /** Follows the file's name and a colon. */
  readonly message: string;
}

/** All that there is to read, by normalised paths, while `confined` is at work. */
let confines: ReadonlyMap<string, string> | undefined;

/**
 * Whoever reads a file through this module while the work goes on gets it from these texts, and there are no others: whatever a
 * stranger's program names, and by whatever way, it is no file of this machine.
 */
export async function confined<T>(texts: ReadonlyMap<string, string>, work: () => Promise<T>): Promise<T> {
  const before = confines;
  confines = texts;
  try {
    return await work();
  } finally {
    confines = before;
  }
}

/** Texts in the place of files, by absolute paths: what an editor has and has not saved. */
let unsaved: ReadonlyMap<string, string> = new Map();

/** From now on these texts are what the files contain; those that there are not otherwise are there, too. */
export function overlay(texts: ReadonlyMap<string, string>): void {
  unsaved = texts;
}

function unsavedText(path: string): string | undefined {
  return unsaved.size === 0 ? undefined : unsaved.get(resolve(path));
}

/** The text of a file or `-`, or in one phrase why there is none. */
export function readText(path: string, largest: number = LARGEST_FILE): FileText {
  if (confines !== undefined) {
    const text = confines.get(normalize(path));
    return text === undefined ? problem("no such file in the bundle") : { kind: "text", text };
  }
  const shown = unsavedText(path);
  if (shown !== undefined) return { kind: "text", text: shown };
  try {
    if (path !== "-") {
      const status = statSync(path);
      if (status.isDirectory()) return problem("is a directory, not a file");
      if (status.size > largest) return problem(`is too large (${status.size} bytes; the limit is ${largest})`);
    }
    const bytes = readFileSync(path === "-" ? 0 : path);
    if (bytes.length > largest) return problem(`is too large (the limit is ${largest} bytes)`);
    if (bytes.includes(0)) return problem("is a binary file (it contains a zero byte)");
    return { kind: "text", text: bytes.toString("utf8") };
  } catch (error) {
    return problem(systemMessage(error));
  }
}

function problem(message: string): FileProblem {
  return { kind: "problem", message };
}

export function systemMessage(error: unknown): string {
  const code = (error as NodeJS.ErrnoException | undefined)?.code;
  switch (code) {
    case "ENOENT":
      return "no such file";
    case "EACCES":
    case "EPERM":
      return "permission denied";
    case "EISDIR":
      return "is a directory, not a file";
    case "EEXIST":
      return "is something else than a folder";
    case "ENOTDIR":
      return "part of the path is not a directory";
    case "ENOSPC":
      return "no space left on the device";
    case "EROFS":
      return "the file system is read-only";
    case "ELOOP":
      return "too many symbolic links";
    case "EADDRINUSE":
      return "is taken already";
    case "ENAMETOOLONG":
      return "the name is too long";
    case "EDQUOT":
    case "EFBIG":
      return "no more can be written (a quota or a limit on the size of files)";
    case "EAGAIN":
      return "nothing can be read from it";
    case undefined:
      // Not from the system: a bug, which must not be taken for a bad file.
      throw error;
    default:
      return `cannot be accessed (${code})`;
  }
}

export function isDirectory(path: string): boolean {
  if (confines === undefined) return statusOf(path)?.isDirectory() === true;
  const folder = join(path, "/");
  return [...confines.keys()].some((name) => name.startsWith(folder));
}

/** On the disk. */
export function isFile(path: string): boolean {
  return statusOf(path)?.isFile() === true;
}

/** Undefined for what is not there, and for what no file can be called (a word of a thousand letters, a link to itself). */
function statusOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch (error) {
    systemMessage(error);
    return undefined;
  }
}

/** The files below a folder, by their paths, in the order of their names. */
export function filesBelow(folder: string): string[] {
  if (confines !== undefined) {
    const start = join(folder, "/");
    return [...confines.keys()].filter((name) => name.startsWith(start)).sort();
  }
  const entries = readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  return entries.flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? filesBelow(path) : entry.isFile() ? [path] : [];
  });
}

/** A header is looked for in many places: not being there is the ordinary case. */
export function readHeader(path: string): string | undefined {
  if (confines !== undefined) return confines.get(normalize(path));
  if (!isFile(path)) return unsavedText(path);
  const read = readText(path);
  return read.kind === "text" ? read.text : undefined;
}

/** Makes the folder, and those above it; what is wrong with that, or undefined. */
export function makeFolder(path: string): string | undefined {
  try {
    mkdirSync(path, { recursive: true });
    return undefined;
  } catch (error) {
    return systemMessage(error);
  }
}

/** Writes all of the file or nothing: a reader never sees half a report. */
export function writeWhole(path: string, text: string): void {
  const place = destinationOf(path);
  if (place.kind === "stream") {
    // Devices and pipes are written to as they are: a rename would put a file in their place.
    writeFileSync(path, text, { flag: "a" });
    return;
  }
  const temporary = beside(place.path);
  try {
    writeFileSync(temporary, text);
    renameSync(temporary, place.path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

export type Destination =
  | { readonly kind: "stream" }
  /** `path` is where the file itself is, behind symbolic links. */
  | { readonly kind: "file"; readonly path: string; readonly exists: boolean };

export function destinationOf(path: string): Destination {
  if (isStream(path)) return { kind: "stream" };
  const status = statSync(path, { throwIfNoEntry: false });
  if (status === undefined) return { kind: "file", path, exists: false };
  if (status.isDirectory()) throw Object.assign(new Error("a directory"), { code: "EISDIR" });
  return status.isFile() ? { kind: "file", path: realpathSync(path), exists: true } : { kind: "stream" };
}

/** Standard output under its name may be a file behind the scenes, which others write to as well. */
export function isStream(path: string): boolean {
  return /^\/(dev|proc\/[^/]+\/fd)\//.test(resolve(path));
}

/** Where a file is written before it is renamed. */
export function beside(path: string): string {
  return `${path}.${process.pid}.tmp`;
}
