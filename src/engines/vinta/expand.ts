/**
 * ExpandArg, ExpandNode, GetFutureNode and ComputePost of Fig. 3: unrolls the cut-point graph in the recursive iteration
 * strategy, labels marked nodes by abstract interpretation and the others with what refinement found, and stops a branch
 * where its label is covered.
 *
 * FN holds the nodes that are still to be visited in this phase. The paper keeps one a cut point; after refinements
 * that uncover nodes there can be two, so here it is a list. A node is visited once in a phase and after all its parents
 * of that phase; an edge that would lead back to a visited node is redirected to a new one. So at the end of a phase
 * every child of an uncovered visited node has been visited, which is what makes the ARG complete.
 */
import { type Domain, supports } from "../../domains/domain.ts";
import { memoised } from "../../util/memo.ts";
import type { CutPoint, CutPointGraph } from "../cutpoint-graph.ts";
import type { CoverContexts } from "./cover.ts";
import type { Poster, Posts } from "./post.ts";
import type { RecursiveOrder } from "./recursive-order.ts";
import { exactLabel, type Label, Unrolling, type VintaNode } from "./unrolling.ts";
import { widenWithJoin, widenWithOr } from "./widen.ts";

interface Parts<S> {
  readonly domain: Domain<S>;
  readonly graph: CutPointGraph;
  readonly order: RecursiveOrder;
  readonly posts: Poster<S>;
  readonly cover: CoverContexts<S>;
  readonly widenEvery: number;
  /** The choice of the widening: by join, or by union and difference where the domain has them. */
  readonly widening: "join" | "or";
  readonly onVisit: (node: VintaNode<S>) => void;
}

export type Labels<S> = ReadonlyMap<VintaNode<S>, Label<S>>;

export class ArgExpansion<S> {
  readonly unrolling: Unrolling<S>;
  readonly entry: VintaNode<S>;
  readonly error: VintaNode<S>;
  /** Nodes of the last phase, in the order of their visits, which is a topological one. */
  visits: VintaNode<S>[] = [];
  phase = 0;
  postsComputed = 0;
  widenings = 0;
  readonly #parts: Parts<S>;
  #labels: Labels<S> = new Map();
  #visitedAt = new Map<CutPoint, VintaNode<S>[]>();
  #future = new Map<CutPoint, VintaNode<S>[]>();

  constructor(parts: Parts<S>) {
    this.#parts = parts;
    this.unrolling = new Unrolling(parts.domain);
    this.entry = this.unrolling.create(parts.graph.entry, parts.domain.top);
    this.error = this.unrolling.create(parts.graph.error, parts.domain.bottom);
    this.entry.marked = true;
  }

  expandArg(labels: Labels<S>): void {
    const { cover } = this.#parts;
    this.phase += 1;
    this.#labels = labels;
    this.visits = [];
    this.#visitedAt = new Map();
    this.#future = new Map([[this.error.cutPoint, [this.error]]]);
    cover.reset();
    for (let node = this.entry; ; ) {
      this.#parts.onVisit(node);
      this.#expandNode(node);
      this.#label(node);
      this.#visit(node);
      if (node === this.error) break;
      node.covered = cover.covers(node);
      if (node.covered) this.#dropPrivateChildren(node);
      node = this.#takeNext(node);
    }
  }

  #expandNode(node: VintaNode<S>): void {
    if (node.children.length === 0) {
      for (const action of node.cutPoint.actions) this.unrolling.connect(node, this.#getFutureNode(action.target));
      return;
    }
    for (const child of [...node.children]) {
      if (child.visited !== this.phase) {
        this.#await(child);
        continue;
      }
      // A node of its own: a waiting one may have a label that knows nothing of this edge.
      const fresh = this.#createFuture(child.cutPoint);
      fresh.marked = true;
      this.unrolling.redirect(node, child, fresh);
    }
  }

  #getFutureNode(cutPoint: CutPoint): VintaNode<S> {
    return this.#future.get(cutPoint)?.at(-1) ?? this.#createFuture(cutPoint);
  }

  #createFuture(cutPoint: CutPoint): VintaNode<S> {
    const node = this.unrolling.create(cutPoint, this.#parts.domain.top);
    this.#await(node);
    return node;
  }

  #await(node: VintaNode<S>): void {
    const waiting = this.#future.get(node.cutPoint);
    if (waiting === undefined) this.#future.set(node.cutPoint, [node]);
    else if (!waiting.includes(node)) waiting.push(node);
  }

  #label(node: VintaNode<S>): void {
    // Nobody has marked an error that no uncovered node leads to.
    if (node.marked || (node === this.error && !this.#labels.has(node))) {
      node.marked = false;
      if (node !== this.entry) this.#interpret(node);
      for (const child of node.children) child.marked = true;
      return;
    }
    const label = this.#labels.get(node);
    if (label === undefined) throw new Error("a node should be marked or have a label from refinement");
    if (label !== node.label) this.#relabel(node, label);
    for (const child of node.children) if (!this.#labels.has(child)) child.marked = true;
  }

  #interpret(node: VintaNode<S>): void {
    const { domain } = this.#parts;
    const post = this.computePost(node);
    node.widened = this.#widensAt(node);
    this.#relabel(node, exactLabel(domain, node.widened ? this.#widenWith(node.cutPoint, post) : post));
  }

  /**
   * Meets the labels of this phase with the posts of their parents, in topological order: what widening and hulls have
   * lost comes back as far as the unrolling goes. They stay a well-labelling. Answers whether the error is excluded.
   */
  tighten(): boolean {
    const { domain, posts } = this.#parts;
    for (const node of this.visits) {
      if (node === this.entry) continue;
      const parents = node.parents.filter((parent) => parent.visited === this.phase);
      const reaching = parents.flatMap((parent) => {
        const fine = this.postsOf(parent).fine?.get(node.cutPoint);
        return fine === undefined || domain.isBottom(this.postAlong(parent, node)) ? [] : [fine];
      });
      const label = posts.tighten(node.label, this.computePost(node), reaching);
      if (label !== node.label) this.#relabel(node, label);
    }
    return domain.isBottom(this.error.label.state);
  }

  #relabel(node: VintaNode<S>, label: Label<S>): void {
    node.label = label;
    node.posts = undefined;
  }

  /** The join, over the parents visited in this phase, of what reaches the node from them. */
  computePost(node: VintaNode<S>): S {
    const { domain } = this.#parts;
    let result = domain.bottom;
    for (const parent of node.parents)
      if (parent.visited === this.phase) result = domain.join(result, this.postAlong(parent, node));
    return result;
  }

  /**
   * What reaches the child. Between two nodes labelled by the same refinement it is within the child's new label, which
   * the domain alone may not see (labels of refinement imply each other along edges, Def. 2).
   */
  postAlong(parent: VintaNode<S>, child: VintaNode<S>): S {
    const { domain } = this.#parts;
    const post = this.postsOf(parent).states.get(child.cutPoint) ?? domain.bottom;
    const label = this.#labels.get(child);
    const both = label !== undefined && this.#labels.get(parent) === parent.label;
    return both && !domain.isBottom(post) ? domain.meet(post, label.state) : post;
  }

  postsOf(node: VintaNode<S>): Posts<S> {
    if (node.posts === undefined) {
      this.postsComputed += 1;
      node.posts = this.#parts.posts.post(node.cutPoint, node.label);
    }
    return node.posts;
  }

  #widensAt({ cutPoint }: VintaNode<S>): boolean {
    const before = this.#visitedAt.get(cutPoint) ?? [];
    if (before.length === 0 || !this.#parts.order.isHead(cutPoint)) return false;
    // Unrollings by abstract interpretation: the first node of a loop is none, and neither are those of refinement.
    const interpreted = before.filter((node) => this.#labels.get(node) !== node.label).length;
    const unrolling = interpreted === before.length ? interpreted : interpreted + 1;
    return unrolling % this.#parts.widenEvery === 0;
  }

  #widenWith(cutPoint: CutPoint, y: S): S {
    const { domain, widening } = this.#parts;
    const earlier = this.#visitedAt.get(cutPoint) ?? [];
    this.widenings += 1;
    if (widening === "or" && supports(domain, "difference"))
      return widenWithOr(
        domain,
        earlier.map(({ label }) => label.state),
        y,
      );
    // The last widened one: widened labels are then an ascending chain, which ends.
    const chosen = earlier.findLast(({ widened }) => widened) ?? (earlier.at(-1) as VintaNode<S>);
    return widenWithJoin(domain, chosen.label.state, y);
  }

  #visit(node: VintaNode<S>): void {
    node.visited = this.phase;
    node.covered = false;
    this.visits.push(node);
    memoised(this.#visitedAt, node.cutPoint, () => []).push(node);
  }

  /** Children that only covered nodes lead to need no visit (the erasures of lines 47 to 51). */
  #dropPrivateChildren(node: VintaNode<S>): void {
    for (const child of node.children) {
      if (child === this.error) continue;
      const needed = child.parents.some((parent) => parent.visited === this.phase && !parent.covered);
      const waiting = this.#future.get(child.cutPoint);
      if (needed || waiting === undefined || !waiting.includes(child)) continue;
      waiting.splice(waiting.indexOf(child), 1);
      if (waiting.length === 0) this.#future.delete(child.cutPoint);
    }
  }

  #takeNext(node: VintaNode<S>): VintaNode<S> {
    const at = this.#nextCutPoint(node);
    const waiting = this.#future.get(at) as VintaNode<S>[];
    const first = waiting.shift() as VintaNode<S>;
    if (waiting.length === 0) this.#future.delete(at);
    return first;
  }

  #nextCutPoint(node: VintaNode<S>): CutPoint {
    const { order } = this.#parts;
    let at = node.cutPoint;
    // The next unrolling of a loop comes after its body.
    if ((node.covered || !order.isHead(at)) && this.#future.has(at)) return at;
    let enters = !node.covered;
    do {
      enters ||= order.inComponent(at).some((inner) => this.#future.has(inner));
      const next = enters ? order.wtoNext(at) : order.wtoExit(at);
      if (next === undefined) throw new Error("the error should come last");
      at = next;
      enters = false;
    } while (!this.#future.has(at));
    if (at === this.error.cutPoint && this.#future.size > 1)
      for (const other of this.#future.keys()) if (other !== at) return other;
    return at;
  }
}
