/**
 * A value of some lattice for each variable: what intervals, constants and congruences have in common as domains. A state lists
 * only the variables it says something about; any other can have every value of its type. A variable without any value
 * makes the whole state bottom. States are persistent maps, so that operations cost what their operands differ in.
 */

import type { PersistentMap } from "../logic/persistent-map.ts";
import * as maps from "../logic/persistent-map.ts";
import { and, FALSE, type Formula, type Term, type Variable } from "../logic/term.ts";
import { assignByCases, assumeFormula, type Steps } from "./conditions.ts";
import type { Domain, Rename } from "./domain.ts";

export type Pointwise<V> = { readonly values: PersistentMap<V> } | "bottom";

/** What is particular to a domain: values of one variable, and what terms and comparisons say about them. */
export interface Points<V> {
  /** Is every number of `smaller` one of `larger`? */
  includes(larger: V, smaller: V): boolean;
  /** undefined: every number of the variable's type. */
  join(a: V, b: V, of: Variable): V | undefined;
  meet(a: V, b: V): V | "empty";
  /**
   * The value as a state lists it for the variable: without numbers that its type does not have. undefined: nothing is listed,
   * since it says no more than the type, or since the domain keeps nothing of such variables.
   */
  fit(value: V, of: Variable): V | "empty" | undefined;
  /** undefined: nothing is known of the term. */
  evaluate(term: Term, state: Pointwise<V>): V | undefined;
  /** The state restricted to one comparison, possibly negated. */
  assumeAtom(state: Pointwise<V>, atom: Formula): Pointwise<V>;
  toFormulas(of: Variable, value: V): readonly Formula[];
  show(of: Variable, value: V): string;
}

export function valueIn<V>(state: Pointwise<V>, of: Variable): V | undefined {
  return state === "bottom" ? undefined : maps.get(state.values, of);
}

/** The state with a variable's value replaced; undefined for any value. */
export function withValue<V>(points: Points<V>, state: Pointwise<V>, of: Variable, value: V | undefined): Pointwise<V> {
  if (state === "bottom") return state;
  const fitting = value === undefined ? undefined : points.fit(value, of);
  if (fitting === "empty") return "bottom";
  if (fitting === undefined) return stateOf(maps.remove(state.values, of), state);
  const old = maps.get(state.values, of);
  const isOld = old !== undefined && points.includes(old, fitting) && points.includes(fitting, old);
  return isOld ? state : { values: maps.set(state.values, of, fitting) };
}

function stateOf<V>(values: PersistentMap<V>, like: Pointwise<V>): Pointwise<V> {
  return like !== "bottom" && like.values === values ? like : { values };
}

/** As a join: of what both know, what `both` makes of it. */
export function joinWith<V>(
  a: Pointwise<V>,
  b: Pointwise<V>,
  both: (x: V, y: V, of: Variable) => V | undefined,
): Pointwise<V> {
  if (a === "bottom" || a === b) return b;
  if (b === "bottom") return a;
  return stateOf(maps.combine(a.values, b.values, "drop", both), a);
}

function meet<V>(points: Points<V>, a: Pointwise<V>, b: Pointwise<V>): Pointwise<V> {
  if (a === "bottom" || b === "bottom") return "bottom";
  let empty = false;
  const values = maps.combine(a.values, b.values, "keep", (x, y) => {
    const common = points.meet(x, y);
    if (common === "empty") empty = true;
    return common === "empty" || points.includes(common, x) ? x : common;
  });
  return empty ? "bottom" : stateOf(values, a);
}

/** The widening is the join: for values without infinite chains. */
export function pointwise<V>(name: string, points: Points<V>): Domain<Pointwise<V>> & Rename<Pointwise<V>> {
  type State = Pointwise<V>;
  const isBottom = (state: State) => state === "bottom";
  const join = (a: State, b: State) => joinWith(a, b, points.join);
  const steps: Steps<State> = { bottom: "bottom", isBottom, join, assumeAtom: points.assumeAtom };
  return {
    name,
    top: { values: undefined },
    bottom: "bottom",
    isBottom,
    leq(smaller, larger) {
      if (smaller === "bottom" || larger === "bottom") return smaller === "bottom";
      return maps.everyOf(smaller.values, larger.values, (a, b) => a !== undefined && points.includes(b, a));
    },
    join,
    meet: (a, b) => meet(points, a, b),
    widen: join,
    assign: (state, target, value) =>
      assignByCases(steps, state, value, (current, term) =>
        withValue(points, current, target, points.evaluate(term, current)),
      ),
    forget: (state, target) => withValue(points, state, target, undefined),
    assume: (state, condition) => assumeFormula(steps, state, condition),
    toFormula(state) {
      if (state === "bottom") return FALSE;
      return and(maps.entries(state.values).flatMap(([of, value]) => points.toFormulas(of, value)));
    },
    show(state) {
      if (state === "bottom") return "bottom";
      const parts = maps.entries(state.values).map(([of, value]) => points.show(of, value));
      return parts.length === 0 ? "top" : parts.join(", ");
    },
    rename(state, names) {
      if (state === "bottom") return state;
      let values: PersistentMap<V>;
      maps.forEach(state.values, (of, value) => {
        values = maps.set(values, names.get(of) ?? of, value);
      });
      return { values };
    },
  };
}
