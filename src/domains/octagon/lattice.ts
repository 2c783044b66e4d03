/**
 * Octagons as sets of blocks, and their order. The join is exact on closed operands (the least octagon above both) up
 * to relations between more than LARGEST_MERGE variables that were unrelated in both operands; the widening keeps
 * the entries of the older operand that the newer one respects, without closing the older one.
 */
import type { Variable } from "../../logic/term.ts";
import type { Rational } from "../../numbers/rational.ts";
import { memoised } from "../../util/memo.ts";
import {
  type Block,
  closedBlock,
  closureOf,
  copyInto,
  emptyMatrixLike,
  entry,
  indexIn,
  openBlock,
  reindex,
  sameVariables,
  upperBound,
} from "./block.ts";
import { exactValue, half, less, plus, toExact } from "./exact.ts";
import { fuse, isAtMost, type Selection, selectedVariables } from "./fused.ts";
import { joinGroups, widenGroups } from "./groups.ts";
import { type Layout, layoutOf, matching, wholeBlock } from "./layout.ts";
import { type Arithmetic, copyOf, type ExactMatrix, isSmall, type Matrix, position, rowStart } from "./matrix.ts";
import { partition } from "./partition.ts";

/** Blocks over disjoint variables, in the order of their first variables. No block is known to be empty. */
export interface Blocks {
  readonly blocks: readonly Block[];
  /** The same state with all blocks closed; filled in when first asked for. */
  closed: Octagon | undefined;
  /** Where each variable lives; filled in when first asked for, in states of many blocks. */
  owners: Map<Variable, Block> | undefined;
  /** The same for all variables in order; filled in when first asked for. */
  layout: Layout | undefined;
}

export type Octagon = Blocks | "bottom";

export function octagonOf(blocks: readonly Block[]): Blocks {
  return withBlocks([...blocks].sort((a, b) => a.variables[0]!.id - b.variables[0]!.id));
}

/** The state of blocks that are in order. */
function withBlocks(blocks: readonly Block[]): Blocks {
  return { blocks, closed: undefined, owners: undefined, layout: undefined };
}

export const TOP: Octagon = withBlocks([]);

function layoutIn(state: Blocks): Layout {
  state.layout ??= layoutOf(state.blocks);
  return state.layout;
}

/** All blocks closed; "bottom" if one is empty. */
export function closedOf(state: Octagon, arithmetic: Arithmetic): Octagon {
  if (state === "bottom") return state;
  state.closed ??= computeClosed(state, arithmetic);
  return state.closed;
}

function computeClosed(state: Blocks, arithmetic: Arithmetic): Octagon {
  if (state.blocks.every((block) => block.closure === block)) return state;
  const blocks: Block[] = [];
  for (const block of state.blocks) {
    const closure = closureOf(block, arithmetic);
    if (closure === "empty") return "bottom";
    blocks.push(closure);
  }
  const result = withBlocks(blocks);
  result.closed = result;
  return result;
}

/** Below this many blocks looking through them is faster than building an index. */
const FEW = 4;

export function blockOf(state: Blocks, of: Variable): Block | undefined {
  if (state.blocks.length <= FEW) return state.blocks.find((block) => indexIn(block.variables, of) >= 0);
  if (state.owners === undefined) {
    state.owners = new Map();
    for (const block of state.blocks) for (const member of block.variables) state.owners.set(member, block);
  }
  return state.owners.get(of);
}

/** The state with some blocks replaced. */
export function replaceBlocks(
  state: Blocks,
  removed: readonly (Block | undefined)[],
  added: readonly (Block | undefined)[],
): Blocks {
  const kept = state.blocks.filter((block) => !removed.includes(block));
  for (const block of added) if (block !== undefined) kept.push(block);
  return octagonOf(kept);
}

/** One block over all the variables, which may be spread over several closed blocks or over none. */
export function mergedBlock(
  state: Blocks,
  variables: readonly Variable[],
  arithmetic: Arithmetic,
): { block: Block; from: Block[] } {
  const home = blockOf(state, variables[0]!);
  if (home !== undefined && variables.every((of) => indexIn(home.variables, of) >= 0))
    return { block: home, from: [home] };
  const from = [...new Set(variables.map((of) => blockOf(state, of)))].filter((block) => block !== undefined);
  const all = ascending(new Set([...from.flatMap((block) => block.variables), ...variables]));
  const matrix = emptyMatrixLike(
    from.map((block) => block.matrix),
    all.length,
  );
  for (const block of from) copyInto(matrix, all, block);
  crossBounds(matrix, all, from);
  return { block: closedBlock(all, storable(matrix, arithmetic)), from };
}

/** Over the rationals a half, and so a sum of two of them, may be too fine for doubles. */
function storable(matrix: Matrix, arithmetic: Arithmetic): Matrix {
  if (arithmetic === "integer" || Array.isArray(matrix)) return matrix;
  for (let i = 0; rowStart(i) < matrix.length; i++)
    if (!isSmall(matrix[rowStart(i) + (i ^ 1)]! / 2, arithmetic)) return toExact(matrix);
  return matrix;
}

function ascending(variables: Iterable<Variable>): Variable[] {
  return [...variables].sort((a, b) => a.id - b.id);
}

/** What unary bounds imply between variables of different closed blocks: strengthening, without which no closure. */
function crossBounds(matrix: Matrix, variables: readonly Variable[], blocks: readonly Block[]): void {
  if (blocks.length < 2) return;
  const owner = variables.map((of) => blocks.findIndex((block) => indexIn(block.variables, of) >= 0));
  if (Array.isArray(matrix)) {
    crossExact(matrix, owner);
    return;
  }
  const halves = new Float64Array(2 * owner.length);
  for (let i = 0; i < halves.length; i++) halves[i] = matrix[rowStart(i) + (i ^ 1)]! / 2;
  for (let k = 1; k < owner.length; k++)
    for (let l = 0; l < k; l++) {
      if (owner[k] === owner[l]) continue;
      for (let i = 2 * k; i <= 2 * k + 1; i++) {
        matrix[rowStart(i) + 2 * l] = halves[i]! + halves[2 * l + 1]!;
        matrix[rowStart(i) + 2 * l + 1] = halves[i]! + halves[2 * l]!;
      }
    }
}

function crossExact(matrix: ExactMatrix, owner: readonly number[]): void {
  const halves = owner.flatMap((_, k) => [2 * k, 2 * k + 1]).map((i) => half(matrix[position(i, i ^ 1)]!));
  for (let i = 0; i < halves.length; i++)
    for (let j = 0; j < (i & ~1); j++)
      if (owner[i >> 1] !== owner[j >> 1]) matrix[rowStart(i) + j] = plus(halves[i]!, halves[j ^ 1]!);
}

// --- Order --------------------------------------------------------------------------------------------------------

/** The closed state's bound on V_j - V_i for signed variables, wherever they live. */
export function boundBetween(state: Blocks, from: Variable, fromSign: 0 | 1, to: Variable, toSign: 0 | 1): Rational {
  const a = blockOf(state, from);
  if (a === undefined) return Infinity;
  const i = 2 * indexIn(a.variables, from) + fromSign;
  const other = indexIn(a.variables, to);
  if (other >= 0) return entry(a, i, 2 * other + toSign);
  const b = blockOf(state, to);
  if (b === undefined) return Infinity;
  return plus(upperBound(a, i ^ 1), upperBound(b, 2 * indexIn(b.variables, to) + toSign));
}

/** For every variable of a list, its block and index there. */
function locate(state: Blocks, variables: readonly Variable[]): { block: Block | undefined; index: number }[] {
  return variables.map((of) => {
    const block = blockOf(state, of);
    return { block, index: block === undefined ? -1 : indexIn(block.variables, of) };
  });
}

/** The closed state's entries over a list of variables, as one matrix. */
function gather(state: Blocks, variables: readonly Variable[]): Matrix {
  const places = locate(state, variables);
  const first = places[0]?.block;
  if (first !== undefined && sameVariables(first.variables, variables)) return first.matrix;
  const blocks = [...new Set(places.map((place) => place.block).filter((block) => block !== undefined))];
  const matrix = emptyMatrixLike(
    blocks.map((block) => block.matrix),
    variables.length,
  );
  for (const block of blocks) copyInto(matrix, variables, block);
  crossBounds(matrix, variables, blocks);
  return matrix;
}

export function leq(smaller: Octagon, larger: Octagon, arithmetic: Arithmetic): boolean {
  if (smaller === larger) return true;
  const a = closedOf(smaller, arithmetic);
  if (a === "bottom") return true;
  if (larger === "bottom") return false;
  return larger.blocks.every((block) => {
    if (blockOf(a, block.variables[0]!) === block) return true;
    const { variables, matrix } = block;
    const fast = Array.isArray(matrix) ? undefined : isAtMost(select(a, variables), matrix);
    return fast ?? everyAtMost(gather(a, variables), matrix);
  });
}

/** Some variables of the closed state; those it does not know are free. */
function select(state: Blocks, variables: readonly Variable[]): Selection {
  const layout = layoutIn(state);
  return selectAt(
    layout,
    variables.map((of) => indexIn(layout.variables, of)),
  );
}

function selectAt(layout: Layout, positions: readonly number[]): Selection {
  return { layout, positions, whole: wholeBlock(layout, positions) };
}

function everyAtMost(a: Matrix, b: Matrix): boolean {
  const x = toExact(a);
  const y = toExact(b);
  return x.every((value, at) => !less(y[at]!, value));
}

// --- Meet ---------------------------------------------------------------------------------------------------------

export function meet(a: Octagon, b: Octagon): Octagon {
  if (a === "bottom" || b === "bottom") return "bottom";
  const groups = connect([...a.blocks, ...b.blocks].map((block) => block.variables));
  const blocks = groups.map((variables) => {
    const parts = [...new Set([...a.blocks, ...b.blocks])].filter(
      (block) => indexIn(variables, block.variables[0]!) >= 0,
    );
    if (parts.length === 1) return parts[0]!;
    return parts.map((block) => openBlock(variables, reindex(block, variables).matrix)).reduce(meetBlocks);
  });
  return octagonOf(blocks);
}

function meetBlocks(a: Block, b: Block): Block {
  return openBlock(a.variables, least(a.matrix, b.matrix));
}

function least(a: Matrix, b: Matrix): Matrix {
  if (Array.isArray(a) || Array.isArray(b)) return chosen(a, b, (x, y) => (less(x, y) ? x : y));
  const result = copyOf(a);
  for (let at = 0; at < b.length; at++) if (b[at]! < result[at]!) result[at] = b[at]!;
  return result;
}

function chosen(a: Matrix, b: Matrix, choose: (x: Rational, y: Rational) => Rational): Matrix {
  const y = toExact(b);
  return toExact(a).map((value, at) => choose(value, y[at]!));
}

/** The connected unions of lists of variables, each ascending. */
export function connect(lists: readonly (readonly Variable[])[]): Variable[][] {
  const leader = lists.map((_, l) => l);
  const leaderOf = (l: number): number => {
    let root = l;
    while (leader[root] !== root) root = leader[root]!;
    leader[l] = root;
    return root;
  };
  const listOf = new Map<Variable, number>();
  lists.forEach((list, l) => {
    for (const of of list) {
      const other = listOf.get(of);
      if (other === undefined) listOf.set(of, l);
      else leader[leaderOf(l)] = leaderOf(other);
    }
  });
  const groups = new Map<number, Variable[]>();
  for (const [of, l] of listOf) {
    memoised(groups, leaderOf(l), () => []).push(of);
  }
  return [...groups.values()].map(ascending);
}

// --- Join ---------------------------------------------------------------------------------------------------------

export function join(first: Octagon, second: Octagon, arithmetic: Arithmetic): Octagon {
  const a = closedOf(first, arithmetic);
  const b = closedOf(second, arithmetic);
  if (a === "bottom" || a === b) return b;
  if (b === "bottom") return a;
  const [left, right] = [layoutIn(a), layoutIn(b)];
  const match = matching(left, right);
  const blocks = a.blocks.filter((block) => blockOf(b, block.variables[0]!) === block);
  for (const group of joinGroups(left, right, match)) {
    const from = selectAt(left, group);
    const other = selectAt(
      right,
      group.map((k) => match[k]!),
    );
    const variables = selectedVariables(from);
    const matrix = fuse(from, other, "greater") ?? greatest(gather(a, variables), gather(b, variables));
    blocks.push(...partition(closedBlock(variables, storable(matrix, arithmetic)), "closed"));
  }
  return octagonOf(blocks);
}

function greatest(a: Matrix, b: Matrix): Matrix {
  return chosen(a, b, (x, y) => (less(x, y) ? y : x));
}

// --- Widening and narrowing ---------------------------------------------------------------------------------------

export function widen(older: Octagon, newer: Octagon, arithmetic: Arithmetic): Octagon {
  const b = closedOf(newer, arithmetic);
  if (older === "bottom") return b;
  if (b === "bottom" || older === b) return older;
  const [left, right] = [layoutIn(older), layoutIn(b)];
  const match = matching(left, right);
  const blocks: Block[] = [];
  for (const group of widenGroups(left, right, match)) {
    const from = selectAt(left, group);
    const other = selectAt(
      right,
      group.map((k) => match[k]!),
    );
    if (from.whole !== undefined && (from.whole === other.whole || isStable(from.whole, other))) {
      blocks.push(from.whole);
      continue;
    }
    const variables = selectedVariables(from);
    const matrix = fuse(from, other, "stable") ?? stableEntries(gather(older, variables), gather(b, variables));
    const kept = from.whole === undefined ? storable(matrix, arithmetic) : matrix;
    blocks.push(...partition(openBlock(variables, kept), "open"));
  }
  return octagonOf(blocks);
}

/** Does the newer state exceed no entry? Where that takes exact numbers, the entries are compared one by one anyway. */
function isStable(block: Block, newer: Selection): boolean {
  return !Array.isArray(block.matrix) && isAtMost(newer, block.matrix) === true;
}

/** Older entries that are not exceeded. */
function stableEntries(older: Matrix, newer: Matrix): Matrix {
  return chosen(older, newer, (x, y) => (less(x, y) ? Infinity : x));
}

/** Absent bounds of the older operand take the newer one's. */
export function narrow(older: Octagon, newer: Octagon, arithmetic: Arithmetic): Octagon {
  const b = closedOf(newer, arithmetic);
  if (older === "bottom" || b === "bottom") return "bottom";
  const groups = connect([...older.blocks, ...b.blocks].map((block) => block.variables));
  const blocks = groups.map((variables) => {
    const old = older.blocks.filter((block) => indexIn(variables, block.variables[0]!) >= 0);
    const matrix = emptyMatrixLike(
      old.map((block) => block.matrix),
      variables.length,
    );
    for (const block of old) copyInto(matrix, variables, block);
    const update = gather(b, variables);
    const x = Array.isArray(matrix) || Array.isArray(update) ? toExact(matrix) : matrix;
    for (let at = 0; at < x.length; at++)
      if (x[at] === Infinity) x[at] = (Array.isArray(x) ? exactOf(update[at]!) : update[at]) as number;
    return openBlock(variables, x);
  });
  return octagonOf(blocks);
}

function exactOf(value: Rational): Rational {
  return typeof value === "number" ? exactValue(value) : value;
}
