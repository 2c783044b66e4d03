/**
 * DAG interpolants as solutions of a non-recursive Horn system: a relation a node over the variables in its scope, a rule an
 * edge. Spacer solves it by the same idea as `blocking.ts`, with Z3's projections and interpolation under it. Without Z3
 * the answer is `unknown`.
 */
import { and, FALSE, type Formula, type Variable } from "../../logic/term.ts";
import { variablesOf } from "../../logic/visit.ts";
import { chainOf } from "../check-interpolants.ts";
import type { DagProblem, DagResult, Interpolator } from "../interpolator.ts";
import { solveHorn } from "../z3/horn.ts";
import type { Z3 } from "../z3/index.ts";
import { conjuncts, finish } from "./finish.ts";
import { type LoweredDag, type LoweredEdge, lowerDag } from "./lowered-dag.ts";
import { sequenceResult } from "./post-pre.ts";
import { scopesOf } from "./scopes.ts";
import { freshVariables, type InterpolationOptions, Session } from "./session.ts";
import { findPath } from "./shrink.ts";

export function hornInterpolator(options: InterpolationOptions, z3: Z3 | undefined): Interpolator {
  const fresh = freshVariables();
  const dag = (problem: DagProblem): DagResult => {
    if (z3 === undefined) return { kind: "unknown", reason: "there is no Z3" };
    const session = new Session(options, fresh);
    try {
      return interpolateDag(problem, session, z3);
    } finally {
      session.dispose();
    }
  };
  return { name: "horn", dag, sequence: (parts) => sequenceResult(dag(chainOf(parts))) };
}

function interpolateDag(problem: DagProblem, session: Session, z3: Z3): DagResult {
  const dag = lowerDag(problem, session.lowering);
  if (dag === undefined) return { kind: "unknown", reason: "a label is not linear" };
  // Not shrunk: Spacer finds by itself what matters, and the constants that it generalises to are those of the labels.
  const path = findPath(dag, session);
  if (path !== undefined) return session.feasible(problem, path);
  const edges = satisfiableEdges(dag, session);
  const reachable = closure(edges, "source", "target", 0);
  // Spacer answers `true` for relations that no rule leads to, where the strongest answer is wanted.
  const lemmas: Formula[][] = Array.from({ length: dag.nodes }, (_, node) => (reachable.has(node) ? [] : [FALSE]));
  if (!reachable.has(dag.nodes - 1)) return finish(dag, lemmas, "claimed", session);
  const useful = closure(edges, "target", "source", dag.nodes - 1);
  const result = solveHorn(z3.carrier, {
    relations: parameters(dag),
    rules: edges
      .filter(({ source, target }) => reachable.has(source) && useful.has(target))
      .map(({ source, target, formula }) => ({
        from: source,
        to: target,
        formula: and([formula, dag.restriction[source]!]),
      })),
  });
  if (result.kind === "unknown") return result;
  if (result.kind === "reachable") return { kind: "unknown", reason: "Spacer finds a path" };
  for (let node = 1; node < dag.nodes - 1; node++) {
    if (reachable.has(node) && useful.has(node)) lemmas[node] = [...conjuncts(result.formulas[node]!)];
  }
  lemmas[dag.nodes - 1] = [FALSE];
  return finish(dag, lemmas, "claimed", session);
}

/** In topological order of their sources. */
function satisfiableEdges(dag: LoweredDag, session: Session): LoweredEdge[] {
  const solver = session.solver();
  return dag.outgoing.flatMap((edges, node) =>
    edges
      .map((edge) => dag.edges[edge]!)
      .filter(({ formula }) => session.check(solver, [and([formula, dag.restriction[node]!])]) !== "unsat"),
  );
}

/** What a node leads to along edges. */
function closure(
  edges: readonly LoweredEdge[],
  from: "source" | "target",
  to: "source" | "target",
  start: number,
): Set<number> {
  const found = new Set([start]);
  const order = [...edges].sort((a, b) => (from === "source" ? a.source - b.source : b.target - a.target));
  for (const edge of order) if (found.has(edge[from])) found.add(edge[to]);
  return found;
}

/** The variables in scope that the labels around a node have. */
function parameters(dag: LoweredDag): Variable[][] {
  const scopes = scopesOf({ nodes: dag.nodes, edges: dag.edges.map((edge) => ({ ...edge, label: edge.formula })) });
  const all = [...variablesOf(dag.edges.map((edge) => edge.formula))].sort((a, b) => a.id - b.id);
  return Array.from({ length: dag.nodes }, (_, node) =>
    all.filter((of) => scopes.has(node, of) && dag.inScope(node, of)),
  );
}
