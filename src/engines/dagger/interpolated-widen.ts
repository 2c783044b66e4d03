/**
 * Interpolated widening (sections 2 and 4): widening up to the interpolants of the location. `older` and `newer` as in
 * A widen_T B with B = A join image, so that newer is above older.
 */
import { supports } from "../../domains/domain.ts";
import type { LinearConstraint } from "../../logic/linear.ts";
import { halves } from "./cube.ts";
import type { Settings } from "./settings.ts";
import type { Space } from "./space.ts";

export function interpolatedWiden<S>(
  space: Space<S>,
  older: S,
  newer: S,
  interpolants: readonly LinearConstraint[],
  widening: Settings["widening"],
): S {
  space.count("widenings");
  const { domain } = space;
  if (domain.isBottom(older)) return newer;
  const kept = interpolants.filter((one) => {
    if (space.entails(newer, one)) return true;
    // The order compares relations and ranges apart and does not round; the simplex on the constraints shows more.
    return (space.ranges === "beside" || space.rounded.has(one)) && space.entailsRounded(newer, one);
  });
  if (widening === "domain") {
    const widened = supports(domain, "widenUpTo") ? domain.widenUpTo(older, newer, kept) : domain.widen(older, newer);
    // What only the ranges beside the relations show is put back as well (Lemma 1).
    return space.restrict(
      widened,
      kept.filter((one) => !space.entails(widened, one)),
    );
  }
  // { c in T | A and B satisfy c } and { c in A | B satisfies c }
  const stable = space
    .constraints(older)
    .flatMap(halves)
    .filter((one) => space.entails(newer, one));
  return space.restrict(domain.top, [...stable, ...kept]);
}
