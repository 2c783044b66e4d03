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
import { type ClosedLoop, withoutRounds } from "./path-program.ts";
import type { Arrival, Node } from "./reached.ts";

/** An error cube at a node, with the way on to the error. */
export interface ErrorState {
  readonly cube: Cube;
  /** Undefined: `next` is at the same place: the same state, seen at the node that was widened, or behind a closed loop. */
  readonly edge: ControlEdge | undefined;
  readonly next: ErrorState | undefined;
  /** The loop that is closed here: rounds of it lead to `next`; how many, is a variable of the cube. */
  readonly loop?: ClosedLoop;
  /** All loops closed here or on the way on. */
  readonly closed: readonly ClosedLoop[];
}

export interface RefinementNode<S> {
  readonly node: Node<S>;
  readonly errors: readonly ErrorState[];
  /** Errors of path programs that the joined state misses: they can be excluded at once with those of the counterexamples. */
  readonly deep: readonly ErrorState[];
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

/** err(n), by node. */
type Errors<S> = Map<Node<S>, ErrorState[]>;

function propagate<S>(exploration: Exploration<S>, failures: readonly Arrival<S>[]): CounterexampleGraph<S> {
  const { space, settings, pathPrograms } = exploration;
  const errors: Errors<S> = new Map();
  // Beside them, so that they take no place of theirs: the error states of path programs.
  const deep: Errors<S> = new Map();
  const pending = new Set<Node<S>>();
  const give = (node: Node<S>, error: ErrorState): void => {
    const list = memoised(error.closed.length > 0 ? deep : errors, node, () => []);
    if (list.length >= MOST_ERRORS || list.some((known) => isPartOf(error.cube, known.cube))) return;
    list.push(error);
    pending.add(node);
  };
  const giveBefore = ({ parent, edge }: Arrival<S>, next: ErrorState | undefined): boolean => {
    const cubes = space.Preimage(next?.cube ?? EVERYTHING, edge, parent.state);
    for (const cube of cubes) give(parent, { cube, edge, next, closed: next?.closed ?? [] });
    return cubes.length > 0;
  };
  for (const failure of failures) giveBefore(failure, undefined);
  for (const { node, error } of exploration.foreseen) if (!node.deleted) give(node, error);
  exploration.foreseen = [];
  /** Where the error states of a node come from. */
  const goBack = (node: Node<S>, here: readonly ErrorState[]) => {
    const { selected } = node;
    const inherited = selected === undefined ? [] : here.filter(({ cube }) => space.meets(selected.state, cube));
    // How a closed loop is entered is seen at the node that was widened.
    const own = here.filter((error) => error.loop === undefined || !inherited.includes(error));
    const spurious = node.arrivals.filter(
      (arrival) => own.map((next) => giveBefore(arrival, next)).filter((comes) => comes).length === 0,
    );
    // The error is reached from the widened state as well: a shorter counterexample, looked at there.
    for (const next of inherited) give(selected!, { cube: next.cube, edge: undefined, next, closed: next.closed });
    return { spurious, inherited };
  };
  const candidates: RefinementNode<S>[] = [];
  const beyond: RefinementNode<S>[] = [];
  for (let node = newest(pending); node !== undefined; node = newest(pending)) {
    const here = errors.get(node) ?? [];
    if (node !== exploration.root)
      for (const error of [...here, ...(deep.get(node) ?? [])])
        for (const one of pathPrograms?.closed(node, error) ?? []) give(node, one);
    pending.delete(node);
    if (node === exploration.root) continue;
    const far = deep.get(node) ?? [];
    const { spurious, inherited } = goBack(node, here);
    const isLeft = far.length > 0 && isEndOfAll(goBack(node, far), node);
    const missed = far.filter(({ cube }) => node.joined !== undefined && !space.meets(node.joined, cube));
    if (here.length > 0 && inherited.length === 0) candidates.push({ node, errors: here, deep: missed, spurious });
    else if (isLeft && missed.length === far.length) beyond.push({ node, errors: [], deep: missed, spurious: [] });
  }
  const refinementNodes =
    settings.splitting === "eager"
      ? // Section 3: a refinement node with respect to a predecessor at which no error is left, by whatever way on.
        candidates.map((one) => ({ ...one, spurious: one.node.arrivals.filter(({ parent }) => !errors.has(parent)) }))
      : candidates.filter(({ node, spurious }) => spurious.length === node.arrivals.length);
  return {
    refinementNodes: [...refinementNodes.filter(({ spurious }) => spurious.length > 0), ...beyond].sort(
      (a, b) => b.node.id - a.node.id,
    ),
    atRoot: [...(errors.get(exploration.root) ?? []), ...(deep.get(exploration.root) ?? [])],
  };
}

/** Does no error state lead on from the node to older ones? */
function isEndOfAll<S>(
  { spurious, inherited }: { readonly spurious: readonly Arrival<S>[]; readonly inherited: readonly ErrorState[] },
  node: Node<S>,
): boolean {
  return inherited.length === 0 && spurious.length === node.arrivals.length;
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
  { node, errors, deep }: RefinementNode<S>,
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
    const far = deep.map(withoutRounds).filter((cube) => !space.meets(joined, cube));
    const found = [...cubes, ...far].flatMap((cube) => Interpolate(space, joined, cube, shape, settings.interpolants));
    if (exploration.addInterpolants(place, found)) return { kind: "interpolated", interpolants: found };
  }
  if (hints.widening(key) !== "widen" || errors.length === 0) return { kind: "stuck", interpolants: [] };
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
