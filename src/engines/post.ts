/**
 * The abstract post, once for all engines over domains: from a state before a step to one that contains all that can be after
 * it. A step is an operation, a sequence of them, or a block. What an engine does besides (forgetting what is dead, counting,
 * covering) is its own; explicit values have a post of their own.
 */
import type { Domain } from "../domains/domain.ts";
import type { ModelEdge, ModelLocation, ModelOp } from "../model/model.ts";

export function afterOp<S>(domain: Domain<S>, state: S, op: ModelOp): S {
  switch (op.kind) {
    case "assign":
      return domain.assign(state, op.target, op.value);
    case "havoc":
      return domain.forget(state, op.target);
    case "assume":
      return domain.assume(state, op.condition);
  }
}

/** Bottom from where it is bottom on; `tick` pays for one operation. */
export function afterOps<S>(domain: Domain<S>, before: S, ops: readonly ModelOp[], tick: () => void): S {
  let state = before;
  for (const op of ops) {
    if (domain.isBottom(state)) return domain.bottom;
    tick();
    state = afterOp(domain, state, op);
  }
  return domain.isBottom(state) ? domain.bottom : state;
}

interface BlockPost<S, E> {
  /** What arrives where the block ends, joined; an end that is not there is not reached. */
  readonly ends: ReadonlyMap<E, S>;
  /** Edges with a state behind them that is not bottom, in topological order. */
  readonly taken: readonly ModelEdge[];
}

/**
 * The state is carried through the block's DAG in topological order and joined where paths meet, so that the cost follows
 * edges and not paths.
 * @param endOf undefined inside of the block.
 */
export function afterBlock<S, E>(
  domain: Domain<S>,
  start: { readonly location: ModelLocation; readonly state: S },
  edges: readonly ModelEdge[],
  along: (state: S, edge: ModelEdge) => S,
  endOf: (location: ModelLocation) => E | undefined,
): BlockPost<S, E> {
  // The source may be an end too: its own edges start from the state, not from what comes back.
  const inside = new Map([[start.location, start.state]]);
  const ends = new Map<E, S>();
  const taken: ModelEdge[] = [];
  const put = <K>(into: Map<K, S>, key: K, state: S) => {
    const known = into.get(key);
    into.set(key, known === undefined ? state : domain.join(known, state));
  };
  for (const edge of edges) {
    const before = inside.get(edge.source);
    if (before === undefined) continue;
    const after = along(before, edge);
    if (domain.isBottom(after)) continue;
    taken.push(edge);
    const end = endOf(edge.target);
    if (end === undefined) put(inside, edge.target, after);
    else put(ends, end, after);
  }
  return { ends, taken };
}
