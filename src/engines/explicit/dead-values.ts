/**
 * Forgets values that will be overwritten before anybody reads them: they only keep states apart. The view is lazy and may
 * be huge, so beyond a limit every variable counts as live, which is sound. Elements of arrays always do.
 */
import type { Variable } from "../../logic/term.ts";
import { Liveness, livenessOf, type ModelLiveness } from "../../model/live.ts";
import type { Model, ModelLocation } from "../../model/model.ts";
import type { Slots } from "./slots.ts";
import { TOP } from "./values.ts";

// Beyond this many locations the bit sets cost more than the merged states save.
const LOCATION_LIMIT = 30_000;

export class DeadValues {
  readonly #liveness: ModelLiveness | undefined;
  readonly #dead = new Map<ModelLocation, { readonly slots: number; readonly dead: readonly number[] }>();

  /** @param values kept: nothing is ever forgotten, as in the paper. */
  constructor(of: Model | ModelLiveness, values: "forgotten" | "kept" = "forgotten") {
    if (values === "kept") return;
    this.#liveness = of instanceof Liveness ? of : livenessOf(of, LOCATION_LIMIT, { reads: "all" });
  }

  isLive(of: Variable, at: ModelLocation): boolean {
    return this.#liveness?.isLive(of, at) ?? true;
  }

  /** Undefined where any variable may be. */
  liveAt(at: ModelLocation): readonly Variable[] | undefined {
    return this.#liveness?.at(at);
  }

  /** Sets the slots of variables that are dead at the location to top, in place. */
  forget(codes: Int32Array, location: ModelLocation, slots: Slots): void {
    if (this.#liveness === undefined) return;
    let entry = this.#dead.get(location);
    if (entry === undefined || entry.slots !== slots.count) {
      entry = { slots: slots.count, dead: deadSlots(this.#liveness, location, slots) };
      this.#dead.set(location, entry);
    }
    for (const slot of entry.dead) codes[slot] = TOP;
  }
}

function deadSlots(liveness: ModelLiveness, location: ModelLocation, slots: Slots): number[] {
  const dead: number[] = [];
  for (let slot = 0; slot < slots.count; slot += 1) {
    const { variable, index } = slots.describe(slot);
    if (index === undefined && !liveness.isLive(variable, location)) dead.push(slot);
  }
  return dead;
}
