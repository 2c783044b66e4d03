/**
 * What assignments and conditions do to polyhedra. Linear terms are exact; others go through interval linearisation
 * with the bounds the state (or a box beside it) gives. The range of a variable's type is used in that, to see that a
 * wrap is the identity, but is not added to the state: 2^31 facets on every variable would drown hulls and widening.
 */
import { type Choice, choiceOf, comparisonCases } from "../../logic/cases.ts";
import {
  addScaled,
  coefficientOf,
  comparisonConstraint,
  constantExpression,
  type LinearConstraint,
  type LinearExpression,
  linearConstraint,
  linearForm,
  scale,
  variableExpression,
} from "../../logic/linear.ts";
import { isArrayTerm } from "../../logic/sort.ts";
import { type Formula, lt, not, subtract, type Term, type Variable } from "../../logic/term.ts";
import { isIntegral, MATH_INTEGER, typeRange } from "../../logic/types.ts";
import type { Int } from "../../numbers/int.ts";
import * as int from "../../numbers/int.ts";
import { type Interval, interval, isInfinite, meet as meetIntervals } from "../../numbers/interval.ts";
import { Matrix } from "../../numbers/matrix.ts";
import * as rational from "../../numbers/rational.ts";
import type { Ranges } from "../domain.ts";
import { type BoundsOracle, isExact, type Linearised, linearise } from "../linearise.ts";
import { Block } from "./block.ts";
import {
  BOTTOM,
  blocksOf,
  blockWith,
  gather,
  infimum,
  join,
  Polyhedron,
  rowOf,
  supremumWithin,
  withConstraints,
} from "./state.ts";

// Deeper conditions are ignored rather than risked on the stack.
const DEEPEST = 200;
// A disjunction of more cases than this costs more hulls than its information is worth.
const MOST_CASES = 32;

function oracleFor(state: Polyhedron, ranges: Ranges | undefined): BoundsOracle {
  const settled = state.settle();
  const rangeOf = ranges ?? ((of: Variable): Interval => typeRange(of.type));
  return {
    variable: (of) => meetIntervals(expressionInterval(settled, variableExpression(of)), rangeOf(of)),
    expression: (of) => expressionWithin(settled, of, rangeOf),
  };
}

/** As `expressionInterval`, with the ranges of variables taken in where relations alone leave a side open. */
function expressionWithin(state: Polyhedron, expression: LinearExpression, ranges: Ranges): Interval {
  const plain = expressionInterval(state, expression);
  const related = blocksOf(state).some(
    (block) => block.variables.length > 1 && block.variables.some((of) => expression.variables.includes(of)),
  );
  if (!related || (!isInfinite(plain.low) && !isInfinite(plain.high))) return plain;
  const high = supremumWithin(state, expression, 1, ranges);
  const low = supremumWithin(state, expression, -1, ranges);
  return meetIntervals(
    plain,
    interval(
      low === undefined ? -Infinity : rational.ceil(rational.negate(low)),
      high === undefined ? Infinity : rational.floor(high),
    ),
  );
}

/** The integers between the infimum and the supremum of an expression. */
export function expressionInterval(state: Polyhedron, expression: LinearExpression): Interval {
  const settled = state.settle();
  if (settled.blocks === undefined) return interval(1, 0);
  const low = infimum(settled, expression, 1);
  const high = infimum(settled, expression, -1);
  return interval(
    low === undefined ? -Infinity : rational.ceil(low),
    high === undefined ? Infinity : rational.floor(rational.negate(high)),
  );
}

// --- Assignment ---------------------------------------------------------------------------------------------------

export function forget(state: Polyhedron, target: Variable): Polyhedron {
  if (state.blocks === undefined) return BOTTOM;
  if (blockWith(state.blocks, target) === undefined) return state;
  const settled = state.settle();
  const blocks = blocksOf(settled);
  const block = blockWith(blocks, target);
  if (settled.blocks === undefined || block === undefined) return settled;
  const rest = block.drop(block.variables.indexOf(target));
  const others = blocks.filter((other) => other !== block);
  return new Polyhedron(rest === undefined ? others : [...others, rest]);
}

export function assign(state: Polyhedron, target: Variable, value: Term, ranges: Ranges | undefined): Polyhedron {
  if (state.blocks === undefined) return BOTTOM;
  const exact = linearForm(value);
  if (exact !== undefined) return assignLinear(state, target, exact);
  const cases = simpleChoice(value);
  if (cases !== undefined) {
    const { condition, chosen, otherwise } = cases;
    return join(
      assign(assume(state, condition, ranges), target, chosen, ranges),
      assign(assume(state, not(condition), ranges), target, otherwise, ranges),
    );
  }
  const form = isIntegral(target.type) ? linearise(value, oracleFor(state, ranges)) : undefined;
  if (form === undefined) return forget(state, target);
  return isExact(form) ? assignLinear(state, target, form.expression) : assignForm(state, target, form);
}

/** Nested conditionals would double the work at each level; they are linearised instead. */
function simpleChoice(value: Term): Choice | undefined {
  const inner = (term: Term) => (term.kind === "wrap" ? term.operand : term);
  const choice = inner(value);
  if (choice.kind !== "ite" || inner(choice.then).kind === "ite" || inner(choice.else).kind === "ite") return undefined;
  return choiceOf(value);
}

function assignLinear(state: Polyhedron, target: Variable, value: LinearExpression): Polyhedron {
  if (coefficientOf(value, target) !== 0) {
    const { block, rest } = gather(blocksOf(state), value.variables);
    const index = block.variables.indexOf(target);
    return new Polyhedron([...rest, block.assign(index, rowOf(value, block.variables, 1))]);
  }
  const without = forget(state, target);
  if (without.blocks === undefined) return BOTTOM;
  if (value.variables.length === 0) {
    const point = { lines: new Matrix(2, 0), rays: Matrix.fromRows(2, [[1, value.constant]]) };
    return new Polyhedron([...without.blocks, Block.ofGenerators([target], point)]);
  }
  const { block, rest } = gather(without.blocks, value.variables);
  return new Polyhedron([...rest, block.define(target, (variables) => rowOf(value, variables, 1))]);
}

// Stands for the value of the target before an assignment that mentions it.
const PREVIOUS: Variable = { id: -1, name: "previous", type: MATH_INTEGER, role: "temporary" };

/** denominator * target' in expression + error. */
function assignForm(state: Polyhedron, target: Variable, form: Linearised): Polyhedron {
  const limits = limitsOf(target, form);
  if (limits.length === 0) return forget(state, target);
  const own = coefficientOf(form.expression, target);
  if (own === 0)
    return withConstraints(
      forget(state, target),
      limits.map((limit) => limit(form.expression)).filter(isReal),
      "integer",
    );
  const previous = addScaled(
    addScaled(form.expression, int.negate(own), variableExpression(target)),
    own,
    variableExpression(PREVIOUS),
  );
  const kept = assignLinear(state, PREVIOUS, variableExpression(target));
  const changed = withConstraints(
    forget(kept, target),
    limits.map((limit) => limit(previous)).filter(isReal),
    "integer",
  );
  return forget(changed, PREVIOUS);
}

type Limit = (expression: LinearExpression) => LinearConstraint | "true" | "false";

/** What the form says about the target, as constraints over the expression; bounds that its type has anyway are left out. */
function limitsOf(target: Variable, form: Linearised): Limit[] {
  const { error, denominator, expression } = form;
  const range = typeRange(target.type);
  const constant = expression.variables.length === 0 && denominator === 1 ? expression.constant : undefined;
  const limits: Limit[] = [];
  const says = (bound: Int, side: Int): boolean =>
    !isInfinite(bound) && (constant === undefined || int.add(constant, bound) !== side);
  if (says(error.high, range.high))
    limits.push((of) => linearConstraint("le", bounded(target, denominator, of, error.high, 1)));
  if (says(error.low, range.low))
    limits.push((of) => linearConstraint("le", bounded(target, denominator, of, error.low, -1)));
  return limits;
}

/** sign * (denominator * target - of - bound) */
function bounded(target: Variable, denominator: Int, of: LinearExpression, bound: Int, sign: 1 | -1): LinearExpression {
  const shifted = addScaled(of, 1, constantExpression(bound));
  return scale(addScaled(scale(variableExpression(target), denominator), -1, shifted), sign);
}

function isReal(constraint: LinearConstraint | "true" | "false"): constraint is LinearConstraint {
  return typeof constraint === "object";
}

export function preimage(state: Polyhedron, target: Variable, value: Term): Polyhedron {
  if (state.blocks === undefined || blockWith(state.blocks, target) === undefined) return state;
  const exact = linearForm(value);
  // Sound: before the assignment the other variables had the values they have after it.
  if (exact === undefined) return forget(state, target);
  const { block, rest } = gather(state.blocks, [target, ...exact.variables]);
  const index = block.variables.indexOf(target);
  return new Polyhedron([...rest, block.preimage(index, rowOf(exact, block.variables, 1))]);
}

// --- Conditions ---------------------------------------------------------------------------------------------------

export function assume(state: Polyhedron, condition: Formula, ranges: Ranges | undefined): Polyhedron {
  return assumeAt(state, condition, ranges, 0);
}

function assumeAt(state: Polyhedron, condition: Formula, ranges: Ranges | undefined, depth: number): Polyhedron {
  if (state.blocks === undefined) return BOTTOM;
  // Sound: a condition that is not understood restricts nothing.
  if (depth > DEEPEST) return state;
  switch (condition.kind) {
    case "true":
      return state;
    case "false":
      return BOTTOM;
    case "and":
      return condition.operands.reduce((before, part) => assumeAt(before, part, ranges, depth + 1), state);
    case "or":
      return assumeOne(state, condition.operands, ranges, depth);
    case "not":
      return assumeNot(state, condition.operand, ranges, depth);
    case "eq":
    case "le":
    case "lt":
      return assumeComparison(state, condition, ranges, depth);
    default:
      return state;
  }
}

function assumeOne(
  state: Polyhedron,
  cases: readonly Formula[],
  ranges: Ranges | undefined,
  depth: number,
): Polyhedron {
  if (cases.length > MOST_CASES) return state;
  let result = BOTTOM;
  for (const part of cases) {
    const branch = assumeAt(state, part, ranges, depth + 1);
    if (branch === state) return state;
    result = join(result, branch);
  }
  return result;
}

function assumeNot(state: Polyhedron, operand: Formula, ranges: Ranges | undefined, depth: number): Polyhedron {
  switch (operand.kind) {
    case "and":
      return assumeOne(state, operand.operands.map(not), ranges, depth);
    case "or":
      return operand.operands.reduce((before, part) => assumeAt(before, not(part), ranges, depth + 1), state);
    case "eq": {
      const sides = [lt(operand.left, operand.right), lt(operand.right, operand.left)];
      // Equality is of arrays too, and these have no order.
      return isArrayTerm(operand.left) ? state : assumeOne(state, sides, ranges, depth);
    }
    default:
      return state;
  }
}

function assumeComparison(
  state: Polyhedron,
  condition: Formula & { kind: "eq" | "le" | "lt"; left: Term; right: Term },
  ranges: Ranges | undefined,
  depth: number,
): Polyhedron {
  const exact = comparisonConstraint(condition);
  if (exact === "false") return BOTTOM;
  if (exact !== undefined) return exact === "true" ? state : withConstraints(state, [exact], "integer");
  const cases = comparisonCases(condition, simpleChoice);
  if (cases !== undefined) return assumeOne(state, cases, ranges, depth);
  if (isArrayTerm(condition.left)) return state;
  const form = linearise(subtract(condition.left, condition.right), oracleFor(state, ranges));
  return form === undefined ? state : assumeForm(state, condition.kind, form);
}

/** The form, a difference times its denominator, compared with zero. */
function assumeForm(state: Polyhedron, kind: "eq" | "le" | "lt", form: Linearised): Polyhedron {
  const { expression, error, denominator } = form;
  const found: (LinearConstraint | "true" | "false")[] = [];
  const strict = kind === "lt" ? denominator : 0;
  if (!isInfinite(error.low))
    found.push(linearConstraint("le", addScaled(expression, 1, constantExpression(int.add(error.low, strict)))));
  if (kind === "eq" && !isInfinite(error.high)) {
    const above = addScaled(expression, 1, constantExpression(error.high));
    found.push(linearConstraint("le", scale(above, -1)));
  }
  return found.includes("false") ? BOTTOM : withConstraints(state, found.filter(isReal), "integer");
}
