/** <stdlib.h> numbers, <ctype.h>, <math.h>, random numbers and time (deterministic), sorting and searching. */
import type { Value } from "../values.ts";
import {
  type LibraryContext,
  type LibraryFunction,
  type LibraryTable,
  numberAt,
  readByte,
  readString,
  sizeAt,
  textOf,
  writeByte,
} from "./library.ts";

// --- Text to numbers ------------------------------------------------------------------------------------------------

function parseInteger(text: string, base: number): { value: bigint; length: number } {
  const head = /^[ \t\n\v\f\r]*([-+]?)/.exec(text) as RegExpExecArray;
  let at = head[0].length;
  let radix = base;
  const hexadecimal = /^0[xX][0-9a-fA-F]/.test(text.slice(at));
  if ((base === 0 || base === 16) && hexadecimal) {
    radix = 16;
    at += 2;
  } else if (base === 0) radix = text[at] === "0" ? 8 : 10;
  const start = at;
  let value = 0n;
  for (; at < text.length; at += 1) {
    const digit = Number.parseInt(text[at] as string, 36);
    if (Number.isNaN(digit) || digit >= radix) break;
    value = value * BigInt(radix) + BigInt(digit);
  }
  return { value: head[1] === "-" ? -value : value, length: at === start ? 0 : at };
}

function clamp(value: bigint, bits: number, sign: "signed" | "unsigned"): bigint {
  // A minus sign negates the unsigned number; only its magnitude may be too large.
  if (sign === "unsigned")
    return isOutside(value, bits, sign) ? (1n << BigInt(bits)) - 1n : BigInt.asUintN(bits, value);
  const high = (1n << BigInt(bits - 1)) - 1n;
  return value > high ? high : value < -high - 1n ? -high - 1n : value;
}

const ERANGE = 34;

function isOutside(value: bigint, bits: number, sign: "signed" | "unsigned"): boolean {
  const size = value < 0n ? -value : value;
  if (sign === "unsigned") return size >> BigInt(bits) > 0n;
  return value < 0n ? size > 1n << BigInt(bits - 1) : size >> BigInt(bits - 1) > 0n;
}

function storePointer(context: LibraryContext, at: number, value: number): void {
  if (at === 0) return;
  context.runtime.require(at, context.pointerBytes, "write");
  if (context.pointerBytes === 4) context.runtime.memory.view.setUint32(at, value, true);
  else context.runtime.memory.view.setBigUint64(at, BigInt(value), true);
  context.runtime.memory.shadow.fill(7, at, at + context.pointerBytes);
}

function toInteger(width: "long" | 64, sign: "signed" | "unsigned"): LibraryFunction {
  return (context, operands) => {
    const start = numberAt(operands, 0);
    const base = numberAt(operands, 2);
    if (base < 0 || base === 1 || base > 36) return context.runtime.unsupported("a base that no number has");
    const { value, length } = parseInteger(textOf(readString(context.runtime, start)), base);
    storePointer(context, numberAt(operands, 1), start + length);
    const bits = width === "long" ? context.pointerBytes * 8 : width;
    const result = clamp(value, bits, sign);
    if (isOutside(value, bits, sign)) context.setErrno(ERANGE);
    return result;
  };
}

const decimal =
  (bits: number | "long"): LibraryFunction =>
  (context, operands) =>
    clamp(
      parseInteger(textOf(readString(context.runtime, numberAt(operands, 0))), 10).value,
      bits === "long" ? context.pointerBytes * 8 : bits,
      "signed",
    );

function toFloat(context: LibraryContext, operands: readonly Value[]): number {
  const start = numberAt(operands, 0);
  const text = textOf(readString(context.runtime, start));
  if (/^\s*[-+]?(?:0x|nan\()/i.test(text)) return context.runtime.unsupported("a rare number of strtod");
  const match = /^\s*[-+]?(?:inf(?:inity)?|nan|\d+\.?\d*(?:e[-+]?\d+)?|\.\d+(?:e[-+]?\d+)?)/i.exec(text);
  if (operands.length > 1) storePointer(context, numberAt(operands, 1), start + (match?.[0].length ?? 0));
  if (match === null) return 0;
  const word = match[0].trim().toLowerCase();
  if (word.includes("inf")) return word.startsWith("-") ? -Infinity : Infinity;
  return word.includes("nan") ? NaN : Number(word);
}

/** A double halfway between two floats does not say to which of them the text is nearer. */
const toSingle: LibraryFunction = (context, operands) => {
  const value = toFloat(context, operands);
  const single = Math.fround(value);
  const other = 2 * value - single;
  const isHalfway = other !== single && Number.isFinite(other) && Math.fround(other) === other;
  return isHalfway ? context.runtime.unsupported("a rare number of strtof") : single;
};

function absolute(value: Value): Value {
  return value < 0 ? -value : value;
}

/** The structure goes where the hidden first argument points. */
function quotient(width: 4 | 8 | "long"): LibraryFunction {
  return (context, operands) => {
    const bytes = width === "long" ? context.pointerBytes : width;
    const [number, divisor] = [BigInt(operands[1] ?? 0), BigInt(operands[2] ?? 0)];
    if (divisor === 0n) return context.runtime.stopUndefined("division", "a quotient by zero");
    const parts = [number / divisor, number % divisor];
    if (parts[0] !== BigInt.asIntN(8 * bytes, parts[0] as bigint))
      return context.runtime.stopUndefined("overflow", "a quotient that does not fit");
    parts.forEach((part, i) => {
      for (let k = 0; k < bytes; k += 1)
        writeByte(context.runtime, numberAt(operands, 0) + i * bytes + k, Number((part >> BigInt(8 * k)) & 255n));
    });
    return operands[0];
  };
}

// --- Characters -----------------------------------------------------------------------------------------------------

function character(test: (code: number) => boolean): LibraryFunction {
  return (_context, operands) => (test(numberAt(operands, 0)) ? 1 : 0);
}

const isLower = (c: number): boolean => c >= 97 && c <= 122;
const isUpper = (c: number): boolean => c >= 65 && c <= 90;
const isDigit = (c: number): boolean => c >= 48 && c <= 57;
const isAlpha = (c: number): boolean => isLower(c) || isUpper(c);
const isSpace = (c: number): boolean => c === 32 || (c >= 9 && c <= 13);
const isGraph = (c: number): boolean => c > 32 && c < 127;

const characters: LibraryTable = {
  islower: character(isLower),
  isupper: character(isUpper),
  isdigit: character(isDigit),
  __unspecified: (_, operands) => operands[0],
  __set_errno: (context, operands) => {
    context.setErrno(numberAt(operands, 0));
    return undefined;
  },
  isalpha: character(isAlpha),
  isalnum: character((c) => isAlpha(c) || isDigit(c)),
  isspace: character(isSpace),
  isblank: character((c) => c === 32 || c === 9),
  isprint: character((c) => c >= 32 && c < 127),
  isgraph: character(isGraph),
  ispunct: character((c) => isGraph(c) && !isAlpha(c) && !isDigit(c)),
  iscntrl: character((c) => (c >= 0 && c < 32) || c === 127),
  isxdigit: character((c) => isDigit(c) || (c >= 97 && c <= 102) || (c >= 65 && c <= 70)),
  isascii: character((c) => c >= 0 && c < 128),
  toascii: (_context, operands) => numberAt(operands, 0) & 127,
  tolower: (_context, operands) => numberAt(operands, 0) + (isUpper(numberAt(operands, 0)) ? 32 : 0),
  toupper: (_context, operands) => numberAt(operands, 0) - (isLower(numberAt(operands, 0)) ? 32 : 0),
  __ctype_b_loc: (context) => characterTable(context, "classes", 2, classBits),
  __ctype_tolower_loc: (context) => characterTable(context, "lower", 4, (c) => (isUpper(c) ? c + 32 : c)),
  __ctype_toupper_loc: (context) => characterTable(context, "upper", 4, (c) => (isLower(c) ? c - 32 : c)),
};

/** glibc's class bits on a little-endian machine. */
function classBits(c: number): number {
  if (c < 0 || c > 127) return 0;
  const bit = (on: boolean, value: number): number => (on ? value : 0);
  const hexadecimal = isDigit(c) || (c >= 97 && c <= 102) || (c >= 65 && c <= 70);
  return (
    bit(isUpper(c), 0x100) |
    bit(isLower(c), 0x200) |
    bit(isAlpha(c), 0x400) |
    bit(isDigit(c), 0x800) |
    bit(hexadecimal, 0x1000) |
    bit(isSpace(c), 0x2000) |
    bit(c >= 32 && c < 127, 0x4000) |
    bit(isGraph(c), 0x8000) |
    bit(c === 32 || c === 9, 1) |
    bit(c < 32 || c === 127, 2) |
    bit(isGraph(c) && !isAlpha(c) && !isDigit(c), 4) |
    bit(isAlpha(c) || isDigit(c), 8)
  );
}

// The result points to a pointer to the entry of character 0; entries go from -128 to 255.
function characterTable(context: LibraryContext, name: string, bytes: 2 | 4, of: (c: number) => number): number {
  const known = context.state.characterTables.get(name);
  if (known !== undefined) return known;
  const { runtime } = context;
  const table = runtime.heap.allocate(384 * bytes) ?? runtime.memoryFull();
  const cell = runtime.heap.allocate(context.pointerBytes) ?? runtime.memoryFull();
  for (let c = -128; c < 256; c += 1) {
    const at = table + (c + 128) * bytes;
    if (bytes === 2) runtime.memory.view.setUint16(at, of(c), true);
    else runtime.memory.view.setInt32(at, of(c), true);
  }
  runtime.memory.shadow.fill(3, table, table + 384 * bytes);
  storePointer(context, cell, table + 128 * bytes);
  context.state.characterTables.set(name, cell);
  return cell;
}

// --- Sorting --------------------------------------------------------------------------------------------------------

/** glibc's merge sort, so that a comparison function is called in the same order. */
function sort(context: LibraryContext, base: number, count: number, size: number, compare: number): void {
  if (count <= 1) return;
  const firstCount = Math.floor(count / 2);
  const second = base + firstCount * size;
  sort(context, base, firstCount, size, compare);
  sort(context, second, count - firstCount, size, compare);
  const { u8, shadow } = context.runtime.memory;
  const merged = new Uint8Array(count * size);
  let [a, b, to] = [base, second, 0];
  const end = base + count * size;
  while (a < second && b < end) {
    const first = Number(context.call(compare, [a, b])) <= 0;
    const from = first ? a : b;
    merged.set(u8.subarray(from, from + size), to);
    if (first) a += size;
    else b += size;
    to += size;
  }
  merged.set(u8.subarray(a, second), to);
  const kept = to + (second - a);
  u8.set(merged.subarray(0, kept), base);
  shadow.fill(7, base, base + kept);
}

const qsort: LibraryFunction = (context, operands) => {
  const [base, count, size] = [numberAt(operands, 0), sizeAt(context, operands, 1), sizeAt(context, operands, 2)];
  if (count * size > 0) context.runtime.require(base, count * size, "write");
  sort(context, base, count, size, numberAt(operands, 3));
  return undefined;
};

const bsearch: LibraryFunction = (context, operands) => {
  const size = sizeAt(context, operands, 3);
  let [low, high] = [0, sizeAt(context, operands, 2)];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const at = numberAt(operands, 1) + middle * size;
    const order = Number(context.call(numberAt(operands, 4), [numberAt(operands, 0), at]));
    if (order === 0) return at;
    if (order < 0) high = middle;
    else low = middle + 1;
  }
  return 0;
};

// --- The table ------------------------------------------------------------------------------------------------------

export const numbers: LibraryTable = {
  ...characters,
  atoi: decimal("long"),
  atol: decimal("long"),
  atoll: decimal(64),
  strtol: toInteger("long", "signed"),
  strtoll: toInteger(64, "signed"),
  strtoul: toInteger("long", "unsigned"),
  strtoull: toInteger(64, "unsigned"),
  strtod: toFloat,
  strtof: toSingle,
  strtold: toFloat,
  atof: toFloat,
  abs: (_context, operands) => absolute(operands[0] ?? 0),
  labs: (_context, operands) => absolute(operands[0] ?? 0),
  llabs: (_context, operands) => absolute(operands[0] ?? 0),
  div: quotient(4),
  ldiv: quotient("long"),
  lldiv: quotient(8),
  rand: (context) => context.random() & 0x7fffffff,
  random: (context) => context.random() & 0x7fffffff,
  lrand48: (context) => context.random() & 0x7fffffff,
  mrand48: (context) => context.random() | 0,
  drand48: (context) => context.random() / 4294967296,
  srand: () => undefined,
  srandom: () => undefined,
  srand48: () => undefined,
  time: (context, operands) => {
    context.state.ticks += 1;
    const at = numberAt(operands, 0);
    if (at !== 0) storePointer(context, at, context.state.ticks);
    return context.state.ticks;
  },
  clock: (context) => {
    context.state.ticks += 1;
    return context.state.ticks;
  },
  qsort,
  bsearch,
  getenv: () => 0,
  system: () => -1,
  strerror: (context) => readByteOfEmpty(context),
};

function readByteOfEmpty(context: LibraryContext): number {
  const at = context.runtime.heap.allocate(1) ?? context.runtime.memoryFull();
  context.runtime.memory.u8[at] = 0;
  context.runtime.memory.shadow[at] = 3;
  readByte(context.runtime, at);
  return at;
}
