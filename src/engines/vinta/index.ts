/**
 * VINTA and UFO (Albarghouthi, Gurfinkel and Chechik, "Craig Interpretation", SAS 2012): abstract interpretation over an
 * unrolling of the cut-point graph, strengthened by DAG interpolants. See README.md for the paper's figures and our
 * functions.
 */
import { supports } from "../../domains/domain.ts";
import type { Verdict } from "../../evidence/claim.ts";
import type { Model } from "../../model/model.ts";
import { createInterpolator, type Interpolation } from "../../smt/interpolate/index.ts";
import { watchedSolvers } from "../../smt/watched-solver.ts";
import { count, type Engine, type EngineContext, MissingPart, type Preset } from "../engine.ts";
import { type ExtraOf, presetWithExtras } from "../extras.ts";
import type { AbstractionKind } from "../predicate-abstraction.ts";
import type { Focus } from "./post.ts";
import { predicateAbstraction } from "./predicate-abstraction.ts";
import { trivial } from "./trivial-domain.ts";
import { type Outcome, type VintaSettings, vintaMain } from "./vinta.ts";

/** How a domain is used. */
interface Abstraction
  extends Pick<VintaSettings<unknown>, "widening" | "abstraction" | "growthLimit">,
    Partial<Pick<VintaSettings<unknown>, "tightening" | "deadEdges">> {
  /** Undefined: no abstract interpretation. */
  readonly domain?: string;
  /** A domain of unions of its states, to follow blocks in: a join inside would lose what the branches depend on. */
  readonly inside?: string;
  /** Predicates from interpolants instead of a domain. */
  readonly predicates?: AbstractionKind;
}

const BOX: Abstraction = { domain: "box", widening: "join", abstraction: "bounds", inside: "boxes" };
const BOXES: Abstraction = { domain: "boxes", widening: "or", abstraction: "bounds" };
const OCTAGON: Abstraction = { domain: "octagon", widening: "join", abstraction: "whole" };
const POLYHEDRA: Abstraction = { domain: "polyhedra", widening: "join", abstraction: "whole" };
const CARTESIAN: Abstraction = { predicates: "cartesian", widening: "join", abstraction: "whole" };
const BOOLEAN: Abstraction = { predicates: "boolean", widening: "join", abstraction: "whole" };
const NOTHING: Abstraction = { widening: "join", abstraction: "whole" };

/** Without what we have added: boxes followed as boxes, no posts in place of interpolants, formulas of whole actions. */
const AS_PUBLISHED = { tightening: "off", deadEdges: "actions" } as const;
const PAPER_BOX: Abstraction = { domain: "box", widening: "join", abstraction: "bounds", ...AS_PUBLISHED };
const PAPER_BOXES: Abstraction = { ...BOXES, ...AS_PUBLISHED };

/** What VintaRef has beyond the paper: where posts do, no interpolants; smaller formulas. */
const GUIDED: readonly ExtraOf<Abstraction>[] = [
  {
    name: "posts",
    summary: "labels are strengthened by posts before interpolants are asked for",
    off: (how) => ({ ...how, tightening: "off" }),
  },
  {
    name: "dead-edges",
    summary: "formulas leave out dead edges inside of blocks, not only whole actions",
    off: (how) => ({ ...how, deadEdges: "actions" }),
  },
];

/** What boxes have beyond it. */
const INSIDE: ExtraOf<Abstraction> = {
  name: "unions-in-blocks",
  summary: "blocks are followed with unions of boxes",
  off: ({ inside: _, ...how }) => how,
};

/** What unions of boxes solve at all, they solve before they have so many nodes and refinements. */
const SOME_BOXES: Abstraction = { ...BOXES, growthLimit: { nodes: 120, refinements: 4 } };

type Refinement = VintaSettings<unknown>["refinement"];

/** @param abstractions the next one where one outgrows its limit. */
function preset(
  name: string,
  summary: string,
  refinement: Refinement,
  ...abstractions: readonly [Abstraction, ...Abstraction[]]
): Preset {
  const [{ domain }] = abstractions;
  return {
    name,
    summary,
    ...(domain === undefined ? {} : { domains: [domain] }),
    run: (model, context) => runVinta(model, context, refinement, abstractions),
  };
}

/** The paper widens on every third unrolling of a loop. */
const WIDEN_EVERY = 3;

export const vinta: Engine = {
  name: "vinta",
  summary: "abstract interpretation strengthened by Craig interpolants (VINTA, UFO)",
  presets: [
    presetWithExtras(BOX, [...GUIDED, INSIDE], (how) =>
      preset("vinta", "boxes with widening, refinement guided by their labels", "vinta", how),
    ),
    preset("vinta:paper", "the paper's vBox: boxes followed as boxes, interpolants alone refine", "vinta", PAPER_BOX),
    presetWithExtras(BOXES, GUIDED, (how) =>
      preset("vinta:boxes", "with unions of boxes as decision diagrams", "vinta", how),
    ),
    preset("vinta:boxes:paper", "the paper's vBoxes: interpolants alone refine", "vinta", PAPER_BOXES),
    preset("vinta:auto", "unions of boxes, or boxes where the unrolling grows too large", "vinta", SOME_BOXES, BOX),
    preset("vinta:octagon", "with octagons", "vinta", OCTAGON),
    preset("vinta:polyhedra", "with polyhedra", "vinta", POLYHEDRA),
    presetWithExtras(BOX, [INSIDE], (how) =>
      preset("ufo:box", "boxes, refinement by unrestricted DAG interpolants", "ufo", how),
    ),
    preset("ufo:box:paper", "the paper's uBox: boxes followed as boxes", "ufo", PAPER_BOX),
    preset("ufo:boxes", "unions of boxes, refinement by unrestricted DAG interpolants", "ufo", BOXES),
    preset("ufo:cartesian", "Cartesian predicate abstraction, predicates from DAG interpolants", "ufo", CARTESIAN),
    preset("ufo:boolean", "Boolean predicate abstraction, predicates from DAG interpolants", "ufo", BOOLEAN),
    preset("ufo:interp", "no abstract interpretation, DAG interpolants alone", "ufo", NOTHING),
  ],
};

function runVinta(
  model: Model,
  context: EngineContext,
  refinement: Refinement,
  abstractions: readonly Abstraction[],
): Verdict {
  for (const abstraction of abstractions) {
    const outcome = run(model, context, refinement, abstraction);
    if (outcome.kind !== "too-large") return outcome;
  }
  return { kind: "unknown", reason: "the unrolling is too large" };
}

/** Which way gave an interpolant, each time. */
const STATISTIC = { blocking: "interpolantsByBlocking", proof: "interpolantsFromProofs" } as const;

function run(model: Model, context: EngineContext, refinement: Refinement, how: Abstraction): Outcome {
  const { solvers, budget, options } = context;
  const { domain, inside, predicates, ...given } = how;
  const settings = { tightening: "before interpolants", deadEdges: "inside blocks", ...given } as const;
  const tick = (work: number) => budget.tick(work);
  // Whoever asks: covering, refinement and the interpolator.
  let queries = 0;
  const solver = watchedSolvers(solvers.z3 ?? solvers.own, (check) => {
    queries += 1;
    return check();
  });
  const answered = (by: Interpolation) => count(context.statistics, STATISTIC[by]);
  const interpolator = createInterpolator({ solver, tick }, options.interpolation, answered);
  if (predicates !== undefined) {
    const abstraction = predicateAbstraction(predicates, { solver, precise: solvers.bits, tick });
    try {
      const { posts, learn } = abstraction;
      // There are finitely many states, so that nothing has to be widened.
      const how = { widenEvery: Number.POSITIVE_INFINITY, solver, queries: () => queries, interpolator };
      return vintaMain(model, context, { ...settings, ...how, domain: abstraction.domain, refinement, posts, learn });
    } finally {
      abstraction.dispose();
    }
  }
  return vintaMain(model, context, {
    ...settings,
    domain: domain === undefined ? trivial : context.domainNamed(domain),
    refinement,
    ...(inside === undefined ? {} : { focus: focusOn(context, inside) }),
    widenEvery: options.widenEvery ?? WIDEN_EVERY,
    solver,
    queries: () => queries,
    interpolator,
  } as VintaSettings<unknown>);
}

function focusOn(context: EngineContext, name: string): Focus<unknown, unknown> {
  const domain = context.domainNamed(name);
  if (!supports(domain, "unionOf") || !supports(domain, "hull")) throw new MissingPart("domain", `unions: ${name}`);
  return { domain, enter: (state) => domain.unionOf(state), leave: (union) => domain.hull(union) };
}
