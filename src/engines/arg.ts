/**
 * The abstract reachability graph: a tree of nodes (location, label) that an engine unrolls, with covering edges
 * that close it. Nodes are dense integers and their attributes columns, so that a million nodes stay cheap. A pruned
 * node's number is not used again.
 *
 * Invariants: the root has no parent; a live node's parent is live, and its edge leads from the
 * parent's location to its own; a covered node has no children, and its coverer is a live, uncovered node at the same
 * location; children lists and parents agree.
 */
import type { ModelEdge, ModelLocation } from "../model/model.ts";
import { memoised } from "../util/memo.ts";

export type NodeId = number;

const NONE = -1;

/** Of the model, or of another graph with places P and edges E. */
export class Arg<L, P = ModelLocation, E = ModelEdge> {
  readonly #locations: (P | undefined)[] = [];
  readonly #labels: L[] = [];
  readonly #edges: (E | undefined)[] = [];
  readonly #parents = new IntColumn();
  readonly #firstChild = new IntColumn();
  readonly #nextSibling = new IntColumn();
  readonly #coveredBy = new Map<NodeId, NodeId>();
  readonly #covers = new Map<NodeId, Set<NodeId>>();
  #live = 0;

  /** Adds the root. */
  addRoot(location: P, label: L): NodeId {
    return this.#add(location, label, undefined, NONE);
  }

  /** Adds the successor of `parent` along `edge`. */
  add(parent: NodeId, edge: E & { readonly target: P }, label: L): NodeId {
    const node = this.#add(edge.target, label, edge, parent);
    this.#nextSibling.set(node, this.#firstChild.get(parent));
    this.#firstChild.set(parent, node);
    return node;
  }

  #add(location: P, label: L, edge: E | undefined, parent: NodeId): NodeId {
    const node = this.#locations.length;
    this.#locations.push(location);
    this.#labels.push(label);
    this.#edges.push(edge);
    this.#parents.push(parent);
    this.#firstChild.push(NONE);
    this.#nextSibling.push(NONE);
    this.#live += 1;
    return node;
  }

  /** Number of live nodes. */
  get size(): number {
    return this.#live;
  }

  isLive(node: NodeId): boolean {
    return this.#locations[node] !== undefined;
  }

  location(node: NodeId): P {
    const location = this.#locations[node];
    if (location === undefined) throw new Error("node should be live");
    return location;
  }

  label(node: NodeId): L {
    return this.#labels[node] as L;
  }

  /** For analyses that strengthen labels in place. */
  relabel(node: NodeId, label: L): void {
    this.#labels[node] = label;
  }

  parent(node: NodeId): NodeId | undefined {
    const parent = this.#parents.get(node);
    return parent === NONE ? undefined : parent;
  }

  /** The edge by which the node was reached; undefined for the root. */
  edge(node: NodeId): E | undefined {
    return this.#edges[node];
  }

  /** Children, newest first. */
  children(node: NodeId): NodeId[] {
    const children: NodeId[] = [];
    for (let child = this.#firstChild.get(node); child !== NONE; child = this.#nextSibling.get(child))
      children.push(child);
    return children;
  }

  /** Has the node a child along this edge? */
  hasChild(node: NodeId, edge: E): boolean {
    for (let child = this.#firstChild.get(node); child !== NONE; child = this.#nextSibling.get(child))
      if (this.#edges[child] === edge) return true;
    return false;
  }

  /** Live nodes in order of creation. */
  *nodes(): IterableIterator<NodeId> {
    for (let node = 0; node < this.#locations.length; node += 1) if (this.#locations[node] !== undefined) yield node;
  }

  coveredBy(node: NodeId): NodeId | undefined {
    return this.#coveredBy.get(node);
  }

  /** `node` needs no successors: everything it stands for is in `coverer`. */
  cover(node: NodeId, coverer: NodeId): void {
    this.#coveredBy.set(node, coverer);
    const covered = memoised(this.#covers, coverer, () => new Set());
    covered.add(node);
  }

  #uncover(node: NodeId): void {
    const coverer = this.#coveredBy.get(node);
    if (coverer === undefined) return;
    this.#coveredBy.delete(node);
    const covered = this.#covers.get(coverer);
    covered?.delete(node);
    if (covered?.size === 0) this.#covers.delete(coverer);
  }

  /** Uncovers all that the node covers; they need a new look. */
  uncoverBy(coverer: NodeId): NodeId[] {
    const covered = [...(this.#covers.get(coverer) ?? [])].sort((a, b) => a - b);
    for (const node of covered) this.#uncover(node);
    return covered;
  }

  /** The edges from the root to the node, in order. */
  pathTo(node: NodeId): E[] {
    const path: E[] = [];
    for (let at = node; this.#edges[at] !== undefined; at = this.#parents.get(at)) path.push(this.#edges[at] as E);
    return path.reverse();
  }

  /** The nodes from the root to the node, both included. */
  nodesTo(node: NodeId): NodeId[] {
    const nodes: NodeId[] = [];
    for (let at = node; at !== NONE; at = this.#parents.get(at)) nodes.push(at);
    return nodes.reverse();
  }

  /**
   * Removes everything below `node` (the node stays). Calls `onRemove` for each removed node while it can still be
   * read, and returns the live nodes that were covered by removed ones: they are uncovered and need a new look.
   */
  prune(node: NodeId, onRemove: (removed: NodeId) => void): NodeId[] {
    const removed: NodeId[] = [];
    const stack = this.children(node);
    for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
      removed.push(next);
      for (const child of this.children(next)) stack.push(child);
    }
    this.#firstChild.set(node, NONE);
    const orphans: NodeId[] = [];
    for (const gone of removed) {
      onRemove(gone);
      this.#uncover(gone);
    }
    for (const gone of removed) {
      for (const covered of [...(this.#covers.get(gone) ?? [])]) {
        this.#uncover(covered);
        orphans.push(covered);
      }
      this.#locations[gone] = undefined;
      this.#edges[gone] = undefined;
      this.#live -= 1;
    }
    return orphans.filter((orphan) => this.isLive(orphan)).sort((a, b) => a - b);
  }
}

/** A growable column of small integers. */
class IntColumn {
  #data = new Int32Array(1024);
  #length = 0;

  push(value: number): void {
    if (this.#length === this.#data.length) {
      const larger = new Int32Array(this.#length * 2);
      larger.set(this.#data);
      this.#data = larger;
    }
    this.#data[this.#length] = value;
    this.#length += 1;
  }

  get(at: number): number {
    return this.#data[at] as number;
  }

  set(at: number, value: number): void {
    this.#data[at] = value;
  }
}
