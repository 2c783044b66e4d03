/**
 * Alg. 3, Interpolate(gamma-, gamma+): from an abstract variable assignment v whose suffix gamma+ is contradicting,
 * drop every variable without which the suffix still is. What is left is an interpolant: implied by the prefix,
 * contradicting with the suffix, over variables of both.
 */
import type { Step } from "./strongest-post.ts";
import { TOP } from "./values.ts";

/** SP of a sequence from `codes`, which it changes: is the result contradicting? */
function contradicting(steps: readonly Step[], from: number, codes: Int32Array): boolean {
  for (let i = from; i < steps.length; i += 1) if (!(steps[i] as Step)(codes)) return true;
  return false;
}

/**
 * Restricts `codes` (SP of gamma-) to an interpolant, in place. `suffix` is gamma+ as steps from index `from`.
 * `candidates` are the known slots in the order in which we would rather be rid of them.
 */
export function interpolate(
  codes: Int32Array,
  candidates: readonly number[],
  suffix: readonly Step[],
  from: number,
  scratch: Int32Array,
  slots: number,
): void {
  for (const slot of candidates) {
    const value = codes[slot] as number;
    if (value === TOP) continue;
    codes[slot] = TOP;
    scratch.set(slots === codes.length ? codes : codes.subarray(0, slots));
    if (!contradicting(suffix, from, scratch)) codes[slot] = value;
  }
}
