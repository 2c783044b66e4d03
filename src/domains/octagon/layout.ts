/**
 * Where the variables of a state live, as flat arrays in ascending order of the variables, so that two states are
 * compared by walking through both at once instead of looking up each variable. A position is an index into these
 * arrays; a signed one is 2 * position + sign.
 */
import type { Variable } from "../../logic/term.ts";
import { type Block, entry } from "./block.ts";
import { less } from "./exact.ts";
import { rowStart } from "./matrix.ts";

export interface Layout {
  readonly blocks: readonly Block[];
  readonly variables: readonly Variable[];
  /** The number of each variable's block. */
  readonly owners: Int32Array;
  /** The index of each variable in its block. */
  readonly columns: Int32Array;
  /** m(i, i^1) of every signed variable; NaN where it is not a double. */
  readonly unary: Float64Array;
}

export function layoutOf(blocks: readonly Block[]): Layout {
  const single = blocks.length === 1;
  const unordered = single ? blocks[0]!.variables : concatenated(blocks);
  const order = single || isAscending(unordered) ? undefined : ascendingOrder(unordered);
  const variables = order === undefined ? unordered : order.map((k) => unordered[k]!);
  const n = variables.length;
  const owners = new Int32Array(n);
  const columns = new Int32Array(n);
  const unary = new Float64Array(2 * n);
  const places = order === undefined ? undefined : inverse(order);
  let next = 0;
  for (let b = 0; b < blocks.length; b++) {
    const { matrix } = blocks[b]!;
    const size = blocks[b]!.variables.length;
    for (let column = 0; column < size; column++) {
      const k = places === undefined ? next : places[next]!;
      next++;
      owners[k] = b;
      columns[k] = column;
      const upper = rowStart(2 * column) + 2 * column + 1;
      const lower = rowStart(2 * column + 1) + 2 * column;
      unary[2 * k] = Array.isArray(matrix) ? Number.NaN : matrix[upper]!;
      unary[2 * k + 1] = Array.isArray(matrix) ? Number.NaN : matrix[lower]!;
    }
  }
  return { blocks, variables, owners, columns, unary };
}

function concatenated(blocks: readonly Block[]): Variable[] {
  const variables: Variable[] = [];
  for (const block of blocks) for (const of of block.variables) variables.push(of);
  return variables;
}

function ascendingOrder(variables: readonly Variable[]): number[] {
  return variables.map((_, k) => k).sort((a, b) => variables[a]!.id - variables[b]!.id);
}

function inverse(order: readonly number[]): Int32Array {
  const places = new Int32Array(order.length);
  for (let k = 0; k < order.length; k++) places[order[k]!] = k;
  return places;
}

function isAscending(variables: readonly Variable[]): boolean {
  for (let k = 1; k < variables.length; k++) if (variables[k - 1]!.id >= variables[k]!.id) return false;
  return true;
}

/** For each position in the first layout that of the same variable in the second, or -1. */
export function matching(a: Layout, b: Layout): Int32Array {
  const result = new Int32Array(a.variables.length);
  let at = 0;
  for (let k = 0; k < result.length; k++) {
    const of = a.variables[k]!;
    while (at < b.variables.length && b.variables[at]!.id < of.id) at++;
    result[k] = b.variables[at] === of ? at : -1;
  }
  return result;
}

/** Is the first state's bound of a signed variable tighter? A position -1 in the second stands for a free variable. */
export function isTighter(a: Layout, k: number, b: Layout, l: number, sign: 0 | 1): boolean {
  const x = a.unary[2 * k + sign]!;
  const y = l < 0 ? Infinity : b.unary[2 * l + sign]!;
  if (x < y) return true;
  if (x >= y) return false;
  return less(unaryEntry(a, k, sign), l < 0 ? Infinity : unaryEntry(b, l, sign));
}

function unaryEntry(layout: Layout, k: number, sign: 0 | 1) {
  const i = 2 * layout.columns[k]! + sign;
  return entry(layout.blocks[layout.owners[k]!]!, i, i ^ 1);
}

export function hasBound(layout: Layout, k: number, sign: 0 | 1): boolean {
  const value = layout.unary[2 * k + sign]!;
  return Number.isNaN(value) ? unaryEntry(layout, k, sign) !== Infinity : value !== Infinity;
}

/** The block whose variables are just those at the positions, if there is one. */
export function wholeBlock(layout: Layout, positions: readonly number[]): Block | undefined {
  const owner = positions[0]! < 0 ? -1 : layout.owners[positions[0]!]!;
  if (owner < 0 || layout.blocks[owner]!.variables.length !== positions.length) return undefined;
  for (const k of positions) if (k < 0 || layout.owners[k] !== owner) return undefined;
  return layout.blocks[owner];
}
