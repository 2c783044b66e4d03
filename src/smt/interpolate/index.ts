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

/** Where interpolants come from. */
export type Interpolation = "blocking" | "proof";

const WAYS = { blocking: postPreInterpolator, proof: proofInterpolator } as const;

/** `blocking` has the most general labels and scales best (npm run bench:interpolants); `proof` is a second look. */
const IN_TURN: readonly Interpolation[] = ["blocking", "proof"];

/**
 * @param from one way and no other; all in turn where nobody chose.
 * @param answered told which way gave an interpolant.
 */
export function createInterpolator(
  options: InterpolationOptions,
  from?: Interpolation,
  answered?: (by: Interpolation) => void,
): Interpolator {
  const ways = (from === undefined ? IN_TURN : [from]).map((kind) => ({ kind, way: WAYS[kind](options) }));
  const dag = (problem: DagProblem): DagResult => {
    const reasons: string[] = [];
    for (const { kind, way } of ways) {
      const result = way.dag(problem);
      if (result.kind === "feasible") return result;
      if (result.kind === "unknown") reasons.push(`${way.name}: ${result.reason}`);
      else if (checkShape(problem, result.interpolants) === undefined) {
        answered?.(kind);
        return result;
      } else reasons.push(`${way.name}: a variable out of scope`);
    }
    return { kind: "unknown", reason: [...new Set(reasons)].join("; ") };
  };
  return { name: ways.map(({ way }) => way.name).join(", "), dag };
}
