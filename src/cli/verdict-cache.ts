/**
 * `--cache DIR`: verdicts of earlier runs, in a store as `hone bench` has one (`tasks/store.ts`). A verdict is kept by all that it
 * depends on: the build of hone, the solvers at hand, the request, and every file that was read or looked for in vain. Limits
 * are part of it for `unknown` only: a proof or a counterexample, which is checked again (`report/recall.ts`), stands
 * however long it took to find.
 */
import { createHash } from "node:crypto";
import { join } from "node:path";
import { secondSolverVersion } from "../api/node/second-solver.ts";
import type { FilesRead, KeptVerdict, Memory } from "../report/recall.ts";
import { makeFolder } from "../tasks/files.ts";
import { type Key, openStore } from "../tasks/store.ts";
import { outputProblem } from "./output.ts";
import type { VerifyRequest } from "./request.ts";
import { buildVersion } from "./version.ts";

/** What is wrong with the folder, or undefined; makes it if it is not there. */
export function cacheFolderProblem(folder: string): string | undefined {
  return makeFolder(folder) ?? outputProblem(join(folder, "entry"));
}

export async function verdictCache(request: VerifyRequest, log: (text: string) => void): Promise<Memory | undefined> {
  const { cache: folder, certify } = request;
  if (folder === undefined) return undefined;
  const onProblem = (message: string) => log(`hone: ${message}; verdicts are not kept\n`);
  const store = openStore({ folder, version: buildVersion(), onProblem });
  const solver = (await secondSolverVersion(certify)) ?? "none";
  const keys = (files: FilesRead) => keysOf(request, solver, files);
  return {
    recall: (files) => {
      if (needsRun(request)) return undefined;
      const { solved, open } = keys(files);
      const kept = store.recall(solved) as Partial<KeptVerdict> | null | undefined;
      // An `unknown` stands under limits, nowhere else.
      return kept?.result?.verdict === "safe" || kept?.result?.verdict === "unsafe" ? kept : store.recall(open);
    },
    keep: (files, kept) => {
      const { solved, open } = keys(files);
      store.keep(kept.result.verdict === "unknown" ? open : solved, kept);
    },
  };
}

/** What is asked for besides the verdict comes from engines at work. */
function needsRun({ precisions, pictures, witness, dumpQueries }: VerifyRequest): boolean {
  return precisions === "kept" || pictures === "on" || witness === "on" || dumpQueries !== undefined;
}

function keysOf(
  request: VerifyRequest,
  solver: string,
  files: FilesRead,
): { readonly solved: Key; readonly open: Key } {
  const { cache: _, dumpQueries: __, precisions: ___, pictures: ____, witness: _____, ...given } = request;
  const { timeoutSeconds, memoryMb, parallel: ______, winner: _______, ...asked } = given;
  const sources = request.sources.map(({ name, text }) => [name, hashOf(text)]);
  const read = [...files].map(([path, text]) => [path, text === undefined ? "absent" : hashOf(text)]);
  const solved = { ...asked, sources, solver, files: read, verdict: "solved" };
  return { solved, open: { ...solved, verdict: "unknown", timeoutSeconds, memoryMb } };
}

function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
