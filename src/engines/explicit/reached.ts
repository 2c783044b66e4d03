/**
 * The set `reached` of Alg. 1, indexed for the stop operator: is there a v' at this location with v below v'? v' says
 * less than v exactly when v, restricted to the slots that v' knows, is v'. So per location we keep the sets of known
 * slots that occur (few, since precision is per location), restrict v to each and look the result up.
 */

import { memoised } from "../../util/memo.ts";
import type { NodeId } from "../arg.ts";
import type { StateStore } from "./state-store.ts";
import { TOP } from "./values.ts";

// At a location with more shapes than this only the oldest are tried: missing a cover is sound.
const SHAPES_TRIED = 24;

interface Shape {
  readonly id: number;
  readonly slots: Int32Array;
  count: number;
}

/** By the number of the state: one node, or several that differ in what else they know. */
type Nodes = Map<number, NodeId | NodeId[]>;

/** Whether a node's state covers in what else there is. */
type Accepts = (node: NodeId) => boolean;

interface NodesAt {
  readonly nodes: Nodes;
  readonly shapes: Map<number, Shape>;
}

/** A location is any object that says where a node is. */
export class Reached {
  readonly #states: StateStore;
  readonly #reached = new WeakMap<object, NodesAt>();
  readonly #scratch: Int32Array;

  constructor(states: StateStore) {
    this.#states = states;
    this.#scratch = new Int32Array(states.capacity);
  }

  /** A reached node at the location whose state covers this one. `state` is the number of `codes`. */
  coverer(location: object, state: number, codes: Int32Array, slots: number, accepts?: Accepts): NodeId | undefined {
    const here = this.#reached.get(location);
    if (here === undefined) return undefined;
    const same = nodeWith(here.nodes, state, accepts);
    if (same !== undefined) return same;
    let tried = 0;
    for (const shape of here.shapes.values()) {
      tried += 1;
      if (tried > SHAPES_TRIED) return undefined;
      const weaker = this.#restricted(shape, codes, slots);
      if (weaker === undefined || weaker === state) continue;
      const node = nodeWith(here.nodes, weaker, accepts);
      if (node !== undefined) return node;
    }
    return undefined;
  }

  add(location: object, state: number, codes: Int32Array, slots: number, node: NodeId): void {
    const here = memoised(this.#reached, location, () => ({ nodes: new Map(), shapes: new Map() }));
    const others = here.nodes.get(state);
    if (others === undefined) here.nodes.set(state, node);
    else if (typeof others === "number") here.nodes.set(state, [others, node]);
    else others.push(node);
    const id = this.#shapeOf(codes, slots);
    const shape = here.shapes.get(id);
    if (shape !== undefined) shape.count += 1;
    else here.shapes.set(id, { id, slots: knownSlots(codes, slots), count: 1 });
  }

  /** Forgets a node that is being pruned. */
  remove(location: object, state: number, codes: Int32Array, slots: number, node: NodeId): void {
    const here = this.#reached.get(location);
    if (here === undefined || !removeFrom(here.nodes, state, node)) return;
    const id = this.#shapeOf(codes, slots);
    const shape = here.shapes.get(id);
    if (shape === undefined) return;
    shape.count -= 1;
    if (shape.count === 0) here.shapes.delete(id);
  }

  /** The state restricted to a shape; undefined unless all of the shape's slots are known. */
  #restricted(shape: Shape, codes: Int32Array, slots: number): number | undefined {
    const scratch = this.#scratch;
    for (const slot of shape.slots) if (codes[slot] === TOP) return undefined;
    scratch.fill(TOP, 0, slots);
    for (const slot of shape.slots) scratch[slot] = codes[slot] as number;
    return this.#states.find(scratch, slots);
  }

  #shapeOf(codes: Int32Array, slots: number): number {
    const scratch = this.#scratch;
    for (let slot = 0; slot < slots; slot += 1) scratch[slot] = codes[slot] === TOP ? 0 : 1;
    return this.#states.intern(scratch, slots);
  }
}

function nodeWith(nodes: Nodes, state: number, accepts: Accepts | undefined): NodeId | undefined {
  const found = nodes.get(state);
  if (accepts === undefined && typeof found !== "object") return found;
  const all = typeof found === "number" ? [found] : (found ?? []);
  return accepts === undefined ? all[0] : all.find(accepts);
}

/** false: it was not there. */
function removeFrom(nodes: Nodes, state: number, node: NodeId): boolean {
  const found = nodes.get(state);
  if (found === node) return nodes.delete(state);
  const index = typeof found === "object" ? found.indexOf(node) : -1;
  if (index === -1) return false;
  (found as NodeId[]).splice(index, 1);
  if ((found as NodeId[]).length === 0) nodes.delete(state);
  return true;
}

function knownSlots(codes: Int32Array, slots: number): Int32Array {
  const known: number[] = [];
  for (let slot = 0; slot < slots; slot += 1) if (codes[slot] !== TOP) known.push(slot);
  return Int32Array.from(known);
}
