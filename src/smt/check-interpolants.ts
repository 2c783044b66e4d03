/**
 * Checks interpolants against their defining property (interpolator.ts), with any solver. This is what tests and fuzzers
 * believe in, so it knows nothing about how interpolants are made.
 */
import { and, FALSE, type Formula, not, TRUE, type Variable } from "../logic/term.ts";
import { variablesOf } from "../logic/visit.ts";
import { scopesOf } from "./interpolate/scopes.ts";
import type { DagProblem } from "./interpolator.ts";
import type { Solver } from "./solver.ts";

type InterpolantCheck =
  | { readonly kind: "valid" }
  | { readonly kind: "invalid"; readonly failure: InterpolantFailure }
  /** The solver could not decide a condition. */
  | { readonly kind: "undecided"; readonly edge: number };

type InterpolantFailure =
  /** The number of formulas is not that of nodes (or of cuts). */
  | { readonly kind: "count" }
  /** I(entry) is not TRUE. */
  | { readonly kind: "entry" }
  /** I(exit) is not FALSE. */
  | { readonly kind: "exit" }
  /** I(source) and L(source) and the label do not imply I(target). */
  | { readonly kind: "edge"; readonly edge: number }
  /** A variable that does not occur on both sides. */
  | { readonly kind: "scope"; readonly node: number; readonly variable: Variable };

/** Node k of the chain is the cut after part k; the edge of part k goes from k to k+1. */
export function chainOf(parts: readonly Formula[]): DagProblem {
  return {
    nodes: parts.length + 1,
    edges: parts.map((label, i) => ({ source: i, target: i + 1, label })),
  };
}

export function checkDagInterpolants(
  problem: DagProblem,
  interpolants: readonly Formula[],
  solver: Solver,
): InterpolantCheck {
  const failure = checkShape(problem, interpolants);
  if (failure !== undefined) return { kind: "invalid", failure };
  for (let i = 0; i < problem.edges.length; i++) {
    const { source, target, label } = problem.edges[i]!;
    const restriction = problem.restriction?.[source] ?? TRUE;
    const goal = interpolants[target]!;
    if (goal === TRUE || label === FALSE || interpolants[source] === FALSE) continue;
    solver.push();
    solver.assert(and([interpolants[source]!, restriction, label, not(goal)]));
    const answer = solver.check();
    solver.pop();
    if (answer === "sat") return { kind: "invalid", failure: { kind: "edge", edge: i } };
    if (answer === "unknown") return { kind: "undecided", edge: i };
  }
  return { kind: "valid" };
}

/** Everything that needs no solver. */
export function checkShape(problem: DagProblem, interpolants: readonly Formula[]): InterpolantFailure | undefined {
  if (interpolants.length !== problem.nodes) return { kind: "count" };
  if (interpolants[0] !== TRUE) return { kind: "entry" };
  if (interpolants[problem.nodes - 1] !== FALSE) return { kind: "exit" };
  const scopes = scopesOf(problem);
  for (let node = 0; node < problem.nodes; node++) {
    for (const of of variablesOf(interpolants[node]!)) {
      if (!scopes.has(node, of)) return { kind: "scope", node, variable: of };
    }
  }
  return undefined;
}
