/**
 * Block-abstraction memoisation (Wonisch and Wehrheim, "Predicate Analysis with Block-Abstraction Memoization", ICFEM 2012), for
 * any analysis whose states can be cut down to what a block has to do with. A block is explored once for an entry state that was
 * cut down: a run, with an abstract reachability graph of its own; whoever enters it with that state again takes what came to
 * its exits, and puts back what was cut away. Precisions only grow, so that instead of keeping them in the cache's keys
 * runs are forgotten when the precision of their block changes.
 *
 * Runs are nested as blocks are: those on the stack are not yet complete, and nobody else has used them. An error path goes
 * down the stack, and through complete runs that it passed; `ErrorPath` is that path in the program as it is, call
 * string by call string, and so are the labels of a finished exploration.
 */
import type { Certificate, Label } from "../evidence/claim.ts";
import type { Model, ModelEdge, ModelLocation } from "../model/model.ts";
import { memoised, once } from "../util/memo.ts";
import { Arg, type NodeId } from "./arg.ts";
import { count, type Statistics } from "./engine.ts";
import type { Frame, Instance, MemoBlock, MemoBlocks, Place, Step } from "./memo-blocks.ts";

/** What an analysis has to say of its states, the labels. */
export interface BlockAnalysis<L> {
  readonly entry: L;
  /** Which nodes are looked at first. */
  readonly order: "newest first" | "oldest first";
  /** Equal keys: the same state. */
  keyOf(label: L): unknown;
  /** Without what the block neither reads nor writes. Law: contains the label. */
  reduce(label: L, block: MemoBlock): L;
  /** What holds in the block, and of the state in which it was entered what the block has nothing to do with. */
  expand(outer: L, inner: L, block: MemoBlock): L;
  /** A label that contains all that comes by the step; undefined where nothing does. */
  along(step: Step, label: L, block: MemoBlock): L | undefined;
  readonly covering: Covering<L>;
}

/** Nodes by where they are, an object for each place of each run. */
export interface Covering<L> {
  coverer(at: object, label: L): NodeId | undefined;
  add(at: object, label: L, node: NodeId): void;
  remove(at: object, label: L, node: NodeId): void;
}

/** A block inside, passed in one step. */
interface Summary<L> {
  readonly source: Place;
  readonly target: Place;
  readonly run: Run<L>;
  readonly exit: NodeId;
}

interface Run<L> {
  readonly block: MemoBlock;
  readonly key: unknown;
  readonly arg: Arg<L, Place, Step | Summary<L>>;
  readonly waitlist: NodeId[];
  readonly at: Map<Place, object>;
  /** By node that enters a block inside. */
  readonly used: Map<NodeId, Run<L>>;
  /** Uncovered nodes where the block can be left; undefined while it is being explored. */
  exits: readonly NodeId[] | undefined;
}

/** A run on the stack, and the node of the one below that waits for it. */
interface Open<L> {
  readonly run: Run<L>;
  readonly waiting: NodeId | undefined;
}

export interface PathStep<L> {
  /** In the program as it is. */
  readonly source: ModelLocation;
  /** Undefined for the error. */
  readonly target: ModelLocation | undefined;
  readonly edges: readonly ModelEdge[];
  /** Behind the step: of the run, and of the program as it is. */
  readonly label: L;
  readonly whole: L;
  readonly block: MemoBlock;
  readonly place: Place;
  /** Where on the stack the step belongs to, alone or as part of a block that was passed. */
  readonly depth: number;
  readonly node: NodeId;
  /** The complete runs that it lies in. */
  readonly passed: readonly Run<L>[];
}

export type ErrorPath<L> = readonly PathStep<L>[];

const isSummary = <L>(move: Step | Summary<L>): move is Summary<L> => "run" in move;

export class Memo<L> {
  readonly #blocks: MemoBlocks;
  readonly #analysis: BlockAnalysis<L>;
  readonly #statistics: Statistics;
  readonly #cache = new Map<MemoBlock, Map<unknown, Run<L>>>();
  #stack: Open<L>[];
  /** The run of the whole program. */
  readonly #root: Run<L>;

  constructor(blocks: MemoBlocks, analysis: BlockAnalysis<L>, statistics: Statistics) {
    this.#blocks = blocks;
    this.#analysis = analysis;
    this.#statistics = statistics;
    this.#root = this.#start(blocks.root, analysis.entry);
    this.#stack = [{ run: this.#root, waiting: undefined }];
    Object.assign(statistics, { blocks: blocks.count, cacheHits: 0, cacheMisses: 0, states: 0, coverChecks: 0 });
  }

  // --- Exploration --------------------------------------------------------------------------------------------------

  /** Until an error is reached, whose path is returned, or nothing is left. */
  explore(): ErrorPath<L> | undefined {
    for (;;) {
      const { run } = this.#stack[this.#stack.length - 1] as Open<L>;
      const node = this.#analysis.order === "newest first" ? run.waitlist.pop() : run.waitlist.shift();
      if (node === undefined) {
        run.exits = exitsOf(run);
        if (this.#stack.length === 1) return undefined;
        this.#stack.pop();
        continue;
      }
      const { arg } = run;
      if (!arg.isLive(node) || arg.coveredBy(node) !== undefined) continue;
      if (arg.location(node).nested !== undefined) {
        this.#enter(run, node);
        continue;
      }
      const error = this.#expand(run, node);
      if (error !== undefined) return this.#pathTo(error);
    }
  }

  /** Returns an error among the node's children at once; the others are still to come then. */
  #expand(run: Run<L>, node: NodeId): NodeId | undefined {
    const { arg, block } = run;
    const { error } = this.#blocks;
    const steps = arg.location(node).actions;
    // The stack gives the last first: pushing in reverse looks at the first edge first.
    for (const step of this.#analysis.order === "newest first" ? [...steps].reverse() : steps) {
      if (arg.hasChild(node, step)) continue;
      const label = this.#analysis.along(step, arg.label(node), block);
      if (label === undefined) continue;
      const child = arg.add(node, step, label);
      count(this.#statistics, "states");
      if (step.target === error) {
        this.#wait(run, node);
        return child;
      }
      this.#place(run, child);
    }
    return undefined;
  }

  /** Passes the block that the node enters, if that has been explored; puts it on the stack otherwise. */
  #enter(run: Run<L>, node: NodeId): void {
    const { arg } = run;
    const place = arg.location(node);
    const { block, behind } = place.nested as NonNullable<Place["nested"]>;
    if (arg.children(node).length > 0) return;
    const label = arg.label(node);
    const inner = run.used.get(node) ?? this.#lookUp(block, this.#analysis.reduce(label, block));
    run.used.set(node, inner);
    if (inner.exits === undefined) {
      this.#wait(run, node);
      this.#stack.push({ run: inner, waiting: node });
      return;
    }
    for (const exit of inner.exits) {
      const target = behind.get(inner.arg.location(exit)) as Place;
      const expanded = this.#analysis.expand(label, inner.arg.label(exit), block);
      this.#place(run, arg.add(node, { source: place, target, run: inner, exit }, expanded));
    }
  }

  /** The next to be looked at. */
  #wait({ waitlist }: Run<L>, node: NodeId): void {
    if (this.#analysis.order === "newest first") waitlist.push(node);
    else waitlist.unshift(node);
  }

  #lookUp(block: MemoBlock, entry: L): Run<L> {
    const runs = memoised(this.#cache, block, () => new Map<unknown, Run<L>>());
    const key = this.#analysis.keyOf(entry);
    count(this.#statistics, runs.has(key) ? "cacheHits" : "cacheMisses");
    return memoised(runs, key, () => this.#start(block, entry));
  }

  #start(block: MemoBlock, entry: L): Run<L> {
    const arg = new Arg<L, Place, Step | Summary<L>>();
    const key = this.#analysis.keyOf(entry);
    const run: Run<L> = { block, key, arg, waitlist: [], at: new Map(), used: new Map(), exits: undefined };
    this.#place(run, arg.addRoot(block.entry, entry));
    return run;
  }

  /** Covered, or to be looked at. */
  #place(run: Run<L>, node: NodeId): void {
    const { covering } = this.#analysis;
    const { arg } = run;
    const place = arg.location(node);
    const at = memoised(run.at, place, () => ({}));
    const label = arg.label(node);
    count(this.#statistics, "coverChecks");
    const coverer = covering.coverer(at, label);
    if (coverer !== undefined && coverer !== node) {
      arg.cover(node, coverer);
      return;
    }
    covering.add(at, label, node);
    run.waitlist.push(node);
  }

  // --- Refinement ---------------------------------------------------------------------------------------------------

  /** Runs of these blocks are not used again, since they would have another precision now. */
  forget(isTouched: (block: MemoBlock) => boolean): void {
    for (const block of this.#cache.keys()) {
      if (!isTouched(block)) continue;
      count(this.#statistics, "cacheDrops", this.#cache.get(block)?.size ?? 0);
      this.#cache.delete(block);
    }
  }

  /** Removes what was computed from this step of the last path on, so that it is computed anew. */
  cut(path: ErrorPath<L>, index: number): void {
    const { depth, node, passed } = path[index] as PathStep<L>;
    for (const run of [...passed, ...this.#stack.slice(depth + 1).map((open) => open.run)]) this.#discard(run);
    this.#stack = this.#stack.slice(0, depth + 1);
    const { run } = this.#stack[depth] as Open<L>;
    const orphans = run.arg.prune(node, (removed) => this.#leave(run, removed));
    run.used.delete(node);
    for (const orphan of orphans) this.#place(run, orphan);
    this.#wait(run, node);
  }

  #discard(run: Run<L>): void {
    const runs = this.#cache.get(run.block);
    if (runs?.get(run.key) === run) runs.delete(run.key);
  }

  #leave(run: Run<L>, node: NodeId): void {
    const { arg } = run;
    run.used.delete(node);
    const at = run.at.get(arg.location(node));
    if (at !== undefined) this.#analysis.covering.remove(at, arg.label(node), node);
  }

  // --- The program as it is -----------------------------------------------------------------------------------------

  #pathTo(error: NodeId): ErrorPath<L> {
    const path: PathStep<L>[] = [];
    let instance = this.#blocks.instance(this.#root.block, this.#root.block.entry.location as ModelLocation);
    let whole: L | undefined;
    for (const [depth, { run }] of this.#stack.entries()) {
      const end = this.#stack[depth + 1]?.waiting ?? error;
      this.#walk(path, { run, instance, outer: whole, depth, passed: [] }, end);
      const { block } = run.arg.location(end).nested ?? {};
      if (block === undefined) break;
      whole = this.#whole(run, whole, end);
      instance = this.#blocks.instance(block, instance.locate(run.arg.location(end).location as ModelLocation));
    }
    return path;
  }

  /** Adds the steps of a run from its entry to a node. Calls itself for blocks inside blocks. */
  #walk(path: PathStep<L>[], { run, instance, outer, depth, passed, node: on }: Walk<L>, end: NodeId): void {
    const { arg, block } = run;
    let before = arg.nodesTo(end)[0] as NodeId;
    for (const node of arg.nodesTo(end).slice(1)) {
      const move = arg.edge(node) as Step | Summary<L>;
      const belongs = { depth, node: on ?? before };
      if (isSummary(move)) {
        const inside = this.#blocks.instance(move.run.block, instance.locate(move.source.location as ModelLocation));
        const entered = this.#whole(run, outer, before);
        const inner = { run: move.run, instance: inside, outer: entered, ...belongs, passed: [...passed, move.run] };
        this.#walk(path, inner, move.exit);
      } else {
        const { location } = move.target;
        path.push({
          source: instance.locate(move.source.location as ModelLocation),
          target: location && instance.locate(location),
          edges: move.edges.map((edge) => instance.edge(edge)),
          ...{ label: arg.label(node), whole: this.#whole(run, outer, node), block, place: move.target },
          ...{ ...belongs, passed },
        });
      }
      before = node;
    }
  }

  /** @param outer the whole label where the run was entered; undefined for the program's. */
  #whole({ arg, block }: Run<L>, outer: L | undefined, node: NodeId): L {
    const label = arg.label(node);
    return outer === undefined ? label : this.#analysis.expand(outer, label, block);
  }

  /** The labels of an exploration that found nothing more, at the locations of the program as it is. */
  labels(): (location: ModelLocation) => Iterable<L> {
    const uses = new Map<Frame, readonly Use<L>[]>();
    const { root } = this.#blocks;
    const start = {
      run: this.#root,
      outer: undefined,
      instance: this.#blocks.instance(root, root.entry.location as ModelLocation),
    };
    const usesIn = (frames: readonly Frame[]): readonly Use<L>[] => {
      let here: readonly Use<L>[] = [start];
      for (const frame of frames.slice(1)) here = memoised(uses, frame, () => this.#usesBelow(here, frame));
      return here;
    };
    const nodes = new Map<Frame, ReadonlyMap<ModelLocation, readonly Visit<L>[]>>();
    return (location) => {
      const frames = this.#blocks.frames(location);
      const visits = memoised(nodes, frames[frames.length - 1] as Frame, () => visitsOf(usesIn(frames))).get(location);
      const found = new Map<unknown, L>();
      for (const { use, node } of visits ?? []) {
        const label = this.#whole(use.run, use.outer, node);
        found.set(this.#analysis.keyOf(label), label);
      }
      return found.values();
    };
  }

  /** The runs that were used for a frame, and what held around them. */
  #usesBelow(outside: readonly Use<L>[], frame: Frame): readonly Use<L>[] {
    const found = new Map<Run<L>, Map<unknown, Use<L>>>();
    for (const { run, outer, instance } of outside)
      for (const [node, inner] of run.used) {
        if (!run.arg.isLive(node) || run.arg.coveredBy(node) !== undefined) continue;
        const entry = instance.locate(run.arg.location(node).location as ModelLocation);
        if (!this.#blocks.frames(entry).includes(frame)) continue;
        const whole = this.#whole(run, outer, node);
        const same = memoised(found, inner, () => new Map<unknown, Use<L>>());
        memoised(same, this.#analysis.keyOf(whole), () => ({
          run: inner,
          outer: whole,
          instance: this.#blocks.instance(inner.block, entry),
        }));
      }
    return [...found.values()].flatMap((same) => [...same.values()]);
  }
}

interface Walk<L> {
  readonly run: Run<L>;
  readonly instance: Instance;
  readonly outer: L | undefined;
  readonly depth: number;
  readonly passed: readonly Run<L>[];
  /** Where the run lies in one that was passed: the node on the stack where that begins. */
  readonly node?: NodeId;
}

interface Use<L> {
  readonly run: Run<L>;
  readonly outer: L | undefined;
  readonly instance: Instance;
}

interface Visit<L> {
  readonly use: Use<L>;
  readonly node: NodeId;
}

function visitsOf<L>(uses: readonly Use<L>[]): ReadonlyMap<ModelLocation, readonly Visit<L>[]> {
  const visits = new Map<ModelLocation, Visit<L>[]>();
  for (const use of uses)
    for (const node of uncovered(use.run)) {
      const { location } = use.run.arg.location(node);
      if (location !== undefined) memoised(visits, use.instance.locate(location), () => []).push({ use, node });
    }
  return visits;
}

/** The labels of a finished exploration as evidence. */
export function certificateOf<L>(
  model: Model,
  memo: Memo<L>,
  describe: (label: L) => Label,
  granularity: NonNullable<Certificate["granularity"]>,
): Certificate {
  const labels = memo.labels();
  const hasLabels = ({ cutPoint }: ModelLocation) => granularity === "every-location" || cutPoint;
  const locations = once(() => {
    const reached = new Set([model.entry]);
    for (const location of reached)
      for (const { target } of model.edgesFrom(location)) {
        if (target.kind !== "ordinary" || reached.has(target)) continue;
        if (!hasLabels(target) || [...labels(target)].length > 0) reached.add(target);
      }
    return [...reached].filter((location) => hasLabels(location) || location === model.entry);
  });
  return {
    granularity,
    get locations() {
      return locations();
    },
    *labelsAt(location) {
      for (const label of labels(location)) yield describe(label);
    },
  };
}

function* uncovered<L>({ arg }: Run<L>): IterableIterator<NodeId> {
  for (const node of arg.nodes()) if (arg.coveredBy(node) === undefined) yield node;
}

function exitsOf<L>(run: Run<L>): NodeId[] {
  return [...uncovered(run)].filter((node) => run.arg.location(node).leaves);
}
