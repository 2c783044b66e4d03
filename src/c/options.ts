/** What the front end needs to know besides the text. It reads no file itself: `readFile` is handed in. */
import type { DataModel } from "./types.ts";

/** What may be said of each file of a program on its own: how it is preprocessed. */
export interface UnitOptions {
  /** `-iquote`, in order: for `#include "..."` only. */
  readonly quotePaths?: readonly string[];
  /** `-I`, then `-isystem`, each in order. */
  readonly includePaths: readonly string[];
  /** `-D NAME[=VALUE]` and `-U NAME`, in the order given. */
  readonly macros: readonly MacroOption[];
  /** `-include FILE`, in order. */
  readonly includeFiles: readonly string[];
}

export interface FrontEndOptions extends UnitOptions {
  readonly dataModel: DataModel;
  /** For the files in their order, where they differ. */
  readonly units?: readonly UnitOptions[];
  /** Sites of the program (`orderKey` of their ranges) at which every order of evaluation is explored; elsewhere it is gcc's. */
  readonly exploreOrders?: ReadonlySet<string>;
  /** Checks of what compilers define (`OptionalCheck` of cfa/cfa.ts) that are wanted all the same. */
  readonly optionalChecks?: ReadonlySet<string>;
  /** Functions whose bodies are left out, as `goto-instrument --remove-function-body` does. */
  readonly removedBodies?: readonly string[];
  /** What two definitions of one function are: an error, or the first of them wins. */
  readonly duplicates?: "error" | "first";
  /** CBMC's `--nondet-static`: statics that are not const begin with any value, but for those of these names. */
  readonly nondetStatic?: { readonly except: readonly string[] };
  /** CBMC's `--unwind` and `--unwindset`: bounds on loops, which are claims (`c/unwinding.ts`). */
  readonly unwind?: number;
  readonly unwindset?: readonly { readonly loop: string; readonly bound: number }[];
  /** Expressions that are read and checked at places of the program (`c/parser/annotations.ts`). */
  readonly annotations?: readonly Annotation[];
  /** ACSL's annotations in comments (`c/parser/acsl.ts`): `assert`, `check` and `admit` are read and others left out, or all are read. */
  readonly acsl?: "assert" | "all";
  /** In the order of their addresses; they do not overlap. */
  readonly regions?: readonly FixedRegion[];
  /** Text of a file, or undefined where there is none. Paths use `/`. */
  readonly readFile: (path: string) => string | undefined;
  /** The folders in which an installed compiler has its headers; asked for where a header is nowhere else. */
  readonly compilerFolders?: () => readonly string[];
  /** Whether headers from there are read (default), or only told about where one is missing. */
  readonly compilerHeaders?: "use" | "hint";
}

/** Memory at a fixed address: device registers, which give anything at each read, or memory, whose first content is anything. */
export interface FixedRegion {
  readonly address: number;
  readonly size: number;
  readonly holds: "registers" | "memory";
}

export interface Annotation {
  /** The file, by its name, and the place in its text: the keyword of a loop or of a branch, where a statement begins, or a function's name. */
  readonly file: string;
  readonly offset: number;
  /** The last three are of a function: what holds where it is entered, where it is left, and a value that is kept from its entry. */
  readonly kind: "loop" | "statement" | "branch" | "requires" | "ensures" | "at-entry";
  /** A C expression without side effects; of a branch `1` or `0`: that its condition does not hold, or that it does. */
  readonly text: string;
  /** What `ensures` calls the value that is kept. */
  readonly keptAs?: string;
  /** What parameters are to `ensures`: their values where the function is left (default), or those that were passed. */
  readonly parameters?: "as-left" | "as-passed";
  /** What its text is called in messages. */
  readonly name: string;
}

export type MacroOption =
  | { readonly kind: "define"; readonly name: string; readonly value: string }
  | { readonly kind: "undefine"; readonly name: string };
