/** Forward data flow within a function: what may be in a set at each of its locations. */
import type { Edge, FunctionGraph, Location } from "../../cfa/cfa.ts";

export type Sets<T> = ReadonlyMap<Location, ReadonlySet<T>>;

/** `atEntry`: what is in the set before the first edge; `after`: what an edge makes of it. */
export function forwardSets<T>(
  graph: FunctionGraph,
  atEntry: Iterable<T>,
  after: (edge: Edge, before: ReadonlySet<T>) => ReadonlySet<T>,
): Sets<T> {
  const sets = new Map<Location, Set<T>>(graph.locations.map((location) => [location, new Set()]));
  for (const item of atEntry) sets.get(graph.entry)?.add(item);
  const work = [...graph.locations];
  for (let location = work.pop(); location !== undefined; location = work.pop()) {
    for (const edge of location.outgoing) {
      const into = sets.get(edge.target) as Set<T>;
      const before = into.size;
      for (const item of after(edge, sets.get(location) as Set<T>)) into.add(item);
      if (into.size > before) work.push(edge.target);
    }
  }
  return sets;
}
