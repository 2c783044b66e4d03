/**
 * Refinement: RefineTREE and ApplyRefinement of Fig. 2, and the refinement of a counterexample-DAG of section 3.
 *
 * Error states go backwards from the failing images. err(n) is the set of cubes at a node from which the error is
 * reached along the computation; only cubes that meet the node's state are kept. Nodes are looked at newest first, so
 * every successor comes before its predecessors (reverse topological order). A node whose error cubes have no preimage
 * in a predecessor is a refinement node: the operation that made it, join or widening, lost too much.
 */
import type { LinearConstraint } from "../../logic/linear.ts";
import { negateConstraint } from "../../logic/linear.ts";
import { memoised } from "../../util/memo.ts";
import type { ControlEdge } from "./control-graph.ts";
import { type Cube, EVERYTHING, halves, isPartOf } from "./cube.ts";
import { arrivalKey, type Exploration } from "./exploration.ts";
import { Interpolate } from "./interpolate.ts";
import type { Arrival, Node } from "./reached.ts";

/** An error cube at a node, with the way on to the error. */
export interface ErrorState {
  readonly cube: Cube;
  /** Undefined: it is the same state, seen at the node that was widened. */
  readonly edge: ControlEdge | undefined;
  readonly next: ErrorState | undefined;
}

export interface RefinementNode<S> {
  readonly node: Node<S>;
  readonly errors: readonly ErrorState[];
  /** The arrivals through which no error comes. */
  readonly spurious: readonly Arrival<S>[];
}

export interface CounterexampleGraph<S> {
  /** Newest first. */
  readonly refinementNodes: readonly RefinementNode<S>[];
  /** Error states at the root: counterexamples, as far as the cubes know. */
  readonly atRoot: readonly ErrorState[];
}

/** Cubes kept a node: more are dropped, and found again by the next refinement if they matter. */
const MOST_ERRORS = 24;

/** RefineTREE: one counterexample, the path to one failure. */
export function RefineTREE<S>(exploration: Exploration<S>): CounterexampleGraph<S> {
  return propagate(exploration, exploration.failures.slice(0, 1));
}

/** Section 3: all paths to all failures at once. */
export function RefineDAG<S>(exploration: Exploration<S>): CounterexampleGraph<S> {
  return propagate(exploration, exploration.failures);
}

function propagate<S>(exploration: Exploration<S>, failures: readonly Arrival<S>[]): CounterexampleGraph<S> {
  const { space, settings } = exploration;
  const errors = new Map<Node<S>, ErrorState[]>();
  const pending = new Set<Node<S>>();
  const give = (node: Node<S>, error: ErrorState): void => {
    const list = memoised(errors, node, () => []);
    if (list.length >= MOST_ERRORS || list.some((known) => isPartOf(error.cube, known.cube))) return;
    list.push(error);
    pending.add(node);
  };
  for (const { parent, edge } of failures)
    for (const cube of space.Preimage(EVERYTHING, edge, parent.state)) give(parent, { cube, edge, next: undefined });
  for (const { node, error } of exploration.foreseen) if (!node.deleted) give(node, error);
  exploration.foreseen = [];
  const candidates: RefinementNode<S>[] = [];
  for (let node = newest(pending); node !== undefined; node = newest(pending)) {
    pending.delete(node);
    if (node === exploration.root) continue;
    const here = errors.get(node) ?? [];
    const spurious = node.arrivals.filter((arrival) => {
      const before = here.flatMap((next) =>
        space.Preimage(next.cube, arrival.edge, arrival.parent.state).map((cube) => ({ cube, next })),
      );
      for (const { cube, next } of before) give(arrival.parent, { cube, edge: arrival.edge, next });
      return before.length === 0;
    });
    const { selected } = node;
    const inherited = selected === undefined ? [] : here.filter(({ cube }) => space.meets(selected.state, cube));
    // The error is reached from the widened state as well: a shorter counterexample, looked at there.
    for (const next of inherited) give(selected!, { cube: next.cube, edge: undefined, next });
    if (inherited.length === 0) candidates.push({ node, errors: here, spurious });
  }
  const refinementNodes =
    settings.splitting === "eager"
      ? // Section 3: a refinement node with respect to a predecessor at which no error is left, by whatever way on.
        candidates.map((one) => ({ ...one, spurious: one.node.arrivals.filter(({ parent }) => !errors.has(parent)) }))
      : candidates.filter(({ node, spurious }) => spurious.length === node.arrivals.length);
  return {
    refinementNodes: refinementNodes.filter(({ spurious }) => spurious.length > 0),
    atRoot: errors.get(exploration.root) ?? [],
  };
}

function newest<S>(nodes: Iterable<Node<S>>): Node<S> | undefined {
  let best: Node<S> | undefined;
  for (const node of nodes) if (best === undefined || node.id > best.id) best = node;
  return best;
}

// --- Applying -----------------------------------------------------------------------------------------------------

export interface Applied {
  /** stuck: the domain cannot say what would keep the error out. */
  readonly kind: "interpolated" | "joined" | "disjunct" | "split" | "cut" | "stuck";
  readonly interpolants: readonly LinearConstraint[];
}

/**
 * ApplyRefinement: makes the operation at a refinement node precise enough, and has the node explored again. In the
 * paper's words: if (s'' join image) misses the error, interpolate (or refine to the join); otherwise keep s'' and the
 * image apart. A merge node is split.
 */
export function ApplyRefinement<S>(exploration: Exploration<S>, refinement: RefinementNode<S>): Applied {
  const { node } = refinement;
  const cubes = refinement.errors.map(({ cube }) => cube);
  const applied =
    node.selected !== undefined && node.joined !== undefined
      ? refineWidening(exploration, refinement, node.joined, cubes)
      : refineMerge(exploration, refinement, cubes);
  if (applied.kind !== "stuck") exploration.remove(node);
  return applied;
}

function refineWidening<S>(
  exploration: Exploration<S>,
  { node, errors }: RefinementNode<S>,
  joined: S,
  cubes: readonly Cube[],
): Applied {
  const { space, settings, hints, shape } = exploration;
  const { place, key } = node;
  exploration.cacheErrors(place, errors);
  if (space.meetsAny(joined, cubes)) {
    if (!space.meetsAny(node.image, cubes)) {
      hints.setWidening(key, "image");
      return { kind: "disjunct", interpolants: [] };
    }
    return cutImages(exploration, node, cubes);
  }
  if (settings.refinement === "interpolate" && hints.widening(key) === "widen") {
    const found = cubes.flatMap((cube) => Interpolate(space, joined, cube, shape, settings.interpolants));
    if (exploration.addInterpolants(place, found)) return { kind: "interpolated", interpolants: found };
  }
  if (hints.widening(key) !== "widen") return { kind: "stuck", interpolants: [] };
  hints.setWidening(key, "join");
  return { kind: "joined", interpolants: [] };
}

function refineMerge<S>(exploration: Exploration<S>, refinement: RefinementNode<S>, cubes: readonly Cube[]): Applied {
  const { space, hints } = exploration;
  const { node, spurious } = refinement;
  if (spurious.some(({ image }) => space.meetsAny(image, cubes))) {
    const applied = cutImages(exploration, node, cubes);
    if (applied.kind === "cut" || node.arrivals.length < 2) return applied;
  }
  if (node.arrivals.length < 2 || hints.isSplit(node.key)) return { kind: "stuck", interpolants: [] };
  hints.split(node.key);
  return { kind: "split", interpolants: [] };
}

/**
 * The image itself is too large (the domain cannot say what an edge does): constraints of the error that no state
 * before the edge can lead to are turned round and put on the image.
 */
function cutImages<S>(exploration: Exploration<S>, node: Node<S>, cubes: readonly Cube[]): Applied {
  const { space, hints } = exploration;
  const found: LinearConstraint[] = [];
  for (const { parent, edge, image } of node.arrivals) {
    const cuts: LinearConstraint[] = [];
    for (const constraint of cubes.filter((cube) => space.meets(image, cube)).flatMap((cube) => cube.flatMap(halves))) {
      const [opposite] = negateConstraint(constraint);
      // Sound: no state of the parent leads to the constraint, so its negation holds after the edge.
      if (typeof opposite === "object" && space.Preimage([constraint], edge, parent.state).length === 0)
        cuts.push(opposite);
    }
    if (cuts.length > 0 && hints.cut(arrivalKey(parent, edge), cuts)) found.push(...cuts);
  }
  return { kind: found.length > 0 ? "cut" : "stuck", interpolants: found };
}

/** The edges of a counterexample. */
export function pathOf(error: ErrorState): ControlEdge[] {
  const edges: ControlEdge[] = [];
  for (let at: ErrorState | undefined = error; at !== undefined; at = at.next)
    if (at.edge !== undefined) edges.push(at.edge);
  return edges;
}
