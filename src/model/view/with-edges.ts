/** A model with other edges between the same locations: with more conditions, or split into cases. */
import { memoised } from "../../util/memo.ts";
import type { Model, ModelEdge, ModelLocation } from "../model.ts";

/** @param edgesOf asked once a location. */
export function withEdges(model: Model, edgesOf: (location: ModelLocation) => readonly ModelEdge[]): Model {
  const known = new Map<ModelLocation, readonly ModelEdge[]>();
  return {
    program: model.program,
    properties: model.properties,
    propertySites: model.propertySites,
    entry: model.entry,
    ...(model.heapObjects === undefined ? {} : { heapObjects: model.heapObjects }),
    ...(model.followsZeros === undefined ? {} : { followsZeros: model.followsZeros }),
    ...(model.followsFilled === undefined ? {} : { followsFilled: model.followsFilled }),
    ...(model.limits === undefined ? {} : { limits: model.limits }),
    ...(model.objectAt === undefined ? {} : { objectAt: model.objectAt }),
    // These grow while the model is explored.
    get variables() {
      return model.variables;
    },
    get overApproximations() {
      return model.overApproximations;
    },
    get assumptions() {
      return model.assumptions;
    },
    edgesFrom(location) {
      return memoised(known, location, () => edgesOf(location));
    },
  };
}
