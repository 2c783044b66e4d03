/**
 * Forward exploration: AbstractTREE of Fig. 2 and its DAG counterpart of section 3. Arrivals wait in buckets. In a tree
 * every arrival is its own bucket and they are taken by depth. In a DAG the arrivals at a place in the same iteration
 * of all loops around it, and from the same parts of split nodes, share a bucket, which is taken when all that can add
 * to it has been explored, and make one node.
 */
import { ConstraintSet, type LinearConstraint } from "../../logic/linear.ts";
import { memoised } from "../../util/memo.ts";
import type { EngineContext } from "../engine.ts";
import { type Bucket, BucketQueue } from "./bucket-queue.ts";
import type { ControlEdge, ControlGraph, Place } from "./control-graph.ts";
import { EVERYTHING } from "./cube.ts";
import { Hints } from "./hints.ts";
import { Interpolate, type Shape } from "./interpolate.ts";
import { interpolatedWiden } from "./interpolated-widen.ts";
import { PathPrograms } from "./path-program.ts";
import { type Arrival, type Node, Reached } from "./reached.ts";
import type { ErrorState } from "./refine.ts";
import type { Settings } from "./settings.ts";
import type { Space } from "./space.ts";

export class Exploration<S> {
  readonly graph: ControlGraph;
  readonly space: Space<S>;
  readonly settings: Settings;
  readonly shape: Shape;
  readonly context: EngineContext;
  readonly reached: Reached<S>;
  readonly hints = new Hints<S>();
  readonly pathPrograms: PathPrograms<S> | undefined;
  /** Images that reach the error. */
  failures: Arrival<S>[] = [];
  /** Nodes that meet a cached error: they lead to the error, though no image has come there yet. */
  foreseen: { readonly node: Node<S>; readonly error: ErrorState }[] = [];
  readonly root: Node<S>;
  /** T, one set a location (section 4). */
  readonly #interpolants = new Map<Place, ConstraintSet>();
  /** Error preimages at refinement points (section 4). */
  readonly #cache = new Map<Place, readonly ErrorState[]>();
  readonly #buckets = new BucketQueue<S>();
  readonly #names = new Map<string, string>();

  constructor(graph: ControlGraph, space: Space<S>, settings: Settings, context: EngineContext) {
    this.graph = graph;
    this.space = space;
    this.reached = new Reached((a, b) => space.leq(a, b));
    this.settings = settings;
    this.pathPrograms = settings.loops === "closed" ? new PathPrograms(space) : undefined;
    this.context = context;
    const { name } = space.domain;
    this.shape = name.startsWith("octagon") ? "octagon" : name.startsWith("box") ? "box" : "polyhedra";
    const top = space.domain.top;
    this.root = this.reached.add({
      place: graph.entry,
      state: top,
      arrivals: [],
      image: top,
      selected: undefined,
      joined: undefined,
      iterations: graph.entry.nesting.slice(1).map(() => 0),
      depth: 0,
      tag: "",
      key: "root",
    });
    this.#expand(this.root);
  }

  // --- Waiting ----------------------------------------------------------------------------------------------------

  /** Has the exploration come to where it looks for errors: the end of a level of the tree, of a block of the DAG? */
  atCheckpoint(): boolean {
    if (this.foreseen.length > 0) return true;
    if (this.failures.length === 0) return false;
    const next = this.#buckets.first();
    if (next === undefined) return true;
    if (this.settings.exploration === "dag") return next.place.role === "loophead";
    return this.failures.some(({ parent }) => parent.depth + 1 <= next.depth);
  }

  enqueue(given: Arrival<S>): void {
    const { parent, edge } = given;
    const cuts = this.hints.cuts(arrivalKey(parent, edge));
    const arrival = cuts.length === 0 ? given : { ...given, image: this.space.restrict(given.image, cuts) };
    if (cuts.length > 0 && this.space.domain.isBottom(arrival.image)) return;
    if (edge.target === this.graph.error) {
      this.failures.push(arrival);
      return;
    }
    const place = edge.target;
    const iterations = iterationsAfter(parent, edge);
    const depth = parent.depth + 1;
    const { tag } = parent;
    const inTree = this.settings.exploration === "tree";
    const key = this.#named(inTree ? `${parent.key}.${edge.id}` : `${place.id}:${iterations.join()}:${tag}`);
    const known = this.#buckets.get(key);
    if (known !== undefined) known.arrivals.push(arrival);
    else {
      const priority = inTree ? [depth] : place.nesting.flatMap((at, i) => [at, iterations[i] ?? 0]);
      this.#buckets.add({ place, key, tag, iterations, depth, priority, arrivals: [arrival] });
    }
  }

  /** Short names for keys: these would grow with the length of a path. */
  #named(long: string): string {
    return memoised(this.#names, long, () => `k${this.#names.size}`);
  }

  // --- Nodes ------------------------------------------------------------------------------------------------------

  /** Takes the next bucket; false where there is none and the exploration is complete. */
  step(): boolean {
    const bucket = this.#buckets.takeFirst();
    if (bucket !== undefined) this.#take(bucket);
    return bucket !== undefined;
  }

  /** Makes the node of a bucket, or the nodes, and the arrivals that come from them. */
  #take(bucket: Bucket<S>): void {
    const { space } = this;
    const alive = bucket.arrivals.filter(({ parent }) => !parent.deleted);
    const open = alive.filter((arrival) => !this.Covered(arrival));
    const maximal = open.filter(
      (arrival, i) =>
        !open.some(
          (other, j) =>
            i !== j && space.leq(arrival.image, other.image) && (j < i || !space.leq(other.image, arrival.image)),
        ),
    );
    if (maximal.length === 0) return;
    const lesser = open.filter((arrival) => !maximal.includes(arrival));
    if (maximal.length === 1 || !this.hints.isSplit(bucket.key)) {
      this.#create(bucket, maximal, bucket.key, bucket.tag);
    } else {
      for (const [i, arrival] of maximal.entries()) {
        if (this.Covered(arrival)) continue;
        const tag = this.#named(`${bucket.tag}/${bucket.key}/${i}`);
        this.#create(bucket, [arrival], this.#named(`${bucket.key}#${i}`), tag);
      }
    }
    for (const arrival of lesser) if (!this.Covered(arrival)) this.enqueue(arrival);
  }

  /** Covered(l, s): is the image within the state of a node at its place? That node then answers for it. */
  Covered(arrival: Arrival<S>): boolean {
    for (const node of this.reached.maximalAt(arrival.edge.target))
      if (this.space.leq(arrival.image, node.state)) {
        node.covered.add(arrival);
        return true;
      }
    return false;
  }

  #create(bucket: Bucket<S>, arrivals: readonly Arrival<S>[], key: string, tag: string): void {
    const { space, hints } = this;
    const { place, iterations, depth } = bucket;
    const image = arrivals.map((arrival) => arrival.image).reduce((a, b) => space.join(a, b));
    const isAgain = place.role === "loophead" && arrivals.some(({ edge }) => edge.back);
    const hint = hints.widening(key);
    const selected = isAgain && hint !== "image" ? this.Sel(place, arrivals) : undefined;
    const joined = selected === undefined ? undefined : space.join(selected.state, image);
    let state = image;
    if (selected !== undefined && joined !== undefined)
      state = hint === "widen" ? this.#widened(place, key, selected.state, joined) : joined;
    space.count("states");
    const node = this.reached.add({ place, state, arrivals, image, selected, joined, iterations, depth, tag, key });
    if (this.settings.cache === "errors") this.#foresee(node);
    this.#expand(node);
  }

  #foresee(node: Node<S>): void {
    for (const error of this.#cache.get(node.place) ?? [])
      if (this.space.meets(node.state, error.cube)) {
        this.space.count("cacheHits");
        this.foreseen.push({ node, error });
      }
  }

  /** s'' widen_T (s'' join image), cut with what the same step gave before (Hint DAG: monotone refinement). */
  #widened(place: Place, key: string, older: S, newer: S): S {
    const { space, settings, hints } = this;
    const widen = () => interpolatedWiden(space, older, newer, this.interpolants(place), settings.widening);
    let state = widen();
    for (const { cube } of this.#cache.get(place) ?? []) {
      if (!space.meets(state, cube) || space.meets(newer, cube)) continue;
      space.count("cacheHits");
      this.addInterpolants(place, Interpolate(space, newer, cube, this.shape, settings.interpolants));
      state = widen();
    }
    const previous = hints.previous(key);
    if (previous !== undefined && space.leq(newer, previous)) state = space.domain.meet(state, previous);
    hints.remember(key, state);
    return state;
  }

  /** The nearest ancestors of the arrivals at the place are its maximal ones; of these the newest. */
  Sel(place: Place, arrivals: readonly Arrival<S>[]): Node<S> | undefined {
    let best: Node<S> | undefined;
    const seen = new Set<Node<S>>(arrivals.map(({ parent }) => parent));
    for (const node of seen) {
      if (node.place === place) {
        if (best === undefined || node.id > best.id) best = node;
        continue;
      }
      for (const { parent } of node.arrivals) seen.add(parent);
    }
    return best;
  }

  #expand(node: Node<S>): void {
    const { space } = this;
    for (const edge of node.place.edges) {
      const image = space.Image(node.state, edge);
      if (space.domain.isBottom(image)) continue;
      // Sound: the preimage holds all states from which this edge fails; none of them is in the node's state.
      if (edge.target === this.graph.error && space.Preimage(EVERYTHING, edge, node.state).length === 0) continue;
      this.enqueue({ parent: node, edge, image });
    }
  }

  /** Deletes a node and what follows it; what led there is explored again. */
  remove(node: Node<S>): void {
    if (node.deleted) return;
    for (const arrival of this.reached.delete(node)) this.enqueue(arrival);
    this.failures = this.failures.filter(({ parent }) => !parent.deleted);
  }

  // --- Interpolants and cached errors -----------------------------------------------------------------------------

  interpolants(place: Place): readonly LinearConstraint[] {
    return this.#interpolants.get(place)?.list ?? [];
  }

  addInterpolants(place: Place, found: readonly LinearConstraint[]): boolean {
    const set = this.#interpolants.get(place) ?? new ConstraintSet();
    this.#interpolants.set(place, set);
    return found.map((one) => set.add(one)).includes(true);
  }

  cacheErrors(place: Place, errors: readonly ErrorState[]): void {
    if (this.settings.cache === "none") return;
    const known = this.#cache.get(place) ?? [];
    this.#cache.set(place, [...errors, ...known].slice(0, MOST_CACHED));
  }
}

/** Older preimages tell little; each costs a question at every widening of its place. */
const MOST_CACHED = 40;

export function arrivalKey<S>(node: Node<S>, edge: ControlEdge): string {
  return `${node.key}>${edge.id}`;
}

/** The iteration of each loop around the target: the next one of the loop whose head it goes back to. */
function iterationsAfter<S>(parent: Node<S>, edge: ControlEdge): number[] {
  const from = edge.source.nesting;
  const to = edge.target.nesting;
  const iterations: number[] = [];
  let same = true;
  for (let i = 0; i + 1 < to.length; i++) {
    same &&= i + 1 < from.length && from[i] === to[i];
    const isHead = edge.back && i + 2 === to.length;
    iterations.push(same ? (parent.iterations[i] ?? 0) + (isHead ? 1 : 0) : 0);
  }
  return iterations;
}
