/** Models of small C programs, for tests. */
import { buildModel } from "../../src/model/build.ts";
import type { Model, ModelLocation } from "../../src/model/model.ts";
import { DEFAULT_MODEL_OPTIONS, type ModelOptions } from "../../src/model/options.ts";
import { programOf } from "./c-program.ts";

export function modelOf(source: string, options: Partial<ModelOptions> = {}): Model {
  return buildModel(programOf(source), { ...DEFAULT_MODEL_OPTIONS, ...options });
}

/** All locations, in order of discovery. */
export function reachable(model: Model): ModelLocation[] {
  const seen = new Set<ModelLocation>([model.entry]);
  for (const location of seen) for (const edge of model.edgesFrom(location)) seen.add(edge.target);
  return [...seen];
}
