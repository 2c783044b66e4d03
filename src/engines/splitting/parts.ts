/** Parts of the space of inputs: where an input is split, and in which range of it there is something left to split. */
import { roundTo } from "../../logic/evaluate.ts";
import { isFloatRange, meetRanges, type Range } from "../../logic/range.ts";
import type { Variable } from "../../logic/term.ts";
import type { FloatType } from "../../logic/types.ts";
import type { Int } from "../../numbers/int.ts";
import * as int from "../../numbers/int.ts";
import type { Interval } from "../../numbers/interval.ts";

/** What the nth havoc of an execution gives, where it is one of this variable. */
export interface Input {
  readonly index: number;
  readonly variable: Variable;
}

/** Ranges of inputs, by their key; what is not there has any value of its type. */
export type Part = ReadonlyMap<string, Range>;

export function keyOf({ index, variable }: Input): string {
  return `${index}:${variable.id}`;
}

export function below(range: Range, at: Int): Range {
  if (isFloatRange(range)) return meetRanges(range, { low: -Infinity, high: Number(at), nan: "never" });
  return meetRanges(range, { low: -Infinity, high: at });
}

/** What is no number, too. */
export function above(range: Range, at: Int, { type }: Variable): Range {
  if (!isFloatRange(range) || type.kind !== "float") return meetRanges(range, { low: int.add(at, 1), high: Infinity });
  if (at === Infinity) return { low: Infinity, high: -Infinity, nan: range.nan };
  const low = fromOrdinal(ordinal(Number(at), type) + 1n, type);
  return meetRanges(range, { low, high: Infinity, nan: "possible" });
}

/** How often it can be halved, about; 0 for a single value. */
export function extentOf(range: Range, { type }: Variable): number {
  if (!isFloatRange(range)) return isBounded(range) ? Math.log2(Number(int.subtract(range.high, range.low)) + 1) : 0;
  // A long double has values between those that stand for it.
  if (type.kind !== "float" || type.format === "x87" || range.low > range.high) return 0;
  const values = Number(ordinal(range.high, type) - ordinal(range.low, type)) + (range.nan === "possible" ? 1 : 0);
  return Math.log2(values + 1);
}

/** Of no values there are no bounds either. */
function isBounded({ low, high }: Interval): boolean {
  return low !== -Infinity && low !== Infinity && high !== Infinity && high !== -Infinity;
}

/**
 * A value that leaves less on each side. Numbers are told from what is none first. Floats are halved by their values, as sums and
 * products go by these; where the ends are of very different size, in turn by how many there are.
 *
 * @param depth how often it was split before.
 */
export function middleOf(range: Range, { type }: Variable, depth: number): Int {
  if (!isFloatRange(range)) return int.divideFloor(int.add(range.low, range.high), 2);
  if (range.nan === "possible") return Infinity;
  if (type.kind !== "float") return 0;
  const { low, high } = range;
  const half = roundTo(low / 2 + high / 2, type);
  const isWide = Math.abs(half) > WIDE * Math.min(Math.abs(low), Math.abs(high));
  if (low <= half && half < high && !(isWide && depth % 2 === 1)) return half;
  return fromOrdinal((ordinal(low, type) + ordinal(high, type)) >> 1n, type);
}

const WIDE = 1024;

const scratch = new DataView(new ArrayBuffer(8));

/** Floats in their order, counted from zero. */
function ordinal(value: number, { format }: FloatType): bigint {
  let bits: bigint;
  if (format === "f32") {
    scratch.setFloat32(0, Math.abs(value));
    bits = BigInt(scratch.getUint32(0));
  } else {
    scratch.setFloat64(0, Math.abs(value));
    bits = scratch.getBigUint64(0);
  }
  return value < 0 ? -bits : bits;
}

function fromOrdinal(at: bigint, { format }: FloatType): number {
  const bits = at < 0n ? -at : at;
  if (format === "f32") {
    scratch.setUint32(0, Number(bits));
    return at < 0n ? -scratch.getFloat32(0) : scratch.getFloat32(0);
  }
  scratch.setBigUint64(0, bits);
  return at < 0n ? -scratch.getFloat64(0) : scratch.getFloat64(0);
}
