/**
 * Which havocs matter: an uninitialised local is an input only if some path reads it before it is written. A havoc
 * whose variable is dead behind it asks for no input, so that runs and traces list only inputs a program can see.
 */
import type { Edge, FunctionGraph, Location } from "../../cfa/cfa.ts";
import { targetOf, termsOn } from "../../cfa/op-terms.ts";
import type { Variable } from "../../logic/term.ts";
import { variablesOf } from "../../logic/visit.ts";
import { memoised } from "../../util/memo.ts";

export function deadHavocs(graph: FunctionGraph): ReadonlySet<Edge> {
  const havocs = graph.edges.filter((edge) => edge.op.kind === "havoc");
  const dead = new Set<Edge>();
  if (havocs.length === 0) return dead;
  const wanted = new Set<Variable>();
  // Other functions read globals too.
  for (const edge of havocs)
    if (edge.op.kind === "havoc" && edge.op.target.role !== "global") wanted.add(edge.op.target);
  const readers = readingEdges(graph, wanted);
  for (const variable of wanted) {
    const live = liveLocations(variable, readers.get(variable) ?? []);
    for (const edge of havocs) {
      if (edge.op.kind === "havoc" && edge.op.target === variable && !live.has(edge.target)) dead.add(edge);
    }
  }
  return dead;
}

/** A local that some path reads before anything is written to it, be it that it is uninitialised: a jump led past its declaration. */
export function jumpedOver(graph: FunctionGraph): Variable | undefined {
  const locals = new Set<Variable>();
  for (const edge of graph.edges)
    for (const read of variablesOf(termsOn(edge))) if (read.role === "local") locals.add(read);
  const readers = readingEdges(graph, locals);
  return [...locals].find((variable) => liveLocations(variable, readers.get(variable) ?? []).has(graph.entry));
}

function readingEdges(graph: FunctionGraph, wanted: ReadonlySet<Variable>): Map<Variable, Edge[]> {
  const readers = new Map<Variable, Edge[]>();
  for (const edge of graph.edges) {
    for (const variable of variablesOf(termsOn(edge)))
      if (wanted.has(variable)) memoised(readers, variable, () => []).push(edge);
  }
  return readers;
}

function liveLocations(variable: Variable, readers: readonly Edge[]): Set<Location> {
  const live = new Set<Location>();
  const work: Location[] = [];
  const reach = (location: Location): void => {
    if (live.has(location)) return;
    live.add(location);
    work.push(location);
  };
  for (const edge of readers) reach(edge.source);
  while (work.length > 0) {
    for (const edge of (work.pop() as Location).incoming) {
      if (targetOf(edge.op) !== variable) reach(edge.source);
    }
  }
  return live;
}
