/**
 * Integer matrices whose rows stand for directions: a row may be scaled by a positive number, and is kept without a
 * common divisor. Entries are doubles in one flat array while all are safe integers; the first result that would not
 * be exact promotes the whole matrix to BigInts (`big`) and the step is repeated there, so nothing is ever rounded.
 *
 * Exactness of the double path: a sum of products is exact if the sum of the absolute values stays below 2^53, and
 * that test is itself safe in doubles, since rounding is monotone and 2^53 is a double.
 *
 * Rows are named by slots 0..count-1. Matrices are mutable inside kernels and not shared until they are finished.
 */
import { onRelease } from "../util/release.ts";
import { fromBig, gcdSmall, type Int, toBig } from "./int.ts";

const LIMIT = 9007199254740992;

export class Matrix {
  readonly width: number;
  count = 0;
  data: number[];
  big: bigint[] | undefined;
  /**
   * Results of the last `score`, one per slot; in `bigScores` once promoted. The array is shared by all matrices, so
   * scores last only until another matrix is scored.
   */
  scores: Float64Array = EMPTY;
  bigScores: bigint[] = [];

  constructor(width: number, capacity: number) {
    this.width = width;
    this.data = capacity === 0 ? [] : new Array<number>(width * capacity).fill(0);
  }

  static fromRows(width: number, rows: readonly (readonly Int[])[]): Matrix {
    const matrix = new Matrix(width, rows.length);
    for (const row of rows) matrix.append(row);
    return matrix;
  }

  static identity(width: number): Matrix {
    const matrix = new Matrix(width, width);
    matrix.count = width;
    for (let i = 0; i < width; i++) matrix.data[i * width + i] = 1;
    return matrix;
  }

  /** A copy that can be changed. */
  copy(): Matrix {
    const copy = new Matrix(this.width, 0);
    copy.count = this.count;
    if (this.big === undefined) copy.data = this.data.slice(0, this.count * this.width);
    else copy.big = this.big.slice(0, this.count * this.width);
    return copy;
  }

  at(slot: number, column: number): Int {
    const index = slot * this.width + column;
    return this.big === undefined ? this.data[index]! : fromBig(this.big[index]!);
  }

  row(slot: number): Int[] {
    const row: Int[] = [];
    for (let column = 0; column < this.width; column++) row.push(this.at(slot, column));
    return row;
  }

  rows(): Int[][] {
    return Array.from({ length: this.count }, (_, slot) => this.row(slot));
  }

  /** The sign of an entry. */
  signAt(slot: number, column: number): number {
    const value =
      this.big === undefined ? this.data[slot * this.width + column]! : this.big[slot * this.width + column]!;
    return value > 0 ? 1 : value < 0 ? -1 : 0;
  }

  /** Adds a row, divided by the gcd of its entries; returns its slot. */
  append(row: readonly Int[]): number {
    const slot = this.reserve();
    if (this.big === undefined && row.some((value) => typeof value === "bigint")) this.promote();
    if (this.big === undefined)
      for (let i = 0; i < this.width; i++) this.data[slot * this.width + i] = row[i] as number;
    else for (let i = 0; i < this.width; i++) this.big[slot * this.width + i] = toBig(row[i]!);
    this.normalise(slot);
    return slot;
  }

  /** A new slot at the end, its entries undefined. */
  reserve(): number {
    const slot = this.count++;
    if (this.big === undefined) while (this.data.length < this.count * this.width) this.data.push(0);
    return slot;
  }

  /** Copies a row of another matrix of the same width to the end, as it is. */
  appendFrom(other: Matrix, slot: number): void {
    if (other.big !== undefined || this.big !== undefined) {
      this.append(other.row(slot));
      return;
    }
    const to = this.reserve() * this.width;
    const from = slot * this.width;
    for (let i = 0; i < this.width; i++) this.data[to + i] = other.data[from + i]!;
  }

  promote(): void {
    if (this.big !== undefined) return;
    this.big = this.data.slice(0, this.count * this.width).map(BigInt);
    this.bigScores = Array.from(this.scores.subarray(0, this.count), BigInt);
    this.data = [];
  }

  /** Back to doubles if all entries fit. */
  demote(): void {
    const big = this.big?.slice(0, this.count * this.width);
    if (big?.every((value) => value > -MAX && value < MAX) !== true) return;
    this.data = big.map(Number);
    this.big = undefined;
  }

  /** Overwrites slot `to` with slot `from`, scores included. */
  move(from: number, to: number): void {
    if (from === to) return;
    const { width, big, data } = this;
    if (big === undefined) {
      for (let i = 0; i < width; i++) data[to * width + i] = data[from * width + i]!;
      if (from < this.scores.length) this.scores[to] = this.scores[from]!;
    } else {
      for (let i = 0; i < width; i++) big[to * width + i] = big[from * width + i]!;
      if (from < this.bigScores.length) this.bigScores[to] = this.bigScores[from]!;
    }
  }

  negate(slot: number): void {
    const start = slot * this.width;
    if (this.big === undefined) for (let i = start; i < start + this.width; i++) this.data[i] = 0 - this.data[i]!;
    else for (let i = start; i < start + this.width; i++) this.big[i] = -this.big[i]!;
    if (this.big === undefined) {
      if (slot < this.scores.length) this.scores[slot] = 0 - this.scores[slot]!;
    } else if (slot < this.bigScores.length) this.bigScores[slot] = -this.bigScores[slot]!;
  }

  /** Scalar products of every row with one row of another matrix, into `scores`. */
  score(other: Matrix, otherSlot: number): void {
    if (this.big === undefined && other.big === undefined && this.#scoreSmall(other, otherSlot)) return;
    this.promote();
    const big = this.big!;
    const factor = Array.from({ length: this.width }, (_, i) => toBig(other.at(otherSlot, i)));
    this.bigScores = Array.from({ length: this.count }, (_, slot) => {
      let sum = 0n;
      for (let i = 0; i < this.width; i++) sum += big[slot * this.width + i]! * factor[i]!;
      return sum;
    });
  }

  #scoreSmall(other: Matrix, otherSlot: number): boolean {
    const { width, count, data } = this;
    if (scratch.length < count) scratch = new Float64Array(2 * count);
    const scores = scratch;
    this.scores = scores;
    const factors = other.data;
    const from = otherSlot * width;
    for (let slot = 0, at = 0; slot < count; slot++) {
      let sum = 0;
      let size = 0;
      for (let i = 0; i < width; i++, at++) {
        const product = data[at]! * factors[from + i]!;
        sum += product;
        size += product < 0 ? -product : product;
      }
      if (size >= LIMIT) return false;
      scores[slot] = sum;
    }
    return true;
  }

  scoreSign(slot: number): number {
    const value = this.big === undefined ? this.scores[slot]! : this.bigScores[slot]!;
    return value > 0 ? 1 : value < 0 ? -1 : 0;
  }

  /**
   * Writes into slot `to` the positive combination of two rows whose score is zero; their scores should have opposite
   * signs.
   */
  combine(to: number, a: number, b: number): void {
    if (this.big === undefined) {
      const p = this.scores[b]!;
      const q = this.scores[a]!;
      if (this.#combineSmall(to, a, p < 0 ? -p : p, this.data, b, q < 0 ? -q : q)) return;
      this.promote();
    }
    const p = this.bigScores[b]!;
    const q = this.bigScores[a]!;
    this.#combineBig(to, a, p < 0n ? -p : p, this.big!, b, q < 0n ? -q : q);
  }

  /** Replaces a row by its combination with row `line` that has score zero; only `line` may be taken negatively. */
  project(slot: number, line: number): void {
    if (this.scoreSign(slot) === 0) return;
    this.addMultiple(slot, this.#score(slot), this, line, this.#score(line));
  }

  #score(slot: number): Int {
    return this.big === undefined ? this.scores[slot]! : fromBig(this.bigScores[slot]!);
  }

  /** Clears a column of a row with the help of another row that has an entry there, which may be taken negatively. */
  clear(slot: number, column: number, other: Matrix, otherSlot: number): void {
    const entry = this.at(slot, column);
    if (entry !== 0) this.addMultiple(slot, entry, other, otherSlot, other.at(otherSlot, column));
  }

  /** row := |b| * row - sign(b) * a * otherRow: the positive multiple of the row from which a/b of the other is taken. */
  addMultiple(slot: number, a: Int, other: Matrix, otherSlot: number, b: Int): void {
    const small = this.big === undefined && other.big === undefined && typeof a === "number" && typeof b === "number";
    if (small && this.#combineSmall(slot, slot, b < 0 ? -b : b, other.data, otherSlot, b < 0 ? a : 0 - a)) return;
    this.promote();
    const wide = other.big ?? Array.from(other.data, BigInt);
    const p = toBig(b);
    this.#combineBig(slot, slot, p < 0n ? -p : p, wide, otherSlot, p < 0n ? toBig(a) : -toBig(a));
  }

  /** this[to] := p * this[a] + q * source[b], divided by common divisors; false, and nothing done, if not exact. */
  #combineSmall(to: number, a: number, p: number, source: readonly number[], b: number, q: number): boolean {
    const { width, data } = this;
    const divisor = gcdSmall(p, q);
    const pp = p / divisor;
    const qq = q / divisor;
    const from = a * width;
    const other = b * width;
    const at = to * width;
    // First the size test, since `to` may be `a`: nothing is overwritten before all is known to be exact.
    let worst = 0;
    for (let i = 0; i < width; i++) {
      const left = pp * data[from + i]!;
      const right = qq * source[other + i]!;
      const size = (left < 0 ? -left : left) + (right < 0 ? -right : right);
      if (size > worst) worst = size;
    }
    if (worst >= LIMIT) return false;
    let common = 0;
    for (let i = 0; i < width; i++) {
      const value = pp * data[from + i]! + qq * source[other + i]! + 0;
      data[at + i] = value;
      if (common !== 1 && value !== 0) common = gcdSmall(common, value);
    }
    if (common > 1) for (let i = at; i < at + width; i++) data[i] = data[i]! / common;
    return true;
  }

  #combineBig(to: number, a: number, p: bigint, source: readonly bigint[], b: number, q: bigint): void {
    const { width } = this;
    const big = this.big!;
    for (let i = 0; i < width; i++) big[to * width + i] = p * big[a * width + i]! + q * source[b * width + i]!;
    this.normalise(to);
  }

  /** Divides a row by the greatest common divisor of its entries. */
  normalise(slot: number): void {
    const start = slot * this.width;
    const end = start + this.width;
    if (this.big === undefined) {
      let common = 0;
      for (let i = start; i < end && common !== 1; i++) common = gcdSmall(common, this.data[i]!);
      if (common > 1) for (let i = start; i < end; i++) this.data[i] = this.data[i]! / common + 0;
      return;
    }
    let common = 0n;
    for (let i = start; i < end && common !== 1n; i++) common = gcdBig(common, this.big[i]!);
    if (common > 1n) for (let i = start; i < end; i++) this.big[i] = this.big[i]! / common;
  }

  /** Exact scalar product of a row with a row of another matrix. */
  dot(slot: number, other: Matrix, otherSlot: number): Int {
    if (this.big === undefined && other.big === undefined) {
      let sum = 0;
      let size = 0;
      const a = slot * this.width;
      const b = otherSlot * this.width;
      for (let i = 0; i < this.width; i++) {
        const product = this.data[a + i]! * other.data[b + i]!;
        sum += product;
        size += product < 0 ? -product : product;
      }
      if (size < LIMIT) return sum;
    }
    let sum = 0n;
    for (let i = 0; i < this.width; i++) sum += toBig(this.at(slot, i)) * toBig(other.at(otherSlot, i));
    return fromBig(sum);
  }
}

const EMPTY = new Float64Array(0);
let scratch = new Float64Array(256);

onRelease(() => {
  scratch = new Float64Array(256);
});
const MAX = 9007199254740992n;

function gcdBig(a: bigint, b: bigint): bigint {
  let x = a < 0n ? -a : a;
  let y = b < 0n ? -b : b;
  while (y !== 0n) {
    const rest = x % y;
    x = y;
    y = rest;
  }
  return x;
}
