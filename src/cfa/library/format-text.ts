/**
 * printf and scanf as C: a call whose format is a literal is a function that does what this one format says, written with the
 * parts of `c/library/formats.c`. Numbers are printed without loops, digit by digit, so that only divisions by constants are
 * left. What is not simple (floats, precisions of numbers, addresses, wide characters, suppressed assignments) has no text.
 */
import { floatTypeOf } from "../../logic/sort.ts";
import { type Term, wrap } from "../../logic/term.ts";
import { intType } from "../../logic/types.ts";
import type { Op } from "../cfa.ts";
import { modifiedBytes } from "./length-modifier.ts";

type Call = Extract<Op, { kind: "call" }>;

/** A call as one of a function of its own. */
interface FormattedCall {
  readonly name: string;
  /** Defines the function. */
  readonly text: string;
  readonly arguments: readonly Term[];
  /** What is written and what is read meanwhile. */
  readonly apart: readonly (readonly [Term, Term])[];
}

/** What a conversion becomes, and the parameter that it needs. */
interface Part {
  readonly code: string;
  readonly parameter?: string;
  readonly kind?: "number" | "pointer";
  /** Bytes of the number that is passed. */
  readonly type?: { readonly bits: number; readonly sign: "signed" | "unsigned" };
}

const FUNCTIONS: Readonly<Record<string, { readonly format: number; readonly head: string }>> = {
  sprintf: { format: 1, head: "char *to" },
  snprintf: { format: 2, head: "char *to, size_t room" },
  sscanf: { format: 1, head: "const char *text" },
};

/** Undefined where the call has no text: another function, a format that is computed, a conversion that is not simple. */
export function formattedCall(
  name: string,
  { arguments: given, pointees }: Call,
  word: 4 | 8,
): FormattedCall | undefined {
  const known = FUNCTIONS[name];
  const format = known && literal(given[known.format]);
  if (known === undefined || format === undefined) return undefined;
  const parts = name === "sscanf" ? scanParts(format, word) : printParts(format, word);
  if (parts === undefined) return undefined;
  const parameters: string[] = [];
  const values: Term[] = [];
  const code: string[] = [];
  for (const part of parts) {
    if (part.parameter !== undefined) {
      const at = known.format + 1 + values.length;
      const value = given[at];
      const isPointer = pointees?.[at] !== undefined;
      if (value === undefined || isPointer !== (part.kind === "pointer")) return undefined;
      if (!isPointer && (floatTypeOf(value) !== undefined || part.type === undefined)) return undefined;
      values.push(part.type === undefined ? value : wrap(value, intType(part.type.bits, part.type.sign), "conversion"));
      parameters.push(`${part.parameter}${parameters.length}`);
    }
    code.push(part.code.replaceAll("$", `a${parameters.length - 1}`));
  }
  const head = [known.head, ...parameters].join(", ");
  const own = given.slice(0, known.format);
  const target = own[0] as Term;
  const pointers = values.filter((_, i) => pointees?.[known.format + 1 + i] !== undefined);
  // Where scanned text goes may not be what is scanned, nor where another conversion puts its own.
  const apart = pointers.map((pointer): [Term, Term] => [target, pointer]);
  return { name, text: `int ${name}(${head}) {\n${bodyOf(name, code)}\n}\n`, arguments: [...own, ...values], apart };
}

function bodyOf(name: string, code: readonly string[]): string {
  const lines = code.map((line) => `  ${line}`);
  if (name === "sscanf")
    return [
      "  size_t at = 0;",
      "  unsigned assigned = 0;",
      "  IS_STRING(text);",
      ...lines,
      "  return (int)assigned;",
    ].join("\n");
  const room = name === "sprintf" ? ["  size_t room = -1;"] : [];
  return [...room, "  size_t at = 0;", ...lines, "  PRINTED;"].join("\n");
}

/** The text of the literal that the term is the address of. */
function literal(term: Term | undefined): string | undefined {
  const text = term?.kind === "address" && term.object.role === "string" ? term.object.text : undefined;
  const end = text?.indexOf("\0") ?? -1;
  return end === -1 ? text : text?.slice(0, end);
}

function character(text: string): string {
  return `${text.charCodeAt(0)}`;
}

// --- Printing -----------------------------------------------------------------------------------------------------------

const PRINTED = /%([-+ 0]*)(\d{1,3})?(?:\.(\d{1,3}))?(hh|h|ll|l|j|z|t)?([diuxXcs%])/y;

function printParts(format: string, word: 4 | 8): readonly Part[] | undefined {
  const parts: Part[] = [];
  for (let at = 0; at < format.length; ) {
    if (format[at] !== "%") {
      parts.push({ code: `PUT(${character(format[at] as string)});` });
      at += 1;
      continue;
    }
    PRINTED.lastIndex = at;
    const match = PRINTED.exec(format);
    const part = match === null ? undefined : printPart(match, word);
    if (match === null || part === undefined) return undefined;
    parts.push(part);
    at += match[0].length;
  }
  return parts;
}

function printPart(match: RegExpExecArray, word: 4 | 8): Part | undefined {
  const [all, flags = "", width = "0", precision, modifier = "", letter = ""] = match;
  const left = flags.includes("-");
  switch (letter) {
    case "%":
      return all === "%%" ? { code: "PUT('%');" } : undefined;
    case "c": {
      if (modifier !== "" || precision !== undefined || flags.includes("0")) return undefined;
      return { ...padded("PUT((unsigned char)$);", "1", width, left), ...NUMBER };
    }
    case "s": {
      if (modifier !== "" || flags.includes("0")) return undefined;
      const length = `LENGTH(count, $, ${precision ?? "(size_t)-1"});`;
      const { code } = padded("PUT_STRING($, count);", "count", width, left);
      return { code: `{ ${length} ${code} }`, parameter: "const char *a", kind: "pointer" };
    }
    default:
      return precision === undefined ? printNumber(flags, Number(width), modifier, letter, word) : undefined;
  }
}

const NUMBER = { parameter: "int a", kind: "number", type: { bits: 32, sign: "signed" } } as const;

function padded(code: string, count: string, width: string, left: boolean): Part {
  if (Number(width) === 0) return { code };
  const pad = `PAD(${count}, ${width});`;
  return { code: left ? `${code} ${pad}` : `${pad} ${code}` };
}

/** One digit after the other, from the greatest power of the base that the type holds. */
function printNumber(flags: string, width: number, modifier: string, letter: string, word: 4 | 8): Part | undefined {
  const bits = 8 * modifiedBytes(modifier, word);
  const signed = letter === "d" || letter === "i";
  const base = letter === "x" || letter === "X" ? 16n : 10n;
  const type = `unsigned ${bits > 32 ? "long long" : "int"}`;
  const given = `${signed ? "" : "unsigned "}${cType(bits)}`;
  const suffix = bits > 32 ? "ull" : "u";
  const most = (1n << BigInt(bits)) - 1n;
  const powers: bigint[] = [];
  for (let power = base; power <= most; power *= base) powers.push(power);
  const sign = !signed ? "" : flags.includes("+") ? "+" : flags.includes(" ") ? " " : "";
  const digit = (quotient: string): string =>
    base === 16n ? `PUT_HEX(${quotient}, '${letter === "x" ? "a" : "A"}');` : `PUT('0' + ${quotient});`;
  const digits = [
    ...powers.reverse().map((power) => `if (n >= ${power}${suffix}) ${digit(`n / ${power}${suffix} % ${base}`)}`),
    digit(`n % ${base}`),
  ].join(" ");
  const negative = signed ? "$ < 0" : "0";
  const prefix = `${signed ? "PUT_IF(negative, '-');" : ""}${sign === "" ? "" : ` PUT_IF(!negative, '${sign}');`}`;
  const count = [
    "1u",
    sign === "" ? "(unsigned)negative" : "1u",
    ...powers.map((power) => `(unsigned)(n >= ${power}${suffix})`),
  ].join(" + ");
  const fill = (with_: string): string =>
    Array.from({ length: width }, (_, i) => `PUT_IF(count < ${i + 1}, '${with_}');`).join(" ");
  const body = flags.includes("-")
    ? `${prefix} ${digits} ${fill(" ")}`
    : flags.includes("0")
      ? `${prefix} ${fill("0")} ${digits}`
      : `${fill(" ")} ${prefix} ${digits}`;
  const counted = width === 0 ? "" : `unsigned count = ${count};`;
  const magnitude = `${type} n = negative ? 0 - (${type})$ : (${type})$;`;
  return {
    code: `{ int negative = ${negative}; ${magnitude} ${counted} ${body} }`,
    parameter: `${given} a`,
    kind: "number",
    type: { bits, sign: signed ? "signed" : "unsigned" },
  };
}

function cType(bits: number): string {
  return { 8: "char", 16: "short", 32: "int", 64: "long long" }[bits] ?? "int";
}

// --- Scanning -----------------------------------------------------------------------------------------------------------

const SCANNED = /%(\d{1,3})?(hh|h|ll|l|j|z|t)?([duxcsn%])/y;

function scanParts(format: string, word: 4 | 8): readonly Part[] | undefined {
  const parts: Part[] = [];
  for (let at = 0; at < format.length; ) {
    const next = format[at] as string;
    if (next !== "%") {
      parts.push({ code: /[ \t\n\v\f\r]/.test(next) ? "SKIP_SPACE;" : `MATCH(${character(next)});` });
      at += 1;
      continue;
    }
    SCANNED.lastIndex = at;
    const match = SCANNED.exec(format);
    const part = match === null ? undefined : scanPart(match, word);
    if (match === null || part === undefined) return undefined;
    parts.push(part);
    at += match[0].length;
  }
  return parts;
}

function scanPart(match: RegExpExecArray, word: 4 | 8): Part | undefined {
  const [all, width, modifier = "", letter = ""] = match;
  if (width !== undefined && Number(width) === 0) return undefined;
  const bits = 8 * modifiedBytes(modifier, word);
  const type = `${letter === "d" || letter === "n" ? "signed" : "unsigned"} ${cType(bits)}`;
  const last = width ?? "(size_t)-1";
  switch (letter) {
    case "%":
      return all === "%%" ? { code: "SKIP_SPACE; MATCH('%');" } : undefined;
    case "n":
      return width === undefined ? pointer(`*$ = (${type})at;`, type) : undefined;
    case "c":
      return modifier === "" && Number(width ?? 1) === 1 ? pointer("SCAN_CHARACTER($);", "char") : undefined;
    case "s":
      return modifier === "" ? pointer(`SCAN_WORD($, ${last});`, "char") : undefined;
    default: {
      const most = (1n << BigInt(bits - (letter === "d" ? 1 : 0))) - 1n;
      const [magnitude, suffix] = bits > 32 ? ["unsigned long long", "ull"] : ["unsigned", "u"];
      const least = letter === "d" ? most + 1n : most;
      const base = letter === "x" ? "16u" : "10u";
      const limits = `${most}${suffix}, ${least}${suffix}`;
      return pointer(`SCAN_NUMBER($, ${type}, ${magnitude}, ${base}, ${last}, ${limits});`, type);
    }
  }
}

function pointer(code: string, type: string): Part {
  return { code, parameter: `${type} *a`, kind: "pointer" };
}
