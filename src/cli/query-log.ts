/** `--dump-queries DIR`: each question to a solver as a file of its own, so that it can be asked again with `hone smt`. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { RecordedQuery } from "../smt/smtlib/index.ts";
import { systemMessage, writeAtomically } from "./environment.ts";

/** What is wrong with the folder, or undefined; makes it if it is not there. */
export function queryFolderProblem(folder: string): string | undefined {
  try {
    mkdirSync(folder, { recursive: true });
    return undefined;
  } catch (error) {
    return systemMessage(error);
  }
}

export function queryWriter(folder: string): (query: RecordedQuery) => void {
  return ({ number, script }) => writeAtomically(join(folder, `query-${String(number).padStart(6, "0")}.smt2`), script);
}
