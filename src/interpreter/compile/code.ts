/**
 * Pieces of generated JavaScript with what is known of their value. Representations:
 * - number: an exact integer of magnitude at most 2^53, never -0;
 * - bigint: an exact integer;
 * - pointer: a 64-bit address as the signed number congruent to it modulo 2^64, of magnitude below 2^51 (what is
 *   further out cannot be an address here and stops the run as unsupported);
 * - float: an IEEE value.
 * `low` and `high` bound the value of the text itself; floats and pointers have no bounds worth keeping.
 */
import { highest, lowest, type ScalarType, type ValueType } from "../../logic/types.ts";
import { toBig } from "../../numbers/int.ts";

export type Representation = "number" | "bigint" | "pointer" | "float";

export interface Code {
  readonly text: string;
  readonly rep: Representation;
  readonly low: bigint;
  readonly high: bigint;
}

const SAFE = 9007199254740991n;
/** Small enough that the difference of two pointers divides exactly in doubles. */
export const POINTER_BOUND = 2251799813685247n;
/** Stands for no bound: larger than any machine integer. */
const HUGE = 1n << 4096n;

export function code(text: string, rep: Representation, low: bigint, high: bigint): Code {
  return { text, rep, low, high };
}

export function float(text: string): Code {
  return { text, rep: "float", low: -HUGE, high: HUGE };
}

export function pointer(text: string): Code {
  return { text, rep: "pointer", low: -POINTER_BOUND, high: POINTER_BOUND };
}

export function constant(value: bigint): Code {
  const digits = value < 0n ? `(${value}` : `${value}`;
  const close = value < 0n ? ")" : "";
  if (value >= -SAFE && value <= SAFE) return code(digits + close, "number", value, value);
  return code(`${digits}n${close}`, "bigint", value, value);
}

export function constantOf(of: Code): bigint | undefined {
  return of.low === of.high ? of.low : undefined;
}

/** How a variable of this type is held. */
export function representationOf(type: ValueType): Representation {
  switch (type.kind) {
    case "int":
      return type.bits <= 32 ? "number" : "bigint";
    case "pointer":
      return type.bits <= 32 ? "number" : "pointer";
    case "integer":
      return "bigint";
    case "float":
    case "real":
      return "float";
    case "array":
      throw new Error("arrays should not reach the concrete level");
  }
}

export function valueOfType(text: string, type: ScalarType): Code {
  const rep = representationOf(type);
  if (type.kind === "int" || (type.kind === "pointer" && type.bits <= 32))
    return code(text, rep, toBig(lowest(type)), toBig(highest(type)));
  return rep === "pointer" ? pointer(text) : code(text, rep, -HUGE, HUGE);
}

/** The initial JavaScript value of a variable held so. */
export function zeroOf(rep: Representation): string {
  return rep === "bigint" ? "0n" : "0";
}

export function within(of: Code, low: bigint, high: bigint): boolean {
  return of.low >= low && of.high <= high;
}

export function isSigned32(of: Code): boolean {
  return within(of, -2147483648n, 2147483647n);
}

export function isUnsigned32(of: Code): boolean {
  return within(of, 0n, 4294967295n);
}

export function isSafe(low: bigint, high: bigint): boolean {
  return low >= -SAFE && high <= SAFE;
}

/** The same integer (or float) held another way. The value should fit there. */
export function convert(of: Code, rep: Representation): Code {
  if (of.rep === rep) return of;
  switch (rep) {
    case "bigint":
      return code(toBigInt(of), "bigint", of.rep === "pointer" ? 0n : of.low, of.rep === "pointer" ? HUGE : of.high);
    case "number":
      if (of.rep === "float") return code(`R.truncate(${of.text})`, "number", -SAFE, SAFE);
      return code(`Number(${toBigInt(of)})`, "number", -SAFE, SAFE);
    case "pointer":
      if (of.rep === "number")
        return within(of, -POINTER_BOUND, POINTER_BOUND) ? pointer(of.text) : pointer(`R.near(${of.text})`);
      return pointer(of.rep === "bigint" ? `R.toPointer(${of.text})` : `R.truncate(${of.text})`);
    case "float":
      return float(`Number(${of.text})`);
  }
}

function toBigInt(of: Code): string {
  const value = constantOf(of);
  if (value !== undefined) return value < 0n ? `(${value}n)` : `${value}n`;
  switch (of.rep) {
    case "bigint":
      return of.text;
    case "number":
      return `BigInt(${of.text})`;
    case "pointer":
      return `BigInt.asUintN(64, BigInt(${of.text}))`;
    case "float":
      return `BigInt(R.truncate(${of.text}))`;
  }
}
