/** Numbers and types as plain data, to be kept on a disk and read by another run: JSON has neither all integers nor all floats. */
import {
  arrayType,
  F32,
  F64,
  intType,
  MATH_INTEGER,
  pointerType,
  REAL,
  type ScalarType,
  type ValueType,
  X87,
} from "../logic/types.ts";
import { fromBig } from "../numbers/int.ts";

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

export function numberFrom(data: Plain | undefined): number | bigint {
  if (typeof data === "number") return data;
  should(typeof data === "string", "a number");
  if (/^-?\d+n$/.test(data)) return fromBig(BigInt(data.slice(0, -1)));
  should(["-0", "NaN", "Infinity", "-Infinity"].includes(data), "a number");
  return Number(data);
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
      should(Number.isInteger(first) && typeof second === "boolean", "a type");
      return intType(first as number, second ? "signed" : "unsigned");
    case "pointer":
      should(Number.isInteger(first), "a type");
      return pointerType(first as number);
    case "float": {
      const found = [F32, F64, X87].find(({ format }) => format === first);
      should(found !== undefined, "a type of floats");
      return found;
    }
    case "array": {
      const element = typeFrom(first);
      should(element.kind !== "array", "an array of scalars");
      const { first: start, stride, count } = (second ?? {}) as Readonly<Record<string, Plain>>;
      const numbers = [start, stride, count].filter((one): one is number => typeof one === "number");
      const [at, step, times] = numbers as [number, number, number];
      return arrayType(
        element as ScalarType,
        numbers.length === 3 ? { first: at, stride: step, count: times } : undefined,
      );
    }
    default:
      should(kind === "integer" || kind === "real", "a type");
      return kind === "integer" ? MATH_INTEGER : REAL;
  }
}
