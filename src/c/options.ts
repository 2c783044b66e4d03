/** What the front end needs to know besides the text. It reads no file itself: `readFile` is handed in. */
import type { DataModel } from "./types.ts";

export interface FrontEndOptions {
  readonly dataModel: DataModel;
  /** `-I`, in order. */
  readonly includePaths: readonly string[];
  /** `-D NAME[=VALUE]` and `-U NAME`, in the order given. */
  readonly macros: readonly MacroOption[];
  /** `-include FILE`, in order. */
  readonly includeFiles: readonly string[];
  /** Sites of the program (`orderKey` of their ranges) at which every order of evaluation is explored; elsewhere it is gcc's. */
  readonly exploreOrders?: ReadonlySet<string>;
  /** Checks of what compilers define (`OptionalCheck` of cfa/cfa.ts) that are wanted all the same. */
  readonly optionalChecks?: ReadonlySet<string>;
  /** Functions whose bodies are left out, as `goto-instrument --remove-function-body` does. */
  readonly removedBodies?: readonly string[];
  /** What two definitions of one function are: an error, or the first of them wins. */
  readonly duplicates?: "error" | "first";
  /** CBMC's `--unwind` and `--unwindset`: bounds on loops, which are claims (`c/unwinding.ts`). */
  readonly unwind?: number;
  readonly unwindset?: readonly { readonly loop: string; readonly bound: number }[];
  /** Text of a file, or undefined where there is none. Paths use `/`. */
  readonly readFile: (path: string) => string | undefined;
}

export type MacroOption =
  | { readonly kind: "define"; readonly name: string; readonly value: string }
  | { readonly kind: "undefine"; readonly name: string };
