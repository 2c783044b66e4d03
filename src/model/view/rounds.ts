/**
 * Places of an unrolling by the rounds of loops: a cut point, or where ways out of loops may meet, together with how often execution has come to the cut points of the
 * loops around it since it entered them, so that an inner loop counts anew whenever it is entered. Ways that come to the same
 * place may be merged: what was done in a loop that is over does not matter to the place.
 *
 * Which place an arrival belongs to decides only how large an unrolling is. Sound: whoever unrolls follows every arrival, wherever
 * it is put, or proves that it does not happen; and an execution waits at one place at a time.
 */
import { memoised } from "../../util/memo.ts";
import type { Model, ModelLocation } from "../model.ts";
import { ExecutionOrder } from "./execution-order.ts";

export interface Place {
  readonly location: ModelLocation;
  /** Outermost loop first; the last is that of the location itself, where it is a cut point. None at the entry. */
  readonly rounds: readonly Round[];
  /** Says what the place is: the same in any unrolling of the model. */
  readonly name: string;
}

interface Round {
  readonly head: ModelLocation;
  readonly count: number;
}

export class Places {
  readonly order: ExecutionOrder;
  readonly #known = new Map<string, Place>();
  readonly #next = new Map<Place, Map<ModelLocation, Place>>();
  readonly entry: Place;

  constructor({ program, entry }: Model) {
    this.order = new ExecutionOrder(program);
    this.entry = this.#place(entry, []);
  }

  /** Negative where executions come to `a` first. */
  compare(a: Place, b: Place): number {
    for (let i = 0; ; i++) {
      const [left, right] = [a.rounds[i], b.rounds[i]];
      if (left === undefined || right === undefined) return this.order.compare(a.location, b.location);
      if (left.head !== right.head) return this.order.compare(left.head, right.head);
      if (left.count !== right.count) return left.count - right.count;
    }
  }

  /**
   * Where a block that starts at a place leads. Where that place is over, since a loop has several entries, the arrival counts
   * as one in a later round.
   */
  after(place: Place, location: ModelLocation, isOver: (place: Place) => boolean): Place {
    let next = this.#after(place, location);
    while (isOver(next)) next = this.#after(next, location);
    return next;
  }

  /**
   * Whether ways that started at a place may pass a location now, where others wait at these cut points: it is in the same
   * loops, and nobody who waits comes to it later, other than in the next round.
   */
  goesOn(place: Place, location: ModelLocation, waiting: Iterable<ModelLocation>, first: Place | undefined): boolean {
    const { rounds } = place;
    if (!rounds.every(({ head }) => this.order.isInLoopOf(head, location))) return false;
    for (const cut of waiting)
      if (this.order.compare(cut, location) < 0 && !this.order.isInLoopOf(cut, location)) return false;
    return first === undefined || this.compare(this.#after(place, location), first) < 0;
  }

  /** Loops that the location is not in are left, its own goes round. */
  #after(place: Place, location: ModelLocation): Place {
    const next = memoised(this.#next, place, () => new Map());
    return memoised(next, location, () => {
      const around = place.rounds.filter(({ head }) => head !== location && this.order.isInLoopOf(head, location));
      const own = place.rounds.find(({ head }) => head === location)?.count ?? 0;
      // Counted only where executions come again by a cycle that no cut point of this order breaks.
      if (!location.cutPoint && own === 0 && place.location !== location) return this.#place(location, around);
      return this.#place(location, [...around, { head: location, count: own + 1 }]);
    });
  }

  #place(location: ModelLocation, rounds: readonly Round[]): Place {
    const name = `${location.id} ${rounds.map(({ head, count }) => `${head.id}:${count}`).join(" ")}`;
    return memoised(this.#known, name, () => ({ location, rounds, name }));
  }
}
