/**
 * The proof as invariants: at a cut point the disjunction of the states there, those below others left out. Cut
 * points from which no path leads to the error are not explored; they have the label `true`.
 */

import type { Certificate, Label } from "../../evidence/claim.ts";
import { TRUE } from "../../logic/term.ts";
import type { Model, ModelLocation } from "../../model/model.ts";
import { memoised } from "../../util/memo.ts";
import type { ControlGraph, Place } from "./control-graph.ts";
import type { Space } from "./space.ts";

export function certificateOf<S>(
  model: Model,
  graph: ControlGraph,
  space: Space<S>,
  statesAt: (place: Place) => readonly S[],
): Certificate {
  const states = new Map<ModelLocation, S[]>();
  for (const place of graph.places) {
    if (place.location === undefined || !place.location.cutPoint) continue;
    states.set(
      place.location,
      maximal(statesAt(place), (a, b) => space.leq(a, b)),
    );
  }
  const fruitless = graph.fruitless;
  const labels = new Map<ModelLocation, readonly Label[]>();
  const labelsAt = (location: ModelLocation): readonly Label[] => {
    return memoised(labels, location, (): Label[] =>
      fruitless.has(location)
        ? [{ kind: "formula", formula: TRUE }]
        : (states.get(location) ?? []).map((state) => ({ kind: "formula", formula: space.domain.toFormula(state) })),
    );
  };
  return {
    granularity: "cut-points",
    locations: [...cutPoints(model)].filter((location) => labelsAt(location).length > 0),
    labelsAt,
  };
}

function maximal<T>(items: readonly T[], leq: (a: T, b: T) => boolean): T[] {
  return items.filter(
    (item, i) => !items.some((other, j) => i !== j && leq(item, other) && (j > i || !leq(other, item))),
  );
}

function* cutPoints(model: Model): Generator<ModelLocation> {
  const seen = new Set([model.entry]);
  for (const location of seen) {
    if (location.cutPoint) yield location;
    for (const edge of model.edgesFrom(location)) seen.add(edge.target);
  }
}
