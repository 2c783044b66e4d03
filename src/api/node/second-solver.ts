/**
 * Which Z3 a run gets. By default the native library, looked for only when the first question comes; a run that asks
 * for Z3 by name waits for the WASM build where there is no library. HONE_Z3_LIBRARY names the library to use.
 */
import type { SolverFactory } from "../../smt/solver.ts";
import { loadNativeZ3, loadZ3, type Z3 } from "../../smt/z3/index.ts";
import type { Certifier } from "../request.ts";

/** Finds the second solver, or nothing where there is none. */
export type SecondSolver = () => SolverFactory | undefined;

function library(): string | undefined {
  return process.env["HONE_Z3_LIBRARY"] || undefined;
}

function nativeZ3(): Z3 | undefined {
  return loadNativeZ3(library());
}

/** Native if there is one, else WASM; undefined where neither is installed. */
export async function anyZ3(): Promise<Z3 | undefined> {
  const named = library();
  return loadZ3({ carrier: "any", ...(named === undefined ? {} : { library: named }) });
}

/** Where to look for it: by default at the first question. Undefined where no second solver is wanted. */
async function secondZ3(certify: Certifier): Promise<(() => Z3 | undefined) | undefined> {
  switch (certify) {
    case "own":
    case "bits":
    case "off":
      return undefined;
    case "default":
      return nativeZ3;
    case "z3":
    case "both": {
      const found = await anyZ3();
      return () => found;
    }
  }
}

export async function secondSolver(certify: Certifier): Promise<SecondSolver | undefined> {
  const find = await secondZ3(certify);
  return find === undefined ? undefined : () => find()?.factory;
}

/** Which one that is. */
export async function secondSolverVersion(certify: Certifier): Promise<string | undefined> {
  const find = await secondZ3(certify);
  return find?.()?.version;
}

export const NO_Z3 =
  "no Z3 is installed: neither libz3 (with the npm package koffi) nor the npm package z3-solver is there";

/** Z3 was asked for and is not there. */
export async function lacksZ3({ certify }: { readonly certify: Certifier }): Promise<boolean> {
  return (certify === "z3" || certify === "both") && (await anyZ3()) === undefined;
}
