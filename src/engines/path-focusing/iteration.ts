/**
 * Algorithms 2 and 3: chaotic iteration over the reduced multigraph, one path at a time. A path is followed only if it adds
 * states to its end. In Alg. 3 a path that leads back to its node is closed at once by loopiter, and joined without widening
 * when it is met for the first time (the set U).
 *
 * Two things go beyond the paper. A path that leads back to the head of an enclosing loop is closed too, together with the
 * paths that had led from that head to where it starts: a self-loop through inner nodes. And a loop's head is widened
 * only by paths from inside the loop: what enters from outside comes finitely often for each value of the nodes around.
 */
import type { Variable } from "../../logic/term.ts";
import type { ModelEdge, ModelLocation } from "../../model/model.ts";
import { isCut } from "../../model/view/blocks.ts";
import type { WtoElement } from "../../model/view/wto.ts";
import { accelerate } from "../accelerate.ts";
import { withoutLargeFacets } from "../large-facets.ts";
import { afterBlock } from "../post.ts";
import { flat, type States } from "./chaotic-iteration.ts";
import { keyOf } from "./explode.ts";
import { loopiter, type Transformer } from "./loopiter.ts";
import type { Focus, Oracle, Target } from "./oracle.ts";
import { type GraphNode, iterate, opsOf, type Path, type ReducedGraph } from "./reduced-graph.ts";
import { type Abstraction, afterPath, follow } from "./transformer.ts";

export interface Strategy {
  /** Alg. 2 knows no self-loops; Alg. 3 closes them by loopiter; we close those through inner nodes as well. */
  readonly selfLoops: "as any path" | "closed" | "closed, also through inner nodes";
  readonly acceleration: "on" | "off";
  /** Where paths widen their end: in the paper everywhere. */
  readonly widening: "every arrival" | "from inside the loop";
  /** psi# steps of section 4.1. */
  readonly narrowing: number;
  /** Beyond the paper: strides found beforehand (strides.ts). */
  readonly strides: "on" | "off";
  /** Which path comes next: whichever the solver designates; or one to the first end that has any, a node's own loop last. */
  readonly next: "any path" | "own loop last";
}

export interface Counters {
  paths: number;
  selfLoops: number;
  accelerated: number;
  widenings: number;
  fallbacks: number;
}

/** Told of every path that was followed, and whether its end grew. */
export type PathObserver = (from: GraphNode, to: GraphNode, path: Path, grew: boolean) => void;

// Nested loops are rarely deeper; a longer chain is no nest but a sequence of loops.
const LONGEST_CHAIN = 8;

/** How a node was last enlarged from another one. */
interface Arrival {
  readonly from: GraphNode;
  readonly path: Path;
}

export class PathFocusing<S> {
  readonly states: States<GraphNode, S> = new Map();
  readonly graph: ReducedGraph;
  readonly #abstraction: Abstraction<S>;
  readonly #oracle: Oracle<S>;
  readonly #strategy: Strategy;
  readonly #counters: Counters;
  readonly #observe: PathObserver | undefined;
  readonly #active = new Set<GraphNode>();
  readonly #loops: ReadonlyMap<GraphNode, ReadonlySet<GraphNode>>;
  readonly #arrivals = new Map<GraphNode, Arrival>();
  /** Self-loops met at a node: they close what passes through it. */
  readonly #closed = new Map<GraphNode, Path[]>();
  /** Chains through inner nodes that have been closed once, by head. */
  readonly #chains = new Map<GraphNode, Set<string>>();

  constructor(
    graph: ReducedGraph,
    abstraction: Abstraction<S>,
    oracle: Oracle<S>,
    strategy: Strategy,
    counters: Counters,
    observe?: PathObserver,
  ) {
    this.graph = graph;
    this.#abstraction = abstraction;
    this.#oracle = oracle;
    this.#strategy = strategy;
    this.#counters = counters;
    this.#observe = observe;
    this.#loops = loopsOf(graph.order);
  }

  run(): void {
    const { entry, order } = this.graph;
    this.states.set(entry, this.#abstraction.domain.top);
    this.#active.add(entry);
    iterate(order, this.#active, (node) => this.#leave(node));
  }

  /** The inner loop of the algorithms: until no path from the node adds states anywhere. */
  #leave(node: GraphNode): void {
    const seen = new Set<string>();
    let useless: Path[] = [];
    for (;;) {
      this.#abstraction.budget.tick();
      const from = this.states.get(node) as S;
      const focus = this.#focus(node, from, useless);
      if (focus.kind === "unknown") this.#pushBlock(node, from);
      if (focus.kind !== "path") return;
      this.#counters.paths += 1;
      const { node: to } = focus.target as NodeTarget<S>;
      const grew = to === node ? this.#goAround(node, from, focus.path, seen) : this.#goOn(node, to, from, focus.path);
      this.#observe?.(node, to, focus.path, grew);
      if (grew) useless = [];
      else useless.push(focus.path);
    }
  }

  #focus(node: GraphNode, from: S, useless: readonly Path[]): Focus<S> {
    const targets = this.targetsFrom(node);
    if (this.#strategy.next === "any path") return this.#oracle.focus(node, from, targets, useless);
    const isOwn = (target: NodeTarget<S>) => target.node === node;
    const ordered = [...targets.filter((target) => !isOwn(target)), ...targets.filter(isOwn)];
    for (const target of ordered) {
      const focus = this.#oracle.focus(node, from, [target], useless);
      if (focus.kind !== "none") return focus;
    }
    return { kind: "none" };
  }

  targetsFrom(node: GraphNode): NodeTarget<S>[] {
    const { exits } = this.graph.blockOf(node.location);
    return exits
      .flatMap((exit) => this.graph.nodesAt(exit))
      .map((to) => ({ node: to, location: to.location, cell: to.cell, known: this.states.get(to) }));
  }

  /** A self-loop. Like the next one it answers whether its end grew: where the formula says too much, it may not. */
  #goAround(node: GraphNode, from: S, path: Path, seen: Set<string>): boolean {
    const transform = this.transformerOf(path, node);
    if (this.#strategy.selfLoops === "as any path") return this.#enlarge(node, transform(from), "widen");
    const key = keyOf(path);
    const how = seen.has(key) ? "widen" : "join";
    if (how === "join") this.#closed.set(node, [...(this.#closed.get(node) ?? []), path]);
    seen.add(key);
    return this.#enlarge(node, this.#close(path, transform, from), how);
  }

  #goOn(node: GraphNode, to: GraphNode, from: S, path: Path): boolean {
    const chain = this.#chainTo(to, { from: node, path });
    const key = chain?.map((part) => keyOf(part.path)).join("; ") ?? "";
    const closed = this.#chains.get(to) ?? new Set<string>();
    let arrived = this.transformerOf(path, to)(from);
    let how: "join" | "widen" =
      this.#strategy.widening === "every arrival" || this.#loops.get(to)?.has(node) === true ? "widen" : "join";
    if (chain !== undefined && !closed.has(key)) {
      const start = this.states.get(to) as S;
      arrived = this.#abstraction.domain.join(
        arrived,
        loopiter(this.#abstraction.domain, this.#around(chain, to), start),
      );
      this.#chains.set(to, closed.add(key));
      how = "join";
    }
    if (!this.#enlarge(to, arrived, how)) return false;
    this.#arrivals.set(to, { from: node, path });
    this.#active.add(to);
    return true;
  }

  /** The way from the head of an enclosing loop back to it, of which the last part is given. */
  #chainTo(head: GraphNode, last: Arrival): readonly Arrival[] | undefined {
    if (this.#strategy.selfLoops !== "closed, also through inner nodes") return undefined;
    const chain = [last];
    for (let at = last.from; at !== head; ) {
      const arrival = this.#arrivals.get(at);
      if (arrival === undefined || chain.length >= LONGEST_CHAIN || this.#loops.get(head)?.has(at) !== true)
        return undefined;
      chain.unshift(arrival);
      at = arrival.from;
    }
    return chain;
  }

  /** A round along the chain; at inner nodes the self-loops that are known there take part. */
  #around(chain: readonly Arrival[], head: GraphNode): Transformer<S> {
    const { domain } = this.#abstraction;
    return (state) => {
      let result = state;
      chain.forEach(({ path }, i) => {
        const to = chain[i + 1]?.from ?? head;
        result = this.transformerOf(path, to)(result);
        if (to === head) return;
        for (const loop of this.#closed.get(to) ?? []) {
          if (domain.isBottom(result)) return;
          result = domain.join(result, this.#close(loop, this.transformerOf(loop, to), result));
        }
      });
      return result;
    };
  }

  #close(path: Path, transform: Transformer<S>, from: S): S {
    const { domain, live } = this.#abstraction;
    this.#counters.selfLoops += 1;
    if (this.#strategy.acceleration === "on") {
      const { source } = path[0] as ModelEdge;
      const matters = (of: Variable) => live.isLive(of, source);
      const accelerated = accelerate(domain, { ops: opsOf(path), matters }, transform, from);
      if (accelerated !== undefined) {
        this.#counters.accelerated += 1;
        return accelerated;
      }
    }
    return loopiter(domain, transform, from);
  }

  /** Whether the node grew. */
  #enlarge(node: GraphNode, arrived: S, how: "join" | "widen"): boolean {
    const { domain } = this.#abstraction;
    const known = this.states.get(node);
    if (domain.isBottom(arrived) || (known !== undefined && domain.leq(arrived, known))) return false;
    if (known === undefined) {
      this.states.set(node, arrived);
      return true;
    }
    const joined = withoutLargeFacets(domain, domain.join(known, arrived));
    if (how === "widen") this.#counters.widenings += 1;
    this.states.set(node, how === "widen" ? domain.widen(known, joined) : joined);
    return true;
  }

  transformerOf(path: Path, to: GraphNode): Transformer<S> {
    const { domain } = this.#abstraction;
    return (state) => domain.assume(afterPath(this.#abstraction, state, path), to.cell);
  }

  /** Without an answer from the solver: everything that the block can do, with joins where its ways meet. */
  #pushBlock(node: GraphNode, from: S): void {
    const { domain } = this.#abstraction;
    this.#counters.fallbacks += 1;
    const arrivals = statesAfter(this.graph, this.#abstraction, node, from);
    for (const { node: to } of this.targetsFrom(node)) {
      const state = arrivals.get(to.location);
      const arrived = state === undefined ? domain.bottom : domain.assume(state, to.cell);
      const inside = to === node || this.#loops.get(to)?.has(node) === true;
      if (this.#enlarge(to, arrived, inside ? "widen" : "join")) this.#active.add(to);
    }
  }
}

/** For each head of a component the nodes of that component. */
function loopsOf(order: readonly WtoElement<GraphNode>[]): Map<GraphNode, ReadonlySet<GraphNode>> {
  const loops = new Map<GraphNode, ReadonlySet<GraphNode>>();
  const visit = (elements: readonly WtoElement<GraphNode>[]): void => {
    for (const element of elements) {
      if (element.kind === "vertex") continue;
      loops.set(element.head, new Set(flat([element])));
      visit(element.body);
    }
  };
  visit(order);
  return loops;
}

interface NodeTarget<S> extends Target<S> {
  readonly node: GraphNode;
}

/** The classical transformer of a block: states at its exits. */
export function statesAfter<S>(
  graph: ReducedGraph,
  abstraction: Abstraction<S>,
  { location }: GraphNode,
  state: S,
): ReadonlyMap<ModelLocation, S> {
  const along = (before: S, edge: ModelEdge) => follow(abstraction, before, edge);
  const endOf = (end: ModelLocation) => (isCut(end) ? end : undefined);
  return afterBlock(abstraction.domain, { location, state }, graph.blockOf(location).edges, along, endOf).ends;
}
