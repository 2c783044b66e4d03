/** What a variable is equal to in an octagon, up to its sign and a constant: where it is forgotten, that says the same. */
import type { LinearExpression } from "../../logic/linear.ts";
import type { Variable } from "../../logic/term.ts";
import { isInteger } from "../../numbers/rational.ts";
import { entry, indexIn } from "./block.ts";
import { plus } from "./exact.ts";
import { blockOf, closedOf, type Octagon } from "./lattice.ts";

/** +-y + c for another integer variable y; undefined where the octagon says nothing of the kind. */
export function equalIn(state: Octagon, of: Variable): LinearExpression | undefined {
  const closed = closedOf(state, "integer");
  const block = closed === "bottom" ? undefined : blockOf(closed, of);
  if (block === undefined) return undefined;
  const own = 2 * indexIn(block.variables, of);
  for (const [k, other] of block.variables.entries()) {
    if (other === of) continue;
    for (const [at, coefficient] of [
      [2 * k, 1],
      [2 * k + 1, -1],
    ] as const) {
      const apart = entry(block, at, own);
      if (apart === Infinity || !isInteger(apart) || plus(apart, entry(block, own, at)) !== 0) continue;
      return { variables: [other], coefficients: [coefficient], constant: apart };
    }
  }
  return undefined;
}
