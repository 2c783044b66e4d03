/**
 * The bounds of each linear form in a conjunction or disjunction, merged: of several upper bounds the tightest (or, in a
 * disjunction, the loosest) stays, opposite bounds that meet become an equality (or its negation), and those that miss
 * or cover each other decide the whole.
 */
import {
  comparisonConstraint,
  constraintFormula,
  type LinearConstraint,
  type LinearExpression,
  linearConstraint,
  scale,
} from "../../logic/linear.ts";
import { and, FALSE, type Formula, not, or, TRUE } from "../../logic/term.ts";
import type { Int } from "../../numbers/int.ts";
import * as int from "../../numbers/int.ts";
import { allIntegral } from "./literal.ts";

/** Bounds of an integer form f (first coefficient positive): f <= upper, f >= lower. */
interface Bounds {
  readonly form: LinearExpression;
  upper: Int | undefined;
  lower: Int | undefined;
  /** Where the first of them stood. */
  readonly position: number;
}

/** One way to write a linear literal, so that equal ones are the same formula. */
export function canonicalLiteral(formula: Formula): Formula {
  const constraint = formula.kind === "le" || formula.kind === "lt" ? comparisonConstraint(formula) : undefined;
  return constraint === undefined ? formula : constraintFormula(constraint);
}

export function mergeBounds(formula: Formula): Formula {
  if (formula.kind !== "and" && formula.kind !== "or") return formula;
  const { kind, operands } = formula;
  const bounds = new Map<string, Bounds>();
  const kept: (Formula | Bounds)[] = [];
  for (const operand of operands) {
    const constraint = operand.kind === "le" || operand.kind === "lt" ? comparisonConstraint(operand) : undefined;
    if (constraint === "true" || constraint === "false") {
      if ((constraint === "true") === (kind === "or")) return kind === "or" ? TRUE : FALSE;
    } else if (constraint === undefined || constraint.relation !== "le" || !allIntegral(constraint.expression)) {
      kept.push(operand);
    } else {
      const entry = enter(bounds, constraint, kept.length);
      if (entry.isNew) kept.push(entry.bounds);
      tighten(entry.bounds, constraint, kind);
    }
  }
  const rebuilt = kept.map((part) => ("form" in part ? boundsFormula(part, kind) : part));
  return (kind === "and" ? and : or)(rebuilt);
}

function isFlipped(constraint: LinearConstraint): boolean {
  return constraint.expression.coefficients[0]! < 0;
}

function enter(
  bounds: Map<string, Bounds>,
  constraint: LinearConstraint,
  position: number,
): { readonly bounds: Bounds; readonly isNew: boolean } {
  const signed = isFlipped(constraint) ? scale(constraint.expression, -1) : constraint.expression;
  const key = signed.variables.map((of, i) => `${signed.coefficients[i]}*${of.id}`).join(" ");
  const known = bounds.get(key);
  if (known !== undefined) return { bounds: known, isNew: false };
  const made: Bounds = { form: { ...signed, constant: 0 }, upper: undefined, lower: undefined, position };
  bounds.set(key, made);
  return { bounds: made, isNew: true };
}

function tighten(bounds: Bounds, constraint: LinearConstraint, kind: "and" | "or"): void {
  const { constant } = constraint.expression;
  if (isFlipped(constraint)) {
    // -f + c <= 0
    const pick = kind === "and" ? int.max : int.min;
    bounds.lower = bounds.lower === undefined ? constant : pick(bounds.lower, constant);
  } else {
    const bound = int.negate(constant);
    const pick = kind === "and" ? int.min : int.max;
    bounds.upper = bounds.upper === undefined ? bound : pick(bounds.upper, bound);
  }
}

function boundsFormula({ form, upper, lower }: Bounds, kind: "and" | "or"): Formula {
  const atMost = (value: Int): Formula => relation("le", { ...form, constant: int.negate(value) });
  const atLeast = (value: Int): Formula => relation("le", { ...scale(form, -1), constant: value });
  if (upper === undefined) return atLeast(lower!);
  if (lower === undefined) return atMost(upper);
  if (kind === "and") {
    if (lower > upper) return FALSE;
    return lower === upper
      ? relation("eq", { ...form, constant: int.negate(upper) })
      : and([atMost(upper), atLeast(lower)]);
  }
  const gap = int.subtract(lower, upper);
  if (gap <= 1) return TRUE;
  const between = int.add(upper, 1);
  return gap === 2
    ? not(relation("eq", { ...form, constant: int.negate(between) }))
    : or([atMost(upper), atLeast(lower)]);
}

function relation(kind: "le" | "eq", expression: LinearExpression): Formula {
  return constraintFormula(linearConstraint(kind, expression));
}
