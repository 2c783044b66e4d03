/**
 * Octagons as sets of blocks, and their order. The join is exact on closed operands (the least octagon above both) up
 * to relations between more than LARGEST_MERGE variables that were unrelated in both operands; the widening keeps
 * the entries of the older operand that the newer one respects, without closing the older one.
 */
import type { Variable } from "../../logic/term.ts";
import type { Rational } from "../../numbers/rational.ts";
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
import { fuse, isAtMost } from "./fused.ts";
import { type Arithmetic, copyOf, type ExactMatrix, isSmall, type Matrix, position, rowStart } from "./matrix.ts";

/** Blocks over disjoint variables, in the order of their first variables. No block is known to be empty. */
export interface Blocks {
  readonly blocks: readonly Block[];
  /** The same state with all blocks closed; filled in when first asked for. */
  closed: Octagon | undefined;
  /** Where each variable lives; filled in when first asked for, in states of many blocks. */
  owners: Map<Variable, Block> | undefined;
}

export type Octagon = Blocks | "bottom";

export function octagonOf(blocks: readonly Block[]): Blocks {
  return {
    blocks: [...blocks].sort((a, b) => a.variables[0]!.id - b.variables[0]!.id),
    closed: undefined,
    owners: undefined,
  };
}

export const TOP: Octagon = { blocks: [], closed: undefined, owners: undefined };

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
  const result: Blocks = { blocks, closed: undefined, owners: undefined };
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

function ownerIn(state: Blocks): (of: Variable) => Block | undefined {
  return (of) => blockOf(state, of);
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
export function gather(state: Blocks, variables: readonly Variable[]): Matrix {
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
    const direct = Array.isArray(matrix) || isWhole(a, variables);
    const fused = direct ? undefined : isAtMost(ownerIn(a), variables, matrix);
    return fused ?? everyAtMost(gather(a, variables), matrix);
  });
}

function everyAtMost(a: Matrix, b: Matrix): boolean {
  if (!Array.isArray(a) && !Array.isArray(b)) return firstExcess(a, b) === a.length;
  const x = toExact(a);
  const y = toExact(b);
  return x.every((value, at) => !less(y[at]!, value));
}

/** The first place where an entry of `a` exceeds that of `b`; the length if none does. */
function firstExcess(a: Float64Array, b: Float64Array): number {
  let at = 0;
  while (at < a.length && a[at]! <= b[at]!) at++;
  return at;
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
  return openBlock(a.variables, combine(a.matrix, b.matrix, "least"));
}

function combine(a: Matrix, b: Matrix, choice: "least" | "greatest"): Matrix {
  if (!Array.isArray(a) && !Array.isArray(b)) return choice === "least" ? least(a, b) : greatest(a, b);
  const x = toExact(a);
  const y = toExact(b);
  return x.map((value, at) => (less(value, y[at]!) === (choice === "least") ? value : y[at]!));
}

function least(a: Float64Array, b: Float64Array): Float64Array {
  const result = copyOf(a);
  for (let at = 0; at < b.length; at++) if (b[at]! < result[at]!) result[at] = b[at]!;
  return result;
}

function greatest(a: Float64Array, b: Float64Array): Float64Array {
  const result = copyOf(a);
  for (let at = 0; at < b.length; at++) if (b[at]! > result[at]!) result[at] = b[at]!;
  return result;
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
    const group = groups.get(leaderOf(l));
    if (group === undefined) groups.set(leaderOf(l), [of]);
    else group.push(of);
  }
  return [...groups.values()].map(ascending);
}

// --- Join ---------------------------------------------------------------------------------------------------------

/**
 * Joining boxes relates variables: one that is tighter in the first operand with one that is tighter in the second. Past
 * this number of variables in one block such relations are given up. Sound: they only restrict.
 */
const LARGEST_MERGE = 64;

export function join(first: Octagon, second: Octagon, arithmetic: Arithmetic): Octagon {
  const a = closedOf(first, arithmetic);
  const b = closedOf(second, arithmetic);
  if (a === "bottom" || a === b) return b;
  if (b === "bottom") return a;
  const ofB = new Set(b.blocks);
  const shared = a.blocks.filter((block) => ofB.has(block));
  const joined = joinGroups(a, b, new Set(shared)).flatMap((variables) => {
    const direct = isWhole(a, variables) && isWhole(b, variables);
    const fused = direct ? undefined : fuse(ownerIn(a), ownerIn(b), variables, "join");
    const matrix = fused ?? combine(gather(a, variables), gather(b, variables), "greatest");
    return split(closedBlock(variables, storable(matrix, arithmetic)));
  });
  return octagonOf([...shared, ...joined]);
}

/** Are these the variables of one block? Then its matrix can be used as it is. */
function isWhole(state: Blocks, variables: readonly Variable[]): boolean {
  const block = blockOf(state, variables[0]!);
  return block !== undefined && sameVariables(block.variables, variables);
}

/** Variables that the join may relate, in groups: those constrained on both sides. */
function joinGroups(a: Blocks, b: Blocks, shared: ReadonlySet<Block>): (readonly Variable[])[] {
  const left = a.blocks.filter((block) => !shared.has(block));
  const right = b.blocks.filter((block) => !shared.has(block));
  if (left.length === 1 && right.length === 1 && sameVariables(left[0]!.variables, right[0]!.variables))
    return [left[0]!.variables];
  const inLeft = new Set(left.flatMap((block) => block.variables));
  const inRight = new Set(right.flatMap((block) => block.variables));
  const lists = [...left, ...right]
    .map((block) => block.variables.filter((of) => inLeft.has(of) && inRight.has(of)))
    .filter((list) => list.length > 0);
  const opposed = opposedVariables(a, b, lists);
  return connect(opposed.length > 0 && opposed.length <= LARGEST_MERGE ? [...lists, opposed] : lists);
}

/** Variables with a bound that is strictly tighter in one operand, if there are such for both operands. */
function opposedVariables(a: Blocks, b: Blocks, lists: readonly (readonly Variable[])[]): Variable[] {
  const variables = [...new Set(lists.flat())];
  const [left, right] = [unaryEntries(a, variables), unaryEntries(b, variables)];
  const opposed = new Set<Variable>();
  let [someLeft, someRight] = [false, false];
  for (let i = 0; i < left.length; i++) {
    const [x, y] = [left[i]!, right[i]!];
    if (x === y || x === Infinity || y === Infinity) continue;
    if (less(x, y)) someLeft = true;
    else if (less(y, x)) someRight = true;
    else continue;
    opposed.add(variables[i >> 1]!);
  }
  return someLeft && someRight ? ascending(opposed) : [];
}

/** The closed state's entries 2x <= c and -2x <= c of each variable, in turn. */
function unaryEntries(state: Blocks, variables: readonly Variable[]): Rational[] {
  const entries: Rational[] = [];
  for (const of of variables) {
    const block = blockOf(state, of);
    const i = block === undefined ? 0 : 2 * indexIn(block.variables, of);
    entries.push(block === undefined ? Infinity : entry(block, i + 1, i));
    entries.push(block === undefined ? Infinity : entry(block, i, i + 1));
  }
  return entries;
}

/** Parts of a closed block that only their unary bounds relate; unconstrained variables go. */
function split(block: Block): Block[] {
  return partition(block, (k, l) => areRelated(block, k, l));
}

/** Copying entries to smaller blocks pays where it leaves out a quarter of them: not for one variable out of many. */
const WORTH_SPLITTING = 0.75;

/** The block cut into the connected parts of a relation between indices of its variables. */
function partition(block: Block, related: (k: number, l: number) => boolean): Block[] {
  const n = block.variables.length;
  const groups: number[][] = [];
  let entries = 0;
  let unvisited = block.variables.map((_, k) => k);
  while (unvisited.length > 0) {
    const group = [unvisited[0]!];
    unvisited = unvisited.slice(1);
    // The group grows while it is walked through.
    for (let at = 0; at < group.length && unvisited.length > 0; at++) {
      const k = group[at]!;
      unvisited = unvisited.filter((l) => {
        const isRelated = related(Math.max(k, l), Math.min(k, l));
        if (isRelated) group.push(l);
        return !isRelated;
      });
    }
    groups.push(group);
    entries += group.length * group.length;
    if (entries > WORTH_SPLITTING * n * n) return isFree(block) ? [] : [block];
  }
  return groups
    .map((group) =>
      reindex(
        block,
        group.sort((a, b) => a - b).map((k) => block.variables[k]!),
      ),
    )
    .filter((part) => !isFree(part));
}

function isFree(block: Block): boolean {
  return (
    block.variables.length === 1 &&
    block.matrix[position(0, 1)] === Infinity &&
    block.matrix[position(1, 0)] === Infinity
  );
}

/** Is some bound between two variables tighter than their unary bounds imply? */
function areRelated(block: Block, k: number, l: number): boolean {
  const m = block.matrix;
  for (let i = 2 * k; i <= 2 * k + 1; i++)
    for (let j = 2 * l; j <= 2 * l + 1; j++) {
      const value = m[rowStart(i) + j]!;
      if (value === Infinity) continue;
      const a = m[position(i, i ^ 1)]!;
      const b = m[position(j ^ 1, j)]!;
      if (a === Infinity || b === Infinity) return true;
      if (typeof value === "number" && typeof a === "number" && typeof b === "number" && !Array.isArray(m)) {
        if (2 * value < a + b) return true;
      } else if (less(plus(value, value), plus(a, b))) return true;
    }
  return false;
}

// --- Widening and narrowing ---------------------------------------------------------------------------------------

export function widen(older: Octagon, newer: Octagon, arithmetic: Arithmetic): Octagon {
  const b = closedOf(newer, arithmetic);
  if (older === "bottom") return b;
  if (b === "bottom" || older === b) return older;
  const groups = unstableGroups(older, b);
  const merged = new Set(groups.flat());
  const blocks = older.blocks.flatMap((block) => {
    if (merged.has(block.variables[0]!)) return [];
    if (blockOf(b, block.variables[0]!) === block) return [block];
    const matrix = stableEntries(block.matrix, gather(b, block.variables));
    return matrix === block.matrix ? [block] : splitOpen(openBlock(block.variables, matrix));
  });
  for (const variables of groups) {
    const matrix =
      fuse(ownerIn(older), ownerIn(b), variables, "stable") ??
      stableEntries(gather(older, variables), gather(b, variables));
    blocks.push(...splitOpen(openBlock(variables, storable(matrix, arithmetic))));
  }
  return octagonOf(blocks);
}

/**
 * x = 0 and y = 0 imply x = y, which may outlive both in a loop that increments x and y. So closed blocks with an
 * unstable bound are merged where entries are compared: with each other, and with what the newer state relates them
 * to. The merged block counts as not closed. Chains end: a step leaves fewer closed blocks, or fewer entries.
 * The result: groups of variables that span several closed blocks.
 */
function unstableGroups(older: Blocks, newer: Blocks): Variable[][] {
  const candidates = older.blocks.filter(
    (block) => block.closure === block && blockOf(newer, block.variables[0]!) !== block,
  );
  if (candidates.length < 2) return [];
  const closed = new Set(candidates.flatMap((block) => block.variables));
  const unstable = candidates.flatMap((block) => unstableVariables(block, newer));
  const related = [...new Set(unstable.map((of) => blockOf(newer, of)))].flatMap((block) =>
    block === undefined ? [] : [block.variables.filter((of) => closed.has(of))],
  );
  const lists = unstable.length <= LARGEST_MERGE ? [unstable, ...related] : related;
  const whole = candidates.map((block) => block.variables);
  const several = (variables: readonly Variable[]) =>
    blockOf(older, variables[0]!)!.variables.length < variables.length;
  return connect([...lists.filter((list) => list.length > 1), ...whole]).filter(several);
}

/** The variables of a closed block with a bound that the newer state exceeds. */
function unstableVariables(block: Block, newer: Blocks): Variable[] {
  const bounds = unaryEntries(newer, block.variables);
  return block.variables.filter(
    (_, k) =>
      less(entry(block, 2 * k + 1, 2 * k), bounds[2 * k]!) || less(entry(block, 2 * k, 2 * k + 1), bounds[2 * k + 1]!),
  );
}

/** Older entries that are not exceeded. The older matrix itself if that is all of them. */
function stableEntries(older: Matrix, newer: Matrix): Matrix {
  if (Array.isArray(older) || Array.isArray(newer)) {
    const y = toExact(newer);
    return toExact(older).map((value, at) => (less(value, y[at]!) ? Infinity : value));
  }
  const first = firstExcess(newer, older);
  if (first === older.length) return older;
  const result = copyOf(older);
  for (let at = first; at < result.length; at++) if (newer[at]! > result[at]!) result[at] = Infinity;
  return result;
}

/** Parts of a block that share no finite entry; each keeps all its entries, so that no widening is undone. */
export function splitOpen(block: Block): Block[] {
  return partition(block, (k, l) => hasFinite(block.matrix, k, l));
}

function hasFinite(m: Matrix, k: number, l: number): boolean {
  const i = rowStart(2 * k) + 2 * l;
  const j = rowStart(2 * k + 1) + 2 * l;
  return m[i] !== Infinity || m[i + 1] !== Infinity || m[j] !== Infinity || m[j + 1] !== Infinity;
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
