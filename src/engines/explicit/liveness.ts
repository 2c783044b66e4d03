/**
 * Which variables may still be read: a value that will be overwritten before anybody reads it only keeps states apart.
 * Backward data flow over the model's locations, all of them, feasible or not. The view is lazy and may be huge, so
 * beyond a limit nothing is computed and every variable counts as live, which is sound. Arrays always count as live.
 */
import type { Variable } from "../../logic/term.ts";
import type { Model, ModelEdge, ModelLocation } from "../../model/model.ts";
import { readBy } from "./path-slice.ts";
import type { Slots } from "./slots.ts";
import { TOP } from "./values.ts";

// Beyond this many locations the bit sets cost more than the merged states save.
const LOCATION_LIMIT = 30_000;

export class Liveness {
  readonly #index = new Map<Variable, number>();
  readonly #live = new Map<ModelLocation, Uint32Array>();
  readonly #dead = new Map<ModelLocation, { readonly slots: number; readonly dead: readonly number[] }>();
  readonly #known: boolean;

  constructor(model: Model) {
    const locations = exploreAll(model);
    this.#known = locations !== undefined;
    if (locations === undefined) return;
    for (const location of locations) for (const edge of model.edgesFrom(location)) this.#number(edge);
    const words = (this.#index.size + 31) >>> 5;
    for (const location of locations) this.#live.set(location, new Uint32Array(words));
    this.#solve(model, locations, words);
  }

  /** Sets the slots of variables that are dead at the location to top, in place. */
  restrict(codes: Int32Array, location: ModelLocation, slots: Slots): void {
    if (!this.#known) return;
    let entry = this.#dead.get(location);
    if (entry === undefined || entry.slots !== slots.count) {
      entry = { slots: slots.count, dead: this.#deadSlots(location, slots) };
      this.#dead.set(location, entry);
    }
    for (const slot of entry.dead) codes[slot] = TOP;
  }

  #deadSlots(location: ModelLocation, slots: Slots): number[] {
    const live = this.#live.get(location);
    if (live === undefined) return [];
    const dead: number[] = [];
    for (let slot = 0; slot < slots.count; slot += 1) {
      const { variable, index } = slots.describe(slot);
      if (index !== undefined) continue;
      const bit = this.#index.get(variable);
      if (bit !== undefined && (((live[bit >>> 5] as number) >>> (bit & 31)) & 1) === 0) dead.push(slot);
    }
    return dead;
  }

  #number(edge: ModelEdge): void {
    for (const op of edge.ops) {
      for (const variable of readBy(op)) if (!this.#index.has(variable)) this.#index.set(variable, this.#index.size);
      if (op.kind !== "assume" && !this.#index.has(op.target)) this.#index.set(op.target, this.#index.size);
    }
  }

  /** Round-robin in reverse order of discovery, until nothing changes. */
  #solve(model: Model, locations: readonly ModelLocation[], words: number): void {
    const scratch = new Uint32Array(words);
    for (let changed = true; changed; ) {
      changed = false;
      for (let i = locations.length - 1; i >= 0; i -= 1) {
        const location = locations[i] as ModelLocation;
        const live = this.#live.get(location) as Uint32Array;
        for (const edge of model.edgesFrom(location)) {
          scratch.set(this.#live.get(edge.target) as Uint32Array);
          this.#before(edge, scratch);
          for (let word = 0; word < words; word += 1) {
            const joined = ((live[word] as number) | (scratch[word] as number)) >>> 0;
            if (joined === live[word]) continue;
            live[word] = joined;
            changed = true;
          }
        }
      }
    }
  }

  #before(edge: ModelEdge, live: Uint32Array): void {
    for (let i = edge.ops.length - 1; i >= 0; i -= 1) {
      const op = edge.ops[i] as ModelEdge["ops"][number];
      if (op.kind !== "assume" && op.target.type.kind !== "array") {
        const bit = this.#index.get(op.target) as number;
        live[bit >>> 5] = (live[bit >>> 5] as number) & ~(1 << (bit & 31));
      }
      for (const variable of readBy(op)) {
        const bit = this.#index.get(variable) as number;
        live[bit >>> 5] = (live[bit >>> 5] as number) | (1 << (bit & 31));
      }
    }
  }
}

function exploreAll(model: Model): ModelLocation[] | undefined {
  const locations = [model.entry];
  const seen = new Set(locations);
  for (let i = 0; i < locations.length; i += 1) {
    for (const edge of model.edgesFrom(locations[i] as ModelLocation)) {
      if (seen.has(edge.target)) continue;
      seen.add(edge.target);
      locations.push(edge.target);
      if (locations.length > LOCATION_LIMIT) return undefined;
    }
  }
  return locations;
}
