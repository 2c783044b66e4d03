/**
 * The values of literal tokens: numbers (with C11's choice of type by base, suffix and size, 6.4.4), character
 * constants and string literals with their escapes and prefixes. Functions return what is wrong as a message, since
 * only the parser knows where to report it.
 */
import { compareExact, type Exact, exactDecimal, nearestFloat, scaled } from "./exact-literal.ts";
import {
  bitsOf,
  CHAR,
  DOUBLE,
  FLOAT,
  INT,
  INT128,
  LONG,
  LONG_DOUBLE,
  LONG_LONG,
  UNSIGNED_INT,
  UNSIGNED_LONG,
  UNSIGNED_LONG_LONG,
  UNSIGNED_SHORT,
  wideCharacterType,
} from "./type-operations.ts";
import type { DataModel, FloatingCType, IntegerCType } from "./types.ts";

export type NumberLiteral =
  | { readonly kind: "integer"; readonly value: bigint; readonly type: IntegerCType }
  | {
      readonly kind: "floating";
      readonly value: number;
      readonly type: FloatingCType;
      /** A long double that the double, which stands for it, is not exactly. */
      readonly rounded?: true;
    }
  | { readonly kind: "malformed"; readonly message: string };

const INTEGER = /^(0[xX][0-9a-fA-F]+|0[bB][01]+|[0-9]+)([uUlL]*)$/;
const DECIMAL_FLOAT = /^([0-9]+\.?[0-9]*(?:[eE][+-]?[0-9]+)?|\.[0-9]+(?:[eE][+-]?[0-9]+)?)([a-zA-Z0-9]*)$/;
const HEX_FLOAT = /^0[xX]([0-9a-fA-F]*)\.?([0-9a-fA-F]*)[pP]([+-]?[0-9]+)([a-zA-Z0-9]*)$/;
const INTEGER_SUFFIX = /^(?:u?(?:l|ll|LL|L)?|(?:l|ll|LL|L)u|U(?:l|ll|LL|L)?|(?:l|ll|LL|L)U)$/;

export function numberLiteral(text: string, model: DataModel): NumberLiteral {
  // Most numbers in programs are short decimal integers.
  if (/^(?:0|[1-9][0-9]{0,8})$/.test(text)) return { kind: "integer", value: BigInt(text), type: INT };
  const integer = INTEGER.exec(text);
  if (integer !== null) return integerLiteral(integer[1] as string, integer[2] as string, model);
  const hex = HEX_FLOAT.exec(text);
  if (hex !== null) {
    const digits = `${hex[1]}${hex[2]}`;
    const exponent = Number(hex[3]) - 4 * (hex[2] as string).length;
    return floatingLiteral(
      hexFloat(digits, exponent),
      () => scaled(BigInt(`0x0${digits}`), 2n, exponent),
      hex[4] as string,
    );
  }
  const decimal = DECIMAL_FLOAT.exec(text);
  if (decimal !== null) {
    const [, number, suffix] = decimal as unknown as [string, string, string];
    return floatingLiteral(Number(number), () => exactDecimal(number), suffix);
  }
  return { kind: "malformed", message: `'${text}' is not a valid number` };
}

function integerLiteral(digits: string, suffix: string, model: DataModel): NumberLiteral {
  if (!INTEGER_SUFFIX.test(suffix)) return { kind: "malformed", message: `invalid suffix '${suffix}' on integer` };
  const isOctal = /^0[0-9]/.test(digits);
  if (isOctal && /[89]/.test(digits))
    return { kind: "malformed", message: `invalid digit in octal number '${digits}'` };
  const value = BigInt(isOctal ? `0o${digits}` : digits);
  const isDecimal = /^[1-9]/.test(digits);
  const unsigned = /u/i.test(suffix);
  const longs = suffix.replace(/u/i, "").length;
  for (const type of integerCandidates(longs, unsigned, isDecimal)) {
    const bits = bitsOf(type, model) - (type.signed ? 1 : 0);
    if (value < 1n << BigInt(bits)) return { kind: "integer", value, type };
  }
  if (value < 1n << 64n) return { kind: "integer", value, type: UNSIGNED_LONG_LONG };
  return { kind: "malformed", message: `integer '${digits}' is too large for its type` };
}

function integerCandidates(longs: number, unsigned: boolean, decimal: boolean): IntegerCType[] {
  const signed = [INT, LONG, LONG_LONG];
  const wide = [UNSIGNED_INT, UNSIGNED_LONG, UNSIGNED_LONG_LONG];
  const list: IntegerCType[] = [];
  for (let rank = longs; rank < 3; rank += 1) {
    if (!unsigned) list.push(signed[rank] as IntegerCType);
    if (unsigned || !decimal) list.push(wide[rank] as IntegerCType);
  }
  // gcc gives a decimal number beyond long long the type __int128 where it exists.
  if (decimal && !unsigned) list.push(INT128);
  return list;
}

/** @param value the nearest double. */
function floatingLiteral(value: number, exact: () => Exact | undefined, suffix: string): NumberLiteral {
  switch (suffix.toLowerCase()) {
    case "":
    case "d":
    case "f64":
    case "f32x":
      return { kind: "floating", value, type: DOUBLE };
    case "f":
    case "f32":
      return { kind: "floating", value: nearestFloat(exact(), value), type: FLOAT };
    case "l":
    case "f64x":
    case "w":
      return { kind: "floating", value, type: LONG_DOUBLE, ...(isExactly(value, exact()) ? {} : { rounded: true }) };
    case "q":
    case "f128":
      return { kind: "malformed", message: "__float128 is not supported" };
    default:
      if (/[ij]/i.test(suffix)) return { kind: "malformed", message: "complex numbers are not supported" };
      return { kind: "malformed", message: `invalid suffix '${suffix}' on floating constant` };
  }
}

function isExactly(value: number, exact: Exact | undefined): boolean {
  return exact !== undefined && compareExact(exact, value) === 0;
}

/** mantissa * 2^exponent, rounded once to a double (ties to even). */
function hexFloat(digits: string, exponent: number): number {
  const mantissa = BigInt(`0x${digits === "" ? "0" : digits}`);
  if (mantissa === 0n) return 0;
  const length = mantissa.toString(2).length;
  // The double's last bit: 52 below the leading one, but never below 2^-1074.
  const last = Math.max(length - 53 + exponent, -1074);
  const drop = last - exponent;
  if (drop <= 0) return scale(Number(mantissa), exponent);
  const kept = mantissa >> BigInt(drop);
  const rest = mantissa - (kept << BigInt(drop));
  const half = 1n << BigInt(drop - 1);
  const up = rest > half || (rest === half && (kept & 1n) === 1n);
  return scale(Number(up ? kept + 1n : kept), last);
}

/** value * 2^exponent without intermediate overflow or double rounding (value has at most 53 bits). */
function scale(value: number, exponent: number): number {
  let result = value;
  let left = exponent;
  while (left > 1000) {
    result *= 2 ** 1000;
    left -= 1000;
    if (!Number.isFinite(result)) return result;
  }
  while (left < -1000) {
    // Dividing by powers of two is exact until the result is subnormal; the caller has rounded to that grid.
    result *= 2 ** -1000;
    left += 1000;
    if (result === 0) return 0;
  }
  return result * 2 ** left;
}

// --- Characters and strings ---------------------------------------------------------------------------------------

export type Encoding = "plain" | "wide" | "utf8" | "char16" | "char32";

export function elementType(encoding: Encoding, model: DataModel): IntegerCType {
  switch (encoding) {
    case "plain":
    case "utf8":
      return CHAR;
    case "wide":
      return wideCharacterType(model);
    case "char16":
      return UNSIGNED_SHORT;
    case "char32":
      return UNSIGNED_INT;
  }
}

export function encodingOf(text: string): Encoding {
  switch (text[0]) {
    case "L":
      return "wide";
    case "u":
      return text[1] === "8" ? "utf8" : "char16";
    case "U":
      return "char32";
    default:
      return "plain";
  }
}

export type CharacterLiteral =
  | { readonly kind: "character"; readonly value: bigint; readonly type: IntegerCType }
  | { readonly kind: "malformed"; readonly message: string };

/** A character constant as spelled. A plain one has type int; several characters pack big-endian, as gcc does. */
export function characterLiteral(text: string, model: DataModel): CharacterLiteral {
  const encoding = encodingOf(text);
  const units = decode(text, encoding === "utf8" ? "plain" : encoding);
  if (typeof units === "string") return { kind: "malformed", message: units };
  if (units.length === 0) return { kind: "malformed", message: "empty character constant" };
  if (encoding !== "plain" && encoding !== "utf8") {
    const type = elementType(encoding, model);
    const last = BigInt(units[units.length - 1] as number);
    const bits = bitsOf(type, model);
    return { kind: "character", value: type.signed ? BigInt.asIntN(bits, last) : BigInt.asUintN(bits, last), type };
  }
  if (units.length === 1) return { kind: "character", value: BigInt.asIntN(8, BigInt(units[0] as number)), type: INT };
  let value = 0n;
  for (const unit of units) value = (value << 8n) | BigInt(unit & 0xff);
  return { kind: "character", value: BigInt.asIntN(32, value), type: INT };
}

/** Code units of the text between the quotes, or what is wrong with it. Plain units are UTF-8 bytes. */
export function decode(text: string, encoding: Encoding): number[] | string {
  const open = text.search(/["']/);
  const units: number[] = [];
  let at = open + 1;
  const end = text.length - 1;
  while (at < end) {
    if (text[at] !== "\\") {
      const point = text.codePointAt(at) as number;
      if (isLost(point))
        return "the bytes of this literal are not UTF-8, and lost in reading: write them as escapes (\\xe9)";
      appendCodePoint(units, point, encoding);
      at += point > 0xffff ? 2 : 1;
      continue;
    }
    const sequence = readEscape(text, at, end);
    if (typeof sequence === "string") return sequence;
    if (sequence.universal) appendCodePoint(units, sequence.value, encoding);
    else units.push(sequence.value);
    at = sequence.next;
  }
  return units;
}

/** What stands for bytes that could not be read, or half of a pair: which bytes a compiler would see is not known. */
function isLost(point: number): boolean {
  return point === 0xfffd || (point >= 0xd800 && point < 0xe000);
}

function appendCodePoint(units: number[], point: number, encoding: Encoding): void {
  if (encoding === "wide" || encoding === "char32" || point < 0x80) units.push(point);
  else if (encoding === "char16") {
    if (point < 0x10000) units.push(point);
    else units.push(0xd800 + ((point - 0x10000) >> 10), 0xdc00 + ((point - 0x10000) & 0x3ff));
  } else if (point < 0x800) units.push(0xc0 | (point >> 6), 0x80 | (point & 63));
  else if (point < 0x10000) units.push(0xe0 | (point >> 12), 0x80 | ((point >> 6) & 63), 0x80 | (point & 63));
  else {
    units.push(0xf0 | (point >> 18), 0x80 | ((point >> 12) & 63), 0x80 | ((point >> 6) & 63), 0x80 | (point & 63));
  }
}

interface Escape {
  readonly value: number;
  readonly next: number;
  /** A universal character name: a code point, to be encoded; any other escape is one code unit. */
  readonly universal?: true;
}

const SIMPLE_ESCAPES: Record<string, number> = {
  n: 10,
  t: 9,
  r: 13,
  a: 7,
  b: 8,
  f: 12,
  v: 11,
  e: 27,
  E: 27,
  "\\": 92,
  "'": 39,
  '"': 34,
  "?": 63,
};

function readEscape(text: string, at: number, end: number): Escape | string {
  const letter = text[at + 1] as string;
  const simple = SIMPLE_ESCAPES[letter];
  if (simple !== undefined) return { value: simple, next: at + 2 };
  if (letter >= "0" && letter <= "7") {
    let next = at + 1;
    let value = 0;
    while (next < end && next < at + 4 && /[0-7]/.test(text[next] as string)) value = value * 8 + Number(text[next++]);
    return { value, next };
  }
  if (letter === "x") {
    let next = at + 2;
    let value = 0;
    while (next < end && /[0-9a-fA-F]/.test(text[next] as string))
      value = ((value << 4) | Number.parseInt(text[next++] as string, 16)) >>> 0;
    return next === at + 2 ? "\\x without hexadecimal digits" : { value, next };
  }
  if (letter === "u" || letter === "U") {
    const digits = text.slice(at + 2, at + (letter === "u" ? 6 : 10));
    if (!/^(?:[0-9a-fA-F]{4}|[0-9a-fA-F]{8})$/.test(digits)) return "incomplete universal character name";
    const value = Number.parseInt(digits, 16);
    if (value > 0x10ffff) return "universal character name beyond Unicode";
    return { value, next: at + 2 + digits.length, universal: true };
  }
  // gcc keeps an unknown escape's letter, with a warning.
  return { value: text.charCodeAt(at + 1) & 0xff, next: at + 2 };
}
