/**
 * The kernels of `matrix.ts` on exact rationals, for the rare matrices whose numbers leave the doubles' exact range.
 * Plain loops over `Rational`; Infinity is the absent bound. Results that fit become doubles again.
 */

import type { Rational } from "../../numbers/rational.ts";
import * as rational from "../../numbers/rational.ts";
import { type Arithmetic, type ExactMatrix, isSmall, type Matrix, position, rowStart } from "./matrix.ts";

export function plus(a: Rational, b: Rational): Rational {
  return a === Infinity || b === Infinity ? Infinity : rational.add(a, b);
}

export function less(a: Rational, b: Rational): boolean {
  if (b === Infinity) return a !== Infinity;
  return a !== Infinity && rational.compare(a, b) < 0;
}

export function half(a: Rational): Rational {
  return a === Infinity ? a : rational.divide(a, 2);
}

function twice(a: Rational): Rational {
  return a === Infinity ? a : rational.multiply(a, 2);
}

/** A double entry as a canonical rational. */
export function exactValue(value: number): Rational {
  return Number.isInteger(value) || value === Infinity ? value + 0 : rational.fromDouble(value);
}

/** The double that equals a rational, if a matrix of doubles may hold it. */
export function smallValue(value: Rational, arithmetic: Arithmetic): number | undefined {
  const double = typeof value === "number" ? value : rational.approximate(value);
  if (!isSmall(double, arithmetic)) return undefined;
  return double === Infinity || rational.equal(exactValue(double), value) ? double : undefined;
}

export function toExact(matrix: Matrix): ExactMatrix {
  return Array.isArray(matrix) ? matrix.slice() : Array.from(matrix, exactValue);
}

/** A matrix of doubles where possible. */
export function compact(matrix: ExactMatrix, arithmetic: Arithmetic): Matrix {
  const doubles = new Float64Array(matrix.length);
  for (let at = 0; at < matrix.length; at++) {
    const value = smallValue(matrix[at]!, arithmetic);
    if (value === undefined) return matrix;
    doubles[at] = value;
  }
  return doubles;
}

function relax(m: ExactMatrix, at: number, candidate: Rational): void {
  if (less(candidate, m[at]!)) m[at] = candidate;
}

function smaller(a: Rational, b: Rational): Rational {
  return less(b, a) ? b : a;
}

function fullRow(m: ExactMatrix, i: number, size: number): Rational[] {
  return Array.from({ length: size }, (_, j) => m[position(i, j)]!);
}

/** Paths i -> a -> j and i -> b -> j, given the distances into and the rows of a and b. */
function relaxBy(
  m: ExactMatrix,
  intoA: readonly Rational[],
  rowA: readonly Rational[],
  intoB: readonly Rational[],
  rowB: readonly Rational[],
): void {
  for (let i = 0; i < intoA.length; i++)
    for (let j = 0; j <= (i | 1); j++)
      relax(m, rowStart(i) + j, smaller(plus(intoA[i]!, rowA[j]!), plus(intoB[i]!, rowB[j]!)));
}

/** A row read as a column: m(i, k) = m(k^1, i^1). */
function mirrored(row: readonly Rational[]): Rational[] {
  return row.map((_, i) => row[i ^ 1]!);
}

function isNegative(m: ExactMatrix, size: number): boolean {
  for (let i = 0; i < size; i++) if (less(m[rowStart(i) + i]!, 0)) return true;
  return false;
}

/** As `close`: false if the matrix is empty. */
export function closeExact(m: ExactMatrix, n: number, arithmetic: Arithmetic): boolean {
  const size = 2 * n;
  for (let p = 0; p < size; p += 2) {
    const rowP = fullRow(m, p, size);
    const rowQ = fullRow(m, p + 1, size);
    const pq = rowP[p + 1]!;
    const qp = rowQ[p]!;
    if (less(plus(pq, qp), 0)) return false;
    const viaP = rowP.map((value, j) => smaller(value, plus(pq, rowQ[j]!)));
    const viaQ = rowQ.map((value, j) => smaller(value, plus(qp, rowP[j]!)));
    relaxBy(m, mirrored(viaQ), viaP, mirrored(viaP), viaQ);
    if (isNegative(m, size)) return false;
  }
  return strengthenExact(m, size, arithmetic);
}

/** As `addClosed`: false if the matrix becomes empty. */
export function addClosedExact(
  m: ExactMatrix,
  n: number,
  from: number,
  to: number,
  bound: Rational,
  arithmetic: Arithmetic,
): boolean {
  const size = 2 * n;
  const rowTo = fullRow(m, to, size);
  const rowMirror = fullRow(m, from ^ 1, size);
  if (less(plus(rowTo[from]!, bound), 0)) return false;
  const viaBoth = plus(plus(bound, rowMirror[from]!), bound);
  const viaMirror = plus(plus(bound, rowTo[to ^ 1]!), bound);
  const intoFrom = mirrored(rowMirror);
  const intoMirror = mirrored(rowTo);
  const intoTo = intoFrom.map((value, i) => smaller(plus(value, bound), plus(intoMirror[i]!, viaBoth)));
  const intoOther = intoMirror.map((value, i) => smaller(plus(value, bound), plus(intoFrom[i]!, viaMirror)));
  relaxBy(m, intoTo, rowTo, intoOther, rowMirror);
  return !isNegative(m, size) && strengthenExact(m, size, arithmetic);
}

function strengthenExact(m: ExactMatrix, size: number, arithmetic: Arithmetic): boolean {
  const halves = Array.from({ length: size }, (_, i) => {
    const value = half(m[position(i, i ^ 1)]!);
    return arithmetic === "integer" && value !== Infinity ? rational.floor(value) : value;
  });
  for (let i = 0; i < size; i++) m[position(i, i ^ 1)] = twice(halves[i]!);
  for (let i = 0; i < size; i++) if (less(plus(halves[i]!, halves[i ^ 1]!), 0)) return false;
  for (let i = 0; i < size; i++)
    for (let j = 0; j <= (i | 1); j++) relax(m, rowStart(i) + j, plus(halves[i]!, halves[j ^ 1]!));
  return true;
}
