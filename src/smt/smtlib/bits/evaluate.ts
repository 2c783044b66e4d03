/**
 * What a term is under a model, by integers and exact fractions, apart from the circuits: a model is shown only if everything
 * asserted evaluates to true here. Scalars are words of bits as numbers that are not negative.
 */
import type { Format } from "../../bits/floats.ts";
import * as floats from "./float-values.ts";
import { type Scalar, widthOfSort } from "./sorts.ts";
import type { BitTerm } from "./term.ts";

export interface ArrayValue {
  readonly elements: ReadonlyMap<bigint, bigint>;
  readonly otherwise: bigint;
}

/** A store remembers what it was made from: chains of them are long, and most of their arrays nobody looks at as a whole. */
interface StoredValue {
  readonly array: ArrayValue | StoredValue;
  readonly index: bigint;
  readonly value: bigint;
}

type AnyArray = ArrayValue | StoredValue;

export type BitValue = bigint | AnyArray;

/**
 * @param known the values of variables, and what has been evaluated before under the same model. A variable that it lacks is zero:
 * it occurs in nothing that was asserted.
 */
export function evaluate(root: BitTerm, known: Map<BitTerm, BitValue>): BitValue {
  const stack = [root];
  while (stack.length > 0) {
    const term = stack[stack.length - 1] as BitTerm;
    const missing = known.has(term) ? [] : term.parts.filter((part) => !known.has(part));
    if (missing.length > 0) {
      stack.push(...missing);
      continue;
    }
    stack.pop();
    if (!known.has(term))
      known.set(
        term,
        valueOfTerm(term, (part) => known.get(part) as BitValue),
      );
  }
  return known.get(root) as BitValue;
}

function valueOfTerm(term: BitTerm, of: (part: BitTerm) => BitValue): BitValue {
  switch (term.operator) {
    case "constant":
      return term.value;
    case "variable":
      return term.sort.kind === "Array" ? { elements: new Map(), otherwise: 0n } : 0n;
    case "ite":
      return of(term.parts[of(term.parts[0] as BitTerm) === 1n ? 1 : 2] as BitTerm);
    case "select": {
      const [array, index] = term.parts.map(of) as [AnyArray, bigint];
      return elementAt(array, index);
    }
    case "store": {
      const [array, index, value] = term.parts.map(of) as [AnyArray, bigint, bigint];
      return { array, index, value };
    }
    case "const":
      return { elements: new Map(), otherwise: of(term.parts[0] as BitTerm) as bigint };
    case "=":
      return truth(areEqual(term.parts[0] as BitTerm, of(term.parts[0] as BitTerm), of(term.parts[1] as BitTerm)));
    default:
      return scalarValue(term, term.parts.map(of) as bigint[]);
  }
}

function truth(value: boolean): bigint {
  return value ? 1n : 0n;
}

function elementAt(array: AnyArray, index: bigint): bigint {
  let at = array;
  for (; "array" in at; at = at.array) if (at.index === index) return at.value;
  return at.elements.get(index) ?? at.otherwise;
}

/** All elements in one table. */
export function wholeArray(array: AnyArray): ArrayValue {
  const stores: StoredValue[] = [];
  let at = array;
  for (; "array" in at; at = at.array) stores.push(at);
  const elements = new Map(at.elements);
  for (const { index, value } of stores.reverse()) elements.set(index, value);
  return { elements, otherwise: at.otherwise };
}

function areEqual({ sort }: BitTerm, left: BitValue, right: BitValue): boolean {
  if (typeof left === "bigint" || typeof right === "bigint") return left === right;
  const [a, b] = [wholeArray(left), wholeArray(right)];
  const indices = new Set([...a.elements.keys(), ...b.elements.keys()]);
  for (const index of indices)
    if ((a.elements.get(index) ?? a.otherwise) !== (b.elements.get(index) ?? b.otherwise)) return false;
  // The rest of the arrays is of one value each, unless there is no rest.
  const size = sort.kind === "Array" ? countOf(sort.index) : 0n;
  return a.otherwise === b.otherwise || BigInt(indices.size) === size;
}

/** How many values a sort has. */
export function countOf(sort: Scalar): bigint {
  if (sort.kind === "RoundingMode") return 5n;
  const words = 1n << BigInt(widthOfSort(sort));
  if (sort.kind !== "Float") return words;
  const nans = 2n * ((1n << BigInt(sort.format.fractionBits)) - 1n);
  return words - nans + 1n;
}

/** Whether a word is a value of the sort: of NaN there is one, of rounding modes five. */
export function isCanonical(value: bigint, sort: Scalar): boolean {
  if (sort.kind === "RoundingMode") return value < BigInt(floats.MODES.length);
  return sort.kind !== "Float" || floats.canonical(value, sort.format) === value;
}

function scalarValue(term: BitTerm, values: readonly bigint[]): bigint {
  const [a, b] = values as [bigint, bigint];
  const width = widthOfSort(term.sort as Scalar);
  const operandWidth = widthOfSort((term.parts[0] as BitTerm).sort as Scalar);
  const wrap = (value: bigint): bigint => BigInt.asUintN(width, value);
  const signed = (value: bigint): bigint => BigInt.asIntN(operandWidth, value);
  switch (term.operator) {
    case "not":
      return truth(a === 0n);
    case "and":
      return truth(values.every((value) => value === 1n));
    case "or":
      return truth(values.some((value) => value === 1n));
    case "xor":
    case "bvxor":
      return values.reduce((x, y) => x ^ y);
    case "bvnot":
      return wrap(~a);
    case "bvand":
      return values.reduce((x, y) => x & y);
    case "bvor":
      return values.reduce((x, y) => x | y);
    case "bvneg":
      return wrap(-a);
    case "bvadd":
      return wrap(values.reduce((x, y) => x + y));
    case "bvmul":
      return values.reduce((x, y) => wrap(x * y));
    case "bvudiv":
      return b === 0n ? wrap(-1n) : a / b;
    case "bvurem":
      return b === 0n ? a : a % b;
    case "bvshl":
      return b >= BigInt(width) ? 0n : wrap(a << b);
    case "bvlshr":
      return b >= BigInt(width) ? 0n : a >> b;
    case "bvashr":
      return wrap(signed(a) >> (b >= BigInt(width) ? BigInt(width) : b));
    case "pack":
      return term.parts.reduce(
        (bits, part, i) => (bits << BigInt(widthOfSort(part.sort as Scalar))) | (values[i] as bigint),
        0n,
      );
    case "extract":
      return wrap(a >> BigInt(term.numbers[1] as number));
    case "zero_extend":
      return a;
    case "sign_extend":
      return wrap(signed(a));
    case "bvult":
      return truth(a < b);
    case "bvule":
      return truth(a <= b);
    case "bvslt":
      return truth(signed(a) < signed(b));
    case "bvsle":
      return truth(signed(a) <= signed(b));
    default:
      return floatValue(term, values);
  }
}

function formatOfTerm({ sort }: BitTerm): Format {
  if (sort.kind !== "Float") throw new Error("a float should stand here");
  return sort.format;
}

function floatValue(term: BitTerm, values: readonly bigint[]): bigint {
  const [a, b, c, d] = values as [bigint, bigint, bigint, bigint];
  // Where the operator has one, the rounding mode comes first.
  const mode = term.parts[0]?.sort.kind === "RoundingMode" ? floats.modeOf(a) : "RNE";
  switch (term.operator) {
    case "fp.add":
      return floats.add(b, c, formatOfTerm(term), mode);
    case "fp.mul":
      return floats.multiply(b, c, formatOfTerm(term), mode);
    case "fp.div":
      return floats.divide(b, c, formatOfTerm(term), mode);
    case "fp.fma":
      return floats.fma(b, c, d, formatOfTerm(term), mode);
    case "fp.sqrt":
      return floats.squareRoot(b, formatOfTerm(term), mode);
    case "fp.rem":
      return floats.remainder(a, b, formatOfTerm(term));
    case "fp.roundToIntegral":
      return floats.roundToIntegral(b, formatOfTerm(term), mode);
    case "to_fp.bits":
      return floats.canonical(a, formatOfTerm(term));
    case "to_fp.float":
      return floats.convert(b, formatOfTerm(term.parts[1] as BitTerm), formatOfTerm(term), mode);
    case "to_fp.signed": {
      const value = BigInt.asIntN(widthOfSort((term.parts[1] as BitTerm).sort as Scalar), b);
      return floats.fromRational(value, 1n, formatOfTerm(term), mode);
    }
    case "to_fp.unsigned":
      return floats.fromRational(b, 1n, formatOfTerm(term), mode);
    case "fp.to_ubv":
    case "fp.to_sbv": {
      const width = widthOfSort(term.sort as Scalar);
      const whole = floats.toInteger(b, formatOfTerm(term.parts[1] as BitTerm), mode);
      const kept = whole === undefined ? undefined : BigInt.asUintN(width, whole);
      const again = term.operator === "fp.to_sbv" && kept !== undefined ? BigInt.asIntN(width, kept) : kept;
      return kept !== undefined && again === whole ? kept : c;
    }
    case "fp.min":
    case "fp.max":
      return extreme(term.operator, a, b, c, formatOfTerm(term));
    case "fp.abs":
    case "fp.neg":
      return withSign(term.operator, a, formatOfTerm(term));
    default:
      return truth(floatTruth(term, a, b));
  }
}

function withSign(operator: "fp.abs" | "fp.neg", a: bigint, format: Format): bigint {
  if (floats.unpack(a, format).kind === "nan") return a;
  const sign = floats.zero(format, true);
  return operator === "fp.neg" || (a & sign) !== 0n ? a ^ sign : a;
}

/** @param open the sign of the result where zeros of both signs are compared. */
function extreme(operator: "fp.min" | "fp.max", a: bigint, b: bigint, open: bigint, format: Format): bigint {
  const order = floats.order(a, b, format);
  if (order === undefined) return floats.unpack(a, format).kind === "nan" ? b : a;
  if (order === 0) return a === b ? a : floats.zero(format, open === 1n);
  return order < 0 === (operator === "fp.min") ? a : b;
}

function floatTruth(term: BitTerm, a: bigint, b: bigint): boolean {
  const format = formatOfTerm(term.parts[0] as BitTerm);
  const one = floats.unpack(a, format);
  const isZero = one.kind === "finite" && one.magnitude.above === 0n;
  const field = BigInt.asUintN(format.exponentBits, a >> BigInt(format.fractionBits));
  switch (term.operator) {
    case "fp.leq":
      return (floats.order(a, b, format) ?? 1) <= 0;
    case "fp.lt":
      return (floats.order(a, b, format) ?? 1) < 0;
    case "fp.eq":
      return floats.order(a, b, format) === 0;
    case "fp.isNormal":
      return one.kind === "finite" && field !== 0n;
    case "fp.isSubnormal":
      return one.kind === "finite" && field === 0n && !isZero;
    case "fp.isZero":
      return isZero;
    case "fp.isInfinite":
      return one.kind === "infinite";
    case "fp.isNaN":
      return one.kind === "nan";
    case "fp.isNegative":
      return one.kind !== "nan" && one.negative;
    case "fp.isPositive":
      return one.kind !== "nan" && !one.negative;
    default:
      throw new Error(`${term.operator} should have a value`);
  }
}
