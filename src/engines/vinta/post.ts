/**
 * Post_D along actions: the abstract state is carried through the block's DAG and joined where paths meet. In a domain
 * with exact joins (boxes) nothing is lost by that.
 *
 * Edges that the state cannot take are remembered: the refinement leaves them out of its formulas (section 5.1 does so
 * with whole actions; within a state machine nearly all of a block is dead for a given label).
 */
import type { Domain } from "../../domains/domain.ts";
import { and } from "../../logic/term.ts";
import type { ModelLiveness } from "../../model/live.ts";
import type { ModelEdge, ModelLocation } from "../../model/model.ts";
import { isCut } from "../../model/view/blocks.ts";
import type { CutPoint, CutPointGraph } from "../cutpoint-graph.ts";
import { afterBlock, afterOps } from "../post.ts";
import { boundsOnly } from "./abstraction.ts";
import { exactLabel, type Label } from "./unrolling.ts";

export interface Posts<S> {
  /** By target cut point; a target that is not there has post bottom. */
  readonly states: ReadonlyMap<CutPoint, S>;
  /** Edges with a state behind them that is not bottom, in topological order. */
  readonly edges: readonly ModelEdge[];
  /** States of a finer domain, where there is one. */
  readonly fine?: ReadonlyMap<CutPoint, unknown>;
}

/** Posts in a way that is the domain's own; `PostComputation` serves any. */
export interface Poster<S> {
  /** The states at the ends of all actions from `source`. */
  post(source: CutPoint, label: Label<S>): Posts<S>;
  /** The label met with what reaches the node: the join of those states, and the states of a finer domain. */
  tighten(label: Label<S>, post: S, fine: readonly unknown[]): Label<S>;
}

const WORK_AN_EDGE = 20;

export class PostComputation<S> implements Poster<S> {
  readonly #domain: Domain<S>;
  readonly #graph: CutPointGraph;
  readonly #liveness: ModelLiveness;
  readonly #tick: (work: number) => void;

  constructor(domain: Domain<S>, graph: CutPointGraph, liveness: ModelLiveness, tick: (work: number) => void) {
    this.#domain = domain;
    this.#graph = graph;
    this.#liveness = liveness;
    this.#tick = tick;
  }

  post(source: CutPoint, { state }: Pick<Label<S>, "state">): Posts<S> {
    const { location } = source;
    if (this.#domain.isBottom(state) || location === undefined) return { states: new Map(), edges: [] };
    const edges = this.#graph.edgesFrom(source);
    this.#tick(WORK_AN_EDGE * edges.length);
    const along = (before: S, edge: ModelEdge) => this.#along(edge, before);
    const endOf = (end: ModelLocation) => (isCut(end) ? this.#graph.at(end) : undefined);
    const { ends, taken } = afterBlock(this.#domain, { location, state }, edges, along, endOf);
    return { states: ends, edges: taken };
  }

  tighten(label: Label<S>, post: S): Label<S> {
    const domain = this.#domain;
    const state = domain.meet(label.state, post);
    if (domain.leq(label.state, state)) return label;
    if (label.kind === "exact") return exactLabel(domain, state);
    return { formula: and([label.formula, domain.toFormula(post)]), state, kind: "refined" };
  }

  #along(edge: ModelEdge, before: S): S {
    const domain = this.#domain;
    let state = afterOps(domain, before, edge.ops, () => {});
    if (state === domain.bottom) return state;
    for (const variable of this.#liveness.dyingOn(edge)) state = domain.forget(state, variable);
    return state;
  }
}

/**
 * Posts of a coarse domain by way of a finer one with exact unions: inside a block nothing is joined, and the hull is
 * taken at its end, as if each path had been followed by itself. Both are domains of bounds. What the fine domain does
 * not know (floats, say) comes from the coarse one.
 */
export class FocusedPosts<S, F> implements Poster<S> {
  readonly #domain: Domain<S>;
  readonly #coarse: PostComputation<S>;
  readonly #fine: PostComputation<F>;
  readonly #focus: Focus<S, F>;

  constructor(domain: Domain<S>, coarse: PostComputation<S>, fine: PostComputation<F>, focus: Focus<S, F>) {
    this.#domain = domain;
    this.#coarse = coarse;
    this.#fine = fine;
    this.#focus = focus;
  }

  post(source: CutPoint, label: Label<S>): Posts<S> {
    const coarse = this.#coarse.post(source, label);
    const fine = this.#fine.post(source, { state: this.#enter(label) });
    const possible = new Set(coarse.edges);
    const states = new Map<CutPoint, S>();
    for (const [target, reached] of fine.states) {
      const both = this.#domain.meet(coarse.states.get(target) ?? this.#domain.bottom, this.#focus.leave(reached));
      if (!this.#domain.isBottom(both)) states.set(target, both);
    }
    return { states, edges: fine.edges.filter((edge) => possible.has(edge)), fine: fine.states };
  }

  #enter({ state, formula, kind, fine }: Label<S>): F {
    const { domain, enter } = this.#focus;
    if (fine !== undefined) return fine as F;
    // A formula of refinement may have cases that the coarse state cannot tell apart.
    return kind === "exact" ? enter(state) : domain.assume(enter(state), boundsOnly(formula));
  }

  tighten(label: Label<S>, post: S, reaching: readonly unknown[]): Label<S> {
    const { domain, leave } = this.#focus;
    const union = (reaching as readonly F[]).reduce((all, one) => domain.join(all, one), domain.bottom);
    const before = this.#enter(label);
    const fine = domain.meet(before, union);
    const coarse = this.#coarse.tighten(label, this.#domain.meet(post, leave(fine)));
    if (domain.leq(before, fine)) return { ...coarse, fine };
    return { formula: and([coarse.formula, domain.toFormula(fine)]), state: coarse.state, kind: "refined", fine };
  }
}

/** How a coarse and a fine domain say the same; both ways over-approximate. */
export interface Focus<S, F> {
  readonly domain: Domain<F>;
  enter(state: S): F;
  leave(state: F): S;
}
