/**
 * Entry-wise operations on two closed octagons over the same variables, in one pass, wherever the variables live: an entry
 * between two blocks is the sum of two half unary bounds. Without this a join would first build both operands as
 * one matrix each. Doubles only; the caller falls back on `gather` where a matrix is exact.
 *
 * Which of two entries is greater is as good as random, and a mispredicted branch costs more than all else an entry needs.
 * So the loops choose by an index computed from the comparison and have no branch.
 */
import type { Variable } from "../../logic/term.ts";
import type { Block } from "./block.ts";
import type { Layout } from "./layout.ts";
import { copyOf, entryCount, rowStart, topMatrix, uninitialised } from "./matrix.ts";

/** Variables of a state, in the order of a matrix over them. */
interface View {
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
function viewOf(layout: Layout, positions: readonly number[]): View | undefined {
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

// --- Loops over a run ---------------------------------------------------------------------------------------------
// `at` and `from` are where the run starts in the target and in the source.

const pair = new Float64Array(2);
const STEP = Float64Array.of(0, Infinity);

function set(target: Float64Array, at: number, source: Float64Array, from: number, count: number): void {
  for (let j = 0; j < count; j++) target[at + j] = source[from + j]!;
}

function setSum(target: Float64Array, at: number, half: number, source: Float64Array, from: number, count: number) {
  for (let j = 0; j < count; j++) target[at + j] = half + source[from + j]!;
}

/** The greater of both. */
function raise(target: Float64Array, at: number, source: Float64Array, from: number, count: number): void {
  for (let j = 0; j < count; j++) {
    const x = target[at + j]!;
    const y = source[from + j]!;
    pair[0] = x;
    pair[1] = y;
    target[at + j] = pair[Number(y > x)]!;
  }
}

function raiseSum(target: Float64Array, at: number, half: number, source: Float64Array, from: number, count: number) {
  for (let j = 0; j < count; j++) {
    const x = target[at + j]!;
    const y = half + source[from + j]!;
    pair[0] = x;
    pair[1] = y;
    target[at + j] = pair[Number(y > x)]!;
  }
}

/** Entries that are exceeded go. */
function keep(target: Float64Array, at: number, source: Float64Array, from: number, count: number): void {
  for (let j = 0; j < count; j++) {
    const x = target[at + j]!;
    target[at + j] = x + STEP[Number(source[from + j]! > x)]!;
  }
}

function keepSum(target: Float64Array, at: number, half: number, source: Float64Array, from: number, count: number) {
  for (let j = 0; j < count; j++) {
    const x = target[at + j]!;
    target[at + j] = x + STEP[Number(half + source[from + j]! > x)]!;
  }
}

// --- Rows and matrices --------------------------------------------------------------------------------------------

type Mode = "set" | "join" | "stable";

/** Combines a target's row, which starts at `at`, with the view's row i: its entries with all earlier and its own variable. */
function combineRow(target: Float64Array, at: number, view: View, i: number, mode: Mode): void {
  const { owners, columns, opposite, runs } = view;
  const k = i >> 1;
  const matrix = view.matrices[k]!;
  const start = rowStart(columns[k]! + (i & 1));
  const half = view.halves[i]!;
  for (let r = 0; runs[r]! <= k; r++) {
    const first = runs[r]!;
    const from = 2 * first;
    const count = 2 * (runs[r + 1]! <= k ? runs[r + 1]! : k + 1) - from;
    if (owners[first] === owners[k]) {
      const source = start + columns[first]!;
      if (mode === "join") raise(target, at + from, matrix, source, count);
      else if (mode === "stable") keep(target, at + from, matrix, source, count);
      else set(target, at + from, matrix, source, count);
    } else if (mode === "join") raiseSum(target, at + from, half, opposite, from, count);
    else if (mode === "stable") keepSum(target, at + from, half, opposite, from, count);
    else setSum(target, at + from, half, opposite, from, count);
  }
}

function combineRows(target: Float64Array, view: View, mode: Mode): void {
  for (let i = 0; i < 2 * view.owners.length; i++) combineRow(target, rowStart(i), view, i, mode);
}

/** Some variables of a state, and the block they make up if there is one. */
export interface Selection {
  readonly layout: Layout;
  readonly positions: readonly number[];
  readonly whole: Block | undefined;
}

/** The closed state's entries over the variables, in a matrix of their own. */
function ownMatrix({ layout, positions, whole }: Selection): Float64Array | undefined {
  if (whole !== undefined) return Array.isArray(whole.matrix) ? undefined : copyOf(whole.matrix);
  const view = viewOf(layout, positions);
  if (view === undefined) return undefined;
  const matrix = uninitialised(entryCount(positions.length));
  combineRows(matrix, view, "set");
  return matrix;
}

/**
 * Over the variables (ascending in the first operand): the greater entry of both (`join`), or the first operand's entry
 * where the second does not exceed it and none elsewhere (`stable`).
 */
export function fuse(a: Selection, b: Selection, mode: "join" | "stable"): Float64Array | undefined {
  if (b.whole !== undefined) {
    const other = b.whole.matrix;
    const result = Array.isArray(other) ? undefined : ownMatrix(a);
    if (result === undefined || Array.isArray(other)) return undefined;
    if (mode === "join") raise(result, 0, other, 0, other.length);
    else keep(result, 0, other, 0, other.length);
    return result;
  }
  const view = viewOf(b.layout, b.positions);
  const result = view === undefined ? undefined : ownMatrix(a);
  if (view === undefined || result === undefined) return undefined;
  combineRows(result, view, mode);
  return result;
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
    combineRow(row, 0, view, i, "set");
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
