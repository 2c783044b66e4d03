/**
 * Narrowing (section 4.1): Y = psi#(X), node by node. For each node the paths into it are found by the oracle, from the
 * states of their start to states that Y does not have yet, so that only paths that matter are followed.
 *
 * Nodes take turns in the weak topological order and use what earlier ones have become: all of it contains what is
 * reachable, and psi is monotone, so the result is inductive again.
 */

import { withinReason, withoutLargeFacets } from "../large-facets.ts";
import { flat } from "./chaotic-iteration.ts";
import { type PathFocusing, statesAfter } from "./iteration.ts";
import type { Oracle } from "./oracle.ts";
import type { GraphNode, Path } from "./reduced-graph.ts";
import type { Abstraction } from "./transformer.ts";

export function narrow<S>(
  analysis: PathFocusing<S>,
  abstraction: Abstraction<S>,
  oracle: Oracle<S>,
  steps: number,
): void {
  for (let step = 0; step < steps; step += 1) if (!narrowOnce(analysis, abstraction, oracle)) return;
}

function narrowOnce<S>(analysis: PathFocusing<S>, abstraction: Abstraction<S>, oracle: Oracle<S>): boolean {
  const { graph, states } = analysis;
  const { domain } = abstraction;
  const before = new Map<GraphNode, GraphNode[]>();
  for (const from of graph.nodes)
    for (const exit of graph.blockOf(from.location).exits)
      for (const to of graph.nodesAt(exit)) before.set(to, [...(before.get(to) ?? []), from]);
  let changed = false;
  for (const node of flat(graph.order)) {
    const known = states.get(node);
    if (node === graph.entry || known === undefined) continue;
    let next: S | undefined;
    for (const from of before.get(node) ?? []) next = arrivals(analysis, abstraction, oracle, from, node, next, known);
    // What arrives lies within X by the solver's word, which reasons about integers; the hull of it need not.
    if (next !== undefined) next = withinReason(domain, known, domain.meet(next, known));
    if (next !== undefined && domain.leq(known, next)) continue;
    changed = true;
    if (next === undefined) states.delete(node);
    else states.set(node, next);
  }
  return changed;
}

/**
 * `sofar` joined with all that comes from one node; ends early where that is all of `known`, which cannot be improved.
 */
export function arrivals<S>(
  analysis: PathFocusing<S>,
  abstraction: Abstraction<S>,
  oracle: Oracle<S>,
  from: GraphNode,
  to: GraphNode,
  sofar: S | undefined,
  known?: S,
): S | undefined {
  const { domain, budget } = abstraction;
  const state = analysis.states.get(from);
  if (state === undefined) return sofar;
  let next = sofar;
  const useless: Path[] = [];
  for (;;) {
    budget.tick();
    if (next !== undefined && known !== undefined && domain.leq(known, next)) return next;
    const target = { location: to.location, cell: to.cell, known: next };
    const focus = oracle.focus(from, state, [target], useless);
    if (focus.kind === "none") return next;
    if (focus.kind === "unknown") {
      const arrived = statesAfter(analysis.graph, abstraction, from, state).get(to.location);
      const inCell = arrived === undefined ? domain.bottom : domain.assume(arrived, to.cell);
      return domain.isBottom(inCell) ? next : next === undefined ? inCell : domain.join(next, inCell);
    }
    const arrived = analysis.transformerOf(focus.path, to)(state);
    if (domain.isBottom(arrived) || (next !== undefined && domain.leq(arrived, next))) useless.push(focus.path);
    else next = next === undefined ? arrived : withoutLargeFacets(domain, domain.join(next, arrived));
  }
}
