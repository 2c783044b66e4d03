/**
 * Which variables of two states must be looked at together: a disjoint-set forest over the positions of the first
 * state's layout. The leader of a set is its least position; positions that take no part have leader -1.
 */
import { hasBound, isTighter, type Layout } from "./layout.ts";

/**
 * Joining boxes relates variables: one that is tighter in the first operand with one that is tighter in the second. Past
 * this number of variables in one block such relations are given up. Sound: they only restrict.
 */
const LARGEST_MERGE = 64;

function leaderOf(leader: Int32Array, k: number): number {
  let root = k;
  while (leader[root] !== root) root = leader[root]!;
  leader[k] = root;
  return root;
}

function unite(leader: Int32Array, k: number, l: number): void {
  const a = leaderOf(leader, k);
  const b = leaderOf(leader, l);
  if (a < b) leader[b] = a;
  else leader[a] = b;
}

/** Unites a position with the earlier ones of the same block. */
function uniteByBlock(leader: Int32Array, firsts: Int32Array, block: number, k: number): void {
  if (firsts[block]! < 0) firsts[block] = k;
  else unite(leader, firsts[block]!, k);
}

function uniteAll(leader: Int32Array, positions: readonly number[]): void {
  for (const k of positions) unite(leader, positions[0]!, k);
}

/** The sets, in the order of their leaders, each ascending. */
function listsOf(leader: Int32Array): number[][] {
  const lists: number[][] = [];
  const listOf = new Int32Array(leader.length);
  for (let k = 0; k < leader.length; k++) {
    if (leader[k]! < 0) continue;
    const root = leaderOf(leader, k);
    if (root === k) {
      listOf[k] = lists.length;
      lists.push([k]);
    } else lists[listOf[root]!]!.push(k);
  }
  return lists;
}

function noPositions(count: number): Int32Array {
  return new Int32Array(count).fill(-1);
}

/** Variables that the join may relate: those constrained on both sides, outside of blocks that both states share. */
export function joinGroups(a: Layout, b: Layout, match: Int32Array): number[][] {
  if (areSingleBlocks(a, b, match)) return a.blocks[0] === b.blocks[0] ? [] : [[...match]];
  const leader = noPositions(match.length);
  const firstsA = noPositions(a.blocks.length);
  const firstsB = noPositions(b.blocks.length);
  for (let k = 0; k < match.length; k++) {
    if (match[k]! < 0) continue;
    const [left, right] = [a.owners[k]!, b.owners[match[k]!]!];
    if (a.blocks[left] === b.blocks[right]) continue;
    leader[k] = k;
    uniteByBlock(leader, firstsA, left, k);
    uniteByBlock(leader, firstsB, right, k);
  }
  if (isOneGroup(leader)) return listsOf(leader);
  const opposed = opposedPositions(a, b, match, leader);
  if (opposed.length <= LARGEST_MERGE) uniteAll(leader, opposed);
  return listsOf(leader);
}

/** One block each, over the same variables: then the match is the identity. */
function areSingleBlocks(a: Layout, b: Layout, match: Int32Array): boolean {
  if (a.blocks.length !== 1 || b.blocks.length !== 1) return false;
  return a.variables.length === b.variables.length && match.every((l) => l >= 0);
}

function isOneGroup(leader: Int32Array): boolean {
  let only = -1;
  for (let k = 0; k < leader.length; k++) {
    if (leader[k] !== k) continue;
    if (only >= 0) return false;
    only = k;
  }
  return true;
}

/** Variables with a bound that is strictly tighter in one operand, if there are such for both operands. */
function opposedPositions(a: Layout, b: Layout, match: Int32Array, leader: Int32Array): number[] {
  const opposed: number[] = [];
  let [someLeft, someRight] = [false, false];
  for (let k = 0; k < match.length; k++) {
    if (leader[k]! < 0) continue;
    const l = match[k]!;
    let isOpposed = false;
    for (let sign: 0 | 1 = 0; ; sign = 1) {
      if (hasBound(a, k, sign) && hasBound(b, l, sign)) {
        const left = isTighter(a, k, b, l, sign);
        const right = !left && isTighter(b, l, a, k, sign);
        if (left) someLeft = true;
        if (right) someRight = true;
        isOpposed ||= left || right;
      }
      if (sign === 1) break;
    }
    if (isOpposed) opposed.push(k);
  }
  return someLeft && someRight ? opposed : [];
}

/**
 * x = 0 and y = 0 imply x = y, which may outlive both in a loop that increments x and y. So closed blocks with an
 * unstable bound are merged where a widening compares entries: with each other, and with what the newer state relates
 * them to. The merged block counts as not closed. Chains end: a step leaves fewer closed blocks, or fewer entries.
 * The result covers all variables of the older state; a group is one of its blocks, or several closed ones.
 */
export function widenGroups(older: Layout, newer: Layout, match: Int32Array): number[][] {
  const leader = noPositions(match.length);
  const firsts = noPositions(older.blocks.length);
  for (let k = 0; k < match.length; k++) {
    leader[k] = k;
    uniteByBlock(leader, firsts, older.owners[k]!, k);
  }
  const isMerged = mergeable(older, newer, match, firsts);
  const unstable: number[] = [];
  const unstableBlocks = new Uint8Array(newer.blocks.length);
  for (let k = 0; k < match.length; k++) {
    const l = match[k]!;
    if (isMerged[older.owners[k]!] === 0) continue;
    if (!isTighter(older, k, newer, l, 0) && !isTighter(older, k, newer, l, 1)) continue;
    unstable.push(k);
    if (l >= 0) unstableBlocks[newer.owners[l]!] = 1;
  }
  if (unstable.length <= LARGEST_MERGE) uniteAll(leader, unstable);
  const related = noPositions(newer.blocks.length);
  for (let k = 0; k < match.length; k++) {
    const block = match[k]! < 0 || isMerged[older.owners[k]!] === 0 ? -1 : newer.owners[match[k]!]!;
    if (block >= 0 && unstableBlocks[block] === 1) uniteByBlock(leader, related, block, k);
  }
  return listsOf(leader);
}

/** For each block of the older state whether it is closed and not shared with the newer one. */
function mergeable(older: Layout, newer: Layout, match: Int32Array, firsts: Int32Array): Uint8Array {
  return Uint8Array.from(older.blocks, (block, b) => {
    const l = match[firsts[b]!]!;
    return block.closure === block && (l < 0 || newer.blocks[newer.owners[l]!] !== block) ? 1 : 0;
  });
}
