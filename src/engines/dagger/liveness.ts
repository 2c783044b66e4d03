/**
 * Which variables matter where: a variable is live at a place if some path to the error reads it, in a guard or in the
 * value of a variable that is itself live, before it is set. The others are forgotten at once: temporaries of
 * conditions would otherwise be columns of every polyhedron.
 */
import type { Variable } from "../../logic/term.ts";
import { variablesOf } from "../../logic/visit.ts";
import type { ModelOp } from "../../model/model.ts";
import type { Budget } from "../../util/budget.ts";
import type { ControlEdge, Place } from "./control-graph.ts";

/** Sets `dead` of all edges. */
export function liveVariables(places: readonly Place[], budget: Budget): void {
  const live = new Map<Place, Set<Variable>>(places.map((place) => [place, new Set()]));
  let work = new Set([...places].reverse());
  while (work.size > 0) {
    const next = new Set<Place>();
    for (const place of work) {
      const here = live.get(place)!;
      const before = here.size;
      for (const edge of place.edges) {
        budget.tick(1 + edge.ops.length);
        for (const of of liveBefore(edge.ops, live.get(edge.target)!)) here.add(of);
      }
      if (here.size > before) for (const edge of place.incoming) next.add(edge.source);
    }
    work = next;
  }
  for (const place of places)
    for (const edge of place.edges) edge.dead = deadAfter(edge, live.get(place)!, live.get(edge.target)!);
}

function liveBefore(ops: readonly ModelOp[], after: ReadonlySet<Variable>): Set<Variable> {
  const live = new Set(after);
  for (let i = ops.length - 1; i >= 0; i--) {
    const op = ops[i]!;
    if (op.kind === "assume") {
      for (const of of variablesOf(op.condition)) live.add(of);
    } else if (op.kind === "havoc") {
      live.delete(op.target);
    } else if (live.delete(op.target)) {
      for (const of of variablesOf(op.value)) live.add(of);
    }
  }
  return live;
}

function deadAfter(edge: ControlEdge, before: ReadonlySet<Variable>, after: ReadonlySet<Variable>): Variable[] {
  const touched = new Set(before);
  for (const op of edge.ops) {
    if (op.kind !== "assume") touched.add(op.target);
    for (const of of op.kind === "assume" ? variablesOf(op.condition) : []) touched.add(of);
  }
  return [...touched].filter((of) => !after.has(of));
}
