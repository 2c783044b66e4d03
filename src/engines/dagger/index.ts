/**
 * DAGGER (Gulavani, Chakraborty, Nori and Rajamani, TACAS 2008): abstract interpretation that refines its own joins and
 * widenings after counterexamples. See README.md for the paper's figures and our functions.
 */
import type { Domain } from "../../domains/domain.ts";
import { octagons, plainPolyhedra, polyhedra, withRanges } from "../../domains/index.ts";
import type { Verdict } from "../../evidence/claim.ts";
import type { Model } from "../../model/model.ts";
import type { Engine, EngineContext } from "../engine.ts";
import { cegar } from "./cegar.ts";
import { buildControlGraph } from "./control-graph.ts";
import { disjunctsOf } from "./disjuncts.ts";
import { Exploration } from "./exploration.ts";
import { PRESETS, type Settings, settingsOf } from "./settings.ts";
import { Space } from "./space.ts";

export const dagger: Engine = {
  name: "dagger",
  summary: "abstract interpretation with joins and widenings refined by counterexamples and interpolants",
  presets: PRESETS,
  run: runDagger,
};

function runDagger(model: Model, context: EngineContext): Verdict {
  const settings = settingsOf(context.preset);
  const base = domainFor(model, context.domain?.domain ?? polyhedra, settings);
  const domain = settings.disjunctions === "explicit" ? (disjunctsOf(base) as Domain<unknown>) : base;
  const space = new Space(domain, context.statistics, context.budget, settings.arithmetic);
  const graph = buildControlGraph(model, context.budget, settings.cases);
  return cegar(new Exploration(graph, space, settings, context), model);
}

/** Relations without ranges beside them where no type has a range; octagons without integers in the paper's presets. */
function domainFor(model: Model, chosen: Domain<unknown>, settings: Settings): Domain<unknown> {
  const isUnbounded = model.variables.every(({ type }) => type.kind === "integer" || type.kind === "real");
  if (chosen.name === "polyhedra" && isUnbounded) return plainPolyhedra() as Domain<unknown>;
  if (chosen.name !== "octagon") return chosen;
  const octagon = octagons(settings.arithmetic === "rationals" ? "rational" : "integer");
  return (isUnbounded ? octagon : withRanges(octagon)) as Domain<unknown>;
}
