/**
 * Checks lemmas, and drops those that nobody needs. From the exit backward: the lemmas of a node that some outgoing edge
 * needs, to imply the needed lemmas of its target, by unsat cores. What is left is still an interpolant, and a weaker
 * one.
 */
import { and, FALSE, type Formula, not, TRUE } from "../../logic/term.ts";
import type { LoweredDag } from "./lowered-dag.ts";
import type { Session } from "./session.ts";

/** undefined if the lemmas, which should be an interpolant by the way they were made, are none. */
export function neededLemmas(
  dag: LoweredDag,
  lemmas: readonly (readonly Formula[])[],
  session: Session,
): readonly (readonly Formula[])[] | undefined {
  const needed: Set<Formula>[] = Array.from({ length: dag.nodes }, () => new Set());
  needed[dag.nodes - 1]!.add(FALSE);
  for (let node = dag.nodes - 1; node > 0; node--) {
    const goal = and([...needed[node]!]);
    if (goal === TRUE) continue;
    for (const edge of dag.incoming[node]!) {
      const { source } = dag.edges[edge]!;
      if (needed[source]!.has(FALSE)) continue;
      const support = supportOf(dag, edge, goal, lemmas[source]!, needed[source]!, session);
      if (support === "none") return undefined;
      // Sound: all lemmas imply the goal; where the solver gives up, no fewer are known to do so.
      for (const lemma of support === "unknown" ? lemmas[source]! : support) needed[source]!.add(lemma);
    }
  }
  return needed.map((set) => [...set]);
}

/** Lemmas of the edge's source beside those already needed that, with the label, imply the goal. */
function supportOf(
  dag: LoweredDag,
  edge: number,
  goal: Formula,
  lemmas: readonly Formula[],
  already: ReadonlySet<Formula>,
  session: Session,
): readonly Formula[] | "none" | "unknown" {
  const { source, target, formula } = dag.edges[edge]!;
  if (formula === FALSE) return [];
  const solver = session.solver();
  // The target's restriction follows from the label of the original problem, if not from a shrunk one.
  const restrictions = [dag.restriction[source]!, dag.restriction[target]!];
  for (const part of [formula, ...restrictions, ...already, not(goal)]) solver.assert(part);
  const answer = session.check(
    solver,
    lemmas.filter((lemma) => !already.has(lemma)),
  );
  if (answer !== "unsat") return answer === "sat" ? "none" : "unknown";
  const core = solver.core();
  if (core.length <= 1) return core;
  // A second core is often smaller: the first one's order biases what the solver meets first.
  return session.check(solver, [...core].reverse()) === "unsat" ? solver.core() : core;
}
