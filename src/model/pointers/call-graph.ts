/**
 * Who calls whom, which functions are recursive, and which edges run at most once in an execution. Call edges come with
 * their possible callees from the points-to analysis.
 */
import type { Edge, FunctionGraph, Location, Program } from "../../cfa/cfa.ts";
import { stronglyConnectedComponents } from "../../util/components.ts";
import { memoised } from "../../util/memo.ts";
import { bodyOf } from "../library/library.ts";
import type { Property } from "../properties.ts";
import { namesCalled, type PointsTo } from "./points-to.ts";

export interface CallGraph {
  /** Defined functions a call may enter. */
  callees(call: Edge): readonly FunctionGraph[];
  callers(graph: FunctionGraph): readonly Edge[];
  isRecursive(name: string): boolean;
  /** No execution takes this edge twice. */
  runsOnce(edge: Edge): boolean;
}

export function buildCallGraph(
  program: Program,
  entry: FunctionGraph,
  pointsTo: PointsTo,
  properties: readonly Property[],
): CallGraph {
  const callees = new Map<Edge, FunctionGraph[]>();
  const callers = new Map<FunctionGraph, Edge[]>();
  for (const graph of pointsTo.functions) {
    for (const edge of graph.edges) {
      if (edge.op.kind !== "call") continue;
      const called = namesCalled(edge, pointsTo).flatMap((name) => bodyOf(program, properties, name) ?? []);
      callees.set(edge, called);
      for (const callee of called) callers.set(callee, [...(callers.get(callee) ?? []), edge]);
    }
  }
  const calledBy = (graph: FunctionGraph) => graph.edges.flatMap((edge) => callees.get(edge) ?? []);
  const recursive = new Set<string>();
  for (const component of stronglyConnectedComponents(pointsTo.functions, calledBy)) {
    const first = component[0] as FunctionGraph;
    if (component.length > 1 || calledBy(first).includes(first))
      for (const graph of component) recursive.add(graph.name);
  }
  const once = onceRunner(program, entry, callers, recursive);
  return {
    callees: (call) => callees.get(call) ?? [],
    callers: (graph) => callers.get(graph) ?? [],
    isRecursive: (name) => recursive.has(name),
    runsOnce: once,
  };
}

function onceRunner(
  program: Program,
  entry: FunctionGraph,
  callers: ReadonlyMap<FunctionGraph, readonly Edge[]>,
  recursive: ReadonlySet<string>,
): (edge: Edge) => boolean {
  const cyclic = new Map<string, ReadonlySet<Location>>();
  const onCycle = (location: Location, graph: FunctionGraph) =>
    memoised(cyclic, graph.name, () => locationsOnCycles(graph)).has(location);
  return (edge) => {
    let at = edge;
    // Up the only chain of callers; it is no longer than the call graph is deep, as nothing on it is recursive.
    for (;;) {
      const name = at.source.function;
      const graph = name === program.initialise.name ? program.initialise : program.functions.get(name);
      if (graph === undefined || recursive.has(name) || onCycle(at.source, graph)) return false;
      const calls = callers.get(graph) ?? [];
      if (graph === entry || graph === program.initialise) return calls.length === 0;
      if (calls.length !== 1) return false;
      at = calls[0] as Edge;
    }
  };
}

function locationsOnCycles(graph: FunctionGraph): ReadonlySet<Location> {
  const next = (location: Location) => location.outgoing.map((edge) => edge.target);
  const on = new Set<Location>();
  for (const component of stronglyConnectedComponents([graph.entry], next)) {
    const first = component[0] as Location;
    if (component.length > 1 || next(first).includes(first)) for (const location of component) on.add(location);
  }
  return on;
}
