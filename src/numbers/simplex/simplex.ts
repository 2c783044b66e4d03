/**
 * The general simplex for bounded variables, after Dutertre and de Moura, "A Fast Linear-Arithmetic Solver for
 * DPLL(T)" (CAV 2006): exact, incremental, with explanations.
 *
 * A system has structural variables (`addVariable`), defined ones (`addRow`: a linear form under a name), and bounds on
 * either, asserted one at a time and taken back by `pop`. Strict bounds are pairs c + k*delta for an infinitesimal
 * delta. Invariants between calls: the values satisfy every row, and each non-basic variable is within its bounds;
 * `check` moves basic variables into theirs or finds a row that shows it impossible. A conflict names the bounds
 * involved with the Farkas coefficients of the contradiction: with them, the sum of the bounds reads 0 <= -c or 0 < 0.
 */

import type { Int } from "../int.ts";
import * as int from "../int.ts";
import type { Rational } from "../rational.ts";
import * as rational from "../rational.ts";
import { coefficient, eliminate, type Row, reduce } from "./tableau.ts";

export type Side = "lower" | "upper";
export type Strictness = "closed" | "strict";

/** A bound value + delta * infinitesimal; `delta` is 1 for a strict lower bound, -1 for a strict upper one. */
export interface Bound {
  readonly value: Rational;
  readonly delta: -1 | 0 | 1;
  /** The caller's name for whoever asserted it. */
  readonly reason: number;
}

/** One line of a Farkas certificate: `factor` > 0 times the bound of `variable` on `side`. */
export interface Contribution {
  readonly reason: number;
  readonly variable: number;
  readonly side: Side;
  readonly bound: Bound;
  readonly factor: Rational;
}

export type Conflict = readonly Contribution[];

/** `limit`: the pivot limit was reached; nothing is known. */
export type CheckResult =
  | { readonly kind: "feasible" }
  | { readonly kind: "infeasible"; readonly conflict: Conflict }
  | { readonly kind: "limit" };

const FEASIBLE: CheckResult = { kind: "feasible" };

interface Change {
  readonly variable: number;
  readonly side: Side;
  readonly previous: Bound | undefined;
}

export class Simplex {
  readonly #lower: (Bound | undefined)[] = [];
  readonly #upper: (Bound | undefined)[] = [];
  readonly #value: Rational[] = [];
  readonly #delta: Rational[] = [];
  readonly #rows: Row[] = [];
  /** The row in which a variable is basic. */
  readonly #rowOf: (Row | undefined)[] = [];
  readonly #trail: Change[] = [];
  readonly #marks: number[] = [];
  /** Pivots done so far: the unit of work. */
  pivots = 0;
  /** `check` and `maximise` give up when `pivots` reaches it. */
  pivotLimit = Infinity;

  get size(): number {
    return this.#value.length;
  }

  get rows(): readonly Row[] {
    return this.#rows;
  }

  lower(variable: number): Bound | undefined {
    return this.#lower[variable];
  }

  upper(variable: number): Bound | undefined {
    return this.#upper[variable];
  }

  addVariable(): number {
    this.#value.push(0);
    this.#delta.push(0);
    this.#lower.push(undefined);
    this.#upper.push(undefined);
    this.#rowOf.push(undefined);
    return this.#value.length - 1;
  }

  /** A new variable that equals the sum of coefficients times variables (each named once). Survives `pop`. */
  addRow(variables: readonly number[], coefficients: readonly Int[]): number {
    const defined = this.addVariable();
    const row = this.#define(defined, variables, coefficients);
    this.#rows.push(row);
    this.#rowOf[defined] = row;
    this.#evaluate(row);
    return defined;
  }

  /** The row of `basic` over the current non-basic variables. */
  #define(basic: number, variables: readonly number[], coefficients: readonly Int[]): Row {
    const terms = variables.map((variable, i) => [variable, int.negate(coefficients[i]!)] as const);
    const sorted = terms.filter(([, value]) => value !== 0).sort(([a], [b]) => a - b);
    const row: Row = {
      basic,
      columns: [...sorted.map(([variable]) => variable), basic],
      coefficients: [...sorted.map(([, value]) => value), 1],
    };
    for (const [variable] of sorted) {
      const source = this.#rowOf[variable];
      if (source !== undefined) eliminate(row, source, variable);
    }
    reduce(row);
    return row;
  }

  #evaluate(row: Row): void {
    let value: Rational = 0;
    let delta: Rational = 0;
    let own: Int = 1;
    row.columns.forEach((column, i) => {
      const factor = row.coefficients[i]!;
      if (column === row.basic) own = factor;
      else {
        value = rational.addMultiply(value, factor, this.#value[column]!);
        delta = rational.addMultiply(delta, factor, this.#delta[column]!);
      }
    });
    this.#value[row.basic] = rational.negate(rational.divide(value, own));
    this.#delta[row.basic] = rational.negate(rational.divide(delta, own));
  }

  push(): void {
    this.#marks.push(this.#trail.length);
  }

  /** Takes back all bounds since the matching `push`. Values stay: they satisfy the weaker bounds too. */
  pop(): void {
    const mark = this.#marks.pop() ?? 0;
    while (this.#trail.length > mark) {
      const { variable, side, previous } = this.#trail.pop()!;
      (side === "lower" ? this.#lower : this.#upper)[variable] = previous;
    }
  }

  /** variable >= value (or > when strict). A conflict with the upper bound shows at once; others in `check`. */
  assertLower(variable: number, value: Rational, strictness: Strictness, reason: number): Conflict | undefined {
    const bound: Bound = { value, delta: strictness === "strict" ? 1 : 0, reason };
    const old = this.#lower[variable];
    if (old !== undefined && compareBounds(bound, old) <= 0) return undefined;
    const upper = this.#upper[variable];
    if (upper !== undefined && compareBounds(bound, upper) > 0) return opposites(variable, bound, upper);
    this.#trail.push({ variable, side: "lower", previous: old });
    this.#lower[variable] = bound;
    if (this.#rowOf[variable] === undefined && this.#compareWith(variable, bound) < 0) this.#moveTo(variable, bound);
    return undefined;
  }

  /** variable <= value (or < when strict). */
  assertUpper(variable: number, value: Rational, strictness: Strictness, reason: number): Conflict | undefined {
    const bound: Bound = { value, delta: strictness === "strict" ? -1 : 0, reason };
    const old = this.#upper[variable];
    if (old !== undefined && compareBounds(bound, old) >= 0) return undefined;
    const lower = this.#lower[variable];
    if (lower !== undefined && compareBounds(lower, bound) > 0) return opposites(variable, lower, bound);
    this.#trail.push({ variable, side: "upper", previous: old });
    this.#upper[variable] = bound;
    if (this.#rowOf[variable] === undefined && this.#compareWith(variable, bound) > 0) this.#moveTo(variable, bound);
    return undefined;
  }

  #compareWith(variable: number, bound: Bound): number {
    const order = rational.compare(this.#value[variable]!, bound.value);
    return order !== 0 ? order : rational.compare(this.#delta[variable]!, bound.delta);
  }

  /** Sets a non-basic variable to a bound and lets the basic ones follow. */
  #moveTo(variable: number, bound: Bound): void {
    const value = rational.subtract(bound.value, this.#value[variable]!);
    this.#moveBy(variable, value, rational.subtract(bound.delta, this.#delta[variable]!));
  }

  #moveBy(variable: number, value: Rational, delta: Rational): void {
    for (const row of this.#rows) {
      const factor = coefficient(row, variable);
      if (factor === 0) continue;
      const rate = rational.fraction(int.negate(factor), coefficient(row, row.basic));
      this.#value[row.basic] = rational.addMultiply(this.#value[row.basic]!, rate, value);
      this.#delta[row.basic] = rational.addMultiply(this.#delta[row.basic]!, rate, delta);
    }
    this.#value[variable] = rational.add(this.#value[variable]!, value);
    this.#delta[variable] = rational.add(this.#delta[variable]!, delta);
  }

  /** Makes `entering` basic in the row, in place of the row's basic variable. Values do not change. */
  #pivot(row: Row, entering: number, objective: Row | undefined): void {
    this.pivots += 1;
    this.#rowOf[row.basic] = undefined;
    this.#rowOf[entering] = row;
    row.basic = entering;
    reduce(row);
    for (const other of this.#rows) if (other !== row) eliminate(other, row, entering);
    if (objective !== undefined) eliminate(objective, row, entering);
  }

  /** Decides the asserted bounds over the rationals. */
  check(): CheckResult {
    // Greatest violation first converges fast but may cycle; after as many pivots as there are variables the
    // least-index rule of Bland takes over, which ends.
    const bland = this.pivots + this.size;
    for (;;) {
      const row = this.#violated(this.pivots < bland ? "greatest" : "first");
      if (row === undefined) return FEASIBLE;
      if (this.pivots >= this.pivotLimit) return { kind: "limit" };
      const lower = this.#lower[row.basic];
      const below = lower !== undefined && this.#compareWith(row.basic, lower) < 0;
      const entering = this.#entering(row, below);
      if (entering < 0) return { kind: "infeasible", conflict: this.#explain(row, below) };
      const leaving = row.basic;
      this.#pivot(row, entering, undefined);
      this.#moveTo(leaving, (below ? lower : this.#upper[leaving])!);
    }
  }

  #violated(choice: "greatest" | "first"): Row | undefined {
    let found: Row | undefined;
    let most = 0;
    for (const row of this.#rows) {
      const violation = this.#violation(row.basic);
      if (violation === 0) continue;
      if (choice === "first" ? found === undefined || row.basic < found.basic : violation > most) {
        found = row;
        most = violation;
      }
    }
    return found;
  }

  /** How far outside its bounds a variable is; approximate, but 0 only if inside. */
  #violation(variable: number): number {
    const lower = this.#lower[variable];
    const upper = this.#upper[variable];
    const bound =
      lower !== undefined && this.#compareWith(variable, lower) < 0
        ? lower
        : upper !== undefined && this.#compareWith(variable, upper) > 0
          ? upper
          : undefined;
    if (bound === undefined) return 0;
    const distance = Math.abs(rational.approximate(rational.subtract(bound.value, this.#value[variable]!)));
    return distance > 0 ? distance : Number.MIN_VALUE;
  }

  /** The first non-basic variable that can move the basic one back, or -1. */
  #entering(row: Row, increase: boolean): number {
    for (let i = 0; i < row.columns.length; i++) {
      const column = row.columns[i]!;
      if (column === row.basic) continue;
      // d*x + c*y = 0 with d > 0: x grows with y where c < 0.
      if (this.#canMove(column, row.coefficients[i]! < 0 === increase)) return column;
    }
    return -1;
  }

  #canMove(variable: number, up: boolean): boolean {
    const bound = up ? this.#upper[variable] : this.#lower[variable];
    if (bound === undefined) return true;
    const order = this.#compareWith(variable, bound);
    return up ? order < 0 : order > 0;
  }

  /** The row's basic variable is beyond a bound and all others sit at theirs: those bounds contradict each other. */
  #explain(row: Row, below: boolean): Conflict {
    const own = coefficient(row, row.basic);
    return row.columns.map((column, i) => {
      const factor = row.coefficients[i]!;
      const side: Side = column === row.basic ? (below ? "lower" : "upper") : factor < 0 === below ? "upper" : "lower";
      return this.#contribution(column, side, rational.fraction(int.absolute(factor), own));
    });
  }

  #contribution(variable: number, side: Side, factor: Rational): Contribution {
    const bound = (side === "lower" ? this.#lower : this.#upper)[variable];
    if (bound === undefined) throw new Error("a bound of an explanation should exist");
    return { reason: bound.reason, variable, side, bound, factor };
  }

  /**
   * The supremum of a linear form under the asserted bounds, which should be feasible (call `check` first); the bounds
   * that imply it come with their factors. Afterwards the values are those of the optimum.
   */
  maximise(variables: readonly number[], coefficients: readonly Int[]): Optimum {
    const objective = this.#define(this.size, variables, coefficients);
    for (;;) {
      const entering = this.#improving(objective);
      if (entering < 0) return this.#optimum(objective);
      if (this.pivots >= this.pivotLimit) return { kind: "limit" };
      const up = coefficient(objective, entering) < 0;
      const step = this.#longestStep(entering, up);
      if (step === undefined) return { kind: "unbounded" };
      const sign = up ? 1 : -1;
      this.#moveBy(entering, rational.multiply(sign, step.value), rational.multiply(sign, step.delta));
      if (step.row !== undefined) this.#pivot(step.row, entering, objective);
      else this.pivots += 1;
    }
  }

  #improving(objective: Row): number {
    for (let i = 0; i < objective.columns.length; i++) {
      const column = objective.columns[i]!;
      if (column !== objective.basic && this.#canMove(column, objective.coefficients[i]! < 0)) return column;
    }
    return -1;
  }

  /** How far a non-basic variable can go before it or a basic variable meets a bound; undefined: for ever. */
  #longestStep(entering: number, up: boolean): Step | undefined {
    const own = up ? this.#upper[entering] : this.#lower[entering];
    let best: Step | undefined = own === undefined ? undefined : this.#distance(entering, own, 1, undefined);
    for (const row of this.#rows) {
      const factor = coefficient(row, entering);
      if (factor === 0) continue;
      const grows = factor < 0 === up;
      const bound = grows ? this.#upper[row.basic] : this.#lower[row.basic];
      if (bound === undefined) continue;
      const rate = rational.fraction(int.absolute(factor), coefficient(row, row.basic));
      const step = this.#distance(row.basic, bound, rate, row);
      const order = best === undefined ? -1 : compareSteps(step, best);
      if (order < 0 || (order === 0 && best?.row !== undefined && row.basic < best.row.basic)) best = step;
    }
    return best;
  }

  #distance(variable: number, bound: Bound, rate: Rational, row: Row | undefined): Step {
    const value = rational.subtract(bound.value, this.#value[variable]!);
    const delta = rational.subtract(bound.delta, this.#delta[variable]!);
    const negative = rational.sign(value) < 0 || (rational.sign(value) === 0 && rational.sign(delta) < 0);
    const divisor = negative ? rational.negate(rate) : rate;
    return { value: rational.divide(value, divisor), delta: rational.divide(delta, divisor), row };
  }

  #optimum(objective: Row): Optimum {
    const own = coefficient(objective, objective.basic);
    let value: Rational = 0;
    let delta: Rational = 0;
    const explanation: Contribution[] = [];
    objective.columns.forEach((column, i) => {
      if (column === objective.basic) return;
      const rate = rational.fraction(int.negate(objective.coefficients[i]!), own);
      value = rational.addMultiply(value, rate, this.#value[column]!);
      delta = rational.addMultiply(delta, rate, this.#delta[column]!);
      const side: Side = rational.sign(rate) > 0 ? "upper" : "lower";
      explanation.push(this.#contribution(column, side, rational.absolute(rate)));
    });
    return { kind: "bounded", value, attained: rational.sign(delta) === 0 ? "attained" : "approached", explanation };
  }

  /** The current value of a variable with the infinitesimal left out: exact where no strict bound is involved. */
  valueOf(variable: number): Rational {
    return this.#value[variable]!;
  }

  /** The factor of the infinitesimal in a variable's value; not zero only where strict bounds are involved. */
  slopeOf(variable: number): Rational {
    return this.#delta[variable]!;
  }

  /** Values of all variables that satisfy every bound, strict ones included; call after `check` said feasible. */
  model(): Rational[] {
    let epsilon: Rational = 1;
    const separate = (gap: Rational, slope: Rational): void => {
      if (rational.sign(slope) > 0) epsilon = rational.min(epsilon, rational.divide(gap, slope));
    };
    this.#value.forEach((value, variable) => {
      const delta = this.#delta[variable]!;
      const lower = this.#lower[variable];
      if (lower !== undefined) separate(rational.subtract(value, lower.value), rational.subtract(lower.delta, delta));
      const upper = this.#upper[variable];
      if (upper !== undefined) separate(rational.subtract(upper.value, value), rational.subtract(delta, upper.delta));
    });
    return this.#value.map((value, variable) => rational.addMultiply(value, epsilon, this.#delta[variable]!));
  }
}

export type Optimum =
  | {
      readonly kind: "bounded";
      readonly value: Rational;
      readonly attained: "attained" | "approached";
      readonly explanation: Conflict;
    }
  | { readonly kind: "unbounded" }
  | { readonly kind: "limit" };

interface Step {
  readonly value: Rational;
  readonly delta: Rational;
  readonly row: Row | undefined;
}

function compareSteps(a: Step, b: Step): number {
  const order = rational.compare(a.value, b.value);
  return order !== 0 ? order : rational.compare(a.delta, b.delta);
}

function compareBounds(a: Bound, b: Bound): number {
  const order = rational.compare(a.value, b.value);
  return order !== 0 ? order : a.delta - b.delta;
}

function opposites(variable: number, lower: Bound, upper: Bound): Conflict {
  return [
    { reason: lower.reason, variable, side: "lower", bound: lower, factor: 1 },
    { reason: upper.reason, variable, side: "upper", bound: upper, factor: 1 },
  ];
}
