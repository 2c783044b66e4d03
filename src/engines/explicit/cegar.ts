/**
 * Alg. 2, CEGAR: explore, and when a target is reached check the path with full precision. A contradicting path
 * refines the precision; instead of restarting, the ARG is pruned where the first interpolant is not yet known (the
 * refinement root). A path that explicit values cannot contradict is put to the predicates, where there are any: infeasible, it
 * refines their precision. What is left is handed to replay: confirmed, it is the counterexample; otherwise the target stays a
 * leaf, exploration goes on, and a complete graph with such leaves is `unknown`, never `safe`.
 */
import type { Location } from "../../cfa/cfa.ts";
import type { ModelEdge, ModelLocation } from "../../model/model.ts";
import { isBad } from "../../model/view/blocks.ts";
import { counted } from "../../util/counted.ts";
import { memoised } from "../../util/memo.ts";
import type { NodeId } from "../arg.ts";
import { type Confirmed, confirmPath, type Unconfirmed } from "../confirm.ts";
import { count } from "../engine.ts";
import type { Exclusions } from "../exclusions.ts";
import type { ExplicitCpa } from "./cpa.ts";
import { edgesOf } from "./path-formula.ts";
import { type Interpolants, refine } from "./refine.ts";
import { fixpoint, refinedPredicates, refinedValues } from "./snapshot.ts";

// Replaying costs about as much as a thousand states; after this many failures the explicit domain is the wrong one.
export const CONFIRMATIONS = 40;

type Outcome = { readonly kind: "safe" } | Confirmed | Unconfirmed;

export function cegar(cpa: ExplicitCpa): Outcome {
  const { arg, context } = cpa;
  let undecided: Unconfirmed | undefined;
  let failures = 0;
  const excluded = new Map<ModelLocation, string>();
  context.progress(
    () => `${counted(arg.size, "state")}, ${counted(context.statistics["refinements"] ?? 0, "refinement")}`,
  );
  for (;;) {
    const target = cpa.explore();
    if (target === undefined) {
      context.record?.(fixpoint(cpa));
      // Inside of blocks there are no nodes: which errors were met there is not known.
      if (undecided === undefined && cpa.predicates?.isAsked !== true) context.excluded?.(exclusions(cpa, excluded));
      return undecided ?? { kind: "safe" };
    }
    const first = arg.pathTo(target).map(edgesOf);
    const location = arg.location(target);
    excluded.set(location, "interpolants");
    if (eliminate(cpa, target, first)) continue;
    excluded.set(location, "predicates");
    const path = eliminateByPredicates(cpa, target) ?? first;
    if (path === "eliminated" || (path !== first && eliminate(cpa, target, path))) continue;
    const outcome = confirmPath(context, path.flat());
    if (outcome.kind !== "unknown") return outcome;
    undecided ??= outcome;
    failures += 1;
    if (failures >= CONFIRMATIONS) return undecided;
  }
}

/** By values as they were followed anyway, where no path had led there. */
function exclusions({ arg, model }: ExplicitCpa, refined: ReadonlyMap<ModelLocation, string>): Exclusions {
  const found = new Map(refined);
  const seen = new Set<ModelLocation>();
  for (const node of arg.nodes()) {
    const location = arg.location(node);
    if (seen.has(location)) continue;
    seen.add(location);
    for (const { target } of model.edgesFrom(location))
      if (isBad(target) && !found.has(target)) found.set(target, "posts");
  }
  return found;
}

/** A path to a target: the edges of each way of the tree. */
type Path = readonly (readonly ModelEdge[])[];

/** Refines the precision so that the path to the target is not found again. false: nothing to refine. */
function eliminate(cpa: ExplicitCpa, target: NodeId, parts: Path): boolean {
  if (cpa.precision.refine === undefined) return false;
  const path = parts.flat();
  const interpolants = refine(cpa, path);
  if (interpolants === undefined) return false;
  const root = refinementRoot(cpa, target, parts, interpolants);
  if (root === undefined) return false;
  cpa.precision.refine(root, slotsByPoint(path, interpolants));
  count(cpa.context.statistics, "refinements");
  cpa.context.record?.(refinedValues(cpa, target, parts, interpolants, root));
  cpa.prune(root);
  return true;
}

/** The precision that Alg. 4 returns: what the interpolants mention. */
function slotsByPoint(path: readonly ModelEdge[], interpolants: Interpolants): Map<Location, Set<number>> {
  const slots = new Map<Location, Set<number>>();
  for (const [index, { target }] of path.entries()) {
    const here = memoised(slots, target.point, () => new Set());
    for (const slot of interpolants[index]?.keys() ?? []) here.add(slot);
  }
  return slots;
}

/** Where values cannot: refines the precision of the predicates. Otherwise the path that they take for feasible, if any. */
function eliminateByPredicates(cpa: ExplicitCpa, target: NodeId): "eliminated" | Path | undefined {
  const { arg, predicates, context } = cpa;
  const answer = predicates?.refine(arg.pathTo(target), arg.nodesTo(target), (way) => cpa.endsBlock(way));
  if (answer?.kind !== "refined") return answer?.kind === "feasible" ? answer.path : undefined;
  count(context.statistics, "refinements");
  count(context.statistics, "predicateRefinements");
  context.record?.(refinedPredicates(cpa, target, answer.root));
  cpa.prune(answer.root);
  return "eliminated";
}

/** The node before the first values that do not know their interpolant. */
function refinementRoot(cpa: ExplicitCpa, target: NodeId, parts: Path, interpolants: Interpolants): NodeId | undefined {
  const codes = new Int32Array(cpa.states.capacity);
  const nodes = cpa.arg.nodesTo(target);
  let edge = 0;
  for (const [i, part] of parts.entries()) {
    let state = cpa.arg.label(nodes[i] as NodeId);
    for (const [j, one] of part.entries()) {
      // Inside a block there are no nodes: its values are computed again.
      const next = j === part.length - 1 ? cpa.arg.label(nodes[i + 1] as NodeId) : cpa.valuesBehind(state, one);
      if (next === undefined) throw new Error("the values should allow the edges of a path");
      state = next;
      cpa.states.load(state, codes, cpa.slots.count);
      for (const [slot, code] of interpolants[edge] ?? []) if (codes[slot] !== code) return nodes[i];
      edge += 1;
    }
  }
  return undefined;
}
