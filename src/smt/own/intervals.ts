/**
 * Bounds that follow from bounds: for every linear form s = sum c_j x_j in use, the bounds of all columns but one bound
 * the remaining one. What is derived stays beside the simplex, as a chain of sources that leads back to asserted
 * literals; it implies atoms and shows many conflicts without a pivot. One pass over short rows that never change, in
 * contrast to the rows of the tableau.
 *
 * A derived bound is the sum of its sources with positive factors, up to the definition of the form, so what it implies
 * is a Farkas lemma. Over integers derived bounds are rounded, unless proofs are wanted: rounding is no Farkas step.
 */

import type { Int } from "../../numbers/int.ts";
import * as int from "../../numbers/int.ts";
import type { Rational } from "../../numbers/rational.ts";
import * as rational from "../../numbers/rational.ts";
import { tick } from "../../util/budget.ts";
import type { TheoryLemma } from "./theory.ts";

export interface Known {
  readonly value: Rational;
  /** The value as a double, to see at once that nothing comes of it; never for decisions. */
  readonly near: number;
  readonly delta: Rational;
  /** The asserted literal, or -1 for a derived bound. */
  readonly literal: number;
  readonly sources: readonly Known[];
  /** Of the sources; none where bounds are rounded, which needs none. */
  readonly factors: readonly Rational[];
  /** Ascending in order of making. */
  readonly age: number;
  /** The last explanation that met it, told by its list. */
  met: readonly number[];
}

/** sum coefficients * columns = 0. */
export interface Equation {
  readonly columns: readonly number[];
  readonly coefficients: readonly Int[];
  /** The coefficients as doubles. */
  readonly near: readonly number[];
  queued: boolean;
}

export function equation(columns: readonly number[], coefficients: readonly Int[]): Equation {
  return { columns, coefficients, near: coefficients.map(Number), queued: false };
}

/** Of a double: its relative error, with room for the error of a product of two roundings. */
const ROUNDING = 2 ** -51;
/** Sums of integers that stay below are exact in doubles. */
const EXACT = 2 ** 53;

const NOTHING: readonly never[] = [];

// Slowly converging bounds (x < y, y < x + 1 in a range of 2^32) are for the simplex.
const ROUNDS = 3;

type Side = 0 | 1;

// Deriving a bound of one column of an equation, in units of work.
const COLUMN_WORK = 0.5;

export class Intervals {
  /** By column: lower, upper. */
  readonly known: readonly [(Known | undefined)[], (Known | undefined)[]] = [[], []];
  readonly #integral: boolean[] = [];
  readonly #equations: Equation[][] = [];
  #age = 0;
  #counts = new Uint8Array(64);
  #counted: number[] = [];
  #queue: Equation[] = [];
  readonly #trail: { column: number; side: Side; previous: Known | undefined }[] = [];
  readonly #marks: number[] = [];
  readonly #rounding: boolean;
  /** Columns with a new derived bound since `takeChanged`: 2 * column + side. */
  #changed: number[] = [];

  /** Terms looked at, monotonic. */
  work = 0;

  constructor(rounding: "round" | "exact") {
    this.#rounding = rounding === "round";
  }

  addColumn(column: number, integral: boolean): void {
    this.#integral[column] = integral;
    this.known[0][column] = undefined;
    this.known[1][column] = undefined;
    this.#equations[column] = [];
    if (2 * column + 1 >= this.#counts.length) {
      const longer = new Uint8Array(4 * column + 4);
      longer.set(this.#counts);
      this.#counts = longer;
    }
  }

  isIntegral(column: number): boolean {
    return this.#integral[column]!;
  }

  addEquation(equation: Equation): void {
    for (const column of equation.columns) this.#equations[column]!.push(equation);
    this.#enqueue(equation);
  }

  removeEquation(equation: Equation): void {
    for (const column of equation.columns) {
      const list = this.#equations[column]!;
      list.splice(list.indexOf(equation), 1);
    }
  }

  #enqueue(equation: Equation): void {
    if (equation.queued) return;
    equation.queued = true;
    this.#queue.push(equation);
  }

  push(): void {
    this.#marks.push(this.#trail.length);
  }

  /** As many levels. */
  pop(count: number): void {
    const trail = this.#trail;
    const first = this.#marks.length - count;
    const mark = this.#marks[first]!;
    this.#marks.length = first;
    for (let i = trail.length - 1; i >= mark; i--) {
      const { column, side, previous } = trail[i]!;
      this.known[side][column] = previous;
    }
    if (trail.length > mark) trail.length = mark;
    this.#emptyQueue();
    if (this.#changed.length > 0) this.#changed.length = 0;
  }

  #emptyQueue(): void {
    const queue = this.#queue;
    if (queue.length === 0) return;
    for (let i = 0; i < queue.length; i++) queue[i]!.queued = false;
    queue.length = 0;
  }

  /** A literal bounds a column. */
  assert(column: number, side: Side, value: Rational, delta: Rational, literal: number): void {
    if (!isBetter(side, value, delta, this.known[side][column])) return;
    const near = rational.approximate(value);
    this.#set(column, side, {
      value,
      near,
      delta,
      literal,
      sources: NOTHING,
      factors: NOTHING,
      age: this.#age++,
      met: NOTHING,
    });
  }

  /** Puts a bound that is better in the place of the old one. */
  #set(column: number, side: Side, bound: Known): void {
    this.#trail.push({ column, side, previous: this.known[side][column] });
    this.known[side][column] = bound;
    const equations = this.#equations[column]!;
    for (let i = 0; i < equations.length; i++) this.#enqueue(equations[i]!);
  }

  /** Derives bounds until nothing new comes or a column has none left: then the contradiction. */
  propagate(): TheoryLemma | undefined {
    const queue = this.#queue;
    if (queue.length === 0) return undefined;
    let conflict: TheoryLemma | undefined;
    let columns = 0;
    for (let i = 0; i < queue.length && conflict === undefined; i++) {
      const equation = queue[i]!;
      equation.queued = false;
      columns += equation.columns.length;
      conflict = this.#derive(equation, 0) ?? this.#derive(equation, 1);
    }
    this.#emptyQueue();
    const counted = this.#counted;
    for (let i = 0; i < counted.length; i++) this.#counts[counted[i]!] = 0;
    if (counted.length > 0) counted.length = 0;
    this.work += columns;
    tick(COLUMN_WORK * columns);
    return conflict;
  }

  takeChanged(): readonly number[] {
    const changed = this.#changed;
    if (changed.length === 0) return NOTHING;
    this.#changed = [];
    return changed;
  }

  /**
   * With every other column at the bound that makes the sum least (side 0) or greatest, the last one is bounded. Most of the time
   * not better than before: doubles with their error tell, and spare the exact sum, which may be one of long numbers.
   */
  #derive({ columns, coefficients, near }: Equation, side: Side): TheoryLemma | undefined {
    const size = columns.length;
    // The bounds at which a term is least (side 0) or greatest.
    const ofPositive = this.known[side];
    const ofNegative = this.known[side === 0 ? 1 : 0];
    let missing = -1;
    let total = 0;
    let magnitude = 0;
    let exact = true;
    for (let i = 0; i < size; i++) {
      const bound = (near[i]! > 0 ? ofPositive : ofNegative)[columns[i]!];
      if (bound === undefined) {
        if (missing >= 0) return undefined;
        missing = i;
      } else {
        const product = near[i]! * bound.near;
        total += product;
        magnitude += Math.abs(product);
        if (typeof bound.value !== "number" || bound.delta !== 0) exact = false;
      }
    }
    const first = missing < 0 ? 0 : missing;
    const last = missing < 0 ? size - 1 : missing;
    let sums: readonly [Rational, Rational] | undefined;
    for (let i = first; i <= last; i++) {
      const factor = near[i]!;
      const column = columns[i]!;
      const old = (factor > 0 ? ofNegative : ofPositive)[column];
      if (old !== undefined) {
        const own = missing < 0 ? (factor > 0 ? ofPositive : ofNegative)[column]!.near : 0;
        const gap = total + factor * (old.near - own);
        const scale = magnitude + Math.abs(factor * old.near) + Math.abs(factor * own);
        const error = exact && scale < EXACT && typeof old.value === "number" ? 0 : ROUNDING * (size + 8) * scale;
        const outside = side === 0 ? -gap : gap;
        if (outside > error || (error === 0 && outside === 0 && old.delta === 0)) continue;
      }
      sums ??= this.#sums(columns, coefficients, side);
      const conflict = this.#bound(columns, coefficients, side, i, sums[0], sums[1], missing);
      if (conflict !== undefined) return conflict;
    }
    return undefined;
  }

  #sums(columns: readonly number[], coefficients: readonly Int[], side: Side): readonly [Rational, Rational] {
    let sum: Rational = 0;
    let delta: Rational = 0;
    for (let i = 0; i < columns.length; i++) {
      const factor = coefficients[i]!;
      const bound = this.known[factor > 0 === (side === 0) ? 0 : 1][columns[i]!];
      if (bound === undefined) continue;
      sum = rational.addMultiply(sum, factor, bound.value);
      if (bound.delta !== 0) delta = rational.addMultiply(delta, factor, bound.delta);
    }
    return [sum, delta];
  }

  #bound(
    columns: readonly number[],
    coefficients: readonly Int[],
    side: Side,
    at: number,
    sum: Rational,
    slope: Rational,
    missing: number,
  ): TheoryLemma | undefined {
    const factor = coefficients[at]!;
    const column = columns[at]!;
    let rest = sum;
    let delta = slope;
    if (missing < 0) {
      const own = this.known[factor > 0 === (side === 0) ? 0 : 1][column]!;
      rest = rational.addMultiply(rest, int.negate(factor), own.value);
      if (own.delta !== 0) delta = rational.addMultiply(delta, int.negate(factor), own.delta);
    }
    // factor * x <= -rest for the least sum, >= for the greatest.
    const target: Side = factor > 0 === (side === 0) ? 1 : 0;
    let value: Rational;
    let valueDelta: Rational = 0;
    if (this.#rounding && delta === 0 && this.#integral[column] && rational.isInteger(rest)) {
      value = target === 1 ? int.divideFloor(int.negate(rest), factor) : int.divideCeil(int.negate(rest), factor);
    } else {
      value = rational.negate(rational.divide(rest, factor));
      valueDelta = delta === 0 ? 0 : rational.negate(rational.divide(delta, factor));
      if (this.#rounding && this.#integral[column]) {
        value = roundInside(value, valueDelta, target);
        valueDelta = 0;
      }
    }
    if (!isModest(value)) return undefined;
    if (!isBetter(target, value, valueDelta, this.known[target][column])) return undefined;
    const place = 2 * column + target;
    if (this.#counts[place]! >= ROUNDS) return undefined;
    if (this.#counts[place]! === 0) this.#counted.push(place);
    this.#counts[place]! += 1;
    const sources: Known[] = [];
    for (let i = 0; i < columns.length; i++) {
      if (i !== at) sources.push(this.known[coefficients[i]! > 0 === (side === 0) ? 0 : 1][columns[i]!]!);
    }
    const factors = this.#rounding ? NOTHING : farkasFactors(coefficients, at);
    const near = rational.approximate(value);
    const bound: Known = {
      value,
      near,
      delta: valueDelta,
      literal: -1,
      sources,
      factors,
      age: this.#age++,
      met: NOTHING,
    };
    this.#set(column, target, bound);
    this.#changed.push(place);
    const opposite = this.known[target === 0 ? 1 : 0][column];
    if (opposite === undefined) return undefined;
    const order = rational.compare(value, opposite.value) || rational.compare(valueDelta, opposite.delta);
    if (target === 0 ? order <= 0 : order >= 0) return undefined;
    return explain([bound, opposite]);
  }
}

function isBetter(side: Side, value: Rational, delta: Rational, old: Known | undefined): boolean {
  if (old === undefined) return true;
  const order = rational.compare(value, old.value) || rational.compare(delta, old.delta);
  return side === 0 ? order > 0 : order < 0;
}

/** The weights of all terms but one in the bound of that one. */
function farkasFactors(coefficients: readonly Int[], at: number): Rational[] {
  const size = int.absolute(coefficients[at]!);
  return coefficients
    .filter((_, i) => i !== at)
    .map((coefficient) => rational.fraction(int.absolute(coefficient), size));
}

/** The bound of an integer: the nearest integer inside, strictly where the infinitesimal says so. */
function roundInside(value: Rational, delta: Rational, side: Side): Rational {
  if (!rational.isInteger(value)) return side === 1 ? rational.floor(value) : rational.ceil(value);
  if (side === 1 && rational.sign(delta) < 0) return int.subtract(value, 1);
  if (side === 0 && rational.sign(delta) > 0) return int.add(value, 1);
  return value;
}

// Beyond every machine type; numbers that feed on each other would grow without end.
const LARGEST = 2n ** 70n;

/** Worth keeping: neither a huge number nor a fraction of large ones. */
function isModest(value: Rational): boolean {
  if (typeof value === "object") return typeof value.numerator === "number" && typeof value.denominator === "number";
  return typeof value === "number" || (value < LARGEST && value > -LARGEST);
}

/** The negations of the asserted literals under some bounds; a literal asserts one bound. */
function leaves(roots: readonly Known[]): number[] {
  const literals: number[] = [];
  const pending = roots.slice();
  for (let bound = pending.pop(); bound !== undefined; bound = pending.pop()) {
    if (bound.met === literals) continue;
    bound.met = literals;
    if (bound.literal >= 0) literals.push(bound.literal ^ 1);
    else for (let i = 0; i < bound.sources.length; i++) pending.push(bound.sources[i]!);
  }
  return literals;
}

/** The clause of the asserted literals under some bounds, with the factors with which they add up. */
export function explain(roots: readonly Known[]): TheoryLemma {
  if (roots.every((root) => root.factors.length === 0)) return { literals: leaves(roots), factors: NOTHING };
  const weights = new Map<Known, Rational>();
  const pending = [...roots];
  for (let bound = pending.pop(); bound !== undefined; bound = pending.pop()) {
    if (weights.has(bound)) continue;
    weights.set(bound, 0);
    for (const source of bound.sources) pending.push(source);
  }
  for (const root of roots) weights.set(root, rational.add(weights.get(root)!, 1));
  const literals = new Map<number, Rational>();
  // Sources are older than what rests on them: newest first, a weight is complete when its turn comes.
  for (const bound of [...weights.keys()].sort((a, b) => b.age - a.age)) {
    const weight = weights.get(bound)!;
    if (bound.literal >= 0) literals.set(bound.literal, rational.add(literals.get(bound.literal) ?? 0, weight));
    for (let i = 0; i < bound.sources.length; i++) {
      const source = bound.sources[i]!;
      weights.set(source, rational.add(weights.get(source)!, rational.multiply(weight, bound.factors[i]!)));
    }
  }
  return { literals: [...literals.keys()].map((literal) => literal ^ 1), factors: [...literals.values()] };
}
