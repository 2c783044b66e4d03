/**
 * C's operators as terms. Integer terms are exact; a `wrap` brings the result back into the type unless it provably
 * fits (`bounds.ts`). Whatever C leaves undefined is reported to `check`. Constants are folded, so that what is constant
 * in C is an `integer` term here.
 */
import type { BinaryOperator, ComparisonOperator } from "../../c/ast.ts";
import { evaluateBits, roundTo, wrapInto as wrapValue } from "../../logic/evaluate.ts";
import {
  add,
  bits,
  complement,
  divide,
  eq,
  type Formula,
  float,
  floatBinary,
  floatComparison,
  floatNegate,
  floatToFloat,
  floatToInt,
  integer,
  intToFloat,
  ite,
  le,
  lt,
  multiply,
  ne,
  negate,
  not,
  or,
  remainder,
  subtract,
  type Term,
  TRUE,
  truthValue,
  type WrapReason,
  wrap,
} from "../../logic/term.ts";
import { type FloatType, highest, type IntType, intType, lowest, type PointerType } from "../../logic/types.ts";
import * as int from "../../numbers/int.ts";
import { contains } from "../../numbers/interval.ts";
import type { SourceRange } from "../../util/source.ts";
import type { Check } from "../cfa.ts";
import { boundsOf, fits } from "./bounds.ts";
import type { MachineType } from "./types.ts";

export type Report = (check: Check) => void;

// --- Exact arithmetic with constants folded -------------------------------------------------------------------------

type ExactOperator = "+" | "-" | "*";

export function exact(operator: ExactOperator, left: Term, right: Term): Term {
  const constants = left.kind === "integer" && right.kind === "integer";
  switch (operator) {
    case "+":
      return constants ? integer(int.add(left.value, right.value)) : add(left, right);
    case "-":
      return constants ? integer(int.subtract(left.value, right.value)) : subtract(left, right);
    case "*":
      if (isConstant(left, 0) || isConstant(right, 0)) return integer(0);
      return constants ? integer(int.multiply(left.value, right.value)) : multiply(left, right);
  }
}

export function wrapInto(value: Term, type: IntType | PointerType, reason: WrapReason): Term {
  let term = value;
  for (;;) {
    if (term.kind === "integer") return integer(wrapValue(term.value, type));
    if (fits(term, type)) return term;
    // An inner conversion to at least as many bits changes nothing modulo 2^bits.
    if (term.kind !== "wrap" || term.reason !== "conversion" || term.type.bits < type.bits || reason !== "conversion")
      return wrap(term, type, reason);
    term = term.operand;
  }
}

function isConstant(term: Term, value: number): boolean {
  return term.kind === "integer" && term.value === value;
}

// --- Operators --------------------------------------------------------------------------------------------------------

/** `left operator right` at a type that both operands have (a shift's count has a type of its own). */
export function binaryOperation(
  operator: BinaryOperator,
  left: Term,
  right: Term,
  type: MachineType,
  range: SourceRange,
  check: Report,
): Term {
  if (type.kind === "float") {
    const result = floatOperation(operator, left, right, type);
    check({
      kind: "nan",
      operand: truthValue(or([isNumber(result), not(isNumber(left)), not(isNumber(right))])),
      range,
    });
    checkFinite(result, [left, right], type, range, check);
    return result;
  }
  switch (operator) {
    case "+":
    case "-":
    case "*":
      return settle(exact(operator, left, right), type, range, check);
    case "/":
    case "%":
      return division(operator, left, right, type, range, check);
    case "&":
      return bitOperation("bitand", left, right);
    case "|":
      return bitOperation("bitor", left, right);
    case "^":
      return bitOperation("bitxor", left, right);
    case "<<":
    case ">>":
      return shift(operator, left, right, type, range, check);
  }
}

/** An exact result as a value of its type: checked where signed, wrapped where it may not fit. */
function settle(result: Term, type: IntType | PointerType, range: SourceRange, check: Report): Term {
  if (fits(result, type)) return result;
  if (type.kind === "int") check({ kind: type.signed ? "overflow" : "unsigned-wrap", exact: result, type, range });
  return wrapInto(result, type, isSigned(type) ? "arithmetic" : "conversion");
}

function isSigned(type: IntType | PointerType): type is IntType {
  return type.kind === "int" && type.signed;
}

function floatOperation(operator: BinaryOperator, left: Term, right: Term, type: FloatType): Term {
  switch (operator) {
    case "+":
      return floatBinary("fadd", left, right, type);
    case "-":
      return floatBinary("fsubtract", left, right, type);
    case "*":
      return floatBinary("fmultiply", left, right, type);
    case "/":
      return floatBinary("fdivide", left, right, type);
    default:
      throw new Error(`operator ${operator} should not have float operands`);
  }
}

/** Whatever is equal to itself. */
function isNumber(term: Term): Formula {
  return floatComparison("feq", term, term);
}

function isInfinite(term: Term, type: FloatType): Formula {
  const equals = (value: number) => floatComparison("feq", term, float(value, type));
  return or([equals(Number.POSITIVE_INFINITY), equals(Number.NEGATIVE_INFINITY)]);
}

/** The result is infinite only where an operand, of its own type, is. */
function checkFinite(
  result: Term,
  operands: readonly Term[],
  type: FloatType,
  range: SourceRange,
  check: Report,
  from: FloatType = type,
): void {
  const some = operands.map((operand) => isInfinite(operand, from));
  check({ kind: "float-overflow", operand: truthValue(or([not(isInfinite(result, type)), ...some])), range });
}

function division(
  operator: "/" | "%",
  left: Term,
  right: Term,
  type: IntType | PointerType,
  range: SourceRange,
  check: Report,
): Term {
  if (right.kind === "integer" && right.value !== 0) {
    if (left.kind === "integer") {
      const folded = operator === "/" ? int.divideTruncated : int.remainderTruncated;
      return settle(integer(folded(left.value, right.value)), type, range, check);
    }
  } else check({ kind: "division", divisor: right, range });
  const mayOverflow = isSigned(type) && mayBe(right, -1) && mayBe(left, lowest(type)) && !isConstant(right, 0);
  if (mayOverflow) check({ kind: "overflow", exact: divide(left, right), type, range });
  if (operator === "%") return remainder(left, right);
  return mayOverflow ? wrap(divide(left, right), type, "arithmetic") : divide(left, right);
}

function mayBe(term: Term, value: int.Int): boolean {
  return contains(boundsOf(term), value);
}

// Operands of one type, signed or not, stay within it: the sign bit is extended on both sides alike.
function bitOperation(kind: "bitand" | "bitor" | "bitxor", left: Term, right: Term): Term {
  if (left.kind === "integer" && right.kind === "integer") {
    return integer(evaluateBits(kind, left.value, right.value)!);
  }
  if (kind !== "bitand" && isConstant(right, 0)) return left;
  if (kind !== "bitand" && isConstant(left, 0)) return right;
  if (kind === "bitand" && (isConstant(left, 0) || isConstant(right, 0))) return integer(0);
  return bits(kind, left, right);
}

function shift(
  operator: "<<" | ">>",
  left: Term,
  count: Term,
  type: IntType | PointerType,
  range: SourceRange,
  check: Report,
): Term {
  const bounds = boundsOf(count);
  const inRange = bounds.low >= 0 && bounds.high < type.bits;
  if (!inRange) check({ kind: "shift", count, bits: type.bits, range });
  if (operator === "<<" && boundsOf(left).low < 0) check({ kind: "negative-shift", operand: left, range });
  if (count.kind === "integer" && inRange) {
    if (left.kind === "integer") {
      const power = int.powerOfTwo(Number(count.value));
      const folded = operator === "<<" ? int.multiply(left.value, power) : int.divideFloor(left.value, power);
      return settleShift(integer(folded), type, range, check);
    }
    if (count.value === 0) return left;
  }
  if (operator === ">>") return bits("shiftright", left, count);
  return settleShift(bits("shiftleft", left, count), type, range, check);
}

/** A left shift that does not fit wraps, as compilers have it; only the property of overflow asks about it. */
function settleShift(result: Term, type: IntType | PointerType, range: SourceRange, check: Report): Term {
  if (fits(result, type)) return result;
  if (isSigned(type)) check({ kind: "overflow", exact: result, type, range, by: "shift" });
  return wrapInto(result, type, "conversion");
}

export function negation(operand: Term, type: MachineType, range: SourceRange, check: Report): Term {
  if (type.kind === "float") return operand.kind === "float" ? float(-operand.value, type) : floatNegate(operand, type);
  return settle(operand.kind === "integer" ? integer(int.negate(operand.value)) : negate(operand), type, range, check);
}

export function bitComplement(operand: Term, type: IntType | PointerType): Term {
  if (operand.kind === "integer") return integer(wrapValue(int.subtract(int.negate(operand.value), 1), type));
  // Of an unsigned value it is the distance to the greatest one: linear, and no wrap needed.
  return isSigned(type) ? complement(operand) : subtract(integer(highest(type)), operand);
}

export function compareTerms(operator: ComparisonOperator, left: Term, right: Term, type: MachineType): Formula {
  if (type.kind === "float") return compareFloats(operator, left, right);
  switch (operator) {
    case "==":
      return eq(left, right);
    case "!=":
      return ne(left, right);
    case "<":
      return lt(left, right);
    case "<=":
      return le(left, right);
    case ">":
      return lt(right, left);
    case ">=":
      return le(right, left);
  }
}

function compareFloats(operator: ComparisonOperator, left: Term, right: Term): Formula {
  switch (operator) {
    case "==":
      return floatComparison("feq", left, right);
    case "!=":
      return not(floatComparison("feq", left, right));
    case "<":
      return floatComparison("flt", left, right);
    case "<=":
      return floatComparison("fle", left, right);
    case ">":
      return floatComparison("flt", right, left);
    case ">=":
      return floatComparison("fle", right, left);
  }
}

// --- Conversions ------------------------------------------------------------------------------------------------------

/** `term != 0`; the value of a comparison is taken back to the comparison. */
export function isNonZero(term: Term, type: MachineType): Formula {
  if (type.kind === "float") return not(floatComparison("feq", term, float(0, type)));
  if (term.kind === "ite" && isConstant(term.then, 1) && isConstant(term.else, 0)) return term.condition;
  if (term.kind === "ite" && isConstant(term.then, 0) && isConstant(term.else, 1)) return not(term.condition);
  // Addresses of objects are not null.
  if (term.kind === "address") return TRUE;
  return ne(term, integer(0));
}

/** A value of one type as a value of another. `_Bool` is the one-bit unsigned type. */
export function convertTerm(term: Term, from: MachineType, to: MachineType, range: SourceRange, check: Report): Term {
  if (from === to) return term;
  if (to.kind === "int" && to.bits === 1 && !to.signed) {
    return fits1(term, from) ? term : truthValue(isNonZero(term, from));
  }
  if (to.kind === "float") return toFloat(term, from, to, range, check);
  if (from.kind === "float") {
    if (to.kind === "pointer") throw new Error("a float should not be converted to a pointer");
    check({ kind: "float-to-int", operand: term, type: to, range });
    return floatToInt(term, to);
  }
  if (from.kind === "int" && to.kind === "int" && !fits(term, to))
    check({ kind: "conversion", exact: term, type: to, range });
  return term.kind === "ite" ? convertBranches(term, to) : wrapInto(term, to, "conversion");
}

/** Where a value goes into a bit-field: a floating-point number has to fit the field, not only the type it has. */
export function checkInto(check: Report, field: IntType | undefined): Report {
  if (field === undefined) return check;
  return (what) => check(what.kind === "float-to-int" ? { ...what, type: field } : what);
}

function toFloat(term: Term, from: MachineType, to: FloatType, range: SourceRange, check: Report): Term {
  if (from.kind === "float") {
    const rounded = roundFloat(term, to);
    checkFinite(rounded, [term], to, range, check, from);
    return rounded;
  }
  const rounded = integerAsFloat(term, to);
  // Numbers of 64 bits are below the greatest of any format.
  if (from.bits > 64) checkFinite(rounded, [], to, range, check);
  return rounded;
}

function roundFloat(term: Term, to: FloatType): Term {
  if (term.kind !== "float") return floatToFloat(term, to);
  return float(roundTo(term.value, to), to);
}

function integerAsFloat(term: Term, to: FloatType): Term {
  // A safe integer is exact as a double, so that one rounding remains.
  if (term.kind !== "integer" || typeof term.value !== "number") return intToFloat(term, to);
  return float(roundTo(term.value, to), to);
}

function fits1(term: Term, from: MachineType): boolean {
  return from.kind === "int" && fits(term, BIT);
}

const BIT = intType(1, "unsigned");

function convertBranches(term: Term & { kind: "ite" }, to: IntType | PointerType): Term {
  if (term.then.kind !== "integer" || term.else.kind !== "integer") return wrapInto(term, to, "conversion");
  return ite(term.condition, wrapInto(term.then, to, "conversion"), wrapInto(term.else, to, "conversion"));
}

// --- Addresses --------------------------------------------------------------------------------------------------------

/**
 * An address moved by a number of bytes. Sums stay flat, with one constant at the end and one wrap around all:
 * `wrap(&a + i * 12 + 4)`. Inside an object (`&a + 4`) no wrap is needed.
 */
export function moveAddress(base: Term, bytes: Term, pointer: PointerType): Term {
  let sum = base.kind === "wrap" && base.type === pointer ? base.operand : base;
  let constant: int.Int = 0;
  if (sum.kind === "integer") {
    constant = sum.value;
    sum = integer(0);
  } else if (sum.kind === "add" && sum.right.kind === "integer") {
    constant = sum.right.value;
    sum = sum.left;
  }
  if (bytes.kind === "integer") constant = int.add(constant, bytes.value);
  else sum = add(sum, bytes);
  const moved = exact("+", sum, integer(constant));
  if (moved.kind === "address") return moved;
  const inside = moved.kind === "add" && moved.left.kind === "address" && moved.right.kind === "integer";
  if (inside && moved.right.value >= 0 && moved.right.value <= (moved.left.object.size ?? 0)) return moved;
  return wrapInto(moved, pointer, "arithmetic");
}
