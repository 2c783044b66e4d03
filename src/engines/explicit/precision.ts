/**
 * Location-specific precision Pi : L -> 2^X (paper, section 3): which slots the analysis tracks at which point of the
 * program. A point is shared by all call strings that reach it.
 *
 * In the paper states on different paths have different ones (`SubtreePrecision`): a refinement changes Pi below the refinement
 * root only, where it is extended, and what was learnt below stays known. Ours is one for the whole tree (`LazyPrecision`), and a slot that refinement has asked for at many points is tracked
 * everywhere from then on: asking path by path and point by point would mostly repeat the same refinement.
 */
import type { Location } from "../../cfa/cfa.ts";
import type { NodeId } from "../arg.ts";
import { TOP } from "./values.ts";

// A state variable of a protocol is asked for at nearly all points in the end; below 8 it may be local business.
const WIDESPREAD = 8;

/** What is tracked before anything was learnt. */
interface Start {
  readonly at: (point: Location) => Iterable<number>;
  readonly everywhere: Iterable<number>;
}

export interface Precision {
  start(from: Start): void;
  /** The node's successors are next. */
  expand?(node: NodeId): void;
  enter?(node: NodeId, parent: NodeId): void;
  /** The node is removed: all below `root` is computed anew. */
  leave?(node: NodeId, root: NodeId): void;
  /** Pi grows by these, at least below the node. Absent where all is tracked. */
  refine?(root: NodeId, added: ReadonlyMap<Location, ReadonlySet<number>>): void;
  /** Sets every slot that is not tracked at the point to top, in place. */
  restrict(codes: Int32Array, slots: number, point: Location): void;
  /** Slots tracked somewhere: what reports and statistics count. */
  tracked(): ReadonlySet<number>;
  /** By point, to be saved. */
  entries(): Iterable<readonly [Location, Iterable<number>]>;
  readonly everywhere: Iterable<number>;
  /** The slot is tracked nowhere from now on. */
  drop(slot: number): void;
  readonly dropped: ReadonlySet<number>;
}

/** `explicit:full`: everything is tracked that was not dropped. */
export class FullPrecision implements Precision {
  readonly dropped = new Set<number>();
  readonly everywhere = [];

  start(): void {}

  entries(): readonly [] {
    return [];
  }

  restrict(codes: Int32Array): void {
    for (const slot of this.dropped) codes[slot] = TOP;
  }

  tracked(): ReadonlySet<number> {
    return new Set();
  }

  drop(slot: number): void {
    this.dropped.add(slot);
  }
}

export class LazyPrecision implements Precision {
  readonly #at = new Map<Location, Set<number>>();
  readonly everywhere = new Set<number>();
  readonly #places = new Map<number, number>();
  readonly dropped = new Set<number>();
  #initial: Start["at"] = () => [];

  start({ at, everywhere }: Start): void {
    this.#initial = at;
    for (const slot of everywhere) this.everywhere.add(slot);
  }

  #here(point: Location): Set<number> {
    const known = this.#at.get(point);
    if (known !== undefined) return known;
    const here = new Set<number>();
    this.#at.set(point, here);
    this.add(point, this.#initial(point));
    return here;
  }

  entries(): Iterable<readonly [Location, Iterable<number>]> {
    return this.#at;
  }

  refine(_root: NodeId, added: ReadonlyMap<Location, ReadonlySet<number>>): void {
    for (const [point, slots] of added) this.add(point, slots);
  }

  /** Pi(point) grows by the slots. */
  add(point: Location, slots: Iterable<number>): void {
    const here = this.#here(point);
    for (const slot of slots) {
      if (here.has(slot) || this.dropped.has(slot)) continue;
      here.add(slot);
      const places = (this.#places.get(slot) ?? 0) + 1;
      this.#places.set(slot, places);
      if (places >= WIDESPREAD) this.everywhere.add(slot);
    }
  }

  restrict(codes: Int32Array, slots: number, point: Location): void {
    const here = this.#here(point);
    for (let slot = 0; slot < slots; slot += 1) {
      if (codes[slot] !== TOP && !this.everywhere.has(slot) && !here.has(slot)) codes[slot] = TOP;
    }
  }

  tracked(): ReadonlySet<number> {
    return new Set(this.#places.keys());
  }

  /** Whether Pi has the slot at the point; without a point, everywhere. */
  tracks(slot: number, point?: Location): boolean {
    return this.everywhere.has(slot) || (point !== undefined && this.#at.get(point)?.has(slot) === true);
  }

  drop(slot: number): void {
    this.dropped.add(slot);
    this.everywhere.delete(slot);
    this.#places.delete(slot);
    for (const here of this.#at.values()) here.delete(slot);
  }
}

type Tracked = ReadonlyMap<Location, ReadonlySet<number>>;

const NOTHING: Tracked = new Map();

/** The paper's: each state of the tree has a Pi, that of its parent where no refinement has begun there. */
export class SubtreePrecision implements Precision {
  /** Of the nodes where it is not empty. */
  readonly #of = new Map<NodeId, Tracked>();
  readonly #tracked = new Set<number>();
  readonly dropped = new Set<number>();
  readonly everywhere = [];
  #expanded = NOTHING;
  #handed = NOTHING;

  start(): void {}

  expand(node: NodeId): void {
    this.#expanded = this.#of.get(node) ?? NOTHING;
  }

  enter(node: NodeId, parent: NodeId): void {
    const inherited = this.#of.get(parent);
    if (inherited !== undefined) this.#of.set(node, inherited);
  }

  leave(node: NodeId, root: NodeId): void {
    const known = this.#of.get(node);
    this.#of.delete(node);
    // Most nodes have it from a parent.
    if (known === undefined || known === this.#handed) return;
    this.#handed = known;
    this.refine(root, known);
  }

  refine(root: NodeId, added: Tracked): void {
    const before = this.#of.get(root) ?? NOTHING;
    const grown = new Map(before);
    for (const [point, slots] of added) {
      if (slots === before.get(point)) continue;
      grown.set(point, new Set([...(grown.get(point) ?? []), ...slots]));
      for (const slot of slots) this.#tracked.add(slot);
    }
    this.#of.set(root, grown);
  }

  restrict(codes: Int32Array, slots: number, point: Location): void {
    const here = this.#expanded.get(point);
    for (let slot = 0; slot < slots; slot += 1) {
      if (codes[slot] !== TOP && (here?.has(slot) !== true || this.dropped.has(slot))) codes[slot] = TOP;
    }
  }

  tracked(): ReadonlySet<number> {
    return this.#tracked;
  }

  /** There is no one precision to be saved. */
  entries(): readonly [] {
    return [];
  }

  drop(slot: number): void {
    this.dropped.add(slot);
  }
}
