/**
 * Implicit and explicit conversions as `convert` nodes (C11 6.3): what turns an lvalue, array or function designator
 * into a value, promotions, casts, and conversion as if by assignment. Conversions of integer constants are folded
 * at once, so that `long x = 1` does not carry a convert node. What gcc accepts with a warning gets a warning here.
 */
import type { SourceRange } from "../../util/source.ts";
import type { Conversion, Expression } from "../ast.ts";
import { convertConstant, evaluateInteger } from "../constant.ts";
import {
  bitsOf,
  compatible,
  INT,
  integerOf,
  isArithmetic,
  isInteger,
  isLongDouble,
  isScalar,
  pointerTo,
  promoted,
  showType,
  sizeType,
  UNSIGNED_INT,
  unqualified,
  unsupportedIn,
} from "../type-operations.ts";
import type { BitField, CType, FloatingCType, IntegerCType } from "../types.ts";
import { pointerIntoRegion } from "./regions.ts";
import type { Session } from "./session.ts";

export function integerConstant(value: bigint, type: CType, range: SourceRange): Expression {
  return { kind: "integer-constant", value, type, start: range.start, end: range.end };
}

export function sizeConstant(session: Session, bytes: number, range: SourceRange): Expression {
  return integerConstant(BigInt(bytes), sizeType(session.model), range);
}

export function convertNode(operand: Expression, type: CType, conversion: Conversion): Expression {
  return { kind: "convert", operand, conversion, type, start: operand.start, end: operand.end };
}

export function isLvalue(expression: Expression): boolean {
  let at = expression;
  while (at.kind === "member") at = at.object;
  switch (at.kind) {
    case "object":
    case "dereference":
    case "string":
    case "compound-literal":
      return true;
    default:
      return false;
  }
}

export function requireSupported(session: Session, type: CType, range: SourceRange): void {
  const name = unsupportedIn(type);
  if (name !== undefined) session.fail(`the type '${name}' is not supported`, range);
}

/** A packed 64-bit field may lie across nine bytes, more than one access touches. */
export function requireAccessible(session: Session, bitField: BitField | undefined, range: SourceRange): void {
  if (bitField !== undefined && bitField.unitBytes > 8)
    session.fail("a bit-field that lies across nine bytes is not supported", range);
}

/** Notes that the address of the object an lvalue lies in is formed. */
export function markAddressTaken(session: Session, lvalue: Expression): void {
  if (session.unevaluated > 0) {
    session.unevaluatedAddresses.push(lvalue);
    return;
  }
  let at = lvalue;
  while (at.kind === "member") at = at.object;
  if (at.kind === "object" || at.kind === "compound-literal") at.declaration.addressTaken = true;
  if (at.kind === "function") at.declaration.addressTaken = true;
}

/** An operand of sizeof or typeof is behind the parser: whether its type is variable says if it is evaluated after all. */
export function settleOperand(session: Session, status: "evaluated" | "unevaluated"): void {
  if (session.unevaluated > 0) return;
  const lvalues = session.unevaluatedAddresses.splice(0);
  if (status === "evaluated") for (const lvalue of lvalues) markAddressTaken(session, lvalue);
}

/** The value of an expression: arrays and functions become pointers, lvalues are read. */
export function rvalue(session: Session, expression: Expression): Expression {
  const { type } = expression;
  if (type.kind === "array") {
    markAddressTaken(session, expression);
    return convertNode(expression, pointerTo(type.element), "array");
  }
  if (type.kind === "function") return functionPointer(session, expression);
  if (!isLvalue(expression) || type.kind === "void") return expression;
  requireSupported(session, type, expression);
  if (type.kind === "record" && type.body.members === undefined)
    session.fail(`'${showType(type)}' is incomplete here`, expression);
  return convertNode(expression, unqualified(type), "lvalue");
}

function functionPointer(session: Session, expression: Expression): Expression {
  // `*f` of a pointer to function designates what f points to: the pointer itself is the value.
  if (expression.kind === "dereference") return expression.operand;
  markAddressTaken(session, expression);
  return convertNode(expression, pointerTo(expression.type), "function");
}

/** The value of an expression that is to be scalar: an operand of `!`, `&&`, a condition. */
export function scalarValue(session: Session, expression: Expression, where: string): Expression {
  const value = rvalue(session, expression);
  if (!isScalar(value.type)) session.fail(`${where} should be a scalar, not '${showType(value.type)}'`, expression);
  return value;
}

// --- Promotions ---------------------------------------------------------------------------------------------------

/** The bit-field an expression reads or yields the value of. */
function bitFieldOf(expression: Expression): BitField | undefined {
  let at = expression;
  for (;;) {
    switch (at.kind) {
      case "convert":
        if (at.conversion !== "lvalue") return undefined;
        at = at.operand;
        continue;
      case "assign":
      case "compound-assign":
      case "increment":
        at = at.target;
        continue;
      case "comma":
        at = at.right;
        continue;
      case "member":
        return at.bitField;
      default:
        return undefined;
    }
  }
}

/** The type an integer or floating value has after the integer promotions; a bit-field promotes by its width. */
export function promotedType(value: Expression): IntegerCType | FloatingCType | undefined {
  const { type } = value;
  if (type.kind === "floating") return unqualified(type);
  if (!isInteger(type)) return undefined;
  const bitField = bitFieldOf(value);
  if (bitField === undefined || bitField.width > 32) return promoted(type);
  return bitField.width === 32 && !integerOf(type).signed ? UNSIGNED_INT : INT;
}

/**
 * Whether gcc would compute on this value in a type narrower than any C type: a bit-field wider than int keeps its
 * width there (`unsigned long long f : 40` plus one wraps at 2^40, `long long f : 40` plus one overflows at 2^39).
 */
export function isWideBitField(session: Session, value: Expression): boolean {
  const bitField = bitFieldOf(value);
  if (bitField === undefined || bitField.width <= 32 || !isInteger(value.type)) return false;
  return bitField.width < bitsOf(value.type, session.model);
}

export function promote(session: Session, value: Expression): Expression {
  const type = promotedType(value);
  return type === undefined ? value : convertScalar(session, value, type);
}

// --- Conversions between scalars ----------------------------------------------------------------------------------

/** Converts a value to a type without asking whether C allows it: for scalars, void and equal records. */
export function convertScalar(session: Session, value: Expression, to: CType): Expression {
  const type = unqualified(to);
  const from = value.type;
  if (from === type) return value;
  if (value.kind === "integer-constant" && isArithmetic(type)) {
    const converted = convertConstant(value.value, type, session.model);
    // A conversion that changes the value stays, for who asks about those.
    if (isInteger(type) && integerOf(type).rank !== "bool" && converted !== value.value)
      return convertNode(value, type, "value");
    if (typeof converted === "bigint") return { ...value, value: converted, type };
    const rounded = isLongDouble(type) && BigInt(converted as number) !== value.value ? { rounded: true as const } : {};
    const range = { start: value.start, end: value.end };
    return { kind: "floating-constant", value: converted as number, type, ...rounded, ...range };
  }
  if (value.kind === "floating-constant" && type.kind === "floating" && value.rounded !== true)
    return { ...value, value: convertConstant(value.value, type, session.model) as number, type };
  if (type.kind === "void") return convertNode(value, type, "void");
  if (type.kind === "record" || type.kind === "va_list") return convertNode(value, type, "same");
  if (compatible(from, type)) return identical(from, type) ? value : convertNode(value, type, "same");
  if (type.kind === "pointer" && isInteger(from) && session.regions.length > 0) {
    const found = pointerIntoRegion(session, convertScalar(session, value, sizeType(session.model)), type);
    if (found !== undefined) return found;
  }
  return convertNode(value, type, "value");
}

/** Compatible types that differ in nothing: no node is needed to tell them apart. */
function identical(a: CType, b: CType): boolean {
  let left = a;
  let right = b;
  while (left.kind === "pointer" && right.kind === "pointer") {
    left = left.target;
    right = right.target;
  }
  if (left === right || left.kind === "integer" || left.kind === "floating" || left.kind === "void") {
    return left.kind === right.kind;
  }
  return left.kind === "record" && right.kind === "record";
}

/** An integer constant expression of value zero, or that cast to `void *` (C11 6.3.2.3p3). */
export function isNullPointer(session: Session, value: Expression): boolean {
  const { type } = value;
  if (isInteger(type)) return evaluateInteger(value, session.model) === 0n;
  if (type.kind !== "pointer" || type.target.kind !== "void" || value.kind !== "convert") return false;
  if (value.conversion !== "value" && value.conversion !== "same") return false;
  return isNullPointer(session, value.operand);
}

// --- As if by assignment ------------------------------------------------------------------------------------------

/** Converts the value of `expression` to the type of the place it goes to, as assignment does. */
export function convertForAssignment(
  session: Session,
  expression: Expression,
  target: CType,
  what: string,
  field?: BitField | undefined,
): Expression {
  const value = rvalue(session, expression);
  const to = unqualified(target);
  const from = value.type;
  requireSupported(session, to, expression);
  if (from.kind === "void") return session.fail(`a void expression has no value for ${what}`, expression);
  if (isArithmetic(to) && isArithmetic(from)) return intoField(convertScalar(session, value, to), from, field);
  if (to.kind === "pointer") return pointerFrom(session, value, to, what);
  if (isInteger(to) && from.kind === "pointer") {
    if (integerOf(to).rank !== "bool")
      session.warn(`${what} makes an integer from a pointer without a cast`, expression);
    return convertScalar(session, value, to);
  }
  if (to.kind === "record") return recordFrom(session, value, to, what);
  if (to.kind === "va_list" && from.kind === "va_list") return convertScalar(session, value, to);
  return mismatch(session, from, to, what, expression);
}

/** An integer is cut to the width of a bit-field, whatever it is; of a floating-point number that is asked before. */
function intoField(value: Expression, from: CType, field: BitField | undefined): Expression {
  if (field === undefined || from.kind !== "floating" || value.kind !== "convert") return value;
  return { ...value, field };
}

function mismatch(session: Session, from: CType, to: CType, what: string, range: SourceRange): never {
  return session.fail(`${what}: a value of type '${showType(from)}' does not go into '${showType(to)}'`, range);
}

function pointerFrom(session: Session, value: Expression, to: CType & { kind: "pointer" }, what: string): Expression {
  const from = value.type;
  if (from.kind === "pointer") {
    const a = unqualified(to.target);
    const b = unqualified(from.target);
    if (a.kind !== "void" && b.kind !== "void" && !compatible(a, b) && !differOnlyInSign(a, b))
      session.warn(`${what} from incompatible pointer type '${showType(from)}' to '${showType(to)}'`, value);
    return convertScalar(session, value, to);
  }
  if (isInteger(from)) {
    if (!isNullPointer(session, value)) session.warn(`${what} makes a pointer from an integer without a cast`, value);
    return convertScalar(session, value, to);
  }
  return mismatch(session, from, to, what, value);
}

function differOnlyInSign(a: CType, b: CType): boolean {
  return isInteger(a) && isInteger(b) && integerOf(a).rank === integerOf(b).rank;
}

function recordFrom(session: Session, value: Expression, to: CType & { kind: "record" }, what: string): Expression {
  const from = value.type;
  if (from.kind !== "record" || from.body !== to.body) return mismatch(session, from, to, what, value);
  return value;
}

/** What a parameter of transparent union type receives: the argument as the first member it fits. */
export function transparentMember(session: Session, argument: Expression, union: CType): CType | undefined {
  if (union.kind !== "record" || union.body.transparent === undefined) return undefined;
  const from = rvalue(session, argument).type;
  if (from.kind === "record" && from.body === union.body) return undefined;
  const members = union.body.members ?? [];
  const exact = members.find((member) => compatible(unqualified(member.type), from));
  if (exact !== undefined) return exact.type;
  const isNull = isNullPointer(session, rvalue(session, argument));
  return members.find((member) => member.type.kind === "pointer" && (isNull || pointerFits(member.type, from)))?.type;
}

function pointerFits(member: CType & { kind: "pointer" }, from: CType): boolean {
  if (from.kind !== "pointer") return false;
  const target = unqualified(member.target);
  return target.kind === "void" || from.target.kind === "void" || compatible(target, unqualified(from.target));
}

// --- Casts --------------------------------------------------------------------------------------------------------

export function cast(session: Session, expression: Expression, target: CType, range: SourceRange): Expression {
  requireSupported(session, target, range);
  const to = unqualified(target);
  const value = rvalue(session, expression);
  const placed = { ...castValue(session, value, to, range) };
  return Object.assign(placed, { start: range.start, end: range.end });
}

function castValue(session: Session, value: Expression, to: CType, range: SourceRange): Expression {
  const from = value.type;
  if (to.kind === "void") return convertNode(value, to, "void");
  if (to.kind === "record") return castToRecord(session, value, to, range);
  if (to.kind === "va_list" && from.kind === "va_list") return value;
  if (!isScalar(to)) return session.fail(`a cast to '${showType(to)}' is not possible`, range);
  // va_list is a pointer on ILP32; as an opaque value it has no other representation.
  if (!isScalar(from))
    return session.fail(`a cast from '${showType(from)}' to '${showType(to)}' is not possible`, range);
  const mixes =
    (to.kind === "pointer" && from.kind === "floating") || (to.kind === "floating" && from.kind === "pointer");
  if (mixes) return session.fail(`a cast from '${showType(from)}' to '${showType(to)}' is not possible`, range);
  const converted = convertScalar(session, value, to);
  // A cast to the declared type of a bit-field still ends its being one: it no longer promotes by its width.
  const isBitField = converted === value && bitFieldOf(value) !== undefined;
  return isBitField ? convertNode(value, to, "same") : converted;
}

function castToRecord(
  session: Session,
  value: Expression,
  to: CType & { kind: "record" },
  range: SourceRange,
): Expression {
  const from = value.type;
  if (from.kind === "record" && from.body === to.body) return value;
  const member = to.body.members?.find((candidate) => compatible(unqualified(candidate.type), from));
  if (to.variant !== "union" || member === undefined)
    return session.fail(`a cast from '${showType(from)}' to '${showType(to)}' is not possible`, range);
  const entry = { offset: member.offset, type: member.type, value };
  const declaration = {
    kind: "object" as const,
    name: `<cast ${session.newNumber()}>`,
    type: to,
    storage: "automatic" as const,
    function: session.function?.declaration.name,
    initialiser: { kind: "aggregate" as const, entries: [entry], complete: false, range },
    addressTaken: false,
    range,
    defined: true,
  };
  const literal: Expression = { kind: "compound-literal", declaration, type: to, start: range.start, end: range.end };
  return convertNode(literal, to, "lvalue");
}
