/** The sorts of terms of `logic` in SMT-LIB. Arrays are indexed by integers; floats are IEEE, x87 as a double. */
import { type FloatType, isIntegral, type ValueType } from "../../logic/types.ts";

export function typeSort(type: ValueType): string {
  if (isIntegral(type)) return "Int";
  if (type.kind === "real") return "Real";
  return type.kind === "float" ? floatSort(type) : `(Array Int ${typeSort(type.element)})`;
}

export function floatSort({ format }: FloatType): string {
  return format === "f32" ? "(_ FloatingPoint 8 24)" : "(_ FloatingPoint 11 53)";
}
