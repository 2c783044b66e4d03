/**
 * The bits of floats as terms: which integer the bytes of a float in memory are, and the other way round. Applied functions
 * with a meaning: evaluation and the solver over bits know them, to everybody else they are some value of their type. The
 * bits of a NaN are not determined: processors choose among many.
 */
import { fromBig, type Int, toBig } from "../numbers/int.ts";
import { apply, type Term } from "./term.ts";
import { F64, type FloatType, intType, type ValueType } from "./types.ts";

export const BITS_OF_FLOAT = "bits-of-float";
export const FLOAT_OF_BITS = "float-of-bits";

export function floatWidth(type: FloatType): 32 | 64 {
  return type.format === "f32" ? 32 : 64;
}

/** The float as an unsigned integer; any one where it is NaN. */
export function bitsOfFloat(operand: Term, type: FloatType): Term {
  return apply(BITS_OF_FLOAT, [operand], intType(floatWidth(type), "unsigned"));
}

/** The float with these bits, an unsigned integer of its width. */
export function floatOfBits(operand: Term, type: FloatType): Term {
  return apply(FLOAT_OF_BITS, [operand], type);
}

/** Undefined for other functions, and for the bits of a NaN. */
export function evaluateFloatBits(name: string, operand: Int, type: ValueType): Int | undefined {
  if (name === BITS_OF_FLOAT && type.kind === "int")
    return Number.isNaN(Number(operand)) ? undefined : patternOf(Number(operand), type.bits);
  return name === FLOAT_OF_BITS && type.kind === "float" ? floatWith(operand, type) : undefined;
}

function patternOf(value: number, width: number): Int {
  const view = new DataView(new ArrayBuffer(8));
  if (width === 32) view.setFloat32(0, value);
  else view.setFloat64(0, value);
  return width === 32 ? view.getUint32(0) : fromBig(view.getBigUint64(0));
}

function floatWith(pattern: Int, type: FloatType): number {
  const view = new DataView(new ArrayBuffer(8));
  view.setBigUint64(0, BigInt.asUintN(floatWidth(type), toBig(pattern)));
  return type === F64 ? view.getFloat64(0) : view.getFloat32(4);
}
