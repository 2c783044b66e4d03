/**
 * Entry-wise operations on two closed octagons over the same variables, in one pass, wherever the variables live: an entry
 * between two blocks is the sum of two half unary bounds. Without this a join would first build both operands as
 * one matrix each. Doubles only; the caller falls back on `gather` where a matrix is exact.
 */
import type { Variable } from "../../logic/term.ts";
import { type Block, indexIn } from "./block.ts";
import { entryCount, rowStart, topMatrix, uninitialised } from "./matrix.ts";

/** Where each variable lives in a state. Variables with the same owner share a matrix. */
interface Layout {
  readonly matrices: readonly Float64Array[];
  readonly owners: Int32Array;
  /** Index of +x in its matrix. */
  readonly columns: Int32Array;
  /** Half of m(i, i^1) for every signed variable. */
  readonly halves: Float64Array;
}

const FREE = topMatrix(1);

/** Undefined if a matrix is exact. */
function layoutOf(blockOf: (of: Variable) => Block | undefined, variables: readonly Variable[]): Layout | undefined {
  const n = variables.length;
  const matrices: Float64Array[] = [];
  const owners = new Int32Array(n);
  const columns = new Int32Array(n);
  const halves = new Float64Array(2 * n);
  const known = new Map<Block, number>();
  for (let k = 0; k < n; k++) {
    const of = variables[k]!;
    const block = blockOf(of);
    if (block !== undefined && Array.isArray(block.matrix)) return undefined;
    const matrix = block === undefined ? FREE : (block.matrix as Float64Array);
    const column = block === undefined ? 0 : 2 * indexIn(block.variables, of);
    let owner = block === undefined ? -1 - k : known.get(block);
    if (owner === undefined) {
      owner = k;
      known.set(block!, k);
    }
    matrices.push(matrix);
    owners[k] = owner;
    columns[k] = column;
    halves[2 * k] = matrix[rowStart(column) + column + 1]! / 2;
    halves[2 * k + 1] = matrix[rowStart(column + 1) + column]! / 2;
  }
  return { matrices, owners, columns, halves };
}

/** The signed variable's entries with all earlier (and its own) variables, as stored in a half matrix row. */
function fillRow(row: Float64Array, layout: Layout, i: number): void {
  const k = i >> 1;
  const { owners, columns, halves } = layout;
  const matrix = layout.matrices[k]!;
  const start = rowStart(columns[k]! + (i & 1));
  const own = owners[k]!;
  const half = halves[i]!;
  for (let l = 0; l <= k; l++) {
    if (owners[l] === own) {
      const at = start + columns[l]!;
      row[2 * l] = matrix[at]!;
      row[2 * l + 1] = matrix[at + 1]!;
    } else {
      row[2 * l] = half + halves[2 * l + 1]!;
      row[2 * l + 1] = half + halves[2 * l]!;
    }
  }
}

type BlockOf = (of: Variable) => Block | undefined;

/**
 * Over the variables (ascending): the greater entry of both (`join`), or the first operand's entry where the second does
 * not exceed it and none elsewhere (`stable`).
 */
export function fuse(
  a: BlockOf,
  b: BlockOf,
  variables: readonly Variable[],
  mode: "join" | "stable",
): Float64Array | undefined {
  const left = layoutOf(a, variables);
  const right = left === undefined ? undefined : layoutOf(b, variables);
  if (left === undefined || right === undefined) return undefined;
  const size = 2 * variables.length;
  const result = uninitialised(entryCount(variables.length));
  const rowA = new Float64Array(size);
  const rowB = new Float64Array(size);
  for (let i = 0; i < size; i++) {
    fillRow(rowA, left, i);
    fillRow(rowB, right, i);
    if (mode === "join") greaterOf(result, rowStart(i), rowA, rowB, i | 1);
    else stableOf(result, rowStart(i), rowA, rowB, i | 1);
  }
  return result;
}

function greaterOf(result: Float64Array, start: number, a: Float64Array, b: Float64Array, end: number): void {
  for (let j = 0; j <= end; j++) {
    const x = a[j]!;
    const y = b[j]!;
    result[start + j] = x > y ? x : y;
  }
}

function stableOf(result: Float64Array, start: number, a: Float64Array, b: Float64Array, end: number): void {
  for (let j = 0; j <= end; j++) result[start + j] = b[j]! <= a[j]! ? a[j]! : Infinity;
}

/** Is no entry of the first operand greater than the second's matrix over the variables? */
export function isAtMost(a: BlockOf, variables: readonly Variable[], matrix: Float64Array): boolean | undefined {
  const layout = layoutOf(a, variables);
  if (layout === undefined) return undefined;
  const row = new Float64Array(2 * variables.length);
  for (let i = 0; i < 2 * variables.length; i++) {
    fillRow(row, layout, i);
    const start = rowStart(i);
    for (let j = 0; j <= (i | 1); j++) if (row[j]! > matrix[start + j]!) return false;
  }
  return true;
}
