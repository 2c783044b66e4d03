/**
 * A program as blocks within blocks (Wonisch and Wehrheim, "Predicate Analysis with Block-Abstraction Memoization", ICFEM 2012):
 * function bodies and loops. The model has a copy of a function for every call string; here it has one, under the call string where
 * it was first met, and a block inside another one is a place that is passed in one step. What the two have in common is
 * found edge by edge: an `Instance` follows the one copy in another call string, where the same point has the same edges
 * but for those that leave the block.
 *
 * Such an edge runs on in the caller, so that a block ends before it: its exits are the places that have one, and behind a
 * block inside another one these edges are the outer one's.
 *
 * Invariants: a location lies in one innermost frame (a call string, or a loop in it); the places of a block lie in its frame, but
 * for entries of blocks inside and the places behind them. What may come to an exit comes to it from the entry.
 */
import type { Location } from "../cfa/cfa.ts";
import type { Variable } from "../logic/term.ts";
import { Liveness, type ModelLiveness, mentionedBy } from "../model/live.ts";
import type { CallString, Model, ModelEdge, ModelLocation, ModelOp } from "../model/model.ts";
import { type Block, blockFrom, edgesTowards, isBad } from "../model/view/blocks.ts";
import { type WtoElement, weakTopologicalOrder } from "../model/view/wto.ts";
import { count } from "../util/budget.ts";
import { memoised } from "../util/memo.ts";
import type { Action, CutPoint } from "./cutpoint-graph.ts";

/** A call string, or a loop in one. */
export interface Frame {
  readonly outer: Frame | undefined;
  readonly depth: number;
  readonly context: CallString;
  readonly head: Location | undefined;
}

export interface Place extends CutPoint {
  readonly actions: readonly Step[];
  /** Present where a block inside this one is entered: no actions then. */
  readonly nested?: Nested;
  /** Edges lead out of the block from here. */
  readonly leaves: boolean;
}

export interface Step extends Action {
  readonly source: Place;
  readonly target: Place;
}

interface Nested {
  readonly block: MemoBlock;
  /** The places of the outer block behind its exits. */
  readonly behind: ReadonlyMap<Place, Place>;
}

export interface MemoBlock {
  readonly id: number;
  readonly entry: Place;
  readonly places: readonly Place[];
  readonly exits: readonly Place[];
  /** What it reads or writes, blocks inside included. */
  readonly variables: ReadonlySet<Variable>;
  readonly points: ReadonlySet<Location>;
}

/**
 * edges: every location is a place, every edge a step. locations: every location is a place, all edges from one to another are a
 * step. blocks: so are loop-free parts.
 */
export type StepSize = "edges" | "locations" | "blocks";

// Deeper programs are generated ones; each level is a call of a function here, too.
const DEEPEST = 1000;

/** The program is none for blocks; the message says why. */
export class NoBlocks extends Error {}

type Making = Place & { readonly actions: Step[]; nested?: Nested };

/** A block in the making. */
interface Draft {
  readonly frame: Frame;
  readonly entry: ModelLocation;
  readonly key: Key;
  readonly pending: ModelLocation[];
  readonly seen: Set<ModelLocation>;
  /** Edges that stay inside, by the location in the frame, or behind a block, where they start. */
  readonly edges: Map<ModelLocation, readonly ModelEdge[]>;
  readonly leaving: Set<ModelLocation>;
  readonly nested: Map<ModelLocation, { readonly block: MemoBlock; readonly behind: Map<Place, ModelLocation> }>;
  readonly variables: Set<Variable>;
  readonly points: Set<Location>;
}

/** How a location of a block is come to: by an edge, or as what is behind a block. */
type Arrival =
  | { readonly kind: "edge"; readonly edge: ModelEdge }
  | { readonly kind: "behind"; readonly at: ModelLocation; readonly block: MemoBlock; readonly exit: ModelLocation };

/** A trie over what makes two blocks the same. */
interface Key {
  readonly next: Map<unknown, Key>;
  block?: MemoBlock;
}

export class MemoBlocks {
  readonly root: MemoBlock;
  readonly #model: Model;
  readonly #size: StepSize;
  readonly #tick: (work: number) => void;
  readonly #loops = new Map<string, ReadonlyMap<Location, readonly Location[]>>();
  readonly #frames = new Map<CallString, Map<Location | undefined, Frame>>();
  readonly #frameOf = new Map<ModelLocation, Frame>();
  readonly #keys: Key = { next: new Map() };
  readonly #arrivals = new Map<MemoBlock, ReadonlyMap<ModelLocation, Arrival>>();
  readonly #instances = new Map<MemoBlock, Map<ModelLocation, Instance>>();
  readonly #flows: { source: ModelLocation; target: ModelLocation; ops: readonly ModelOp[] }[] = [];
  readonly error: Place = { id: -1, location: undefined, actions: [], leaves: false };
  /** Where steps are not edges: all of those from a place. */
  readonly #wholes = new Map<CutPoint, Block>();
  #blocks = 0;
  #places = 0;

  /** Throws `NoBlocks` where the program has recursion, or a part that is too large. */
  constructor(model: Model, size: StepSize, tick: (work: number) => void) {
    this.#model = model;
    this.#size = size;
    this.#tick = tick;
    this.root = this.#build();
  }

  get count(): number {
    return this.#blocks;
  }

  /** The steps from a place as one, where they are not edges. */
  blockFrom(source: CutPoint): Block {
    return this.#wholes.get(source) as Block;
  }

  /** What matters at the locations of blocks, whoever called. */
  liveness(): ModelLiveness {
    return new Liveness(this.#flows, { reads: "all", tick: () => this.#tick(1) });
  }

  /** The frames that a location of the model lies in, from the program's to the innermost. */
  frames(location: ModelLocation): readonly Frame[] {
    const frames: Frame[] = [];
    for (let at: Frame | undefined = this.#frame(location); at !== undefined; at = at.outer) frames.push(at);
    return frames.reverse();
  }

  instance(block: MemoBlock, entry: ModelLocation): Instance {
    const instances = memoised(this.#instances, block, () => new Map<ModelLocation, Instance>());
    return memoised(
      instances,
      entry,
      () => new Instance(this, this.#model, block, entry, this.#arrivals.get(block) as ReadonlyMap<never, never>),
    );
  }

  // --- Frames -------------------------------------------------------------------------------------------------------

  #frame(location: ModelLocation): Frame {
    return memoised(this.#frameOf, location, () => this.#innermost(location.context, location.point));
  }

  #innermost(context: CallString, point: Location): Frame {
    const { caller, site } = context;
    const outside = caller && site && this.#innermost(caller, site.source);
    const here = memoised(this.#frames, context, () => new Map<Location | undefined, Frame>());
    const enter = (outer: Frame | undefined, head: Location | undefined) =>
      memoised(here, head, () => ({ outer, head, context, depth: outer === undefined ? 0 : outer.depth + 1 }));
    let frame = enter(outside, undefined);
    for (const head of this.#loopsAround(point)) frame = enter(frame, head);
    return frame;
  }

  /** Heads of the loops around a point of its function, the outermost first. */
  #loopsAround(point: Location): readonly Location[] {
    const { program } = this.#model;
    return (
      memoised(this.#loops, point.function, () => {
        const graph = [...program.functions.values(), program.initialise].find(({ name }) => name === point.function);
        return graph === undefined ? new Map() : loopsOf(graph.entry);
      }).get(point) ?? []
    );
  }

  #isInside(frame: Frame, location: ModelLocation): boolean {
    let at: Frame | undefined = this.#frame(location);
    while (at !== undefined && at.depth > frame.depth) at = at.outer;
    return at === frame;
  }

  /** The frame directly inside another one that a location lies in. */
  #frameBelow(frame: Frame, location: ModelLocation): Frame {
    let at = this.#frame(location);
    while (at.outer !== undefined && at.outer !== frame) at = at.outer;
    return at;
  }

  /** Blocks with the same key have the same locations and edges, up to the call string. */
  #keyOf({ context, head }: Frame, { context: innermost, point }: ModelLocation): Key {
    const parts: unknown[] = [head, context.returnMatters, point];
    for (let at = innermost; at !== context; at = at.caller as CallString) parts.push(at.site);
    return parts.reduce<Key>((key, part) => memoised(key.next, part, () => ({ next: new Map() })), this.#keys);
  }

  // --- Building -----------------------------------------------------------------------------------------------------

  #build(): MemoBlock {
    const { entry } = this.#model;
    const stack = [this.#open(this.frames(entry)[0] as Frame, entry)];
    for (;;) {
      const draft = stack[stack.length - 1] as Draft;
      const location = draft.pending.pop();
      if (location === undefined) {
        const block = this.#close(draft);
        draft.key.block = block;
        stack.pop();
        if (stack.length === 0) return block;
        continue;
      }
      this.#tick(1);
      if (this.#frame(location) === draft.frame) {
        this.#explore(draft, location, this.#model.edgesFrom(location));
        continue;
      }
      const frame = this.#frameBelow(draft.frame, location);
      refuseRecursion(frame, location);
      const { block } = this.#keyOf(frame, location);
      if (block !== undefined) {
        this.#pass(draft, location, block);
        continue;
      }
      if (stack.length > DEEPEST) throw new NoBlocks("calls and loops are nested too deeply");
      draft.pending.push(location);
      stack.push(this.#open(frame, location));
    }
  }

  #open(frame: Frame, entry: ModelLocation): Draft {
    const key = this.#keyOf(frame, entry);
    return {
      ...{ frame, entry, key, pending: [entry], seen: new Set([entry]), edges: new Map(), leaving: new Set() },
      ...{ nested: new Map(), variables: new Set(), points: new Set() },
    };
  }

  /** The edges out of a location of the frame, or out of a block inside. */
  #explore(draft: Draft, location: ModelLocation, edges: readonly ModelEdge[]): void {
    const inside: ModelEdge[] = [];
    draft.points.add(location.point);
    for (const edge of edges) {
      const { target } = edge;
      if (target.kind === "end") continue;
      if (target.kind === "ordinary" && !this.#isInside(draft.frame, target)) {
        draft.leaving.add(location);
        continue;
      }
      inside.push(edge);
      this.#flows.push(edge);
      for (const of of mentionedBy(edge.ops)) draft.variables.add(of);
      if (target.kind !== "ordinary" || draft.seen.has(target)) continue;
      draft.seen.add(target);
      draft.pending.push(target);
    }
    draft.edges.set(location, inside);
  }

  /** A block inside, entered at the location. */
  #pass(draft: Draft, location: ModelLocation, block: MemoBlock): void {
    const frame = this.#frameBelow(draft.frame, location);
    const instance = this.instance(block, location);
    const behind = new Map<Place, ModelLocation>();
    draft.points.add(location.point);
    this.#flows.push({ source: location, target: block.entry.location as ModelLocation, ops: [] });
    for (const exit of block.exits) {
      const end = instance.locate(exit.location as ModelLocation);
      behind.set(exit, end);
      this.#flows.push({ source: exit.location as ModelLocation, target: end, ops: [] });
      const leaving = ({ target }: ModelEdge) => target.kind === "ordinary" && !this.#isInside(frame, target);
      this.#explore(draft, end, this.#model.edgesFrom(end).filter(leaving));
    }
    for (const of of block.variables) draft.variables.add(of);
    for (const point of block.points) draft.points.add(point);
    draft.nested.set(location, { block, behind });
  }

  #close(draft: Draft): MemoBlock {
    const { nested, leaving } = draft;
    // A block may be left where it is entered: what is behind it is another place then.
    const [entered, passed, own] = [
      new Map<ModelLocation, Making>(),
      new Map<ModelLocation, Making>(),
      new Map<ModelLocation, Making>(),
    ];
    const make = (into: Map<ModelLocation, Making>, location: ModelLocation, leaves: boolean) =>
      memoised(into, location, () => ({ id: this.#places++, location, actions: [], leaves }));
    for (const location of draft.edges.keys())
      if (this.#frame(location) === draft.frame && this.#isPlace(draft, location))
        make(own, location, leaving.has(location));
    for (const [location, { block, behind }] of nested)
      make(entered, location, false).nested = {
        block,
        behind: new Map([...behind].map(([exit, end]) => [exit, make(passed, end, leaving.has(end))])),
      };
    const at = (location: ModelLocation) =>
      isBad(location) ? this.error : (own.get(location) ?? entered.get(location));
    for (const place of [...own.values(), ...passed.values()]) place.actions.push(...this.#steps(draft, place, at));
    const all: Place[] = [...own.values(), ...entered.values(), ...passed.values()];
    const block: MemoBlock = {
      id: this.#blocks,
      entry: at(draft.entry) as Place,
      places: all,
      exits: all.filter(({ leaves }) => leaves),
      variables: draft.variables,
      points: draft.points,
    };
    this.#blocks += 1;
    this.#arrivals.set(block, arrivalsIn(draft));
    return block;
  }

  #isPlace(draft: Draft, location: ModelLocation): boolean {
    return this.#size !== "blocks" || location === draft.entry || location.cutPoint || draft.leaving.has(location);
  }

  #steps(draft: Draft, source: Place, at: (location: ModelLocation) => Place | undefined): Step[] {
    const edgesFrom = (location: ModelLocation) => draft.edges.get(location) ?? [];
    const location = source.location as ModelLocation;
    if (this.#size === "edges")
      return edgesFrom(location).map((edge) => ({ source, target: at(edge.target) as Place, edges: [edge] }));
    const cut = (end: ModelLocation) => at(end) !== undefined;
    const whole = blockFrom({ edgesFrom }, location, cut);
    if (whole === undefined) throw new NoBlocks("a part of the program without loops is too large");
    this.#wholes.set(source, whole);
    const targets = new Set(whole.exits.map((exit) => at(exit) as Place));
    // Errors first: all else would be in vain where one can be reached.
    const ordered = [...targets].sort((a, b) => Number(b === this.error) - Number(a === this.error));
    return ordered.map((target) => ({
      source,
      target,
      edges: edgesTowards(whole.edges, (end) => at(end) === target, cut),
    }));
  }
}

/** A block under some call string: where its one copy's locations are there. */
export class Instance {
  readonly #blocks: MemoBlocks;
  readonly #model: Model;
  readonly #arrivals: ReadonlyMap<ModelLocation, Arrival>;
  readonly #there: Map<ModelLocation, ModelLocation>;
  readonly #isCopy: boolean;

  constructor(
    blocks: MemoBlocks,
    model: Model,
    { entry }: MemoBlock,
    at: ModelLocation,
    arrivals: ReadonlyMap<ModelLocation, Arrival>,
  ) {
    this.#blocks = blocks;
    this.#model = model;
    this.#arrivals = arrivals;
    this.#isCopy = entry.location === at;
    this.#there = new Map([[entry.location as ModelLocation, at]]);
  }

  /** @param location of the block, between its places or behind a block inside it, too. */
  locate(location: ModelLocation): ModelLocation {
    if (this.#isCopy) return location;
    const way: ModelLocation[] = [];
    for (let at = location; !this.#there.has(at); ) {
      way.push(at);
      const arrival = this.#arrivals.get(at) as Arrival;
      at = arrival.kind === "edge" ? arrival.edge.source : arrival.at;
    }
    for (const at of way.reverse()) this.#there.set(at, this.#arrive(this.#arrivals.get(at) as Arrival));
    return this.#there.get(location) as ModelLocation;
  }

  #arrive(arrival: Arrival): ModelLocation {
    if (arrival.kind === "edge") return this.edge(arrival.edge).target;
    const entry = this.#there.get(arrival.at) as ModelLocation;
    return this.#blocks.instance(arrival.block, entry).locate(arrival.exit);
  }

  edge(edge: ModelEdge): ModelEdge {
    if (this.#isCopy) return edge;
    count(1);
    const here = this.#model.edgesFrom(edge.source);
    const there = this.#model.edgesFrom(this.locate(edge.source));
    const found = there[here.indexOf(edge)];
    if (found === undefined || here.length !== there.length || !sameEdge(edge, found))
      throw new NoBlocks(`${edge.source.point.function} is not the same under all call strings`);
    return found;
  }
}

function sameEdge(one: ModelEdge, other: ModelEdge): boolean {
  const { target } = other;
  if (one.target.point !== target.point || one.target.kind !== target.kind) return false;
  return one.ops.length === other.ops.length && one.ops.every((op, i) => sameOp(op, other.ops[i] as ModelOp));
}

function sameOp(one: ModelOp, other: ModelOp): boolean {
  if (one.kind === "assume") return other.kind === "assume" && one.condition === other.condition;
  if (one.kind === "havoc") return other.kind === "havoc" && one.target === other.target;
  return other.kind === "assign" && one.target === other.target && one.value === other.value;
}

function arrivalsIn({ entry, edges, nested }: Draft): ReadonlyMap<ModelLocation, Arrival> {
  const arrivals = new Map<ModelLocation, Arrival>();
  const reached = new Set([entry]);
  const arrive = (location: ModelLocation, arrival: Arrival) => {
    if (reached.has(location)) return;
    reached.add(location);
    arrivals.set(location, arrival);
  };
  for (const at of reached) {
    for (const edge of edges.get(at) ?? [])
      if (edge.target.kind === "ordinary") arrive(edge.target, { kind: "edge", edge });
    const inner = nested.get(at);
    for (const [exit, end] of inner?.behind ?? [])
      arrive(end, {
        kind: "behind",
        at,
        block: (inner as { block: MemoBlock }).block,
        exit: exit.location as ModelLocation,
      });
  }
  return arrivals;
}

/** Sound: each activation has variables of its own, and its block would be another one. */
function refuseRecursion({ context }: Frame, location: ModelLocation): void {
  let name = location.point.function;
  for (let at = location.context; at !== context; at = at.caller as CallString) name = callerOf(at) ?? name;
  for (let at: CallString | undefined = context; at !== undefined; at = at.caller)
    if (callerOf(at) === name) throw new NoBlocks(`recursion of ${name}: block-abstraction memoisation takes none`);
}

function callerOf({ site }: CallString): string | undefined {
  return site?.source.function;
}

function loopsOf(entry: Location): ReadonlyMap<Location, readonly Location[]> {
  const loops = new Map<Location, readonly Location[]>();
  const order = weakTopologicalOrder(entry, ({ outgoing }) => outgoing.map(({ target }) => target));
  const work: { readonly elements: readonly WtoElement<Location>[]; readonly around: readonly Location[] }[] = [
    { elements: order, around: [] },
  ];
  for (let part = work.pop(); part !== undefined; part = work.pop())
    for (const element of part.elements) {
      if (element.kind === "vertex") {
        loops.set(element.vertex, part.around);
        continue;
      }
      const around = [...part.around, element.head];
      loops.set(element.head, around);
      work.push({ elements: element.body, around });
    }
  return loops;
}
