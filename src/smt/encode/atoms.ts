/**
 * Linear atoms in canonical form. Atoms over one Boolean variable come out as `isSet` or its negation, so that a solver
 * sees one literal however the program tests it.
 */
import { addScaled, constraintFormula, evaluate, type LinearExpression, linearConstraint } from "../../logic/linear.ts";
import { FALSE, type Formula, TRUE, type Variable } from "../../logic/term.ts";
import { isClear, isSet } from "../fresh.ts";

export type Relation = "eq" | "le" | "lt";

/** `left relation right`. */
export function atom(relation: Relation, left: LinearExpression, right: LinearExpression): Formula {
  return atomOf(relation, addScaled(left, -1, right));
}

/** `expression relation 0`. */
export function atomOf(relation: Relation, expression: LinearExpression): Formula {
  const [only] = expression.variables;
  if (expression.variables.length === 1 && isBoolean(only!)) {
    const clear = compare(
      relation,
      evaluate(expression, () => 0),
    );
    const set = compare(
      relation,
      evaluate(expression, () => 1),
    );
    return clear ? (set ? TRUE : isClear(only!)) : set ? isSet(only!) : FALSE;
  }
  return constraintFormula(linearConstraint(relation, expression));
}

function isBoolean(of: Variable): boolean {
  return of.type.kind === "int" && of.type.bits === 1 && !of.type.signed;
}

function compare(relation: Relation, value: number | bigint): boolean {
  return relation === "eq" ? value === 0 : relation === "le" ? value <= 0 : value < 0;
}
