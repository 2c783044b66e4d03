/**
 * WidenWith (section 4.2, equations 1 to 3): widening between the set of labels that a cut point has and one new element.
 *
 * Equation (3) returns the frontier alone, ((X) widen (X or y)) minus X. Taken as the node's label that is not a
 * well-labelling: what was subtracted is accounted for only as long as the labels in X stay as they are, and refinement
 * strengthens them (`x = 0; while (*) x++; assert(x < 2)` ends as safe then). So the operator returns y together with the
 * frontier: y is what makes the label an over-approximation of the post, the frontier is what widening adds.
 */
import type { Difference, Domain } from "../../domains/domain.ts";

/** WidenWith-join: x widen (x join y), for an x of the set. */
export function widenWithJoin<S>(domain: Domain<S>, chosen: S, y: S): S {
  return domain.widen(chosen, domain.join(chosen, y));
}

/** WidenWith-or: y or (((X) widen (X or y)) minus X), for domains with exact union and difference. */
export function widenWithOr<S>(domain: Domain<S> & Difference<S>, set: readonly S[], y: S): S {
  const union = set.reduce((all, one) => domain.join(all, one), domain.bottom);
  const frontier = domain.difference(domain.widen(union, domain.join(union, y)), union);
  return domain.join(y, frontier);
}
