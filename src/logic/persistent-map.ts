/**
 * A persistent map from variables to values: a radix tree over variable ids, 16 ways a level. An update copies one
 * path and shares the rest, so states that differ in a few variables share most of their memory, and operations on
 * two maps skip what they share: their cost follows the differences.
 *
 * Invariants: a branch is never empty; the tree is as high as its largest id needs, so equal maps have equal shapes.
 */
import type { Variable } from "./term.ts";

interface Leaf<V> {
  readonly kind: "leaf";
  readonly key: Variable;
  readonly value: V;
}

interface Branch<V> {
  readonly kind: "branch";
  /** Number of levels of branches below this one. */
  readonly level: number;
  readonly parts: readonly (Tree<V> | undefined)[];
  readonly size: number;
}

type Tree<V> = Leaf<V> | Branch<V>;

/** The empty map is undefined. */
export type PersistentMap<V> = Branch<V> | undefined;

const WAYS = 16;
const BITS = 4;

function slot(id: number, level: number): number {
  return (id >>> (level * BITS)) & (WAYS - 1);
}

function fits(id: number, level: number): boolean {
  return id < WAYS ** (level + 1);
}

export function sizeOf<V>(map: PersistentMap<V>): number {
  return map === undefined ? 0 : map.size;
}

export function get<V>(map: PersistentMap<V>, key: Variable): V | undefined {
  if (map === undefined || !fits(key.id, map.level)) return undefined;
  let tree: Tree<V> | undefined = map;
  while (tree !== undefined && tree.kind === "branch") tree = tree.parts[slot(key.id, tree.level)];
  return tree?.value;
}

function branch<V>(level: number, parts: readonly (Tree<V> | undefined)[]): Branch<V> | undefined {
  let size = 0;
  for (const part of parts) if (part !== undefined) size += part.kind === "leaf" ? 1 : part.size;
  return size === 0 ? undefined : { kind: "branch", level, parts, size };
}

function raise<V>(map: Branch<V>): Branch<V> {
  return { kind: "branch", level: map.level + 1, parts: [map], size: map.size };
}

export function set<V>(map: PersistentMap<V>, key: Variable, value: V): Branch<V> {
  let root = map ?? { kind: "branch" as const, level: 0, parts: [], size: 0 };
  while (!fits(key.id, root.level)) root = root.size === 0 ? { ...root, level: root.level + 1 } : raise(root);
  return setIn(root, key, value);
}

function setIn<V>(tree: Branch<V>, key: Variable, value: V): Branch<V> {
  const at = slot(key.id, tree.level);
  const old = tree.parts[at];
  if (old?.kind === "leaf" && old.value === value) return tree;
  const parts = tree.parts.slice();
  while (parts.length <= at) parts.push(undefined);
  if (tree.level === 0) parts[at] = { kind: "leaf", key, value };
  else {
    const below = (old as Branch<V> | undefined) ?? { kind: "branch", level: tree.level - 1, parts: [], size: 0 };
    parts[at] = setIn(below, key, value);
  }
  return branch(tree.level, parts) as Branch<V>;
}

export function remove<V>(map: PersistentMap<V>, key: Variable): PersistentMap<V> {
  if (map === undefined || get(map, key) === undefined) return map;
  return lower(removeIn(map, key));
}

function removeIn<V>(tree: Branch<V>, key: Variable): Branch<V> | undefined {
  const at = slot(key.id, tree.level);
  const parts = tree.parts.slice();
  parts[at] = tree.level === 0 ? undefined : removeIn(parts[at] as Branch<V>, key);
  return trimmed(tree.level, parts);
}

function trimmed<V>(level: number, parts: (Tree<V> | undefined)[]): Branch<V> | undefined {
  while (parts.length > 0 && parts[parts.length - 1] === undefined) parts.pop();
  return branch(level, parts);
}

/** Restores the least height. */
function lower<V>(map: PersistentMap<V>): PersistentMap<V> {
  let root = map;
  while (root !== undefined && root.level > 0 && root.parts.length === 1) root = root.parts[0] as Branch<V>;
  return root;
}

/** In the order of ids. */
export function forEach<V>(map: PersistentMap<V>, visit: (key: Variable, value: V) => void): void {
  if (map === undefined) return;
  for (const part of map.parts) {
    if (part === undefined) continue;
    if (part.kind === "leaf") visit(part.key, part.value);
    else forEach(part, visit);
  }
}

export function keys<V>(map: PersistentMap<V>): Variable[] {
  const list: Variable[] = [];
  forEach(map, (key) => list.push(key));
  return list;
}

export function entries<V>(map: PersistentMap<V>): [Variable, V][] {
  const list: [Variable, V][] = [];
  forEach(map, (key, value) => list.push([key, value]));
  return list;
}

/**
 * Keys of both maps with `both` of their values (undefined drops the key), keys of one map as `others` says. `both` should be
 * idempotent: both(v, v) is v, so that shared parts are kept without a visit.
 */
export function combine<V>(
  a: PersistentMap<V>,
  b: PersistentMap<V>,
  others: "keep" | "drop",
  both: (x: V, y: V, key: Variable) => V | undefined,
): PersistentMap<V> {
  const [left, right] = sameHeight(a, b);
  return lower(combineTrees(left, right, others, both) as PersistentMap<V>);
}

/**
 * Keys of either map with `both` of their values, undefined where a map has none (an answer of undefined drops the key). Where the
 * maps share a part, that is kept without a visit.
 */
export function merge<V>(
  a: PersistentMap<V>,
  b: PersistentMap<V>,
  both: (x: V | undefined, y: V | undefined, key: Variable) => V | undefined,
): PersistentMap<V> {
  const [left, right] = sameHeight(a, b);
  return lower(mergeTrees(left, right, both) as PersistentMap<V>);
}

function mergeTrees<V>(
  a: Tree<V> | undefined,
  b: Tree<V> | undefined,
  both: (x: V | undefined, y: V | undefined, key: Variable) => V | undefined,
): Tree<V> | undefined {
  if (a === b) return a;
  const some = (a ?? b) as Tree<V>;
  if (some.kind === "leaf") {
    const [left, right] = [a as Leaf<V> | undefined, b as Leaf<V> | undefined];
    const value = both(left?.value, right?.value, some.key);
    if (value === undefined) return undefined;
    if (value === left?.value) return left;
    return value === right?.value ? right : { kind: "leaf", key: some.key, value };
  }
  const [left, right] = [(a as Branch<V> | undefined)?.parts ?? [], (b as Branch<V> | undefined)?.parts ?? []];
  const parts: (Tree<V> | undefined)[] = [];
  for (let i = 0; i < Math.max(left.length, right.length); i++) parts.push(mergeTrees(left[i], right[i], both));
  return trimmed(some.level, parts);
}

/** Both as high as the higher one. */
function sameHeight<V>(a: PersistentMap<V>, b: PersistentMap<V>): [PersistentMap<V>, PersistentMap<V>] {
  let [left, right] = [a, b];
  while (left !== undefined && right !== undefined && left.level < right.level) left = raise(left);
  while (left !== undefined && right !== undefined && right.level < left.level) right = raise(right);
  return [left, right];
}

function combineTrees<V>(
  a: Tree<V> | undefined,
  b: Tree<V> | undefined,
  others: "keep" | "drop",
  both: (x: V, y: V, key: Variable) => V | undefined,
): Tree<V> | undefined {
  if (a === b) return a;
  if (a === undefined || b === undefined) return others === "keep" ? (a ?? b) : undefined;
  if (a.kind === "leaf" || b.kind === "leaf") return combineLeaves(a as Leaf<V>, b as Leaf<V>, both);
  const parts: (Tree<V> | undefined)[] = [];
  let sameAsA = true;
  let sameAsB = true;
  for (let i = 0; i < Math.max(a.parts.length, b.parts.length); i++) {
    const part = combineTrees(a.parts[i], b.parts[i], others, both);
    parts.push(part);
    if (part !== a.parts[i]) sameAsA = false;
    if (part !== b.parts[i]) sameAsB = false;
  }
  return sameAsA ? a : sameAsB ? b : trimmed(a.level, parts);
}

function combineLeaves<V>(
  a: Leaf<V>,
  b: Leaf<V>,
  both: (x: V, y: V, key: Variable) => V | undefined,
): Leaf<V> | undefined {
  const value = both(a.value, b.value, a.key);
  if (value === a.value) return a;
  return value === b.value ? b : value === undefined ? undefined : { kind: "leaf", key: a.key, value };
}

/** Does the test hold for every key of `b`, given a's value (undefined: none)? It should hold for equal values. */
export function everyOf<V>(
  a: PersistentMap<V>,
  b: PersistentMap<V>,
  test: (x: V | undefined, y: V, key: Variable) => boolean,
): boolean {
  const [left, right] = sameHeight(a, b);
  return everyIn(left, right, test);
}

function everyIn<V>(
  a: Tree<V> | undefined,
  b: Tree<V> | undefined,
  test: (x: V | undefined, y: V, key: Variable) => boolean,
): boolean {
  if (a === b || b === undefined) return true;
  if (b.kind === "leaf") return test((a as Leaf<V> | undefined)?.value, b.value, b.key);
  const parts = (a as Branch<V> | undefined)?.parts;
  return b.parts.every((part, i) => everyIn(parts?.[i], part, test));
}
