/**
 * The tableau: a system of homogeneous equations sum c_j x_j = 0 in solved form. Each row has one basic variable that
 * occurs in no other row; every other variable of the row is non-basic. Rows keep integer coefficients without a
 * common divisor instead of rationals with coefficient 1 on the basic variable: elimination is then two
 * multiplications and an addition, on plain numbers nearly always.
 *
 * Invariants: `columns` ascend strictly, no coefficient is zero, the basic variable's is positive.
 */

import type { Int } from "../int.ts";
import * as int from "../int.ts";

export interface Row {
  basic: number;
  columns: number[];
  coefficients: Int[];
}

const SAFE = Number.MAX_SAFE_INTEGER;

/** The position of a column in a row, or -1. */
export function find(row: Row, column: number): number {
  const { columns } = row;
  let low = 0;
  let high = columns.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const at = columns[middle]!;
    if (at === column) return middle;
    if (at < column) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}

export function coefficient(row: Row, column: number): Int {
  const position = find(row, column);
  return position < 0 ? 0 : row.coefficients[position]!;
}

/** Replaces `target` by the combination of it with `source` in which `column` does not occur. */
export function eliminate(target: Row, source: Row, column: number): void {
  const inTarget = coefficient(target, column);
  if (inTarget === 0) return;
  const inSource = coefficient(source, column);
  const divisor = int.gcd(inTarget, inSource);
  // The factor of the target stays positive, and with it the sign of its basic variable.
  const keep = int.divideExact(int.absolute(inSource), divisor);
  const take = int.divideExact(inSource > 0 ? int.negate(inTarget) : inTarget, divisor);
  combine(target, keep, source, take);
  reduce(target);
}

/** target := p * target + q * source, by merging the sorted columns. */
function combine(target: Row, p: Int, source: Row, q: Int): void {
  const columns: number[] = [];
  const coefficients: Int[] = [];
  const a = target.columns;
  const b = source.columns;
  let i = 0;
  let j = 0;
  while (i < a.length || j < b.length) {
    const left = i < a.length ? a[i]! : Infinity;
    const right = j < b.length ? b[j]! : Infinity;
    if (left < right) {
      columns.push(left);
      coefficients.push(p === 1 ? target.coefficients[i]! : int.multiply(p, target.coefficients[i]!));
      i++;
    } else if (right < left) {
      columns.push(right);
      coefficients.push(int.multiply(q, source.coefficients[j]!));
      j++;
    } else {
      const value = combination(p, target.coefficients[i]!, q, source.coefficients[j]!);
      if (value !== 0) {
        columns.push(left);
        coefficients.push(value);
      }
      i++;
      j++;
    }
  }
  target.columns = columns;
  target.coefficients = coefficients;
}

function combination(p: Int, a: Int, q: Int, b: Int): Int {
  if (typeof p === "number" && typeof a === "number" && typeof q === "number" && typeof b === "number") {
    const left = p * a;
    const right = q * b;
    const sum = left + right;
    if (Math.abs(left) <= SAFE && Math.abs(right) <= SAFE && Math.abs(sum) <= SAFE) return sum + 0;
  }
  return int.add(int.multiply(p, a), int.multiply(q, b));
}

/** Divides a row by the greatest common divisor of its coefficients and makes the basic one positive. */
export function reduce(row: Row): void {
  const { coefficients } = row;
  let divisor: Int = 0;
  for (const value of coefficients) {
    divisor = int.gcd(divisor, value);
    if (divisor === 1) break;
  }
  if (int.sign(coefficient(row, row.basic)) < 0) divisor = int.negate(divisor);
  if (divisor === 1) return;
  for (let i = 0; i < coefficients.length; i++) coefficients[i] = int.divideExact(coefficients[i]!, divisor);
}
