/**
 * Exact evaluation of terms and formulas under a valuation. Integers are mathematical, floats IEEE (binary32 through
 * `Math.fround`; x87 computes with doubles). The result is `undefined` where the valuation does not determine it: an
 * unknown variable, a function nobody knows, or an operation the edge's checks exclude (division by zero, a shift out of
 * range, a float that does not fit). Evaluation is strong on the unknown: 0 * unknown is 0, false && unknown is false.
 */
import {
  add,
  divideTruncated,
  fromBig,
  type Int,
  modulo,
  multiply,
  negate,
  powerOfTwo,
  remainderTruncated,
  subtract,
  toBig,
} from "../numbers/int.ts";
import { evaluateFloatBits } from "./float-bits.ts";
import { fold } from "./fold.ts";
import type { BitKind, FloatKind, Formula, MemoryObject, Term, Variable } from "./term.ts";
import { type FloatType, highest, type IntType, lowest, type PointerType, type ValueType } from "./types.ts";
import type { TermNode } from "./visit.ts";

/** An array value: all elements are `otherwise` but those listed. */
export interface ArrayValue {
  readonly elements: ReadonlyMap<Int, Int>;
  /** undefined: the other elements are unknown. */
  readonly otherwise: Int | undefined;
}

/** An integer (Int), a float (number, NaN and infinities included) or an array, as the term's type says. */
export type Value = Int | ArrayValue;

export interface Environment {
  readonly valueOf: (variable: Variable) => Value | undefined;
  readonly addressOf?: (object: MemoryObject) => Int | undefined;
  readonly apply?: (name: string, operands: readonly Value[], type: ValueType) => Value | undefined;
}

type Result = Value | boolean | undefined;
type ResultOf = (operand: TermNode) => Result;

export function evaluate(term: Term, environment: Environment): Value | undefined {
  return fold<Result>(term, (node, resultOf) => step(node, resultOf, environment)) as Value | undefined;
}

/** undefined: the valuation decides neither way. */
export function holds(formula: Formula, environment: Environment): boolean | undefined {
  return fold<Result>(formula, (node, resultOf) => step(node, resultOf, environment)) as boolean | undefined;
}

function step(node: TermNode, resultOf: ResultOf, environment: Environment): Result {
  switch (node.kind) {
    case "integer":
    case "float":
      return node.value;
    case "variable":
      return environment.valueOf(node.variable);
    case "address":
      return environment.addressOf?.(node.object);
    case "add":
    case "subtract":
    case "multiply":
    case "divide":
    case "remainder":
      return arithmetic(node.kind, scalar(resultOf, node.left), scalar(resultOf, node.right));
    case "bitand":
    case "bitor":
    case "bitxor":
    case "shiftleft":
    case "shiftright":
      return evaluateBits(node.kind, scalar(resultOf, node.left), scalar(resultOf, node.right));
    case "negate":
      return mapKnown(scalar(resultOf, node.operand), negate);
    case "wrap":
      return mapKnown(scalar(resultOf, node.operand), (value) => wrapInto(value, node.type));
    case "ite": {
      const condition = resultOf(node.condition);
      if (condition !== undefined) return resultOf(condition === true ? node.then : node.else);
      const then = resultOf(node.then);
      // Objects (arrays) are compared by identity: different objects may be equal, the answer is then merely unknown.
      return Object.is(then, resultOf(node.else)) ? then : undefined;
    }
    case "fadd":
    case "fsubtract":
    case "fmultiply":
    case "fdivide":
    case "fremainder":
      return floatArithmetic(node.kind, scalar(resultOf, node.left), scalar(resultOf, node.right), node.type);
    case "fnegate":
      return mapKnown(scalar(resultOf, node.operand), (value) => -Number(value));
    case "intToFloat":
      return mapKnown(scalar(resultOf, node.operand), (value) => integerToFloat(value, node.type));
    case "floatToInt":
      return mapKnown(scalar(resultOf, node.operand), (value) => floatToInteger(Number(value), node.type));
    case "floatToFloat":
      return mapKnown(scalar(resultOf, node.operand), (value) => roundTo(Number(value), node.type));
    case "apply": {
      const operands = node.arguments.map((operand) => resultOf(operand));
      if (operands.some((operand) => operand === undefined)) return undefined;
      const [first] = operands;
      const reinterpreted =
        typeof first === "number" || typeof first === "bigint"
          ? evaluateFloatBits(node.name, first, node.type)
          : undefined;
      return reinterpreted ?? environment.apply?.(node.name, operands as Value[], node.type);
    }
    case "select":
      return selectFrom(resultOf(node.array), scalar(resultOf, node.index));
    case "store":
      return storeInto(resultOf(node.array), scalar(resultOf, node.index), scalar(resultOf, node.value));
    default:
      return stepFormula(node, resultOf);
  }
}

/** The truth of a formula that is made of others, where theirs decide it. */
export function connective(
  node: Extract<Formula, { kind: "true" | "false" | "not" | "and" | "or" }>,
  truthOf: (part: Formula) => boolean | undefined,
): boolean | undefined {
  if (node.kind === "true" || node.kind === "false") return node.kind === "true";
  if (node.kind === "not") {
    const operand = truthOf(node.operand);
    return operand === undefined ? undefined : !operand;
  }
  const decisive = node.kind === "or";
  let result: boolean | undefined = !decisive;
  const { operands } = node;
  for (let i = 0; i < operands.length; i++) {
    const truth = truthOf(operands[i]!);
    if (truth === decisive) return decisive;
    if (truth === undefined) result = undefined;
  }
  return result;
}

function scalar(resultOf: ResultOf, operand: Term): Int | undefined {
  const result = resultOf(operand);
  return typeof result === "number" || typeof result === "bigint" ? result : undefined;
}

function stepFormula(node: Formula, resultOf: ResultOf): boolean | undefined {
  switch (node.kind) {
    case "true":
    case "false":
    case "not":
    case "and":
    case "or":
      return connective(node, resultOf as (part: Formula) => boolean | undefined);
    default: {
      const left = scalar(resultOf, node.left);
      const right = scalar(resultOf, node.right);
      if (node.kind === "eq" && left === undefined) return sameArray(resultOf(node.left), resultOf(node.right));
      if (left === undefined || right === undefined) return undefined;
      // The same JS comparisons serve integers (mixed number and BigInt compare exactly) and floats (NaN: all false).
      if (node.kind === "eq" || node.kind === "feq") return left === right;
      return node.kind === "lt" || node.kind === "flt" ? left < right : left <= right;
    }
  }
}

/** `decisive` decides the junction as soon as one operand has it. */
function mapKnown<V>(value: Int | undefined, map: (value: Int) => V): V | undefined {
  return value === undefined ? undefined : map(value);
}

function arithmetic(
  kind: "add" | "subtract" | "multiply" | "divide" | "remainder",
  left: Int | undefined,
  right: Int | undefined,
): Int | undefined {
  if (kind === "multiply" && (left === 0 || right === 0)) return 0;
  if (left === undefined || right === undefined) return undefined;
  switch (kind) {
    case "add":
      return add(left, right);
    case "subtract":
      return subtract(left, right);
    case "multiply":
      return multiply(left, right);
    case "divide":
      return right === 0 ? undefined : divideTruncated(left, right);
    case "remainder":
      return right === 0 ? undefined : remainderTruncated(left, right);
  }
}

/** A count above this is no shift of any C type; it would only burn memory, and make circuits wide (`smt/bits`). */
export const LARGEST_SHIFT = 255;

export function evaluateBits(kind: BitKind, left: Int | undefined, right: Int | undefined): Int | undefined {
  if (kind === "bitand" && (left === 0 || right === 0)) return 0;
  if (kind === "bitor" && (left === -1 || right === -1)) return -1;
  if (left === undefined || right === undefined) return undefined;
  if (kind === "shiftleft" || kind === "shiftright") {
    if (right < 0 || right > LARGEST_SHIFT) return undefined;
    if (kind === "shiftleft") return multiply(left, powerOfTwo(Number(right)));
    return fromBig(toBig(left) >> toBig(right));
  }
  const a = Number(left);
  const b = Number(right);
  if ((a | 0) === a && (b | 0) === b) return kind === "bitand" ? a & b : kind === "bitor" ? a | b : a ^ b;
  const x = toBig(left);
  const y = toBig(right);
  return fromBig(kind === "bitand" ? x & y : kind === "bitor" ? x | y : x ^ y);
}

/** The value of the type that is congruent to `value` modulo 2^bits. */
export function wrapInto(value: Int, type: IntType | PointerType): Int {
  if (type.bits === 32 && typeof value === "number")
    return type.kind === "int" && type.signed ? value | 0 : value >>> 0;
  if (value >= lowest(type) && value <= highest(type)) return value;
  const modulus = powerOfTwo(type.bits);
  const residue = modulo(value, modulus);
  return residue > highest(type) ? subtract(residue, modulus) : residue;
}

/** The double nearest to an exact result, rounded once more to the format; innocuous for one binary32 operation. */
export function roundTo(value: number, type: FloatType): number {
  return type.format === "f32" ? Math.fround(value) : value;
}

function floatArithmetic(
  kind: FloatKind,
  left: Int | undefined,
  right: Int | undefined,
  type: FloatType,
): number | undefined {
  if (left === undefined || right === undefined) return undefined;
  const a = Number(left);
  const b = Number(right);
  switch (kind) {
    case "fadd":
      return roundTo(a + b, type);
    case "fsubtract":
      return roundTo(a - b, type);
    case "fmultiply":
      return roundTo(a * b, type);
    case "fdivide":
      return roundTo(a / b, type);
    case "fremainder":
      return roundTo(a % b, type);
  }
}

/** Nearest, ties to even. */
export function integerToFloat(value: Int, type: FloatType): number {
  if (typeof value === "number" || type.format !== "f32") return roundTo(Number(value), type);
  // Rounding a large integer to a double first and to binary32 after could round a tie twice: keep 50 bits exactly,
  // the last one standing for everything dropped (round to odd), so that only the second rounding decides.
  const magnitude = value < 0n ? -value : value;
  const dropped = BigInt(magnitude.toString(2).length - 50);
  const kept = magnitude >> dropped;
  const sticky = kept << dropped === magnitude ? kept : kept | 1n;
  const rounded = Math.fround(Number(sticky) * 2 ** Number(dropped));
  return value < 0n ? -rounded : rounded;
}

/** Truncation toward zero; undefined if the result is no value of the type. */
export function floatToInteger(value: number, type: IntType): Int | undefined {
  if (!Number.isFinite(value)) return undefined;
  const whole = Math.trunc(value) + 0;
  const result = Number.isSafeInteger(whole) ? whole : fromBig(BigInt(whole));
  return result >= lowest(type) && result <= highest(type) ? result : undefined;
}

function selectFrom(array: Result, index: Int | undefined): Int | undefined {
  if (typeof array !== "object" || index === undefined) return undefined;
  return array.elements.has(index) ? array.elements.get(index) : array.otherwise;
}

/** Arrays are total: they are equal if all listed elements are and the others too. */
function sameArray(left: Result, right: Result): boolean | undefined {
  if (typeof left !== "object" || typeof right !== "object") return undefined;
  let result: boolean | undefined = true;
  for (const index of new Set([...left.elements.keys(), ...right.elements.keys()])) {
    const a = selectFrom(left, index);
    const b = selectFrom(right, index);
    if (a === undefined || b === undefined) result = undefined;
    else if (!Object.is(a, b)) return false;
  }
  if (left.otherwise === undefined || right.otherwise === undefined) return undefined;
  return Object.is(left.otherwise, right.otherwise) ? result : false;
}

function storeInto(array: Result, index: Int | undefined, value: Int | undefined): ArrayValue | undefined {
  if (typeof array !== "object" || index === undefined || value === undefined) return undefined;
  return { elements: new Map(array.elements).set(index, value), otherwise: array.otherwise };
}
