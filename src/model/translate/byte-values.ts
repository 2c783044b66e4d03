/**
 * Values as bytes, the least first, and bytes as values: C's representation of objects on little-endian machines. Bytes are
 * terms between 0 and 255; sums and shifts by constants say what they are together, so that linear reasoning sees them too.
 */
import type { Access } from "../../cfa/cfa.ts";
import { wrapInto } from "../../logic/evaluate.ts";
import { floatOfBits, floatWidth } from "../../logic/float-bits.ts";
import { add, bits, eq, integer, ite, multiply, type Term } from "../../logic/term.ts";
import { type FloatType, type IntType, intType } from "../../logic/types.ts";
import { fromBig, powerOfTwo, toBig } from "../../numbers/int.ts";
import type { EdgeArithmetic } from "./arithmetic.ts";

export const BYTE: IntType = intType(8, "unsigned");

/** What an access reads where these bytes are. */
export function valueOfBytes(bytes: readonly Term[], { type, bitOffset }: Access, arithmetic: EdgeArithmetic): Term {
  const whole = bytes.map((byte, i) => scaled(byte, 8 * i)).reduce(sum);
  if (type.kind === "float") return floatOfBits(whole, type);
  // Any other byte in a _Bool is undefined behaviour; replay takes it for true.
  if (type.kind === "int" && type.bits === 1 && bitOffset === undefined)
    return ite(eq(whole, integer(0)), integer(0), integer(1));
  const value = bitOffset === undefined || bitOffset === 0 ? whole : bits("shiftright", whole, integer(bitOffset));
  return arithmetic.converted(value, type);
}

/** The bytes of a value that is written whole; of a float its bits. */
export function bytesOfValue(value: Term, count: number, arithmetic: EdgeArithmetic): readonly Term[] {
  return Array.from({ length: count }, (_, i) => cut(shifted(value, 8 * i), BYTE, arithmetic));
}

/** A bit-field's value in bytes that are there already; undefined for those that it does not touch. */
export function bytesWithField(
  value: Term,
  { type, bytes, bitOffset = 0 }: Access,
  byteAt: (i: number) => Term,
  arithmetic: EdgeArithmetic,
): readonly (Term | undefined)[] {
  const width = type.kind === "int" ? type.bits : 8 * bytes;
  return Array.from({ length: bytes }, (_, i) => {
    const first = Math.max(bitOffset, 8 * i);
    const count = Math.min(bitOffset + width, 8 * i + 8) - first;
    if (count <= 0) return undefined;
    const part = cut(shifted(value, first - bitOffset), intType(count, "unsigned"), arithmetic);
    const kept = 255 - (2 ** count - 1) * 2 ** (first - 8 * i);
    const rest = kept === 0 ? integer(0) : bits("bitand", byteAt(i), integer(kept));
    return sum(rest, scaled(part, first - 8 * i));
  });
}

/** The patterns of NaNs are those above this one, the sign left out. */
export function infinityPattern(type: FloatType): Term {
  return integer(floatWidth(type) === 32 ? 0x7f800000 : fromBig(0x7ff0000000000000n));
}

function cut(value: Term, type: IntType, arithmetic: EdgeArithmetic): Term {
  return value.kind === "integer" ? integer(wrapInto(value.value, type)) : arithmetic.converted(value, type);
}

function shifted(value: Term, by: number): Term {
  if (by === 0) return value;
  if (value.kind === "integer") return integer(fromBig(toBig(value.value) >> BigInt(by)));
  return bits("shiftright", value, integer(by));
}

function scaled(value: Term, by: number): Term {
  if (by === 0) return value;
  if (value.kind === "integer") return integer(fromBig(toBig(value.value) << BigInt(by)));
  return multiply(integer(powerOfTwo(by)), value);
}

function sum(a: Term, b: Term): Term {
  if (a.kind === "integer" && b.kind === "integer") return integer(fromBig(toBig(a.value) + toBig(b.value)));
  return add(a, b);
}
