/** What the server and its workers say to each other: plain data. A worker gets one task at a time. */
import type { Fix, Mendable } from "../../cfa/read-fixes.ts";
import type { HarnessReport, Invariant, Place, Result } from "../../report/result.ts";

/** A file as the editor shows it. */
export interface Subject {
  /** Absolute. The work is done in its folder, as `hone verify` would be started there. */
  readonly file: string;
  /** Texts of open files, by absolute paths: they stand in the place of what is on the disk. */
  readonly overlays: readonly (readonly [path: string, text: string])[];
  /** What the editor says of options, by their names in hone.config.json; it goes before that. */
  readonly options: Readonly<Record<string, unknown>>;
  /** Paths in the editor's options are relative to it. */
  readonly root: string;
}

export type Task = Subject &
  (
    | { readonly kind: "read"; readonly scope: Scope }
    | { readonly kind: "fixes"; readonly diagnostic: Mendable }
    | {
        readonly kind: "verify";
        /** Functions where the program starts, one question each. */
        readonly entries: readonly string[];
        /** For all of them. */
        readonly fileSeconds: number;
      }
    | {
        readonly kind: "test";
        readonly entry: string;
        readonly result: Result;
        /** A file in the folder. */
        readonly output: string;
      }
    | { readonly kind: "page"; readonly result: Result }
  );

/** What is verified of a file: the program that it is, or where it has no start each of its functions; or always the latter. */
export type Scope = "auto" | "functions";

/** What the front end says; `length` characters from the place on. */
export interface ReadDiagnostic extends Mendable {
  readonly file: string;
  readonly severity: "error" | "warning" | "note";
  readonly length: number;
  readonly notes: readonly (Place & { readonly message: string })[];
}

/** A function that the file defines. */
export interface FunctionPlace {
  readonly name: string;
  /** Where it begins, and the last line of it. */
  readonly line: number;
  readonly lastLine: number;
}

export interface Reading {
  readonly diagnostics: readonly ReadDiagnostic[];
  readonly functions: readonly FunctionPlace[];
  /** Where verification starts. */
  readonly entries: readonly string[];
  /** Files that were read, by absolute paths. */
  readonly files: readonly string[];
  /** Limits of one question. */
  readonly timeoutSeconds: number;
  readonly memoryMb: number;
  /** What is wrong with the configuration or the settings. */
  readonly problem?: string;
}

export interface Verified {
  readonly entry: string;
  readonly result: Result;
  /** The result for people, where there is a counterexample. */
  readonly report?: string;
  /** Files that were read, by absolute paths. */
  readonly files: readonly string[];
}

export interface Hints {
  readonly entry: string;
  readonly invariants: readonly Invariant[];
  /** Who proved them, and under which conditions. */
  readonly by: string;
}

export type Message =
  | ({ readonly kind: "read" } & Reading)
  | { readonly kind: "fixes"; readonly fixes: readonly Fix[] }
  /** Told of a check while it goes on. */
  | { readonly kind: "progress"; readonly line: string }
  | ({ readonly kind: "verified" } & Verified)
  | ({ readonly kind: "hints" } & Hints)
  | { readonly kind: "test"; readonly test: HarnessReport }
  | { readonly kind: "page"; readonly page: string }
  /** The end of every task: nothing more comes. `problem`: what is wrong with the question. */
  | { readonly kind: "done"; readonly problem?: string };

export type Send = (message: Message) => void;
