/**
 * The control-flow graph as the paper wants it (section 2), made from the model: every edge is a conjunctive
 * straight-line step, so that its image and preimage are exact in the linear fragment; every loop head is entered by
 * one edge and re-entered by one edge, several of either being joined in a merge place in front of it; all errors are
 * one place. Disjunctive guards have become parallel edges (alternatives.ts), tests of constants that the step before
 * set are decided (threading), and what cannot reach the error is gone.
 *
 * Every control edge remembers the model edges it stands for, so that a path maps back.
 */
import { holds } from "../../logic/evaluate.ts";
import type { Variable } from "../../logic/term.ts";
import { Liveness } from "../../model/live.ts";
import type { Model, ModelEdge, ModelLocation, ModelOp } from "../../model/model.ts";
import { isBad } from "../../model/view/blocks.ts";
import { headsOf, weakTopologicalOrder } from "../../model/view/wto.ts";
import type { Int } from "../../numbers/int.ts";
import type { Budget } from "../../util/budget.ts";
import { alternatives, type Splitting } from "./alternatives.ts";
import { nestingOf } from "./order.ts";
import type { Settings } from "./settings.ts";

export interface Place {
  readonly id: number;
  /** Undefined for the error, and for a merge in front of a loop head. */
  readonly location: ModelLocation | undefined;
  readonly edges: ControlEdge[];
  readonly incoming: ControlEdge[];
  role: "plain" | "merge" | "loophead" | "error";
  /** Its place in the weak topological order: indices from the outermost component inwards. */
  nesting: readonly number[];
}

export interface ControlEdge {
  readonly id: number;
  readonly source: Place;
  readonly target: Place;
  readonly ops: readonly ModelOp[];
  readonly path: readonly ModelEdge[];
  /** Where the error it leads to is, for edges into the error place. */
  readonly failure: ModelLocation | undefined;
  /** Closes a cycle through its target, a loop head. */
  back: boolean;
  /** Variables nobody reads after it. */
  dead: readonly Variable[];
}

export interface ControlGraph {
  readonly entry: Place;
  readonly error: Place;
  readonly places: readonly Place[];
  /** Locations from which no path leads to the error. */
  readonly fruitless: ReadonlySet<ModelLocation>;
}

/** A composed edge of more operations than this is no longer a step. */
const LONGEST = 400;
/** Edges that threading may add to a place. */
const MOST_THREADED = 24;

export function buildControlGraph(
  model: Model,
  budget: Budget,
  { cases, forgetting }: Pick<Settings, "cases" | "forgetting">,
): ControlGraph {
  const builder = new Builder(budget);
  builder.read(model, cases);
  builder.thread();
  builder.contract();
  builder.prune();
  return builder.finish(forgetting);
}

class Builder {
  readonly #budget: Budget;
  readonly #places: Place[] = [];
  #entry: Place | undefined;
  #nextEdge = 0;
  readonly error: Place;
  readonly #fruitless = new Set<ModelLocation>();

  constructor(budget: Budget) {
    this.#budget = budget;
    this.error = this.#place(undefined, "error");
  }

  #place(location: ModelLocation | undefined, role: Place["role"]): Place {
    const place: Place = { id: this.#places.length, location, edges: [], incoming: [], role, nesting: [] };
    this.#places.push(place);
    return place;
  }

  #connect(
    source: Place,
    target: Place,
    ops: readonly ModelOp[],
    path: readonly ModelEdge[],
    failure: ModelLocation | undefined,
  ): void {
    this.#budget.tick(1 + ops.length);
    const id = this.#nextEdge++;
    const edge: ControlEdge = { id, source, target, ops, path, failure, back: false, dead: [] };
    source.edges.push(edge);
    target.incoming.push(edge);
  }

  #disconnect(edge: ControlEdge): void {
    edge.source.edges.splice(edge.source.edges.indexOf(edge), 1);
    edge.target.incoming.splice(edge.target.incoming.indexOf(edge), 1);
  }

  read(model: Model, splitting: Splitting): void {
    const known = new Map<ModelLocation, Place>();
    const pending: ModelLocation[] = [];
    const at = (location: ModelLocation): Place => {
      if (isBad(location)) return this.error;
      let place = known.get(location);
      if (place === undefined) {
        place = this.#place(location, "plain");
        known.set(location, place);
        pending.push(location);
      }
      return place;
    };
    this.#entry = at(model.entry);
    for (let i = 0; i < pending.length; i++) {
      const location = pending[i]!;
      const source = at(location);
      for (const edge of model.edgesFrom(location)) {
        if (edge.target.kind === "end") continue;
        const target = at(edge.target);
        const failure = target === this.error ? edge.target : undefined;
        for (const ops of alternatives(edge.ops, splitting)) this.#connect(source, target, ops, [edge], failure);
      }
    }
  }

  /** An edge that sets what the edges after its target test goes on to where the tests lead. */
  thread(): void {
    const work = this.#places.filter((place) => place.incoming.length > 1);
    for (let place = work.pop(); place !== undefined; place = work.pop()) {
      if (!this.#isInner(place)) continue;
      for (const edge of [...place.incoming]) {
        if (edge.source === place || place.edges.length > MOST_THREADED) continue;
        const constants = constantsAfter(edge.ops);
        if (constants.size === 0) continue;
        const feasible = place.edges.filter((next) => !contradicts(next.ops, constants));
        if (feasible.length === place.edges.length || feasible.length > 1) continue;
        this.#disconnect(edge);
        for (const next of feasible) {
          this.#compose(edge, next);
          if (next.target.incoming.length > 1) work.push(next.target);
        }
      }
    }
  }

  #isInner(place: Place): boolean {
    return place !== this.#entry && place !== this.error && place.location?.cutPoint === false;
  }

  #compose(first: ControlEdge, second: ControlEdge): void {
    this.#connect(
      first.source,
      second.target,
      [...first.ops, ...second.ops],
      [...first.path, ...second.path],
      second.failure,
    );
  }

  /** A place on the way from one place to one other is no place of its own. */
  contract(): void {
    for (const place of this.#places) {
      const [before] = place.incoming;
      const [after] = place.edges;
      if (!this.#isInner(place) || before === undefined || after === undefined) continue;
      if (place.incoming.length !== 1 || place.edges.length !== 1 || before.source === place) continue;
      if (before.ops.length + after.ops.length > LONGEST) continue;
      this.#disconnect(before);
      this.#disconnect(after);
      this.#compose(before, after);
    }
  }

  /** Drops edges from which no path leads to the error, and those that no path from the entry leads to. */
  prune(): void {
    const fruitful = reachable([this.error], (place) => place.incoming.map((edge) => edge.source));
    const alive = reachable([this.#entry!], (place) =>
      place.edges.map((edge) => edge.target).filter((target) => fruitful.has(target)),
    );
    for (const place of this.#places) {
      if (!fruitful.has(place) && place.location !== undefined) this.#fruitless.add(place.location);
      for (const edge of [...place.edges]) if (!alive.has(place) || !fruitful.has(edge.target)) this.#disconnect(edge);
    }
  }

  finish(forgetting: Settings["forgetting"]): ControlGraph {
    const entry = this.#entry!;
    const successors = (place: Place): Place[] => place.edges.map((edge) => edge.target);
    const first = weakTopologicalOrder(entry, successors);
    nestingOf(first);
    const heads = headsOf(first);
    for (const head of heads) this.#gate(head);
    const order = weakTopologicalOrder(entry, successors);
    const places = nestingOf(order);
    for (const place of places) {
      if (place.role === "error") continue;
      place.role = heads.has(place) ? "loophead" : place.incoming.length > 1 ? "merge" : "plain";
      for (const edge of place.edges) edge.back = heads.has(edge.target) && isInside(place, edge.target);
    }
    if (!places.includes(this.error)) places.push(this.error);
    this.#forgetDead(places, forgetting);
    return { entry, error: this.error, places, fruitless: this.#fruitless };
  }

  /** Temporaries of conditions would otherwise be columns of every polyhedron. */
  #forgetDead(places: readonly Place[], forgetting: Settings["forgetting"]): void {
    const edges = places.flatMap((place) => place.edges);
    const liveness = new Liveness(edges, { reads: "needed", tick: ({ ops }) => this.#budget.tick(1 + ops.length) });
    const isForgotten = ({ role }: Variable) => forgetting === "all" || (role !== "global" && role !== "local");
    for (const edge of edges) edge.dead = liveness.dyingOn(edge).filter(isForgotten);
  }

  /** Several ways into a loop head, or back to it, meet in front of it. */
  #gate(head: Place): void {
    const back = head.incoming.filter((edge) => isInside(edge.source, head));
    const forward = head.incoming.filter((edge) => !isInside(edge.source, head));
    for (const group of [forward, back]) {
      if (group.length < 2) continue;
      const gate = this.#place(undefined, "merge");
      for (const edge of group) {
        this.#disconnect(edge);
        this.#connect(edge.source, gate, edge.ops, edge.path, undefined);
      }
      this.#connect(gate, head, [], [], undefined);
    }
  }
}

/** Is a place in the component of a head? Their nestings then begin alike. */
function isInside(place: Place, head: Place): boolean {
  const depth = head.nesting.length - 1;
  return place.nesting.length > depth && head.nesting.slice(0, depth).every((index, i) => place.nesting[i] === index);
}

function reachable(starts: readonly Place[], next: (place: Place) => readonly Place[]): Set<Place> {
  const seen = new Set(starts);
  for (const place of seen) for (const other of next(place)) seen.add(other);
  return seen;
}

/** Variables that certainly have a known value after the operations, by assignments of constants. */
function constantsAfter(ops: readonly ModelOp[]): Map<Variable, Int> {
  const constants = new Map<Variable, Int>();
  for (const op of ops) {
    if (op.kind === "assume") continue;
    if (op.kind === "assign" && op.value.kind === "integer") constants.set(op.target, op.value.value);
    else constants.delete(op.target);
  }
  return constants;
}

/** Do the operations, up to their first change of a variable, exclude these values? */
function contradicts(ops: readonly ModelOp[], constants: ReadonlyMap<Variable, Int>): boolean {
  for (const op of ops) {
    if (op.kind !== "assume") return false;
    if (holds(op.condition, { valueOf: (of) => constants.get(of) }) === false) return true;
  }
  return false;
}
