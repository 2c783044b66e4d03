/**
 * Interpolants by strongest post and weakest precondition with unsat cores: needs nothing but a solver. A DAG is shrunk to
 * what its refutation needs (shrink.ts), obligations are blocked from the exit backward (blocking.ts), lemmas that no edge
 * needs are dropped (finish.ts). A sequence is a DAG that is a chain.
 */
import { chainOf } from "../check-interpolants.ts";
import type { DagProblem, DagResult, Interpolator, SequenceResult } from "../interpolator.ts";
import { Blocking } from "./blocking.ts";
import { finish } from "./finish.ts";
import { type LoweredDag, lowerDag } from "./lowered-dag.ts";
import { freshVariables, type InterpolationOptions, Session } from "./session.ts";
import { shrink } from "./shrink.ts";

export function postPreInterpolator(options: InterpolationOptions): Interpolator {
  const fresh = freshVariables();
  const dag = (problem: DagProblem): DagResult => {
    const session = new Session(options, fresh);
    try {
      return interpolateDag(problem, session);
    } finally {
      session.dispose();
    }
  };
  return { name: "post-pre", dag, sequence: (parts) => sequenceResult(dag(chainOf(parts))) };
}

function interpolateDag(problem: DagProblem, session: Session): DagResult {
  const lowered = lowerDag(problem, session.lowering);
  if (lowered === undefined) return { kind: "unknown", reason: "a label is not linear" };
  const shrunk = shrink(lowered, session);
  if (shrunk.kind === "path") return session.feasible(problem, shrunk.path);
  if (shrunk.kind === "shrunk" && shrunk.dag !== lowered) {
    // Shrunk labels may lean on restrictions that single steps cannot see: then the whole ones are needed.
    const result = block(problem, shrunk.dag, session);
    if (result.kind !== "unknown") return result;
  }
  return block(problem, lowered, session);
}

function block(problem: DagProblem, dag: LoweredDag, session: Session): DagResult {
  const result = new Blocking(dag, session).run();
  if (result.kind === "unknown") return result;
  if (result.kind === "path") return session.feasible(problem, result.path);
  return finish(dag, result.lemmas, "constructed", session);
}

/** The cuts of a chain. */
export function sequenceResult(result: DagResult): SequenceResult {
  if (result.kind === "interpolants") return { kind: "interpolants", interpolants: result.interpolants.slice(1, -1) };
  if (result.kind === "feasible") return { kind: "feasible", model: result.model };
  return result;
}
