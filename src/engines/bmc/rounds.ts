/**
 * The program unrolled by the rounds of its loops (Clarke, Kroening, Lerda, "A Tool for Checking ANSI-C Programs", TACAS 2004,
 * section 3): every loop up to a number of rounds each time that it is entered, in an order in which all rounds of a loop come
 * before what follows it, so that all ways out of a loop meet there and go on as one: whoever leaves a loop waits until nobody
 * else can come out of it, and whoever comes by a loop until it is over.
 *
 * Unwinding further goes over the places again, and what no further way leads to is what it was. The rest is made again of the
 * same unknowns: an execution of fewer rounds is one of more, with the same inputs, and what a solver has learnt of it stays true.
 */
import type { Model, ModelLocation } from "../../model/model.ts";
import { type Place, Places } from "../../model/view/rounds.ts";
import { Heap } from "../../util/heap.ts";
import { memoised } from "../../util/memo.ts";
import { type Arrival, type Followed, type GoesOn, type Node, Unknowns, type Unrolling } from "./unrolling.ts";

/** What there is within so many rounds. */
export interface Unwound {
  readonly errors: readonly Node[];
  readonly unmodelled: readonly Node[];
  /** Where executions would go on. */
  readonly beyond: readonly Node[];
  /** Where they were followed from, by the names of the places. */
  readonly places: ReadonlySet<string>;
}

/** Whether executions may come to a node of a place; where they do not, it is not followed. */
export type MayReach = (node: Node, place: Place) => boolean;

/** A place as it was unrolled last. */
interface Unrolled {
  readonly arrivals: readonly Arrival[];
  readonly node: Node;
  /** Undefined where executions do not come there. */
  readonly followed: Followed | undefined;
}

export class RoundUnrolling {
  readonly #unrolling: Unrolling;
  readonly #mayReach: MayReach;
  readonly #places: Places;
  readonly #entry: ModelLocation;
  #start: Unrolled;
  /**
   * Whether ways out of loops wait for each other. Not where a loop has several entries: which round a way belongs to then depends
   * on who waits for whom, and the checker, which then goes from cut point to cut point, too, should find the same rounds.
   */
  #waits = true;
  readonly #unknowns = new Map<Place, Unknowns>();
  readonly #unrolled = new Map<Place, Unrolled>();

  constructor(model: Model, unrolling: Unrolling, mayReach: MayReach = () => true) {
    this.#unrolling = unrolling;
    this.#mayReach = mayReach;
    this.#places = new Places(model);
    this.#entry = model.entry;
    this.#start = this.#started();
  }

  #started(): Unrolled {
    const node = this.#unrolling.start(this.#entry);
    const unknowns = memoised(this.#unknowns, this.#places.entry, () => new Unknowns());
    const goesOn: GoesOn = (location, cuts) =>
      !this.#waits || this.#places.goesOn(this.#places.entry, location, cuts, undefined);
    return { arrivals: [], node, followed: this.#unrolling.follow([node], unknowns, goesOn) };
  }

  /**
   * All executions in which no loop has more than `most` rounds from one entry of it to the next, and no function more than `most`
   * activations behind its first one.
   */
  unwind(most: number): Unwound {
    const [errors, unmodelled, beyond]: [Node[], Node[], Node[]] = [[], [], []];
    const names = new Set<string>();
    const over = new Set<Place>();
    let again = false;
    const waiting = new Map<Place, Arrival[]>();
    const queue = new Heap<Place>((a, b) => this.#places.compare(a, b) < 0);
    const goOn = (place: Place, { followed }: Unrolled) => {
      if (followed === undefined) return;
      over.add(place);
      // The checker goes from cut point to cut point.
      if (place === this.#places.entry || place.location.cutPoint) names.add(place.name);
      errors.push(...followed.errors);
      unmodelled.push(...followed.unmodelled);
      for (const [location, arrivals] of followed.onward) {
        const target = this.#places.after(place, location, (one) => over.has(one));
        if (this.#waits && target !== this.#places.after(place, location, () => false)) again = true;
        const there = memoised(waiting, target, () => {
          queue.add(target);
          return [];
        });
        there.push(...arrivals);
      }
    };
    goOn(this.#places.entry, this.#start);
    for (let place = queue.take(); place !== undefined; place = queue.take()) {
      const arrivals = waiting.get(place) as Arrival[];
      waiting.delete(place);
      if (isBeyond(place, most)) beyond.push(this.#unrolling.merge(place.location, arrivals));
      else goOn(place, this.#unroll(place, arrivals, queue.first()));
    }
    if (again) {
      this.#waits = false;
      this.#unrolled.clear();
      this.#start = this.#started();
      return this.unwind(most);
    }
    return { errors, unmodelled, beyond, places: names };
  }

  /** What follows the arrivals at a place; as it was where they are the same as before. */
  #unroll(place: Place, arrivals: readonly Arrival[], first: Place | undefined): Unrolled {
    const before = this.#unrolled.get(place);
    if (before?.arrivals.length === arrivals.length && before.arrivals.every((one, i) => one === arrivals[i]))
      return before;
    const node = this.#unrolling.merge(place.location, arrivals);
    const unknowns = memoised(this.#unknowns, place, () => new Unknowns());
    const goesOn: GoesOn = (location, cuts) => !this.#waits || this.#places.goesOn(place, location, cuts, first);
    const followed = this.#mayReach(node, place) ? this.#unrolling.follow([node], unknowns, goesOn) : undefined;
    const unrolled = { arrivals, node, followed };
    this.#unrolled.set(place, unrolled);
    return unrolled;
  }
}

function isBeyond({ location: { recursion = 0 }, rounds }: Place, most: number): boolean {
  return recursion > most || rounds.some(({ count }) => count > most);
}
