/**
 * Alg. 2, CEGAR: explore, and when a target is reached check the path with full precision. A contradicting path
 * refines the precision; instead of restarting, the ARG is pruned where the first interpolant is not yet known (the
 * refinement root). A path that explicit values cannot contradict is put to the predicates, where there are any: infeasible, it
 * refines their precision. What is left is handed to replay: confirmed, it is the
 * counterexample; otherwise the target stays a leaf, exploration goes on, and a complete graph with such leaves is
 * `unknown`, never `safe`.
 */

import type { NodeId } from "../arg.ts";
import { type Confirmed, confirmPath, type Unconfirmed } from "../confirm.ts";
import { count } from "../engine.ts";
import type { ExplicitCpa } from "./cpa.ts";
import { LazyPrecision } from "./precision.ts";
import { type Interpolants, refine } from "./refine.ts";

// Replaying costs about as much as a thousand states; after this many failures the explicit domain is the wrong one.
const CONFIRMATIONS = 40;

type Outcome = { readonly kind: "safe" } | Confirmed | Unconfirmed;

export function cegar(cpa: ExplicitCpa): Outcome {
  const { arg, context } = cpa;
  let undecided: Unconfirmed | undefined;
  let failures = 0;
  context.progress(() => `${arg.size} states, ${context.statistics["refinements"] ?? 0} refinements`);
  for (;;) {
    const target = cpa.explore();
    if (target === undefined) return undecided ?? { kind: "safe" };
    if (eliminate(cpa, target) || eliminateByPredicates(cpa, target)) continue;
    const outcome = confirmPath(context, arg.pathTo(target));
    if (outcome.kind !== "unknown") return outcome;
    undecided ??= outcome;
    failures += 1;
    if (failures >= CONFIRMATIONS) return undecided;
  }
}

/** Refines the precision so that the path to the target is not found again. false: nothing to refine. */
function eliminate(cpa: ExplicitCpa, target: NodeId): boolean {
  if (!(cpa.precision instanceof LazyPrecision)) return false;
  const path = cpa.arg.pathTo(target);
  const interpolants = refine(cpa, path);
  if (interpolants === undefined) return false;
  const nodes = cpa.arg.nodesTo(target);
  const root = refinementRoot(cpa, nodes, interpolants);
  if (root === undefined) return false;
  for (const [index, edge] of path.entries()) {
    const interpolant = interpolants[index];
    if (interpolant !== undefined && interpolant.size > 0) cpa.precision.add(edge.target.point, interpolant.keys());
  }
  count(cpa.context.statistics, "refinements");
  cpa.prune(root);
  return true;
}

/** Where values cannot: refines the precision of the predicates. */
function eliminateByPredicates(cpa: ExplicitCpa, target: NodeId): boolean {
  const { arg, predicates, context } = cpa;
  const answer = predicates?.refine(arg.pathTo(target), arg.nodesTo(target));
  if (answer?.kind !== "refined") return false;
  count(context.statistics, "refinements");
  count(context.statistics, "predicateRefinements");
  cpa.prune(answer.root);
  return true;
}

/** The node before the first one whose state does not know its interpolant. */
function refinementRoot(cpa: ExplicitCpa, nodes: readonly NodeId[], interpolants: Interpolants): NodeId | undefined {
  const codes = new Int32Array(cpa.states.capacity);
  for (let i = 1; i < nodes.length; i += 1) {
    cpa.states.load(cpa.arg.label(nodes[i] as NodeId), codes, cpa.slots.count);
    for (const [slot, code] of interpolants[i - 1] ?? []) if (codes[slot] !== code) return nodes[i - 1];
  }
  return undefined;
}
