/**
 * The vertices that the roots reach, each behind all that can be reached from it but for cycles: depth-first, without recursion.
 * @param onCycle is told of every edge to a vertex that is still being visited.
 */
export function postorder<V>(
  roots: Iterable<V>,
  successors: (vertex: V) => readonly V[],
  onCycle?: (from: V, to: V) => void,
): V[] {
  const finished: V[] = [];
  const state = new Map<V, "open" | "done">();
  const stack: { readonly vertex: V; readonly successors: readonly V[]; next: number }[] = [];
  const enter = (vertex: V): void => {
    state.set(vertex, "open");
    stack.push({ vertex, successors: successors(vertex), next: 0 });
  };
  for (const root of roots) {
    if (!state.has(root)) enter(root);
    for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
      if (top.next === top.successors.length) {
        finished.push(top.vertex);
        state.set(top.vertex, "done");
        stack.pop();
        continue;
      }
      const to = top.successors[top.next++]!;
      if (!state.has(to)) enter(to);
      else if (state.get(to) === "open") onCycle?.(top.vertex, to);
    }
  }
  return finished;
}
