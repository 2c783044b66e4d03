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
import { coefficient, type Row, Tableau } from "./tableau.ts";

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
  readonly #tableau = new Tableau();
  /** Basic variables that may be outside their bounds, each once; `#isSuspect` says which. */
  #suspects: number[] = [];
  readonly #isSuspect: boolean[] = [];
  /** Some bound was strict: values have infinitesimal parts. */
  #hasStrict = false;
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
    return this.#tableau.rows;
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
    this.#isSuspect.push(false);
    return this.#tableau.addColumn();
  }

  /** A new variable that equals the sum of coefficients times variables (each named once). Survives `pop`. */
  addRow(variables: readonly number[], coefficients: readonly Int[]): number {
    const defined = this.addVariable();
    this.attachRow(defined, variables, coefficients);
    return defined;
  }

  /** Defines a variable that occurs in no row as a sum, as `addRow` does with a new one. */
  attachRow(defined: number, variables: readonly number[], coefficients: readonly Int[]): void {
    const row = this.#tableau.define(defined, variables, coefficients);
    this.#tableau.insert(row);
    this.#evaluate(row);
    this.#suspect(defined);
  }

  /** Takes the definition of a variable back; it should have no bounds. */
  detachRow(defined: number): void {
    const { rowOf, occurrences } = this.#tableau;
    if (rowOf[defined] === undefined) {
      const row = shortest(occurrences[defined]!);
      if (row === undefined) return;
      const leaving = row.columns[0]!;
      this.#pivot(row, defined, undefined);
      this.#moveInside(leaving);
    }
    this.#tableau.remove(rowOf[defined]!);
  }

  /** In how many rows a variable occurs. */
  occurs(variable: number): number {
    return this.#tableau.occurrences[variable]!.length + (this.isBasic(variable) ? 1 : 0);
  }

  /** Coefficients computed in pivots, monotonic: a finer unit of work. */
  get work(): number {
    return this.#tableau.work;
  }

  isBasic(variable: number): boolean {
    return this.#tableau.rowOf[variable] !== undefined;
  }

  /** A non-basic variable that is outside a bound goes to it. */
  #moveInside(variable: number): void {
    const lower = this.#lower[variable];
    if (lower !== undefined && this.#compareWith(variable, lower) < 0) {
      this.#moveTo(variable, lower);
      return;
    }
    const upper = this.#upper[variable];
    if (upper !== undefined && this.#compareWith(variable, upper) > 0) this.#moveTo(variable, upper);
  }

  /** Gives a non-basic variable a value within its bounds. */
  setValue(variable: number, value: Rational): void {
    this.#moveBy(variable, rational.subtract(value, this.#value[variable]!), rational.negate(this.#delta[variable]!));
  }

  #suspect(variable: number): void {
    if (this.#isSuspect[variable]) return;
    this.#isSuspect[variable] = true;
    this.#suspects.push(variable);
  }

  #evaluate(row: Row): void {
    const { columns, coefficients } = row;
    let value: Rational = 0;
    let delta: Rational = 0;
    for (let i = 1; i < columns.length; i++) {
      value = rational.addMultiply(value, coefficients[i]!, this.#value[columns[i]!]!);
      if (this.#hasStrict) delta = rational.addMultiply(delta, coefficients[i]!, this.#delta[columns[i]!]!);
    }
    this.#value[columns[0]!] = rational.negate(rational.divide(value, coefficients[0]!));
    this.#delta[columns[0]!] = rational.negate(rational.divide(delta, coefficients[0]!));
  }

  push(): void {
    this.#marks.push(this.#trail.length);
  }

  /** Takes back all bounds since the matching `push`, or as many of them. Values stay: they satisfy the weaker bounds too. */
  pop(count = 1): void {
    const trail = this.#trail;
    const first = this.#marks.length - count;
    const mark = this.#marks[first] ?? 0;
    this.#marks.length = Math.max(first, 0);
    if (trail.length === mark) return;
    for (let i = trail.length - 1; i >= mark; i--) {
      const { variable, side, previous } = trail[i]!;
      (side === "lower" ? this.#lower : this.#upper)[variable] = previous;
    }
    trail.length = mark;
  }

  /** variable >= value (or > when strict). A conflict with the upper bound shows at once; others in `check`. */
  assertLower(variable: number, value: Rational, strictness: Strictness, reason: number): Conflict | undefined {
    return this.assertLowerBound(variable, { value, delta: strictness === "strict" ? 1 : 0, reason });
  }

  /** variable <= value (or < when strict). */
  assertUpper(variable: number, value: Rational, strictness: Strictness, reason: number): Conflict | undefined {
    return this.assertUpperBound(variable, { value, delta: strictness === "strict" ? -1 : 0, reason });
  }

  assertLowerBound(variable: number, bound: Bound): Conflict | undefined {
    const old = this.#lower[variable];
    if (old !== undefined && compareBounds(bound, old) <= 0) return undefined;
    const upper = this.#upper[variable];
    if (upper !== undefined && compareBounds(bound, upper) > 0) return opposites(variable, bound, upper);
    this.#trail.push({ variable, side: "lower", previous: old });
    this.#lower[variable] = bound;
    if (bound.delta !== 0) this.#hasStrict = true;
    if (this.#compareWith(variable, bound) < 0) {
      if (this.#tableau.rowOf[variable] === undefined) this.#moveTo(variable, bound);
      else this.#suspect(variable);
    }
    return undefined;
  }

  assertUpperBound(variable: number, bound: Bound): Conflict | undefined {
    const old = this.#upper[variable];
    if (old !== undefined && compareBounds(bound, old) >= 0) return undefined;
    const lower = this.#lower[variable];
    if (lower !== undefined && compareBounds(lower, bound) > 0) return opposites(variable, lower, bound);
    this.#trail.push({ variable, side: "upper", previous: old });
    this.#upper[variable] = bound;
    if (bound.delta !== 0) this.#hasStrict = true;
    if (this.#compareWith(variable, bound) > 0) {
      if (this.#tableau.rowOf[variable] === undefined) this.#moveTo(variable, bound);
      else this.#suspect(variable);
    }
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
    const rows = this.#tableau.occurrences[variable]!;
    for (let i = 0; i < rows.length; i++) {
      const row = rows[i]!;
      const basic = row.columns[0]!;
      const factor = int.negate(coefficient(row, variable));
      const own = row.coefficients[0]!;
      const rate = own === 1 ? factor : rational.fraction(factor, own);
      this.#value[basic] = rational.addMultiply(this.#value[basic]!, rate, value);
      if (this.#hasStrict) this.#delta[basic] = rational.addMultiply(this.#delta[basic]!, rate, delta);
      this.#suspect(basic);
    }
    this.#value[variable] = rational.add(this.#value[variable]!, value);
    this.#delta[variable] = rational.add(this.#delta[variable]!, delta);
  }

  /** Makes `entering` basic in the row, in place of the row's basic variable. Values do not change. */
  #pivot(row: Row, entering: number, objective: Row | undefined): void {
    this.pivots += 1;
    this.#tableau.pivot(row, entering, objective);
    this.#suspect(entering);
  }

  /** Decides the asserted bounds over the rationals. */
  check(): CheckResult {
    // Greatest violation first converges fast but may cycle; after as many pivots as there are variables the
    // least-index rule of Bland takes over, which ends.
    const bland = this.pivots + this.size;
    for (;;) {
      const rule = this.pivots < bland ? "greedy" : "least";
      const basic = this.#violated(rule);
      if (basic < 0) return FEASIBLE;
      if (this.pivots >= this.pivotLimit) return { kind: "limit" };
      const row = this.#tableau.rowOf[basic]!;
      const lower = this.#lower[basic];
      const below = lower !== undefined && this.#compareWith(basic, lower) < 0;
      const entering = this.#entering(row, below, rule);
      if (entering < 0) return { kind: "infeasible", conflict: this.#explain(row, below) };
      this.#pivot(row, entering, undefined);
      this.#moveTo(basic, (below ? lower : this.#upper[basic])!);
    }
  }

  /** A basic variable outside its bounds, or -1; suspects that turn out to be inside are dropped. */
  #violated(rule: Rule): number {
    let found = -1;
    let most = 0;
    let kept = 0;
    const suspects = this.#suspects;
    for (let i = 0; i < suspects.length; i++) {
      const variable = suspects[i]!;
      const violation = this.#tableau.rowOf[variable] === undefined ? 0 : this.#violation(variable);
      if (violation === 0) {
        this.#isSuspect[variable] = false;
        continue;
      }
      suspects[kept++] = variable;
      if (found < 0 || (rule === "least" ? variable < found : violation > most)) {
        found = variable;
        most = violation;
      }
    }
    suspects.length = kept;
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
    const distance = Math.abs(rational.approximate(this.#value[variable]!) - rational.approximate(bound.value));
    return distance > 0 ? distance : Number.MIN_VALUE;
  }

  /** A non-basic variable that can move the basic one back, or -1: one in few rows keeps the tableau sparse. */
  #entering(row: Row, increase: boolean, rule: Rule): number {
    const { columns, coefficients } = row;
    let found = -1;
    let least = Infinity;
    for (let i = 1; i < columns.length; i++) {
      const column = columns[i]!;
      const rank = rule === "least" ? column : this.#tableau.occurrences[column]!.length;
      if (rank > least || (rank === least && column > found)) continue;
      // d*x + c*y = 0 with d > 0: x grows with y where c < 0.
      if (!this.#canMove(column, coefficients[i]! < 0 === increase)) continue;
      found = column;
      least = rank;
    }
    return found;
  }

  #canMove(variable: number, up: boolean): boolean {
    const bound = up ? this.#upper[variable] : this.#lower[variable];
    if (bound === undefined) return true;
    const order = this.#compareWith(variable, bound);
    return up ? order < 0 : order > 0;
  }

  /** The row's basic variable is beyond a bound and all others sit at theirs: those bounds contradict each other. */
  #explain(row: Row, below: boolean): Conflict {
    const own = row.coefficients[0]!;
    return row.columns.map((column, i) => {
      const factor = row.coefficients[i]!;
      const side: Side = i === 0 ? (below ? "lower" : "upper") : factor < 0 === below ? "upper" : "lower";
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
    // A column of its own, which no row of the tableau has.
    const objective = this.#tableau.define(this.#objectiveColumn(), variables, coefficients);
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

  #objective = -1;

  #objectiveColumn(): number {
    if (this.#objective < 0) this.#objective = this.addVariable();
    return this.#objective;
  }

  /** By least index, which ends. */
  #improving(objective: Row): number {
    let found = -1;
    for (let i = 1; i < objective.columns.length; i++) {
      const column = objective.columns[i]!;
      if (found >= 0 && column > found) continue;
      if (this.#canMove(column, objective.coefficients[i]! < 0)) found = column;
    }
    return found;
  }

  /** How far a non-basic variable can go before it or a basic variable meets a bound; undefined: for ever. */
  #longestStep(entering: number, up: boolean): Step | undefined {
    const own = up ? this.#upper[entering] : this.#lower[entering];
    let best: Step | undefined = own === undefined ? undefined : this.#distance(entering, own, 1, undefined);
    for (const row of this.#tableau.occurrences[entering]!) {
      const factor = coefficient(row, entering);
      const basic = row.columns[0]!;
      const grows = factor < 0 === up;
      const bound = grows ? this.#upper[basic] : this.#lower[basic];
      if (bound === undefined) continue;
      const rate = rational.fraction(int.absolute(factor), row.coefficients[0]!);
      const step = this.#distance(basic, bound, rate, row);
      const order = best === undefined ? -1 : compareSteps(step, best);
      if (order < 0 || (order === 0 && best?.row !== undefined && basic < best.row.columns[0]!)) best = step;
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
    const own = objective.coefficients[0]!;
    let value: Rational = 0;
    let delta: Rational = 0;
    const explanation: Contribution[] = [];
    objective.columns.forEach((column, i) => {
      if (i === 0) return;
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
    if (!this.#hasStrict) return this.#value.slice();
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

/** `least`: Bland's rule. */
type Rule = "greedy" | "least";

function shortest(rows: readonly Row[]): Row | undefined {
  let found: Row | undefined;
  for (const row of rows) if (found === undefined || row.columns.length < found.columns.length) found = row;
  return found;
}

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
