/** The words in which a row of `functions.ts` says what a library function does, and what they stand for. */

/**
 * - error: the call violates `unreach-call`. error-if-zero: it does so where its first argument is zero.
 * - assume: executions in which the first argument is zero are not considered.
 * - end: the program ends here, without any violation.
 * - nondet: an input of the program. allocate, free: heap memory. no-op: no effect that a property can see.
 * - unsupported: it calls functions of the program (now, at its end, at a signal), changes memory in later calls of other
 *   functions, or goes where no call goes.
 */
export type LibraryMeaning =
  | "error"
  | "error-if-zero"
  | "assume"
  | "end"
  | "nondet"
  | "allocate"
  | "free"
  | "no-op"
  | "unsupported";

/** What a call does to the program's memory, for functions without a meaning of their own. */
export type MemoryEffect =
  /** memcpy(to, from, bytes), memmove: returns `to`. */
  | { readonly kind: "copy" }
  /** memset(to, byte, bytes): returns `to`. */
  | { readonly kind: "fill" }
  /**
   * Writes characters or numbers, no pointers, into what the listed arguments point to directly; returns a number, a
   * pointer into what argument 0 points to, or what was handed to the library before (a number read from text).
   */
  | {
      readonly kind: "writes";
      readonly arguments: readonly number[];
      readonly returns: "number" | "argument" | "given";
      /** This argument points to a pointer that gets to point into what argument 0 points to. */
      readonly end?: number;
    }
  /** Uses its argument 1, where that is not null, as a buffer in later calls of other functions. */
  | { readonly kind: "buffer" }
  /** Keeps argument 0 and writes there in later calls; returns a pointer into it. */
  | { readonly kind: "keeps" }
  /** Changes nothing: says something about the memory that its arguments point to. */
  | { readonly kind: "asks"; readonly about: "accessible" | "same-object" | "offset" | "size" }
  /** The object that argument 0 points into gets any content, pointers aside. */
  | { readonly kind: "renews" };

/** How much memory, counted from where the argument points. */
export type Extent =
  /** As many bytes as these arguments' product. */
  | { readonly kind: "bytes"; readonly factors: readonly number[] }
  | { readonly kind: "constant"; readonly bytes: number }
  /** So many pointers' sizes. */
  | { readonly kind: "words"; readonly words: number }
  /** A string with its end. */
  | { readonly kind: "string" }
  /** A string, or as many bytes as the argument says, whichever ends first. */
  | { readonly kind: "string-within"; readonly limit: number }
  /** What the string at another argument takes, with its end. */
  | { readonly kind: "copied"; readonly from: number }
  /** Behind the string that is there: what the string at another argument takes, or at most `limit` bytes and an end. */
  | { readonly kind: "appended"; readonly from: number; readonly limit: number | undefined }
  /** What the library itself handed out, a stream for example: it is not null. */
  | { readonly kind: "handle" }
  | { readonly kind: "unknown" };

export interface Touch {
  readonly argument: number;
  readonly access: "read" | "write";
  readonly extent: Extent;
  /** A null pointer asks the function to leave it. */
  readonly optional?: true;
}

/**
 * Which memory a function touches: which argument points there, whether memory is read or written, and how far. What is
 * listed may be more than a call touches (`strcmp` stops at the first difference), never less.
 */
export interface LibraryMemory {
  readonly touches: readonly Touch[];
  /** A format whose conversions touch memory, and where its values are: from an argument on, or in a va_list. */
  readonly format?: {
    readonly argument: number;
    readonly values: number | "list";
    readonly direction: "print" | "scan";
    /** What is printed goes there, at most so many bytes as an argument says. */
    readonly into?: { readonly argument: number; readonly limit: number | undefined };
  };
  /** How much it touches behind its pointers nobody wrote down here. */
  readonly unlisted?: true;
  /** Frees what the argument points to. */
  readonly frees?: number;
  /** Two arguments whose bytes should not overlap, as many as the third says; nobody wrote down how many where there is none. */
  readonly apart?: readonly [number, number, number?];
}

/** Integers from `low` to `high`; floats from `low` to below `high`. */
export interface ResultRange {
  readonly low: number;
  readonly high: number;
}

export interface LibraryRow {
  readonly meaning?: LibraryMeaning;
  readonly effect?: MemoryEffect;
  /** printf and its relatives: which argument is the format, and which gets the text, if it goes to memory. */
  readonly shows?: { readonly format: number; readonly written: number | undefined };
  /**
   * Whether C fixes the result. zero: only where it is 0; otherwise that it is not, or its sign. memory: where there is
   * enough of it. output: the result is the environment's affair.
   */
  readonly exact?: "always" | "zero" | "memory" | "output";
  /** The numbers it may return, as its manual page has it, when the environment decides which. */
  readonly range?: ResultRange;
  /** The same where a seed decides. */
  readonly seeded?: ResultRange;
  /** The result that says "nothing was done": the environment may give it at any time, and then memory is as before. */
  readonly failure?: number;
  /** kept: a call leaves `errno` as it is, whatever happens. told: it sets it exactly where its manual page says so. */
  readonly errno?: "kept" | "told";
  /** This argument is a function that it calls to compare, how often and in which order C does not say. */
  readonly compares?: number;
  readonly memory?: LibraryMemory;
}

/** One thing that a row says. */
type Fact = Omit<LibraryRow, "memory"> & { readonly memory?: Partial<LibraryMemory> };

/** All that is said of the functions of these names. */
export function row(names: string, ...facts: readonly Fact[]): readonly [string, LibraryRow] {
  const memories = facts.flatMap(({ memory }) => memory ?? []);
  const touches = memories.flatMap((memory) => memory.touches ?? []);
  const memory = memories.length === 0 ? {} : { memory: { ...Object.assign({}, ...memories), touches } };
  return [names, { ...Object.assign({}, ...facts), ...memory }];
}

export const ERROR: Fact = { meaning: "error" };
export const ERROR_IF_ZERO: Fact = { meaning: "error-if-zero" };
export const ASSUME: Fact = { meaning: "assume" };
export const ENDS: Fact = { meaning: "end" };
export const ALLOCATES: Fact = { meaning: "allocate" };
export const FREES: Fact = { meaning: "free" };
export const NO_EFFECT: Fact = { meaning: "no-op" };
export const UNSUPPORTED: Fact = { meaning: "unsupported" };

export const asks = (about: Extract<MemoryEffect, { kind: "asks" }>["about"]): Fact => ({
  effect: { kind: "asks", about },
});
export const RENEWS: Fact = { effect: { kind: "renews" } };
export const COPIES: Fact = { effect: { kind: "copy" } };
export const FILLS: Fact = { effect: { kind: "fill" } };
export const TAKES_BUFFER: Fact = { effect: { kind: "buffer" } };
export const KEEPS_ARGUMENT: Fact = { effect: { kind: "keeps" } };
/** Changes nothing; the result is a number, points into what argument 0 points to, or was handed to the library before. */
export const GIVES_NUMBER: Fact = { effect: { kind: "writes", arguments: [], returns: "number" } };
export const POINTS_INTO: Fact = { effect: { kind: "writes", arguments: [], returns: "argument" } };
export const GIVES_BACK: Fact = { effect: { kind: "writes", arguments: [], returns: "given" } };
export const CHANGES_FIRST: Fact = { effect: { kind: "writes", arguments: [0], returns: "argument" } };
/** strtol: argument 1 gets to point behind the number. */
export const NUMBER_FROM_TEXT: Fact = { effect: { kind: "writes", arguments: [1], returns: "given", end: 1 } };
export const changes = (which: readonly number[]): Fact => ({
  effect: { kind: "writes", arguments: which, returns: "number" },
});
export const shows = (format: number, written?: number): Fact => ({ shows: { format, written } });

export const EXACT: Fact = { exact: "always" };
export const EXACT_WHERE_ZERO: Fact = { exact: "zero" };
export const EXACT_MEMORY: Fact = { exact: "memory" };
export const EXACT_OUTPUT: Fact = { exact: "output" };

export const MOST_INT = 2147483647;
export const LEAST_INT = -2147483648;
export const MANY: number = Number.MAX_SAFE_INTEGER;
export const between = (low: number, high: number): Fact => ({ range: { low, high } });
export const seeded = (low: number, high: number): Fact => ({ seeded: { low, high } });
export const fails = (failure: number): Fact => ({ failure });
export const ERRNO_KEPT: Fact = { errno: "kept" };
export const ERRNO_TOLD: Fact = { errno: "told" };
export const compares = (argument: number): Fact => ({ compares: argument });

export const bytes = (...factors: number[]): Extent => ({ kind: "bytes", factors });
export const constant = (count: number): Extent => ({ kind: "constant", bytes: count });
export const words = (count: number): Extent => ({ kind: "words", words: count });
export const within = (limit: number): Extent => ({ kind: "string-within", limit });
export const copied = (from: number): Extent => ({ kind: "copied", from });
export const appended = (from: number, limit?: number): Extent => ({ kind: "appended", from, limit });
export const STRING: Extent = { kind: "string" };
export const UNKNOWN: Extent = { kind: "unknown" };

const touching = (argument: number, access: Touch["access"], extent: Extent): Fact => ({
  memory: { touches: [{ argument, access, extent }] },
});
export const reads = (argument: number, extent: Extent): Fact => touching(argument, "read", extent);
export const writes = (argument: number, extent: Extent): Fact => touching(argument, "write", extent);
export const stream = (argument: number): Fact => touching(argument, "read", { kind: "handle" });
export const maybe = ({ memory }: Fact): Fact => ({
  memory: { touches: (memory?.touches ?? []).map((touch) => ({ ...touch, optional: true })) },
});
export const frees = (argument: number): Fact => ({ memory: { frees: argument } });
export const apart = (...which: [number, number, number?]): Fact => ({ memory: { apart: which } });
export const prints = (argument: number, values: number | "list", into?: number, limit?: number): Fact => {
  const target = into === undefined ? {} : { into: { argument: into, limit } };
  return { memory: { format: { argument, values, direction: "print", ...target } } };
};
export const scans = (argument: number, values: number | "list"): Fact => ({
  memory: { format: { argument, values, direction: "scan" } },
});
