/**
 * Half matrices of octagonal bounds (Mine 2006) and their kernels on doubles. A variable x of index k stands for two
 * signed ones, 2k for +x and 2k+1 for -x; `m(i, j)` bounds V_j - V_i. Since V_j - V_i = V_(i^1) - V_(j^1), m(i, j) and
 * m(j^1, i^1) are one entry, stored where j <= i|1. The unary bound x <= c is m(2k+1, 2k) = 2c.
 *
 * A matrix is a Float64Array while all its numbers are small enough that no kernel can round, and otherwise an array of
 * exact rationals (`exact.ts`). "Small" is: integers (multiples of 1/64 over the rationals, where strengthening
 * halves) of magnitude below LARGEST. The kernels check what they need and answer "inexact" instead of rounding.
 */
import type { Rational } from "../../numbers/rational.ts";
import { tick } from "../../util/budget.ts";
import { onRelease } from "../../util/release.ts";

/** Integer variables: bounds are tightened to integers. Rational: they are not. */
export type Arithmetic = "integer" | "rational";

export type ExactMatrix = Rational[];
export type Matrix = Float64Array | ExactMatrix;

/** Five such numbers are added without leaving 2^53, in units of 1/64: enough for one incremental step. */
const LARGEST_INTEGER = 2 ** 49;
const LARGEST_RATIONAL = 2 ** 43;
/** Over the rationals doubles hold multiples of 1/64; finer ones are exact fractions. */
const UNITS = 64;

export function rowStart(i: number): number {
  return ((i + 1) * (i + 1)) >> 1;
}

/** Where m(i, j) is stored. */
export function position(i: number, j: number): number {
  return j <= (i | 1) ? j + (((i + 1) * (i + 1)) >> 1) : (i ^ 1) + ((((j ^ 1) + 1) * ((j ^ 1) + 1)) >> 1);
}

/** Number of entries of a matrix over n variables. */
export function entryCount(n: number): number {
  return 2 * n * (n + 1);
}

/** Small matrices are cut from common buffers: an array buffer of its own costs more than the matrix. */
const SLAB = 8192;
const SMALL = 512;
let slab = new ArrayBuffer(8 * SLAB);
let used = 0;

onRelease(newSlab);

function newSlab(): void {
  slab = new ArrayBuffer(8 * SLAB);
  used = 0;
}

/** Room for entries that the caller sets, every one. */
export function uninitialised(length: number): Float64Array {
  if (length > SMALL) return new Float64Array(length);
  if (used + length > SLAB) newSlab();
  const view = new Float64Array(slab, 8 * used, length);
  used += length;
  return view;
}

export function copyOf(matrix: Float64Array): Float64Array {
  if (matrix.length > SMALL) return matrix.slice();
  const copy = uninitialised(matrix.length);
  copy.set(matrix);
  return copy;
}

export function topMatrix(n: number): Float64Array {
  const matrix = uninitialised(entryCount(n)).fill(Infinity);
  for (let i = 0; i < 2 * n; i++) matrix[rowStart(i) + i] = 0;
  return matrix;
}

/** Whether a double may be stored: small, and fine enough. */
export function isSmall(value: number, arithmetic: Arithmetic): boolean {
  if (value === Infinity) return true;
  if (arithmetic === "integer") return value < LARGEST_INTEGER && value > -LARGEST_INTEGER;
  return value < LARGEST_RATIONAL && value > -LARGEST_RATIONAL && Number.isInteger(value * UNITS);
}

function largest(matrix: Float64Array): number {
  let size = 0;
  for (let at = 0; at < matrix.length; at++) {
    const value = Math.abs(matrix[at]!);
    if (value > size && value < Infinity) size = value;
  }
  return size;
}

function allSmall(matrix: Float64Array, arithmetic: Arithmetic): boolean {
  if (arithmetic === "integer") return largest(matrix) < LARGEST_INTEGER;
  for (let at = 0; at < matrix.length; at++) {
    const scaled = matrix[at]! * UNITS;
    if (scaled !== Infinity && Math.floor(scaled) !== scaled) return false;
  }
  return largest(matrix) < LARGEST_RATIONAL;
}

// --- Strong closure -----------------------------------------------------------------------------------------------

/** Looking at an entry, in units of work. */
const ENTRY_WORK = 0.002;

export type Closing = "closed" | "empty" | "inexact";

/**
 * Strong (over integers: tight) closure in place: shortest paths over pairs of signed variables, tightening of the
 * unary bounds, one strengthening (Bagnara, Hill, Zaffanella 2009). O(n^3).
 *
 * No sum rounds: without a negative cycle every number met is the length of a simple path, or the sum of four of
 * them, hence below 8n times the largest entry; and a negative cycle is noticed in the step that closes it.
 */
export function close(m: Float64Array, n: number, arithmetic: Arithmetic): Closing {
  const units = arithmetic === "integer" ? 1 : UNITS;
  if (largest(m) * 8 * n * units >= Number.MAX_SAFE_INTEGER) return "inexact";
  const size = 2 * n;
  const rowP = scratchRow(0, size);
  const rowQ = scratchRow(1, size);
  for (let p = 0; p < size; p += 2) {
    tick(ENTRY_WORK * m.length);
    gatherPair(m, p, size, rowP, rowQ);
    if (rowP[p + 1]! + rowQ[p]! < 0) return "empty";
    closePair(p, size, rowP, rowQ);
    relaxAll(m, size, rowP, rowQ);
    if (hasNegativeDiagonal(m, size)) return "empty";
  }
  return finish(m, n, arithmetic);
}

const scratch: Float64Array[] = [0, 1, 2].map(() => new Float64Array(64));

/** Working rows of the kernels below, which do not call each other's callers: each row has one user at a time. */
function scratchRow(which: 0 | 1 | 2, size: number): Float64Array {
  if (scratch[which]!.length < size) scratch[which] = new Float64Array(2 * size);
  return scratch[which]!;
}

/** Rows p and p + 1 over all columns, the ones past the stored half by coherence. */
function gatherPair(m: Float64Array, p: number, size: number, rowP: Float64Array, rowQ: Float64Array): void {
  const q = p + 1;
  const startP = rowStart(p);
  const startQ = rowStart(q);
  for (let j = 0; j <= q; j++) {
    rowP[j] = m[startP + j]!;
    rowQ[j] = m[startQ + j]!;
  }
  for (let j = q + 1; j < size; j++) {
    const start = rowStart(j ^ 1);
    rowP[j] = m[start + q]!;
    rowQ[j] = m[start + p]!;
  }
}

/** Paths between p and q first: then two candidates an entry are enough instead of four. */
function closePair(p: number, size: number, rowP: Float64Array, rowQ: Float64Array): void {
  const pq = rowP[p + 1]!;
  const qp = rowQ[p]!;
  for (let j = 0; j < size; j++) {
    const a = rowP[j]!;
    const b = rowQ[j]!;
    if (pq + b < a) rowP[j] = pq + b;
    if (qp + a < b) rowQ[j] = qp + a;
  }
}

/** m(i, j) = min(m(i, j), m(i, p) + m(p, j), m(i, q) + m(q, j)); by coherence m(i, p) = m(q, i^1), m(i, q) = m(p, i^1). */
function relaxAll(m: Float64Array, size: number, rowP: Float64Array, rowQ: Float64Array): void {
  for (let i = 0; i < size; i++) {
    const a = rowQ[i ^ 1]!;
    const b = rowP[i ^ 1]!;
    if (a === Infinity) {
      if (b !== Infinity) relaxRow(m, i, b, rowQ);
    } else if (b === Infinity) relaxRow(m, i, a, rowP);
    else relaxRowTwice(m, i, a, rowP, b, rowQ);
  }
}

function relaxRow(m: Float64Array, i: number, a: number, row: Float64Array): void {
  const start = rowStart(i);
  const end = i | 1;
  for (let j = 0; j <= end; j++) {
    const sum = a + row[j]!;
    if (sum < m[start + j]!) m[start + j] = sum;
  }
}

function relaxRowTwice(m: Float64Array, i: number, a: number, rowA: Float64Array, b: number, rowB: Float64Array): void {
  const start = rowStart(i);
  const end = i | 1;
  for (let j = 0; j <= end; j++) {
    const first = a + rowA[j]!;
    const second = b + rowB[j]!;
    const sum = first < second ? first : second;
    if (sum < m[start + j]!) m[start + j] = sum;
  }
}

function hasNegativeDiagonal(m: Float64Array, size: number): boolean {
  for (let i = 0; i < size; i++) if (m[rowStart(i) + i]! < 0) return true;
  return false;
}

/** Tightening and strengthening of a matrix of shortest paths. */
function finish(m: Float64Array, n: number, arithmetic: Arithmetic): Closing {
  const size = 2 * n;
  const halves = scratchRow(2, size);
  for (let i = 0; i < size; i++) {
    const at = rowStart(i) + (i ^ 1);
    halves[i] = arithmetic === "integer" ? Math.floor(m[at]! / 2) : m[at]! / 2;
    m[at] = halves[i]! * 2;
  }
  for (let i = 0; i < size; i += 2) if (halves[i]! + halves[i + 1]! < 0) return "empty";
  for (let i = 0; i < size; i++) if (halves[i] !== Infinity) strengthenRow(m, i, halves);
  return allSmall(m, arithmetic) ? "closed" : "inexact";
}

/** m(i, j) = min(m(i, j), (m(i, i^1) + m(j^1, j)) / 2) */
function strengthenRow(m: Float64Array, i: number, halves: Float64Array): void {
  const start = rowStart(i);
  const half = halves[i]!;
  const end = i | 1;
  for (let j = 0; j <= end; j += 2) {
    const even = half + halves[j + 1]!;
    const odd = half + halves[j]!;
    if (even < m[start + j]!) m[start + j] = even;
    if (odd < m[start + j + 1]!) m[start + j + 1] = odd;
  }
}

// --- Incremental closure ------------------------------------------------------------------------------------------

/**
 * Adds V_to - V_from <= bound to a closed matrix and closes it again, in place, in O(n^2) (Chawdhary, Robbins, King
 * 2019): a new shortest path takes the new edge from -> to, its mirror image to^1 -> from^1, or one after the other.
 */
export function addClosed(
  m: Float64Array,
  n: number,
  from: number,
  to: number,
  bound: number,
  arithmetic: Arithmetic,
): Closing {
  if (bound >= m[position(from, to)]!) return "closed";
  if (!isSmall(bound, arithmetic)) return "inexact";
  tick(ENTRY_WORK * m.length);
  const size = 2 * n;
  const rowTo = fullRow(m, to, size, scratchRow(0, size));
  const rowMirror = fullRow(m, from ^ 1, size, scratchRow(1, size));
  if (rowTo[from]! + bound < 0) return "empty";
  const changed: number[] = [];
  const viaBoth = bound + rowMirror[from]! + bound;
  const viaMirror = bound + rowTo[to ^ 1]! + bound;
  for (let i = 0; i < size; i++) {
    const intoFrom = rowMirror[i ^ 1]!;
    const intoMirror = rowTo[i ^ 1]!;
    const a = Math.min(intoFrom + bound, intoMirror + viaBoth);
    const b = Math.min(intoMirror + bound, intoFrom + viaMirror);
    // In a closed matrix no path through `to` improves a row whose distance to `to` did not improve.
    const improvesTo = a < m[position(i, to)]!;
    const improvesMirror = b < m[position(i, from ^ 1)]!;
    if (!improvesTo && !improvesMirror) continue;
    const unary = m[rowStart(i) + (i ^ 1)]!;
    if (improvesTo && improvesMirror) relaxRowTwice(m, i, a, rowTo, b, rowMirror);
    else if (improvesTo) relaxRow(m, i, a, rowTo);
    else relaxRow(m, i, b, rowMirror);
    if (m[rowStart(i) + i]! < 0) return "empty";
    if (m[rowStart(i) + (i ^ 1)]! < unary) changed.push(i);
  }
  return strengthenChanged(m, n, changed, arithmetic);
}

function fullRow(m: Float64Array, i: number, size: number, row: Float64Array): Float64Array {
  const start = rowStart(i);
  const end = i | 1;
  for (let j = 0; j <= end; j++) row[j] = m[start + j]!;
  for (let j = end + 1; j < size; j++) row[j] = m[rowStart(j ^ 1) + (i ^ 1)]!;
  return row;
}

/** Only pairs with an improved unary bound can be strengthened further. */
function strengthenChanged(m: Float64Array, n: number, changed: readonly number[], arithmetic: Arithmetic): Closing {
  if (changed.length === 0) return "closed";
  const size = 2 * n;
  const halves = scratchRow(2, size);
  for (let i = 0; i < size; i++) halves[i] = m[rowStart(i) + (i ^ 1)]! / 2;
  for (const i of changed) {
    if (arithmetic === "integer") halves[i] = Math.floor(halves[i]!);
    m[rowStart(i) + (i ^ 1)] = halves[i]! * 2;
    if (!isSmall(halves[i]!, arithmetic)) return "inexact";
  }
  for (const i of changed) if (halves[i]! + halves[i ^ 1]! < 0) return "empty";
  for (const i of changed) {
    strengthenRow(m, i, halves);
    // The rows past i hold this bound in column i^1.
    for (let row = (i | 1) + 1; row < size; row++) {
      const sum = halves[row]! + halves[i]!;
      const at = rowStart(row) + (i ^ 1);
      if (sum < m[at]!) m[at] = sum;
    }
  }
  return "closed";
}
