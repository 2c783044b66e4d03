/**
 * How a run ends. Ends that come from inside the program (an error reached, undefined behaviour, a limit) travel as
 * one exception, `Stop`, from wherever they happen to `Machine.run`, which turns it into a `RunEnd`.
 */
import type { Check, CheckKind, Edge } from "../cfa/cfa.ts";

export type UndefinedBehaviour =
  | Exclude<CheckKind, "index">
  | "null-dereference"
  | "out-of-bounds"
  | "use-after-free"
  | "write-to-constant"
  | "invalid-free"
  | "different-objects"
  | "pointer-primitive"
  | "misaligned"
  | "bad-call"
  | "overlapping-copy"
  | "unsequenced";

type LimitKind = "steps" | "memory" | "depth";

export type End =
  /** `main` returned, or the program called `exit`. */
  | { readonly kind: "exit"; readonly status: number }
  /** The property is violated: the error function or the failing assertion that was called. */
  | { readonly kind: "error"; readonly function: string; readonly edge: Edge | undefined }
  | {
      readonly kind: "undefined-behaviour";
      readonly what: UndefinedBehaviour;
      readonly message: string;
      readonly edge: Edge | undefined;
      /** The check of the edge that failed, where it was one. */
      readonly check?: Check | undefined;
    }
  /** The program has ended, and memory is left: lost where nothing points to it, kept where it is only not freed. */
  | {
      readonly kind: "leak";
      readonly what: "lost" | "kept";
      readonly message: string;
      readonly edge: Edge | undefined;
    }
  | { readonly kind: "assumption"; readonly edge: Edge | undefined }
  | { readonly kind: "abort"; readonly edge: Edge | undefined }
  | { readonly kind: "limit"; readonly limit: LimitKind; readonly edge: Edge | undefined }
  | { readonly kind: "unsupported"; readonly what: string; readonly edge: Edge | undefined };

export type RunEnd = End & {
  /** Blocks executed: loop iterations and calls. */
  readonly steps: number;
  /** Some value went through `long double`, which is computed as double: results may differ from the machine's. */
  readonly inexact: boolean;
};

export class Stop extends Error {
  readonly end: End;

  constructor(end: End) {
    super(end.kind);
    this.end = end;
  }
}
