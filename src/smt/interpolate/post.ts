/** What reaches a node in one step: the labels of its incoming edges under the lemmas of their sources, in one solver. */
import { type Formula, not, or, TRUE } from "../../logic/term.ts";
import { isSet } from "../fresh.ts";
import type { Solver } from "../solver.ts";
import type { LoweredDag } from "./lowered-dag.ts";
import type { Session } from "./session.ts";

export interface Post {
  readonly solver: Solver;
  /** By edge: the literal that chooses it; TRUE where there is only one edge. */
  readonly chosen: ReadonlyMap<number, Formula>;
}

export function postOf(dag: LoweredDag, node: number, lemmas: readonly (readonly Formula[])[], session: Session): Post {
  const incoming = dag.incoming[node]!;
  const chosen = new Map<number, Formula>();
  for (const edge of incoming) {
    chosen.set(edge, incoming.length === 1 ? TRUE : isSet(session.fresh.boolean(`edge ${edge}`)));
  }
  const post: Post = { solver: session.solver(), chosen };
  post.solver.assert(or([...chosen.values()]));
  // Restrictions are a well-labelling: that of the node follows from the label, unless shrinking has weakened that.
  if (dag.restriction[node] !== TRUE) post.solver.assert(dag.restriction[node]!);
  for (const edge of incoming) {
    const { source, formula } = dag.edges[edge]!;
    for (const part of [formula, dag.restriction[source]!, ...lemmas[source]!]) assumeOnEdge(post, edge, part);
  }
  return post;
}

/** From now on the formula holds wherever the edge is taken. */
export function assumeOnEdge({ solver, chosen }: Post, edge: number, formula: Formula): void {
  if (formula !== TRUE) solver.assert(or([not(chosen.get(edge)!), formula]));
}
