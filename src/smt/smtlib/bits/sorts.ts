/** The sorts of the theories of bit-vectors, floating-point numbers and arrays. Equal sorts are the same object. */
import { memoised } from "../../../util/memo.ts";
import type { Format } from "../../bits/floats.ts";
import { type Expression, isSymbol } from "../expression.ts";
import { type Position, SmtLibError } from "../lexer.ts";

/** A value is a word of bits. */
export type Scalar =
  | { readonly kind: "Bool" }
  | { readonly kind: "RoundingMode" }
  | { readonly kind: "BitVec"; readonly width: number }
  | { readonly kind: "Float"; readonly format: Format };

export interface ArraySort {
  readonly kind: "Array";
  readonly index: Scalar;
  readonly element: Scalar;
}

/** `Real` only as a constant that is rounded to a float. */
export type Sort = Scalar | ArraySort | { readonly kind: "Real" };

export const BOOL: Scalar = { kind: "Bool" };
export const ROUNDING_MODE: Scalar = { kind: "RoundingMode" };
export const REAL: Sort = { kind: "Real" };

const vectors = new Map<number, Scalar>();
const floats = new Map<string, Extract<Scalar, { kind: "Float" }>>();
const arrays = new Map<string, ArraySort>();

export function bitVector(width: number): Scalar {
  return memoised(vectors, width, () => ({ kind: "BitVec", width }));
}

export function float(exponentBits: number, significandBits: number): Extract<Scalar, { kind: "Float" }> {
  const format = { exponentBits, fractionBits: significandBits - 1 };
  return memoised(floats, `${exponentBits} ${significandBits}`, () => ({ kind: "Float", format }));
}

export function array(index: Scalar, element: Scalar): ArraySort {
  return memoised(arrays, `${showSort(index)} ${showSort(element)}`, () => ({ kind: "Array", index, element }));
}

export function isScalar(sort: Sort): sort is Scalar {
  return sort.kind !== "Array" && sort.kind !== "Real";
}

/** How many bits a value has. */
export function widthOfSort(sort: Scalar): number {
  switch (sort.kind) {
    case "Bool":
      return 1;
    case "RoundingMode":
      return 3;
    case "BitVec":
      return sort.width;
    case "Float":
      return 1 + sort.format.exponentBits + sort.format.fractionBits;
  }
}

export function showSort(sort: Sort): string {
  switch (sort.kind) {
    case "BitVec":
      return `(_ BitVec ${sort.width})`;
    case "Float":
      return `(_ FloatingPoint ${sort.format.exponentBits} ${sort.format.fractionBits + 1})`;
    case "Array":
      return `(Array ${showSort(sort.index)} ${showSort(sort.element)})`;
    default:
      return sort.kind;
  }
}

const NAMED: Readonly<Record<string, Sort>> = {
  Bool: BOOL,
  RoundingMode: ROUNDING_MODE,
  Float16: float(5, 11),
  Float32: float(8, 24),
  Float64: float(11, 53),
  Float128: float(15, 113),
};

/** Circuits and words of more bits than this are no use to anyone. */
const WIDEST = 65_536;
/** The widest exponent that IEEE 754 names, that of binary128: exact values have as many bits as exponents say. */
const WIDEST_EXPONENT = 15;
/** Their products have quadratic circuits. */
const WIDEST_SIGNIFICAND = 1024;

export function readSort(expression: Expression | undefined, position: Position): Sort {
  const at = expression?.position ?? position;
  if (expression === undefined) throw new SmtLibError("a sort is missing", at);
  if (expression.kind === "symbol") {
    const named = Object.hasOwn(NAMED, expression.text) ? NAMED[expression.text] : undefined;
    if (named === undefined) throw new SmtLibError(`the sort ${expression.text} is not supported`, at);
    return named;
  }
  if (expression.kind !== "list") throw new SmtLibError("a sort should be a symbol or a list", at);
  const [head, second, third, fourth] = expression.items;
  const count = expression.items.length;
  if (isSymbol(head, "_") && isSymbol(second, "BitVec") && count === 3)
    return bitVector(numeralIn(third, 1, WIDEST, at));
  if (isSymbol(head, "_") && isSymbol(second, "FloatingPoint") && count === 4)
    return float(numeralIn(third, 2, WIDEST_EXPONENT, at), numeralIn(fourth, 2, WIDEST_SIGNIFICAND, at));
  if (isSymbol(head, "Array") && count === 3) {
    const [index, element] = [readSort(second, at), readSort(third, at)];
    if (isScalar(index) && isScalar(element)) return array(index, element);
    throw new SmtLibError("arrays of arrays are not supported", at);
  }
  throw new SmtLibError("a sort should be Bool, RoundingMode, a bit-vector, a float or an array of those", at);
}

export function isFloatSize(exponentBits: number, significandBits: number): boolean {
  return (
    exponentBits >= 2 &&
    exponentBits <= WIDEST_EXPONENT &&
    significandBits >= 2 &&
    significandBits <= WIDEST_SIGNIFICAND
  );
}

/** A numeral between two bounds. */
export function numeralIn(expression: Expression | undefined, least: number, most: number, position: Position): number {
  const value = expression?.kind === "numeral" ? Number(expression.text) : Number.NaN;
  if (value >= least && value <= most) return value;
  throw new SmtLibError(`a numeral from ${least} to ${most} should stand here`, expression?.position ?? position);
}
