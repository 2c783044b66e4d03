/** Strongly connected components of a graph: R. Tarjan, "Depth-first search and linear graph algorithms", 1972. */

interface Frame<V> {
  readonly vertex: V;
  readonly next: readonly V[];
  position: number;
}

/**
 * With an explicit stack. Components come in reverse topological order; the first vertex of each is
 * the one the search met first.
 */
export function stronglyConnectedComponents<V>(starts: readonly V[], successors: (vertex: V) => readonly V[]): V[][] {
  const number = new Map<V, number>();
  const low = new Map<V, number>();
  const onStack = new Set<V>();
  const stack: V[] = [];
  const components: V[][] = [];
  const frames: Frame<V>[] = [];
  const open = (vertex: V) => {
    number.set(vertex, number.size);
    low.set(vertex, number.size - 1);
    stack.push(vertex);
    onStack.add(vertex);
    frames.push({ vertex, next: successors(vertex), position: 0 });
  };
  const lower = (vertex: V, to: number) => {
    if (to < (low.get(vertex) as number)) low.set(vertex, to);
  };
  for (const start of starts) {
    if (!number.has(start)) open(start);
    for (let frame = frames[frames.length - 1]; frame !== undefined; frame = frames[frames.length - 1]) {
      if (frame.position < frame.next.length) {
        const next = frame.next[frame.position] as V;
        frame.position += 1;
        if (!number.has(next)) open(next);
        else if (onStack.has(next)) lower(frame.vertex, number.get(next) as number);
        continue;
      }
      frames.pop();
      const parent = frames[frames.length - 1];
      if (parent !== undefined) lower(parent.vertex, low.get(frame.vertex) as number);
      if (low.get(frame.vertex) !== number.get(frame.vertex)) continue;
      const component = stack.splice(stack.lastIndexOf(frame.vertex));
      for (const vertex of component) onStack.delete(vertex);
      components.push(component);
    }
  }
  return components;
}
