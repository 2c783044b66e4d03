/**
 * Literals of cubes: linear constraints, and divisibility by a constant, which quantifier elimination over the integers
 * needs (Cooper). A cube is a list of literals that stands for their conjunction.
 *
 * Invariant: a literal is canonical and neither true nor false for all values; the builders answer "true" or "false"
 * where it would be.
 */

import {
  constraintFormula,
  expressionTerm,
  type LinearConstraint,
  type LinearExpression,
  linearConstraint,
  linearExpression,
  negateConstraint,
  scale,
} from "../../logic/linear.ts";
import { holdsWithin } from "../../logic/range.ts";
import { eq, type Formula, integer, not, or, remainder, type Variable } from "../../logic/term.ts";
import { isIntegral, typeRange } from "../../logic/types.ts";
import type { Int } from "../../numbers/int.ts";
import * as int from "../../numbers/int.ts";
import type { Rational } from "../../numbers/rational.ts";
import * as rational from "../../numbers/rational.ts";
import { isClear, isSet } from "../fresh.ts";

export type Literal =
  | { readonly kind: "linear"; readonly constraint: LinearConstraint }
  /** `modulus` divides the expression; modulus > 1, coefficients and constant are in 0 .. modulus-1. */
  | { readonly kind: "divides"; readonly modulus: Int; readonly expression: LinearExpression };

export type Constant = "true" | "false";
export type Valuation = (of: Variable) => Rational;

export function linear(relation: "le" | "lt" | "eq", expression: LinearExpression): Literal | Constant {
  const constraint = linearConstraint(relation, expression);
  return typeof constraint === "string" ? constraint : { kind: "linear", constraint };
}

export function divides(modulus: Int, expression: LinearExpression): Literal | Constant {
  const reduced = linearExpression(
    expression.variables.map((of, i) => [of, int.modulo(expression.coefficients[i]!, modulus)]),
    int.modulo(expression.constant, modulus),
  );
  let common = modulus;
  for (const coefficient of reduced.coefficients) common = int.gcd(common, coefficient);
  if (int.remainderTruncated(reduced.constant, common) !== 0) return "false";
  if (common === modulus) return "true";
  return {
    kind: "divides",
    modulus: int.divideExact(modulus, common),
    expression: linearExpression(
      reduced.variables.map((of, i) => [of, int.divideExact(reduced.coefficients[i]!, common)]),
      int.divideExact(reduced.constant, common),
    ),
  };
}

export function expressionOf(literal: Literal): LinearExpression {
  return literal.kind === "linear" ? literal.constraint.expression : literal.expression;
}

export function literalFormula(literal: Literal): Formula {
  if (isAboutBoolean(literal)) {
    // b <= 0 or b >= 1 (or b = 0, b = 1): one propositional literal to a solver.
    const { coefficients, constant } = expressionOf(literal);
    const isSetThere = coefficients[0]! < 0 || constant !== 0;
    return isSetThere ? isSet(expressionOf(literal).variables[0]!) : isClear(expressionOf(literal).variables[0]!);
  }
  if (literal.kind === "linear") return constraintFormula(literal.constraint);
  return eq(remainder(expressionTerm(literal.expression), integer(literal.modulus)), integer(0));
}

/** A bound of a one-bit variable that is neither true nor false for all its values. */
function isAboutBoolean(literal: Literal): boolean {
  const { variables, coefficients, constant } = expressionOf(literal);
  const type = variables.length === 1 ? variables[0]!.type : undefined;
  if (literal.kind !== "linear" || type?.kind !== "int" || type.bits !== 1 || type.signed) return false;
  const { relation } = literal.constraint;
  if (relation === "eq") return coefficients[0] === 1 && (constant === 0 || constant === -1);
  return (coefficients[0] === 1 && constant === 0) || (coefficients[0] === -1 && constant === 1);
}

/** The negation; that of an equality reads `not (e = 0)`. */
export function negatedFormula(literal: Literal): Formula {
  if (isAboutBoolean(literal)) return not(literalFormula(literal));
  if (literal.kind === "divides" || literal.constraint.relation === "eq") return not(literalFormula(literal));
  return or(negateConstraint(literal.constraint).map(constraintFormula));
}

/** The value of an expression. Exact; real variables may have fractions. */
export function valueIn(expression: LinearExpression, valuation: Valuation): Rational {
  let sum: Rational = expression.constant;
  for (let i = 0; i < expression.variables.length; i++) {
    sum = rational.addMultiply(sum, expression.coefficients[i]!, valuation(expression.variables[i]!));
  }
  return sum;
}

export function holdsIn(literal: Literal, valuation: Valuation): boolean {
  const value = valueIn(expressionOf(literal), valuation);
  if (literal.kind === "divides") {
    return rational.isInteger(value) && int.remainderTruncated(value, literal.modulus) === 0;
  }
  const sign = rational.sign(value);
  const { relation } = literal.constraint;
  return relation === "eq" ? sign === 0 : relation === "le" ? sign <= 0 : sign < 0;
}

/** An equality as its two inequalities, anything else as it is: each half may be dropped by itself. */
export function halves(literal: Literal): readonly Literal[] {
  if (literal.kind === "divides" || literal.constraint.relation !== "eq") return [literal];
  const { expression } = literal.constraint;
  return [linear("le", expression), linear("le", scale(expression, -1))].filter((half) => typeof half !== "string");
}

/** Whether the types of the variables alone make the literal true. */
export function holdsByRange(literal: Literal): boolean {
  if (literal.kind === "divides" || literal.constraint.relation === "eq") return false;
  return holdsWithin(literal.constraint, (of) => typeRange(of.type));
}

export function allIntegral(expression: LinearExpression): boolean {
  return expression.variables.every((of) => isIntegral(of.type));
}

/**
 * Drops doubles, what types imply, and bounds that a tighter bound of the same form implies. The order is that of the
 * first occurrence of each form.
 */
export function tidy(literals: Iterable<Literal>): Literal[] {
  const kept: Literal[] = [];
  const byForm = new Map<string, number>();
  for (const literal of literals) {
    if (holdsByRange(literal)) continue;
    const { variables, coefficients } = expressionOf(literal);
    const sort = literal.kind === "divides" ? `|${literal.modulus}` : literal.constraint.relation;
    const key = `${sort} ${variables.map((of, i) => `${coefficients[i]}*${of.id}`).join(" ")}`;
    const other = byForm.get(key);
    if (other === undefined) {
      byForm.set(key, kept.length);
      kept.push(literal);
    } else if (expressionOf(literal).constant > expressionOf(kept[other]!).constant && sort !== "eq") {
      if (literal.kind === "linear") kept[other] = literal;
    }
  }
  return kept;
}
