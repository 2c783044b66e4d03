/**
 * Partitioning (section 4.3): when an error survives, the states at a cut point are split by a predicate and the analysis
 * starts again, with a node for each cell. Predicates are the guards of the paths out of the cut point, in terms of the
 * variables there: those of the surviving path first, since they tell the states that go wrong from the others; then those
 * of the other paths (phases of a loop, modes); then those at other cut points.
 */
import { constraintFormula, type LinearConstraint, negateConstraint } from "../../logic/linear.ts";
import { and, type Formula, not, TRUE } from "../../logic/term.ts";
import type { ModelEdge, ModelLocation } from "../../model/model.ts";
import { symbolicPath } from "../symbolic-path.ts";
import type { Surviving } from "./analysis.ts";
import { opsOf, type Partition, type Path, type ReducedGraph } from "./reduced-graph.ts";

export interface Split {
  readonly location: ModelLocation;
  readonly predicate: Formula;
}

/** Each location of the splits with all combinations of its predicates. */
export function partitionBy(splits: readonly Split[]): Partition {
  const partition = new Map<ModelLocation, readonly Formula[]>();
  for (const { location, predicate } of splits) {
    const cells = partition.get(location) ?? [TRUE];
    partition.set(
      location,
      cells.flatMap((cell) => [and([cell, predicate]), and([cell, not(predicate)])]),
    );
  }
  return partition;
}

/** Splits to try, the most promising first; without those that differ only in sign. */
export function splitsFor(graph: ReducedGraph, surviving: readonly Surviving[]): readonly Split[] {
  const splits: Split[] = [];
  const seen = new Set<string>();
  const propose = (location: ModelLocation, guards: readonly LinearConstraint[]) => {
    for (const guard of guards) {
      if (!guard.expression.variables.every((of) => graph.live.isLive(of, location))) continue;
      const predicate = constraintFormula(guard);
      const [opposite] = negateConstraint(guard);
      const names = [predicate, ...(opposite === undefined ? [] : [constraintFormula(opposite)])].map(({ id }) => id);
      const key = `${location.id}: ${Math.min(...names)}`;
      if (seen.has(key)) continue;
      seen.add(key);
      splits.push({ location, predicate });
    }
  };
  // The last guard is the error's own condition.
  for (const { from, path } of surviving)
    if (from.location.cutPoint) propose(from.location, [...symbolicPath(opsOf(path)).guards].reverse());
  const blamed = new Set(surviving.map(({ from }) => from.location));
  const others = graph.nodes.map((node) => node.location).filter((location) => !blamed.has(location));
  for (const location of [...blamed, ...new Set(others)])
    if (location.cutPoint) propose(location, guardsFrom(graph, location));
  return splits;
}

/** The guards in a block, each seen along one of the ways to it. */
function guardsFrom(graph: ReducedGraph, location: ModelLocation): LinearConstraint[] {
  const ways = new Map<ModelLocation, Path>([[location, []]]);
  const guards: LinearConstraint[] = [];
  for (const edge of graph.blockOf(location).edges) {
    const way: readonly ModelEdge[] = [...(ways.get(edge.source) ?? []), edge];
    if (!ways.has(edge.target) && edge.target !== location) ways.set(edge.target, way);
    const before = symbolicPath(opsOf(way.slice(0, -1))).guards.length;
    guards.push(...symbolicPath(opsOf(way)).guards.slice(before));
  }
  return guards;
}
