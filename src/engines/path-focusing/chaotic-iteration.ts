/**
 * Algorithm 1: the classical analysis, over all locations and single edges, with joins where ways meet and widening at cut
 * points; then narrowing. Thresholds are not the paper's: a preset of its own widens up to them. It can be confined to some of the
 * edges, which is how guided static analysis uses it.
 */
import { supports } from "../../domains/domain.ts";
import type { Model, ModelEdge, ModelLocation } from "../../model/model.ts";
import { type WtoElement, weakTopologicalOrder } from "../../model/view/wto.ts";
import { iterate } from "./reduced-graph.ts";
import { type Thresholds, thresholdsOf } from "./thresholds.ts";
import { type Abstraction, follow } from "./transformer.ts";

/** Locations that are not there are unreachable. */
export type States<K, S> = Map<K, S>;

const NARROWING_PASSES = 3;

export interface ChaoticIteration<S> {
  readonly abstraction: Abstraction<S>;
  readonly model: Model;
  readonly order: readonly WtoElement<ModelLocation>[];
  /** Which edges take part. */
  readonly admits: (edge: ModelEdge) => boolean;
  /** What widening keeps as long as it holds; see `thresholds.ts`. */
  readonly thresholds?: Thresholds | undefined;
}

export function orderOf(model: Model): readonly WtoElement<ModelLocation>[] {
  return weakTopologicalOrder(model.entry, (location) => model.edgesFrom(location).map((edge) => edge.target));
}

/** The ascending part. Starts from what is known already: `states` is changed in place. */
export function ascend<S>(iteration: ChaoticIteration<S>, states: States<ModelLocation, S>): void {
  const { abstraction, model, order, admits, thresholds } = iteration;
  const { domain } = abstraction;
  const bodies = thresholds === undefined ? undefined : bodiesOf(order);
  const widen = (older: S, newer: S, at: ModelLocation): S =>
    thresholds !== undefined && supports(domain, "widenUpTo")
      ? domain.widenUpTo(older, newer, thresholds(at))
      : domain.widen(older, newer);
  const active = new Set(states.keys());
  iterate(order, active, (from) => {
    const state = states.get(from) as S;
    for (const edge of model.edgesFrom(from)) {
      if (!admits(edge)) continue;
      const arrived = follow(abstraction, state, edge);
      if (domain.isBottom(arrived)) continue;
      const to = edge.target;
      const known = states.get(to);
      if (known !== undefined && domain.leq(arrived, known)) continue;
      const joined = known === undefined ? arrived : domain.join(known, arrived);
      const isWidened = to.cutPoint && bodies?.get(to)?.has(from) !== false;
      states.set(to, known !== undefined && isWidened ? widen(known, joined, to) : joined);
      active.add(to);
    }
  });
}

/**
 * What lies in the loop of each head. Up to guards, only what comes from there is widened (G. Amato and F. Scozzari, "Localizing widening
 * and narrowing", SAS 2013): what enters a loop grows as long as those before it do, which says nothing of the loop itself.
 */
function bodiesOf(order: readonly WtoElement<ModelLocation>[]): ReadonlyMap<ModelLocation, ReadonlySet<ModelLocation>> {
  const bodies = new Map<ModelLocation, ReadonlySet<ModelLocation>>();
  const collect = (elements: readonly WtoElement<ModelLocation>[]): void => {
    for (const element of elements) {
      if (element.kind === "vertex") continue;
      bodies.set(element.head, new Set([element.head, ...flat(element.body)]));
      collect(element.body);
    }
  };
  collect(order);
  return bodies;
}

/** The descending part: psi# over all locations, a few times, as long as it goes down. */
export function descend<S>(iteration: ChaoticIteration<S>, states: States<ModelLocation, S>): void {
  for (let pass = 0; pass < NARROWING_PASSES; pass += 1) if (!descendOnce(iteration, states)) return;
}

/**
 * Within a pass a location takes what its predecessors before it in the order have become in the same pass, so that a
 * bound found at a loop's head reaches the loop's body at once. Sound: all of it over-approximates what is reachable.
 */
function descendOnce<S>(iteration: ChaoticIteration<S>, states: States<ModelLocation, S>): boolean {
  const { abstraction, model, admits } = iteration;
  const { domain } = abstraction;
  const incoming = new Map<ModelLocation, ModelEdge[]>();
  for (const from of states.keys())
    for (const edge of model.edgesFrom(from))
      if (admits(edge)) incoming.set(edge.target, [...(incoming.get(edge.target) ?? []), edge]);
  let changed = false;
  for (const to of flat(iteration.order)) {
    const known = states.get(to);
    if (known === undefined || to === model.entry) continue;
    let next = domain.bottom;
    for (const edge of incoming.get(to) ?? []) {
      const from = states.get(edge.source);
      if (from !== undefined) next = domain.join(next, follow(abstraction, from, edge));
    }
    if (!domain.leq(next, known) || domain.leq(known, next)) continue;
    changed = true;
    if (domain.isBottom(next)) states.delete(to);
    else states.set(to, next);
  }
  return changed;
}

export function flat<V>(order: readonly WtoElement<V>[]): V[] {
  return order.flatMap((element) =>
    element.kind === "vertex" ? [element.vertex] : [element.head, ...flat(element.body)],
  );
}

/** Algorithm 1 with narrowing. */
export function classical<S>(
  abstraction: Abstraction<S>,
  model: Model,
  upTo: "nothing" | "guards" = "nothing",
): States<ModelLocation, S> {
  const states: States<ModelLocation, S> = new Map([[model.entry, abstraction.domain.top]]);
  const order = orderOf(model);
  const thresholds = upTo === "guards" ? thresholdsOf(model, flat(order), abstraction.live) : undefined;
  const iteration = { abstraction, model, order, admits: () => true, thresholds };
  ascend(iteration, states);
  descend(iteration, states);
  return states;
}
