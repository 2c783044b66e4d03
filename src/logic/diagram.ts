/**
 * Decision diagrams over tests `variable <= bound` (linear decision diagrams restricted to intervals, as in Gurfinkel and
 * Chaki, "Boxes: a symbolic abstract domain of boxes", 2010). A diagram stands for a set of integer valuations.
 *
 * Canonical: tests are ordered by variable id and then by bound along every path; no node has equal branches; no node has a
 * `high` branch that tests the same variable with an equal `low` branch; no test is decided by its variable's type;
 * equal nodes are one object. So equal sets are the same object, and the empty set is EMPTY itself.
 */

import type { Int } from "../numbers/int.ts";
import * as int from "../numbers/int.ts";
import { tick } from "../util/budget.ts";
import { onRelease } from "../util/release.ts";
import type { Variable } from "./term.ts";
import { typeRange } from "./types.ts";

export interface Test {
  readonly kind: "test";
  readonly id: number;
  readonly variable: Variable;
  readonly bound: Int;
  /** Where variable <= bound. Tests only later variables. */
  readonly low: Diagram;
  /** Where variable > bound. */
  readonly high: Diagram;
  /** Number of tests on the longest path. */
  readonly depth: number;
}

export type Diagram = Test | { readonly kind: "all" | "empty"; readonly id: number; readonly depth: 0 };

export const EMPTY: Diagram = { kind: "empty", id: 0, depth: 0 };
export const ALL: Diagram = { kind: "all", id: 1, depth: 0 };

const table = new Map<number, Test[]>();
let nextId = 2;

/** Results of operations are kept from call to call: states of a run share most of their parts. */
type PairMemo = Map<number, Diagram>;
const unions: PairMemo = new Map();
const intersections: PairMemo = new Map();
const differences: PairMemo = new Map();
const projections = new Map<Variable, Map<Diagram, Diagram>>();
let projected = 0;

onRelease(() => {
  for (const memo of [table, unions, intersections, differences, projections]) memo.clear();
  projected = 0;
  nextId = 2;
});

/** A step of an operation, in units of work. */
const TEST_WORK = 0.3;

/** Entries of a memo: some 50 MB. Past it the memo starts anew. */
const MOST_REMEMBERED = 1 << 20;

/** The canonical node. `low` should not test the variable, `high` only with larger bounds. */
function test(variable: Variable, bound: Int, low: Diagram, high: Diagram): Diagram {
  if (low === high) return low;
  const range = typeRange(variable.type);
  if (bound >= range.high) return low;
  if (bound < range.low) return high;
  if (high.kind === "test" && high.variable === variable && high.low === low) return high;
  const small = typeof bound === "number" ? bound : Number(BigInt.asIntN(32, bound));
  const key =
    Math.imul(variable.id, 0x9e3779b1) ^ Math.imul(small, 0x85ebca6b) ^ Math.imul(low.id, 0xc2b2ae35) ^ (high.id << 7);
  const bucket = table.get(key);
  const found = bucket?.find(
    (node) => node.variable === variable && node.bound === bound && node.low === low && node.high === high,
  );
  if (found !== undefined) return found;
  const depth = 1 + Math.max(low.depth, high.depth);
  const node: Test = { kind: "test", id: nextId, variable, bound, low, high, depth };
  nextId += 1;
  if (bucket === undefined) table.set(key, [node]);
  else bucket.push(node);
  return node;
}

/** Ids stay below 2^26 in any memory we have, so two of them fit one exact number. */
function pairKey(a: Diagram, b: Diagram): number {
  return a.id * 67108864 + b.id;
}

/** The first test of two diagrams that are not both leaves. */
function firstTest(a: Diagram, b: Diagram): Test {
  if (a.kind !== "test") return b as Test;
  if (b.kind !== "test") return a;
  if (a.variable !== b.variable) return a.variable.id < b.variable.id ? a : b;
  return a.bound <= b.bound ? a : b;
}

/** Where `by` holds: a test of the same variable has the same or a larger bound, so it holds too. */
function lowOf(of: Diagram, by: Test): Diagram {
  return of.kind === "test" && of.variable === by.variable ? of.low : of;
}

function highOf(of: Diagram, by: Test): Diagram {
  return of.kind === "test" && of.variable === by.variable && of.bound === by.bound ? of.high : of;
}

/** An operation was given up. */
export class DiagramTooLarge extends Error {}

/** Tests that may still be made. */
let allowance = Number.POSITIVE_INFINITY;

/** Throws DiagramTooLarge where the computation makes more tests than that. */
export function withinSteps<T>(steps: number, compute: () => T): T {
  const before = allowance;
  allowance = Math.min(before, steps);
  try {
    return compute();
  } finally {
    allowance = before;
  }
}

/** Combines two sets pointwise; `known` answers where that needs no look at the parts. */
function combine(
  a: Diagram,
  b: Diagram,
  memo: PairMemo,
  known: (a: Diagram, b: Diagram) => Diagram | undefined,
): Diagram {
  if (memo.size > MOST_REMEMBERED) memo.clear();
  const visit = (x: Diagram, y: Diagram): Diagram => {
    const direct = known(x, y);
    if (direct !== undefined) return direct;
    const key = pairKey(x, y);
    let result = memo.get(key);
    if (result === undefined) {
      tick(TEST_WORK);
      allowance -= 1;
      if (allowance < 0) throw new DiagramTooLarge("a diagram grew too large");
      const by = firstTest(x, y);
      result = test(by.variable, by.bound, visit(lowOf(x, by), lowOf(y, by)), visit(highOf(x, by), highOf(y, by)));
      memo.set(key, result);
    }
    return result;
  };
  return visit(a, b);
}

export function union(a: Diagram, b: Diagram): Diagram {
  return combine(a, b, unions, (x, y) => {
    if (x === ALL || y === ALL) return ALL;
    if (x === EMPTY || x === y) return y;
    return y === EMPTY ? x : undefined;
  });
}

export function intersection(a: Diagram, b: Diagram): Diagram {
  return combine(a, b, intersections, (x, y) => {
    if (x === EMPTY || y === EMPTY) return EMPTY;
    if (x === ALL || x === y) return y;
    return y === ALL ? x : undefined;
  });
}

export function difference(a: Diagram, b: Diagram): Diagram {
  return combine(a, b, differences, (x, y) => {
    if (x === EMPTY || y === ALL || x === y) return EMPTY;
    if (y === EMPTY) return x;
    return undefined;
  });
}

/** Is every valuation of `smaller` in `larger`? Stops at the first that is not. */
export function isSubset(smaller: Diagram, larger: Diagram): boolean {
  const seen = new Set<number>();
  const visit = (x: Diagram, y: Diagram): boolean => {
    if (x === EMPTY || y === ALL || x === y) return true;
    if (y === EMPTY) return false;
    const key = pairKey(x, y);
    if (seen.has(key)) return true;
    seen.add(key);
    tick(TEST_WORK);
    const by = firstTest(x, y);
    return visit(lowOf(x, by), lowOf(y, by)) && visit(highOf(x, by), highOf(y, by));
  };
  return visit(smaller, larger);
}

/** The values of all other variables for some value of this one. */
export function project(of: Diagram, variable: Variable): Diagram {
  if (projected > MOST_REMEMBERED) {
    projections.clear();
    projected = 0;
  }
  let memo = projections.get(variable);
  if (memo === undefined) {
    memo = new Map();
    projections.set(variable, memo);
  }
  const remembered = memo;
  const visit = (x: Diagram): Diagram => {
    if (x.kind !== "test" || x.variable.id > variable.id) return x;
    let result = remembered.get(x);
    if (result === undefined) {
      tick(TEST_WORK);
      if (x.variable === variable) result = union(x.low, visit(x.high));
      else result = test(x.variable, x.bound, visit(x.low), visit(x.high));
      remembered.set(x, result);
      projected += 1;
    }
    return result;
  };
  return visit(of);
}

/** The bounds one variable is tested with, ascending. */
export function boundsOf(of: Diagram, variable: Variable): Int[] {
  const found = new Set<Int>();
  const seen = new Set<Diagram>();
  const stack = [of];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (node.kind !== "test" || node.variable.id > variable.id || seen.has(node)) continue;
    seen.add(node);
    if (node.variable === variable) found.add(node.bound);
    else stack.push(node.low);
    stack.push(node.high);
  }
  return [...found].sort(int.compare);
}

/** Where low <= variable <= high (bounds may be infinite). */
export function between(variable: Variable, low: Int, high: Int): Diagram {
  if (low > high) return EMPTY;
  const upper = high === Infinity ? ALL : test(variable, high, ALL, EMPTY);
  if (low === -Infinity) return upper;
  return intersection(test(variable, int.subtract(low, 1), EMPTY, ALL), upper);
}

/** x where the test holds, y elsewhere; both may test anything. */
export function choose(variable: Variable, bound: Int, x: Diagram, y: Diagram): Diagram {
  if (x === y) return x;
  const low = test(variable, bound, ALL, EMPTY);
  return union(intersection(low, x), difference(y, low));
}

/** All nodes of a diagram, each once. */
export function forEachTest(of: Diagram, visit: (node: Test) => void): void {
  const seen = new Set<Diagram>();
  const stack = [of];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (node.kind !== "test" || seen.has(node)) continue;
    seen.add(node);
    visit(node);
    stack.push(node.high, node.low);
  }
}

/** The bounds each variable is tested with, ascending. */
export function boundsTested(of: Diagram): Map<Variable, Int[]> {
  const found = new Map<Variable, Set<Int>>();
  forEachTest(of, (node) => {
    const bounds = found.get(node.variable);
    if (bounds === undefined) found.set(node.variable, new Set([node.bound]));
    else bounds.add(node.bound);
  });
  return new Map([...found].map(([variable, bounds]) => [variable, [...bounds].sort((a, b) => (a < b ? -1 : 1))]));
}

/**
 * The smallest set above this one whose tests use only the given bounds (ascending for each variable): every grid cell
 * that the set touches, along each variable in turn.
 */
export function coarsen(of: Diagram, grid: ReadonlyMap<Variable, readonly Int[]>): Diagram {
  const memo = new Map<Diagram, Diagram>();
  const visit = (x: Diagram): Diagram => {
    if (x.kind !== "test") return x;
    let result = memo.get(x);
    if (result === undefined) {
      tick(TEST_WORK);
      result = coarsenChain(segmentsOf(x), x.variable, grid.get(x.variable) ?? [], visit);
      memo.set(x, result);
    }
    return result;
  };
  return visit(of);
}

/** The pieces of the first variable's axis: each up to its bound (the last to infinity). */
function segmentsOf(node: Test): { upTo: Int; rest: Diagram }[] {
  const segments: { upTo: Int; rest: Diagram }[] = [];
  let current: Diagram = node;
  while (current.kind === "test" && current.variable === node.variable) {
    segments.push({ upTo: current.bound, rest: current.low });
    current = current.high;
  }
  segments.push({ upTo: Infinity, rest: current });
  return segments;
}

function coarsenChain(
  segments: readonly { upTo: Int; rest: Diagram }[],
  variable: Variable,
  bounds: readonly Int[],
  visit: (part: Diagram) => Diagram,
): Diagram {
  const cells: Diagram[] = [];
  let at = 0;
  for (const bound of [...bounds, Infinity]) {
    let cell: Diagram = EMPTY;
    for (;;) {
      const segment = segments[at]!;
      cell = union(cell, visit(segment.rest));
      if (segment.upTo > bound || segment.upTo === Infinity) break;
      at += 1;
      if (segment.upTo === bound) break;
    }
    cells.push(cell);
  }
  let result = cells[cells.length - 1]!;
  for (let i = bounds.length - 1; i >= 0; i--) result = test(variable, bounds[i]!, cells[i]!, result);
  return result;
}
