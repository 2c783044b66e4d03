/**
 * Drops lemmas that nobody needs. From the exit backward: the lemmas of a node that some outgoing edge needs, to imply the
 * needed lemmas of its target, by unsat cores. What is left is still an interpolant, and a weaker one.
 */
import { and, FALSE, type Formula, not, TRUE } from "../../logic/term.ts";
import type { LoweredDag } from "./lowered-dag.ts";
import type { Session } from "./session.ts";

export function neededLemmas(
  dag: LoweredDag,
  lemmas: readonly (readonly Formula[])[],
  session: Session,
): readonly (readonly Formula[])[] {
  const needed: Set<Formula>[] = Array.from({ length: dag.nodes }, () => new Set());
  needed[dag.nodes - 1]!.add(FALSE);
  for (let node = dag.nodes - 1; node > 0; node--) {
    const goal = and([...needed[node]!]);
    if (goal === TRUE) continue;
    for (const edge of dag.incoming[node]!) {
      const { source } = dag.edges[edge]!;
      const found = supportOf(dag, edge, goal, lemmas[source]!, needed[source]!, session);
      // Sound: all lemmas imply the goal; an answer that is not `unsat` only means that no fewer are known to do so.
      for (const lemma of found ?? lemmas[source]!) needed[source]!.add(lemma);
    }
  }
  return needed.map((set) => [...set]);
}

function supportOf(
  dag: LoweredDag,
  edge: number,
  goal: Formula,
  lemmas: readonly Formula[],
  already: ReadonlySet<Formula>,
  session: Session,
): readonly Formula[] | undefined {
  const others = lemmas.filter((lemma) => !already.has(lemma));
  if (others.length === 0) return [];
  const { source, formula } = dag.edges[edge]!;
  const solver = session.solver();
  for (const part of [formula, dag.restriction[source]!, ...already, not(goal)]) solver.assert(part);
  if (session.check(solver, others) !== "unsat") return undefined;
  const core = solver.core();
  if (core.length <= 1) return core;
  // A second core is often smaller: the first one's order biases what the solver meets first.
  return session.check(solver, [...core].reverse()) === "unsat" ? solver.core() : core;
}
