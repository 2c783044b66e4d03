/**
 * loopiter (section 3.5): for a path that leads from a node back to it, a set X' with X subset of X' and tau#(X') subset of
 * X'. Acceleration (section 4.2) gives it where the path is a translation, otherwise widening and narrowing over the path
 * alone.
 */
import type { Domain } from "../../domains/domain.ts";
import { withinReason, withoutLargeFacets } from "../large-facets.ts";

export type Transformer<S> = (state: S) => S;

// Narrowing regains what a guard bounds in one step; a second one propagates it to a related variable.
const NARROWING_STEPS = 3;

export function loopiter<S>(domain: Domain<S>, transform: Transformer<S>, start: S): S {
  let state = start;
  for (;;) {
    const next = withoutLargeFacets(domain, domain.join(state, transform(state)));
    if (domain.leq(next, state)) break;
    state = domain.widen(state, next);
  }
  for (let step = 0; step < NARROWING_STEPS; step += 1) {
    const below = domain.join(start, transform(state));
    if (!domain.leq(below, state)) break;
    // It contains the start and tau#(state), hence tau#(next) if the transformer is monotone; that is asked all the same.
    const next = withinReason(domain, state, below);
    if (domain.leq(state, next) || !domain.leq(transform(next), next)) break;
    state = next;
  }
  return state;
}
