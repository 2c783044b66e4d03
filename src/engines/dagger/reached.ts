/**
 * The abstract computation: a tree (Fig. 2) or a DAG (section 3) of nodes (place, state). An arrival is the image of a
 * node along an edge; it makes a node, alone or joined with others, or is covered by one. Nodes are numbered in order of
 * creation, and what a node depends on is older than it.
 */
import { memoised } from "../../util/memo.ts";
import type { ControlEdge, Place } from "./control-graph.ts";

export interface Arrival<S> {
  readonly parent: Node<S>;
  readonly edge: ControlEdge;
  readonly image: S;
}

export interface Node<S> {
  readonly id: number;
  readonly place: Place;
  state: S;
  /** What was joined to make it; none for the root. */
  readonly arrivals: readonly Arrival<S>[];
  /** The join of the arrivals. */
  readonly image: S;
  /** The s'' of an interpolated widening, and its join with the image. */
  readonly selected: Node<S> | undefined;
  readonly joined: S | undefined;
  /** Which iteration of each loop around the place. */
  readonly iterations: readonly number[];
  readonly depth: number;
  /** Which parts of split nodes it descends from: nodes that differ here are not merged. */
  readonly tag: string;
  /** Names it across re-explorations, for hints. */
  readonly key: string;
  readonly children: Set<Node<S>>;
  /** Arrivals of others that it covers. */
  readonly covered: Set<Arrival<S>>;
  deleted: boolean;
}

/** All nodes that are there, by place. */
export class Reached<S> {
  readonly #at = new Map<Place, Set<Node<S>>>();
  /** Nodes at a place without those that lie below others; forgotten when one of them goes. */
  readonly #maximal = new Map<Place, Node<S>[]>();
  readonly #leq: (smaller: S, larger: S) => boolean;
  #next = 0;

  constructor(leq: (smaller: S, larger: S) => boolean) {
    this.#leq = leq;
  }

  add(node: Omit<Node<S>, "id" | "children" | "covered" | "deleted">): Node<S> {
    const added: Node<S> = { ...node, id: this.#next++, children: new Set(), covered: new Set(), deleted: false };
    for (const { parent } of node.arrivals) parent.children.add(added);
    node.selected?.children.add(added);
    const here = this.#at.get(node.place);
    if (here === undefined) this.#at.set(node.place, new Set([added]));
    else here.add(added);
    const others = this.maximalAt(node.place).filter((other) => !this.#leq(other.state, added.state));
    this.#maximal.set(node.place, [added, ...others]);
    return added;
  }

  /** Enough of the nodes at a place to cover what all of them cover, the newest first. */
  maximalAt(place: Place): readonly Node<S>[] {
    return memoised(this.#maximal, place, () => [...this.at(place)].reverse());
  }

  at(place: Place): Iterable<Node<S>> {
    return this.#at.get(place) ?? [];
  }

  *nodes(): Generator<Node<S>> {
    for (const nodes of this.#at.values()) yield* nodes;
  }

  /** Deletes a node and its descendants. Returns the arrivals from nodes that stay, to be looked at again. */
  delete(node: Node<S>): Arrival<S>[] {
    const gone = new Set([node]);
    for (const one of gone) for (const child of one.children) gone.add(child);
    const orphans: Arrival<S>[] = [];
    for (const one of gone) {
      one.deleted = true;
      this.#at.get(one.place)?.delete(one);
      this.#maximal.delete(one.place);
      for (const { parent } of one.arrivals) parent.children.delete(one);
      one.selected?.children.delete(one);
      orphans.push(...one.arrivals, ...one.covered);
    }
    return orphans.filter(({ parent }) => !parent.deleted);
  }
}
