/**
 * Guided static analysis: D. Gopan and T. Reps, SAS 2007. The program is restricted to the edges that are feasible in what is
 * known so far; the restricted program is solved with widening and narrowing; its solution may make further edges feasible; and so on
 * until no edge is added. Widening thus never jumps over a branch that a narrowing of the smaller program would have kept
 * closed. Their earlier lookahead widening (`lookahead.ts`) has the same idea in one iteration over pairs of states.
 */
import type { Model, ModelEdge, ModelLocation } from "../../model/model.ts";
import { ascend, type ChaoticIteration, descend, flat, orderOf, type States } from "./chaotic-iteration.ts";
import { type Abstraction, follow } from "./transformer.ts";

export function guided<S>(abstraction: Abstraction<S>, model: Model, onPhase: () => void): States<ModelLocation, S> {
  const admitted = new Set<ModelEdge>();
  const iteration: ChaoticIteration<S> = {
    abstraction,
    model,
    order: orderOf(model),
    admits: (edge) => admitted.has(edge),
  };
  const states: States<ModelLocation, S> = new Map([[model.entry, abstraction.domain.top]]);
  while (admitFeasible(iteration, states, admitted)) {
    onPhase();
    ascend(iteration, states);
    descend(iteration, states);
  }
  return states;
}

/** Admits the edges along one pass over the locations in their order, without going around loops. */
function admitFeasible<S>(
  { abstraction, model, order }: ChaoticIteration<S>,
  states: States<ModelLocation, S>,
  admitted: Set<ModelEdge>,
): boolean {
  const { domain } = abstraction;
  const before = admitted.size;
  const reached = new Map(states);
  const done = new Set<ModelLocation>();
  for (const from of flat(order)) {
    done.add(from);
    const state = reached.get(from);
    if (state === undefined) continue;
    for (const edge of model.edgesFrom(from)) {
      const arrived = follow(abstraction, state, edge);
      if (domain.isBottom(arrived)) continue;
      admitted.add(edge);
      const known = reached.get(edge.target);
      if (!done.has(edge.target)) reached.set(edge.target, known === undefined ? arrived : domain.join(known, arrived));
    }
  }
  return admitted.size > before;
}
