/**
 * printf and its relatives: `%n` writes through an argument, and what is shown as a number may be an address that somebody
 * reads back (`sscanf` with `%p`, `strtoul`). Both are found in the format where it is a literal, and assumed of any other.
 */
import type { Edge } from "../../cfa/cfa.ts";
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

const FUNCTIONS: readonly (readonly [number, number | undefined, string])[] = [
  [0, undefined, "printf vprintf warn warnx vwarn vwarnx"],
  [1, undefined, "fprintf vfprintf dprintf vdprintf syslog vsyslog __printf_chk __vprintf_chk"],
  [2, undefined, "__fprintf_chk __vfprintf_chk"],
  [1, 0, "sprintf vsprintf"],
  [2, 0, "snprintf vsnprintf"],
  [3, 0, "__sprintf_chk __vsprintf_chk __builtin___sprintf_chk __builtin___vsprintf_chk"],
  [4, 0, "__snprintf_chk __vsnprintf_chk __builtin___snprintf_chk __builtin___vsnprintf_chk"],
];

const functions = new Map<string, FormatFunction>();
for (const [format, written, names] of FUNCTIONS)
  for (const name of names.split(" "))
    functions.set(name, {
      kind: "format",
      format,
      written,
      shown: /^(__(builtin___)?)?v/.test(name) ? "list" : "arguments",
    });

export function formatFunction(name: string): FormatFunction | undefined {
  return functions.get(name);
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
export function shownBy({ format, shown }: FormatFunction, { op }: Edge): readonly Term[] {
  return op.kind === "call" && shown === "arguments" ? op.arguments.slice(format + 1) : [];
}
