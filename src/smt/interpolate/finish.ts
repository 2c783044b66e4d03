/** From formulas at the nodes of a lowered DAG to the result: checked, without conjuncts that no edge needs, simplified, names restored. */
import { and, FALSE, type Formula, TRUE } from "../../logic/term.ts";
import type { DagResult } from "../interpolator.ts";
import type { LoweredDag } from "./lowered-dag.ts";
import { neededLemmas } from "./needed.ts";
import type { Session } from "./session.ts";
import { simplify } from "./simplify.ts";

/** `lemmas`: an interpolant of the DAG, each node's as a list of conjuncts. */
export function finish(dag: LoweredDag, lemmas: readonly (readonly Formula[])[], session: Session): DagResult {
  const needed = neededLemmas(dag, lemmas, session);
  if (needed === undefined) return { kind: "unknown", reason: "the result could not be confirmed" };
  const interpolants = needed.map((parts, node) => {
    if (node === 0) return TRUE;
    if (node === dag.nodes - 1) return FALSE;
    return session.lowering.restore(simplify(and(parts), session));
  });
  return { kind: "interpolants", interpolants };
}

export function conjuncts(formula: Formula): readonly Formula[] {
  return formula.kind === "and" ? formula.operands : formula.kind === "true" ? [] : [formula];
}
