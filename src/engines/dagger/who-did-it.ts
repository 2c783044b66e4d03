/**
 * What excluded each error (exclusions.ts): the refinement after which it was no longer reached; where there never was one, what
 * the exploration does anyway. A refinement is applied at several nodes at once: all that was done then is named.
 */
import type { ModelLocation } from "../../model/model.ts";
import type { Exclusions } from "../exclusions.ts";
import type { Exploration } from "./exploration.ts";
import type { Applied, ErrorState } from "./refine.ts";

const NAMES: Readonly<Record<Exclude<Applied["kind"], "stuck">, string>> = {
  interpolated: "interpolants",
  joined: "widening undone",
  disjunct: "states kept apart",
  split: "merge split",
  cut: "images cut",
};

export class WhoDidIt {
  readonly #last = new Map<ModelLocation, string>();

  refined(failing: Iterable<ModelLocation>, kinds: readonly Applied["kind"][]): void {
    const names = new Set(kinds.flatMap((kind) => (kind === "stuck" ? [] : [NAMES[kind]])));
    for (const location of failing) this.#last.set(location, [...names].sort().join(" + "));
  }

  exclusions<S>({ graph, context }: Exploration<S>): Exclusions {
    const { widenings = 0 } = context.statistics;
    const anyway = widenings === 0 ? "posts" : "posts and widening";
    const failures = graph.error.incoming.flatMap(({ failure }) => failure ?? []);
    return new Map(failures.map((location) => [location, this.#last.get(location) ?? anyway]));
  }
}

/** The errors that the exploration has reached, or knows that it would. */
export function failingNow<S>({ failures, foreseen }: Exploration<S>): ReadonlySet<ModelLocation> {
  const reached = failures.map(({ edge }) => edge.failure);
  const known = foreseen.map(({ error }) => failureOf(error));
  return new Set([...reached, ...known].filter((location) => location !== undefined));
}

function failureOf(error: ErrorState): ModelLocation | undefined {
  let last = error;
  while (last.next !== undefined) last = last.next;
  return last.edge?.failure;
}
