/**
 * printf and its relatives: `%n` writes through an argument, and what is shown as a number may be an address that somebody
 * reads back (`sscanf` with `%p`, `strtoul`). Both are found in the format where it is a literal, and assumed of any other.
 */
import type { EdgeOf } from "../../cfa/cfa.ts";
import { libraryRow } from "../../cfa/library/functions.ts";
import type { Term } from "../../logic/term.ts";

export interface FormatFunction {
  readonly kind: "format";
  /** Which argument is the format; the shown ones follow it. */
  readonly format: number;
  /** The argument that gets the text, if it goes to memory. */
  readonly written: number | undefined;
  /** Whether the shown arguments follow, or one `va_list` that holds them. */
  readonly shown: "arguments" | "list";
}

export function formatFunction(name: string): FormatFunction | undefined {
  const shows = libraryRow(name)?.shows;
  if (shows === undefined) return undefined;
  return { kind: "format", ...shows, shown: /^(__(builtin___)?)?v/.test(name) ? "list" : "arguments" };
}

const CONVERSION = /%[-+ #0'I*.\d$]*(?:hh|ll|[hljztLq])?([a-zA-Z%])/g;

/** The letters of the conversions in a call's format; undefined where the format is no literal. */
function lettersOf({ format }: FormatFunction, given: readonly Term[]): ReadonlySet<string> | undefined {
  let at = given[format];
  while (at?.kind === "wrap") at = at.operand;
  const text = at?.kind === "address" ? at.object.text : undefined;
  return text === undefined ? undefined : new Set([...text.matchAll(CONVERSION)].map((match) => match[1] as string));
}

/** May the call write through an argument that it shows? */
export function writesShown(of: FormatFunction, given: readonly Term[]): boolean {
  return lettersOf(of, given)?.has("n") ?? true;
}

/** May the text contain a number that is one of the addresses shown? */
export function showsAddresses(of: FormatFunction, given: readonly Term[]): boolean {
  const letters = lettersOf(of, given);
  return letters === undefined || [..."pdiuxXo"].some((letter) => letters.has(letter));
}

/** The arguments that a call shows; none where they are in a list. */
export function shownBy({ format, shown }: FormatFunction, { op }: EdgeOf<"call">): readonly Term[] {
  return shown === "arguments" ? op.arguments.slice(format + 1) : [];
}
