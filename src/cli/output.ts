/**
 * Files that the user asks for: `-o`, `--html`, `--test`. They never cost a verdict. What can be seen before the run (a folder
 * that is not there, a file that may not be written) is a problem of the command line, and nothing is run; what happens
 * afterwards (a full disk) is a message, and what should have gone to the file goes to standard output where it is the report.
 * A file is written whole or not at all: beside its place first, then renamed.
 */
import {
  accessSync,
  closeSync,
  constants,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { resolve } from "node:path";
import { type Environment, systemMessage } from "./environment.ts";

/** What is wrong with writing there, or undefined. Leaves everything as it was: an existing file, and no file. */
export function outputProblem(path: string): string | undefined {
  try {
    const place = placeOf(path);
    if (place.kind === "stream") {
      accessSync(path, constants.W_OK);
      return undefined;
    }
    if (place.exists) accessSync(place.path, constants.W_OK);
    const temporary = beside(place.path);
    closeSync(openSync(temporary, "wx"));
    rmSync(temporary);
    return undefined;
  } catch (error) {
    // Of a file that is to be made it is the folder that is missing.
    const message = systemMessage(error);
    return message === "no such file" ? "there is no such folder" : message;
  }
}

export interface NamedOutput {
  /** "-o". */
  readonly option: string;
  readonly path: string;
}

/** The first problem with any of the outputs: each by itself, two in one place, or one in the place of an input. */
export function outputsProblem(outputs: readonly NamedOutput[], inputs: readonly string[]): string | undefined {
  const taken = new Map<string, string>(inputs.map((input) => [identity(input), input]));
  for (const { option, path } of outputs) {
    const problem = outputProblem(path);
    if (problem !== undefined) return `${option} ${path}: ${problem}`;
    const other = taken.get(identity(path));
    if (other !== undefined && !isStream(path)) return `${option} ${path}: it would overwrite ${other}`;
    taken.set(identity(path), `what ${option} writes`);
  }
  return undefined;
}

/** Writes all of the file or nothing: a reader never sees half a report. */
export function writeWhole(path: string, text: string): void {
  const place = placeOf(path);
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

/** A report to stdout or to the file that the user named. What the file does not take is not lost, but `failed`. */
export function deliver(text: string, output: string | undefined, environment: Environment): "delivered" | "failed" {
  if (output === undefined) {
    environment.write(text);
    return "delivered";
  }
  try {
    writeWhole(output, text);
    return "delivered";
  } catch (error) {
    environment.log(`hone: ${output}: ${systemMessage(error)}\n`);
    return "failed";
  }
}

type Place =
  | { readonly kind: "stream" }
  /** `path` is where the file itself is, behind symbolic links. */
  | { readonly kind: "file"; readonly path: string; readonly exists: boolean };

function placeOf(path: string): Place {
  if (isStream(path)) return { kind: "stream" };
  const status = statSync(path, { throwIfNoEntry: false });
  if (status === undefined) return { kind: "file", path, exists: false };
  if (status.isDirectory()) throw Object.assign(new Error("a directory"), { code: "EISDIR" });
  return status.isFile() ? { kind: "file", path: realpathSync(path), exists: true } : { kind: "stream" };
}

/** Standard output under its name may be a file behind the scenes, which others write to as well. */
function isStream(path: string): boolean {
  return /^\/(dev|proc\/[^/]+\/fd)\//.test(resolve(path));
}

function identity(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return resolve(path);
  }
}

function beside(path: string): string {
  return `${path}.${process.pid}.tmp`;
}
