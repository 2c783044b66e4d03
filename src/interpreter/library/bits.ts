/** Bit-counting functions that terms apply: `popcount32`, `clz64`, `bswap16` and so on. */
import type { Value } from "../values.ts";

const PATTERN = /^(popcount|parity|clz|ctz|ffs|clrsb|bswap)(\d*)$/;

// Counts of ones and the first one do not depend on the width: the operand is not negative.
const WIDEST = 128;

export function applyBits(name: string, operands: readonly Value[]): Value | undefined {
  const match = PATTERN.exec(name);
  if (match === null) return undefined;
  const width = match[2] === "" ? WIDEST : Number(match[2]);
  const value = BigInt.asUintN(width, BigInt(operands[0] ?? 0));
  switch (match[1]) {
    case "popcount":
      return ones(value);
    case "parity":
      return ones(value) & 1;
    case "clz":
      return width - length(value);
    case "ctz":
      return value === 0n ? width : trailingZeros(value);
    case "ffs":
      return value === 0n ? 0 : trailingZeros(value) + 1;
    case "clrsb": {
      const signed = BigInt.asIntN(width, value);
      return width - 1 - length(signed < 0n ? ~signed : signed);
    }
    default:
      return swapped(value, width);
  }
}

function length(value: bigint): number {
  return value === 0n ? 0 : value.toString(2).length;
}

function ones(value: bigint): number {
  let count = 0;
  for (const digit of value.toString(2)) if (digit === "1") count += 1;
  return count;
}

function trailingZeros(value: bigint): number {
  return length(value & -value) - 1;
}

function swapped(value: bigint, width: number): Value {
  let result = 0n;
  for (let at = 0; at < width; at += 8) result = (result << 8n) | ((value >> BigInt(at)) & 255n);
  return width <= 32 ? Number(result) : result;
}
