/** Cells as something sees them that writes a run of bytes: copies and fills. */
import { evaluate, wrapInto } from "../../logic/evaluate.ts";
import { type ByteRange, float, integer, type Term } from "../../logic/term.ts";
import { intType } from "../../logic/types.ts";
import type { Target } from "../pointers/regions.ts";
import { overlap, type Progression, type Span } from "../pointers/strides.ts";
import type { Cell } from "./memory.ts";

/** Whether bytes of the cell may lie in `bytes` bytes at these offsets. */
export function touches(cell: Cell, at: Progression, bytes: number): boolean {
  const span: Span = { offset: at.offset * 8, stride: at.stride * 8, width: bytes * 8 };
  const own: Span = {
    offset: cell.at.offset * 8 + cell.shape.bitOffset,
    stride: cell.at.stride * 8,
    width: cell.shape.bits,
  };
  const { within } = cell;
  const isApart =
    within !== undefined && at.stride === 0 && (at.offset >= within.end || at.offset + bytes <= within.first);
  return overlap(span, own) && !isApart;
}

/** Some element is written only in part; `deltas` are those that are written as a whole. */
export function isRagged(cell: Cell, at: Progression, bytes: number, deltas: readonly number[]): boolean {
  if (cell.at.stride === 0) return deltas.length === 0;
  const first = deltas[0];
  if (first === undefined) return true;
  const last = deltas[deltas.length - 1] as number;
  const isElement = (delta: number) =>
    cell.within === undefined || at.stride !== 0 || isWithin(cell.within, at.offset + delta, cell.shape.bytes);
  const before = first - cell.at.stride + cell.shape.bytes > 0 && isElement(first - cell.at.stride);
  const after = last + cell.at.stride < bytes && isElement(last + cell.at.stride);
  return at.stride % cell.at.stride !== 0 || before || after;
}

function isWithin({ first, end }: ByteRange, offset: number, bytes: number): boolean {
  return first <= offset && offset + bytes <= end;
}

/** The byte that a fill writes, where it is a constant. */
export function constantByte(value: Term | undefined): number | undefined {
  const known = value === undefined ? undefined : evaluate(value, { valueOf: () => undefined });
  return typeof known === "number" || typeof known === "bigint" ? Number(wrapInto(known, BYTE)) : undefined;
}

const BYTE = intType(8, "unsigned");

/** An element all of whose bytes are the given one; undefined where that is not said by a term. */
export function filled(cell: Cell, byte: number | undefined): Term | undefined {
  if (byte === undefined) return undefined;
  if (cell.element.kind === "float") return byte === 0 ? float(0, cell.element) : undefined;
  if (byte === 0) return integer(0);
  if (cell.element.kind !== "int" && cell.element.kind !== "pointer") return undefined;
  const { bits, bytes, bitOffset } = cell.shape;
  if (bits !== bytes * 8 || bitOffset !== 0 || bytes > 6) return undefined;
  let pattern = 0;
  for (let i = 0; i < bytes; i += 1) pattern = pattern * 256 + (byte & 255);
  const signed = cell.element.kind === "int" && cell.element.signed && pattern >= 2 ** (bits - 1);
  if (cell.element.kind === "int" && cell.element.bits !== bits) return undefined;
  return integer(signed ? pattern - 2 ** bits : pattern);
}

/** Whether a library function that copies allows that its two places overlap. */
export function placesOf(name: string): "overlapping" | "apart" {
  return name.includes("memmove") ? "overlapping" : "apart";
}

/** Places in one region whose distance is not known: elements moved one by one could overwrite what is still to be read. */
export function mayShift(to: Target, from: Target): boolean {
  return to.region === from.region && (to.at.stride !== 0 || from.at.stride !== 0);
}
