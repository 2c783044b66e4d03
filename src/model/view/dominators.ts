/**
 * Postdominators and control dependence of a graph with vertices 0..size-1 and a root that every vertex reaches (the end
 * of all executions). K. Cooper, T. Harvey, K. Kennedy, "A simple, fast dominance algorithm", on the reversed graph;
 * J. Ferrante, K. Ottenstein, J. Warren, "The program dependence graph and its use in optimization", for dependence.
 */

export interface PostDominance {
  /** The immediate postdominator of each vertex; the root's is itself. */
  readonly immediate: Int32Array;
  /** The branches that decide whether a vertex is reached. */
  controllers(vertex: number): readonly number[];
}

export function postDominance(size: number, root: number, successors: readonly (readonly number[])[]): PostDominance {
  const predecessors: number[][] = Array.from({ length: size }, () => []);
  for (let vertex = 0; vertex < size; vertex += 1)
    for (const next of successors[vertex] as readonly number[]) (predecessors[next] as number[]).push(vertex);
  const order = reverseOrder(root, predecessors);
  const position = new Int32Array(size).fill(-1);
  order.forEach((vertex, i) => {
    position[vertex] = i;
  });
  const immediate = immediateOf(root, order, position, successors);
  const controllers: number[][] = Array.from({ length: size }, () => []);
  for (let branch = 0; branch < size; branch += 1) {
    const next = successors[branch] as readonly number[];
    if (next.length < 2 || position[branch] === -1) continue;
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

/** Reverse postorder of the reversed graph: the root first. */
function reverseOrder(root: number, predecessors: readonly (readonly number[])[]): number[] {
  const order: number[] = [];
  const seen = new Set([root]);
  const stack: { readonly vertex: number; position: number }[] = [{ vertex: root, position: 0 }];
  for (let frame = stack[stack.length - 1]; frame !== undefined; frame = stack[stack.length - 1]) {
    const next = predecessors[frame.vertex] as readonly number[];
    const vertex = next[frame.position];
    frame.position += 1;
    if (vertex === undefined) {
      order.push(frame.vertex);
      stack.pop();
    } else if (!seen.has(vertex)) {
      seen.add(vertex);
      stack.push({ vertex, position: 0 });
    }
  }
  return order.reverse();
}

function immediateOf(
  root: number,
  order: readonly number[],
  position: Int32Array,
  successors: readonly (readonly number[])[],
): Int32Array {
  const immediate = new Int32Array(position.length).fill(-1);
  immediate[root] = root;
  const meet = (a: number, b: number) => {
    let x = a;
    let y = b;
    while (x !== y) {
      while ((position[x] as number) > (position[y] as number)) x = immediate[x] as number;
      while ((position[y] as number) > (position[x] as number)) y = immediate[y] as number;
    }
    return x;
  };
  for (let changed = true; changed; ) {
    changed = false;
    for (const vertex of order) {
      if (vertex === root) continue;
      let best = -1;
      for (const next of successors[vertex] as readonly number[]) {
        if (immediate[next] === -1) continue;
        best = best === -1 ? next : meet(best, next);
      }
      if (immediate[vertex] === best) continue;
      immediate[vertex] = best;
      changed = true;
    }
  }
  return immediate;
}
