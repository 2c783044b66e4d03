/**
 * Files that the user asks for: `-o`, `--html`, `--test`. They never cost a verdict. What can be seen before the run (a folder
 * that is not there, a file that may not be written) is a problem of the command line, and nothing is run; what happens
 * afterwards (a full disk) is a message, and what should have gone to the file goes to standard output where it is the report.
 */
import { accessSync, closeSync, constants, openSync, realpathSync, rmSync } from "node:fs";
import { resolve } from "node:path";
import { beside, destinationOf, isStream, systemMessage, writeWhole } from "../tasks/files.ts";
import type { Environment } from "./environment.ts";

/** What is wrong with writing there, or undefined. Leaves everything as it was: an existing file, and no file. */
export function outputProblem(path: string): string | undefined {
  try {
    const place = destinationOf(path);
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

function identity(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return resolve(path);
  }
}
