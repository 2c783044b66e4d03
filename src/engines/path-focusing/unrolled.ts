/**
 * The model with short loops unrolled: an innermost loop of which intervals show that it ends after a few rounds has a copy of
 * its body for each, and its head is no cut point there. What such a loop does is then part of a block, which the solver
 * sees exactly: that a number has at most ten digits, or that sixteen products fit into a sum, is said by no convex
 * invariant.
 *
 * Sound: executions are the same, whatever the intervals said. Behind the last copy the loop goes on as it was.
 */
import type { Domain } from "../../domains/domain.ts";
import { livenessOf } from "../../model/live.ts";
import type { Model, ModelEdge, ModelLocation } from "../../model/model.ts";
import type { WtoElement } from "../../model/view/wto.ts";
import type { Budget } from "../../util/budget.ts";
import { memoised } from "../../util/memo.ts";
import { classical, orderOf, type States } from "./chaotic-iteration.ts";
import { type Abstraction, follow } from "./transformer.ts";

// All digits of a number of 64 bits, and a few more.
const MOST_ROUNDS = 20;
// Edges of all copies: about what one block may have and still be asked about quickly.
const MOST_EDGES = 2000;
export const MOST_LOCATIONS = 3000;

/** A loop of which some rounds have copies of their own. */
export interface CopiedLoop {
  readonly head: ModelLocation;
  /** Beyond the first round. */
  readonly rounds: number;
  /** Whether copies of cut points are cut points, since there are loops inside. */
  readonly cutPoints: "kept" | "none";
}

/** Undefined where no loop is that short. */
export function withShortLoopsUnrolled(model: Model, box: Domain<unknown>, budget: Budget): Model | undefined {
  const live = livenessOf(model, MOST_LOCATIONS, { reads: "all", arrays: "always" });
  if (live === undefined) return undefined;
  const abstraction: Abstraction<unknown> = { domain: box, live, budget };
  const order = orderOf(model);
  const bodies = innermost(order);
  if (bodies.length === 0) return undefined;
  const states = classical(abstraction, model);
  const loops = new Map<ModelLocation, CopiedLoop>();
  let edges = 0;
  for (const body of bodies) {
    const rounds = roundsOf(body, model, abstraction, states);
    const size = body.reduce((sum, location) => sum + model.edgesFrom(location).length, 0) * (rounds ?? 0);
    if (rounds === undefined || edges + size > MOST_EDGES) continue;
    edges += size;
    const loop: CopiedLoop = { head: body[0] as ModelLocation, rounds, cutPoints: "none" };
    for (const location of body) loops.set(location, loop);
  }
  return loops.size === 0 ? undefined : withCopies(model, order, loops);
}

/**
 * The model with copies of the first rounds of loops.
 * @param order has all locations of the model.
 * @param loops by their locations.
 */
export function withCopies(
  model: Model,
  order: readonly WtoElement<ModelLocation>[],
  loops: ReadonlyMap<ModelLocation, CopiedLoop>,
): Model {
  return new Copied(model, order, loops).model();
}

export function locationsIn(order: readonly WtoElement<ModelLocation>[]): readonly ModelLocation[] {
  return order.flatMap((element) =>
    element.kind === "vertex" ? [element.vertex] : [element.head, ...locationsIn(element.body)],
  );
}

function innermost(order: readonly WtoElement<ModelLocation>[]): readonly (readonly ModelLocation[])[] {
  return order.flatMap((element) => {
    if (element.kind === "vertex") return [];
    const vertices = element.body.flatMap((inner) => (inner.kind === "vertex" ? [inner.vertex] : []));
    return vertices.length === element.body.length ? [[element.head, ...vertices]] : innermost(element.body);
  });
}

/** How often the head is come back to at most; undefined where that may be often. */
function roundsOf(
  body: readonly ModelLocation[],
  model: Model,
  abstraction: Abstraction<unknown>,
  states: States<ModelLocation, unknown>,
): number | undefined {
  const { domain } = abstraction;
  const inside = new Set(body);
  const head = body[0] as ModelLocation;
  let arriving = domain.bottom;
  for (const [source, state] of states) {
    if (inside.has(source)) continue;
    for (const edge of model.edgesFrom(source)) {
      if (!inside.has(edge.target)) continue;
      // A loop that is entered elsewhere has no rounds of its own.
      if (edge.target !== head) return undefined;
      arriving = domain.join(arriving, follow(abstraction, state, edge));
    }
  }
  for (let round = 0; round <= MOST_ROUNDS; round += 1) {
    if (domain.isBottom(arriving)) return round;
    arriving = afterRound(body, model, abstraction, arriving);
  }
  return undefined;
}

function afterRound(
  body: readonly ModelLocation[],
  model: Model,
  abstraction: Abstraction<unknown>,
  arriving: unknown,
): unknown {
  const { domain } = abstraction;
  const [head] = body;
  const states = new Map<ModelLocation | undefined, unknown>([[head, arriving]]);
  let back = domain.bottom;
  for (const location of body) {
    const state = states.get(location);
    if (state === undefined) continue;
    for (const edge of model.edgesFrom(location)) {
      const after = follow(abstraction, state, edge);
      if (domain.isBottom(after)) continue;
      if (edge.target === head) back = domain.join(back, after);
      else states.set(edge.target, states.has(edge.target) ? domain.join(states.get(edge.target), after) : after);
    }
  }
  return back;
}

class Copied {
  readonly #base: Model;
  readonly #loops: ReadonlyMap<ModelLocation, CopiedLoop>;
  /** Below all numbers of the model's locations, which may be copies themselves. */
  readonly #firstCopy: number;
  readonly #copies = new Map<ModelLocation, ModelLocation[]>();
  readonly #origins = new Map<ModelLocation, { readonly location: ModelLocation; readonly round: number }>();
  readonly #edges = new Map<ModelLocation, readonly ModelEdge[]>();
  #count = 0;

  constructor(base: Model, order: readonly WtoElement<ModelLocation>[], loops: ReadonlyMap<ModelLocation, CopiedLoop>) {
    this.#base = base;
    this.#loops = loops;
    this.#firstCopy = locationsIn(order).reduce((least, { id }) => Math.min(least, id), 0) - 1;
  }

  model(): Model {
    const base = this.#base;
    const isUnrolled =
      base.unrolled === true || [...this.#loops.values()].some(({ cutPoints }) => cutPoints === "none");
    return {
      program: base.program,
      properties: base.properties,
      propertySites: base.propertySites,
      entry: base.entry,
      ...(isUnrolled ? { unrolled: true as const } : {}),
      ...(base.heapObjects === undefined ? {} : { heapObjects: base.heapObjects }),
      ...(base.followsZeros === undefined ? {} : { followsZeros: base.followsZeros }),
      ...(base.followsFilled === undefined ? {} : { followsFilled: base.followsFilled }),
      ...(base.limits === undefined ? {} : { limits: base.limits }),
      // These grow while the model is explored.
      get variables() {
        return base.variables;
      },
      get overApproximations() {
        return base.overApproximations;
      },
      get assumptions() {
        return base.assumptions;
      },
      edgesFrom: (location) => memoised(this.#edges, location, () => this.#edgesFrom(location)),
    };
  }

  #edgesFrom(location: ModelLocation): readonly ModelEdge[] {
    const { location: origin, round } = this.#origins.get(location) ?? { location, round: undefined };
    return this.#base.edgesFrom(origin).map((edge) => {
      this.#count += 1;
      return { ...edge, id: this.#count, source: location, target: this.#targetOf(edge, round) };
    });
  }

  /** @param round of the copy where the edge starts; undefined: outside of copies. */
  #targetOf({ source, target }: ModelEdge, round: number | undefined): ModelLocation {
    const loop = this.#loops.get(target);
    if (loop === undefined) return target;
    // Behind the copies the loop stays what it is.
    if (this.#loops.get(source) === loop)
      return round === undefined ? target : this.#copyOf(target, target === loop.head ? round + 1 : round, loop);
    return this.#copyOf(target, 0, loop);
  }

  #copyOf(location: ModelLocation, round: number, { rounds, cutPoints }: CopiedLoop): ModelLocation {
    if (round > rounds) return location;
    const copies = memoised(this.#copies, location, () => []);
    for (let next = copies.length; next <= round; next += 1) {
      const copy: ModelLocation = {
        ...location,
        // Locations of the model are dense from 0; copies come from the other side.
        id: this.#firstCopy - this.#origins.size,
        cutPoint: cutPoints === "kept" && location.cutPoint,
      };
      copies.push(copy);
      this.#origins.set(copy, { location, round: next });
    }
    return copies[round] as ModelLocation;
  }
}
