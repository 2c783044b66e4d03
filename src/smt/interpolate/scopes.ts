/**
 * Which variables an interpolant at a node may mention (Albarghouthi, Gurfinkel and Chechik, "Craig Interpretation",
 * SAS 2012, Def. 4(3)): those that occur on an edge of some path from the entry to the node and on an edge of some path
 * from it to the exit.
 */
import type { Variable } from "../../logic/term.ts";
import { variablesOf } from "../../logic/visit.ts";
import { memoised } from "../../util/memo.ts";
import type { DagProblem } from "../interpolator.ts";

export interface Scopes {
  /** Whether the variable occurs before the node. */
  before(node: number, of: Variable): boolean;
  /** Whether it occurs after the node. */
  after(node: number, of: Variable): boolean;
  /** Both. */
  has(node: number, of: Variable): boolean;
}

export function scopesOf(problem: DagProblem): Scopes {
  const { nodes, edges } = problem;
  const index = new Map<Variable, number>();
  const uses = edges.map((edge) => {
    const own: number[] = [];
    for (const of of variablesOf(edge.label)) {
      const at = memoised(index, of, () => index.size);
      own.push(at);
    }
    return own;
  });
  const words = (index.size + 31) >> 5;
  const before = new Uint32Array(nodes * words);
  const after = new Uint32Array(nodes * words);
  const flow = (sets: Uint32Array, from: number, to: number, edge: number): void => {
    for (let i = 0; i < words; i++) sets[to * words + i]! |= sets[from * words + i]!;
    for (const bit of uses[edge]!) sets[to * words + (bit >> 5)]! |= 1 << (bit & 31);
  };
  const order = edges.map((_, i) => i).sort((a, b) => edges[a]!.source - edges[b]!.source || a - b);
  for (const i of order) flow(before, edges[i]!.source, edges[i]!.target, i);
  order.sort((a, b) => edges[b]!.target - edges[a]!.target || a - b);
  for (const i of order) flow(after, edges[i]!.target, edges[i]!.source, i);
  const member = (sets: Uint32Array, node: number, of: Variable): boolean => {
    const bit = index.get(of);
    return bit !== undefined && ((sets[node * words + (bit >> 5)]! >>> (bit & 31)) & 1) === 1;
  };
  return {
    before: (node, of) => member(before, node, of),
    after: (node, of) => member(after, node, of),
    has: (node, of) => member(before, node, of) && member(after, node, of),
  };
}
