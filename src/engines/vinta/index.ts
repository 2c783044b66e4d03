/**
 * VINTA and UFO (Albarghouthi, Gurfinkel and Chechik, "Craig Interpretation", SAS 2012): abstract interpretation over an
 * unrolling of the cut-point graph, strengthened by DAG interpolants. See README.md for the paper's figures and our
 * functions.
 */
import type { Domain } from "../../domains/domain.ts";
import { boxes, domainNamed, fromBox, hullOf } from "../../domains/index.ts";
import type { Verdict } from "../../evidence/claim.ts";
import type { Model } from "../../model/model.ts";
import { createInterpolator } from "../../smt/interpolate/index.ts";
import type { Engine, EngineContext, Preset } from "../engine.ts";
import { type Counter, counted } from "./counted.ts";
import type { Focus } from "./post.ts";
import { trivial } from "./trivial-domain.ts";
import { type Outcome, type VintaSettings, vintaMain } from "./vinta.ts";

interface Configuration extends Preset {
  readonly refinement: "vinta" | "ufo";
}

const CONFIGURATIONS: readonly Configuration[] = [
  {
    name: "vinta",
    summary: "boxes with widening, refinement guided by their labels",
    refinement: "vinta",
    domains: ["box"],
  },
  {
    name: "vinta:boxes",
    summary: "with unions of boxes as decision diagrams",
    refinement: "vinta",
    domains: ["boxes"],
  },
  {
    name: "vinta:auto",
    summary: "unions of boxes, or boxes where the unrolling grows too large",
    refinement: "vinta",
    domains: ["boxes"],
  },
  { name: "vinta:octagon", summary: "with octagons", refinement: "vinta", domains: ["octagon"] },
  { name: "vinta:polyhedra", summary: "with polyhedra", refinement: "vinta", domains: ["polyhedra"] },
  {
    name: "ufo:box",
    summary: "boxes, refinement by unrestricted DAG interpolants",
    refinement: "ufo",
    domains: ["box"],
  },
  {
    name: "ufo:boxes",
    summary: "unions of boxes, refinement by unrestricted DAG interpolants",
    refinement: "ufo",
    domains: ["boxes"],
  },
  { name: "ufo:interp", summary: "no abstract interpretation, DAG interpolants alone", refinement: "ufo" },
];

/** The paper widens on every third unrolling of a loop. */
const WIDEN_EVERY = 3;

/** Nodes and refinements after which `vinta:auto` takes plain boxes: what unions of boxes solve at all, they solve before. */
const MOST_NODES = 120;
const MOST_REFINEMENTS = 4;

/** Blocks of boxes are followed as unions of boxes: a join inside a block would lose what its branches depend on. */
const BOXES_INSIDE = { domain: boxes, enter: fromBox, leave: hullOf } as Focus<unknown, unknown>;

export const vinta: Engine = {
  name: "vinta",
  summary: "abstract interpretation strengthened by Craig interpolants (VINTA, UFO)",
  presets: CONFIGURATIONS.map(({ refinement: _, ...preset }) => preset),
  run: runVinta,
};

function runVinta(model: Model, context: EngineContext): Verdict {
  const configuration =
    CONFIGURATIONS.find((one) => one.name === context.preset) ?? (CONFIGURATIONS[0] as Configuration);
  const chosen: Domain<unknown> =
    configuration.domains === undefined
      ? (trivial as Domain<unknown>)
      : (context.domain?.domain ?? named(configuration.domains[0]));
  const first = run(model, context, configuration, chosen);
  if (first.kind !== "too-large") return first;
  const second = run(model, context, configuration, named("box"));
  return second.kind === "too-large" ? { kind: "unknown", reason: "the unrolling is too large" } : second;
}

function run(model: Model, context: EngineContext, configuration: Configuration, domain: Domain<unknown>): Outcome {
  const { solvers, budget, options } = context;
  if (solvers === undefined) return { kind: "unknown", reason: "this engine needs a solver" };
  const counter: Counter = { queries: 0 };
  const solver = counted(solvers.z3 ?? solvers.own, counter);
  const settings: VintaSettings<unknown> = {
    domain,
    widening: domain.name === "boxes" ? "or" : "join",
    refinement: configuration.refinement,
    abstraction: ["box", "boxes"].includes(domain.name) ? "bounds" : "whole",
    ...(domain.name === "box" ? { focus: BOXES_INSIDE } : {}),
    widenEvery: options?.widenEvery ?? WIDEN_EVERY,
    solver,
    queries: () => counter.queries,
    interpolator: createInterpolator({ solver, tick: (work) => budget.tick(work) }),
    ...(configuration.name === "vinta:auto" && domain.name === "boxes"
      ? { growthLimit: { nodes: MOST_NODES, refinements: MOST_REFINEMENTS } }
      : {}),
  };
  return vintaMain(model, context, settings);
}

function named(name: string | undefined): Domain<unknown> {
  const registered = domainNamed(name ?? "box");
  if (registered === undefined) throw new Error(`the domain ${name} should be registered`);
  return registered.domain;
}
