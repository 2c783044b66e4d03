/**
 * Alg. 1, CPA(D, R0, W0): the reachability algorithm with dynamic precision adjustment, for the composite of location
 * and explicit-value analysis. merge is "sep" (states are never joined) and stop looks for one covering state, so the
 * loop over `reached` becomes one indexed look-up. The ARG remembers how each state was reached.
 *
 * With predicates beside the values, an edge of the ARG is a block, once there is something to ask of predicates; before, and
 * without them, it is an edge of the model.
 */

import { ALL, EMPTY, isSubset } from "../../logic/diagram.ts";
import type { Model, ModelEdge, ModelLocation } from "../../model/model.ts";
import { Arg, type NodeId } from "../arg.ts";
import type { BlockEnds } from "../cutpoint-graph.ts";
import { count, type EngineContext } from "../engine.ts";
import type { FinalPrecision, Followed, ReusedPrecision } from "../reuse-precision.ts";
import { type BlockEnd, BlockWalk } from "./block-walk.ts";
import { DeadValues } from "./dead-values.ts";
import { Evaluator } from "./evaluate.ts";
import type { Way } from "./path-formula.ts";
import type { Precision } from "./precision.ts";
import { PredicatePart } from "./predicate-part.ts";
import { Reached } from "./reached.ts";
import { Slots } from "./slots.ts";
import { StateStore } from "./state-store.ts";
import { StrongestPost } from "./strongest-post.ts";
import { extended, type History, NO_HISTORY, valuesWith } from "./value-history.ts";
import { TOP, ValueTable } from "./values.ts";

/** What of it is as in the paper, and what is ours. */
export interface ExplicitSettings {
  readonly parts: "values" | "values and predicates";
  /** Whether what will be overwritten is forgotten. */
  readonly deadValues: "forgotten" | "kept";
  /** first contradiction: of the path as it is (Alg. 4). cheapest: of its infeasible prefixes and what matters in them. */
  readonly refinement: "first contradiction" | "cheapest";
}

export const OURS: ExplicitSettings = { parts: "values", deadValues: "forgotten", refinement: "cheapest" };

// Room for array elements and for instances of locals in unrolled recursion, beyond the variables known at the start.
export const SPARE_SLOTS = 1024;

// Units of work: an edge, an operation on it, a slot of the state that is copied, compared and restricted.
export const EDGE_WORK = 1;
export const OP_WORK = 0.3;
export const SLOT_WORK = 0.01;

/** As the paper's predicate analysis (its ABE-lf). */
const BLOCK: BlockEnds = "loop+function";

// On one path a counter takes this many values before it is a matter for predicates: values are a thousand times cheaper than
// abstractions, so that short loops are better unrolled.
const MOST_VALUES = 40;

export class ExplicitCpa {
  readonly model: Model;
  readonly context: EngineContext;
  readonly precision: Precision;
  readonly settings: ExplicitSettings;
  readonly values = new ValueTable();
  readonly states: StateStore;
  readonly slots: Slots;
  readonly post: StrongestPost;
  readonly arg = new Arg<number, ModelLocation, Way>();
  readonly root: NodeId;
  /** The other part of composite states; absent where states are values alone. */
  readonly predicates: PredicatePart | undefined;
  readonly #reached: Reached;
  readonly #deadValues: DeadValues;
  readonly #walk: BlockWalk;
  /** The state of the node that is being expanded, and that of its successor in the making. */
  readonly #source: Int32Array;
  readonly #codes: Int32Array;
  #waitlist: NodeId[] = [];
  /** Where variables may be handed over. */
  readonly #histories = new Map<NodeId, History>();
  /** A variable was dropped, and states that know it are to be computed anew. */
  #handedOver = false;

  constructor(model: Model, context: EngineContext, precision: Precision, settings: ExplicitSettings = OURS) {
    this.model = model;
    this.context = context;
    this.precision = precision;
    this.settings = settings;
    const arrays = model.variables.some((variable) => variable.type.kind === "array");
    this.states = new StateStore(model.variables.length + (arrays ? SPARE_SLOTS : 0));
    this.slots = new Slots(this.states.capacity);
    this.post = new StrongestPost(new Evaluator(this.slots, this.values), model.variables);
    this.#reached = new Reached(this.states);
    const deadValues = new DeadValues(model, settings.deadValues);
    this.#deadValues = deadValues;
    this.#walk = new BlockWalk(model, context.options.block ?? BLOCK);
    if (settings.parts === "values and predicates") this.predicates = new PredicatePart(context, deadValues);
    if (context.precision !== undefined) this.#startFrom(context.precision);
    this.#source = new Int32Array(this.states.capacity);
    this.#codes = new Int32Array(this.states.capacity);
    this.root = this.arg.addRoot(model.entry, this.states.intern(this.#codes, 0));
    this.#reached.add(model.entry, this.arg.label(this.root), this.#codes, 0, this.root);
    this.#waitlist.push(this.root);
  }

  #startFrom(saved: ReusedPrecision): void {
    const slotsOf = (followed: readonly Followed[]) =>
      followed.flatMap(({ variable, index }) => {
        const slot = index === undefined ? this.slots.scalar(variable) : this.slots.element(variable, index);
        return slot ?? [];
      });
    this.precision.start({ at: (point) => slotsOf(saved.variablesAt(point)), everywhere: slotsOf(saved.everywhere) });
    // Without predicates nobody takes them over.
    if (this.predicates !== undefined) for (const slot of slotsOf(saved.handedOver)) this.precision.drop(slot);
  }

  /** What it has learnt, to be saved. */
  get final(): FinalPrecision {
    const { precision, slots } = this;
    const followed = (of: Iterable<number>) => Array.from(of, (slot) => slots.describe(slot));
    return {
      variables: Array.from(precision.entries(), ([point, here]) => [point, followed(here)] as const),
      everywhere: followed(precision.everywhere),
      handedOver: followed(precision.dropped),
      ...this.predicates?.final,
    };
  }

  /** Explores until a target (an error or an unmodelled location) is added, which is returned, or nothing is left. */
  explore(): NodeId | undefined {
    const { arg } = this;
    for (let node = this.#waitlist.pop(); node !== undefined; node = this.#waitlist.pop()) {
      if (!arg.isLive(node) || arg.coveredBy(node) !== undefined) continue;
      this.precision.expand?.(node);
      const target = this.predicates?.isAsked === true ? this.#expandBlock(node) : this.#expandEdges(node);
      if (this.#handedOver) {
        // What was unrolled value by value is in the way: predicates would be asked about each of them.
        this.#handedOver = false;
        this.prune(this.root);
        continue;
      }
      if (target === undefined) continue;
      // The other ways on from this node are still to come.
      this.#waitlist.push(node);
      return target;
    }
    return undefined;
  }

  #expandEdges(node: NodeId): NodeId | undefined {
    const { arg, states, slots } = this;
    const edges = this.model.edgesFrom(arg.location(node));
    // Slots that its edges add are top in it: nothing is ever written past the slots of a state.
    states.load(arg.label(node), this.#source, slots.count);
    // The stack gives the last first: pushing in reverse explores the first edge first.
    for (let i = edges.length - 1; i >= 0; i -= 1) {
      const edge = edges[i] as ModelEdge;
      if (edge.target.kind === "end" || arg.hasChild(node, edge) || !this.#step(edge)) continue;
      if (this.predicates !== undefined && this.#handOver(node)) return undefined;
      const target = this.#arrive(node, edge, states.intern(this.#codes, slots.count));
      if (target !== undefined) return target;
    }
    return undefined;
  }

  endsBlock(way: Way): boolean {
    return "path" in way || this.#walk.isEnd(way);
  }

  #expandBlock(node: NodeId): NodeId | undefined {
    const { arg, predicates } = this;
    const ends = this.#walk.from(arg.location(node), arg.label(node), (state, edge) => this.#behind(node, state, edge));
    if (this.#handedOver) return undefined;
    const [targets, ordinary] = [ends.filter(isTarget), ends.filter((end) => !isTarget(end))];
    // All else would be in vain where an error can be reached. The stack gives the last first.
    for (const { passage, state } of [...targets, ...ordinary.reverse()]) {
      if (arg.hasChild(node, passage)) continue;
      const known = predicates?.post(node, passage) ?? ALL;
      if (known === EMPTY) continue;
      this.states.load(state, this.#codes, this.slots.count);
      const target = this.#arrive(node, passage, state, known);
      if (target !== undefined) return target;
    }
    return undefined;
  }

  /** The values behind an edge of a block that begins at the node; undefined where it cannot be taken. */
  #behind(node: NodeId, state: number, edge: ModelEdge): number | undefined {
    const { states, slots } = this;
    states.load(state, this.#source, slots.count);
    if (this.#handedOver || !this.#step(edge) || this.#handOver(node)) return undefined;
    return states.intern(this.#codes, slots.count);
  }

  /** The values behind an edge, from those in `#source` to `#codes`. false: it cannot be taken. */
  #step(edge: ModelEdge): boolean {
    const { slots } = this;
    this.context.budget.tick(EDGE_WORK + OP_WORK * edge.ops.length + SLOT_WORK * slots.count);
    const codes = this.#codes;
    for (let slot = 0; slot < slots.count; slot += 1) codes[slot] = this.#source[slot] as number;
    if (!this.post.edge(edge, codes)) return false;
    this.#deadValues.forget(codes, edge.target, slots);
    this.precision.restrict(codes, slots.count, edge.target.point);
    return true;
  }

  /** The values behind an edge as a state; undefined where it cannot be taken. */
  valuesBehind(state: number, edge: ModelEdge): number | undefined {
    this.states.load(state, this.#source, this.slots.count);
    return this.#step(edge) ? this.states.intern(this.#codes, this.slots.count) : undefined;
  }

  /** Adds the successor with these values, which are in `#codes`. Returns it when it is a target. */
  #arrive(node: NodeId, way: Way, state: number, known = ALL): NodeId | undefined {
    const { arg, slots } = this;
    const location = way.target;
    const successor = arg.add(node, way, state);
    this.precision.enter?.(successor, node);
    if (this.predicates !== undefined) {
      this.predicates.enter(successor, location, known);
      this.#histories.set(successor, extended(this.#histories.get(node) ?? NO_HISTORY, this.#codes, slots.count));
    }
    if (location.kind !== "ordinary") return successor;
    count(this.context.statistics, "states");
    count(this.context.statistics, "coverChecks");
    const coverer = this.#reached.coverer(location, state, this.#codes, slots.count, this.#acceptsFor(successor));
    if (coverer !== undefined) {
      arg.cover(successor, coverer);
      return undefined;
    }
    this.#reached.add(location, state, this.#codes, slots.count, successor);
    this.#waitlist.push(successor);
    return undefined;
  }

  /** Which nodes cover this one in the predicates. */
  #acceptsFor(node: NodeId): ((coverer: NodeId) => boolean) | undefined {
    const { predicates } = this;
    if (predicates?.isAsked !== true) return undefined;
    const state = predicates.stateOf(node);
    return (coverer) => isSubset(state, predicates.stateOf(coverer));
  }

  /** Drops counters that had too many values on the path to the state `#codes` behind the node. false: there is none. */
  #handOver(node: NodeId): boolean {
    const [before, codes] = [this.#source, this.#codes];
    const history = this.#histories.get(node) ?? NO_HISTORY;
    const most = this.context.options.mostValues ?? MOST_VALUES;
    for (let slot = 0; slot < this.slots.count; slot += 1) {
      if (codes[slot] === TOP || codes[slot] === before[slot]) continue;
      if (!this.#mayBeHandedOver(slot) || valuesWith(history, slot, codes[slot] as number) <= most) continue;
      this.precision.drop(slot);
      this.#handedOver = true;
      count(this.context.statistics, "handedOver");
    }
    return this.#handedOver;
  }

  #mayBeHandedOver(slot: number): boolean {
    return this.context.options.handOver !== "counters" || this.post.counters.has(this.slots.describe(slot).variable);
  }

  /** Lazy refinement: removes all below a node, which will be expanded anew with the refined precision. */
  prune(node: NodeId): void {
    const { arg, slots, states } = this;
    const scratch = new Int32Array(states.capacity);
    const orphans = arg.prune(node, (removed) => {
      states.load(arg.label(removed), scratch, slots.count);
      this.#reached.remove(arg.location(removed), arg.label(removed), scratch, slots.count, removed);
      this.predicates?.leave(removed);
      this.precision.leave?.(removed, node);
      this.#histories.delete(removed);
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

function isTarget({ passage }: BlockEnd): boolean {
  return passage.target.kind !== "ordinary";
}
