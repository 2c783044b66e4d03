/**
 * Preimage of error states through an edge (section 2): assignment by substitution, havoc by projection, assume by
 * conjunction, the last operation first. What is not linear is linearised with the ranges that the forward states have
 * there, and so over-approximated.
 */

import { type BoundsOracle, isExact, type Linearised, linearise } from "../../domains/linearise.ts";
import {
  addScaled,
  comparisonConstraint,
  constantExpression,
  type LinearConstraint,
  type LinearExpression,
  linearConstraint,
  scale,
  variableExpression,
} from "../../logic/linear.ts";
import { isArrayTerm } from "../../logic/sort.ts";
import { type Formula, subtract, type Term, type Variable } from "../../logic/term.ts";
import { isIntegral, MATH_INTEGER } from "../../logic/types.ts";
import type { ModelOp } from "../../model/model.ts";
import type { Int } from "../../numbers/int.ts";
import * as int from "../../numbers/int.ts";
import { type Interval, isInfinite } from "../../numbers/interval.ts";
import { conjunctive } from "./alternatives.ts";
import { type Cube, conjoin, mentions, project, substitute } from "./cube.ts";

/** Ranges of variables before the i-th operation of an edge; asked only where something is not linear. */
type RangesAt = (index: number) => (of: Variable) => Interval;

/** The states before the operations from which the cube can be reached. */
export function Preimage(cube: Cube, ops: readonly ModelOp[], ranges: RangesAt): readonly Cube[] {
  let cubes: readonly Cube[] = [cube];
  for (let i = ops.length - 1; i >= 0 && cubes.length > 0; i--) {
    const op = ops[i]!;
    const oracle = lazyOracle(() => ranges(i));
    cubes = cubes.flatMap((one) => preimageOf(one, op, oracle));
  }
  return cubes;
}

function lazyOracle(ranges: () => (of: Variable) => Interval): BoundsOracle {
  let found: ((of: Variable) => Interval) | undefined;
  return {
    variable: (of) => {
      found ??= ranges();
      return found(of);
    },
  };
}

function preimageOf(cube: Cube, op: ModelOp, oracle: BoundsOracle): readonly Cube[] {
  switch (op.kind) {
    case "havoc":
      return listed(project(cube, op.target));
    case "assign":
      return listed(beforeAssign(cube, op.target, op.value, oracle));
    case "assume":
      return conjunctive(op.condition, "all").flatMap((part) => listed(restricted(cube, part, oracle)));
  }
}

function listed(cube: Cube | undefined): readonly Cube[] {
  return cube === undefined ? [] : [cube];
}

// --- Assignments --------------------------------------------------------------------------------------------------

/** The value an assignment gives, where it is not a linear form of the state before. */
const ASSIGNED: Variable = { id: -2, name: "assigned", type: MATH_INTEGER, role: "temporary" };

function beforeAssign(cube: Cube, target: Variable, value: Term, oracle: BoundsOracle): Cube | undefined {
  if (!mentions(cube, target)) return cube;
  const form = isIntegral(target.type) ? linearise(value, oracle) : undefined;
  if (form === undefined) return project(cube, target);
  if (isExact(form)) return substitute(cube, target, form.expression);
  const renamed = substitute(cube, target, variableExpression(ASSIGNED));
  if (renamed === undefined) return undefined;
  const given = conjoin(renamed, between(variableExpression(ASSIGNED), form));
  return given === undefined ? undefined : project(given, ASSIGNED);
}

/** denominator * subject is in expression + error. */
function between(subject: LinearExpression, form: Linearised): (LinearConstraint | "true" | "false")[] {
  const { expression, error, denominator } = form;
  const difference = addScaled(scale(subject, denominator), -1, expression);
  const limits: (LinearConstraint | "true" | "false")[] = [];
  if (!isInfinite(error.high)) limits.push(linearConstraint("le", shifted(difference, int.negate(error.high))));
  if (!isInfinite(error.low)) limits.push(linearConstraint("le", shifted(scale(difference, -1), error.low)));
  return limits;
}

function shifted(expression: LinearExpression, by: Int): LinearExpression {
  return addScaled(expression, 1, constantExpression(by));
}

// --- Conditions ---------------------------------------------------------------------------------------------------

function restricted(cube: Cube, condition: Formula, oracle: BoundsOracle): Cube | undefined {
  let result: Cube | undefined = cube;
  for (const atom of condition.kind === "and" ? condition.operands : [condition]) {
    if (result === undefined) return undefined;
    result = conjoin(result, atomConstraints(atom, oracle));
  }
  return result;
}

/** Sound: what is not understood restricts nothing. */
function atomConstraints(atom: Formula, oracle: BoundsOracle): (LinearConstraint | "true" | "false")[] {
  const exact = comparisonConstraint(atom);
  if (exact !== undefined) return [exact];
  if (atom.kind !== "eq" && atom.kind !== "le" && atom.kind !== "lt") return [];
  if (isArrayTerm(atom.left)) return [];
  const form = linearise(subtract(atom.left, atom.right), oracle);
  if (form === undefined) return [];
  const { expression, error, denominator } = form;
  const found: (LinearConstraint | "true" | "false")[] = [];
  const strict: Int = atom.kind === "lt" ? denominator : 0;
  if (!isInfinite(error.low)) found.push(linearConstraint("le", shifted(expression, int.add(error.low, strict))));
  if (atom.kind === "eq" && !isInfinite(error.high))
    found.push(linearConstraint("le", scale(shifted(expression, error.high), -1)));
  return found;
}
