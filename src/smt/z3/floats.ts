/**
 * Float operations in Z3's theory of IEEE floats, with the meaning of `logic/evaluate.ts`: round to nearest even, an
 * operation of type binary32 on wider operands is done in double and rounded. Long doubles do not get here (`sorts.ts`).
 */
import type { FloatComparisonKind, FloatKind } from "../../logic/term.ts";
import type { FloatType, IntType } from "../../logic/types.ts";
import type { Ast, Z3Context } from "./context.ts";
import { type IntegerOperand, signedWidth } from "./integers.ts";

type FloatSort = "f32" | "f64";

export interface FloatOperand {
  readonly ast: Ast;
  readonly sort: FloatSort;
}

export function floatSort(type: FloatType): FloatSort {
  return type.format === "f32" ? "f32" : "f64";
}

export function isFloatSort(sort: string): sort is FloatSort {
  return sort === "f32" || sort === "f64";
}

export function floatConstant(z3: Z3Context, value: number, sort: FloatSort): Ast {
  const view = new DataView(new ArrayBuffer(8));
  if (sort === "f32") view.setFloat32(0, value);
  else view.setFloat64(0, value);
  const bits = sort === "f32" ? BigInt(view.getUint32(0)) : view.getBigUint64(0);
  const vector = z3.numeral(`${bits}`, z3.raw.Z3_mk_bv_sort(z3.handle, sort === "f32" ? 32 : 64));
  return z3.raw.Z3_mk_fpa_to_fp_bv(z3.handle, vector, z3.sort(sort));
}

/** The double or single with these bits. */
export function floatOfBits(bits: bigint, sort: FloatSort): number {
  const view = new DataView(new ArrayBuffer(8));
  view.setBigUint64(0, sort === "f32" ? bits << 32n : bits);
  return sort === "f32" ? view.getFloat32(0) : view.getFloat64(0);
}

/** undefined: C's fmod, which is not IEEE's remainder and has no counterpart. */
export function floatOperation(
  z3: Z3Context,
  kind: FloatKind,
  a: FloatOperand,
  b: FloatOperand,
  to: FloatSort,
): Ast | undefined {
  if (kind === "fremainder") return undefined;
  const { raw, handle } = z3;
  const sort = a.sort === to && b.sort === to ? to : "f64";
  const operation = {
    fadd: raw.Z3_mk_fpa_add,
    fsubtract: raw.Z3_mk_fpa_sub,
    fmultiply: raw.Z3_mk_fpa_mul,
    fdivide: raw.Z3_mk_fpa_div,
  }[kind];
  const result = operation(handle, raw.Z3_mk_fpa_rne(handle), converted(z3, a, sort), converted(z3, b, sort));
  return converted(z3, { ast: result, sort }, to);
}

export function converted(z3: Z3Context, operand: FloatOperand, to: FloatSort): Ast {
  if (operand.sort === to) return operand.ast;
  return z3.raw.Z3_mk_fpa_to_fp_float(z3.handle, z3.raw.Z3_mk_fpa_rne(z3.handle), operand.ast, z3.sort(to));
}

export function floatComparison(z3: Z3Context, kind: FloatComparisonKind, a: FloatOperand, b: FloatOperand): Ast {
  const { raw, handle } = z3;
  const sort = a.sort === b.sort ? a.sort : "f64";
  const comparison = { feq: raw.Z3_mk_fpa_eq, flt: raw.Z3_mk_fpa_lt, fle: raw.Z3_mk_fpa_leq }[kind];
  return comparison(handle, converted(z3, a, sort), converted(z3, b, sort));
}

/** Through a bit-vector that holds the range of the integer. */
export function integerToFloat(z3: Z3Context, operand: IntegerOperand, to: FloatSort): Ast | undefined {
  const width = signedWidth(operand.range);
  if (width === undefined) return undefined;
  const { raw, handle } = z3;
  const vector = raw.Z3_mk_int2bv(handle, width, operand.ast);
  return raw.Z3_mk_fpa_to_fp_signed(handle, raw.Z3_mk_fpa_rne(handle), vector, z3.sort(to));
}

/** Truncation; outside the type the result is some value of it. */
export function floatToInteger(z3: Z3Context, operand: Ast, type: IntType): Ast {
  const { raw, handle } = z3;
  const convert = type.signed ? raw.Z3_mk_fpa_to_sbv : raw.Z3_mk_fpa_to_ubv;
  return raw.Z3_mk_bv2int(handle, convert(handle, raw.Z3_mk_fpa_rtz(handle), operand, type.bits), type.signed);
}

/**
 * The integer equality on floats: IEEE's, but whether NaN equals NaN is left open. Sound: `evaluate` says no, while one
 * who equates a new copy of a variable with the value assigned to it means yes.
 */
export function floatEquality(z3: Z3Context, a: FloatOperand, b: FloatOperand): Ast {
  const { raw, handle } = z3;
  const bothNaN = z3.and([raw.Z3_mk_fpa_is_nan(handle, a.ast), raw.Z3_mk_fpa_is_nan(handle, b.ast)]);
  return z3.ite(bothNaN, z3.fresh(z3.bool), floatComparison(z3, "feq", a, b));
}
