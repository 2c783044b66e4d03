/**
 * Which variables the way to an error may still read. Labels forget the others: a value that nobody reads only keeps
 * states apart, and with decision diagrams every variable may double their size. Backward data flow over the edges of
 * the cut-point graph, which all lie on ways to the error.
 */
import type { Variable } from "../../logic/term.ts";
import { variablesOf } from "../../logic/visit.ts";
import type { ModelEdge, ModelLocation } from "../../model/model.ts";
import { memoised } from "../../util/memo.ts";
import type { CutPointGraph } from "./cutpoint-graph.ts";

export class Liveness {
  readonly #live = new Map<ModelLocation, Set<Variable>>();
  readonly #dying = new Map<ModelEdge, readonly Variable[]>();

  constructor(graph: CutPointGraph, tick: (work: number) => void) {
    const edges = graph.cutPoints.flatMap((cutPoint) => graph.edgesFrom(cutPoint)).reverse();
    for (let changed = true; changed; ) {
      changed = false;
      for (const edge of edges) {
        tick(1);
        if (this.#flow(edge)) changed = true;
      }
    }
  }

  /** Adds what is live before the edge to what is live at its source. */
  #flow(edge: ModelEdge): boolean {
    const before = memoised(this.#live, edge.source, () => new Set());
    const size = before.size;
    for (const variable of liveBefore(edge, this.at(edge.target))) before.add(variable);
    return before.size > size;
  }

  at(location: ModelLocation): ReadonlySet<Variable> {
    return this.#live.get(location) ?? NOTHING;
  }

  /** Variables whose last use is on this edge, or that it sets in vain: to forget at its end. */
  dyingOn(edge: ModelEdge): readonly Variable[] {
    let dying = this.#dying.get(edge);
    if (dying === undefined) {
      const after = this.at(edge.target);
      const candidates = new Set(this.at(edge.source));
      for (const op of edge.ops) {
        if (op.kind !== "assume") candidates.add(op.target);
        for (const variable of readBy(op)) candidates.add(variable);
      }
      dying = [...candidates].filter((variable) => !after.has(variable));
      this.#dying.set(edge, dying);
    }
    return dying;
  }
}

const NOTHING: ReadonlySet<Variable> = new Set();

function readBy(op: ModelEdge["ops"][number]): Iterable<Variable> {
  switch (op.kind) {
    case "assume":
      return variablesOf(op.condition);
    case "assign":
      return variablesOf(op.value);
    case "havoc":
      return [];
  }
}

function liveBefore(edge: ModelEdge, after: ReadonlySet<Variable>): ReadonlySet<Variable> {
  const live = new Set(after);
  for (let i = edge.ops.length - 1; i >= 0; i -= 1) {
    const op = edge.ops[i] as ModelEdge["ops"][number];
    if (op.kind !== "assume") live.delete(op.target);
    for (const variable of readBy(op)) live.add(variable);
  }
  return live;
}
