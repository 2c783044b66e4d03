/**
 * The operations of a path as a linear relation: what each variable is at its end and what its guards say, in terms of the variables at its
 * start. Wraps are taken for the identity and what is not linear is left out, so this is a guess at what the path does; who
 * uses it checks the result with the path's abstract transformer.
 */
import {
  addScaled,
  comparisonConstraint,
  constantExpression,
  type LinearConstraint,
  type LinearExpression,
  linearConstraint,
  linearForm,
  scale,
  variableExpression,
} from "../logic/linear.ts";
import type { Formula, Term, Variable } from "../logic/term.ts";
import { rewrite } from "../logic/visit.ts";
import type { ModelOp } from "../model/model.ts";

interface SymbolicPath {
  /** Variables that the path writes; undefined where the value is an input or not linear. */
  readonly values: ReadonlyMap<Variable, LinearExpression | undefined>;
  /** Linear guards over the variables at the start. */
  readonly guards: readonly LinearConstraint[];
}

export function symbolicPath(ops: readonly ModelOp[]): SymbolicPath {
  const values = new Map<Variable, LinearExpression | undefined>();
  const guards: LinearConstraint[] = [];
  for (const op of ops) {
    if (op.kind === "assume") collectGuards(op.condition, values, guards);
    else values.set(op.target, op.kind === "assign" ? linearValue(op.value, values) : undefined);
  }
  return { values, guards };
}

function collectGuards(
  condition: Formula,
  values: ReadonlyMap<Variable, LinearExpression | undefined>,
  guards: LinearConstraint[],
): void {
  const parts = [condition];
  for (let part = parts.pop(); part !== undefined; part = parts.pop()) {
    if (part.kind === "and")
      for (let i = part.operands.length - 1; i >= 0; i--) parts.push(part.operands[i] as Formula);
    else collectGuard(part, values, guards);
  }
}

function collectGuard(
  condition: Formula,
  values: ReadonlyMap<Variable, LinearExpression | undefined>,
  guards: LinearConstraint[],
): void {
  const constraint = comparisonConstraint(withoutWraps(condition));
  if (typeof constraint !== "object") return;
  const expression = substituted(constraint.expression, values);
  const guard = expression === undefined ? undefined : linearConstraint(constraint.relation, expression);
  if (typeof guard === "object") guards.push(guard);
}

function linearValue(
  term: Term,
  values: ReadonlyMap<Variable, LinearExpression | undefined>,
): LinearExpression | undefined {
  const form = linearForm(withoutWraps(term));
  return form === undefined ? undefined : substituted(form, values);
}

function withoutWraps<N extends Term | Formula>(node: N): N {
  return rewrite(node, (part) => (part.kind === "wrap" ? part.operand : part));
}

/** With the variables' values put in; undefined where one of them has none. */
function substituted(
  expression: LinearExpression,
  values: ReadonlyMap<Variable, LinearExpression | undefined>,
): LinearExpression | undefined {
  let result = constantExpression(expression.constant);
  for (const [i, of] of expression.variables.entries()) {
    const value = values.has(of) ? values.get(of) : variableExpression(of);
    if (value === undefined) return undefined;
    result = addScaled(result, 1, scale(value, expression.coefficients[i] as number));
  }
  return result;
}
