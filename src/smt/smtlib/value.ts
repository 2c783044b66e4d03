/**
 * What an SMT-LIB term means: a formula for Bool, and for Int and Real a term over a positive integer denominator, since
 * terms of `logic` have integer coefficients only. `x/2 + 1/3` is `(3*x + 2) / 6`.
 */
import {
  add,
  and,
  type ComparisonKind,
  eq,
  FALSE,
  type Formula,
  integer,
  ite,
  le,
  lt,
  multiply,
  negate,
  not,
  or,
  type Term,
  TRUE,
} from "../../logic/term.ts";
import type { Int } from "../../numbers/int.ts";
import * as int from "../../numbers/int.ts";
import type { Rational } from "../../numbers/rational.ts";
import * as rational from "../../numbers/rational.ts";

export type Sort = "Bool" | "Int" | "Real";

export interface BoolValue {
  readonly sort: "Bool";
  readonly formula: Formula;
}

export interface NumberValue {
  readonly sort: "Int" | "Real";
  readonly term: Term;
  /** Positive; 1 for Int. */
  readonly denominator: Int;
}

export type Value = BoolValue | NumberValue;

export function bool(formula: Formula): BoolValue {
  return { sort: "Bool", formula };
}

export function number(sort: "Int" | "Real", term: Term, denominator: Int = 1): NumberValue {
  return { sort, term, denominator };
}

export function constantNumber(value: Rational, sort: "Int" | "Real"): NumberValue {
  return number(sort, integer(rational.numerator(value)), rational.denominator(value));
}

/** The value of a constant; undefined where the term is none. */
export function constantOf({ term, denominator }: NumberValue): Rational | undefined {
  return term.kind === "integer" ? rational.fraction(term.value, denominator) : undefined;
}

function times(factor: Int, term: Term): Term {
  if (factor === 1) return term;
  return term.kind === "integer" ? integer(int.multiply(factor, term.value)) : multiply(integer(factor), term);
}

/** Both numerators over the least common denominator. */
function aligned(a: NumberValue, b: NumberValue): { left: Term; right: Term; denominator: Int } {
  const denominator = int.lcm(a.denominator, b.denominator);
  return {
    left: times(int.divideExact(denominator, a.denominator), a.term),
    right: times(int.divideExact(denominator, b.denominator), b.term),
    denominator,
  };
}

function commonSort(a: NumberValue, b: NumberValue): "Int" | "Real" {
  return a.sort === "Int" && b.sort === "Int" ? "Int" : "Real";
}

export function sum(a: NumberValue, b: NumberValue): NumberValue {
  const { left, right, denominator } = aligned(a, b);
  const term =
    left.kind === "integer" && right.kind === "integer" ? integer(int.add(left.value, right.value)) : add(left, right);
  return number(commonSort(a, b), term, denominator);
}

export function opposite({ sort, term, denominator }: NumberValue): NumberValue {
  const negated = term.kind === "integer" ? integer(int.negate(term.value)) : negate(term);
  return number(sort, negated, denominator);
}

export function scaledBy(factor: Rational, { sort, term, denominator }: NumberValue): NumberValue {
  const above = rational.numerator(factor);
  const below = int.multiply(rational.denominator(factor), denominator);
  const constant = constantOf({ sort, term, denominator });
  if (constant !== undefined) return constantNumber(rational.multiply(factor, constant), sort);
  const common = int.gcd(above, below);
  return number(sort, times(int.divideExact(above, common), term), int.divideExact(below, common));
}

/** A product that need not be linear. */
export function productOf(a: NumberValue, b: NumberValue): NumberValue {
  const sort = commonSort(a, b);
  const left = constantOf(a);
  if (left !== undefined) return { ...scaledBy(left, b), sort };
  const right = constantOf(b);
  if (right !== undefined) return { ...scaledBy(right, a), sort };
  return number(sort, multiply(a.term, b.term), int.multiply(a.denominator, b.denominator));
}

export function compare(kind: ComparisonKind, a: NumberValue, b: NumberValue): Formula {
  const { left, right } = aligned(a, b);
  return kind === "eq" ? eq(left, right) : kind === "le" ? le(left, right) : lt(left, right);
}

function iff(a: Formula, b: Formula): Formula {
  if (a === b) return TRUE;
  if (a === not(b)) return FALSE;
  return and([or([not(a), b]), or([a, not(b)])]);
}

export function choose(condition: Formula, then: Value, otherwise: Value): Value | undefined {
  if (then.sort === "Bool" || otherwise.sort === "Bool") {
    if (then.sort !== "Bool" || otherwise.sort !== "Bool") return undefined;
    return bool(and([or([not(condition), then.formula]), or([condition, otherwise.formula])]));
  }
  const { left, right, denominator } = aligned(then, otherwise);
  return number(commonSort(then, otherwise), ite(condition, left, right), denominator);
}

/** Equality of two values; undefined where their sorts do not go together. */
export function equality(a: Value, b: Value): Formula | undefined {
  if (a.sort === "Bool" && b.sort === "Bool") return iff(a.formula, b.formula);
  return a.sort === "Bool" || b.sort === "Bool" ? undefined : compare("eq", a, b);
}
