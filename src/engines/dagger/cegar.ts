/**
 * The main loop (AbstractTREE of Fig. 2, and the same for DAGs): explore until the error is reached or nothing is left;
 * refine; go on. A counterexample that comes back to the root is run; if it does not hold up, other refinements are
 * tried, and when there are none the answer is unknown.
 */

import type { Verdict } from "../../evidence/claim.ts";
import type { Model } from "../../model/model.ts";
import { type Confirmed, confirmPath, type Unconfirmed } from "../confirm.ts";
import { BackwardSearch } from "./backward.ts";
import { certificateOf } from "./certificate.ts";
import type { Exploration } from "./exploration.ts";
import {
  type Applied,
  ApplyRefinement,
  type CounterexampleGraph,
  type ErrorState,
  pathOf,
  RefineDAG,
  type RefinementNode,
  RefineTREE,
} from "./refine.ts";
import { snapshotOf } from "./snapshot.ts";

/** Counterexamples of one graph that are run: they are mostly alike. */
const MOST_CONFIRMED = 3;
/** Proofs mostly need fewer refinements than this; more look like a loop being unrolled towards a deep error. */
const MANY_REFINEMENTS = 5;

export function cegar<S>(exploration: Exploration<S>, model: Model): Verdict {
  const { context, settings, space } = exploration;
  context.progress(() => progressLine(exploration));
  const refuted = new Set<string>();
  let why: Unconfirmed = { kind: "unknown", reason: "no refinement was found" };
  let search: BackwardSearch<S> | undefined;
  for (;;) {
    while (!exploration.atCheckpoint())
      if (!exploration.step()) {
        picture(exploration, model, []);
        return { kind: "safe", certificate: certificateOf(model, exploration) };
      }
    space.count("refinements");
    const graph = settings.exploration === "tree" ? RefineTREE(exploration) : RefineDAG(exploration);
    const outcome = confirmAny(exploration, graph, refuted);
    if (outcome?.kind === "unsafe") return outcome;
    if (outcome?.kind === "unknown") why = outcome;
    const applied = graph.refinementNodes
      .filter(({ node }) => !node.deleted)
      .map((refinement) => ({ refinement, applied: ApplyRefinement(exploration, refinement) }));
    picture(exploration, model, applied);
    if (applied.every((one) => one.applied.kind === "stuck")) return stuck(applied, why);
    const refinements = context.statistics["refinements"] ?? 0;
    if (settings.cache === "none" || refinements < MANY_REFINEMENTS) continue;
    search ??= new BackwardSearch(exploration);
    const deep = confirmDeep(exploration, search.search(), refuted);
    if (deep !== undefined) return deep;
  }
}

function progressLine<S>({ context }: Exploration<S>): string {
  const { refinements, states } = context.statistics;
  return `${states} states, ${refinements} refinements`;
}

/** Runs the counterexamples that reach the root. */
function confirmAny<S>(
  exploration: Exploration<S>,
  graph: CounterexampleGraph<S>,
  refuted: Set<string>,
): Confirmed | Unconfirmed | undefined {
  let why: Unconfirmed | undefined;
  let tried = 0;
  for (const error of graph.atRoot) {
    const edges = pathOf(error);
    const name = edges.map((edge) => edge.id).join();
    if (refuted.has(name) || ++tried > MOST_CONFIRMED) continue;
    refuted.add(name);
    const outcome = confirmPath(
      exploration.context,
      edges.flatMap((edge) => edge.path),
      "a counterexample of the abstraction could not be confirmed",
    );
    if (outcome.kind === "unsafe") return outcome;
    why = outcome;
  }
  return why;
}

/** Runs what the backward search finds. */
function confirmDeep<S>(
  exploration: Exploration<S>,
  found: Iterable<ErrorState>,
  refuted: Set<string>,
): Verdict | undefined {
  let tried = 0;
  for (const error of found) {
    const outcome = confirmAny(exploration, { refinementNodes: [], atRoot: [error] }, refuted);
    if (outcome?.kind === "unsafe") return outcome;
    if (++tried >= MOST_CONFIRMED) break;
  }
  return undefined;
}

function stuck<S>(applied: readonly { refinement: RefinementNode<S>; applied: Applied }[], why: Unconfirmed): Verdict {
  const location = applied[0]?.refinement.node.place.location;
  if (location === undefined) return why;
  const reason = "the domain cannot express what would exclude a spurious counterexample";
  return { kind: "unknown", reason, range: location.range };
}

function picture<S>(
  exploration: Exploration<S>,
  model: Model,
  applied: readonly { refinement: RefinementNode<S>; applied: Applied }[],
): void {
  exploration.context.record?.(snapshotOf(exploration, model, applied));
}
