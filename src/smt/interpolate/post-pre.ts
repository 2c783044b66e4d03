/**
 * Interpolants by strongest post and weakest precondition with unsat cores: needs nothing but a solver. A DAG is shrunk to
 * what its refutation needs (shrink.ts), obligations are blocked from the exit backward (blocking.ts), lemmas that no edge
 * needs are dropped (finish.ts). A sequence is a DAG that is a chain.
 */
import type { DagProblem, DagResult, Interpolator } from "../interpolator.ts";
import { Blocking, type NamesInCubes } from "./blocking.ts";
import { finish } from "./finish.ts";
import { type LoweredDag, lowerDag } from "./lowered-dag.ts";
import { type InterpolationOptions, type Session, sessionInterpolator } from "./session.ts";
import { shrink } from "./shrink.ts";

export function postPreInterpolator(options: InterpolationOptions): Interpolator {
  return sessionInterpolator("post-pre", options, interpolateDag);
}

function interpolateDag(problem: DagProblem, session: Session): DagResult {
  const lowered = lowerDag(problem, session.lowering);
  if (lowered === undefined) return { kind: "unknown", reason: "a label is not linear" };
  const shrunk = shrink(lowered, session);
  if (shrunk.kind === "path") return session.feasible(problem, shrunk.path);
  const dag = shrunk.kind === "shrunk" ? shrunk.dag : lowered;
  const brief = block(problem, dag, "eliminated", FIRST_ALLOWANCE * (1 + dag.edges.length), session);
  if (brief.kind !== "unknown") return brief;
  const long = block(problem, dag, "kept", Infinity, session);
  if (long.kind !== "unknown" || dag === lowered) return long;
  // Shrunk labels may lean on restrictions that single steps cannot see: then the whole ones are needed.
  return block(problem, lowered, "kept", Infinity, session);
}

/** Obligations an edge: most problems need one or two. */
const FIRST_ALLOWANCE = 8;

function block(
  problem: DagProblem,
  dag: LoweredDag,
  names: NamesInCubes,
  allowance: number,
  session: Session,
): DagResult {
  const result = new Blocking(dag, names, session).run(allowance);
  if (result.kind === "unknown") return result;
  if (result.kind === "path") return session.feasible(problem, result.path);
  return finish(dag, result.lemmas, session);
}
