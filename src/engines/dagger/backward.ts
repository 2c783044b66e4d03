/**
 * Deep counterexamples: cached error preimages (section 4) carried on backwards. Refinement alone comes about one
 * iteration of a loop closer to the start each time; here the error cubes go on from place to place, through the loops,
 * without another exploration in between. A cube that comes to the entry is a counterexample to run.
 *
 * The search is best first. How far a cube is from the start is what its constraints lack in the first state that the
 * outermost loop around it had; cubes of a place that lack the same as earlier ones look a little farther each time.
 *
 * Sound: cubes only guide. The states that bound them are those of one exploration without refinement; no cube being
 * left proves nothing here, and a counterexample counts only after it was run.
 */
import type { ControlEdge, Place } from "./control-graph.ts";
import { type Cube, EVERYTHING, halves, isWithin } from "./cube.ts";
import { Exploration } from "./exploration.ts";
import type { Node } from "./reached.ts";
import type { ErrorState } from "./refine.ts";

interface Found {
  readonly place: Place;
  readonly error: ErrorState;
  readonly distance: number;
  /** Within a later cube of its place. */
  superseded: boolean;
}

/** A search of more cubes than this has lost its way, and each cube is compared with those before it. */
const MOST_CUBES = 10_000;

export class BackwardSearch<S> {
  readonly #exploration: Exploration<S>;
  /** The states of each place, joined. */
  readonly #states = new Map<Place, S>();
  readonly #first = new Map<Place, Node<S>>();
  /** The heads of outermost loops, by their index in the weak topological order. */
  readonly #heads = new Map<number | undefined, Place>();
  readonly #known = new Map<Place, Found[]>();
  /** Cubes to go on from, the newest last. */
  #open: Found[] = [];
  #spent = 0;
  #done = 0;
  readonly #repeated = new Map<string, number>();

  constructor({ graph, space, settings, context }: Exploration<S>) {
    const plain = new Exploration(graph, space, settings, context);
    while (plain.step());
    this.#exploration = plain;
    for (const node of plain.reached.nodes()) {
      const { place, state } = node;
      const known = this.#states.get(place);
      this.#states.set(place, known === undefined ? state : space.join(known, state));
      if (node.id < (this.#first.get(place)?.id ?? Number.POSITIVE_INFINITY)) this.#first.set(place, node);
      if (place.role === "loophead" && place.nesting.length === 2) this.#heads.set(place.nesting[0], place);
    }
    for (const edge of graph.error.incoming) this.#back(EVERYTHING, edge, undefined);
  }

  /** Goes on until it has done as much work as all the rest; yields the cubes at the entry. */
  *search(): Generator<ErrorState> {
    const { budget } = this.#exploration.context;
    while (this.#spent <= budget.spent - this.#spent && this.#done++ < MOST_CUBES) {
      const before = budget.spent;
      this.#open = this.#open.filter(({ superseded }) => !superseded);
      const [first, ...others] = this.#open;
      if (first === undefined) return;
      // Of the nearest the newest.
      const found = others.reduce((best, one) => (one.distance <= best.distance ? one : best), first);
      found.superseded = true;
      this.#exploration.space.count("searchedCubes");
      const { place, error } = found;
      if (place === this.#exploration.graph.entry) yield error;
      for (const edge of place.incoming) this.#back(error.cube, edge, error);
      this.#spent += budget.spent - before;
    }
  }

  #back(cube: Cube, edge: ControlEdge, next: ErrorState | undefined): void {
    const { space } = this.#exploration;
    const place = edge.source;
    const state = this.#states.get(place);
    if (state === undefined) return;
    for (const before of space.Preimage(cube, edge, state)) {
      const known = this.#known.get(place) ?? [];
      if (known.some(({ error }) => isWithin(before, error.cube))) continue;
      const kept = known.filter((one) => {
        const isLess = isWithin(one.error.cube, before);
        one.superseded ||= isLess;
        return !isLess;
      });
      const distance = this.#distance(place, before);
      const found: Found = { place, error: { cube: before, edge, next }, distance, superseded: false };
      this.#known.set(place, [...kept, found]);
      this.#open.push(found);
    }
  }

  #distance(place: Place, cube: Cube): number {
    const { space } = this.#exploration;
    const origin = this.#first.get(this.#heads.get(place.nesting[0]) ?? place)?.image ?? space.domain.top;
    const lacking: string[] = [];
    let total = 0;
    for (const { expression } of cube.flatMap(halves)) {
      const { variables, coefficients, constant } = expression;
      let least = Number(constant);
      for (const [i, of] of variables.entries()) {
        const { low, high } = space.bounds(origin, of);
        const coefficient = Number(coefficients[i]);
        least += coefficient * Number(coefficient > 0 ? low : high);
      }
      if (least <= 0 || Number.isNaN(least)) continue;
      total += least;
      lacking.push(`${variables.map(({ id }) => id).join()}:${coefficients.join()}:${least}`);
    }
    const what = `${place.id} ${lacking.sort().join(" ")}`;
    const repeated = this.#repeated.get(what) ?? 0;
    this.#repeated.set(what, repeated + 1);
    return total + repeated;
  }
}
