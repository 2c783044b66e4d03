/**
 * Boxes (Gurfinkel and Chaki 2010): finite unions of integer boxes, as canonical decision diagrams. Union, intersection
 * and difference are exact; assignments and conditions look at each box of the variables they mention by itself.
 *
 * The widening keeps only bounds that the older operand already tests: what the newer one adds is blown up to the grid of
 * those bounds. Bounds are never invented and the set grows, so chains become stationary; on single boxes it is the
 * interval widening.
 */

import {
  ALL,
  between,
  boundsOf,
  boundsTested,
  choose,
  coarsen,
  type Diagram,
  DiagramTooLarge,
  difference,
  EMPTY,
  intersection,
  isSubset,
  project,
  union,
  withinSteps,
} from "../../logic/diagram.ts";
import type { LinearConstraint } from "../../logic/linear.ts";
import { isFloatRange, rangeOfTerm } from "../../logic/range.ts";
import {
  and,
  FALSE,
  type Formula,
  integer,
  le,
  lt,
  or,
  type Term,
  TRUE,
  type Variable,
  variable,
} from "../../logic/term.ts";
import { isIntegral, typeRange } from "../../logic/types.ts";
import { variablesOf } from "../../logic/visit.ts";
import type { Int } from "../../numbers/int.ts";
import * as int from "../../numbers/int.ts";
import * as intervals from "../../numbers/interval.ts";
import { memoised } from "../../util/memo.ts";
import { type Box, box, intervalIn, rangeIn, restrict } from "../box.ts";
import { assignByCases, assumeFormula, type Steps } from "../conditions.ts";
import type { Difference, Domain, ExactJoin, Preimage, Rename, Unions, WidenUpTo } from "../domain.ts";

export type Boxes = Diagram;

/** Boxes looked at in one operation; and the longest path, which bounds recursion. Past them the hull is taken. */
const MOST_PARTS = 400;
const DEEPEST = 1500;
/** Tests made by one operation of the domain: some 50 ms. */
const MOST_STEPS = 40_000;

/** The least single box around a set. */
export function hullOf(of: Boxes): Box {
  const memo = new Map<Boxes, Box>();
  const visit = (x: Boxes): Box => {
    if (x.kind !== "test") return x === ALL ? box.top : "bottom";
    return memoised(memo, x, () => {
      const low = restrict(visit(x.low), x.variable, { low: -Infinity, high: x.bound });
      const high = restrict(visit(x.high), x.variable, { low: int.add(x.bound, 1), high: Infinity });
      return box.join(low, high);
    });
  };
  return visit(of);
}

/** The set of one box; what a box knows of floats is not kept. */
export function fromBox(of: Box): Boxes {
  let result: Boxes = ALL;
  if (of === "bottom") return EMPTY;
  for (const constraint of box.constraints(of)) {
    const [x] = constraint.expression.variables;
    const { low, high } = intervalIn(of, x!);
    result = intersection(result, between(x!, low, high));
  }
  return result;
}

// Sound: the hull is above the set.
function limited(of: Boxes): Boxes {
  return of.depth > DEEPEST ? fromBox(hullOf(of)) : of;
}

/** The result, or something above it where diagrams grow too large on the way. */
function orElse(compute: () => Boxes, above: () => Boxes): Boxes {
  try {
    return limited(withinSteps(MOST_STEPS, compute));
  } catch (error) {
    if (!(error instanceof DiagramTooLarge)) throw error;
    return above();
  }
}

function hull(of: Boxes): Boxes {
  return fromBox(hullOf(of));
}

function joined(a: Boxes, b: Boxes): Boxes {
  // Sound: the hull of both is above their union.
  return orElse(
    () => union(a, b),
    () => fromBox(box.join(hullOf(a), hullOf(b))),
  );
}

function met(a: Boxes, b: Boxes): Boxes {
  return orElse(
    () => intersection(a, b),
    () => intersection(hull(a), hull(b)),
  );
}

// --- Part by part -------------------------------------------------------------------------------------------------

/**
 * The union, over the boxes into which the set cuts the mentioned variables, of what `treat` makes of that part of the
 * set: it receives the part and the ranges of those variables there. Undefined if there are too many parts. Parts are
 * found along each axis in turn, so that the cost follows the bounds of these variables and not the paths of the diagram.
 */
function byParts(
  of: Boxes,
  mentioned: Iterable<Variable>,
  treat: (part: Boxes, ranges: Box) => Boxes,
): Boxes | undefined {
  const axes = [...mentioned].filter((variable) => isIntegral(variable.type));
  let parts = 0;
  const visit = (part: Boxes, ranges: Box, axis: number): Boxes => {
    if (part === EMPTY || parts > MOST_PARTS) return EMPTY;
    const variable = axes[axis];
    if (variable === undefined) {
      parts += 1;
      return treat(part, ranges);
    }
    let result: Boxes = EMPTY;
    let low: Int = -Infinity;
    const bounds = boundsOf(part, variable);
    if (bounds.length === 0) return visit(part, ranges, axis + 1);
    for (const high of [...bounds, Infinity]) {
      const piece = intersection(part, between(variable, low, high));
      result = union(result, visit(piece, restrict(ranges, variable, { low, high }), axis + 1));
      low = high === Infinity ? high : int.add(high, 1);
    }
    return result;
  };
  const result = visit(of, box.top, 0);
  return parts > MOST_PARTS ? undefined : result;
}

function rangesOf(of: Box, variables: Iterable<Variable>): Boxes {
  if (of === "bottom") return EMPTY;
  let result: Boxes = ALL;
  for (const variable of variables) {
    if (!isIntegral(variable.type)) continue;
    const { low, high } = intervalIn(of, variable);
    result = intersection(result, between(variable, low, high));
  }
  return result;
}

/** A comparison of a variable with a constant: its box is all there is to know. */
function isBound(atom: Formula): boolean {
  if (atom.kind !== "eq" && atom.kind !== "le" && atom.kind !== "lt") return false;
  const [left, right] = [atom.left.kind, atom.right.kind];
  return (left === "variable" && right === "integer") || (left === "integer" && right === "variable");
}

function assumeAtom(state: Boxes, atom: Formula): Boxes {
  const mentioned = variablesOf(atom);
  const treat = (part: Boxes, ranges: Box) => intersection(part, rangesOf(box.assume(ranges, atom), mentioned));
  const above = () => intersection(hull(state), treat(ALL, hullOf(state)));
  if (isBound(atom)) return orElse(() => treat(state, box.top), above);
  return orElse(() => byParts(state, mentioned, treat) ?? intersection(state, treat(ALL, hullOf(state))), above);
}

const STEPS: Steps<Boxes> = {
  bottom: EMPTY,
  isBottom: (state) => state === EMPTY,
  join: joined,
  assumeAtom,
};

function assume(state: Boxes, condition: Formula): Boxes {
  return assumeFormula(STEPS, state, condition);
}

function assignPlain(state: Boxes, target: Variable, value: Term): Boxes {
  if (!isIntegral(target.type)) return state;
  const treat = (part: Boxes, ranges: Box): Boxes => {
    const range = rangeOfTerm(value, (of) => rangeIn(ranges, of));
    const kept = project(part, target);
    if (range === undefined || isFloatRange(range)) return kept;
    const inType = intervals.meet(range, typeRange(target.type));
    return intervals.isEmpty(inType) ? EMPTY : intersection(kept, between(target, inType.low, inType.high));
  };
  return orElse(
    () => byParts(state, variablesOf(value), treat) ?? treat(state, hullOf(state)),
    () => treat(hull(state), hullOf(state)),
  );
}

/** For each piece of the target's axis: where the value falls into it, the rest of the set as it is there. */
function preimage(state: Boxes, target: Variable, value: Term): Boxes {
  if (!isIntegral(target.type)) return state;
  const bounds = boundsTested(state).get(target) ?? [];
  if (bounds.length > MOST_PARTS) return project(state, target);
  let result: Boxes = EMPTY;
  let low: Int = -Infinity;
  for (const high of [...bounds, Infinity]) {
    const rest = project(intersection(state, between(target, low, high)), target);
    const parts: Formula[] = [];
    if (low !== -Infinity) parts.push(le(integer(low), value));
    if (high !== Infinity) parts.push(le(value, integer(high)));
    if (rest !== EMPTY) result = union(result, assume(rest, and(parts)));
    low = high === Infinity ? high : int.add(high, 1);
  }
  return limited(result);
}

// --- Widening -----------------------------------------------------------------------------------------------------

function widenOn(older: Boxes, newer: Boxes, extra: ReadonlyMap<Variable, readonly Int[]>): Boxes {
  if (older === EMPTY || isSubset(newer, older)) return older === EMPTY ? newer : older;
  const grid = new Map<Variable, readonly Int[]>(boundsTested(older));
  for (const [variable, bounds] of extra) {
    const all = new Set([...(grid.get(variable) ?? []), ...bounds]);
    grid.set(variable, [...all].sort(int.compare));
  }
  // Only what is new: blowing up the rest would fill gaps that nothing has reached.
  return orElse(
    () => union(older, coarsen(difference(newer, older), grid)),
    () => fromBox(box.widen(hullOf(older), box.join(hullOf(older), hullOf(newer)))),
  );
}

const NO_BOUNDS: ReadonlyMap<Variable, readonly Int[]> = new Map();

/** x <= c is a test with bound c, x >= c one with bound c - 1. */
function boundsNamed(constraints: readonly LinearConstraint[]): Map<Variable, Int[]> {
  const found = new Map<Variable, Int[]>();
  for (const { expression, relation } of constraints) {
    const [of] = expression.variables;
    const [coefficient] = expression.coefficients;
    if (of === undefined || coefficient === undefined || expression.variables.length > 1 || !isIntegral(of.type))
      continue;
    const value = int.divideFloor(int.negate(expression.constant), coefficient);
    const bounds = found.get(of) ?? [];
    if (coefficient > 0 || relation === "eq") bounds.push(value);
    if (coefficient < 0 || relation === "eq")
      bounds.push(int.subtract(int.divideCeil(int.negate(expression.constant), coefficient), 1));
    found.set(of, bounds);
  }
  return found;
}

// --- Reading ------------------------------------------------------------------------------------------------------

/** The boxes of the set, at most `most` of them; undefined if there are more. */
export function boxesOf(of: Boxes, most: number): Box[] | undefined {
  const list: Box[] = [];
  const visit = (x: Boxes, ranges: Box): boolean => {
    if (x === EMPTY) return true;
    if (x.kind !== "test") return list.push(ranges) <= most;
    return (
      visit(x.low, restrict(ranges, x.variable, { low: -Infinity, high: x.bound })) &&
      visit(x.high, restrict(ranges, x.variable, { low: int.add(x.bound, 1), high: Infinity }))
    );
  };
  return visit(of, box.top) ? list : undefined;
}

/** So few boxes read well one by one; more are written as the diagram, whose size follows its nodes and not its paths. */
const FEW = 16;

function toFormula(state: Boxes): Formula {
  const few = boxesOf(state, FEW);
  if (few !== undefined) return or(few.map(box.toFormula));
  const memo = new Map<Boxes, Formula>([
    [ALL, TRUE],
    [EMPTY, FALSE],
  ]);
  const visit = (x: Boxes): Formula => {
    const known = memo.get(x);
    if (known !== undefined || x.kind !== "test") return known!;
    const of = variable(x.variable);
    const result = or([and([le(of, integer(x.bound)), visit(x.low)]), and([lt(integer(x.bound), of), visit(x.high)])]);
    memo.set(x, result);
    return result;
  };
  return visit(state);
}

function show(state: Boxes): string {
  if (state === EMPTY) return "bottom";
  const few = boxesOf(state, FEW);
  if (few === undefined) return `more than ${FEW} boxes within ${box.show(hullOf(state))}`;
  return few.map(box.show).join(" or ");
}

function rename(state: Boxes, names: ReadonlyMap<Variable, Variable>): Boxes {
  const memo = new Map<Boxes, Boxes>();
  const visit = (x: Boxes): Boxes => {
    if (x.kind !== "test") return x;
    return memoised(memo, x, () => {
      const name = names.get(x.variable) ?? x.variable;
      return choose(name, x.bound, visit(x.low), visit(x.high));
    });
  };
  return visit(state);
}

export type BoxesDomain = Domain<Boxes> &
  Difference<Boxes> &
  Preimage<Boxes> &
  Rename<Boxes> &
  WidenUpTo<Boxes> &
  ExactJoin &
  Unions<Boxes>;

export const boxes: BoxesDomain = {
  name: "boxes",
  top: ALL,
  bottom: EMPTY,
  isBottom: (state) => state === EMPTY,
  leq: isSubset,
  join: joined,
  meet: met,
  widen: (older, newer) => widenOn(older, newer, NO_BOUNDS),
  assign: (state, target, value) =>
    assignByCases(STEPS, state, value, (current, term) => assignPlain(current, target, term)),
  forget: (state, target) =>
    orElse(
      () => project(state, target),
      () => project(hull(state), target),
    ),
  assume,
  toFormula,
  show,
  difference: (a, b) =>
    orElse(
      () => difference(a, b),
      () => a,
    ),
  preimage,
  rename,
  widenUpTo: (older, newer, given) => widenOn(older, newer, boundsNamed(given)),
  joinIsExact: true,
  unionOf: fromBox,
  hull: hullOf,
};
