/**
 * DAGGER (Gulavani, Chakraborty, Nori and Rajamani, TACAS 2008): abstract interpretation that refines its own joins and
 * widenings after counterexamples. See README.md for the paper's figures and our functions.
 */
import type { Domain } from "../../domains/domain.ts";
import { octagons, plainPolyhedra, polyhedra, withRanges } from "../../domains/index.ts";
import type { Model } from "../../model/model.ts";
import type { Engine, EngineContext, Verdict } from "../engine.ts";
import { cegar } from "./cegar.ts";
import { buildControlGraph } from "./control-graph.ts";
import { Exploration } from "./exploration.ts";
import { PRESETS, settingsOf } from "./settings.ts";
import { Space } from "./space.ts";

export const dagger: Engine = {
  name: "dagger",
  summary: "abstract interpretation with joins and widenings refined by counterexamples and interpolants",
  presets: PRESETS,
  run: runDagger,
};

function runDagger(model: Model, context: EngineContext): Verdict {
  const settings = settingsOf(context.preset);
  const chosen: Domain<unknown> = context.domain?.domain ?? polyhedra;
  // The paper's octagons know no integers.
  const isPaper = settings.arithmetic === "rationals";
  const isUnbounded = model.variables.every(({ type }) => type.kind === "integer" || type.kind === "real");
  const domain: Domain<unknown> =
    isPaper && chosen.name === "octagon"
      ? (withRanges(octagons("rational")) as Domain<unknown>)
      : // Where no type has a range there is no need of ranges beside the relations.
        isUnbounded && chosen.name === "polyhedra"
        ? (plainPolyhedra() as Domain<unknown>)
        : chosen;
  const space = new Space(domain, context.statistics, context.budget, settings.arithmetic);
  const graph = buildControlGraph(model, context.budget);
  return cegar(new Exploration(graph, space, settings, context), model);
}
