/**
 * The interpolator that engines use: ways in order, the first result that passes its check wins. A way that fails, by
 * giving up or by a wrong result, costs time only.
 */
import { chainOf, checkDagInterpolants } from "../check-interpolants.ts";
import type { DagProblem, DagResult, Interpolator } from "../interpolator.ts";
import { postPreInterpolator, sequenceResult } from "./post-pre.ts";
import type { InterpolationOptions } from "./session.ts";

export { hornInterpolator } from "./horn.ts";
export { postPreInterpolator } from "./post-pre.ts";
export { proofInterpolator } from "./proof.ts";
export type { InterpolationOptions } from "./session.ts";

export function createInterpolator(options: InterpolationOptions): Interpolator {
  return firstOf([postPreInterpolator(options)], options);
}

/** The first way that answers. Interpolants are checked with the options' solver before they are believed. */
export function firstOf(ways: readonly Interpolator[], options: InterpolationOptions): Interpolator {
  const dag = (problem: DagProblem): DagResult => {
    const reasons: string[] = [];
    for (const way of ways) {
      const result = way.dag(problem);
      if (result.kind === "feasible") return result;
      if (result.kind === "unknown") reasons.push(`${way.name}: ${result.reason}`);
      else if (passes(problem, result.interpolants, options)) return result;
      else reasons.push(`${way.name}: the result could not be confirmed`);
    }
    return { kind: "unknown", reason: reasons.join("; ") };
  };
  return {
    name: ways.map((way) => way.name).join(", "),
    dag,
    sequence: (parts) => sequenceResult(dag(chainOf(parts))),
  };
}

function passes(
  problem: DagProblem,
  interpolants: Parameters<typeof checkDagInterpolants>[1],
  options: InterpolationOptions,
): boolean {
  const { tick, limit } = options;
  const solver = options.solver.create({ ...(tick && { tick }), ...(limit !== undefined && { limit }) });
  try {
    return checkDagInterpolants(problem, interpolants, solver).kind === "valid";
  } finally {
    solver.dispose();
  }
}
