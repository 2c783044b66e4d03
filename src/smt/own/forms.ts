/**
 * Linear forms, each once: coprime integer coefficients, the first positive, no constant. All atoms about multiples of a
 * form are bounds on the one simplex variable that stands for it.
 */
import type { LinearExpression } from "../../logic/linear.ts";
import type { Variable } from "../../logic/term.ts";
import { isIntegral } from "../../logic/types.ts";
import type { Int } from "../../numbers/int.ts";
import * as int from "../../numbers/int.ts";
import type { Rational } from "../../numbers/rational.ts";
import * as rational from "../../numbers/rational.ts";
import type { Bound } from "../../numbers/simplex/simplex.ts";
import type { Equation } from "./intervals.ts";

export interface BoundAtom {
  /** The solver's variable. */
  readonly variable: number;
  /** True: form <= value (< when strict). False: form > value (>= when strict); over integers form >= value + 1. */
  readonly value: Rational;
  readonly strict: boolean;
  /** The bounds of the literal and its negation, as the simplex takes them. */
  readonly upper: Bound;
  readonly lower: Bound;
}

export function boundAtom(variable: number, value: Rational, strict: boolean, integral: boolean): BoundAtom {
  const upper: Bound = { value, delta: strict ? -1 : 0, reason: 2 * variable };
  const lower: Bound = integral
    ? { value: rational.add(value, 1), delta: 0, reason: 2 * variable + 1 }
    : { value, delta: strict ? 0 : 1, reason: 2 * variable + 1 };
  return { variable, value, strict, upper, lower };
}

export interface Form {
  readonly variables: readonly Variable[];
  readonly coefficients: readonly Int[];
  /** All variables are integers: so is the form. */
  readonly integral: boolean;
  /** In the simplex. */
  readonly column: number;
  /** Ascending by value, strict before closed. */
  readonly atoms: BoundAtom[];
  /** Those of the atoms that are relevant, in the same order. */
  readonly live: BoundAtom[];
  /** What propagates bounds through it; none for a single variable. */
  readonly equation: Equation | undefined;
  /** The equation takes part. */
  active: boolean;
  /** The simplex has a row for it; always so for a single variable, which needs none. */
  attached: boolean;
}

/** Where a bound is in an ascending list, or would be. */
export function positionOf(atoms: readonly BoundAtom[], value: Rational, strict: boolean): number {
  let low = 0;
  let high = atoms.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const other = atoms[middle]!;
    const order = rational.compare(other.value, value) || Number(!other.strict) - Number(!strict);
    if (order < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** What the maker of a form provides. */
interface Made {
  readonly column: number;
  readonly equation: Equation | undefined;
}

export class FormTable {
  readonly #buckets = new Map<number, Form[]>();

  /** The form of the variables and coefficients, made by `make` if new. Coefficients are canonical. */
  intern(variables: readonly Variable[], coefficients: readonly Int[], make: () => Made): Form {
    let hash = variables.length;
    for (let i = 0; i < variables.length; i++) {
      hash = Math.imul(hash ^ variables[i]!.id, 0x9e3779b1) ^ Math.imul(Number(coefficients[i]) | 0, 0x85ebca6b);
    }
    const bucket = this.#buckets.get(hash) ?? [];
    for (const form of bucket) {
      if (form.variables.length !== variables.length) continue;
      if (form.variables.every((of, i) => of === variables[i] && form.coefficients[i] === coefficients[i])) return form;
    }
    const integral = variables.every((of) => isIntegral(of.type));
    const made = make();
    const form: Form = {
      variables,
      coefficients,
      integral,
      column: made.column,
      atoms: [],
      live: [],
      equation: made.equation,
      active: false,
      attached: variables.length === 1,
    };
    bucket.push(form);
    this.#buckets.set(hash, bucket);
    return form;
  }
}

/** `scale * form + constant = expression`, the form canonical. The expression should have a variable. */
interface Scaled {
  readonly coefficients: readonly Int[];
  readonly scale: Int;
}

export function canonicalForm(expression: LinearExpression): Scaled {
  let divisor: Int = 0;
  for (const coefficient of expression.coefficients) divisor = int.gcd(divisor, coefficient);
  const scale = int.sign(expression.coefficients[0]!) < 0 ? int.negate(divisor) : divisor;
  if (scale === 1) return { coefficients: expression.coefficients, scale };
  return { coefficients: expression.coefficients.map((value) => int.divideExact(value, scale)), scale };
}
