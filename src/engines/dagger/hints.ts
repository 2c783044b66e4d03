/**
 * The Hint DAG of section 3: what refinements have decided, so that an eliminated counterexample stays eliminated when
 * the part of the computation it lived in is deleted and explored again. The paper leaves its details to a report; this
 * is a reconstruction from the stated property. Hints are filed under the keys of nodes (place, iterations, split
 * parts), which are the same in every exploration, and the states found earlier bound those found later.
 */
import { ConstraintSet, type LinearConstraint } from "../../logic/linear.ts";

/** widen: with interpolants; join: precisely; image: not at all, the disjunction stays at two nodes. */
type WideningHint = "widen" | "join" | "image";

export class Hints<S> {
  readonly #split = new Set<string>();
  readonly #widening = new Map<string, WideningHint>();
  readonly #states = new Map<string, S>();
  readonly #cuts = new Map<string, ConstraintSet>();

  split(key: string): void {
    this.#split.add(key);
  }

  isSplit(key: string): boolean {
    return this.#split.has(key);
  }

  setWidening(key: string, hint: WideningHint): void {
    this.#widening.set(key, hint);
  }

  widening(key: string): WideningHint {
    return this.#widening.get(key) ?? "widen";
  }

  /** The widened state of the previous exploration. */
  previous(key: string): S | undefined {
    return this.#states.get(key);
  }

  remember(key: string, state: S): void {
    this.#states.set(key, state);
  }

  /** Constraints that hold after an edge although the domain's image does not show them. Says whether one was new. */
  cut(arrival: string, constraints: readonly LinearConstraint[]): boolean {
    const set = this.#cuts.get(arrival) ?? new ConstraintSet();
    this.#cuts.set(arrival, set);
    return constraints.map((one) => set.add(one)).includes(true);
  }

  cuts(arrival: string): readonly LinearConstraint[] {
    return this.#cuts.get(arrival)?.list ?? [];
  }
}
