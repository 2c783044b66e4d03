/**
 * The successors of a state over a block: values edge by edge, in topological order, so that all ways to a location are known
 * before it is left, and states with equal values are one.
 */
import type { Model, ModelEdge, ModelLocation } from "../../model/model.ts";
import { blockFrom, isCut } from "../../model/view/blocks.ts";
import { memoised } from "../../util/memo.ts";
import type { BlockEnds } from "../cutpoint-graph.ts";
import { type Passage, type PathFormula, PathFormulas } from "./path-formula.ts";

/** Where a block ends, and with which values. */
export interface BlockEnd {
  readonly passage: Passage;
  readonly state: number;
}

/** Places in a topological order; none where a block ends behind every edge. */
type Order = ReadonlyMap<ModelLocation, number> | "none";

type Arrivals = Map<ModelLocation, Map<number, ReturnType<PathFormulas["arrival"]>[]>>;

/** The values behind an edge; undefined where it cannot be taken with those before it. */
type Post = (state: number, edge: ModelEdge) => number | undefined;

export class BlockWalk {
  readonly #model: Model;
  readonly #ends: BlockEnds;
  readonly #formulas = new PathFormulas();
  readonly #orders = new Map<ModelLocation, Order>();

  constructor(model: Model, ends: BlockEnds) {
    this.#model = model;
    this.#ends = ends;
  }

  /** What may follow the state, in the order in which it was found. */
  from(start: ModelLocation, state: number, post: Post): readonly BlockEnd[] {
    const order = this.#ends === "edge" ? "none" : this.#orderFrom(start);
    const inside: Arrivals = new Map();
    const ends: Arrivals = new Map();
    const leave = (formula: PathFormula, values: number) => {
      for (const edge of this.#model.edgesFrom(formula.location)) {
        if (edge.target.kind === "end") continue;
        const after = post(values, edge);
        if (after === undefined) continue;
        const here = order === "none" || this.isEnd(edge) ? ends : inside;
        const states = memoised(here, edge.target, () => new Map());
        memoised(states, after, () => []).push(this.#formulas.arrival(formula, edge));
      }
    };
    leave(this.#formulas.start(start), state);
    for (let next = earliest(inside, order); next !== undefined; next = earliest(inside, order)) {
      const states = inside.get(next) ?? [];
      inside.delete(next);
      for (const [values, arrivals] of states) leave(this.#formulas.disjunction(arrivals), values);
    }
    return [...ends.values()].flatMap((states) =>
      Array.from(states, ([values, arrivals]): BlockEnd => {
        return { passage: this.#formulas.passage(this.#formulas.disjunction(arrivals)), state: values };
      }),
    );
  }

  /** Whether a block ends behind the edge. Edges run through calls: a function begins with the first location inside. */
  isEnd({ source, target }: ModelEdge): boolean {
    if (this.#ends === "edge" || isCut(target)) return true;
    return this.#ends === "loop+function" && target.context.depth > source.context.depth;
  }

  /** Of what follows until the next loop. Where that is too much to be looked at as one, blocks are edges. */
  #orderFrom(start: ModelLocation): Order {
    return memoised(this.#orders, start, () => {
      const block = blockFrom(this.#model, start);
      if (block === undefined) return "none";
      const places = new Map<ModelLocation, number>();
      for (const { source } of block.edges) if (!places.has(source)) places.set(source, places.size);
      return places;
    });
  }
}

function earliest(inside: Arrivals, order: Order): ModelLocation | undefined {
  let first: ModelLocation | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const location of inside.keys()) {
    const place = order === "none" ? 0 : (order.get(location) as number);
    if (place >= least) continue;
    first = location;
    least = place;
  }
  return first;
}
