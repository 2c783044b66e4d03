/**
 * Constraints of programs have small coefficients, facets that mix the bounds of types some of 2^32. What is larger comes of
 * combining these again: descending along a spiral, or hulls of closed loops, make ever larger ones, and solver and simplex have to
 * compute with them.
 */
import { type Domain, supports } from "../domains/domain.ts";
import { constraintFormula, type LinearConstraint } from "../logic/linear.ts";
import { and } from "../logic/term.ts";
import * as int from "../numbers/int.ts";

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
