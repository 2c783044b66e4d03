/**
 * Lookahead widening: D. Gopan and T. Reps, CAV 2006. A state is a pair. Its main value decides which edges are feasible; its
 * pilot value goes along these and no others, and only it is widened. When the pilot has become stable it has found what the feasible
 * part of the program can do; what arrives then, one descending step below, becomes the main value ("promotion"), which may make
 * further edges feasible.
 *
 * Order: <m, p> <= <m', p'> if m < m', or m = m' and p <= p'. Joins go by parts. A pair is stable only if its main value is, so
 * the main values are the invariants. The paper's operator terminates since each promotion lets at least one more edge in; that
 * rests on monotone transformers, which inner widenings are not, so that past as many promotions of a loop's head as the program has edges
 * the main value is widened, too.
 */
import type { Model, ModelEdge, ModelLocation } from "../../model/model.ts";
import { memoised } from "../../util/memo.ts";
import { flat, orderOf, type States } from "./chaotic-iteration.ts";
import { iterate } from "./reduced-graph.ts";
import { type Abstraction, follow } from "./transformer.ts";

interface Pair<S> {
  readonly main: S;
  readonly pilot: S;
}

export function lookahead<S>(
  abstraction: Abstraction<S>,
  model: Model,
  onPromotion: () => void,
): States<ModelLocation, S> {
  const order = orderOf(model);
  const edges = flat(order).flatMap((location) => model.edgesFrom(location));
  const incoming = new Map<ModelLocation, ModelEdge[]>();
  for (const edge of edges) memoised(incoming, edge.target, () => []).push(edge);
  const pairs = new Map<ModelLocation, Pair<S>>();
  const promotions = new Map<ModelLocation, number>();
  const active = new Set([model.entry]);
  iterate(order, active, (at) => {
    const known = pairs.get(at);
    const arrived = arriving(abstraction, incoming.get(at) ?? [], pairs);
    const { top } = abstraction.domain;
    let next = at === model.entry ? { main: top, pilot: top } : arrived;
    if (next === undefined) return;
    if (at.cutPoint && known !== undefined) {
      const times = promotions.get(at) ?? 0;
      next = widen(abstraction, known, next, times < edges.length ? "published" : "main widened, too", () => {
        promotions.set(at, times + 1);
        onPromotion();
      });
    }
    if (known !== undefined && isBelow(abstraction, next, known) && isBelow(abstraction, known, next)) return;
    pairs.set(at, next);
    for (const { target } of model.edgesFrom(at)) active.add(target);
  });
  return new Map([...pairs].map(([location, { main }]) => [location, main]));
}

/** What all edges bring: not joined with what was known, so that a pilot that is stable comes back narrowed. */
function arriving<S>(
  abstraction: Abstraction<S>,
  edges: readonly ModelEdge[],
  pairs: ReadonlyMap<ModelLocation, Pair<S>>,
): Pair<S> | undefined {
  const { domain } = abstraction;
  let arrived: Pair<S> | undefined;
  for (const edge of edges) {
    const source = pairs.get(edge.source);
    if (source === undefined) continue;
    const main = follow(abstraction, source.main, edge);
    // The pilot does not go where the main value cannot.
    if (domain.isBottom(main)) continue;
    const pilot = source.pilot === source.main ? main : follow(abstraction, source.pilot, edge);
    if (arrived === undefined) arrived = { main, pilot };
    else if (arrived.pilot === arrived.main && pilot === main) {
      const both = domain.join(arrived.main, main);
      arrived = { main: both, pilot: both };
    } else arrived = { main: domain.join(arrived.main, main), pilot: domain.join(arrived.pilot, pilot) };
  }
  return arrived;
}

function isBelow<S>({ domain }: Abstraction<S>, smaller: Pair<S>, larger: Pair<S>): boolean {
  if (!domain.leq(smaller.main, larger.main)) return false;
  return !domain.leq(larger.main, smaller.main) || domain.leq(smaller.pilot, larger.pilot);
}

/** The widening of pairs, as published: keep, promote, or widen the pilot. */
function widen<S>(
  abstraction: Abstraction<S>,
  older: Pair<S>,
  newer: Pair<S>,
  promotion: "published" | "main widened, too",
  onPromotion: () => void,
): Pair<S> {
  const { domain } = abstraction;
  if (isBelow(abstraction, newer, older)) return older;
  const both = domain.join(older.main, newer.main);
  if (!domain.leq(newer.pilot, older.pilot)) return { main: both, pilot: domain.widen(older.pilot, newer.pilot) };
  onPromotion();
  const main = promotion === "published" ? newer.pilot : domain.widen(older.main, domain.join(both, newer.pilot));
  return { main, pilot: main };
}
