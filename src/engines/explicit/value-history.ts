/**
 * How many values variables had on the path to a state (Beyer and Loewe, FASE 2013, "Auxiliary Predicate Analysis": a variable is
 * removed from the precision "if the number of different values on a path exceeds a certain threshold"). Histories that follow from
 * each other share what is the same, and a step that sees no new value makes nothing.
 */
import { TOP } from "./values.ts";

/** The different values of one slot, the newest first. */
interface Seen {
  readonly code: number;
  readonly count: number;
  readonly older: Seen | undefined;
}

export type History = ReadonlyMap<number, Seen>;

export const NO_HISTORY: History = new Map();

/** How many values the slot has had where it gets this one. */
export function valuesWith(history: History, slot: number, code: number): number {
  const seen = history.get(slot);
  for (let one = seen; one !== undefined; one = one.older) if (one.code === code) return seen?.count ?? 0;
  return (seen?.count ?? 0) + 1;
}

/** The history of a state behind one with this history. */
export function extended(history: History, codes: Int32Array, slots: number): History {
  let longer: Map<number, Seen> | undefined;
  for (let slot = 0; slot < slots; slot += 1) {
    const code = codes[slot] as number;
    if (code === TOP) continue;
    const older = history.get(slot);
    const count = valuesWith(history, slot, code);
    if (older?.count === count) continue;
    longer ??= new Map(history);
    longer.set(slot, { code, count, older });
  }
  return longer ?? history;
}
