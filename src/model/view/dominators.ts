/**
 * Control dependence in a graph with a root that every vertex reaches (the end of all executions): J. Ferrante,
 * K. Ottenstein, J. Warren, "The program dependence graph and its use in optimization".
 */
import { type Adjacency, immediateDominators, reversed, reversePostorder } from "../../util/dominators.ts";

export interface PostDominance {
  /** The immediate postdominator of each vertex; the root's is itself. */
  readonly immediate: Int32Array;
  /** The branches that decide whether a vertex is reached. */
  controllers(vertex: number): readonly number[];
}

export function postDominance(root: number, successors: Adjacency): PostDominance {
  const order = reversePostorder(root, reversed(successors));
  const immediate = immediateDominators(order, successors);
  const controllers: number[][] = successors.map(() => []);
  for (const [branch, next] of successors.entries()) {
    if (next.length < 2 || order.position[branch] === -1) continue;
    const stop = immediate[branch] as number;
    for (const successor of next) {
      for (let at = successor; at !== stop && at !== root; at = immediate[at] as number) {
        const list = controllers[at] as number[];
        if (list[list.length - 1] !== branch) list.push(branch);
      }
    }
  }
  return { immediate, controllers: (vertex) => controllers[vertex] as number[] };
}
