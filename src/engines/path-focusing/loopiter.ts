/**
 * loopiter (section 3.5): for a path that leads from a node back to it, a set X' with X subset of X' and tau#(X') subset of
 * X'. Acceleration (section 4.2) gives it where the path is a translation, otherwise widening and narrowing over the path
 * alone.
 */
import { type Domain, supports } from "../../domains/domain.ts";
import { constraintFormula, type LinearConstraint } from "../../logic/linear.ts";
import { and } from "../../logic/term.ts";
import * as int from "../../numbers/int.ts";

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

// Constraints of programs have small coefficients, facets that mix the bounds of types some of 2^32. What is larger comes of
// combining these again: descending along a spiral makes ever larger ones, and the solver has to compute with them.
const LARGEST_COEFFICIENT = 2 ** 33;

/**
 * The newer, smaller state without its constraints of very large coefficients: the older one with the others. Between the
 * two, so that a descending iteration may go on with it.
 */
export function withinReason<S>(domain: Domain<S>, older: S, newer: S): S {
  if (!supports(domain, "constraints") || domain.isBottom(newer)) return newer;
  const constraints = domain.constraints(newer);
  const kept = constraints.filter(isReasonable);
  return kept.length === constraints.length ? newer : domain.assume(older, and(kept.map(constraintFormula)));
}

/**
 * A larger state: without the constraints of very large coefficients. Hulls with states that widening has sent to the bounds of
 * types make them, and each makes larger ones at the next.
 */
export function withoutLargeFacets<S>(domain: Domain<S>, state: S): S {
  if (!supports(domain, "constraints") || domain.isBottom(state)) return state;
  const constraints = domain.constraints(state);
  const kept = constraints.filter(isReasonable);
  return kept.length === constraints.length ? state : domain.assume(domain.top, and(kept.map(constraintFormula)));
}

function isReasonable({ expression }: LinearConstraint): boolean {
  return expression.coefficients.every((coefficient) => int.absolute(coefficient) <= LARGEST_COEFFICIENT);
}
