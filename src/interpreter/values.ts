/**
 * Values of the running program: JavaScript numbers (integers up to 32 bits, pointers, floats) and BigInts (wider
 * integers), and how they become values of a type.
 */
import type { Signature } from "../cfa/cfa.ts";
import { type ScalarType, showType, typeRange } from "../logic/types.ts";
import { representationOf } from "./compile/code.ts";

export type Value = number | bigint;

/** The shape of a call through a pointer: a function of the same shape needs no adaptor. */
export function callKey({ parameters, result }: Pick<Signature, "parameters" | "result">, given: number): string {
  return `${parameters.map(showType).join(",")}:${given}:${result === undefined ? "" : showType(result)}`;
}

/** Rounds once: through a double, a value just beside the middle of two floats would round twice. */
export function bigToFloat32(value: bigint): number {
  const magnitude = value < 0n ? -value : value;
  const bits = magnitude.toString(2).length;
  if (bits <= 53) return Math.fround(Number(value));
  const shift = BigInt(bits - 40);
  const kept = magnitude >> shift;
  // Whatever is cut off leaves a trace in the lowest bit, so that halves are not mistaken for exact.
  const sticky = kept << shift === magnitude ? kept : kept | 1n;
  const result = Math.fround(Number(sticky)) * 2 ** Number(shift);
  return value < 0n ? -result : result;
}

/** A value as one of the type, in the type's representation. */
export function coerceTo(value: Value, type: ScalarType): Value {
  switch (type.kind) {
    case "float":
      return type.format === "f32" ? Math.fround(Number(value)) : Number(value);
    case "real":
      return Number(value);
    case "integer":
      return integerOf(value);
    case "int":
    case "pointer": {
      const rep = representationOf(type);
      if (rep === "number" && typeof value === "number" && Number.isInteger(value)) {
        const { low, high } = typeRange(type);
        if (value >= low && value <= high) return value + 0;
      }
      const big = integerOf(value);
      if (rep === "pointer") return Number(BigInt.asIntN(64, big));
      const signed = type.kind === "int" && type.signed;
      const wrapped = signed ? BigInt.asIntN(type.bits, big) : BigInt.asUintN(type.bits, big);
      return rep === "bigint" ? wrapped : Number(wrapped);
    }
  }
}

function integerOf(value: Value): bigint {
  if (typeof value === "bigint") return value;
  return BigInt(Number.isFinite(value) ? Math.trunc(value) : 0);
}
