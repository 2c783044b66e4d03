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
  const kept = interpolants.filter((one) => space.entails(newer, one));
  if (widening === "domain") {
    if (supports(domain, "widenUpTo")) return domain.widenUpTo(older, newer, kept);
    return space.restrict(domain.widen(older, newer), kept);
  }
  // { c in T | A and B satisfy c } and { c in A | B satisfies c }
  const stable = space
    .constraints(older)
    .flatMap(halves)
    .filter((one) => space.entails(newer, one));
  return space.restrict(domain.top, [...stable, ...kept]);
}
