/**
 * The abstract transformer of a path, tau# of section 2: the composition of those of its operations. Where a path ends at a
 * cut point, what nobody reads from there on is forgotten.
 */
import type { Domain } from "../../domains/domain.ts";
import type { Variable } from "../../logic/term.ts";
import { type ModelLiveness, mentionedBy } from "../../model/live.ts";
import type { ModelEdge, ModelLocation } from "../../model/model.ts";
import type { Budget } from "../../util/budget.ts";
import { afterOps } from "../post.ts";
import { opsOf, type Path } from "./reduced-graph.ts";

/** What all steps of an analysis share. */
export interface Abstraction<S> {
  readonly domain: Domain<S>;
  readonly live: ModelLiveness;
  readonly budget: Budget;
}

// Units of work of one domain operation besides what its kernels count themselves.
const WORK_AN_OPERATION = 40;

export function afterEdge<S>({ domain, budget }: Abstraction<S>, state: S, edge: ModelEdge): S {
  return afterOps(domain, state, edge.ops, () => budget.tick(WORK_AN_OPERATION));
}

export function afterPath<S>(abstraction: Abstraction<S>, state: S, path: Path): S {
  let result = state;
  for (const edge of path) result = afterEdge(abstraction, result, edge);
  const [first] = path;
  const last = path[path.length - 1];
  if (first === undefined || last === undefined) return result;
  const mentioned = mentionedBy(opsOf(path));
  return forget(abstraction, result, last.target, () => abstraction.live.dying(first.source, last.target, mentioned));
}

/** After an edge, without what is dead where it ends. */
export function follow<S>(abstraction: Abstraction<S>, state: S, edge: ModelEdge): S {
  return forget(abstraction, afterEdge(abstraction, state, edge), edge.target, () => abstraction.live.dyingOn(edge));
}

function forget<S>({ domain }: Abstraction<S>, state: S, at: ModelLocation, dead: () => readonly Variable[]): S {
  // What arrives at an error or an end may be of interest by itself.
  if (at.kind !== "ordinary" || domain.isBottom(state)) return state;
  return dead().reduce((result, variable) => domain.forget(result, variable), state);
}
