/**
 * Assignments and conditions on octagons. x := +-y + [a, b], x := +-x + [a, b] and x := [a, b] are exact and cost O(n)
 * entries; a constraint +-x +-y <= c is exact by incremental closure. Any other term is linearised first, and what its
 * linear form implies between two variables at a time is kept.
 */
import { addScaled, type LinearConstraint, type LinearExpression, linearConstraint } from "../../logic/linear.ts";
import { type Formula, subtract, type Term, type Variable } from "../../logic/term.ts";
import { isIntegral } from "../../logic/types.ts";
import type { Int } from "../../numbers/int.ts";
import * as int from "../../numbers/int.ts";
import type { Interval } from "../../numbers/interval.ts";
import * as intervals from "../../numbers/interval.ts";
import type { Rational } from "../../numbers/rational.ts";
import * as rational from "../../numbers/rational.ts";
import type { Ranges } from "../domain.ts";
import { type BoundsOracle, expressionBounds, type Linearised, linearise, linearisedBounds } from "../linearise.ts";
import { assignShifted, constrain, indexIn, unaryBlock, without } from "./block.ts";
import { half, less, plus } from "./exact.ts";
import { type Blocks, blockOf, boundBetween, closedOf, mergedBlock, type Octagon, replaceBlocks } from "./lattice.ts";
import type { Arithmetic } from "./matrix.ts";

/** A variable with a sign: 0 for x, 1 for -x. */
interface Signed {
  readonly of: Variable;
  readonly sign: 0 | 1;
}

export function tracks(of: Variable, arithmetic: Arithmetic): boolean {
  return isIntegral(of.type) || (arithmetic === "rational" && of.type.kind === "real");
}

// --- Bounds -------------------------------------------------------------------------------------------------------

/** The least known upper bound of a signed variable in a closed state. */
function upper(state: Blocks, { of, sign }: Signed): Rational {
  return half(boundBetween(state, of, (sign ^ 1) as 0 | 1, of, sign));
}

/** The least known upper bound of a + b. */
function upperSum(state: Blocks, a: Signed, b: Signed): Rational {
  return boundBetween(state, b.of, (b.sign ^ 1) as 0 | 1, a.of, a.sign);
}

export function boundsIn(state: Octagon, of: Variable, arithmetic: Arithmetic): Interval {
  const closed = closedOf(state, arithmetic);
  if (closed === "bottom") return intervals.EMPTY;
  return toInterval(upper(closed, { of, sign: 1 }), upper(closed, { of, sign: 0 }), isIntegral(of.type));
}

/** Unrounded bounds; undefined where there is none. The state should not be bottom. */
export function exactBounds(
  state: Octagon,
  of: Variable,
  arithmetic: Arithmetic,
): { low: Rational | undefined; high: Rational | undefined } {
  const closed = closedOf(state, arithmetic);
  if (closed === "bottom") throw new Error("bounds should be asked of a state that is not bottom");
  const negated = upper(closed, { of, sign: 1 });
  const high = upper(closed, { of, sign: 0 });
  return {
    low: negated === Infinity ? undefined : rational.negate(negated),
    high: high === Infinity ? undefined : high,
  };
}

/** From the upper bounds of -e and e. Fractions are rounded inward for integers, outward for reals. */
function toInterval(negated: Rational, positive: Rational, integral: boolean): Interval {
  const round = integral ? rational.floor : rational.ceil;
  return {
    low: negated === Infinity ? -Infinity : int.negate(round(negated)),
    high: positive === Infinity ? Infinity : round(positive),
  };
}

/** Variables' ranges from elsewhere, cut with the octagon's own bounds, and its bounds on sums. */
function oracleFor(state: Blocks, ranges: Ranges, arithmetic: Arithmetic): BoundsOracle {
  return {
    variable: (of) => {
      const known = intervals.meet(ranges(of), boundsIn(state, of, arithmetic));
      return intervals.isEmpty(known) ? ranges(of) : known;
    },
    expression: (of) => formBounds(state, of, ranges),
  };
}

/** Bounds of a linear form: variables of equal coefficients are bounded in pairs where the octagon relates them. */
function formBounds(state: Blocks, form: LinearExpression, ranges: Ranges): Interval {
  if (form.variables.length < 2) return intervals.FULL;
  const integral = form.variables.every((of) => isIntegral(of.type));
  const negative = upperOfForm(state, form, -1, ranges);
  const positive = upperOfForm(state, form, 1, ranges);
  const { low, high } = toInterval(negative, positive, integral);
  return { low: intervals.addBounds(low, form.constant), high: intervals.addBounds(high, form.constant) };
}

function upperOfForm(state: Blocks, form: LinearExpression, factor: 1 | -1, ranges: Ranges): Rational {
  const parts = form.variables.map((of, i) => {
    const coefficient = int.multiply(form.coefficients[i]!, factor);
    return { of, sign: (coefficient > 0 ? 0 : 1) as 0 | 1, size: int.absolute(coefficient), taken: false };
  });
  let sum: Rational = 0;
  for (const part of parts) {
    if (part.taken) continue;
    part.taken = true;
    let best = upperWithin(state, part, ranges);
    let partner: (typeof parts)[number] | undefined;
    for (const other of parts) {
      if (other.taken || other.size !== part.size) continue;
      const pair = upperSum(state, part, other);
      const apart = plus(best, upperWithin(state, other, ranges));
      if (partner === undefined && less(pair, apart)) {
        partner = other;
        best = pair;
      }
    }
    if (partner !== undefined) partner.taken = true;
    if (best === Infinity) return Infinity;
    sum = plus(sum, rational.multiply(best, part.size));
  }
  return sum;
}

function upperWithin(state: Blocks, signed: Signed, ranges: Ranges): Rational {
  const own = upper(state, signed);
  const range = ranges(signed.of);
  const given = signed.sign === 0 ? range.high : int.negate(range.low);
  return less(given, own) ? given : own;
}

// --- Constraints --------------------------------------------------------------------------------------------------

/** The closed state with a + b <= bound (2a <= 2 bound where a is b). */
function addSum(state: Octagon, a: Signed, b: Signed, bound: Rational, arithmetic: Arithmetic): Octagon {
  if (state === "bottom" || !less(bound, upperSum(state, a, b))) return state;
  const { block, from } = mergedBlock(state, a.of === b.of ? [a.of] : [a.of, b.of], arithmetic);
  const to = 2 * indexIn(block.variables, a.of) + a.sign;
  const source = 2 * indexIn(block.variables, b.of) + (b.sign ^ 1);
  const result = constrain(block, source, to, bound, arithmetic);
  return result === "empty" ? "bottom" : replaceBlocks(state, from, [result]);
}

function addUnary(state: Octagon, a: Signed, bound: Rational, arithmetic: Arithmetic): Octagon {
  return addSum(state, a, a, plus(bound, bound), arithmetic);
}

/** The closed state restricted to a linear constraint. */
function assumeLinear(
  state: Octagon,
  constraint: LinearConstraint | "true" | "false",
  ranges: Ranges,
  arithmetic: Arithmetic,
): Octagon {
  if (constraint === "true" || state === "bottom") return state;
  if (constraint === "false") return "bottom";
  const { expression, relation } = constraint;
  if (!expression.variables.every((of) => tracks(of, arithmetic))) return state;
  // Sound: over reals `<` is weakened to `<=`.
  const once = assumeAtMostZero(state, expression, ranges, arithmetic);
  if (relation !== "eq") return once;
  return assumeAtMostZero(once, negated(expression), ranges, arithmetic);
}

function negated(form: LinearExpression): LinearExpression {
  return addScaled({ variables: [], coefficients: [], constant: 0 }, -1, form);
}

/** Past this many variables only single bounds are derived: pairs would cost the square. */
const MOST_PAIRED = 8;

function assumeAtMostZero(state: Octagon, form: LinearExpression, ranges: Ranges, arithmetic: Arithmetic): Octagon {
  if (state === "bottom") return state;
  const { variables, coefficients } = form;
  const oracle = oracleFor(state, ranges, arithmetic);
  const integral = variables.every((of) => isIntegral(of.type));
  const signed = variables.map((of, i): Signed => ({ of, sign: coefficients[i]! > 0 ? 0 : 1 }));
  let result: Octagon = state;
  for (let i = 0; i < variables.length; i++) {
    const size = int.absolute(coefficients[i]!);
    const bound = boundOfRest(form, [[variables[i]!, coefficients[i]!]], size, oracle, integral);
    result = addUnary(result, signed[i]!, bound, arithmetic);
    for (let j = 0; j < i && variables.length <= MOST_PAIRED; j++) {
      const common = int.min(size, int.absolute(coefficients[j]!));
      const pair: [Variable, Int][] = [i, j].map((k) => [
        variables[k]!,
        coefficients[k]! > 0 ? common : int.negate(common),
      ]);
      result = addSum(result, signed[i]!, signed[j]!, boundOfRest(form, pair, common, oracle, integral), arithmetic);
    }
  }
  return result;
}

/** From form <= 0: part <= -(form - part) <= -low, divided by the part's common factor. */
function boundOfRest(
  form: LinearExpression,
  part: readonly [Variable, Int][],
  factor: Int,
  oracle: BoundsOracle,
  integral: boolean,
): Rational {
  const variables = part.map(([of]) => of);
  const sorted = [...part].sort(([a], [b]) => a.id - b.id);
  const taken: LinearExpression = {
    variables: variables.length === 1 ? variables : sorted.map(([of]) => of),
    coefficients: variables.length === 1 ? part.map(([, value]) => value) : sorted.map(([, value]) => value),
    constant: 0,
  };
  const { low } = expressionBounds(addScaled(form, -1, taken), oracle);
  if (intervals.isInfinite(low)) return Infinity;
  const bound = int.negate(low);
  return integral ? int.divideFloor(bound, factor) : rational.fraction(bound, factor);
}

/** The closed state restricted to one comparison of integers; anything else restricts nothing. */
export function assumeComparison(state: Octagon, atom: Formula, ranges: Ranges, arithmetic: Arithmetic): Octagon {
  if (state === "bottom" || (atom.kind !== "eq" && atom.kind !== "lt" && atom.kind !== "le")) return state;
  const form = linearise(subtract(atom.left, atom.right), oracleFor(state, ranges, arithmetic));
  if (form === undefined) return state;
  const { expression, error, denominator } = form;
  const integral = expression.variables.every((of) => isIntegral(of.type));
  // A negative integer is at most -1.
  const gap = atom.kind === "lt" && integral ? denominator : 0;
  let result: Octagon = state;
  if (!intervals.isInfinite(error.low)) {
    const constant = int.add(expression.constant, int.add(error.low, gap));
    result = assumeLinear(result, linearConstraint("le", { ...expression, constant }), ranges, arithmetic);
  }
  if (atom.kind === "eq" && !intervals.isInfinite(error.high)) {
    const upside = negated({ ...expression, constant: int.add(expression.constant, error.high) });
    result = assumeLinear(result, linearConstraint("le", upside), ranges, arithmetic);
  }
  return result;
}

// --- Assignments --------------------------------------------------------------------------------------------------

export function forget(state: Octagon, target: Variable, arithmetic: Arithmetic): Octagon {
  const closed = closedOf(state, arithmetic);
  if (closed === "bottom") return closed;
  const block = blockOf(closed, target);
  return block === undefined ? closed : replaceBlocks(closed, [block], [without(block, target)]);
}

/** target := value, where value is no if-then-else, in a closed state. */
export function assignPlain(
  state: Octagon,
  target: Variable,
  value: Term,
  ranges: Ranges,
  arithmetic: Arithmetic,
): Octagon {
  if (state === "bottom") return state;
  if (!tracks(target, arithmetic)) return state;
  const oracle = oracleFor(state, ranges, arithmetic);
  const form = linearise(value, oracle);
  if (form === undefined) return forget(state, target, arithmetic);
  const { expression, error, denominator } = form;
  const source = expression.variables[0];
  if (source === undefined || expression.variables.length > 1 || denominator !== 1)
    return assignForm(state, target, form, oracle, arithmetic);
  const coefficient = expression.coefficients[0]!;
  if ((coefficient !== 1 && coefficient !== -1) || !tracks(source, arithmetic))
    return assignForm(state, target, form, oracle, arithmetic);
  const sign = coefficient === 1 ? 0 : 1;
  const shift = intervals.add(error, intervals.point(expression.constant));
  return assignSigned(state, target, { of: source, sign }, shift, arithmetic);
}

/** x := V + [low, high] for a signed variable V. */
export function assignSigned(
  state: Blocks,
  target: Variable,
  source: Signed,
  shift: Interval,
  arithmetic: Arithmetic,
): Octagon {
  if (shift.low === -Infinity && shift.high === Infinity) return forget(state, target, arithmetic);
  const old = blockOf(state, target);
  const { block, from } = mergedBlock(state, [source.of], arithmetic);
  const variables = indexIn(block.variables, target) >= 0 ? block.variables : insert(block.variables, target);
  const index = 2 * indexIn(block.variables, source.of) + source.sign;
  const low = int.negate(shift.low);
  const place = indexIn(variables, target);
  const result = assignShifted(block, variables, place, index, low, shift.high, arithmetic);
  const rest = old === undefined || from.includes(old) ? undefined : without(old, target);
  return replaceBlocks(state, [...from, old], [result, rest]);
}

function insert(variables: readonly Variable[], of: Variable): Variable[] {
  return [...variables, of].sort((a, b) => a.id - b.id);
}

/** Any linear form: bounds of the value, and of its sum and difference with each variable it mentions. */
function assignForm(
  state: Blocks,
  target: Variable,
  form: Linearised,
  oracle: BoundsOracle,
  arithmetic: Arithmetic,
): Octagon {
  const integral = form.expression.variables.every((of) => isIntegral(of.type));
  const values = integral ? linearisedBounds(form, oracle) : realBounds(form, oracle);
  const x: Signed = { of: target, sign: 0 };
  const minusX: Signed = { of: target, sign: 1 };
  const related = form.expression.variables
    .filter((of) => of !== target && tracks(of, arithmetic))
    .slice(0, MOST_PAIRED);
  const sums = related.flatMap((of) =>
    ([0, 1] as const).map((sign) => {
      const factor = sign === 0 ? form.denominator : int.negate(form.denominator);
      const sum = addScaled(form.expression, 1, { variables: [of], coefficients: [factor], constant: 0 });
      const shifted = { ...form, expression: sum };
      return {
        other: { of, sign },
        bounds: integral ? linearisedBounds(shifted, oracle) : realBounds(shifted, oracle),
      };
    }),
  );
  let result = forget(state, target, arithmetic);
  if (result === "bottom" || intervals.isEmpty(values)) return result;
  const unary = unaryBlock(target, int.negate(values.low), values.high, arithmetic);
  if (unary !== undefined) result = replaceBlocks(result, [], [unary]);
  for (const { other, bounds } of sums) {
    if (intervals.isEmpty(bounds)) continue;
    const mirror: Signed = { of: other.of, sign: (other.sign ^ 1) as 0 | 1 };
    result = addSum(result, x, other, bounds.high, arithmetic);
    result = addSum(result, minusX, mirror, int.negate(bounds.low), arithmetic);
  }
  return result;
}

/** As linearisedBounds, rounded outward. */
function realBounds(form: Linearised, oracle: BoundsOracle): Interval {
  const { low, high } = intervals.add(expressionBounds(form.expression, oracle), form.error);
  return {
    low: intervals.isInfinite(low) ? low : int.divideFloor(low, form.denominator),
    high: intervals.isInfinite(high) ? high : int.divideCeil(high, form.denominator),
  };
}
