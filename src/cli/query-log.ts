/** `--dump-queries DIR`: each question to a solver as a file of its own, so that it can be asked again with `hone smt`. */
import { join } from "node:path";
import { type RecordedQuery, recordingSolvers } from "../smt/smtlib/index.ts";
import type { SolverFactory } from "../smt/solver.ts";
import { makeFolder, systemMessage, writeWhole } from "../tasks/files.ts";
import { outputProblem } from "./output.ts";

/** What is wrong with the folder, or undefined; makes it if it is not there. */
export function queryFolderProblem(folder: string): string | undefined {
  return makeFolder(folder) ?? outputProblem(join(folder, "query"));
}

/** A query that cannot be written is told once, and no reason to stop: the verdict does not depend on it. */
export function queryWriter(folder: string, log: (text: string) => void): (own: SolverFactory) => SolverFactory {
  let failed = false;
  const write = ({ number, script }: RecordedQuery) => {
    if (failed) return;
    const file = join(folder, `query-${String(number).padStart(6, "0")}.smt2`);
    try {
      writeWhole(file, script);
    } catch (error) {
      failed = true;
      log(`hone: ${file}: ${systemMessage(error)}; no more queries are written\n`);
    }
  };
  return (own) => recordingSolvers(own, write);
}
