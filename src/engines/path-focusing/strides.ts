/**
 * Strides beside the invariants: a counter that goes up by twos is even, which no convex set can say. The classical analysis
 * over congruences finds them beforehand; the solver takes them as facts at the start of each path, and the certificate states
 * them together with the invariants.
 */
import { and, type Formula } from "../../logic/term.ts";
import { forEachNode } from "../../logic/visit.ts";
import type { Model } from "../../model/model.ts";
import type { EngineContext } from "../engine.ts";
import { classical } from "./chaotic-iteration.ts";
import type { Facts } from "./focus-path.ts";
import type { ReducedGraph } from "./reduced-graph.ts";

const known = new WeakMap<Model["edgesFrom"], Facts>();

/** @param model as it was given to the engine: analyses of its partitions share the answer. */
export function stridesOf(model: Model, graph: ReducedGraph, context: EngineContext): Facts {
  const earlier = known.get(model.edgesFrom);
  if (earlier !== undefined) return earlier;
  const facts = new Map<Model["entry"], Formula>();
  const domain = context.domainNamed("congruence");
  const states = classical({ domain, live: graph.live, budget: context.budget }, model);
  for (const { location } of graph.nodes) {
    const state = states.get(location);
    const formula = state === undefined ? undefined : strideOnly(domain.toFormula(state));
    if (formula !== undefined && formula.kind !== "true" && location.cutPoint) facts.set(location, formula);
  }
  known.set(model.edgesFrom, facts);
  return facts;
}

/** Constants are known to every domain. */
function strideOnly(formula: Formula): Formula {
  const parts = formula.kind === "and" ? formula.operands : [formula];
  return and(parts.filter(mentionsRemainder));
}

function mentionsRemainder(formula: Formula): boolean {
  let found = false;
  forEachNode(formula, (node) => {
    if (node.kind === "remainder") found = true;
  });
  return found;
}
