/**
 * Alg. 4, Refine(sigma): walks an infeasible error path from the start, keeping an inductive interpolant (the last
 * interpolant and the next operation imply the next one), and reads off the variables to track at each location.
 * Beyond the paper, unless it is asked to be as there: among the path's infeasible prefixes the one with the cheapest precision wins, where a variable
 * that counts costs more than one that flags, since tracking it unrolls its loop.
 */
import type { ModelEdge } from "../../model/model.ts";
import type { ExplicitCpa } from "./cpa.ts";
import { interpolate } from "./interpolate.ts";
import { contradictingPrefix, type InfeasiblePrefix, infeasiblePrefixes, pathOps } from "./path-slice.ts";
import type { Step } from "./strongest-post.ts";
import { TOP } from "./values.ts";

// More reasons than this rarely differ in kind, and each costs an interpolation.
const PREFIXES = 8;

/** After edge i of the path, the slots (with codes) that have to be known; index 0 is after the first edge. */
export type Interpolants = readonly ReadonlyMap<number, number>[];

/** What refinement looks at of an analysis. */
export type Refinable = Pick<ExplicitCpa, "context" | "precision" | "settings" | "states" | "slots" | "post">;

/** The interpolants along an infeasible path, or undefined when explicit values do not contradict it. */
export function refine(cpa: Refinable, path: readonly ModelEdge[]): Interpolants | undefined {
  const ops = pathOps(path, cpa.post, cpa.precision.dropped);
  const codes = new Int32Array(cpa.states.capacity);
  const { refinement } = cpa.settings;
  if (refinement === "first contradiction") {
    const prefix = contradictingPrefix(ops, codes);
    return prefix === undefined ? undefined : interpolantsOf(cpa, prefix, path.length);
  }
  const prefixes = infeasiblePrefixes(ops, codes, () => cpa.slots.count, PREFIXES);
  let best: Interpolants | undefined;
  let bestCost = Number.POSITIVE_INFINITY;
  for (const prefix of prefixes) {
    cpa.context.budget.tick(ops.length);
    const interpolants = interpolantsOf(cpa, prefix, path.length);
    const cost = costOf(cpa, interpolants);
    if (cost < bestCost) {
      best = interpolants;
      bestCost = cost;
    }
  }
  return best;
}

function interpolantsOf(cpa: Refinable, prefix: InfeasiblePrefix, edges: number): Interpolants {
  const steps: Step[] = prefix.ops.map((pathOp) => pathOp.step);
  const codes = new Int32Array(cpa.states.capacity);
  const scratch = new Int32Array(cpa.states.capacity);
  const interpolants: Map<number, number>[] = [];
  const lastEdge = prefix.ops[prefix.ops.length - 1]?.edge ?? 0;
  let next = 0;
  let current = new Map<number, number>();
  for (let edge = 0; edge < edges; edge += 1) {
    if (edge >= lastEdge) {
      // From the contradiction on, false is the interpolant: there is nothing to track.
      interpolants.push(new Map());
      continue;
    }
    const first = next;
    while (prefix.ops[next]?.edge === edge) (steps[next++] as Step)(codes);
    if (next > first) {
      cpa.context.budget.tick(steps.length - next);
      interpolate(codes, candidates(cpa, codes), steps, next, scratch, cpa.slots.count);
      current = known(codes, cpa.slots.count);
    }
    interpolants.push(current);
  }
  return interpolants;
}

/** Known slots, the least welcome first; in the paper in any order. */
function candidates(cpa: Refinable, codes: Int32Array): number[] {
  const slots: number[] = [];
  for (let slot = 0; slot < cpa.slots.count; slot += 1) if (codes[slot] !== TOP) slots.push(slot);
  if (cpa.settings.refinement === "first contradiction") return slots;
  return slots.sort((a, b) => price(cpa, b) - price(cpa, a) || a - b);
}

function known(codes: Int32Array, slots: number): Map<number, number> {
  const result = new Map<number, number>();
  for (let slot = 0; slot < slots; slot += 1) if (codes[slot] !== TOP) result.set(slot, codes[slot] as number);
  return result;
}

function costOf(cpa: Refinable, interpolants: Interpolants): number {
  const slots = new Set<number>();
  for (const interpolant of interpolants) for (const slot of interpolant.keys()) slots.add(slot);
  let cost = 0;
  for (const slot of slots) cost += price(cpa, slot);
  return cost;
}

/** A counter is worth any number of flags: tracking it means unrolling. */
function price(cpa: Refinable, slot: number): number {
  const { variable, index } = cpa.slots.describe(slot);
  if (cpa.post.counters.has(variable)) return 1000;
  return index === undefined ? 1 : 10;
}
