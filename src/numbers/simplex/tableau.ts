/**
 * The tableau: a system of homogeneous equations sum c_j x_j = 0 in solved form. Each row has one basic variable that
 * occurs in no other row; every other variable of the row is non-basic. Rows keep integer coefficients without a
 * common divisor instead of rationals with coefficient 1 on the basic variable: elimination is then two
 * multiplications and an addition, on plain numbers nearly always. Rows are sparse, and every non-basic column knows
 * the rows it occurs in, so that a pivot touches no others.
 *
 * Invariants: the basic variable comes first and its coefficient is positive, no coefficient is zero, no column occurs
 * twice in a row.
 */

import { tick } from "../../util/budget.ts";
import type { Int } from "../int.ts";
import * as int from "../int.ts";

export interface Row {
  /** The basic variable first, the others in no order. */
  readonly columns: number[];
  readonly coefficients: Int[];
  /** Position in `rows`; -1 for a row that is not part of the tableau (an objective). */
  index: number;
}

// What a coefficient costs in an elimination, in units of work.
const COEFFICIENT_WORK = 0.02;

const SAFE = Number.MAX_SAFE_INTEGER;

export class Tableau {
  readonly rows: Row[] = [];
  /** The row in which a column is basic. */
  readonly rowOf: (Row | undefined)[] = [];
  /** The rows in which a column occurs without being basic, in no order. */
  readonly occurrences: Row[][] = [];
  /** Coefficients looked at in eliminations, monotonic. */
  work = 0;
  /** Scratch: the position of a column in the row at work, or -1. */
  #where = new Int32Array(32).fill(-1);

  addColumn(): number {
    const column = this.rowOf.length;
    this.rowOf.push(undefined);
    this.occurrences.push([]);
    if (column >= this.#where.length) this.#where = new Int32Array(2 * column).fill(-1);
    return column;
  }

  /** `basic` = sum of coefficients times columns, over the current non-basic variables; not part of the tableau yet. */
  define(basic: number, columns: readonly number[], coefficients: readonly Int[]): Row {
    const row: Row = { columns: [basic], coefficients: [1], index: -1 };
    for (let i = 0; i < columns.length; i++) {
      if (coefficients[i] === 0) continue;
      row.columns.push(columns[i]!);
      row.coefficients.push(int.negate(coefficients[i]!));
    }
    for (let i = 0; i < columns.length; i++) {
      const source = this.rowOf[columns[i]!];
      if (source !== undefined && coefficients[i] !== 0) this.eliminate(row, source, columns[i]!);
    }
    reduce(row);
    return row;
  }

  insert(row: Row): void {
    row.index = this.rows.length;
    this.rows.push(row);
    const { columns } = row;
    this.rowOf[columns[0]!] = row;
    for (let i = 1; i < columns.length; i++) this.occurrences[columns[i]!]!.push(row);
  }

  remove(row: Row): void {
    const last = this.rows.pop()!;
    if (last !== row) {
      this.rows[row.index] = last;
      last.index = row.index;
    }
    row.index = -1;
    const { columns } = row;
    this.rowOf[columns[0]!] = undefined;
    for (let i = 1; i < columns.length; i++) forget(this.occurrences[columns[i]!]!, row);
  }

  /** Makes `entering` basic in the row, in place of the row's basic variable, also within a row outside the tableau. */
  pivot(row: Row, entering: number, outside: Row | undefined): void {
    const { columns, coefficients } = row;
    const leaving = columns[0]!;
    const at = columns.indexOf(entering);
    columns[at] = leaving;
    columns[0] = entering;
    const factor = coefficients[at]!;
    coefficients[at] = coefficients[0]!;
    coefficients[0] = factor;
    if (factor < 0) for (let i = 0; i < coefficients.length; i++) coefficients[i] = int.negate(coefficients[i]!);
    this.rowOf[leaving] = undefined;
    this.rowOf[entering] = row;
    const others = this.occurrences[entering]!;
    // Emptied first: elimination then need not take rows out one by one.
    this.occurrences[entering] = [];
    this.occurrences[leaving]!.push(row);
    for (const other of others) if (other !== row) this.eliminate(other, row, entering);
    if (outside?.columns.includes(entering)) this.eliminate(outside, row, entering);
  }

  /** Replaces `target` by the combination of it with `source` in which the basic column of `source` does not occur. */
  eliminate(target: Row, source: Row, column: number): void {
    const where = this.#where;
    const { columns, coefficients } = target;
    const before = columns.length;
    this.work += before + source.columns.length;
    tick(COEFFICIENT_WORK * (before + source.columns.length));
    for (let i = 0; i < before; i++) where[columns[i]!] = i;
    const inTarget = coefficients[where[column]!]!;
    const inSource = source.coefficients[0]!;
    // The factor of the target stays positive, and with it the sign of its basic variable.
    let keep: Int = inSource;
    let take: Int = int.negate(inTarget);
    if (keep !== 1) {
      const divisor = int.gcd(inTarget, inSource);
      keep = int.divideExact(keep, divisor);
      take = int.divideExact(take, divisor);
      if (keep !== 1) for (let i = 0; i < before; i++) coefficients[i] = int.multiply(coefficients[i]!, keep);
    }
    const added = source.columns;
    const factors = source.coefficients;
    let vanished = 0;
    for (let j = 0; j < added.length; j++) {
      const at = added[j]!;
      const position = where[at]!;
      if (position < 0) {
        columns.push(at);
        coefficients.push(int.multiply(take, factors[j]!));
        if (target.index >= 0) this.occurrences[at]!.push(target);
      } else {
        const value = addMultiply(coefficients[position]!, take, factors[j]!);
        coefficients[position] = value;
        if (value === 0) vanished++;
      }
    }
    for (let i = 0; i < before; i++) where[columns[i]!] = -1;
    if (vanished > 0) this.#compact(target, column);
    if (coefficients[0] !== 1) reduce(target);
  }

  /** Drops zeros; `column` needs no removal from the occurrences. */
  #compact(row: Row, column: number): void {
    const { columns, coefficients } = row;
    let kept = 0;
    for (let i = 0; i < columns.length; i++) {
      const at = columns[i]!;
      const value = coefficients[i]!;
      if (value === 0) {
        if (at !== column && row.index >= 0) forget(this.occurrences[at]!, row);
        continue;
      }
      columns[kept] = at;
      coefficients[kept++] = value;
    }
    columns.length = kept;
    coefficients.length = kept;
  }
}

function addMultiply(a: Int, b: Int, c: Int): Int {
  if (typeof a === "number" && typeof b === "number" && typeof c === "number") {
    const product = b * c;
    const sum = a + product;
    if (product >= -SAFE && product <= SAFE && sum >= -SAFE && sum <= SAFE) return sum + 0;
  }
  return int.add(a, int.multiply(b, c));
}

function forget(list: Row[], row: Row): void {
  const at = list.indexOf(row);
  list[at] = list[list.length - 1]!;
  list.pop();
}

export function coefficient(row: Row, column: number): Int {
  const position = row.columns.indexOf(column);
  return position < 0 ? 0 : row.coefficients[position]!;
}

/** Divides a row by the greatest common divisor of its coefficients; the basic one is positive already. */
function reduce(row: Row): void {
  const { coefficients } = row;
  // A small one first: it keeps the others' divisors small.
  let divisor: Int = coefficients.find((value) => typeof value === "number") ?? coefficients[0]!;
  for (let i = 0; i < coefficients.length; i++) {
    divisor = int.gcd(divisor, coefficients[i]!);
    if (divisor === 1) return;
  }
  for (let i = 0; i < coefficients.length; i++) coefficients[i] = int.divideExact(coefficients[i]!, divisor);
}
