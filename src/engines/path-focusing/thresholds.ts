/**
 * Where widening stops: N. Halbwachs, Y.-E. Proy and P. Roumanoff, "Verification of real-time systems using linear relation
 * analysis", FMSD 11, 1997 ("widening up to"). A bound that grows is not given up at once where the program itself names a limit
 * of it: what its guards compare, and their negations. Those of errors are among them, so that what would be enough is tried.
 *
 * A guard mostly compares a temporary, which is a copy of what lives on; it says the same of all copies that are live at a loop's
 * head.
 *
 * So do constants, remainders, masks and choices that are assigned: what such a value lies between is a limit, which nothing brings back once it
 * is given up where another way round the loop leaves the variable as it is. So is what a limit becomes where the variable is stepped
 * on: `if (n < 16) n++` keeps n <= 16, which is no guard.
 *
 * Of an address that is compared with another one the limit is that of the index from which it was computed (origins.ts). What is known of
 * elements (ghosts of a view) has the limits of what is stored: they come back when an element is read.
 */

import {
  ConstraintSet,
  comparisonConstraint,
  type LinearConstraint,
  linearConstraint,
  linearExpression,
  negateConstraint,
  scale,
} from "../../logic/linear.ts";
import { intervalOfTerm, rangeByType } from "../../logic/range.ts";
import type { Formula, Term, Variable } from "../../logic/term.ts";
import { isIntegral, typeRange } from "../../logic/types.ts";
import { forEachNode, isFormula } from "../../logic/visit.ts";
import type { ModelLiveness } from "../../model/live.ts";
import type { Model, ModelLocation, ModelOp } from "../../model/model.ts";
import { negate } from "../../numbers/int.ts";
import { memoised } from "../../util/memo.ts";
import { Origins, opsIn } from "./origins.ts";

// More are for polyhedra, which are too slow for that many limits. Where a text ends is compared with where it starts and an index.
const MOST_VARIABLES = 2;
const MOST_VARIABLES_OF_TEXTS = 3;
// Of one variable of a guard, so that what is copied everywhere does not name a limit for everything.
const MOST_COPIES = 6;

/** What bounds itself, whatever is known of variables. */
const OF_ITS_OWN: ReadonlySet<Term["kind"]> = new Set(["integer", "remainder", "bitand", "ite"]);

export type Thresholds = (at: ModelLocation) => readonly LinearConstraint[];

/** What the guards of all edges compare, in terms of the variables that are live at a location. */
export function thresholdsOf(model: Model, locations: readonly ModelLocation[], live: ModelLiveness): Thresholds {
  const guards = new ConstraintSet();
  const copies = new Map<Variable, Set<Variable>>();
  const most = model.followsZeros === true ? MOST_VARIABLES_OF_TEXTS : MOST_VARIABLES;
  const ops = opsIn(model, locations);
  const origins = new Origins(ops);
  const ghosts = new Set(ops.flatMap((op) => (op.kind === "assign" && op.origin === undefined ? [op.target] : [])));
  for (const op of ops) collect(op, most, guards, copies, origins);
  for (const limit of model.limits ?? []) addComparisons(limit, most, guards, origins);
  const known = new Map<ModelLocation, readonly LinearConstraint[]>();
  return (at) =>
    memoised(known, at, () => {
      const found = new ConstraintSet();
      const alike = new Map<Variable, readonly Variable[]>();
      const alive = (of: Variable) =>
        memoised(alike, of, () => copiesOf(of, copies, ghosts, (copy) => live.isLive(copy, at)));
      for (const guard of guards.list) for (const instance of instances(guard, alive)) found.add(instance);
      for (const instance of found.list.slice()) for (const later of origins.stepped(instance)) found.add(later);
      return found.list;
    });
}

function collect(
  op: ModelOp,
  most: number,
  guards: ConstraintSet,
  copies: Map<Variable, Set<Variable>>,
  origins: Origins,
): void {
  // What is converted is mostly the same number.
  const value = op.kind === "assign" && op.value.kind === "wrap" ? op.value.operand : op.kind === "assign" && op.value;
  if (op.kind === "assign" && value !== false && value.kind === "variable") {
    memoised(copies, op.target, () => new Set()).add(value.variable);
    memoised(copies, value.variable, () => new Set()).add(op.target);
  }
  if (op.kind === "assign") addRange(op.target, op.value, guards);
  if (op.kind === "assume") addComparisons(op.condition, most, guards, origins);
}

function addComparisons(condition: Formula, most: number, guards: ConstraintSet, origins: Origins): void {
  forEachNode(condition, (node) => {
    const compared = isFormula(node) ? comparisonConstraint(node) : undefined;
    if (compared === undefined || compared === "true" || compared === "false") return;
    for (const same of new Set([compared, origins.unfolded(compared)])) {
      if (same === undefined || same.expression.variables.length > most) continue;
      for (const side of [same, ...negateConstraint(same)]) addLimits(side, guards);
    }
  });
}

/** Where a value has bounds of its own. */
function addRange(target: Variable, assigned: Term, guards: ConstraintSet): void {
  const value = assigned.kind === "wrap" ? assigned.operand : assigned;
  if (!isIntegral(target.type)) return;
  if (!OF_ITS_OWN.has(value.kind)) return;
  const { low, high } = intervalOfTerm(assigned, rangeByType);
  const type = typeRange(target.type);
  if (type.low < low) addLimits(linearConstraint("le", linearExpression([[target, -1]], low)), guards);
  if (high < type.high) addLimits(linearConstraint("le", linearExpression([[target, 1]], negate(high))), guards);
}

/** Inequalities: an equality is a limit from both sides. */
function addLimits(constraint: LinearConstraint | "true" | "false", guards: ConstraintSet): void {
  if (constraint === "true" || constraint === "false") return;
  if (constraint.relation !== "eq") guards.add(constraint);
  else for (const sign of [1, -1]) addLimits(linearConstraint("le", scale(constraint.expression, sign)), guards);
}

/** Itself and what it is copied to and from, directly or not: those that are wanted. */
function copiesOf(
  of: Variable,
  copies: ReadonlyMap<Variable, ReadonlySet<Variable>>,
  ghosts: ReadonlySet<Variable>,
  wanted: (copy: Variable) => boolean,
): readonly Variable[] {
  if (wanted(of)) return [of, ...keepersOf(of, copies, ghosts).filter(wanted)];
  const seen = new Set([of]);
  const found: Variable[] = [];
  for (const one of seen) {
    if (found.length >= MOST_COPIES) break;
    if (wanted(one)) found.push(one, ...keepersOf(one, copies, ghosts).filter(wanted));
    // What lives on may have any value in between: its own copies are not the guard's.
    else for (const next of copies.get(one) ?? []) seen.add(next);
  }
  return found;
}

/** What keeps values of the variable until they are read back: what is known of elements is a variable of hone's. */
function keepersOf(
  of: Variable,
  copies: ReadonlyMap<Variable, ReadonlySet<Variable>>,
  ghosts: ReadonlySet<Variable>,
): readonly Variable[] {
  if (ghosts.size === 0 || ghosts.has(of)) return [];
  const near = [...(copies.get(of) ?? [])];
  return [...new Set([...near, ...near.flatMap((one) => [...(copies.get(one) ?? [])])])].filter((one) =>
    ghosts.has(one),
  );
}

function* instances(
  { relation, expression }: LinearConstraint,
  alive: (of: Variable) => readonly Variable[],
): Generator<LinearConstraint> {
  const { variables, coefficients, constant } = expression;
  for (const chosen of choices(variables.map(alive))) {
    if (chosen.length === 0 || new Set(chosen).size < chosen.length) continue;
    const terms = chosen.map((of, i): [Variable, number] => [of, coefficients[i] as number]);
    const limit = linearConstraint(relation, linearExpression(terms, constant));
    if (limit !== "true" && limit !== "false") yield limit;
  }
}

/** One of each. */
function* choices(each: readonly (readonly Variable[])[]): Generator<readonly Variable[]> {
  const [first, ...others] = each;
  if (first === undefined) yield [];
  else for (const one of first) for (const rest of choices(others)) yield [one, ...rest];
}
