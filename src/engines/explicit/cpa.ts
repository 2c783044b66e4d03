/**
 * Alg. 1, CPA(D, R0, W0): the reachability algorithm with dynamic precision adjustment, for the composite of location
 * and explicit-value analysis. merge is "sep" (states are never joined) and stop looks for one covering state, so the
 * loop over `reached` becomes one indexed look-up. The ARG remembers how each state was reached.
 */

import { EMPTY, isSubset } from "../../logic/diagram.ts";
import type { Model, ModelEdge } from "../../model/model.ts";
import { Arg, type NodeId } from "../arg.ts";
import { count, type EngineContext } from "../engine.ts";
import { DeadValues } from "./dead-values.ts";
import { Evaluator } from "./evaluate.ts";
import type { Precision } from "./precision.ts";
import { PredicatePart } from "./predicate-part.ts";
import { Reached } from "./reached.ts";
import { Slots } from "./slots.ts";
import { StateStore } from "./state-store.ts";
import { StrongestPost } from "./strongest-post.ts";
import { TOP, ValueTable } from "./values.ts";

// Room for array elements and for instances of locals in unrolled recursion, beyond the variables known at the start.
const SPARE_SLOTS = 1024;

// Units of work: an edge, an operation on it, a slot of the state that is copied, compared and restricted.
const EDGE_WORK = 1;
const OP_WORK = 0.3;
const SLOT_WORK = 0.01;

// On one path a counter takes this many values before it is a matter for predicates: values are a thousand times cheaper than
// abstractions, so that short loops are better unrolled.
const VALUE_THRESHOLD = 40;

export class ExplicitCpa {
  readonly model: Model;
  readonly context: EngineContext;
  readonly precision: Precision;
  readonly values = new ValueTable();
  readonly states: StateStore;
  readonly slots: Slots;
  readonly post: StrongestPost;
  readonly arg = new Arg<number>();
  readonly root: NodeId;
  /** The other part of composite states; absent where states are values alone. */
  readonly predicates: PredicatePart | undefined;
  readonly #reached: Reached;
  readonly #deadValues: DeadValues;
  /** The state of the node that is being expanded, and that of its successor in the making. */
  readonly #source: Int32Array;
  readonly #codes: Int32Array;
  #waitlist: NodeId[] = [];
  /** A variable was dropped, and states that know it are to be computed anew. */
  #handedOver = false;

  constructor(
    model: Model,
    context: EngineContext,
    precision: Precision,
    parts: "values" | "values and predicates" = "values",
  ) {
    this.model = model;
    this.context = context;
    this.precision = precision;
    const arrays = model.variables.some((variable) => variable.type.kind === "array");
    this.states = new StateStore(model.variables.length + (arrays ? SPARE_SLOTS : 0));
    this.slots = new Slots(this.states.capacity);
    this.post = new StrongestPost(new Evaluator(this.slots, this.values), model.variables);
    this.#reached = new Reached(this.states);
    const deadValues = new DeadValues(model);
    this.#deadValues = deadValues;
    if (parts === "values and predicates")
      this.predicates = new PredicatePart(context, (of, at) => deadValues.isLive(of, at));
    this.#source = new Int32Array(this.states.capacity);
    this.#codes = new Int32Array(this.states.capacity);
    this.root = this.arg.addRoot(model.entry, this.states.intern(this.#codes, 0));
    this.#reached.add(model.entry, this.arg.label(this.root), this.#codes, 0, this.root);
    this.#waitlist.push(this.root);
  }

  /** Explores until a target (an error or an unmodelled location) is added, which is returned, or nothing is left. */
  explore(): NodeId | undefined {
    const { arg, model, context, states, slots } = this;
    for (let node = this.#waitlist.pop(); node !== undefined; node = this.#waitlist.pop()) {
      if (!arg.isLive(node) || arg.coveredBy(node) !== undefined) continue;
      const edges = model.edgesFrom(arg.location(node));
      // Slots that its edges add are top in it: nothing is ever written past the slots of a state.
      states.load(arg.label(node), this.#source, slots.count);
      // The stack gives the last first: pushing in reverse explores the first edge first.
      for (let i = edges.length - 1; i >= 0; i -= 1) {
        const edge = edges[i] as ModelEdge;
        context.budget.tick(EDGE_WORK + OP_WORK * edge.ops.length + SLOT_WORK * slots.count);
        const target = this.#successor(node, edge);
        if (this.#handedOver) {
          // What was unrolled value by value is in the way: predicates would be asked about each of them.
          this.#handedOver = false;
          this.prune(this.root);
          break;
        }
        if (target === undefined) continue;
        // The other edges of this node are still to come.
        this.#waitlist.push(node);
        return target;
      }
    }
    return undefined;
  }

  /** Adds the successor along an edge. Returns it when it is a target. */
  #successor(node: NodeId, edge: ModelEdge): NodeId | undefined {
    const { arg, states, slots } = this;
    const location = edge.target;
    if (location.kind === "end" || arg.hasChild(node, edge)) return undefined;
    const codes = this.#codes;
    const source = this.#source;
    for (let slot = 0; slot < slots.count; slot += 1) codes[slot] = source[slot] as number;
    if (!this.post.edge(edge, codes)) return undefined;
    this.#deadValues.forget(codes, location, slots);
    this.precision.restrict(codes, slots.count, location.point);
    const { predicates } = this;
    if (predicates !== undefined) this.#handOver(node, codes);
    if (this.#handedOver) return undefined;
    const known = predicates?.post(node, edge);
    if (known === EMPTY) return undefined;
    const state = states.intern(codes, slots.count);
    const successor = arg.add(node, edge, state);
    if (known !== undefined) predicates?.enter(successor, location, known);
    if (location.kind !== "ordinary") return successor;
    count(this.context.statistics, "states");
    count(this.context.statistics, "coverChecks");
    const coverer = this.#reached.coverer(location, state, codes, slots.count, this.#acceptsFor(successor));
    if (coverer !== undefined) {
      arg.cover(successor, coverer);
      return undefined;
    }
    this.#reached.add(location, state, codes, slots.count, successor);
    this.#waitlist.push(successor);
    return undefined;
  }

  /** Which nodes cover this one in the predicates. */
  #acceptsFor(node: NodeId): ((coverer: NodeId) => boolean) | undefined {
    const { predicates } = this;
    if (predicates === undefined || predicates.isTrivial) return undefined;
    const state = predicates.stateOf(node);
    return (coverer) => isSubset(state, predicates.stateOf(coverer));
  }

  /** Drops counters that had too many values on the path to the state `codes`, a successor of the node. */
  #handOver(node: NodeId, codes: Int32Array): void {
    for (let slot = 0; slot < this.slots.count; slot += 1) {
      if (codes[slot] === TOP || codes[slot] === this.#source[slot]) continue;
      if (!this.post.counters.has(this.slots.describe(slot).variable) || !this.#hasManyValues(node, slot)) continue;
      this.precision.drop(slot);
      this.#handedOver = true;
      count(this.context.statistics, "handedOver");
    }
  }

  #hasManyValues(node: NodeId, slot: number): boolean {
    const seen = new Set<number>();
    for (let at: NodeId | undefined = node; at !== undefined; at = this.arg.parent(at)) {
      seen.add(this.states.valueAt(this.arg.label(at), slot));
      if (seen.size > VALUE_THRESHOLD) return true;
    }
    return false;
  }

  /** Lazy refinement: removes all below a node, which will be expanded anew with the refined precision. */
  prune(node: NodeId): void {
    const { arg, slots, states } = this;
    const scratch = new Int32Array(states.capacity);
    const orphans = arg.prune(node, (removed) => {
      states.load(arg.label(removed), scratch, slots.count);
      this.#reached.remove(arg.location(removed), arg.label(removed), scratch, slots.count, removed);
      this.predicates?.leave(removed);
    });
    for (const orphan of orphans) this.#reconsider(orphan);
    this.#waitlist.push(node);
  }

  /** A node that lost its coverer: covered by another one, or to be expanded. */
  #reconsider(node: NodeId): void {
    const { arg, slots, states } = this;
    const codes = this.#codes;
    const location = arg.location(node);
    states.load(arg.label(node), codes, slots.count);
    const coverer = this.#reached.coverer(location, arg.label(node), codes, slots.count, this.#acceptsFor(node));
    if (coverer !== undefined && coverer !== node) {
      arg.cover(node, coverer);
      return;
    }
    this.#reached.add(location, arg.label(node), codes, slots.count, node);
    this.#waitlist.push(node);
  }
}
