/**
 * The model with a copy of the first round of loops in which one pointer follows another: `previous = at` at the end of a round, and
 * before the first one `previous` is an object of its own. From the second round on the two are a fixed distance apart, in the
 * first they are not, and no convex domain has a word for both. (Loop peeling; the rest of the loop is as it was.)
 *
 * Sound: executions are the same.
 */
import { linearForm } from "../../logic/linear.ts";
import { type Liveness, livenessOf } from "../../model/live.ts";
import type { Model, ModelEdge, ModelLocation, ModelOp } from "../../model/model.ts";
import type { WtoElement } from "../../model/view/wto.ts";
import { orderOf } from "./chaotic-iteration.ts";
import { type CopiedLoop, locationsIn, MOST_LOCATIONS, withCopies } from "./unrolled.ts";

type Component = Extract<WtoElement<ModelLocation>, { kind: "component" }>;

/** Undefined where there is no such loop. */
export function withFirstRoundsApart(model: Model): Model | undefined {
  const live = livenessOf(model, MOST_LOCATIONS, { reads: "all", arrays: "always" });
  if (live === undefined) return undefined;
  const order = orderOf(model);
  const loops = new Map<ModelLocation, CopiedLoop>();
  for (const component of outermost(order, (one) => hasFollower(one, model, live))) {
    const loop: CopiedLoop = { head: component.head, rounds: 0, cutPoints: "kept" };
    for (const location of locationsIn([component])) loops.set(location, loop);
  }
  return loops.size === 0 ? undefined : withCopies(model, order, loops);
}

/** The components that are chosen, and lie in no other one that is. */
function outermost(
  order: readonly WtoElement<ModelLocation>[],
  isChosen: (component: Component) => boolean,
): readonly Component[] {
  return order.flatMap((element) => {
    if (element.kind === "vertex") return [];
    return isChosen(element) ? [element] : outermost(element.body, isChosen);
  });
}

/** Whether the loop sets a pointer, which it was given, to where another one is that it was given. */
function hasFollower({ head, body }: Component, model: Model, live: Liveness<ModelLocation>): boolean {
  const follows = (op: ModelOp): boolean => {
    if (op.kind !== "assign" || op.target.type.kind !== "pointer" || !live.isLive(op.target, head)) return false;
    const [leader, ...others] = linearForm(op.value)?.variables ?? [];
    const isOther = leader !== undefined && leader !== op.target && others.length === 0;
    return isOther && leader.type.kind === "pointer" && live.isLive(leader, head);
  };
  const parts: readonly (readonly ModelLocation[])[] = [[head], ...body.map((element) => locationsIn([element]))];
  // What happens within a loop inside is looked at there.
  return parts.some((part) => {
    const inside = new Set(part);
    const isOwn = ({ target }: ModelEdge) => part.length === 1 || !inside.has(target);
    return part.some((location) =>
      model.edgesFrom(location).some((edge) => isOwn(edge) && edge.ops.some((op) => follows(op))),
    );
  });
}
