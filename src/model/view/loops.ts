/** Which outermost loop of the whole graph a location lies in. */
import { stronglyConnectedComponents } from "../../util/components.ts";
import type { Model, ModelLocation } from "../model.ts";

export interface Loops {
  /** All locations, in order of discovery. */
  readonly locations: readonly ModelLocation[];
  /** A number a loop; absent for locations in none. */
  readonly loopOf: ReadonlyMap<ModelLocation, number>;
}

/** Undefined where there are more locations than the limit. */
export function loopsOf(model: Model, limit: number): Loops | undefined {
  const locations = new Set([model.entry]);
  for (const location of locations) {
    for (const { target } of model.edgesFrom(location)) locations.add(target);
    if (locations.size > limit) return undefined;
  }
  const next = (location: ModelLocation) => model.edgesFrom(location).map(({ target }) => target);
  const loopOf = new Map<ModelLocation, number>();
  stronglyConnectedComponents([model.entry], next).forEach((component, number) => {
    const [first] = component;
    if (component.length === 1 && first !== undefined && !next(first).includes(first)) return;
    for (const location of component) loopOf.set(location, number);
  });
  return { locations: [...locations], loopOf };
}

/** More locations than this are not looked through: calls within calls make many of few lines. */
const MOST_LOCATIONS = 100_000;

/** Whether every execution is seen to end without coming to any place twice. */
export function isWithoutLoops(model: Model): boolean {
  const locations = new Set([model.entry]);
  for (const location of locations)
    for (const { target } of model.edgesFrom(location)) {
      if (target.cutPoint || locations.size > MOST_LOCATIONS) return false;
      locations.add(target);
    }
  return true;
}
