/** Memory blocks and strings of <string.h>, byte by byte, with every byte checked. */
import type { Value } from "../values.ts";
import { allocate } from "./control.ts";
import {
  type LibraryContext,
  type LibraryFunction,
  type LibraryTable,
  numberAt,
  readByte,
  readString,
  sizeAt,
  writeByte,
  writeBytes,
  writeString,
} from "./library.ts";

const fill: LibraryFunction = (context, operands) => {
  const address = numberAt(operands, 0);
  const count = sizeAt(context, operands, 2);
  const { runtime } = context;
  if (count > 0) {
    runtime.require(address, count, "write");
    runtime.memory.u8.fill(numberAt(operands, 1) & 255, address, address + count);
    runtime.memory.shadow.fill(7, address, address + count);
  }
  return address;
};

/** C leaves open what a copy onto itself does; byte by byte the same place, nothing happens in any order. */
function requireApart({ runtime }: LibraryContext, to: number, from: number, written: number, read = written): void {
  const overlap = to < from ? from - to < written : to > from && to - from < read;
  if (overlap) runtime.stopUndefined("overlapping-copy", "a copy between places that overlap");
}

const copyApart: LibraryFunction = (context, operands) => {
  requireApart(context, numberAt(operands, 0), numberAt(operands, 1), sizeAt(context, operands, 2));
  return move(context, operands);
};

const move: LibraryFunction = (context, operands) => {
  context.runtime.copy(
    numberAt(operands, 0),
    numberAt(operands, 1),
    sizeAt(context, operands, 2),
    context.runtime.edge,
  );
  return operands[0];
};

function compareBytes(
  context: LibraryContext,
  operands: readonly Value[],
  limit: number,
  end: "string" | "block",
): number {
  const [left, right] = [numberAt(operands, 0), numberAt(operands, 1)];
  // A block has to be there as a whole, whatever differs first.
  if (end === "block" && limit > 0) for (const start of [left, right]) context.runtime.require(start, limit, "read");
  for (let i = 0; i < limit; i += 1) {
    const a = readByte(context.runtime, left + i);
    const b = readByte(context.runtime, right + i);
    if (a !== b) return a < b ? -1 : 1;
    if (a === 0 && end === "string") return 0;
  }
  return 0;
}

function compareFolded(context: LibraryContext, operands: readonly Value[], limit: number): number {
  const fold = (byte: number): number => (byte >= 65 && byte <= 90 ? byte + 32 : byte);
  for (let i = 0; i < limit; i += 1) {
    const a = fold(readByte(context.runtime, numberAt(operands, 0) + i));
    const b = fold(readByte(context.runtime, numberAt(operands, 1) + i));
    if (a !== b) return a - b;
    if (a === 0) return 0;
  }
  return 0;
}

function copyString(context: LibraryContext, to: number, from: number, limit = Infinity): number {
  const bytes = readString(context.runtime, from, limit);
  requireApart(context, to, from, bytes.length + 1);
  writeString(context.runtime, to, bytes);
  return bytes.length;
}

function lengthOf(context: LibraryContext, address: number): number {
  return readString(context.runtime, address).length;
}

const find: LibraryFunction = (context, operands) => {
  const wanted = numberAt(operands, 1) & 255;
  for (let at = numberAt(operands, 0); ; at += 1) {
    const byte = readByte(context.runtime, at);
    if (byte === wanted) return at;
    if (byte === 0) return 0;
  }
};

const findLast: LibraryFunction = (context, operands) => {
  const wanted = numberAt(operands, 1) & 255;
  let found = 0;
  for (let at = numberAt(operands, 0); ; at += 1) {
    const byte = readByte(context.runtime, at);
    if (byte === wanted) found = at;
    if (byte === 0) return found;
  }
};

const findString: LibraryFunction = (context, operands) => {
  const start = numberAt(operands, 0);
  const text = readString(context.runtime, start);
  const wanted = readString(context.runtime, numberAt(operands, 1));
  for (let i = 0; i + wanted.length <= text.length; i += 1) {
    if (wanted.every((byte, k) => text[i + k] === byte)) return start + i;
  }
  return 0;
};

function span(context: LibraryContext, operands: readonly Value[], wanted: "accepted" | "rejected"): number {
  const set = new Set(readString(context.runtime, numberAt(operands, 1)));
  let length = 0;
  for (const byte of readString(context.runtime, numberAt(operands, 0))) {
    if (set.has(byte) !== (wanted === "accepted")) break;
    length += 1;
  }
  return length;
}

const copyBounded: LibraryFunction = (context, operands) => {
  const to = numberAt(operands, 0);
  const count = sizeAt(context, operands, 2);
  const from = numberAt(operands, 1);
  const bytes = readString(context.runtime, from, count);
  requireApart(context, to, from, count, Math.min(count, bytes.length + 1));
  writeBytes(context.runtime, to, bytes);
  for (let i = bytes.length; i < count; i += 1) writeByte(context.runtime, to + i, 0);
  return to;
};

const duplicate: LibraryFunction = (context, operands) => {
  const limit = operands.length > 1 ? sizeAt(context, operands, 1) : Infinity;
  const bytes = readString(context.runtime, numberAt(operands, 0), limit);
  const to = allocate(context, "strdup", bytes.length + 1);
  if (to === 0) return 0;
  writeString(context.runtime, to, bytes);
  return to;
};

const token: LibraryFunction = (context, operands) => {
  const separators = new Set(readString(context.runtime, numberAt(operands, 1)));
  const isSeparator = (byte: number): boolean => byte !== 0 && separators.has(byte);
  let at = numberAt(operands, 0) === 0 ? context.state.tokenizer : numberAt(operands, 0);
  if (at === 0) return 0;
  while (isSeparator(readByte(context.runtime, at))) at += 1;
  if (readByte(context.runtime, at) === 0) {
    context.state.tokenizer = 0;
    return 0;
  }
  let end = at;
  while (readByte(context.runtime, end) !== 0 && !isSeparator(readByte(context.runtime, end))) end += 1;
  const more = readByte(context.runtime, end) !== 0;
  if (more) writeByte(context.runtime, end, 0);
  context.state.tokenizer = more ? end + 1 : 0;
  return at;
};

export const strings: LibraryTable = {
  memset: fill,
  memcpy: copyApart,
  memmove: move,
  mempcpy: (context, operands) => Number(copyApart(context, operands)) + sizeAt(context, operands, 2),
  bzero: (context, operands) => {
    fill(context, [operands[0] ?? 0, 0, operands[1] ?? 0]);
    return undefined;
  },
  bcopy: (context, operands) => {
    move(context, [operands[1] ?? 0, operands[0] ?? 0, operands[2] ?? 0]);
    return undefined;
  },
  bcmp: (context, operands) => compareBytes(context, operands, sizeAt(context, operands, 2), "block"),
  memcmp: (context, operands) => compareBytes(context, operands, sizeAt(context, operands, 2), "block"),
  memchr: (context, operands) => {
    const start = numberAt(operands, 0);
    const count = sizeAt(context, operands, 2);
    for (let i = 0; i < count; i += 1)
      if (readByte(context.runtime, start + i) === (numberAt(operands, 1) & 255)) return start + i;
    return 0;
  },
  strlen: (context, operands) => lengthOf(context, numberAt(operands, 0)),
  strnlen: (context, operands) =>
    readString(context.runtime, numberAt(operands, 0), sizeAt(context, operands, 1)).length,
  strcpy: (context, operands) => {
    copyString(context, numberAt(operands, 0), numberAt(operands, 1));
    return operands[0];
  },
  stpcpy: (context, operands) =>
    numberAt(operands, 0) + copyString(context, numberAt(operands, 0), numberAt(operands, 1)),
  strncpy: copyBounded,
  strcat: (context, operands) => {
    const to = numberAt(operands, 0);
    copyString(context, to + lengthOf(context, to), numberAt(operands, 1));
    return to;
  },
  strncat: (context, operands) => {
    const to = numberAt(operands, 0);
    copyString(context, to + lengthOf(context, to), numberAt(operands, 1), sizeAt(context, operands, 2));
    return to;
  },
  strcmp: (context, operands) => compareBytes(context, operands, Infinity, "string"),
  strcoll: (context, operands) => compareBytes(context, operands, Infinity, "string"),
  strncmp: (context, operands) => compareBytes(context, operands, sizeAt(context, operands, 2), "string"),
  strcasecmp: (context, operands) => compareFolded(context, operands, Infinity),
  strncasecmp: (context, operands) => compareFolded(context, operands, sizeAt(context, operands, 2)),
  strchr: find,
  index: find,
  strrchr: findLast,
  rindex: findLast,
  strstr: findString,
  strspn: (context, operands) => span(context, operands, "accepted"),
  strcspn: (context, operands) => span(context, operands, "rejected"),
  strpbrk: (context, operands) => {
    const start = numberAt(operands, 0);
    const at = start + span(context, operands, "rejected");
    return readByte(context.runtime, at) === 0 ? 0 : at;
  },
  strdup: duplicate,
  strndup: duplicate,
  strtok: token,
};
