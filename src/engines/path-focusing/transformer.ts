/**
 * The abstract transformer of a path, tau# of section 2: the composition of those of its operations. Where a path ends at a
 * cut point, what nobody reads from there on is forgotten.
 */
import type { Domain } from "../../domains/domain.ts";
import type { Variable } from "../../logic/term.ts";
import type { ModelEdge, ModelLocation } from "../../model/model.ts";
import type { Budget } from "../../util/budget.ts";
import { afterOps } from "../post.ts";
import { type Live, readBy } from "./live.ts";
import type { Path } from "./reduced-graph.ts";

/** What all steps of an analysis share. */
export interface Abstraction<S> {
  readonly domain: Domain<S>;
  readonly live: Live;
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
  return forgetDead(abstraction, result, first.source, last.target, mentionedOn(path));
}

/** Without what is dead where a way ends: what was live at its start and what is mentioned on it may be known. */
export function forgetDead<S>(
  { domain, live }: Abstraction<S>,
  state: S,
  from: ModelLocation,
  to: ModelLocation,
  mentioned: Iterable<Variable>,
): S {
  // What arrives at an error or an end may be of interest by itself.
  if (to.kind !== "ordinary" || domain.isBottom(state)) return state;
  let result = state;
  for (const variable of new Set([...live.dying(from, to), ...mentioned]))
    if (!live.isLive(variable, to)) result = domain.forget(result, variable);
  return result;
}

function mentionedOn(path: Path): Set<Variable> {
  const mentioned = new Set<Variable>();
  for (const edge of path) for (const variable of mentionedBy(edge)) mentioned.add(variable);
  return mentioned;
}

const mentions = new WeakMap<ModelEdge, readonly Variable[]>();

export function mentionedBy(edge: ModelEdge): readonly Variable[] {
  let known = mentions.get(edge);
  if (known === undefined) {
    const found = new Set<Variable>();
    for (const op of edge.ops) {
      if (op.kind !== "assume") found.add(op.target);
      for (const read of readBy(op)) found.add(read);
    }
    known = [...found];
    mentions.set(edge, known);
  }
  return known;
}
