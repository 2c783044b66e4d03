/**
 * A function's graph as far as it matters: at each location either a straight way over what was sliced away, or the edges
 * with their outcomes. Also where the view has to stop: at joins, and at cut points (heads of the weak topological order),
 * so that every cycle contains a location.
 */
import type { Edge, FunctionGraph, Location } from "../../cfa/cfa.ts";
import { memoised } from "../../util/memo.ts";
import type { Translator } from "../translate/translate.ts";
import type { Slice } from "./slice.ts";
import { headsOf, weakTopologicalOrder } from "./wto.ts";

export type Step =
  /** Nothing here matters before `to`; `path` is one of the ways there. Without `to`: nothing matters any more. */
  | { readonly kind: "pass"; readonly to: Location | undefined; readonly path: readonly Edge[] }
  | { readonly kind: "edges"; readonly edges: readonly Edge[] };

export interface Reduced {
  stepAt(location: Location): Step;
  isJoin(location: Location): boolean;
  isCutPoint(location: Location): boolean;
}

export function reduce(graph: FunctionGraph, slice: Slice, translator: Translator): Reduced {
  const steps = new Map<Location, Step>();
  const stepAt = (location: Location) => memoised(steps, location, () => makeStep(location, slice, translator));
  const successors = (location: Location) => {
    const step = stepAt(location);
    if (step.kind === "edges") return step.edges.map((edge) => edge.target);
    return step.to === undefined ? [] : [step.to];
  };
  const arrivals = new Map<Location, number>([[graph.entry, 1]]);
  const reached = new Set([graph.entry]);
  for (const location of reached) {
    for (const next of successors(location)) {
      arrivals.set(next, (arrivals.get(next) ?? 0) + 1);
      reached.add(next);
    }
  }
  const heads = headsOf(weakTopologicalOrder(graph.entry, successors));
  return {
    stepAt,
    isJoin: (location) => (arrivals.get(location) ?? 0) > 1,
    isCutPoint: (location) => heads.has(location),
  };
}

function makeStep(location: Location, slice: Slice, translator: Translator): Step {
  const edges = location.outgoing;
  if (edges.length > 1 && !slice.branchMatters(location)) {
    const to = slice.meeting(location);
    return { kind: "pass", to, path: to === undefined ? [] : wayBetween(location, to) };
  }
  const [edge] = edges;
  if (edges.length === 1 && edge !== undefined && !matters(edge, slice, translator))
    return { kind: "pass", to: edge.target, path: [edge] };
  return { kind: "edges", edges };
}

/** Does taking the only edge out of a location do anything but go to its target? */
function matters(edge: Edge, slice: Slice, translator: Translator): boolean {
  if (slice.edgeMatters(edge) || slice.branchMatters(edge.source)) return true;
  return translator.outcomes(edge, 0).some(({ next }) => {
    if (next.kind === "enter") return slice.functionMatters(next.graph) || !slice.reach.canReturn(next.graph);
    return next.kind !== "goto";
  });
}

/** A shortest way inside the function. */
function wayBetween(from: Location, to: Location): readonly Edge[] {
  const arrivedBy = new Map<Location, Edge | undefined>([[from, undefined]]);
  for (const [location] of arrivedBy) {
    if (location === to && arrivedBy.size > 1) break;
    for (const edge of location.outgoing) if (!arrivedBy.has(edge.target)) arrivedBy.set(edge.target, edge);
  }
  const path: Edge[] = [];
  for (let edge = arrivedBy.get(to); edge !== undefined; edge = arrivedBy.get(edge.source)) path.push(edge);
  return path.reverse();
}
