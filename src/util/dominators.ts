/**
 * Dominators of a graph with vertices 0..n-1: K. Cooper, T. Harvey, K. Kennedy, "A simple, fast dominance algorithm".
 * With successors and predecessors exchanged they are postdominators.
 */
import { postorder } from "./postorder.ts";

export type Adjacency = readonly (readonly number[])[];

export interface Order {
  /** Vertices that the root reaches, in reverse postorder: the root first. */
  readonly vertices: readonly number[];
  /** The position of each vertex; -1 where it is not reached. */
  readonly position: Int32Array;
}

export function reversePostorder(root: number, successors: Adjacency): Order {
  const vertices = postorder([root], (vertex) => successors[vertex]!).reverse();
  const position = new Int32Array(successors.length).fill(-1);
  for (let i = 0; i < vertices.length; i += 1) position[vertices[i] as number] = i;
  return { vertices, position };
}

/** Edges the other way round. */
export function reversed(successors: Adjacency): number[][] {
  const predecessors: number[][] = successors.map(() => []);
  successors.forEach((next, vertex) => {
    for (const to of next) predecessors[to]?.push(vertex);
  });
  return predecessors;
}

/** The root's is itself; -1 for what the root does not reach. */
export function immediateDominators({ vertices, position }: Order, predecessors: Adjacency): Int32Array {
  const root = vertices[0] as number;
  const immediate = new Int32Array(position.length).fill(-1);
  immediate[root] = root;
  const meet = (a: number, b: number): number => {
    let [x, y] = [a, b];
    while (x !== y) {
      while ((position[x] as number) > (position[y] as number)) x = immediate[x] as number;
      while ((position[y] as number) > (position[x] as number)) y = immediate[y] as number;
    }
    return x;
  };
  for (let changed = true; changed; ) {
    changed = false;
    for (const vertex of vertices) {
      if (vertex === root) continue;
      let best = -1;
      for (const from of predecessors[vertex] as readonly number[]) {
        if (immediate[from] !== -1) best = best === -1 ? from : meet(best, from);
      }
      if (immediate[vertex] === best) continue;
      immediate[vertex] = best;
      changed = true;
    }
  }
  return immediate;
}
