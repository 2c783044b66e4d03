/**
 * Error states: sets of cubes. A cube is a conjunction of linear constraints over the variables of the program, whatever
 * the forward domain is: the states from which the error is reached along one path. Exact in the linear fragment up to
 * the projection of integers; never fewer states than there are.
 */

import {
  addScaled,
  coefficientOf,
  type LinearConstraint,
  type LinearExpression,
  linearConstraint,
  sameConstraint,
  sameExpression,
  scale,
  showConstraint,
  variableExpression,
} from "../../logic/linear.ts";
import { holdsWithin } from "../../logic/range.ts";
import type { Variable } from "../../logic/term.ts";
import { highest, lowest, typeRange } from "../../logic/types.ts";
import type { Int } from "../../numbers/int.ts";
import * as int from "../../numbers/int.ts";
import { LinearSystem } from "./linear-system.ts";

export type Cube = readonly LinearConstraint[];

export const EVERYTHING: Cube = [];

/** More pairs than this in one Fourier-Motzkin step are not formed: the constraints on the variable are dropped. */
const MOST_PAIRS = 400;
/** Longer cubes are freed of what the rest implies. */
const LONG = 8;

/** The cube with further constraints, of each linear form the strongest; undefined if it is plainly empty. */
export function conjoin(cube: Cube, more: Iterable<LinearConstraint | "true" | "false">): Cube | undefined {
  const list: LinearConstraint[] = [...cube];
  for (const constraint of more) {
    if (constraint === "false") return undefined;
    if (constraint === "true") continue;
    const rival = list.findIndex((one) => isAlike(one, constraint));
    if (rival < 0) list.push(constraint);
    else if (isStronger(constraint, list[rival]!)) list[rival] = constraint;
  }
  return list;
}

/** Inequalities that differ in their constants only. */
function isAlike(a: LinearConstraint, b: LinearConstraint): boolean {
  if (a.relation !== b.relation) return false;
  if (a.relation === "eq") return sameConstraint(a, b);
  return sameExpression({ ...a.expression, constant: 0 }, { ...b.expression, constant: 0 });
}

/** Of two alike: e + c <= 0 is stronger the larger c is. */
function isStronger(a: LinearConstraint, b: LinearConstraint): boolean {
  return int.compare(a.expression.constant, b.expression.constant) > 0;
}

export function mentions(cube: Cube, of: Variable): boolean {
  return cube.some(({ expression }) => expression.variables.includes(of));
}

export function variablesIn(cube: Cube): Set<Variable> {
  return new Set(cube.flatMap(({ expression }) => expression.variables));
}

/** Every occurrence of the variable replaced by the expression. */
export function substitute(cube: Cube, of: Variable, by: LinearExpression): Cube | undefined {
  if (!mentions(cube, of)) return cube;
  return conjoin(
    [],
    cube.map((constraint) => {
      const factor = coefficientOf(constraint.expression, of);
      if (factor === 0) return constraint;
      return linearConstraint(constraint.relation, addScaled(without(constraint.expression, of, factor), factor, by));
    }),
  );
}

function without(expression: LinearExpression, of: Variable, factor: Int): LinearExpression {
  return addScaled(expression, int.negate(factor), variableExpression(of));
}

/**
 * The states that have some value of the variable in the cube. Exact over the rationals.
 * Sound: over integers an over-approximation where the variable's coefficients are not one.
 */
export function project(cube: Cube, of: Variable): Cube | undefined {
  if (!mentions(cube, of)) return cube;
  const ranged: Cube = [...cube, ...typeBounds(of)];
  const equality = ranged
    .filter(({ relation, expression }) => relation === "eq" && coefficientOf(expression, of) !== 0)
    .sort((a, b) => int.compare(size(a, of), size(b, of)))[0];
  const rest = ranged.filter(({ expression }) => coefficientOf(expression, of) === 0);
  if (equality !== undefined) {
    const others = ranged.filter((one) => one !== equality && coefficientOf(one.expression, of) !== 0);
    return shortened(
      conjoin(
        rest,
        others.map((one) => eliminate(one, equality, of)),
      ),
    );
  }
  const upper = ranged.filter(({ expression }) => coefficientOf(expression, of) > 0);
  const lower = ranged.filter(({ expression }) => coefficientOf(expression, of) < 0);
  if (upper.length * lower.length > MOST_PAIRS) return rest;
  const pairs = upper.flatMap((above) =>
    lower.map((below) => {
      const a = coefficientOf(above.expression, of);
      const b = int.negate(coefficientOf(below.expression, of));
      const sum = addScaled(scale(above.expression, b), a, below.expression);
      return linearConstraint(above.relation === "lt" || below.relation === "lt" ? "lt" : "le", sum);
    }),
  );
  return shortened(conjoin(rest, pairs));
}

/** The bounds of a machine type, where the variable has one. */
function typeBounds(of: Variable): LinearConstraint[] {
  if (of.type.kind !== "int" && of.type.kind !== "pointer") return [];
  const { variables, coefficients } = variableExpression(of);
  const above = linearConstraint("le", { variables, coefficients, constant: int.negate(highest(of.type)) });
  const below = linearConstraint("le", { variables, coefficients: [-1], constant: lowest(of.type) });
  return [above, below].filter((one) => typeof one === "object");
}

function size(constraint: LinearConstraint, of: Variable): Int {
  return int.absolute(coefficientOf(constraint.expression, of));
}

/** The constraint, scaled, with the variable removed by means of an equality. */
function eliminate(
  constraint: LinearConstraint,
  equality: LinearConstraint,
  of: Variable,
): LinearConstraint | "true" | "false" {
  const factor = coefficientOf(constraint.expression, of);
  const own = coefficientOf(equality.expression, of);
  const scaled = scale(constraint.expression, int.absolute(own));
  const by = int.sign(own) > 0 ? int.negate(factor) : factor;
  return linearConstraint(constraint.relation, addScaled(scaled, by, equality.expression));
}

function shortened(cube: Cube | undefined): Cube | undefined {
  if (cube === undefined) return undefined;
  const kept = cube.filter((constraint) => !isWithinTypes(constraint));
  return kept.length > LONG ? irredundant(kept) : kept;
}

/** Does the constraint follow from the ranges of its variables alone? */
function isWithinTypes(constraint: LinearConstraint): boolean {
  return constraint.relation !== "eq" && holdsWithin(constraint, (of) => typeRange(of.type));
}

/** Without the constraints that the others imply; undefined if there is no rational solution. */
export function irredundant(cube: Cube): Cube | undefined {
  if (new LinearSystem(cube).isEmpty("rationals")) return undefined;
  let kept = [...cube];
  for (const constraint of cube) {
    if (constraint.relation === "eq") continue;
    const others = kept.filter((one) => one !== constraint);
    if (new LinearSystem(others).entails(constraint)) kept = others;
  }
  return kept;
}

/** An equality as two inequalities; anything else as it is. */
export function halves(constraint: LinearConstraint): LinearConstraint[] {
  if (constraint.relation !== "eq") return [constraint];
  const both = [constraint.expression, scale(constraint.expression, -1)];
  return both.map((expression) => linearConstraint("le", expression)).filter((one) => typeof one === "object");
}

export function showCube(cube: Cube): string {
  return cube.length === 0 ? "true" : cube.map(showConstraint).join(", ");
}

/** Is the first plainly a part of the second: does it have all its constraints? */
export function isPartOf(smaller: Cube, larger: Cube): boolean {
  return larger.every((one) => smaller.some((other) => sameConstraint(one, other)));
}
