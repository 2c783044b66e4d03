/**
 * Cutting a block into the connected parts of a relation between its variables, so that later operations cost what the
 * parts cost. Of a closed block, variables are related by a bound that is tighter than their unary bounds imply; of an
 * open one, by any finite entry: each part keeps all its entries, so that no widening is undone.
 */
import { type Block, reindex } from "./block.ts";
import { less, plus } from "./exact.ts";
import { type Matrix, position, rowStart } from "./matrix.ts";

/** Copying entries to smaller blocks pays where it leaves out a quarter of them: not for one variable out of many. */
const WORTH_SPLITTING = 0.75;

/** The parts; unconstrained variables go. */
export function partition(block: Block, kind: "closed" | "open"): Block[] {
  const n = block.variables.length;
  const limit = WORTH_SPLITTING * n * n;
  const order = new Int32Array(n);
  for (let k = 0; k < n; k++) order[k] = k;
  const groups: Int32Array[] = [];
  let entries = 0;
  for (let first = 0; first < n; ) {
    // The group order[first..end) grows while it is walked through.
    let end = first + 1;
    for (let at = first; at < end && entries + (end - first) ** 2 <= limit; at++)
      end = attract(block.matrix, kind, order, order[at]!, end);
    entries += (end - first) ** 2;
    if (entries > limit) return isFree(block) ? [] : [block];
    groups.push(order.slice(first, end).sort());
    first = end;
  }
  const parts = groups.map((group) =>
    reindex(
      block,
      Array.from(group, (k) => block.variables[k]!),
    ),
  );
  return parts.filter((part) => !isFree(part));
}

/** Moves what is related to variable k from the rest of the order to position `end` and on; the new end. */
function attract(matrix: Matrix, kind: "closed" | "open", order: Int32Array, k: number, end: number): number {
  let next = end;
  for (let at = end; at < order.length; at++) {
    const l = order[at]!;
    const [high, low] = k > l ? [k, l] : [l, k];
    if (!(kind === "closed" ? areRelated(matrix, high, low) : hasFinite(matrix, high, low))) continue;
    order[at] = order[next]!;
    order[next++] = l;
  }
  return next;
}

function isFree(block: Block): boolean {
  return (
    block.variables.length === 1 &&
    block.matrix[position(0, 1)] === Infinity &&
    block.matrix[position(1, 0)] === Infinity
  );
}

/** Is some bound between two variables, k > l, tighter than their unary bounds imply? */
function areRelated(m: Matrix, k: number, l: number): boolean {
  if (Array.isArray(m)) return areRelatedExactly(m, k, l);
  for (let i = 2 * k; i <= 2 * k + 1; i++) {
    const start = rowStart(i);
    const unary = m[start + (i ^ 1)]!;
    if (2 * m[start + 2 * l]! < unary + m[rowStart(2 * l + 1) + 2 * l]!) return true;
    if (2 * m[start + 2 * l + 1]! < unary + m[rowStart(2 * l) + 2 * l + 1]!) return true;
  }
  return false;
}

function areRelatedExactly(m: Exclude<Matrix, Float64Array>, k: number, l: number): boolean {
  for (let i = 2 * k; i <= 2 * k + 1; i++)
    for (let j = 2 * l; j <= 2 * l + 1; j++) {
      const value = m[rowStart(i) + j]!;
      if (less(plus(value, value), plus(m[position(i, i ^ 1)]!, m[position(j ^ 1, j)]!))) return true;
    }
  return false;
}

function hasFinite(m: Matrix, k: number, l: number): boolean {
  const i = rowStart(2 * k) + 2 * l;
  const j = rowStart(2 * k + 1) + 2 * l;
  return m[i] !== Infinity || m[i + 1] !== Infinity || m[j] !== Infinity || m[j + 1] !== Infinity;
}
