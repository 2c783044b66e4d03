/**
 * The types of values. A term denotes a mathematical integer, an IEEE float, a real or an array of these; what C
 * calls `int` or `unsigned char` survives only as the range of a variable and as the type of a `wrap`.
 * Types are interned: equal types are the same object.
 */
import { type Int, negate, powerOfTwo, subtract } from "../numbers/int.ts";
import { FULL, type Interval } from "../numbers/interval.ts";
import { memoised } from "../util/memo.ts";

/** A machine integer. `bits` counts value bits with the sign: `_Bool` has 1, `int` 32, a bit-field its width. */
export interface IntType {
  readonly kind: "int";
  readonly bits: number;
  readonly signed: boolean;
}

/** An address: an unsigned machine integer of the pointer's width. Apart from `int`, since memory gives it meaning. */
export interface PointerType {
  readonly kind: "pointer";
  readonly bits: number;
}

/** IEEE binary32 and binary64. `x87` is long double: hone computes with doubles there and says so. */
export interface FloatType {
  readonly kind: "float";
  readonly format: "f32" | "f64" | "x87";
}

/** Unbounded integers (`--integers math`). */
export interface MathIntegerType {
  readonly kind: "integer";
}

/** Unbounded reals (`--floats real`). */
export interface RealType {
  readonly kind: "real";
}

/** A total map from integers (byte addresses) to elements: memory that is accessed at computed addresses. */
export interface ArrayType {
  readonly kind: "array";
  readonly element: ScalarType;
  /**
   * Where the accesses of a program lie that stays within its objects. Only a hint: the map is total, and nothing says that an
   * access is there.
   */
  readonly places?: ArrayPlaces;
}

export interface ArrayPlaces {
  readonly first: number;
  readonly stride: number;
  readonly count: number;
}

export type ScalarType = IntType | PointerType | FloatType | MathIntegerType | RealType;
export type ValueType = ScalarType | ArrayType;

const intTypes = new Map<number, IntType>();

export function intType(bits: number, signedness: "signed" | "unsigned"): IntType {
  const key = signedness === "signed" ? bits : -bits;
  return memoised(intTypes, key, () => Object.freeze({ kind: "int", bits, signed: signedness === "signed" }));
}

const pointerTypes = new Map<number, PointerType>();

export function pointerType(bits: number): PointerType {
  return memoised(pointerTypes, bits, () => Object.freeze({ kind: "pointer", bits }));
}

export const F32: FloatType = Object.freeze({ kind: "float", format: "f32" });
export const F64: FloatType = Object.freeze({ kind: "float", format: "f64" });
export const X87: FloatType = Object.freeze({ kind: "float", format: "x87" });
export const MATH_INTEGER: MathIntegerType = Object.freeze({ kind: "integer" });
export const REAL: RealType = Object.freeze({ kind: "real" });

const arrayTypes = new Map<ScalarType, Map<string, ArrayType>>();

export function arrayType(element: ScalarType, places?: ArrayPlaces): ArrayType {
  const key = places === undefined ? "" : `${places.first} ${places.stride} ${places.count}`;
  const types = memoised(arrayTypes, element, () => new Map());
  const type = (): ArrayType =>
    Object.freeze(places === undefined ? { kind: "array", element } : { kind: "array", element, places });
  return memoised(types, key, type);
}

/** Whether terms of this type denote integers (and take part in linear arithmetic). */
export function isIntegral(type: ValueType): type is IntType | PointerType | MathIntegerType {
  return type.kind === "int" || type.kind === "pointer" || type.kind === "integer";
}

/** The least value of a machine type. */
export function lowest(type: IntType | PointerType): Int {
  return type.kind === "int" && type.signed ? negate(powerOfTwo(type.bits - 1)) : 0;
}

/** The greatest value of a machine type. */
export function highest(type: IntType | PointerType): Int {
  return subtract(powerOfTwo(type.kind === "int" && type.signed ? type.bits - 1 : type.bits), 1);
}

const machineRanges = new Map<IntType | PointerType, Interval>();

/** All values an integral variable of this type can have; FULL for other types, about which intervals say nothing. */
export function typeRange(type: ValueType): Interval {
  if (type.kind !== "int" && type.kind !== "pointer") return FULL;
  return memoised(machineRanges, type, () => Object.freeze({ low: lowest(type), high: highest(type) }));
}

export function showType(type: ValueType): string {
  switch (type.kind) {
    case "int":
      return `${type.signed ? "i" : "u"}${type.bits}`;
    case "pointer":
      return `p${type.bits}`;
    case "float":
      return type.format;
    case "integer":
      return "int";
    case "real":
      return "real";
    case "array":
      return `[${showType(type.element)}]`;
  }
}
