/**
 * Entry-wise operations on two closed octagons over the same variables, in one pass, wherever the variables live: an entry
 * between two blocks is the sum of two half unary bounds. Without this a join would first build both operands as
 * one matrix each. Doubles only; the caller falls back on `gather` where a matrix is exact.
 * Large matrices are compared by `workspace.ts`, small ones here.
 */
import type { Variable } from "../../logic/term.ts";
import type { Block } from "./block.ts";
import type { Layout } from "./layout.ts";
import { entryCount, rowStart, topMatrix, uninitialised } from "./matrix.ts";
import { type Choice, workspace } from "./workspace.ts";

/** Variables of a state, in the order of a matrix over them. */
interface Arrangement {
  readonly matrices: readonly Float64Array[];
  /** Variables with the same owner share a matrix. */
  readonly owners: Int32Array;
  /** Index of +x in its matrix. */
  readonly columns: Int32Array;
  /** Half of m(i, i^1) for every signed variable, and half of m(j^1, j): the same with neighbours exchanged. */
  readonly halves: Float64Array;
  readonly opposite: Float64Array;
  /** Where a run starts: variables that follow each other here and in their matrix. The last one is the end. */
  readonly runs: readonly number[];
}

const FREE = topMatrix(1);

/** Positions are those of the layout, ascending but for -1, a free variable. Undefined if a matrix is exact. */
function viewOf(layout: Layout, positions: readonly number[]): Arrangement | undefined {
  const n = positions.length;
  const matrices: Float64Array[] = [];
  const owners = new Int32Array(n);
  const columns = new Int32Array(n);
  const halves = new Float64Array(2 * n);
  const opposite = new Float64Array(2 * n);
  const runs: number[] = [];
  for (let k = 0; k < n; k++) {
    const at = positions[k]!;
    const matrix = at < 0 ? FREE : layout.blocks[layout.owners[at]!]!.matrix;
    if (Array.isArray(matrix)) return undefined;
    matrices.push(matrix);
    owners[k] = at < 0 ? -1 - k : layout.owners[at]!;
    columns[k] = at < 0 ? 0 : 2 * layout.columns[at]!;
    opposite[2 * k + 1] = halves[2 * k] = at < 0 ? Infinity : layout.unary[2 * at]! / 2;
    opposite[2 * k] = halves[2 * k + 1] = at < 0 ? Infinity : layout.unary[2 * at + 1]! / 2;
    if (k === 0 || owners[k] !== owners[k - 1] || columns[k] !== columns[k - 1]! + 2) runs.push(k);
  }
  runs.push(n);
  return { matrices, owners, columns, halves, opposite, runs };
}

/** Row i of a matrix over the view's variables: its entries with all earlier variables and its own. */
function fillRow(target: Float64Array, at: number, view: Arrangement, i: number): void {
  const { owners, columns, opposite, runs } = view;
  const k = i >> 1;
  const matrix = view.matrices[k]!;
  const start = rowStart(columns[k]! + (i & 1));
  const half = view.halves[i]!;
  for (let r = 0; runs[r]! <= k; r++) {
    const first = runs[r]!;
    const end = runs[r + 1]! <= k ? 2 * runs[r + 1]! : 2 * k + 2;
    if (owners[first] === owners[k]) {
      const shift = start + columns[first]! - 2 * first;
      for (let j = 2 * first; j < end; j += 2) {
        target[at + j] = matrix[shift + j]!;
        target[at + j + 1] = matrix[shift + j + 1]!;
      }
    } else for (let j = 2 * first; j < end; j++) target[at + j] = half + opposite[j]!;
  }
}

function fill(target: Float64Array, view: Arrangement): void {
  // Rows of the first run are stored alike here and in its matrix, if that starts with the same variable.
  const alike = view.columns[0] === 0 ? 2 * view.runs[1]! : 0;
  if (alike > 0) target.set(view.matrices[0]!.subarray(0, rowStart(alike)));
  for (let i = alike; i < 2 * view.owners.length; i++) fillRow(target, rowStart(i), view, i);
}

/** Some variables of a state, and the block they make up if there is one. */
export interface Selection {
  readonly layout: Layout;
  readonly positions: readonly number[];
  readonly whole: Block | undefined;
}

/** Entries that can be written to a matrix: a matrix of doubles itself or a view. */
type Source = Float64Array | Arrangement;

function sourceOf({ layout, positions, whole }: Selection): Source | undefined {
  if (whole === undefined) return viewOf(layout, positions);
  return Array.isArray(whole.matrix) ? undefined : whole.matrix;
}

function write(target: Float64Array, source: Source): void {
  if (source instanceof Float64Array) target.set(source);
  else fill(target, source);
}

/**
 * Over the variables (ascending): the greater entry of both, or the first operand's entry where the second does
 * not exceed it and none elsewhere (`stable`).
 */
export function fuse(a: Selection, b: Selection, choice: Choice): Float64Array | undefined {
  const [left, right] = [sourceOf(a), sourceOf(b)];
  if (left === undefined || right === undefined) return undefined;
  const length = entryCount(a.positions.length);
  const room = workspace(length);
  if (room !== undefined) {
    write(room.first, left);
    write(room.second, right);
    return room.choose(choice);
  }
  const result = uninitialised(length);
  write(result, left);
  const other = right instanceof Float64Array ? right : uninitialised(length);
  if (other !== right) write(other, right);
  if (choice === "greater") raise(result, other);
  else keepStable(result, other);
  return result;
}

function raise(target: Float64Array, other: Float64Array): void {
  for (let at = 0; at < target.length; at++) if (other[at]! > target[at]!) target[at] = other[at]!;
}

function keepStable(target: Float64Array, other: Float64Array): void {
  for (let at = 0; at < target.length; at++) if (other[at]! > target[at]!) target[at] = Infinity;
}

/** Is no entry of the state greater than the matrix over the variables? */
export function isAtMost(a: Selection, matrix: Float64Array): boolean | undefined {
  if (a.whole !== undefined) {
    const own = a.whole.matrix;
    return Array.isArray(own) ? undefined : rowIsAtMost(own, matrix, 0, own.length);
  }
  const view = viewOf(a.layout, a.positions);
  if (view === undefined) return undefined;
  const row = new Float64Array(2 * a.positions.length);
  for (let i = 0; i < row.length; i++) {
    fillRow(row, 0, view, i);
    if (!rowIsAtMost(row, matrix, rowStart(i), (i | 1) + 1)) return false;
  }
  return true;
}

function rowIsAtMost(row: Float64Array, matrix: Float64Array, start: number, count: number): boolean {
  for (let j = 0; j < count; j++) if (row[j]! > matrix[start + j]!) return false;
  return true;
}

/** The variables a selection stands for. */
export function selectedVariables({ layout, positions, whole }: Selection): readonly Variable[] {
  return whole?.variables ?? positions.map((k) => layout.variables[k]!);
}
