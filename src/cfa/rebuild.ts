/**
 * A function graph again, with operations put in before, in place of and after its edges. Locations keep their labels and
 * loops; what is put before a location's ways out runs whenever one of them is taken.
 */
import { GraphAssembly } from "./assemble.ts";
import type { Check, Edge, FunctionGraph, Location, Op } from "./cfa.ts";

interface Changes {
  /** Run before any of the location's ways out. */
  before?(location: Location): readonly Op[];
  /** What the edge does instead; undefined where it goes. */
  instead(edge: Edge): { readonly op: Op; readonly checks: readonly Check[] } | undefined;
  /** Run after the edge, which is the only way out of its location. */
  after?(edge: Edge): readonly Op[];
}

const NO_CHECKS: readonly Check[] = Object.freeze([]);

export function rebuildGraph(graph: FunctionGraph, changes: Changes): FunctionGraph {
  const made = new GraphAssembly(graph.name);
  const starts = new Map(graph.locations.map((location) => [location, made.location(location)]));
  const startOf = (location: Location) => starts.get(location) as ReturnType<typeof made.location>;
  for (const location of graph.locations) {
    let at = startOf(location);
    const range = location.outgoing[0]?.range ?? graph.range;
    for (const op of changes.before?.(location) ?? []) {
      const next = made.location({});
      made.connect(at, next, op, NO_CHECKS, range);
      at = next;
    }
    for (const edge of location.outgoing) {
      const instead = changes.instead(edge);
      if (instead === undefined) continue;
      const target = startOf(edge.target);
      const after = changes.after?.(edge) ?? [];
      let from = after.length === 0 ? target : made.location({});
      made.connect(at, from, instead.op, instead.checks, edge.range);
      after.forEach((next, i) => {
        const to = i === after.length - 1 ? target : made.location({});
        made.connect(from, to, next, NO_CHECKS, edge.range);
        from = to;
      });
    }
  }
  return { ...graph, ...made.finish(startOf(graph.entry), startOf(graph.exit)) };
}
