/**
 * Linear abstraction of integer terms (Mine, "Symbolic methods to enhance the precision of numerical abstract domains",
 * 2006): any term becomes a linear expression plus an interval, over a positive denominator,
 *
 *     denominator * term  is in  expression + error      in every valuation the oracle's bounds admit.
 *
 * What is linear stays so; products, divisions, shifts and masks become linear where one operand is (nearly) constant;
 * a wrap is the identity where the bounds show its operand in range, and a shift by whole periods where they show
 * that; everything else is the interval of its values. Nothing here is ever wrong: a wide interval says less.
 */

import {
  addScaled,
  constantExpression,
  type LinearExpression,
  linearForm,
  scale,
  variableExpression,
} from "../logic/linear.ts";
import { expressionRange } from "../logic/range.ts";
import type { Term, Variable } from "../logic/term.ts";
import { type IntType, isIntegral, type PointerType, typeRange, type ValueType } from "../logic/types.ts";
import type { Int } from "../numbers/int.ts";
import * as int from "../numbers/int.ts";
import * as intervals from "../numbers/interval.ts";
import { FULL, type Interval } from "../numbers/interval.ts";

export interface Linearised {
  readonly expression: LinearExpression;
  /** Zero alone where the term is linear. */
  readonly error: Interval;
  /** Positive. */
  readonly denominator: Int;
}

/** What is known about the variables where the term is evaluated. */
export interface BoundsOracle {
  /** Contains every value of an integral variable. */
  variable(of: Variable): Interval;
  /** Contains every value of the expression; relational domains know more than its variables' bounds give. */
  expression?(of: LinearExpression): Interval;
}

/** Told each subterm that was replaced by something weaker than itself. */
export type OnApproximation = (term: Term) => void;

const ZERO: Interval = intervals.point(0);

// Deeper non-linear terms are cut off: recursion should not meet the limits of the stack.
const DEEPEST = 200;

/** Undefined if the term does not denote an integer. */
export function linearise(term: Term, oracle: BoundsOracle, onApproximation?: OnApproximation): Linearised | undefined {
  return new Lineariser(oracle, onApproximation).visit(term, 0);
}

/** Is the linearised form exactly the term? */
export function isExact(form: Linearised): boolean {
  return form.error.low === 0 && form.error.high === 0 && form.denominator === 1;
}

/** The values of an expression: by the oracle where it knows, cut with what its variables' bounds give. */
export function expressionBounds(expression: LinearExpression, oracle: BoundsOracle): Interval {
  const sum = expressionRange(expression, (of) => oracle.variable(of));
  return oracle.expression === undefined ? sum : intervals.meet(sum, oracle.expression(expression));
}

/** The integers the form admits. */
export function linearisedBounds(form: Linearised, oracle: BoundsOracle): Interval {
  const bounds = intervals.add(expressionBounds(form.expression, oracle), form.error);
  return form.denominator === 1 ? bounds : intervals.divideInward(bounds, form.denominator);
}

class Lineariser {
  readonly #oracle: BoundsOracle;
  readonly #onApproximation: OnApproximation | undefined;
  readonly #known = new Map<Term, Linearised | undefined>();

  constructor(oracle: BoundsOracle, onApproximation: OnApproximation | undefined) {
    this.#oracle = oracle;
    this.#onApproximation = onApproximation;
  }

  visit(term: Term, depth: number): Linearised | undefined {
    const exact = linearForm(term);
    if (exact !== undefined) return { expression: exact, error: ZERO, denominator: 1 };
    if (this.#known.has(term)) return this.#known.get(term);
    const form = depth > DEEPEST ? this.#give(term, FULL) : this.#compute(term, depth + 1);
    this.#known.set(term, form);
    return form;
  }

  #give(term: Term, values: Interval): Linearised {
    this.#onApproximation?.(term);
    return anywhere(values);
  }

  /** Notes the approximation, keeps the form. */
  #noting(term: Term, form: Linearised): Linearised {
    this.#onApproximation?.(term);
    return form;
  }

  #bounds(form: Linearised): Interval {
    return linearisedBounds(form, this.#oracle);
  }

  #compute(term: Term, depth: number): Linearised | undefined {
    switch (term.kind) {
      case "integer":
        return { expression: constantExpression(term.value), error: ZERO, denominator: 1 };
      case "variable":
        return isIntegral(term.variable.type)
          ? { expression: variableExpression(term.variable), error: ZERO, denominator: 1 }
          : undefined;
      case "negate": {
        const operand = this.visit(term.operand, depth);
        return operand === undefined ? undefined : times(operand, -1);
      }
      case "add":
      case "subtract":
      case "multiply":
      case "divide":
      case "remainder":
      case "shiftleft":
      case "shiftright":
      case "bitand":
      case "bitor":
      case "bitxor": {
        const left = this.visit(term.left, depth);
        const right = left === undefined ? undefined : this.visit(term.right, depth);
        return left === undefined || right === undefined ? undefined : this.#binary(term, left, right);
      }
      case "wrap": {
        const operand = this.visit(term.operand, depth);
        return operand === undefined ? undefined : this.#wrap(term, operand, term.type);
      }
      case "ite":
        return this.#choice(term, this.visit(term.then, depth), this.visit(term.else, depth));
      case "floatToInt":
        return this.#give(term, typeRange(term.type));
      case "apply":
        return this.#ofType(term, term.type);
      case "select":
        return term.array.kind === "variable" && term.array.variable.type.kind === "array"
          ? this.#ofType(term, term.array.variable.type.element)
          : this.#give(term, FULL);
      case "address":
        return this.#give(term, FULL);
      default:
        return undefined;
    }
  }

  #ofType(term: Term, type: ValueType): Linearised | undefined {
    return isIntegral(type) ? this.#give(term, typeRange(type)) : undefined;
  }

  #binary(term: Term & { left: Term; right: Term }, left: Linearised, right: Linearised): Linearised {
    switch (term.kind) {
      case "add":
        return sum(left, right, 1);
      case "subtract":
        return sum(left, right, -1);
      case "multiply":
        return this.#product(term, left, right);
      case "divide":
        return this.#quotient(term, left, right);
      case "remainder":
        return this.#remainder(term, left, right);
      case "shiftleft": {
        const factor = intervals.shiftLeft(intervals.point(1), this.#bounds(right));
        return this.#product(term, left, anywhere(factor));
      }
      case "shiftright":
        return this.#shiftRight(term, left, right);
      default:
        return this.#bits(term, left, right);
    }
  }

  /** One factor is replaced by its bounds: the one with fewer values, since the width of its interval is lost. */
  #product(term: Term, left: Linearised, right: Linearised): Linearised {
    const leftBounds = this.#bounds(left);
    const rightBounds = this.#bounds(right);
    const useRight = width(rightBounds) <= width(leftBounds);
    const [form, factor, range] = useRight ? [left, rightBounds, leftBounds] : [right, leftBounds, rightBounds];
    if (hasEnds(factor)) {
      // [l, h] * e = m * e + [l - m, h - m] * e, and the second e is replaced by its range.
      const middle = int.divideFloor(int.add(factor.low, factor.high), 2);
      if (intervals.isPoint(factor)) return times(form, middle);
      const rest = intervals.subtract(factor, intervals.point(middle));
      const loss = intervals.scale(intervals.multiply(rest, range), form.denominator);
      const linear = times(form, middle);
      if (isBounded(loss)) return this.#noting(term, { ...linear, error: intervals.add(linear.error, loss) });
    }
    return this.#give(term, intervals.multiply(leftBounds, rightBounds));
  }

  #quotient(term: Term, left: Linearised, right: Linearised): Linearised {
    const divisor = this.#bounds(right);
    const range = this.#bounds(left);
    const by = constantOf(divisor);
    if (by === undefined || by === 0) return this.#give(term, intervals.divide(range, divisor));
    const form = by < 0 ? times(left, -1) : left;
    const size = int.absolute(by);
    if (size === 1) return form;
    const dividend = by < 0 ? intervals.negate(range) : range;
    // size * trunc(e / size) is e less a remainder of the sign of e.
    const most = int.subtract(size, 1);
    const remainder = intervals.interval(dividend.low >= 0 ? 0 : int.negate(most), dividend.high <= 0 ? 0 : most);
    return this.#noting(term, over(form, size, intervals.negate(remainder)));
  }

  #remainder(term: Term, left: Linearised, right: Linearised): Linearised {
    const divisor = this.#bounds(right);
    const range = this.#bounds(left);
    const by = constantOf(divisor);
    const size = by === undefined ? 0 : int.absolute(by);
    if (range.low > int.negate(size) && range.high < size) return left;
    return this.#give(term, intervals.remainder(range, divisor));
  }

  #shiftRight(term: Term, left: Linearised, right: Linearised): Linearised {
    const counts = this.#bounds(right);
    const count = constantOf(counts);
    if (typeof count !== "number" || count < 0 || count > 4096)
      return this.#give(term, intervals.shiftRight(this.#bounds(left), counts));
    if (count === 0) return left;
    const size = int.powerOfTwo(count);
    return this.#noting(term, over(left, size, intervals.interval(int.subtract(1, size), 0)));
  }

  #bits(term: Term, left: Linearised, right: Linearised): Linearised {
    const leftBounds = this.#bounds(left);
    const rightBounds = this.#bounds(right);
    const mask = constantOf(rightBounds) ?? constantOf(leftBounds);
    const form = constantOf(rightBounds) !== undefined ? left : right;
    const range = constantOf(rightBounds) !== undefined ? leftBounds : rightBounds;
    if (mask !== undefined) {
      const linear = maskForm(term.kind, form, range, mask);
      if (linear !== undefined) return linear === form ? form : this.#noting(term, linear);
    }
    if (term.kind === "bitand") return this.#give(term, intervals.bitAnd(leftBounds, rightBounds));
    if (term.kind === "bitor") return this.#give(term, intervals.bitOr(leftBounds, rightBounds));
    return this.#give(term, intervals.bitXor(leftBounds, rightBounds));
  }

  #wrap(term: Term, operand: Linearised, type: IntType | PointerType): Linearised {
    const range = typeRange(type);
    const bounds = this.#bounds(operand);
    if (intervals.isEmpty(bounds)) return this.#give(term, range);
    if (intervals.includes(range, bounds)) return operand;
    const wrapped = intervals.wrap(bounds, range);
    const shift = hasEnds(bounds) ? int.subtract(wrapped.low, bounds.low) : 1;
    if (int.modulo(shift, int.powerOfTwo(type.bits)) === 0 && int.add(bounds.high, shift) === wrapped.high) {
      // All values lie in one period: the wrap adds a constant, a multiple of the period.
      return sum(operand, { expression: constantExpression(shift), error: ZERO, denominator: 1 }, 1);
    }
    return this.#give(term, wrapped);
  }

  /** One of two forms: the first, plus nothing or the difference between them. */
  #choice(term: Term, first: Linearised | undefined, second: Linearised | undefined): Linearised | undefined {
    if (first === undefined || second === undefined) return undefined;
    const difference = sum(second, first, -1);
    const range = intervals.add(expressionBounds(difference.expression, this.#oracle), difference.error);
    const common = aligned(first, difference.denominator);
    const loss = intervals.join(ZERO, range);
    if (isBounded(loss)) return this.#noting(term, { ...common, error: intervals.add(common.error, loss) });
    return this.#give(term, intervals.join(this.#bounds(first), this.#bounds(second)));
  }
}

// --- Forms --------------------------------------------------------------------------------------------------------

/** Any value of an interval. No values at all (an excluded division, say) are no knowledge: the caller decides. */
function anywhere(values: Interval): Linearised {
  const error = intervals.isEmpty(values) ? FULL : values;
  return constantOf(error) === undefined
    ? { expression: constantExpression(0), error, denominator: 1 }
    : { expression: constantExpression(error.low), error: ZERO, denominator: 1 };
}

function times(form: Linearised, factor: Int): Linearised {
  const { expression, error, denominator } = form;
  return { expression: scale(expression, factor), error: intervals.scale(error, factor), denominator };
}

/** The same form over a multiple of its denominator. */
function aligned(form: Linearised, denominator: Int): Linearised {
  return { ...times(form, int.divideExact(denominator, form.denominator)), denominator };
}

function sum(left: Linearised, right: Linearised, sign: 1 | -1): Linearised {
  const denominator = int.lcm(left.denominator, right.denominator);
  const a = aligned(left, denominator);
  const b = aligned(right, denominator);
  const error = intervals.add(a.error, intervals.scale(b.error, sign));
  return { expression: addScaled(a.expression, sign, b.expression), error, denominator };
}

/** (form + rest) / size, where `rest` is in units of the term. */
function over(form: Linearised, size: Int, rest: Interval): Linearised {
  return {
    expression: form.expression,
    error: intervals.add(form.error, intervals.scale(rest, form.denominator)),
    denominator: int.multiply(form.denominator, size),
  };
}

/** Bit operations with a constant differ from the other operand by at most that constant. */
function maskForm(kind: Term["kind"], form: Linearised, range: Interval, mask: Int): Linearised | undefined {
  const rest = (low: Int, high: Int): Linearised => over(form, 1, intervals.interval(low, high));
  const inverse = int.subtract(int.negate(mask), 1);
  if (kind === "bitand") {
    // x & m = x - (x & ~m), and the second part lies in 0..~m where ~m is not negative.
    if (mask < 0) return mask === -1 ? form : rest(int.negate(inverse), 0);
    return isLowMask(mask) && range.low >= 0 && range.high <= mask ? form : undefined;
  }
  if (kind === "bitor") return mask < 0 ? undefined : mask === 0 ? form : rest(0, mask);
  if (mask === 0) return form;
  if (mask > 0) return rest(int.negate(mask), mask);
  // x ^ m = ~(x ^ ~m) = -(x ^ ~m) - 1
  const flipped = times(over(form, 1, intervals.interval(int.negate(inverse), inverse)), -1);
  return sum(flipped, { expression: constantExpression(1), error: ZERO, denominator: 1 }, -1);
}

function isLowMask(mask: Int): boolean {
  const value = int.toBig(mask);
  return (value & (value + 1n)) === 0n;
}

function constantOf(values: Interval): Int | undefined {
  return values.low === values.high && !intervals.isInfinite(values.low) ? values.low : undefined;
}

function hasEnds(values: Interval): boolean {
  return !intervals.isEmpty(values) && isBounded(values);
}

function isBounded(values: Interval): boolean {
  return !intervals.isInfinite(values.low) && !intervals.isInfinite(values.high);
}

function width(values: Interval): Int {
  return hasEnds(values) ? int.subtract(values.high, values.low) : Infinity;
}
