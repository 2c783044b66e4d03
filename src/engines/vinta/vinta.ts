/**
 * VintaMain (Fig. 3): unroll and interpret; if the error may be reached, look for an execution in the unrolling and
 * otherwise strengthen its labels; unroll further where they are not inductive any more.
 */
import type { Domain } from "../../domains/domain.ts";
import type { Verdict } from "../../evidence/claim.ts";
import type { Formula } from "../../logic/term.ts";
import { Liveness, type ModelLiveness } from "../../model/live.ts";
import type { Model, ModelLocation } from "../../model/model.ts";
import { isBad } from "../../model/view/blocks.ts";
import type { Interpolator } from "../../smt/interpolator.ts";
import type { SolverFactory } from "../../smt/solver.ts";
import { counted } from "../../util/counted.ts";
import { confirmPath } from "../confirm.ts";
import { certificateOf, EVERYTHING_IS_SAFE } from "../cutpoint-certificate.ts";
import { type CutPoint, type CutPointGraph, cutPointGraph } from "../cutpoint-graph.ts";
import type { EngineContext } from "../engine.ts";
import type { Exclusions } from "../exclusions.ts";
import { boundsOnly } from "./abstraction.ts";
import { CoverContexts } from "./cover.ts";
import { ArgExpansion, type Labels } from "./expand.ts";
import { type Focus, FocusedPosts, PostComputation, type Poster } from "./post.ts";
import { RecursiveOrder } from "./recursive-order.ts";
import { type Refinement, type RefinementParts, ufoRef, vintaRef } from "./refine.ts";
import { interpreted, strengthened } from "./snapshot.ts";

export interface VintaSettings<S> {
  readonly domain: Domain<S>;
  readonly widening: "join" | "or";
  readonly refinement: "vinta" | "ufo";
  /** Whether posts are tried before interpolants; in the paper they are not. */
  readonly tightening: "before interpolants" | "off";
  /** What VintaRef leaves out of its formulas: whole actions whose post is bottom (section 5.1), or edges inside of blocks as well. */
  readonly deadEdges: "actions" | "inside blocks";
  /** bounds: the domain knows bounds of single variables only. */
  readonly abstraction: "bounds" | "whole";
  /** A finer domain to follow blocks in. */
  readonly focus?: Focus<S, unknown>;
  /** Posts in a way of its own; left out: by the domain, edge by edge. */
  readonly posts?: (graph: CutPointGraph, liveness: ModelLiveness) => Poster<S>;
  /** Told what refinement found at a cut point before it is abstracted. */
  readonly learn?: (at: CutPoint, interpolant: Formula) => void;
  readonly widenEvery: number;
  readonly solver: SolverFactory;
  readonly interpolator: Interpolator;
  /** What the solvers have been asked so far. */
  readonly queries?: () => number;
  /** Past these another domain should be tried. */
  readonly growthLimit?: { readonly nodes: number; readonly refinements: number };
}

// Some seconds of interpolation, where posts take a tenth of one.
const LARGE_UNROLLING = 300;
// More in a row mean that the program counts: posts would follow it number by number.
const MOST_TIGHTENINGS = 25;

/** `too-large`: the analysis has outgrown its limit. */
export type Outcome = Verdict | { readonly kind: "too-large" };

export function vintaMain<S>(model: Model, context: EngineContext, settings: VintaSettings<S>): Outcome {
  const tick = (work: number) => context.budget.tick(work);
  const graph = cutPointGraph(model, tick);
  if (graph === "too-large") return { kind: "unknown", reason: "a block between two cut points is too large" };
  if (graph === "safe") return { kind: "safe", certificate: EVERYTHING_IS_SAFE };
  return new VintaRun(model, graph, context, settings).run();
}

class VintaRun<S> {
  readonly #model: Model;
  readonly #graph: CutPointGraph;
  readonly #context: EngineContext;
  readonly #settings: VintaSettings<S>;
  readonly #expansion: ArgExpansion<S>;
  readonly #refinementParts: RefinementParts<S>;
  readonly #cover: CoverContexts<S>;
  /** What the last refinement of each error that was reached was. */
  readonly #excluded = new Map<ModelLocation, string>();
  #refinements = 0;
  #interpolations = 0;
  #tightenings = 0;

  constructor(model: Model, graph: CutPointGraph, context: EngineContext, settings: VintaSettings<S>) {
    const tick = (work: number) => context.budget.tick(work);
    const { domain, widening, widenEvery, interpolator } = settings;
    // What nobody reads on the way to an error only keeps states apart; with decision diagrams it may double their size.
    const liveness: ModelLiveness = new Liveness(
      graph.cutPoints.flatMap((cutPoint) => graph.edgesFrom(cutPoint)),
      { reads: "all", tick: () => tick(1) },
    );
    this.#model = model;
    this.#graph = graph;
    this.#context = context;
    this.#settings = settings;
    this.#cover = new CoverContexts(domain, settings.solver, tick);
    const abstracted = settings.abstraction === "bounds" ? boundsOnly : (formula: Formula) => formula;
    const { focus, learn, deadEdges } = settings;
    this.#refinementParts = { domain, graph, liveness, interpolator, abstracted, focus, learn, deadEdges };
    this.#expansion = new ArgExpansion({
      domain,
      graph,
      order: new RecursiveOrder(graph),
      posts: postsOf(settings, graph, liveness, tick),
      cover: this.#cover,
      widenEvery,
      widening,
      onVisit: () => tick(1),
    });
    context.progress(() => {
      this.#count();
      const { phase, unrolling } = this.#expansion;
      return `phase ${phase}, ${counted(unrolling.nodes.length, "node")}, ${counted(this.#refinements, "refinement")}, ${counted(this.#tightenings, "tightening")}`;
    });
  }

  run(): Outcome {
    const { domain } = this.#settings;
    const expansion = this.#expansion;
    try {
      for (let labels: Labels<S> = new Map(); ; ) {
        expansion.expandArg(labels);
        this.#context.record?.(interpreted(expansion, this.#model, this.#settings.domain));
        if (domain.isBottom(expansion.error.label.state)) {
          this.#context.excluded?.(this.#exclusions());
          return { kind: "safe", certificate: certificateOf(this.#graph, expansion.visits) };
        }
        if (this.#hasOutgrown()) return { kind: "too-large" };
        const reached = this.#reachedErrors();
        const tightenings = this.#tightenings;
        const refined = this.#refine();
        const by = this.#tightenings > tightenings ? "tightening by posts" : "interpolants";
        for (const location of reached) this.#excluded.set(location, by);
        if (refined.kind === "unknown") return { kind: "unknown", reason: `refinement: ${refined.reason}` };
        if (refined.kind === "path") return confirmPath(this.#context, refined.path);
        this.#context.record?.(strengthened(expansion, this.#model, refined.labels));
        labels = refined.labels;
      }
    } finally {
      this.#cover.reset();
      this.#count();
    }
  }

  /** Errors with a post that is not bottom in the last phase. */
  #reachedErrors(): readonly ModelLocation[] {
    const edges = this.#expansion.visits.flatMap(({ posts }) => posts?.edges ?? []);
    return [...new Set(edges.map(({ target }) => target).filter(isBad))];
  }

  #exclusions(): Exclusions {
    const edges = this.#graph.cutPoints.flatMap((cutPoint) => this.#graph.edgesFrom(cutPoint));
    const anyway = this.#expansion.widenings === 0 ? "posts" : "posts and widening";
    const errors = new Set(edges.map(({ target }) => target).filter(isBad));
    return new Map([...errors].map((location) => [location, this.#excluded.get(location) ?? anyway]));
  }

  #hasOutgrown(): boolean {
    const { growthLimit } = this.#settings;
    if (growthLimit === undefined) return false;
    return (
      this.#expansion.unrolling.nodes.length > growthLimit.nodes ||
      this.#refinements + this.#tightenings >= growthLimit.refinements
    );
  }

  #refine(): Refinement<S> {
    const guided = this.#settings.refinement === "vinta";
    if (guided && this.#settings.tightening !== "off" && this.#shouldTighten()) {
      const labels = this.#refineByPosts();
      if (labels !== undefined) {
        this.#tightenings += 1;
        return { kind: "labels", labels };
      }
    }
    const refined = (guided ? vintaRef : ufoRef)(this.#refinementParts, this.#expansion);
    this.#interpolations += 1;
    if (refined.kind === "labels") this.#refinements += 1;
    return refined;
  }

  /**
   * Posts are strongest, so an invariant that is only found by generalisation is never found among them: they are for
   * unrollings whose formulas are large, and otherwise for the first refinement of a domain that loses nothing but by
   * widening.
   */
  #shouldTighten(): boolean {
    const edges = this.#expansion.visits.reduce((sum, { cutPoint }) => sum + this.#graph.edgesFrom(cutPoint).length, 0);
    if (edges >= LARGE_UNROLLING) return this.#tightenings < MOST_TIGHTENINGS;
    return this.#settings.widening === "or" && this.#refinements + this.#tightenings === 0;
  }

  #refineByPosts(): Labels<S> | undefined {
    const { visits } = this.#expansion;
    const before = visits.map(({ label, posts }) => ({ label, posts }));
    if (this.#expansion.tighten()) return new Map(visits.map((node) => [node, node.label]));
    // Unions say all that tight labels do, and interpolation gets smaller formulas; other domains go back.
    if (this.#settings.widening === "join") for (const [i, node] of visits.entries()) Object.assign(node, before[i]);
    return undefined;
  }

  #count(): void {
    const { statistics } = this.#context;
    statistics["aiPhases"] = this.#expansion.phase;
    statistics["refinements"] = this.#refinements;
    statistics["tightenings"] = this.#tightenings;
    statistics["states"] = this.#expansion.unrolling.nodes.length;
    statistics["coverChecks"] = this.#cover.checks;
    statistics["images"] = this.#expansion.postsComputed;
    statistics["widenings"] = this.#expansion.widenings;
    statistics["coverQueries"] = this.#cover.queries;
    statistics["interpolations"] = this.#interpolations;
    statistics["smtQueries"] = this.#settings.queries?.() ?? this.#cover.queries;
  }
}

function postsOf<S>(
  { domain, focus, posts }: VintaSettings<S>,
  graph: CutPointGraph,
  liveness: ModelLiveness,
  tick: (work: number) => void,
): Poster<S> {
  if (posts !== undefined) return posts(graph, liveness);
  const coarse = new PostComputation(domain, graph, liveness, tick);
  if (focus === undefined) return coarse;
  return new FocusedPosts(domain, coarse, new PostComputation(focus.domain, graph, liveness, tick), focus);
}
