/**
 * Options as callers without types hand them over: a name that is none, or a value that no option has, would be as good as nothing, and
 * another question would be answered than was asked.
 */
import { suggestion } from "../util/suggest.ts";
import type { Watching } from "./executor.ts";
import type { CheckOptions, ReadOptions } from "./options.ts";
import type { RunOptions } from "./run.ts";

interface Kind {
  /** Behind "should be". */
  readonly expected: string;
  readonly isMet: (value: unknown) => boolean;
  /** Of values that are of the right type. */
  readonly isOfType?: (value: unknown) => boolean;
}

type Table<O> = { readonly [K in keyof Required<O>]: Kind };

const TEXT: Kind = { expected: "a text", isMet: (value) => typeof value === "string" };
const NUMBER: Kind = {
  expected: "a positive number",
  isMet: (value) => typeof value === "number" && value > 0,
  isOfType: () => true,
};
const SEED: Kind = { expected: "a number", isMet: (value) => typeof value === "number" && !Number.isNaN(value) };
const FLAG: Kind = { expected: "true or false", isMet: (value) => typeof value === "boolean" };
const FUNCTION: Kind = { expected: "a function", isMet: (value) => typeof value === "function" };
const OBJECT: Kind = { expected: "an object", isMet: isObject };
const SIGNAL: Kind = {
  expected: "an AbortSignal",
  isMet: (value) => isObject(value) && typeof (value as AbortSignal).throwIfAborted === "function",
};
const TEXTS = listOf("names", (one) => typeof one === "string");

const READ: Table<ReadOptions> = {
  defines: OBJECT,
  includePaths: TEXTS,
  headers: oneOf("given", "disk"),
  dataModel: oneOf("LP64", "ILP32"),
  entry: TEXT,
};
const CHECK: Table<CheckOptions> = {
  ...READ,
  checks: TEXTS,
  allViolations: FLAG,
  timeout: NUMBER,
  memory: NUMBER,
  engine: TEXT,
  domain: TEXT,
  engineOptions: OBJECT,
  signedOverflow: oneOf("assume-none", "wrap"),
  malloc: oneOf("succeeds", "may-fail"),
  externals: oneOf("assume", "any"),
  evaluationOrder: oneOf("gcc", "any"),
  subobjects: oneOf("own", "whole"),
  integers: oneOf("machine", "math"),
  floats: oneOf("ieee", "real"),
  certify: oneOf("default", "own", "bits", "z3", "both", "off"),
};
const RUN: Table<RunOptions> = {
  ...READ,
  inputs: listOf("numbers", isInput),
  seed: SEED,
  replay: {
    expected: "a counterexample",
    isMet: (value) => isObject(value) && Array.isArray((value as { inputs?: unknown }).inputs),
  },
  checks: TEXTS,
  signedOverflow: CHECK.signedOverflow,
  malloc: CHECK.malloc,
  steps: NUMBER,
  timeout: NUMBER,
};
const WATCHING: Table<Watching> = { signal: SIGNAL, onProgress: FUNCTION, plugins: TEXTS };

const TABLES: Readonly<Record<"parse" | "check" | "invariants" | "run", Readonly<Record<string, Kind>>>> = {
  parse: READ,
  check: CHECK,
  invariants: CHECK,
  run: RUN,
};

/**
 * @param watching whether those are among them that are not sent to a worker.
 * @throws TypeError for what is no option or of another type, RangeError for a value that the option does not have.
 */
export function checkOptions(of: keyof typeof TABLES, options: unknown, watching: "plain" | "watched" = "plain"): void {
  const table = watching === "plain" ? TABLES[of] : { ...TABLES[of], ...WATCHING };
  if (!isObject(options)) throw new TypeError("options should be an object");
  for (const [name, value] of Object.entries(options as object)) {
    const kind = Object.hasOwn(table, name) ? table[name] : undefined;
    if (kind === undefined) throw new TypeError(unknownOption(name, Object.keys(table)));
    if (value === undefined || kind.isMet(value)) continue;
    const message = `${name} should be ${kind.expected}`;
    throw kind.isOfType?.(value) === true ? new RangeError(message) : new TypeError(message);
  }
}

function unknownOption(name: string, names: readonly string[]): string {
  const close = suggestion(name, names);
  return `there is no option "${name}"${close === undefined ? "" : `; did you mean "${close}"?`}`;
}

function isObject(value: unknown): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isInput(value: unknown): boolean {
  return typeof value === "bigint" || typeof value === "string" || (typeof value === "number" && !Number.isNaN(value));
}

function oneOf(...values: readonly string[]): Kind {
  const named = values.map((one) => `"${one}"`);
  return {
    expected: `${named.slice(0, -1).join(", ")} or ${named.at(-1)}`,
    isMet: (value) => values.includes(value as string),
    isOfType: TEXT.isMet,
  };
}

function listOf(what: string, isMet: (one: unknown) => boolean): Kind {
  return { expected: `a list of ${what}`, isMet: (value) => Array.isArray(value) && value.every(isMet) };
}
