/**
 * A function graph again, with operations put in before, in place of and after its edges. Locations keep their labels and
 * loops; what is put before a location's ways out runs whenever one of them is taken.
 */
import type { SourceRange } from "../util/source.ts";
import type { Check, Edge, FunctionGraph, Location, Op } from "./cfa.ts";

export interface Changes {
  /** Run before any of the location's ways out. */
  before(location: Location): readonly Op[];
  /** What the edge does instead. */
  instead(edge: Edge): { readonly op: Op; readonly checks: readonly Check[] };
  /** Run after the edge, which is the only way out of its location. */
  after(edge: Edge): readonly Op[];
}

interface OpenLocation {
  readonly id: number;
  readonly function: string;
  readonly outgoing: Edge[];
  readonly incoming: Edge[];
  readonly labels?: readonly string[];
  readonly loop?: SourceRange;
}

const NO_CHECKS: readonly Check[] = Object.freeze([]);

export function rebuildGraph(graph: FunctionGraph, changes: Changes): FunctionGraph {
  const locations: OpenLocation[] = [];
  const edges: Edge[] = [];
  const locate = (marks: Pick<Location, "labels" | "loop"> = {}): OpenLocation => {
    const { labels, loop } = marks;
    const location: OpenLocation = {
      id: locations.length,
      function: graph.name,
      outgoing: [],
      incoming: [],
      ...(labels === undefined ? {} : { labels }),
      ...(loop === undefined ? {} : { loop }),
    };
    locations.push(location);
    return location;
  };
  const connect = (
    source: OpenLocation,
    target: OpenLocation,
    op: Op,
    checks: readonly Check[],
    range: SourceRange,
  ) => {
    const edge: Edge = Object.freeze({ id: edges.length, source, target, op, checks, range });
    source.outgoing.push(edge);
    target.incoming.push(edge);
    edges.push(edge);
  };
  const starts = new Map<Location, OpenLocation>(graph.locations.map((location) => [location, locate(location)]));
  for (const location of graph.locations) {
    let at = starts.get(location) as OpenLocation;
    const range = location.outgoing[0]?.range ?? graph.range;
    for (const op of changes.before(location)) {
      const next = locate();
      connect(at, next, op, NO_CHECKS, range);
      at = next;
    }
    for (const edge of location.outgoing) {
      const { op, checks } = changes.instead(edge);
      const target = starts.get(edge.target) as OpenLocation;
      const after = changes.after(edge);
      let from = after.length === 0 ? target : locate();
      connect(at, from, op, checks, edge.range);
      after.forEach((next, i) => {
        const to = i === after.length - 1 ? target : locate();
        connect(from, to, next, NO_CHECKS, edge.range);
        from = to;
      });
    }
  }
  return {
    ...graph,
    entry: starts.get(graph.entry) as Location,
    exit: starts.get(graph.exit) as Location,
    locations: Object.freeze(locations),
    edges: Object.freeze(edges),
  };
}
