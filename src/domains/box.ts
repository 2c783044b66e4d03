/**
 * Boxes: an interval for each variable. Integer intervals have exact integer bounds; floats have bounds and a NaN flag.
 * States list only what is tighter than a variable's type, so type ranges cost nothing and a machine integer is
 * never wider than its type. Comparisons are propagated backward through terms (HC4), wraps are identities in range.
 *
 * Invariant of a state: no range is empty (the state would be bottom), none includes its variable's type range.
 */

import { type FloatInterval, floatsAbove, floatsBelow, widenFloats } from "../logic/float-interval.ts";
import type { LinearConstraint } from "../logic/linear.ts";
import { linearConstraint } from "../logic/linear.ts";
import * as maps from "../logic/persistent-map.ts";
import {
  decide,
  holdsWithin,
  includesRange,
  isEmptyRange,
  isFloatRange,
  joinRanges,
  meetRanges,
  type Range,
  rangeOfTerm,
  rangeOfType,
} from "../logic/range.ts";
import {
  eq,
  type Formula,
  float,
  floatComparison,
  integer,
  le,
  not,
  type Term,
  type Variable,
  variable,
} from "../logic/term.ts";
import { isIntegral, typeRange } from "../logic/types.ts";
import type { Int } from "../numbers/int.ts";
import * as int from "../numbers/int.ts";
import type { Interval } from "../numbers/interval.ts";
import * as intervals from "../numbers/interval.ts";
import type { Constraints, Domain, Entailing, Narrow, Preimage, Rename, WidenUpTo } from "./domain.ts";
import { joinWith, type Points, type Pointwise, pointwise, valueIn, withValue } from "./pointwise.ts";
import { refineTerm } from "./refine-term.ts";

export type Box = Pointwise<Range>;

export type BoxDomain = Domain<Box> &
  Constraints<Box> &
  Preimage<Box> &
  Rename<Box> &
  WidenUpTo<Box> &
  Narrow<Box> &
  Entailing<Box>;

/** The range of a variable in a state; undefined for a variable that boxes do not track (reals, arrays). */
export function rangeIn(state: Box, of: Variable): Range | undefined {
  if (state === "bottom") return of.type.kind === "float" ? undefined : intervals.EMPTY;
  return valueIn(state, of) ?? rangeOfType(of.type);
}

/** The interval of an integral variable. */
export function intervalIn(state: Box, of: Variable): Interval {
  const range = rangeIn(state, of);
  return range === undefined || isFloatRange(range) ? intervals.FULL : range;
}

const RANGES: Points<Range> = {
  includes: includesRange,
  join: (a, b, of) => unlessWhole(joinRanges(a, b), of),
  meet(a, b) {
    const common = meetRanges(a, b);
    return isEmptyRange(common) ? "empty" : common;
  },
  fit(range, of) {
    const type = rangeOfType(of.type);
    if (type === undefined || isFloatRange(range) !== isFloatRange(type) || includesRange(range, type))
      return undefined;
    const inType = meetRanges(range, type);
    return isEmptyRange(inType) ? "empty" : inType;
  },
  evaluate: (term, state) => rangeOfTerm(term, (of) => rangeIn(state, of)),
  assumeAtom,
  toFormulas: (of, range) => (isFloatRange(range) ? floatFormulas(of, range) : intervalFormulas(of, range)),
  show(of, range) {
    if (isFloatRange(range))
      return `${of.name} in [${range.low}, ${range.high}]${range.nan === "possible" ? " or NaN" : ""}`;
    return range.low === range.high ? `${of.name} = ${range.low}` : `${of.name} in ${intervals.showInterval(range)}`;
  },
};

const plain = pointwise("box", RANGES);

/** The state with a variable restricted to a range. */
export function restrict(state: Box, of: Variable, range: Range): Box {
  const old = rangeIn(state, of);
  return old === undefined ? state : withValue(RANGES, state, of, meetRanges(old, range));
}

// --- Lattice ------------------------------------------------------------------------------------------------------

function unlessWhole(range: Range, of: Variable): Range | undefined {
  return includesRange(range, rangeOfType(of.type)!) ? undefined : range;
}

function widenWith(older: Box, newer: Box, thresholdsOf: (of: Variable) => readonly Int[]): Box {
  return joinWith(older, newer, (x, y, of) => {
    if (isFloatRange(x)) return unlessWhole(widenFloats(x, y as FloatInterval), of);
    return unlessWhole(intervals.widen(x, y as Interval, typeRange(of.type), thresholdsOf(of)), of);
  });
}

/** A bound that is as weak as the type allows takes the newer one; every bound improves once at most. */
function narrow(older: Box, newer: Box): Box {
  if (older === "bottom" || newer === "bottom") return "bottom";
  let result: Box = older;
  maps.forEach(newer.values, (of, range) => {
    const old = rangeIn(older, of)!;
    const type = rangeOfType(of.type)!;
    const low = old.low <= type.low ? range.low : old.low;
    const high = old.high >= type.high ? range.high : old.high;
    if (isFloatRange(old)) result = restrict(result, of, { low: low as number, high: high as number, nan: old.nan });
    else result = restrict(result, of, intervals.interval(low, high));
  });
  return result;
}

// --- Transfer -----------------------------------------------------------------------------------------------------

function assumeAtom(state: Box, atom: Formula): Box {
  const rangeOf = (of: Variable) => rangeIn(state, of);
  const truth = decide(atom, rangeOf);
  if (truth !== undefined) return truth ? state : "bottom";
  switch (atom.kind) {
    case "eq":
    case "lt":
    case "le":
      return assumeComparison(state, atom.kind, atom.left, atom.right);
    case "feq":
    case "flt":
    case "fle":
      return assumeFloats(state, atom.kind, atom.left, atom.right);
    case "not":
      return assumeNegatedFloats(state, atom.operand);
    default:
      return state;
  }
}

function refine(state: Box, term: Term, required: Range): Box {
  if (state === "bottom") return state;
  let result: Box = state;
  const possible = refineTerm(
    term,
    required,
    (of) => rangeIn(result, of),
    (of, to) => {
      result = restrict(result, of, to);
      return result !== "bottom";
    },
  );
  return possible ? result : "bottom";
}

function assumeComparison(state: Box, kind: "eq" | "lt" | "le", left: Term, right: Term): Box {
  const a = rangeOfTerm(left, (of) => rangeIn(state, of));
  const b = rangeOfTerm(right, (of) => rangeIn(state, of));
  // Sound: compared with a fraction (among reals) an integer does not keep a distance of one.
  if (a === undefined || b === undefined || isFloatRange(a) || isFloatRange(b)) return state;
  const gap = kind === "lt" ? 1 : 0;
  const below = { low: kind === "eq" ? b.low : -Infinity, high: intervals.addBounds(b.high, -gap) };
  const above = { low: intervals.addBounds(a.low, gap), high: kind === "eq" ? a.high : Infinity };
  return refine(refine(state, left, below), right, above);
}

function assumeFloats(state: Box, kind: "feq" | "flt" | "fle", left: Term, right: Term): Box {
  const a = floatRange(state, left);
  const b = floatRange(state, right);
  if (a === undefined || b === undefined) return state;
  // Sound: a strict comparison keeps the equal values, since the next float depends on the format.
  const lower = kind === "feq" ? floatsAbove(floatsBelow(a, b), b) : floatsBelow(a, b);
  const upper = kind === "feq" ? floatsAbove(floatsBelow(b, a), a) : floatsAbove(b, a);
  return refine(refine(state, left, lower), right, upper);
}

/** Without NaN a negated comparison is the reversed one. */
function assumeNegatedFloats(state: Box, inner: Formula): Box {
  if (inner.kind !== "flt" && inner.kind !== "fle") return state;
  const a = floatRange(state, inner.left);
  const b = floatRange(state, inner.right);
  if (a === undefined || b === undefined || a.nan === "possible" || b.nan === "possible") return state;
  return assumeFloats(state, inner.kind === "flt" ? "fle" : "flt", inner.right, inner.left);
}

function floatRange(state: Box, term: Term): FloatInterval | undefined {
  const range = rangeOfTerm(term, (of) => rangeIn(state, of));
  return range !== undefined && isFloatRange(range) ? range : undefined;
}

function preimage(state: Box, target: Variable, value: Term): Box {
  const range = rangeIn(state, target);
  if (state === "bottom" || range === undefined) return state;
  return refine(plain.forget(state, target), value, range);
}

// --- Reading ------------------------------------------------------------------------------------------------------

function intervalFormulas(of: Variable, { low, high }: Interval): Formula[] {
  const term = variable(of);
  const type = typeRange(of.type);
  if (low === high) return [eq(term, integer(low))];
  const parts: Formula[] = [];
  if (low > type.low) parts.push(le(integer(low), term));
  if (high < type.high) parts.push(le(term, integer(high)));
  return parts;
}

function floatFormulas(of: Variable, range: FloatInterval): Formula[] {
  if (of.type.kind !== "float") return [];
  const term = variable(of);
  const ordered = floatComparison("feq", term, term);
  if (range.low > range.high) return [not(ordered)];
  const low = float(range.low, of.type);
  const high = float(range.high, of.type);
  // With NaN possible a bound only says that the value is not beyond it.
  const parts =
    range.nan === "possible"
      ? [not(floatComparison("flt", term, low)), not(floatComparison("flt", high, term))]
      : [floatComparison("fle", low, term), floatComparison("fle", term, high)];
  const kept = parts.filter((_, i) => (i === 0 ? range.low > -Infinity : range.high < Infinity));
  return kept.length === 0 && range.nan === "never" ? [ordered] : kept;
}

function constraints(state: Box): readonly LinearConstraint[] {
  if (state === "bottom") return [];
  const list: LinearConstraint[] = [];
  maps.forEach(state.values, (of, range) => {
    if (isFloatRange(range)) return;
    const add = (relation: "le" | "eq", coefficient: Int, constant: Int) => {
      const constraint = linearConstraint(relation, { variables: [of], coefficients: [coefficient], constant });
      if (typeof constraint === "object") list.push(constraint);
    };
    const type = typeRange(of.type);
    if (range.low === range.high) add("eq", 1, int.negate(range.low));
    else {
      if (range.low > type.low) add("le", -1, range.low);
      if (range.high < type.high) add("le", 1, int.negate(range.high));
    }
  });
  return list;
}

function entails(state: Box, constraint: LinearConstraint): boolean {
  return state === "bottom" || holdsWithin(constraint, (of) => intervalIn(state, of));
}

/** The bounds that constraints on one variable name, ascending. */
function thresholdsFrom(given: readonly LinearConstraint[]): (of: Variable) => readonly Int[] {
  const found = new Map<Variable, Int[]>();
  for (const { expression } of given) {
    const of = expression.variables[0];
    const coefficient = expression.coefficients[0];
    if (of === undefined || coefficient === undefined || expression.variables.length > 1 || !isIntegral(of.type))
      continue;
    const list = found.get(of) ?? [];
    const bound = int.negate(expression.constant);
    list.push(coefficient > 0 ? int.divideFloor(bound, coefficient) : int.divideCeil(bound, coefficient));
    found.set(of, list);
  }
  for (const list of found.values()) list.sort(int.compare);
  return (of) => found.get(of) ?? [];
}

/** A box domain whose widening stops at the given values, for every variable. */
export function boxWith(thresholds: readonly Int[]): BoxDomain {
  const ascending = [...thresholds].sort(int.compare);
  return {
    ...plain,
    widen: (older, newer) => widenWith(older, newer, () => ascending),
    constraints,
    preimage,
    widenUpTo: (older, newer, given) => widenWith(older, newer, thresholdsFrom(given)),
    narrow,
    entails,
  };
}

export const box: BoxDomain = boxWith([]);
