/**
 * Linear forms: sums of integer coefficients times variables plus a constant, and constraints `form <= 0`,
 * `form = 0`, `form < 0` over them. This is where terms meet the numeric domains, the simplex and the entailment check.
 *
 * Invariants. An expression lists each variable once, in the order of variable ids, with a non-zero coefficient.
 * A constraint is canonical: its coefficients are coprime, an equality starts with a positive coefficient, and over
 * integer variables `<` has become `<=` and the constant is tightened to the strongest equivalent integer. So two
 * constraints that differ only by scaling are `sameConstraint`, and have the same `hash`.
 */

import type { Int } from "../numbers/int.ts";
import * as int from "../numbers/int.ts";
import { count } from "../util/budget.ts";
import {
  add,
  eq,
  FALSE,
  type Formula,
  integer,
  le,
  lt,
  multiply,
  type Term,
  TRUE,
  type Variable,
  variable,
} from "./term.ts";
import { isIntegral } from "./types.ts";

export interface LinearExpression {
  readonly variables: readonly Variable[];
  /** Parallel to `variables`; none is zero. */
  readonly coefficients: readonly Int[];
  readonly constant: Int;
}

/** `expression` compared with zero. `lt` occurs only where a variable is real. */
export interface LinearConstraint {
  readonly relation: "le" | "lt" | "eq";
  readonly expression: LinearExpression;
  readonly hash: number;
}

// --- Expressions --------------------------------------------------------------------------------------------------

export function constantExpression(constant: Int): LinearExpression {
  return { variables: [], coefficients: [], constant };
}

export function variableExpression(of: Variable): LinearExpression {
  return { variables: [of], coefficients: [1], constant: 0 };
}

/** Builds an expression from coefficients in any order; repeated variables are summed, zeros dropped. */
export function linearExpression(terms: Iterable<readonly [Variable, Int]>, constant: Int): LinearExpression {
  const sums = new Map<Variable, Int>();
  for (const [of, coefficient] of terms) sums.set(of, int.add(sums.get(of) ?? 0, coefficient));
  const kept = [...sums].filter(([, coefficient]) => coefficient !== 0).sort(([a], [b]) => a.id - b.id);
  return { variables: kept.map(([of]) => of), coefficients: kept.map(([, value]) => value), constant };
}

/** left + factor * right, merging the two sorted lists. */
export function addScaled(left: LinearExpression, factor: Int, right: LinearExpression): LinearExpression {
  const variables: Variable[] = [];
  const coefficients: Int[] = [];
  let i = 0;
  let j = 0;
  while (i < left.variables.length || j < right.variables.length) {
    const a = left.variables[i];
    const b = right.variables[j];
    const takeLeft = b === undefined || (a !== undefined && a.id <= b.id);
    const takeRight = a === undefined || (b !== undefined && b.id <= a.id);
    // Two variables of one id would become one: an unsound answer, where this is only a failure.
    if (takeLeft && takeRight && a !== b) throw new Error("different variables should have different ids");
    let coefficient: Int = takeLeft ? left.coefficients[i++]! : 0;
    if (takeRight) coefficient = int.add(coefficient, int.multiply(factor, right.coefficients[j++]!));
    if (coefficient === 0) continue;
    variables.push((takeLeft ? a : b)!);
    coefficients.push(coefficient);
  }
  return { variables, coefficients, constant: int.add(left.constant, int.multiply(factor, right.constant)) };
}

export function scale(expression: LinearExpression, factor: Int): LinearExpression {
  if (factor === 0) return constantExpression(0);
  return {
    variables: expression.variables,
    coefficients: expression.coefficients.map((coefficient) => int.multiply(coefficient, factor)),
    constant: int.multiply(expression.constant, factor),
  };
}

export function coefficientOf(expression: LinearExpression, of: Variable): Int {
  const index = expression.variables.indexOf(of);
  return index < 0 ? 0 : expression.coefficients[index]!;
}

export function evaluate(expression: LinearExpression, value: (of: Variable) => Int): Int {
  let sum = expression.constant;
  expression.variables.forEach((of, i) => {
    sum = int.add(sum, int.multiply(expression.coefficients[i]!, value(of)));
  });
  return sum;
}

/**
 * The linear form of a term, if it is one: built from integers, integer (or real) variables, sums, negation, products
 * with and left shifts by constants. Exact; `undefined` for anything else (wraps, divisions, bits, floats, ...).
 * Terms are DAGs of any depth, so this neither recurses nor visits a shared node twice: operands are older than the
 * node that uses them, hence descending ids are a topological order in which factors flow from the root to the leaves.
 */
export function linearForm(term: Term): LinearExpression | undefined {
  if (term.kind === "integer") return constantExpression(term.value);
  if (term.kind === "variable") return isLinearVariable(term.variable) ? variableExpression(term.variable) : undefined;
  const nodes = collectArithmetic(term);
  if (nodes === undefined) return undefined;
  count(ARITHMETIC_WORK * nodes.length);
  const constants = constantNodes(nodes);
  const factors = new Map<Term, Int>([[term, 1]]);
  const give = (to: Term, factor: Int): void => {
    factors.set(to, int.add(factors.get(to) ?? 0, factor));
  };
  let constant: Int = 0;
  const found: [Variable, Int][] = [];
  for (let i = nodes.length - 1; i >= 0; i--) {
    const node = nodes[i]!;
    const factor = factors.get(node);
    if (factor === undefined) continue;
    const value = constants.get(node);
    if (value !== undefined) {
      constant = int.add(constant, int.multiply(factor, value));
    } else if (node.kind === "variable") {
      found.push([node.variable, factor]);
    } else if (!distribute(node, factor, constants, give)) return undefined;
  }
  return linearExpression(found, constant);
}

// A node of a linear form, in units of work.
const ARITHMETIC_WORK = 0.3;

function isLinearVariable(of: Variable): boolean {
  return isIntegral(of.type) || of.type.kind === "real";
}

/** The nodes below a term in ascending order of ids, or undefined if one is not arithmetic. */
function collectArithmetic(root: Term): Term[] | undefined {
  const seen = new Set<Term>([root]);
  const pending: Term[] = [root];
  const visit = (node: Term): void => {
    if (seen.has(node)) return;
    seen.add(node);
    pending.push(node);
  };
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    switch (node.kind) {
      case "integer":
        break;
      case "variable":
        if (!isLinearVariable(node.variable)) return undefined;
        break;
      case "add":
      case "subtract":
      case "multiply":
      case "shiftleft":
        visit(node.left);
        visit(node.right);
        break;
      case "negate":
        visit(node.operand);
        break;
      default:
        return undefined;
    }
  }
  return [...seen].sort((a, b) => a.id - b.id);
}

// A shift by more than this makes numbers that no program means; the term then counts as non-linear.
const LARGEST_SHIFT = 4096;

/** The values of the nodes that are built from constants alone. */
function constantNodes(nodes: readonly Term[]): Map<Term, Int> {
  const values = new Map<Term, Int>();
  for (const node of nodes) {
    if (node.kind === "integer") values.set(node, node.value);
    else if (node.kind === "negate") {
      const operand = values.get(node.operand);
      if (operand !== undefined) values.set(node, int.negate(operand));
    } else if ("left" in node) {
      const left = values.get(node.left);
      const right = values.get(node.right);
      if (left === undefined || right === undefined) continue;
      const value = foldConstants(node.kind, left, right);
      if (value !== undefined) values.set(node, value);
    }
  }
  return values;
}

function foldConstants(kind: Term["kind"], left: Int, right: Int): Int | undefined {
  if (kind === "add") return int.add(left, right);
  if (kind === "subtract") return int.subtract(left, right);
  if (kind === "multiply") return int.multiply(left, right);
  return isShift(right) ? int.multiply(left, int.powerOfTwo(right)) : undefined;
}

function isShift(count: Int | undefined): count is number {
  return typeof count === "number" && count >= 0 && count <= LARGEST_SHIFT;
}

/** Hands a node's factor to its operands; false where the node is not linear in them. */
function distribute(
  node: Term,
  factor: Int,
  constants: ReadonlyMap<Term, Int>,
  give: (to: Term, factor: Int) => void,
): boolean {
  switch (node.kind) {
    case "add":
      give(node.left, factor);
      give(node.right, factor);
      return true;
    case "subtract":
      give(node.left, factor);
      give(node.right, int.negate(factor));
      return true;
    case "negate":
      give(node.operand, int.negate(factor));
      return true;
    case "multiply": {
      const left = constants.get(node.left);
      const right = constants.get(node.right);
      if (left !== undefined) give(node.right, int.multiply(factor, left));
      else if (right !== undefined) give(node.left, int.multiply(factor, right));
      return left !== undefined || right !== undefined;
    }
    case "shiftleft": {
      const count = constants.get(node.right);
      if (!isShift(count)) return false;
      give(node.left, int.multiply(factor, int.powerOfTwo(count)));
      return true;
    }
    default:
      return false;
  }
}

// --- Constraints --------------------------------------------------------------------------------------------------

/** `expression relation 0` in canonical form, or its truth where no variable is left or no integer can satisfy it. */
export function linearConstraint(
  relation: "le" | "lt" | "eq",
  expression: LinearExpression,
): LinearConstraint | "true" | "false" {
  const { variables, coefficients, constant } = expression;
  if (variables.length === 0) return compareWithZero(relation, constant) ? "true" : "false";
  let divisor: Int = 0;
  for (const coefficient of coefficients) divisor = int.gcd(divisor, coefficient);
  if (!variables.every((of) => isIntegral(of.type))) {
    return canonical(relation, expression, int.gcd(divisor, constant), (value, by) => int.divideExact(value, by));
  }
  if (relation === "eq") {
    if (int.remainderTruncated(constant, divisor) !== 0) return "false";
    return canonical("eq", expression, divisor, int.divideExact);
  }
  const closed = relation === "lt" ? { variables, coefficients, constant: int.add(constant, 1) } : expression;
  // a*x + c <= 0 with a = g*b says b*x <= floor(-c/g), since b*x is an integer.
  return canonical("le", closed, divisor, int.divideCeil);
}

/** 1 <= 0: the one constraint without variables, for lists of constraints that have no solution. */
export const CONTRADICTION: LinearConstraint = { relation: "le", expression: constantExpression(1), hash: 0 };

function compareWithZero(relation: "le" | "lt" | "eq", value: Int): boolean {
  return relation === "eq" ? value === 0 : relation === "lt" ? value < 0 : value <= 0;
}

function canonical(
  relation: "le" | "lt" | "eq",
  expression: LinearExpression,
  divisor: Int,
  divideConstant: (value: Int, by: Int) => Int,
): LinearConstraint {
  const by = relation === "eq" && int.sign(expression.coefficients[0]!) < 0 ? int.negate(divisor) : divisor;
  const coefficients = expression.coefficients.map((coefficient) => int.divideExact(coefficient, by));
  const constant = divideConstant(expression.constant, by);
  const reduced: LinearExpression = { variables: expression.variables, coefficients, constant };
  return { relation, expression: reduced, hash: hashOf(relation, reduced) };
}

function hashOf(relation: string, expression: LinearExpression): number {
  let hash = relation.charCodeAt(1);
  expression.variables.forEach((of, i) => {
    hash = Math.imul(hash ^ of.id, 0x9e3779b1) ^ Math.imul(low(expression.coefficients[i]!), 0x85ebca6b);
    hash ^= hash >>> 15;
  });
  hash = Math.imul(hash ^ low(expression.constant), 0xc2b2ae35);
  return hash ^ (hash >>> 13);
}

function low(value: Int): number {
  return typeof value === "number" ? value | 0 : Number(BigInt.asIntN(32, value));
}

export function sameExpression(a: LinearExpression, b: LinearExpression): boolean {
  return (
    a.constant === b.constant &&
    a.variables.length === b.variables.length &&
    a.variables.every((of, i) => of === b.variables[i] && a.coefficients[i] === b.coefficients[i])
  );
}

export function sameConstraint(a: LinearConstraint, b: LinearConstraint): boolean {
  return a.hash === b.hash && a.relation === b.relation && sameExpression(a.expression, b.expression);
}

/** A total order for deterministic output: by variables, then coefficients, relation and constant. */
export function compareConstraints(a: LinearConstraint, b: LinearConstraint): number {
  const left = a.expression;
  const right = b.expression;
  for (let i = 0; i < left.variables.length && i < right.variables.length; i++) {
    const byVariable = left.variables[i]!.id - right.variables[i]!.id;
    if (byVariable !== 0) return byVariable;
    const byCoefficient = int.compare(left.coefficients[i]!, right.coefficients[i]!);
    if (byCoefficient !== 0) return byCoefficient;
  }
  const byLength = left.variables.length - right.variables.length;
  if (byLength !== 0) return byLength;
  if (a.relation !== b.relation) return a.relation < b.relation ? -1 : 1;
  return int.compare(left.constant, right.constant);
}

/** A set of constraints by structure, in order of insertion. */
export class ConstraintSet {
  readonly #buckets = new Map<number, LinearConstraint[]>();
  readonly list: LinearConstraint[] = [];

  has(constraint: LinearConstraint): boolean {
    return this.#buckets.get(constraint.hash)?.some((other) => sameConstraint(other, constraint)) ?? false;
  }

  /** Adds it unless it is there; says whether it was new. */
  add(constraint: LinearConstraint): boolean {
    if (this.has(constraint)) return false;
    const bucket = this.#buckets.get(constraint.hash);
    if (bucket === undefined) this.#buckets.set(constraint.hash, [constraint]);
    else bucket.push(constraint);
    this.list.push(constraint);
    return true;
  }
}

/** The constraint a comparison states, its truth, or undefined where it is not linear (or no `le`, `lt`, `eq`). */
export function comparisonConstraint(formula: Formula): LinearConstraint | "true" | "false" | undefined {
  const known = constraints.get(formula);
  if (known !== undefined) return known;
  switch (formula.kind) {
    case "true":
    case "false":
      return formula.kind;
    case "eq":
    case "le":
    case "lt": {
      const left = linearForm(formula.left);
      const right = left === undefined ? undefined : linearForm(formula.right);
      if (left === undefined || right === undefined) return undefined;
      return linearConstraint(formula.kind, addScaled(left, -1, right));
    }
    default:
      return undefined;
  }
}

/** The constraints whose disjunction is the negation: one for an inequality, two for an equality. */
export function negateConstraint(constraint: LinearConstraint): (LinearConstraint | "true" | "false")[] {
  const { relation, expression } = constraint;
  const opposite = scale(expression, -1);
  if (relation === "le") return [linearConstraint("lt", opposite)];
  if (relation === "lt") return [linearConstraint("le", opposite)];
  return [linearConstraint("lt", expression), linearConstraint("lt", opposite)];
}

export function holds(constraint: LinearConstraint, value: (of: Variable) => Int): boolean {
  return compareWithZero(constraint.relation, evaluate(constraint.expression, value));
}

// --- Back to terms ------------------------------------------------------------------------------------------------

export function expressionTerm(expression: LinearExpression): Term {
  return sum(
    expression.variables.map((of, i) => product(expression.coefficients[i]!, of)),
    expression.constant,
  );
}

/** A formula that reads well: positive terms on either side, `2*x + 1 <= y` for `2*x - y + 1 <= 0`. */
export function constraintFormula(constraint: LinearConstraint | "true" | "false"): Formula {
  if (constraint === "true") return TRUE;
  if (constraint === "false") return FALSE;
  const { variables, coefficients, constant } = constraint.expression;
  const left: Term[] = [];
  const right: Term[] = [];
  variables.forEach((of, i) => {
    const coefficient = coefficients[i]!;
    if (coefficient > 0) left.push(product(coefficient, of));
    else right.push(product(int.negate(coefficient), of));
  });
  // The constant goes where it is positive, but stands alone on a side rather than beside nothing.
  const constantLeft = left.length === 0 || (right.length > 0 && constant > 0);
  const l = sum(left, constantLeft ? constant : 0);
  const r = sum(right, constantLeft ? 0 : int.negate(constant));
  const formula = constraint.relation === "eq" ? eq(l, r) : constraint.relation === "le" ? le(l, r) : lt(l, r);
  constraints.set(formula, constraint);
  return formula;
}

/** Of formulas that were made from constraints: who reads them back need not take them apart. */
const constraints = new WeakMap<Formula, LinearConstraint>();

function product(coefficient: Int, of: Variable): Term {
  return coefficient === 1 ? variable(of) : multiply(integer(coefficient), variable(of));
}

function sum(terms: readonly Term[], constant: Int): Term {
  let total: Term | undefined;
  for (const term of terms) total = total === undefined ? term : add(total, term);
  if (total === undefined) return integer(constant);
  return constant === 0 ? total : add(total, integer(constant));
}

export function showExpression(expression: LinearExpression): string {
  const parts = expression.variables.map((of, i) => signed(expression.coefficients[i]!, of.name, i === 0));
  if (expression.constant !== 0 || parts.length === 0) parts.push(signed(expression.constant, "", parts.length === 0));
  return parts.join(" ");
}

function signed(coefficient: Int, name: string, first: boolean): string {
  const size = int.absolute(coefficient);
  const body = name === "" ? `${size}` : size === 1 ? name : `${size}*${name}`;
  if (first) return coefficient < 0 ? `-${body}` : body;
  return coefficient < 0 ? `- ${body}` : `+ ${body}`;
}

/** Variables on the left, the first one positive, the constant on the right: `2*x - y >= 1`. */
export function showConstraint(constraint: LinearConstraint): string {
  const { relation, expression } = constraint;
  const flipped = expression.coefficients.length > 0 && expression.coefficients[0]! < 0;
  const shown = flipped ? scale(expression, -1) : expression;
  const symbol = relation === "eq" ? "=" : `${flipped ? ">" : "<"}${relation === "le" ? "=" : ""}`;
  return `${showExpression({ ...shown, constant: 0 })} ${symbol} ${int.negate(shown.constant)}`;
}
