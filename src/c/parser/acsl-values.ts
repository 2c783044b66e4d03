/**
 * What terms and predicates of ACSL are while they are read: C expressions, with what is known of them. A number comes with the range
 * that its types leave it, a predicate with what it says of the variables of quantifiers.
 */
import type { SourceRange } from "../../util/source.ts";
import type { Expression, ObjectDeclaration } from "../ast.ts";
import { INT, INT128, LONG_LONG, VOID } from "../type-operations.ts";
import type { CType, FunctionCType } from "../types.ts";
import { libraryFunction } from "./calls.ts";
import { integerConstant } from "./conversions.ts";
import type { Session } from "./session.ts";

/** Called where an annotation does not hold. */
const ACSL_VIOLATED = "__hone_acsl_violated";

/** What a comparison says of the variable of a quantifier. */
export interface Fact {
  readonly index: ObjectDeclaration;
  readonly low?: bigint;
  readonly high?: bigint;
}

export interface Limits {
  readonly low: bigint;
  readonly high: bigint;
}

export type Value =
  | { readonly kind: "truth"; readonly expression: Expression; readonly facts: readonly Fact[] }
  /** Of an integer type that holds all of its range; an lvalue where it was written as one. */
  | ({ readonly kind: "number"; readonly expression: Expression } & Limits)
  /** Pointers, floating-point numbers, structures. */
  | { readonly kind: "other"; readonly expression: Expression };

export type Numeric = Value & { readonly kind: "number" };
export type Truth = Value & { readonly kind: "truth" };

/** `admit` is assumed: a part without a value cannot be. */
export type Use = "checked" | "assumed";

export function truth(expression: Expression): Truth {
  return { kind: "truth", expression, facts: [] };
}

export function other(expression: Expression): Value {
  return { kind: "other", expression };
}

export function number(expression: Expression, { start, end }: SourceRange, { low, high }: Limits): Numeric {
  return { kind: "number", expression: { ...expression, start, end }, low, high };
}

export function whole(value: bigint, { start, end }: SourceRange): Numeric {
  const type = [INT, LONG_LONG].find(
    (_, i) => value >= -(1n << (i === 0 ? 31n : 63n)) && value < 1n << (i === 0 ? 31n : 63n),
  );
  return {
    kind: "number",
    expression: integerConstant(value, type ?? INT128, { start, end }),
    low: value,
    high: value,
  };
}

export function min(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}

export function max(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}

export function magnitude({ low, high }: Limits): bigint {
  return max(low < 0n ? -low : low, high < 0n ? -high : high);
}

export function limitsOfAll(values: readonly bigint[]): Limits {
  return { low: values.reduce(min), high: values.reduce(max) };
}

export function around(a: Limits, b: Limits): Limits {
  return { low: min(a.low, b.low), high: max(a.high, b.high) };
}

export function fits(inner: Limits, outer: Limits): boolean {
  return outer.low <= inner.low && inner.high <= outer.high;
}

export function violated(session: Session, range: SourceRange): Expression {
  return callOf(session, ACSL_VIOLATED, [], VOID, range);
}

export function callOf(
  session: Session,
  name: string,
  list: readonly Expression[],
  result: CType,
  range: SourceRange,
): Expression {
  const place = { start: range.start, end: range.end };
  const parameters = list.map((one) => one.type);
  const type: FunctionCType = { kind: "function", result, parameters, variadic: false, unprototyped: false };
  const declaration = libraryFunction(session, name, type, place);
  const callee: Expression = { kind: "function", declaration, type, ...place };
  return { kind: "call", callee, arguments: list, type: result, ...place };
}
