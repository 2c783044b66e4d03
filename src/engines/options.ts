/**
 * Options that some engines have, one row each; an engine's README says which it takes. The command line makes an option of
 * every row, and hands what the user said to the engine in its context.
 */

interface OptionRow<V> {
  /** In `EngineContext.options`. */
  readonly name: string;
  /** On the command line. */
  readonly flag: string;
  readonly argument: string;
  readonly help: string;
  /** The value that a text stands for; undefined where it stands for none. */
  readonly read: (text: string) => V | undefined;
  /** What to say then. */
  readonly expected: string;
}

const TABLE = [
  {
    name: "widenEvery",
    flag: "--widen-every",
    argument: "N",
    help: "widen on every N-th unrolling of a loop (engines vinta and ufo; default 3)",
    read: (text: string) => (/^[1-9]\d{0,3}$/.test(text) ? Number(text) : undefined),
    expected: "a number from 1 to 9999 is expected",
  },
  {
    name: "interpolation",
    flag: "--interpolation",
    argument: "HOW",
    help: "interpolants by blocking obligations, or from a proof (engines vinta and ufo; default: blocking, and proof where it gives up)",
    read: (text: string) => (["blocking", "proof"] as const).find((how) => how === text),
    expected: "blocking or proof is expected",
  },
  {
    name: "calls",
    flag: "--calls",
    argument: "KIND",
    help: "inline (default), or summaries: input-output relations of functions (engine path-focusing)",
    read: (text: string) => (["inline", "summaries"] as const).find((kind) => kind === text),
    expected: "inline or summaries is expected",
  },
  {
    name: "block",
    flag: "--block",
    argument: "ENDS",
    help: "where blocks end: loop (default of engine predicate), loop+function (of explicit+predicate) or edge",
    read: (text: string) => (["loop", "loop+function", "edge"] as const).find((ends) => ends === text),
    expected: "loop, loop+function or edge is expected",
  },
  {
    name: "mostValues",
    flag: "--most-values",
    argument: "N",
    help: "a variable with more values than this on a path is left to predicates (explicit+predicate; default 40)",
    read: (text: string) => (/^[1-9]\d{0,5}$/.test(text) ? Number(text) : undefined),
    expected: "a number from 1 to 999999 is expected",
  },
  {
    name: "handOver",
    flag: "--hand-over",
    argument: "WHICH",
    help: "variables that may be left to predicates: all (default), or counters, which some assignment computes from themselves",
    read: (text: string) => (["all", "counters"] as const).find((which) => which === text),
    expected: "all or counters is expected",
  },
] as const satisfies readonly OptionRow<unknown>[];

type Row = (typeof TABLE)[number];

/** By the rows' names; absent where nobody said anything. */
export type EngineOptions = {
  readonly [Name in Row["name"]]?: NonNullable<ReturnType<Extract<Row, { readonly name: Name }>["read"]>>;
};

export const ENGINE_OPTIONS: readonly OptionRow<EngineOptions[Row["name"]]>[] = TABLE;
