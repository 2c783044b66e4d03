/** Numbers and types as plain data, to be kept on a disk and read by another run: JSON has neither all integers nor all floats. */
import {
  type ArrayPlaces,
  arrayType,
  F32,
  F64,
  type FloatType,
  intType,
  MATH_INTEGER,
  pointerType,
  REAL,
  type RealType,
  type ScalarType,
  type ValueType,
  X87,
} from "../logic/types.ts";
import { fromBig, type Int } from "../numbers/int.ts";

/** JSON. */
export type Plain = null | boolean | number | string | readonly Plain[] | { readonly [name: string]: Plain };

/** It is too large, or of a form that is not kept. */
export class NotKept extends Error {}

/** What was kept is not what it should be. */
class Unreadable extends Error {}

export function should(condition: boolean, what: string): asserts condition {
  if (!condition) throw new Unreadable(`what was kept should be ${what}`);
}

export function listOf(data: Plain | undefined): readonly Plain[] {
  should(Array.isArray(data), "a list");
  return data as readonly Plain[];
}

/** A number of a program: an integer of any size, or a float. */
export function plainNumber(value: number | bigint): Plain {
  if (typeof value === "bigint") return `${value}n`;
  return Number.isFinite(value) && !Object.is(value, -0) ? value : Object.is(value, -0) ? "-0" : String(value);
}

/** A number of any kind, for who takes nothing for granted. */
export function numberFrom(data: Plain | undefined): number | bigint {
  if (typeof data === "number") return data;
  should(typeof data === "string", "a number");
  if (/^-?\d+n$/.test(data)) return fromBig(BigInt(data.slice(0, -1)));
  should(["-0", "NaN", "Infinity", "-Infinity"].includes(data), "a number");
  return Number(data);
}

/** In its one form (`numbers/int.ts`): the same integer in another one is not equal to it. */
export function integerFrom(data: Plain | undefined): Int {
  const value = numberFrom(data);
  should(typeof value === "bigint" || Number.isSafeInteger(value), "an integer");
  return typeof value === "bigint" ? value : value + 0;
}

/** One that the type has: another one is rounded by some of those who read it, and taken as it is by others. */
export function floatFrom(data: Plain | undefined, type: FloatType | RealType): number {
  const value = numberFrom(data);
  should(typeof value === "number", "a float");
  should(type !== F32 || Object.is(Math.fround(value), value), "a float of its type");
  return value;
}

export function plainType(type: ValueType): Plain {
  switch (type.kind) {
    case "int":
      return ["int", type.bits, type.signed];
    case "pointer":
      return ["pointer", type.bits];
    case "float":
      return ["float", type.format];
    case "array":
      return ["array", plainType(type.element), type.places === undefined ? null : { ...type.places }];
    default:
      return [type.kind];
  }
}

export function typeFrom(data: Plain | undefined): ValueType {
  const [kind, first, second] = listOf(data);
  switch (kind) {
    case "int":
      should(isWidth(first) && typeof second === "boolean", "a type");
      return intType(first, second ? "signed" : "unsigned");
    case "pointer":
      should(isWidth(first), "a type");
      return pointerType(first);
    case "float": {
      const found = [F32, F64, X87].find(({ format }) => format === first);
      should(found !== undefined, "a type of floats");
      return found;
    }
    case "array": {
      const element = typeFrom(first);
      should(element.kind !== "array", "an array of scalars");
      return arrayType(element as ScalarType, second === null ? undefined : placesFrom(second));
    }
    default:
      should(kind === "integer" || kind === "real", "a type");
      return kind === "integer" ? MATH_INTEGER : REAL;
  }
}

// Wider than any integer of a program.
const MOST_BITS = 4096;

/** Without a bit a type has no values, of which everything can be proved. */
function isWidth(bits: Plain | undefined): bits is number {
  return typeof bits === "number" && Number.isInteger(bits) && bits >= 1 && bits <= MOST_BITS;
}

function placesFrom(data: Plain | undefined): ArrayPlaces {
  const { first, stride, count } = (data ?? {}) as Readonly<Record<string, Plain>>;
  should(Number.isSafeInteger(first), "the first place of an array");
  should(Number.isSafeInteger(stride) && Number(stride) > 0, "a distance between places");
  should(Number.isSafeInteger(count) && Number(count) > 0, "a number of places");
  return { first: Number(first), stride: Number(stride), count: Number(count) };
}
