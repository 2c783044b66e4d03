/**
 * Predicate abstraction with adjustable-block encoding (Beyer, Keremoglu and Wendler, FMCAD 2010) and lazy refinement by
 * interpolants. See README.md for the papers' parts and our functions.
 */
import type { Verdict } from "../../evidence/claim.ts";
import { Liveness } from "../../model/live.ts";
import type { Model } from "../../model/model.ts";
import { createInterpolator } from "../../smt/interpolate/index.ts";
import { AbstractPost } from "../abstract-post.ts";
import { EVERYTHING_IS_SAFE } from "../cutpoint-certificate.ts";
import { type BlockEnds, cutPointGraph } from "../cutpoint-graph.ts";
import type { Engine, EngineContext, Preset } from "../engine.ts";
import type { AbstractionKind } from "../predicate-abstraction.ts";
import { Precision, Predicates } from "../predicates.ts";
import { PredicateCegar } from "./cegar.ts";
import { Impact } from "./impact.ts";
import { countedSolver, exploreAndRefine } from "./loop.ts";
import { runPredicateMemo } from "./memo.ts";

/** What loops and calls do is worth a state; what branches do in between is left to the solver. */
const BLOCK: BlockEnds = "loop";

export const predicate: Engine = {
  name: "predicate",
  summary: "predicate abstraction over blocks, refined by interpolants",
  presets: [
    preset("predicate", "Boolean abstraction: any combination of predicates, as decision diagrams", "boolean"),
    preset("predicate:cartesian", "Cartesian abstraction: conjunctions of predicates", "cartesian"),
    {
      name: "predicate:memo",
      summary: "functions and loops explored once for equal entry states: block-abstraction memoisation",
      run: runPredicateMemo,
    },
    preset("predicate:impact", "no abstraction: interpolants as labels, with forced covering (IMPACT)", "impact"),
  ],
};

type How = AbstractionKind | "impact";

function preset(name: string, summary: string, how: How): Preset {
  const run: Preset["run"] = (model, context) => runPredicate(model, context, how);
  // IMPACT has labels, and no precision.
  return how === "impact" ? { name, summary, run } : { name, summary, precision: "kept", run };
}

function runPredicate(model: Model, context: EngineContext, how: How): Verdict {
  const { solvers, budget, options } = context;
  const tick = (work: number) => budget.tick(work);
  const graph = cutPointGraph(model, tick, options.block ?? BLOCK);
  if (graph === "too-large") return { kind: "unknown", reason: "a block between two cut points is too large" };
  if (graph === "safe") return { kind: "safe", certificate: EVERYTHING_IS_SAFE };
  const liveness = new Liveness(
    graph.cutPoints.flatMap((cutPoint) => graph.edgesFrom(cutPoint)),
    { reads: "all", tick: () => tick(1) },
  );
  const solver = countedSolver(context);
  const precise = solvers.bits;
  const refinement = { liveness, interpolator: createInterpolator({ solver, tick }), solver, precise, tick };
  const predicates = new Predicates();
  const kind = how === "impact" ? "cartesian" : how;
  const post = new AbstractPost({ graph, liveness, predicates, kind, solver, precise, tick });
  if (how === "impact")
    return exploreAndRefine(
      new Impact({ graph, post, refinement, solver }, context),
      model,
      graph,
      refinement,
      context,
    );
  const precision = new Precision(
    (of, at) => liveness.isLive(of, at),
    (point) => (context.precision?.predicatesAt(point) ?? []).flatMap((formula) => predicates.of(formula, kind)),
  );
  const strategy = new PredicateCegar({ graph, predicates, precision, post, kind }, context);
  try {
    return exploreAndRefine(strategy, model, graph, refinement, context);
  } finally {
    context.keepPrecision?.({ predicates: precision.entries() });
  }
}
