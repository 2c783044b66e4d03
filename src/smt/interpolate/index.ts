/**
 * The interpolator that engines use: ways in order, the first that answers wins. Every way checks its result on the edges
 * (needed.ts); here only what needs no solver is looked at again. A way that gives up costs time only.
 */
import { checkShape } from "../check-interpolants.ts";
import type { DagProblem, DagResult, Interpolator } from "../interpolator.ts";
import { postPreInterpolator } from "./post-pre.ts";
import { proofInterpolator } from "./proof.ts";
import type { InterpolationOptions } from "./session.ts";

export { postPreInterpolator } from "./post-pre.ts";
export { proofInterpolator } from "./proof.ts";
export type { InterpolationOptions } from "./session.ts";

/** `post-pre` has the most general labels and scales best (npm run bench:interpolants); `proof` is a second look. */
export function createInterpolator(options: InterpolationOptions): Interpolator {
  const ways = [postPreInterpolator(options), proofInterpolator(options)];
  const dag = (problem: DagProblem): DagResult => {
    const reasons: string[] = [];
    for (const way of ways) {
      const result = way.dag(problem);
      if (result.kind === "feasible") return result;
      if (result.kind === "unknown") reasons.push(`${way.name}: ${result.reason}`);
      else if (checkShape(problem, result.interpolants) === undefined) return result;
      else reasons.push(`${way.name}: a variable out of scope`);
    }
    return { kind: "unknown", reason: [...new Set(reasons)].join("; ") };
  };
  return { name: ways.map((way) => way.name).join(", "), dag };
}
