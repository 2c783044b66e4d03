/**
 * The main loop (AbstractTREE of Fig. 2, and the same for DAGs): explore until the error is reached or nothing is left;
 * refine; go on. A counterexample that comes back to the root is run; if it does not hold up, other refinements are
 * tried, and when there are none the answer is unknown.
 */
import type { Verdict } from "../../evidence/claim.ts";
import type { Model } from "../../model/model.ts";
import { counted } from "../../util/counted.ts";
import type { Unconfirmed } from "../confirm.ts";
import { certificateOf } from "./certificate.ts";
import type { Place } from "./control-graph.ts";
import { Counterexamples } from "./counterexamples.ts";
import type { Exploration } from "./exploration.ts";
import { type Applied, ApplyRefinement, RefineDAG, type RefinementNode, RefineTREE } from "./refine.ts";
import { snapshotOf } from "./snapshot.ts";
import { failingNow, WhoDidIt } from "./who-did-it.ts";

export function cegar<S>(exploration: Exploration<S>, model: Model): Verdict {
  const { context, settings, space } = exploration;
  context.progress(() => progressLine(exploration));
  const counterexamples = new Counterexamples(context);
  const work = new WhoDidIt();
  for (;;) {
    while (!exploration.atCheckpoint())
      if (!exploration.step()) {
        picture(exploration, model, []);
        context.excluded?.(work.exclusions(exploration));
        const { graph, reached } = exploration;
        const statesAt = (place: Place) => [...reached.at(place)].map((node) => node.state);
        return { kind: "safe", certificate: certificateOf(model, graph, space, statesAt) };
      }
    space.count("refinements");
    const isForeseen = exploration.foreseen.length > 0;
    const failing = failingNow(exploration);
    const graph = settings.exploration === "tree" ? RefineTREE(exploration) : RefineDAG(exploration);
    const confirmed = counterexamples.confirmAny(graph.atRoot);
    if (confirmed !== undefined) return confirmed;
    const applied = graph.refinementNodes
      .filter(({ node }) => !node.deleted)
      .map((refinement) => ({ refinement, applied: ApplyRefinement(exploration, refinement) }));
    picture(exploration, model, applied);
    work.refined(
      failing,
      applied.map((one) => one.applied.kind),
    );
    // What was only foreseen may be explored until it fails.
    if (!isForeseen && applied.every((one) => one.applied.kind === "stuck")) return stuck(applied, counterexamples.why);
  }
}

function progressLine<S>({ context }: Exploration<S>): string {
  const { refinements, states } = context.statistics;
  return `${counted(states ?? 0, "state")}, ${counted(refinements ?? 0, "refinement")}`;
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
