/**
 * Which locations can still come to an error of the property, and which can return from their function. An `unmodelled`
 * outcome counts as an error: what cannot be covered must stay visible.
 */
import type { Edge, FunctionGraph, Location } from "../../cfa/cfa.ts";
import type { CallGraph } from "../pointers/call-graph.ts";
import type { Property } from "../properties.ts";
import { isErrorLocation } from "../property.ts";
import type { Outcome } from "../translate/outcome.ts";

export interface Reach {
  /** From here some way, through calls or not, but without returning, comes to an error. */
  error(location: Location): boolean;
  /** From here the function can return. */
  exit(location: Location): boolean;
  canReturn(graph: FunctionGraph): boolean;
}

export function analyseReach(
  graphs: readonly FunctionGraph[],
  calls: CallGraph,
  outcomesOf: (edge: Edge) => readonly Outcome[],
  properties: readonly Property[],
): Reach {
  const toExit = new Set<Location>();
  const toError = new Set<Location>();
  const canReturn = (graph: FunctionGraph) => toExit.has(graph.entry);
  const passes = (edge: Edge) =>
    outcomesOf(edge).some(({ next }) => next.kind === "goto" || (next.kind === "enter" && canReturn(next.graph)));
  untilStable(graphs, calls, canReturn, (graph) => backward(graph, [graph.exit], toExit, passes));
  const errs = (edge: Edge) =>
    outcomesOf(edge).some(
      ({ next }) =>
        next.kind === "error" || next.kind === "unmodelled" || (next.kind === "enter" && toError.has(next.graph.entry)),
    );
  const comesToError = (graph: FunctionGraph) => toError.has(graph.entry);
  untilStable(graphs, calls, comesToError, (graph) => {
    const sources = graph.edges.filter(errs).map((edge) => edge.source);
    const labelled = graph.locations.filter((location) => isErrorLocation(location, properties));
    backward(graph, [...sources, ...labelled], toError, passes);
  });
  return { error: (location) => toError.has(location), exit: (location) => toExit.has(location), canReturn };
}

/** Repeats `visit` on a function whenever `answer` of one that it calls has changed. */
function untilStable(
  graphs: readonly FunctionGraph[],
  calls: CallGraph,
  answer: (graph: FunctionGraph) => boolean,
  visit: (graph: FunctionGraph) => void,
): void {
  const byName = new Map(graphs.map((graph) => [graph.name, graph]));
  // Discovered later means called from those before: the end of the list has the leaves.
  const work = [...graphs];
  const queued = new Set(work);
  for (let graph = work.pop(); graph !== undefined; graph = work.pop()) {
    queued.delete(graph);
    const before = answer(graph);
    visit(graph);
    if (answer(graph) === before) continue;
    for (const call of calls.callers(graph)) {
      const caller = byName.get(call.source.function);
      if (caller === undefined || queued.has(caller)) continue;
      queued.add(caller);
      work.push(caller);
    }
  }
}

function backward(
  graph: FunctionGraph,
  starts: readonly Location[],
  into: Set<Location>,
  passes: (edge: Edge) => boolean,
): void {
  const work: Location[] = [];
  const add = (location: Location) => {
    if (into.has(location)) return;
    into.add(location);
    work.push(location);
  };
  for (const start of starts) add(start);
  // Locations known from an earlier visit are looked at again: an edge into them may pass now.
  for (const location of graph.locations) if (into.has(location)) work.push(location);
  for (let location = work.pop(); location !== undefined; location = work.pop())
    for (const edge of location.incoming) if (!into.has(edge.source) && passes(edge)) add(edge.source);
}
