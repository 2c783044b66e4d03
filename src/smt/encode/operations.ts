/**
 * The operations on integers that are not linear, given the linear values of their operands: names with definitions.
 * Division in all its forms is `t = d*q + r` with bounds on r: truncating by cases of the sign of t, rounding down for
 * shifts and masks, and with the range of the type for r in a wrap.
 */
import { addScaled, constantExpression, type LinearExpression, scale, variableExpression } from "../../logic/linear.ts";
import { expressionRange } from "../../logic/range.ts";
import {
  and,
  bits,
  divide,
  type Formula,
  integer,
  not,
  or,
  subtract,
  type Term,
  type Variable,
} from "../../logic/term.ts";
import { highest, isIntegral, lowest, MATH_INTEGER, REAL, typeRange, type ValueType } from "../../logic/types.ts";
import type { Int } from "../../numbers/int.ts";
import * as int from "../../numbers/int.ts";
import type { Interval } from "../../numbers/interval.ts";
import * as intervals from "../../numbers/interval.ts";
import { interval as between, FULL, includes, isInfinite } from "../../numbers/interval.ts";
import { atom } from "./atoms.ts";
import type { Names } from "./names.ts";
import { lowMask, shiftCount } from "./rewrites.ts";

/** Values of a factor up to which a product is split by cases. */
const CASES = 8;

const ZERO = constantExpression(0);

export type BinaryTerm = Term & { readonly left: Term; readonly right: Term };
type WrapTerm = Extract<Term, { kind: "wrap" }>;
type FloatToIntTerm = Extract<Term, { kind: "floatToInt" }>;

export class Operations {
  readonly #names: Names;
  /** Quotients by their terms: a division and its remainder share one. */
  readonly #quotients = new Map<Term, LinearExpression>();

  constructor(names: Names) {
    this.#names = names;
  }

  intervalOf(value: LinearExpression): Interval {
    return expressionRange(value, (of) => this.#names.intervalOf(of));
  }

  /** A name of which no more is known than its interval. */
  abstract(term: Term, type: ValueType, interval: Interval = typeRange(type)): Variable {
    const name = this.#name(term.kind, term, interval, type);
    this.#names.markAbstract(name);
    return name;
  }

  #name(hint: string, term: Term, interval: Interval, type: ValueType = MATH_INTEGER): Variable {
    const name = this.#names.make(hint, type, term, interval);
    const value = variableExpression(name);
    if (!isInfinite(interval.low)) this.#names.define(name, atom("le", constantExpression(interval.low), value));
    if (!isInfinite(interval.high)) this.#names.define(name, atom("le", value, constantExpression(interval.high)));
    return name;
  }

  // --- Wraps ------------------------------------------------------------------------------------------------------

  wrap(term: WrapTerm, operand: LinearExpression): LinearExpression {
    const range = typeRange(term.type);
    const interval = this.intervalOf(operand);
    if (!isWhole(operand)) return variableExpression(this.abstract(term, MATH_INTEGER, range));
    if (includes(range, interval)) return operand;
    const modulus = int.powerOfTwo(term.type.bits);
    const multiples = multiplesOf(interval, lowest(term.type), modulus);
    const few = values(multiples, 3);
    if (few?.length === 1) return addScaled(operand, -1, constantExpression(int.multiply(modulus, few[0]!)));
    const name = this.#name("wrap", term, range);
    const value = variableExpression(name);
    if (few !== undefined) {
      for (const multiple of few) {
        const shifted = addScaled(operand, -1, constantExpression(int.multiply(modulus, multiple)));
        this.#names.define(name, or([not(this.#within(shifted, range, few, multiple)), atom("eq", value, shifted)]));
      }
      return value;
    }
    const count = this.#name("wraps", divide(subtract(term.operand, term), integer(modulus)), multiples);
    const sum = addScaled(value, modulus, variableExpression(count));
    this.#names.define(name, atom("eq", operand, sum));
    this.#names.define(count, atom("eq", operand, sum));
    return value;
  }

  /** `shifted` lies in the range; the first and last of the possible multiples need one bound only. */
  #within(shifted: LinearExpression, range: Interval, possible: readonly Int[], multiple: Int): Formula {
    const parts: Formula[] = [];
    if (multiple !== possible[0]) parts.push(atom("le", constantExpression(range.low), shifted));
    if (multiple !== possible[possible.length - 1]) parts.push(atom("le", shifted, constantExpression(range.high)));
    return and(parts);
  }

  // --- Division ---------------------------------------------------------------------------------------------------

  /** C's / and %. */
  division(
    term: BinaryTerm & { readonly kind: "divide" | "remainder" },
    left: LinearExpression,
    right: LinearExpression,
  ) {
    if (!isWhole(left) || !isWhole(right)) return variableExpression(this.abstract(term, REAL));
    if (right.variables.length > 0 || right.constant === 0) return this.#unknownDivision(term, left, right);
    const divisor = right.constant;
    const largest = int.subtract(int.absolute(divisor), 1);
    const interval = this.intervalOf(left);
    if (includes(between(int.negate(largest), largest), interval)) return term.kind === "divide" ? ZERO : left;
    const quotient = this.#truncatedQuotient(term, left, divisor, interval);
    if (term.kind === "divide") return quotient;
    const low = interval.low >= 0 ? 0 : int.negate(largest);
    const high = interval.high <= 0 ? 0 : largest;
    return this.#rest("remainder", term, left, divisor, quotient, { low, high });
  }

  #truncatedQuotient(term: BinaryTerm, left: LinearExpression, divisor: Int, interval: Interval): LinearExpression {
    const key = divide(term.left, integer(divisor));
    const known = this.#quotients.get(key);
    if (known !== undefined) return known;
    const name = this.#name("quotient", key, intervals.divide(interval, intervals.point(divisor)));
    const quotient = variableExpression(name);
    const rest = addScaled(left, int.negate(divisor), quotient);
    const largest = int.subtract(int.absolute(divisor), 1);
    const whenNegative = atom("lt", left, ZERO);
    this.#names.define(
      name,
      or([whenNegative, and([atom("le", ZERO, rest), atom("le", rest, constantExpression(largest))])]),
      or([not(whenNegative), and([atom("le", constantExpression(int.negate(largest)), rest), atom("le", rest, ZERO)])]),
    );
    this.#quotients.set(key, quotient);
    return quotient;
  }

  /** A name of `left - divisor * quotient`, for the sake of its interval. */
  #rest(
    hint: string,
    term: Term,
    left: LinearExpression,
    divisor: Int,
    quotient: LinearExpression,
    interval: Interval,
  ): LinearExpression {
    const name = this.#name(hint, term, interval);
    const value = variableExpression(name);
    this.#names.define(name, atom("eq", value, addScaled(left, int.negate(divisor), quotient)));
    return value;
  }

  #unknownDivision(term: BinaryTerm, left: LinearExpression, right: LinearExpression): LinearExpression {
    const { low, high } = this.intervalOf(left);
    const size = int.max(int.negate(low), high);
    const name = this.abstract(term, MATH_INTEGER, between(int.negate(size), size));
    const value = variableExpression(name);
    const nonNegative = atom("le", ZERO, left);
    const positive = atom("lt", ZERO, right);
    const upTo = (bound: LinearExpression): Formula => and([atom("le", ZERO, value), atom("le", value, bound)]);
    if (term.kind === "divide") {
      this.#names.define(name, or([not(and([nonNegative, positive])), upTo(left)]));
    } else {
      const downTo = and([atom("le", left, value), atom("le", value, ZERO)]);
      this.#names.define(name, or([not(nonNegative), upTo(left)]), or([nonNegative, downTo]));
      const below = and([atom("lt", value, right), atom("lt", scale(right, -1), value)]);
      this.#names.define(name, or([not(positive), below]));
    }
    return value;
  }

  // --- Bits -------------------------------------------------------------------------------------------------------

  shiftRight(term: BinaryTerm, left: LinearExpression): LinearExpression {
    const count = shiftCount(term.right);
    if (count === undefined || !isWhole(left)) {
      // Sound: a shift to the right moves a number towards zero or minus one, whatever the count.
      return variableExpression(this.abstract(term, MATH_INTEGER, towardsZero(this.intervalOf(left))));
    }
    return this.#floorQuotient(term.left, left, count);
  }

  #floorQuotient(term: Term, left: LinearExpression, count: number): LinearExpression {
    const key = bits("shiftright", term, integer(count));
    const known = this.#quotients.get(key);
    if (known !== undefined) return known;
    const divisor = int.powerOfTwo(count);
    const { low, high } = multiplesOf(this.intervalOf(left), 0, divisor);
    if (low === high) return constantExpression(low);
    const name = this.#name("shift", key, { low, high });
    const quotient = variableExpression(name);
    const rest = addScaled(left, int.negate(divisor), quotient);
    this.#names.define(name, atom("le", ZERO, rest), atom("lt", rest, constantExpression(divisor)));
    this.#quotients.set(key, quotient);
    return quotient;
  }

  bitAnd(term: BinaryTerm, left: LinearExpression, right: LinearExpression): LinearExpression {
    if (lowMask(term.right) !== undefined) return this.#lowBits(term, term.left, left, lowMask(term.right)!);
    if (lowMask(term.left) !== undefined) return this.#lowBits(term, term.right, right, lowMask(term.left)!);
    const a = this.intervalOf(left);
    const b = this.intervalOf(right);
    const bit = between(0, 1);
    if (includes(bit, a) && includes(bit, b)) return this.product(term, left, right);
    const closure = bitClosure(a, b);
    const tops = [a, b].filter(({ low }) => low >= 0).map(({ high }) => high);
    const high = tops.reduce(int.min, closure.high);
    const name = this.abstract(term, MATH_INTEGER, tops.length > 0 ? between(0, high) : closure);
    this.#bitAndFacts(name, left, right);
    this.#bitAndFacts(name, right, left);
    return variableExpression(name);
  }

  /** x & y is within 0 .. y for y >= 0, and at most x for y < 0. */
  #bitAndFacts(name: Variable, x: LinearExpression, y: LinearExpression): void {
    const value = variableExpression(name);
    const negative = atom("lt", y, ZERO);
    this.#names.define(
      name,
      or([negative, and([atom("le", ZERO, value), atom("le", value, y)])]),
      or([not(negative), atom("le", value, x)]),
    );
  }

  #lowBits(term: Term, operand: Term, value: LinearExpression, count: number): LinearExpression {
    const modulus = int.powerOfTwo(count);
    const range = between(0, int.subtract(modulus, 1));
    if (!isWhole(value)) return variableExpression(this.abstract(term, MATH_INTEGER, range));
    if (includes(range, this.intervalOf(value))) return value;
    return this.#rest("mask", term, value, modulus, this.#floorQuotient(operand, value, count), range);
  }

  /** x | y = x + y - (x & y), x ^ y = x + y - 2 (x & y). */
  fromBitAnd(term: BinaryTerm, left: LinearExpression, right: LinearExpression, common: LinearExpression) {
    const factor = term.kind === "bitor" ? -1 : -2;
    const value = addScaled(addScaled(left, 1, right), factor, common);
    const interval = bitClosure(this.intervalOf(left), this.intervalOf(right));
    if (isConstant(value) || includes(interval, this.intervalOf(value))) return value;
    const name = this.#name(term.kind, term, interval);
    this.#names.define(name, atom("eq", variableExpression(name), value));
    return variableExpression(name);
  }

  // --- Products ---------------------------------------------------------------------------------------------------

  /** Of two numbers, or of two bits (where it is their conjunction). */
  product(term: BinaryTerm, left: LinearExpression, right: LinearExpression): LinearExpression {
    const whole = isWhole(left) && isWhole(right);
    const a = this.intervalOf(left);
    const b = this.intervalOf(right);
    const square = left === right || term.left === term.right;
    const interval =
      square && a.low < 0 && term.kind === "multiply"
        ? nonNegative(intervals.multiply(a, b))
        : intervals.multiply(a, b);
    const name = this.#name("product", term, whole ? interval : FULL, whole ? MATH_INTEGER : REAL);
    const value = variableExpression(name);
    const few = isWhole(right) ? values(b, CASES) : undefined;
    const factors = few ?? (isWhole(left) ? values(a, CASES) : undefined);
    const [factor, other] = few !== undefined ? [right, left] : [left, right];
    if (factors === undefined) {
      this.#names.markAbstract(name);
      this.#productFacts(name, left, right);
      return value;
    }
    for (const each of factors) {
      const isEach = atom("eq", factor, constantExpression(each));
      this.#names.define(name, or([not(isEach), atom("eq", value, scale(other, each))]));
    }
    return value;
  }

  #productFacts(name: Variable, left: LinearExpression, right: LinearExpression): void {
    const value = variableExpression(name);
    for (const [factor, other] of [
      [left, right],
      [right, left],
    ] as const) {
      for (const each of [0, 1])
        this.#names.define(
          name,
          or([not(atom("eq", factor, constantExpression(each))), atom("eq", value, scale(other, each))]),
        );
    }
  }

  // --- From reals -------------------------------------------------------------------------------------------------

  /** Truncation of a real; of a float nothing is known but the type. */
  truncation(term: FloatToIntTerm, operand: LinearExpression | undefined): LinearExpression {
    const name = this.abstract(term, MATH_INTEGER, typeRange(term.type));
    const value = variableExpression(name);
    if (operand === undefined) return value;
    const one = constantExpression(1);
    // Outside of the type the term has no value, and the name may have any.
    const fits = and([
      atom("lt", constantExpression(int.subtract(lowest(term.type), 1)), operand),
      atom("lt", operand, constantExpression(int.add(highest(term.type), 1))),
    ]);
    const down = and([atom("le", value, operand), atom("lt", operand, addScaled(value, 1, one))]);
    const up = and([atom("le", operand, value), atom("lt", addScaled(value, -1, one), operand)]);
    const negative = atom("lt", operand, ZERO);
    this.#names.define(name, or([not(fits), negative, down]), or([not(fits), not(negative), up]));
    return value;
  }
}

export function isConstant(value: LinearExpression): boolean {
  return value.variables.length === 0;
}

export function isWhole(value: LinearExpression): boolean {
  return value.variables.every((of) => isIntegral(of.type));
}

/** The k for which v - k * modulus lies in `from .. from + modulus - 1` for some v of the interval. */
function multiplesOf({ low, high }: Interval, from: Int, modulus: Int): Interval {
  const multiple = (end: Int): Int => (isInfinite(end) ? end : int.divideFloor(int.subtract(end, from), modulus));
  return { low: multiple(low), high: multiple(high) };
}

function nonNegative({ high }: Interval): Interval {
  return { low: 0, high };
}

function towardsZero({ low, high }: Interval): Interval {
  return { low: int.min(low, 0), high: int.max(high, -1) };
}

/** The integers of the interval where there are at most `limit` of them. */
function values({ low, high }: Interval, limit: number): Int[] | undefined {
  if (isInfinite(low) || isInfinite(high) || int.subtract(high, low) >= limit) return undefined;
  const list: Int[] = [];
  for (let value = low; value <= high; value = int.add(value, 1)) list.push(value);
  return list;
}

/** The least interval -2^k .. 2^k - 1, or 0 .. 2^k - 1 where both are non-negative, that holds both: no bit operation leaves it. */
function bitClosure(a: Interval, b: Interval): Interval {
  const { low, high } = intervals.join(a, b);
  if (isInfinite(low) || isInfinite(high)) return low >= 0 ? { low: 0, high: Infinity } : FULL;
  let power: Int = 1;
  while (power <= high || int.negate(power) > low) power = int.multiply(power, 2);
  return { low: low >= 0 ? 0 : int.negate(power), high: int.subtract(power, 1) };
}
