/**
 * Edges cut into several, so that each has one operation of a kind: a view that splits an operation into cases would have the product of them
 * on an edge with several.
 *
 * Sound: executions are the same; in between nothing else begins or ends.
 */
import { memoised } from "../../util/memo.ts";
import type { Model, ModelEdge, ModelLocation, ModelOp } from "../model.ts";
import { withEdges } from "./with-edges.ts";

/** What is left of an edge behind a cut. */
interface Rest {
  readonly edge: ModelEdge;
  readonly from: number;
}

/** Ids of places in between: they start where no model has locations. */
const FIRST_ID = 2 ** 40;

export function withEdgesCut(model: Model, isCase: (op: ModelOp) => boolean): Model {
  const rests = new Map<ModelLocation, Rest>();
  const between = new Map<ModelEdge, Map<number, ModelLocation>>();
  let edges = 0;
  const placeIn = (edge: ModelEdge, from: number): ModelLocation => {
    const places = memoised(between, edge, () => new Map());
    return memoised(places, from, () => {
      const { reason: _, ...source } = edge.source;
      const place: ModelLocation = { ...source, id: FIRST_ID + rests.size, kind: "ordinary", cutPoint: false };
      rests.set(place, { edge, from });
      return place;
    });
  };
  const part = (source: ModelLocation, { edge, from }: Rest): ModelEdge => {
    const first = edge.ops.findIndex((op, i) => i >= from && isCase(op));
    const end = first < 0 ? -1 : edge.ops.findIndex((op, i) => i > first && isCase(op));
    edges += 1;
    if (end < 0) return { ...edge, id: edges, source, ops: edge.ops.slice(from) };
    // What the program does on the way is told once, at its end.
    return { ...edge, id: edges, source, target: placeIn(edge, end), ops: edge.ops.slice(from, end), origin: [] };
  };
  return withEdges(model, (location) => {
    const rest = rests.get(location);
    if (rest !== undefined) return [part(location, rest)];
    return model.edgesFrom(location).map((edge) => part(location, { edge, from: 0 }));
  });
}
