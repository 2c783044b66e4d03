/**
 * Blocks: an octagon over a few related variables. A state is a set of blocks over disjoint variables; between
 * blocks nothing is known but what the unary bounds say. So the cost of an operation follows the variables that are
 * related (as in ELINA: Singh, Pueschel, Vechev 2015), and unchanged blocks are shared between states.
 *
 * Invariants: `variables` ascends by id; `matrix` is not changed after construction. A block is closed or not: the result of a
 * widening stays as it is, since closing it there could undo the widening, and its closure is kept beside it.
 */
import type { Variable } from "../../logic/term.ts";
import type { Rational } from "../../numbers/rational.ts";
import * as rational from "../../numbers/rational.ts";
import { addClosedExact, closeExact, compact, exactValue, half, less, plus, smallValue, toExact } from "./exact.ts";
import { type Arithmetic, addClosed, close, copyOf, type Matrix, position, rowStart, topMatrix } from "./matrix.ts";

export interface Block {
  readonly variables: readonly Variable[];
  readonly matrix: Matrix;
  /** The strong closure, `this` for a closed block; filled in when first asked for. */
  closure: Block | "empty" | undefined;
}

export function openBlock(variables: readonly Variable[], matrix: Matrix): Block {
  return { variables, matrix, closure: undefined };
}

/** A block whose matrix is known to be closed and not empty. */
export function closedBlock(variables: readonly Variable[], matrix: Matrix): Block {
  const block: Block = { variables, matrix, closure: undefined };
  block.closure = block;
  return block;
}

export function closureOf(block: Block, arithmetic: Arithmetic): Block | "empty" {
  block.closure ??= computeClosure(block, arithmetic);
  return block.closure;
}

function computeClosure(block: Block, arithmetic: Arithmetic): Block | "empty" {
  const n = block.variables.length;
  if (!Array.isArray(block.matrix)) {
    const matrix = copyOf(block.matrix);
    const outcome = close(matrix, n, arithmetic);
    if (outcome !== "inexact") return outcome === "empty" ? "empty" : closedBlock(block.variables, matrix);
  }
  const matrix = toExact(block.matrix);
  return closeExact(matrix, n, arithmetic) ? closedBlock(block.variables, compact(matrix, arithmetic)) : "empty";
}

/** The closed block with V_to - V_from <= bound added. */
export function constrain(
  block: Block,
  from: number,
  to: number,
  bound: Rational,
  arithmetic: Arithmetic,
): Block | "empty" {
  const n = block.variables.length;
  const small = smallValue(bound, arithmetic);
  if (!Array.isArray(block.matrix) && small !== undefined) {
    if (small >= block.matrix[position(from, to)]!) return block;
    const matrix = copyOf(block.matrix);
    const outcome = addClosed(matrix, n, from, to, small, arithmetic);
    if (outcome !== "inexact") return outcome === "empty" ? "empty" : closedBlock(block.variables, matrix);
  }
  const matrix = toExact(block.matrix);
  const possible = addClosedExact(matrix, n, from, to, bound, arithmetic);
  return possible ? closedBlock(block.variables, compact(matrix, arithmetic)) : "empty";
}

/** The index of a variable in an ascending list, or -1. */
export function indexIn(variables: readonly Variable[], of: Variable): number {
  let low = 0;
  let high = variables.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const id = variables[middle]!.id;
    if (id === of.id) return variables[middle] === of ? middle : -1;
    if (id < of.id) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}

/** m(i, j) as an exact number. */
export function entry(block: Block, i: number, j: number): Rational {
  const value = block.matrix[position(i, j)]!;
  return typeof value === "number" ? exactValue(value) : value;
}

/** The bound of V_index, signed: half of the unary entry. */
export function upperBound(block: Block, index: number): Rational {
  return half(entry(block, index ^ 1, index));
}

export function sameVariables(a: readonly Variable[], b: readonly Variable[]): boolean {
  return a === b || (a.length === b.length && a.every((of, i) => of === b[i]));
}

export function emptyMatrixLike(matrices: readonly Matrix[], n: number): Matrix {
  const top = topMatrix(n);
  return matrices.some(Array.isArray) ? toExact(top) : top;
}

/** Copies a block's entries into a matrix over more (or other) variables; variables it does not have stay as they are. */
export function copyInto(target: Matrix, variables: readonly Variable[], block: Block): void {
  const places = block.variables.map((of) => indexIn(variables, of));
  const source = block.matrix;
  const ascending = places.every((place, k) => place >= 0 && (k === 0 || place > places[k - 1]!));
  if (ascending && !Array.isArray(target) && !Array.isArray(source)) {
    copyRows(target, source, places);
    return;
  }
  const exact = Array.isArray(target) && !Array.isArray(source) ? toExact(source) : source;
  for (let i = 0; i < 2 * places.length; i++) {
    const row = places[i >> 1]! * 2 + (i & 1);
    if (row < 0) continue;
    const start = rowStart(i);
    for (let j = 0; j <= (i | 1); j++) {
      const column = places[j >> 1]! * 2 + (j & 1);
      if (column >= 0) target[position(row, column)] = exact[start + j] as number;
    }
  }
}

/** With places ascending, the stored half of a row goes to the stored half of a row. */
function copyRows(target: Float64Array, source: Float64Array, places: readonly number[]): void {
  for (let i = 0; i < 2 * places.length; i++) {
    const from = rowStart(i);
    const to = rowStart(2 * places[i >> 1]! + (i & 1));
    for (let k = 0; k <= i >> 1; k++) {
      const column = to + 2 * places[k]!;
      target[column] = source[from + 2 * k]!;
      target[column + 1] = source[from + 2 * k + 1]!;
    }
  }
}

/** As copyInto, keeping the smaller of two entries. */
export function tightenWith(target: Matrix, variables: readonly Variable[], block: Block): void {
  const places = block.variables.map((of) => indexIn(variables, of));
  for (let i = 0; i < 2 * places.length; i++)
    for (let j = 0; j <= (i | 1); j++) {
      const value = entry(block, i, j);
      const at = position(places[i >> 1]! * 2 + (i & 1), places[j >> 1]! * 2 + (j & 1));
      if (less(value, target[at]!))
        target[at] = (Array.isArray(target) ? value : rational.approximate(value)) as number;
    }
}

/** The block over other variables: kept entries are copied, new variables are free. Closed stays closed. */
export function reindex(block: Block, variables: readonly Variable[]): Block {
  if (sameVariables(block.variables, variables)) return block;
  const matrix = emptyMatrixLike([block.matrix], variables.length);
  copyInto(matrix, variables, block);
  return block.closure === block ? closedBlock(variables, matrix) : openBlock(variables, matrix);
}

/** Without one variable: on a closed block this is projection. Undefined if no variable is left. */
export function without(block: Block, of: Variable): Block | undefined {
  const rest = block.variables.filter((other) => other !== of);
  if (rest.length === block.variables.length) return block;
  return rest.length === 0 ? undefined : reindex(block, rest);
}

/**
 * The closed block after x := V_source + [low, high], where V_source is a signed variable of `block` and x is the variable of
 * index `target` in `variables`; x's former relations are dropped. Exact, and closed again in O(n) entries.
 */
export function assignShifted(
  block: Block,
  variables: readonly Variable[],
  target: number,
  source: number,
  low: Rational,
  high: Rational,
  arithmetic: Arithmetic,
): Block {
  const base = reindex(block, variables);
  const places = variables.map((of) => indexIn(block.variables, of));
  const updates = shiftedRows(block, places, target, source, low, high);
  let matrix: Matrix = Array.isArray(base.matrix) ? base.matrix.slice() : copyOf(base.matrix);
  if (!Array.isArray(matrix) && updates.some(([, value]) => smallValue(value, arithmetic) === undefined))
    matrix = toExact(matrix);
  for (const [at, value] of updates)
    matrix[at] = (Array.isArray(matrix) ? value : smallValue(value, arithmetic)) as number;
  return closedBlock(variables, Array.isArray(matrix) ? compact(matrix, arithmetic) : matrix);
}

/** `low` and `high` are given as upper bounds of -d and of d, for the shift d. */
function shiftedRows(
  block: Block,
  places: readonly number[],
  target: number,
  source: number,
  low: Rational,
  high: Rational,
): [number, Rational][] {
  const plusX = 2 * target;
  const minusX = plusX + 1;
  const value = (i: number, j: number): Rational => entry(block, i, j);
  const updates: [number, Rational][] = [];
  places.forEach((place, k) => {
    if (k === target || place < 0) return;
    for (let sign = 0; sign < 2; sign++) {
      const j = 2 * place + sign;
      updates.push([position(plusX, 2 * k + sign), plus(value(source, j), low)]);
      updates.push([position(minusX, 2 * k + sign), plus(value(source ^ 1, j), high)]);
    }
  });
  updates.push([position(plusX, minusX), plus(value(source, source ^ 1), plus(low, low))]);
  updates.push([position(minusX, plusX), plus(value(source ^ 1, source), plus(high, high))]);
  return updates;
}

/** A closed block of one variable with -x <= low and x <= high. Undefined if both are infinite. */
export function unaryBlock(of: Variable, low: Rational, high: Rational, arithmetic: Arithmetic): Block | undefined {
  if (low === Infinity && high === Infinity) return undefined;
  const matrix = toExact(topMatrix(1));
  matrix[position(0, 1)] = plus(low, low);
  matrix[position(1, 0)] = plus(high, high);
  return closedBlock([of], compact(matrix, arithmetic));
}
