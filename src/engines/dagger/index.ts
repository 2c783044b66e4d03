/**
 * DAGGER (Gulavani, Chakraborty, Nori and Rajamani, TACAS 2008): abstract interpretation that refines its own joins and
 * widenings after counterexamples. See README.md for the paper's figures and our functions.
 */
import { type Domain, supports } from "../../domains/domain.ts";
import type { Verdict } from "../../evidence/claim.ts";
import type { Model } from "../../model/model.ts";
import { chosenDomain, type Engine, type EngineContext, type Preset } from "../engine.ts";
import { presetWithExtras } from "../extras.ts";
import { cegar } from "./cegar.ts";
import { buildControlGraph } from "./control-graph.ts";
import { Exploration } from "./exploration.ts";
import { gr06 } from "./gr06.ts";
import { CONFIGURATIONS, type Settings } from "./settings.ts";
import { Space } from "./space.ts";

const DOMAINS = ["polyhedra", "octagon", "box"];

export const dagger: Engine = {
  name: "dagger",
  summary: "abstract interpretation with joins and widenings refined by counterexamples and interpolants",
  presets: CONFIGURATIONS.map(({ name, summary, settings, extras }) =>
    presetWithExtras(
      settings,
      extras ?? [],
      (chosen): Preset => ({
        ...{ name, summary, domains: DOMAINS },
        ...(chosen.slicing === "on" ? {} : { model: { slicing: "off" as const } }),
        run: (model, context) => runDagger(model, context, chosen),
      }),
    ),
  ),
};

function runDagger(model: Model, context: EngineContext, chosen: Settings): Verdict {
  const domain = domainFor(model, chosenDomain(context), chosen);
  // The canonical form of an octagon or a box names a bound for every expression: their own widening is the simple one.
  const settings: Settings = supports(chosenDomain(context), "listsFacets")
    ? chosen
    : { ...chosen, widening: "domain" };
  const space = new Space(domain, context.statistics, context.budget, settings.arithmetic);
  const graph = buildControlGraph(model, context.budget, settings);
  if (settings.exploration === "sets") return gr06(graph, space, model, context, settings.widening);
  return cegar(new Exploration(graph, space, settings, context), model);
}

/** Relations without ranges beside them where no type has a range; octagons without integers in the paper's presets. */
function domainFor(model: Model, chosen: Domain<unknown>, { arithmetic }: Settings): Domain<unknown> {
  if (!supports(chosen, "variant")) return chosen;
  const isUnbounded = model.variables.every(({ type }) => type.kind === "integer" || type.kind === "real");
  return chosen.variant(arithmetic, isUnbounded ? "no ranges" : "ranges");
}
