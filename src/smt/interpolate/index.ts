/**
 * The interpolator that engines use: ways in order, the first that answers wins. Every way checks its result on the edges
 * (needed.ts); here only what needs no solver is looked at again. A way that gives up costs time only.
 */
import { chainOf, checkShape } from "../check-interpolants.ts";
import type { DagProblem, DagResult, Interpolator } from "../interpolator.ts";
import type { Z3 } from "../z3/index.ts";
import { hornInterpolator } from "./horn.ts";
import { postPreInterpolator, sequenceResult } from "./post-pre.ts";
import { proofInterpolator } from "./proof.ts";
import type { InterpolationOptions } from "./session.ts";

export { hornInterpolator } from "./horn.ts";
export { postPreInterpolator } from "./post-pre.ts";
export { proofInterpolator } from "./proof.ts";
export type { InterpolationOptions } from "./session.ts";

export interface InterpolatorOptions extends InterpolationOptions {
  /** If it is loaded: for problems that are too hard for the solver. */
  readonly z3?: Z3 | undefined;
}

/** `post-pre` has the most general labels and scales best (npm run bench:interpolants); the others are second looks. */
export function createInterpolator(options: InterpolatorOptions): Interpolator {
  const ways = [postPreInterpolator(options), proofInterpolator(options)];
  const { z3 } = options;
  if (z3 !== undefined) {
    if (options.solver !== z3.factory) ways.push(postPreInterpolator({ ...options, solver: z3.factory }));
    ways.push(hornInterpolator(options, z3));
  }
  return firstOf(ways);
}

export function firstOf(ways: readonly Interpolator[]): Interpolator {
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
  return {
    name: ways.map((way) => way.name).join(", "),
    dag,
    sequence: (parts) => sequenceResult(dag(chainOf(parts))),
  };
}
