/** Counterexamples whose error states reach the root: each path is run once, and counts only if it reaches the error. */
import { type Confirmed, confirmPath, type Unconfirmed } from "../confirm.ts";
import type { EngineContext } from "../engine.ts";
import { pathOf } from "./path-program.ts";
import type { ErrorState } from "./refine.ts";

/** Counterexamples of one graph that are run: they are mostly alike. */
const MOST_CONFIRMED = 3;

export class Counterexamples {
  readonly #context: EngineContext;
  readonly #refuted = new Set<string>();
  /** Why the last of them was none. */
  why: Unconfirmed = { kind: "unknown", reason: "no refinement was found" };

  constructor(context: EngineContext) {
    this.#context = context;
  }

  /** Runs some of those that were not run before. */
  confirmAny(atRoot: Iterable<ErrorState>): Confirmed | undefined {
    let tried = 0;
    for (const error of atRoot) {
      const edges = pathOf(error);
      if (edges === undefined) continue;
      const name = edges.map((edge) => edge.id).join();
      if (this.#refuted.has(name)) continue;
      this.#refuted.add(name);
      const path = edges.flatMap((edge) => edge.path);
      const outcome = confirmPath(this.#context, path, "a counterexample of the abstraction could not be confirmed");
      if (outcome.kind === "unsafe") return outcome;
      this.why = outcome;
      if (++tried >= MOST_CONFIRMED) break;
    }
    return undefined;
  }
}
