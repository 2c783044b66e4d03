/**
 * Location-specific precision Pi : L -> 2^X (paper, section 3): which slots the analysis tracks at which point of the
 * program. A point is shared by all call strings that reach it. A slot that refinement has asked for at many points is
 * tracked everywhere from then on: asking point by point would only repeat the same refinement.
 * With a value threshold, a slot that takes more different values than that is given up for good: it is handed over to
 * a domain that can say more than values (paper, section 3, auxiliary predicate analysis).
 */
import type { Location } from "../../cfa/cfa.ts";
import { TOP } from "./values.ts";

// A state variable of a protocol is asked for at nearly all points in the end; below 8 it may be local business.
const WIDESPREAD = 8;

export interface Precision {
  /** Sets every slot that is not tracked at the point to top, in place. */
  restrict(codes: Int32Array, slots: number, point: Location): void;
  tracks(slot: number, point: Location): boolean;
  /** Slots tracked somewhere: what reports and statistics count. */
  tracked(): ReadonlySet<number>;
}

/** `explicit:full`: everything is tracked. */
export const FULL: Precision = {
  restrict: () => {},
  tracks: () => true,
  tracked: () => new Set(),
};

export class LazyPrecision implements Precision {
  readonly #at = new Map<Location, Set<number>>();
  readonly #everywhere = new Set<number>();
  readonly #places = new Map<number, number>();
  readonly #threshold: number;
  readonly #values = new Map<number, Set<number>>();
  readonly #givenUp = new Set<number>();

  /** @param threshold different values of one slot before it is given up; Infinity for the purely explicit analysis. */
  constructor(threshold = Number.POSITIVE_INFINITY) {
    this.#threshold = threshold;
  }

  /** Slots that took more different values than the threshold allows. */
  givenUp(): ReadonlySet<number> {
    return this.#givenUp;
  }

  tracks(slot: number, point: Location): boolean {
    return !this.#givenUp.has(slot) && (this.#everywhere.has(slot) || this.#at.get(point)?.has(slot) === true);
  }

  /** Pi(point) grows by the slots. */
  add(point: Location, slots: Iterable<number>): void {
    let here = this.#at.get(point);
    if (here === undefined) {
      here = new Set();
      this.#at.set(point, here);
    }
    for (const slot of slots) {
      if (here.has(slot)) continue;
      here.add(slot);
      const places = (this.#places.get(slot) ?? 0) + 1;
      this.#places.set(slot, places);
      if (places >= WIDESPREAD) this.#everywhere.add(slot);
    }
  }

  restrict(codes: Int32Array, slots: number, point: Location): void {
    const here = this.#at.get(point);
    for (let slot = 0; slot < slots; slot += 1) {
      if (codes[slot] !== TOP && !this.#everywhere.has(slot) && here?.has(slot) !== true) codes[slot] = TOP;
    }
    if (this.#threshold !== Number.POSITIVE_INFINITY) this.#enforceThreshold(codes, slots);
  }

  #enforceThreshold(codes: Int32Array, slots: number): void {
    for (let slot = 0; slot < slots; slot += 1) {
      if (codes[slot] === TOP) continue;
      let values = this.#values.get(slot);
      if (values === undefined) {
        values = new Set();
        this.#values.set(slot, values);
      }
      values.add(codes[slot] as number);
      if (values.size > this.#threshold) this.#givenUp.add(slot);
      if (this.#givenUp.has(slot)) codes[slot] = TOP;
    }
  }

  tracked(): ReadonlySet<number> {
    return new Set(this.#places.keys());
  }
}
