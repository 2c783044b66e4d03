/**
 * Lowering in steps. A C program may nest as deep as it likes (an else-if chain of ten thousand links, a sum of as many
 * terms), so nothing here recurses along it: a lowering function answers the next step instead of calling it, and
 * hands its result to a continuation. `run` is the one loop that executes steps; the JavaScript stack stays flat.
 */

/** What remains to be done; undefined when nothing does. */
export type Step = (() => Step) | undefined;

/** Takes a result and goes on. */
export type Continue<T> = (result: T) => Step;

export function run(first: Step): void {
  for (let step = first; step !== undefined; ) step = step();
}

export const DONE: Step = undefined;

/** Visits the items in order, then goes on. */
export function each<T>(items: readonly T[], visit: (item: T, next: () => Step) => Step, then: () => Step): Step {
  const from = (index: number): Step => {
    if (index === items.length) return then;
    return visit(items[index] as T, () => () => from(index + 1));
  };
  return from(0);
}
