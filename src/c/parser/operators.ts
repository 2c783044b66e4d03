/**
 * Typed operators: given operands, the node with the type and the conversions that C prescribes (C11 6.5), or a
 * located error where the operands make no sense.
 */
import type { SourceRange } from "../../util/source.ts";
import type { BinaryOperator, ComparisonOperator, Expression } from "../ast.ts";
import { evaluateInteger } from "../constant.ts";
import { findMember, sizeOf } from "../layout.ts";
import {
  bitsOf,
  commonArithmeticType,
  compatible,
  composite,
  differenceType,
  INT,
  integerOf,
  isArithmetic,
  isInteger,
  isScalar,
  isVariable,
  pointerTo,
  qualify,
  showType,
  sizeType,
  unqualified,
  VOID,
} from "../type-operations.ts";
import type { CType, FloatingCType, IntegerCType } from "../types.ts";
import {
  convertForAssignment,
  convertScalar,
  integerConstant,
  isLvalue,
  isNullPointer,
  isWideBitField,
  markAddressTaken,
  promote,
  promotedType,
  requireAccessible,
  requireSupported,
  rvalue,
  scalarValue,
} from "./conversions.ts";
import type { Session } from "./session.ts";

type PointerType = CType & { kind: "pointer" };

const COMPARISONS: ReadonlySet<string> = new Set(["==", "!=", "<", "<=", ">", ">="]);

function spanning(left: SourceRange, right: SourceRange): SourceRange {
  return { start: left.start, end: Math.max(left.end, right.end) };
}

export function binary(session: Session, operator: string, left: Expression, right: Expression): Expression {
  const range = spanning(left, right);
  if (operator === "&&" || operator === "||") {
    const a = scalarValue(session, left, `the left operand of ${operator}`);
    const b = scalarValue(session, right, `the right operand of ${operator}`);
    return { kind: "logical", operator, left: a, right: b, type: INT, ...range };
  }
  if (operator === ",") return comma(session, left, right);
  const a = rvalue(session, left);
  const b = rvalue(session, right);
  if (COMPARISONS.has(operator)) return comparison(session, operator as ComparisonOperator, a, b, range);
  if (a.type.kind === "pointer" || b.type.kind === "pointer") return pointerArithmetic(session, operator, a, b, range);
  return arithmetic(session, operator as BinaryOperator, a, b, range);
}

function comma(session: Session, left: Expression, right: Expression): Expression {
  const a = rvalue(session, left);
  const b = rvalue(session, right);
  return { kind: "comma", left: a, right: b, type: b.type, ...spanning(left, right) };
}

function invalidOperands(session: Session, operator: string, a: Expression, b: Expression, range: SourceRange): never {
  return session.fail(`'${operator}' does not apply to '${showType(a.type)}' and '${showType(b.type)}'`, range);
}

function isShift(operator: string): boolean {
  return operator === "<<" || operator === ">>";
}

/** The type in which `operator` computes on two arithmetic operands. */
function computationType(
  session: Session,
  purpose: Purpose,
  operator: BinaryOperator,
  a: Expression,
  b: Expression,
  range: SourceRange,
): IntegerCType | FloatingCType {
  const left = promotedType(a);
  const right = promotedType(b);
  if (left === undefined || right === undefined) return invalidOperands(session, operator, a, b, range);
  const needsIntegers = operator !== "+" && operator !== "-" && operator !== "*" && operator !== "/";
  if (needsIntegers && (left.kind === "floating" || right.kind === "floating"))
    return invalidOperands(session, operator, a, b, range);
  requireSameWidth(session, purpose, operator, a, b, range);
  return isShift(operator) ? left : commonArithmeticType(left, right, session.model);
}

/** What a computation type is for: its result may be wider than a bit-field, is truncated again, or is only compared. */
type Purpose = "result" | "assignment" | "comparison";

/** Refuses what would come out differently in gcc's own type for a bit-field wider than int. */
function requireSameWidth(
  session: Session,
  purpose: Purpose,
  operator: BinaryOperator,
  a: Expression,
  b: Expression,
  range: SourceRange,
): void {
  const wideLeft = isWideBitField(session, a);
  const wideRight = isWideBitField(session, b);
  if (!wideLeft && !wideRight) return;
  const other = wideLeft ? b : a;
  if (isShift(operator) ? !wideLeft : wideLeft !== wideRight && keepsWidth(session, other)) return;
  const wraps = operator === "+" || operator === "-" || operator === "*" || operator === "<<";
  const isUnsigned = !integerOf((wideLeft ? a : b).type as IntegerCType).signed;
  const mayBeNegative = isUnsigned && !isShift(operator) && wideLeft !== wideRight && !isNonNegative(session, other);
  if ((purpose === "result" && wraps) || (mayBeNegative && !(purpose === "assignment" && wraps)))
    session.fail("arithmetic in the width of a bit-field that is wider than int is not supported", range);
}

/** As wide as any bit-field can be, or floating: the other operand decides the type. */
function keepsWidth(session: Session, other: Expression): boolean {
  const type = promotedType(other);
  return type === undefined || type.kind === "floating" || bitsOf(type, session.model) >= 64;
}

function isNonNegative(session: Session, value: Expression): boolean {
  const type = promotedType(value);
  if (type?.kind === "integer" && !type.signed) return true;
  const constant = evaluateInteger(value, session.model);
  return constant !== undefined && constant >= 0n;
}

function arithmetic(
  session: Session,
  operator: BinaryOperator,
  a: Expression,
  b: Expression,
  range: SourceRange,
): Expression {
  const type = computationType(session, "result", operator, a, b, range);
  const left = convertScalar(session, a, type);
  const right = isShift(operator) ? promote(session, b) : convertScalar(session, b, type);
  return { kind: "binary", operator, left, right, type, ...range };
}

// --- Pointers -----------------------------------------------------------------------------------------------------

/** Bytes of what a pointer steps over; with a variable-length array, the expression that computes them. */
function elementSize(
  session: Session,
  type: PointerType,
  range: SourceRange,
): { scale: number; expression?: Expression } {
  const target = type.target;
  if (isVariable(target)) {
    return { scale: 1, expression: { kind: "sizeof-variable", of: target, type: sizeType(session.model), ...range } };
  }
  const scale = sizeOf(target, session.model);
  if (scale === undefined) return session.fail(`arithmetic on a pointer to incomplete '${showType(target)}'`, range);
  return { scale };
}

function pointerAdd(
  session: Session,
  operator: "+" | "-",
  pointer: Expression,
  index: Expression,
  range: SourceRange,
): Expression {
  const { scale, expression } = elementSize(session, pointer.type as PointerType, range);
  const step = promote(session, index);
  const node = {
    kind: "pointer-add" as const,
    operator,
    pointer,
    index: step,
    scale,
    type: pointer.type,
    ...plain(range),
  };
  return expression === undefined ? node : { ...node, scaleExpression: expression };
}

function plain(range: SourceRange): SourceRange {
  return { start: range.start, end: range.end };
}

function pointerArithmetic(
  session: Session,
  operator: string,
  a: Expression,
  b: Expression,
  range: SourceRange,
): Expression {
  if (operator === "+" && a.type.kind === "pointer" && isInteger(b.type)) return pointerAdd(session, "+", a, b, range);
  if (operator === "+" && b.type.kind === "pointer" && isInteger(a.type)) return pointerAdd(session, "+", b, a, range);
  if (operator === "-" && a.type.kind === "pointer") {
    if (isInteger(b.type)) return pointerAdd(session, "-", a, b, range);
    if (b.type.kind === "pointer") return pointerDifference(session, a, b, range);
  }
  return invalidOperands(session, operator, a, b, range);
}

function pointerDifference(session: Session, a: Expression, b: Expression, range: SourceRange): Expression {
  const left = a.type as PointerType;
  const right = b.type as PointerType;
  if (!compatible(unqualified(left.target), unqualified(right.target)))
    session.warn(`subtraction of pointers to '${showType(left.target)}' and '${showType(right.target)}'`, range);
  const { scale, expression } = elementSize(session, left, range);
  const type = differenceType(session.model);
  const difference: Expression = { kind: "pointer-difference", left: a, right: b, scale, type, ...plain(range) };
  if (expression === undefined) return difference;
  const divisor = convertScalar(session, expression, type);
  return { kind: "binary", operator: "/", left: difference, right: divisor, type, ...plain(range) };
}

function comparison(
  session: Session,
  operator: ComparisonOperator,
  a: Expression,
  b: Expression,
  range: SourceRange,
): Expression {
  const finish = (left: Expression, right: Expression): Expression => ({
    kind: "comparison",
    operator,
    left,
    right,
    type: INT,
    ...range,
  });
  if (isArithmetic(a.type) && isArithmetic(b.type)) {
    const type = computationType(session, "comparison", "+", a, b, range);
    return finish(convertScalar(session, a, type), convertScalar(session, b, type));
  }
  if (a.type.kind === "pointer" && b.type.kind === "pointer") {
    const type = commonPointer(session, a, b, `comparison with '${operator}'`, range);
    return finish(convertScalar(session, a, type), convertScalar(session, b, type));
  }
  if (a.type.kind === "pointer" && isInteger(b.type)) {
    if (!isNullPointer(session, b)) session.warn("comparison between a pointer and an integer", range);
    return finish(a, convertScalar(session, b, a.type));
  }
  if (b.type.kind === "pointer" && isInteger(a.type)) {
    if (!isNullPointer(session, a)) session.warn("comparison between a pointer and an integer", range);
    return finish(convertScalar(session, a, b.type), b);
  }
  return invalidOperands(session, operator, a, b, range);
}

/** The type two pointers meet in (C11 6.5.15p6), with the qualifiers of both targets. */
function commonPointer(session: Session, a: Expression, b: Expression, what: string, range: SourceRange): CType {
  const left = (a.type as PointerType).target;
  const right = (b.type as PointerType).target;
  if (isNullPointer(session, a)) return b.type;
  if (isNullPointer(session, b)) return a.type;
  const qualifiers = { ...qualifiersOf(left), ...qualifiersOf(right) };
  if (compatible(unqualified(left), unqualified(right)))
    return pointerTo(qualify(composite(unqualified(left), unqualified(right)), qualifiers));
  if (left.kind !== "void" && right.kind !== "void")
    session.warn(`${what} of pointers to '${showType(left)}' and '${showType(right)}'`, range);
  return pointerTo(qualify(VOID, qualifiers));
}

function qualifiersOf(type: CType): { const?: true; volatile?: true } {
  return { ...(type.const && { const: true }), ...(type.volatile && { volatile: true }) };
}

export function dereference(session: Session, expression: Expression, range: SourceRange): Expression {
  // A function designator turns into a pointer only for `*` to turn it back.
  if (expression.type.kind === "function") return expression;
  const value = rvalue(session, expression);
  if (value.type.kind !== "pointer") return session.fail(`'${showType(value.type)}' is not a pointer`, range);
  return { kind: "dereference", operand: value, type: value.type.target, ...plain(range) };
}

export function subscript(session: Session, base: Expression, index: Expression, range: SourceRange): Expression {
  const a = rvalue(session, base);
  const b = rvalue(session, index);
  const [pointer, offset] = a.type.kind === "pointer" ? [a, b] : [b, a];
  if (pointer.type.kind !== "pointer" || !isInteger(offset.type))
    return session.fail(`'${showType(a.type)}' cannot be indexed by '${showType(b.type)}'`, range);
  if (pointer.type.target.kind === "void" || pointer.type.target.kind === "function") {
    if (pointer.type.target.kind === "function") return session.fail("an array of functions cannot be indexed", range);
    session.warn("dereferencing a 'void *' pointer", range);
  }
  const sum = pointerAdd(session, "+", pointer, offset, range);
  return { kind: "dereference", operand: sum, type: pointer.type.target, ...plain(range) };
}

export function member(session: Session, object: Expression, name: string, range: SourceRange): Expression {
  const { type } = object;
  if (type.kind !== "record") return session.fail(`'${showType(type)}' has no members (asked for '${name}')`, range);
  if (type.body.members === undefined) return session.fail(`'${showType(type)}' is incomplete here`, range);
  const found = findMember(type.body.members, name);
  if (found === undefined) return session.fail(`'${showType(type)}' has no member '${name}'`, range);
  const memberType = qualify(found.member.type, qualifiersOf(type));
  requireSupported(session, memberType, range);
  requireAccessible(session, found.member.bitField, range);
  const node = { kind: "member" as const, object, offset: found.offset, name, type: memberType, ...plain(range) };
  return found.member.bitField === undefined ? node : { ...node, bitField: found.member.bitField };
}

export function addressOf(session: Session, operand: Expression, range: SourceRange): Expression {
  if (operand.kind === "member" && operand.bitField !== undefined)
    return session.fail(`the address of bit-field '${operand.name}' cannot be taken`, range);
  const type = pointerTo(operand.type);
  if (operand.type.kind === "function") {
    if (operand.kind === "dereference") return operand.operand;
    markAddressTaken(session, operand);
    return { kind: "convert", operand, conversion: "function", type, ...plain(range) };
  }
  if (!isLvalue(operand)) return session.fail("the operand of '&' should be an lvalue", range);
  // `&*p` evaluates neither operator (C11 6.5.3.2p3).
  if (operand.kind === "dereference") return { ...operand.operand, ...plain(range) };
  markAddressTaken(session, operand);
  return { kind: "address-of", operand, type, ...plain(range) };
}

export function unary(
  session: Session,
  operator: "-" | "+" | "~" | "!",
  operand: Expression,
  range: SourceRange,
): Expression {
  if (operator === "!") {
    const value = scalarValue(session, operand, "the operand of '!'");
    return { kind: "unary", operator, operand: value, type: INT, ...plain(range) };
  }
  const value = promote(session, rvalue(session, operand));
  const staysInside = operator === "+" || (operator === "~" && isInteger(value.type) && integerOf(value.type).signed);
  if (!staysInside && isWideBitField(session, value))
    return session.fail("arithmetic in the width of a bit-field that is wider than int is not supported", range);
  const allowed = operator === "~" ? value.type.kind === "integer" : isArithmetic(value.type);
  if (!allowed) return session.fail(`'${operator}' does not apply to '${showType(value.type)}'`, range);
  if (operator === "+") return promotedRvalue(value, range);
  return { kind: "unary", operator, operand: value, type: value.type, ...plain(range) };
}

/** `+x` is x promoted; it must not stay an lvalue or a bit-field, which promotion has seen to. */
function promotedRvalue(value: Expression, range: SourceRange): Expression {
  return { ...value, ...plain(range) };
}

// --- Assignment ---------------------------------------------------------------------------------------------------

function requireModifiable(session: Session, target: Expression, range: SourceRange): void {
  if (!isLvalue(target) || target.type.kind === "function")
    session.fail("the left side of an assignment should be an lvalue", range);
  if (target.type.kind === "array") session.fail("an array cannot be assigned to", range);
  if (target.type.const) session.fail("assignment to something declared const", range);
  requireSupported(session, target.type, range);
}

export function assign(session: Session, target: Expression, source: Expression, range: SourceRange): Expression {
  requireModifiable(session, target, range);
  const field = target.kind === "member" ? target.bitField : undefined;
  const value = convertForAssignment(session, source, target.type, "assignment", field);
  return { kind: "assign", target, value, type: unqualified(target.type), ...plain(range) };
}

export function compoundAssign(
  session: Session,
  operator: BinaryOperator,
  target: Expression,
  source: Expression,
  range: SourceRange,
): Expression {
  requireModifiable(session, target, range);
  const operand = rvalue(session, source);
  const type = unqualified(target.type);
  if (type.kind === "pointer") {
    if ((operator !== "+" && operator !== "-") || !isInteger(operand.type))
      return invalidOperands(session, `${operator}=`, target, operand, range);
    const { scale, expression } = elementSize(session, type, range);
    if (expression !== undefined) return variableStep(session, operator, target, operand, range);
    const value = promote(session, operand);
    return { kind: "compound-assign", operator, target, value, computation: undefined, scale, type, ...plain(range) };
  }
  // The target's own promotion matters (a bit-field's width), so ask as if it were read.
  const computation = computationType(session, "assignment", operator, target, operand, range);
  const value = isShift(operator) ? promote(session, operand) : convertScalar(session, operand, computation);
  return { kind: "compound-assign", operator, target, value, computation, scale: 0, type, ...plain(range) };
}

/** `p += n` where p steps over variable-length arrays: spelled out, so the target must be free of side effects. */
function variableStep(
  session: Session,
  operator: "+" | "-",
  target: Expression,
  index: Expression,
  range: SourceRange,
): Expression {
  if (target.kind !== "object")
    return session.fail(
      "stepping a pointer to a variable-length array that is not a plain variable is not supported",
      range,
    );
  const sum = pointerAdd(session, operator, rvalue(session, target), index, range);
  return { kind: "assign", target, value: sum, type: unqualified(target.type), ...plain(range) };
}

export function increment(
  session: Session,
  operator: "++" | "--",
  position: "prefix" | "postfix",
  target: Expression,
  range: SourceRange,
): Expression {
  requireModifiable(session, target, range);
  const type = unqualified(target.type);
  if (!isScalar(type)) return session.fail(`'${operator}' does not apply to '${showType(type)}'`, range);
  if (type.kind !== "pointer")
    return { kind: "increment", operator, position, target, scale: 0, type, ...plain(range) };
  const { scale, expression } = elementSize(session, type, range);
  if (expression === undefined) return { kind: "increment", operator, position, target, scale, type, ...plain(range) };
  const one = integerConstant(1n, INT, range);
  const [step, back] = operator === "++" ? (["+", "-"] as const) : (["-", "+"] as const);
  const stepped = variableStep(session, step, target, one, range);
  return position === "prefix" ? stepped : pointerAdd(session, back, stepped, one, range);
}

// --- Conditional --------------------------------------------------------------------------------------------------

/** `condition ? then : otherwise`; `then` undefined is GNU `condition ?: otherwise`. */
export function conditional(
  session: Session,
  condition: Expression,
  then: Expression | undefined,
  otherwise: Expression,
): Expression {
  const test = scalarValue(session, condition, "the condition of '?:'");
  const a = then === undefined ? test : rvalue(session, then);
  const b = rvalue(session, otherwise);
  const range = spanning(condition, otherwise);
  const type = conditionalType(session, a, b, range);
  const convert = (value: Expression): Expression =>
    type.kind === "record" ? value : convertScalar(session, value, type);
  const branch = then === undefined ? undefined : convert(a);
  return {
    kind: "conditional",
    condition: then === undefined ? convert(test) : test,
    // biome-ignore lint/suspicious/noThenProperty: `then` is C's branch
    then: branch,
    otherwise: convert(b),
    type,
    ...range,
  };
}

function conditionalType(session: Session, a: Expression, b: Expression, range: SourceRange): CType {
  const left = a.type;
  const right = b.type;
  if (isArithmetic(left) && isArithmetic(right)) return computationType(session, "comparison", "+", a, b, range);
  if (left.kind === "void" || right.kind === "void") return VOID;
  if (left.kind === "record" && right.kind === "record" && left.body === right.body) return left;
  if (left.kind === "va_list" && right.kind === "va_list") return left;
  if (left.kind === "pointer" && right.kind === "pointer")
    return commonPointer(session, a, b, "'?:' with branches", range);
  if (left.kind === "pointer" && isInteger(right)) {
    if (!isNullPointer(session, b)) session.warn("'?:' mixes a pointer and an integer", range);
    return left;
  }
  if (right.kind === "pointer" && isInteger(left)) {
    if (!isNullPointer(session, a)) session.warn("'?:' mixes a pointer and an integer", range);
    return right;
  }
  return session.fail(`the branches of '?:' have types '${showType(left)}' and '${showType(right)}'`, range);
}
