/**
 * Inclusion constraints (Andersen) and their solution. A node stands for a variable, a term or a slot of memory and holds
 * targets; a flow says that all of one node's targets, moved, are another's; a constraint says what to do with each target
 * of a node.
 *
 * Memory is divided into slots of a pointer's size; narrower accesses read and write the slots they touch, so that
 * pointers copied byte by byte are followed. Once an object is accessed with a stride, its slots are folded modulo it.
 * Differences are propagated: a node passes each target on once.
 */
import type { Edge, EdgeOf } from "../../cfa/cfa.ts";
import type { ByteRange, MemoryObject } from "../../logic/term.ts";
import { tick } from "../../util/budget.ts";
import { memoised } from "../../util/memo.ts";
import { partAt, type Region, type Target } from "./regions.ts";
import {
  ANYWHERE,
  contains,
  EXACT,
  greatestCommonDivisor,
  join,
  type Move,
  type Progression,
  progression,
  residue,
  sum,
} from "./strides.ts";

/** Exact offsets a node holds for one region before they are folded into a progression. */
const EXACT_LIMIT = 16;
/** The same in a part: what goes from one element to the next is to be noticed before it is at the end. */
const EXACT_LIMIT_IN_PART = 4;

interface Held {
  readonly region: Region;
  readonly part: ByteRange | undefined;
  exact: number[];
  strided: Progression | undefined;
}

// Moving one target along one flow, in units of work.
const FLOW_WORK = 0.3;

interface FlowEdge {
  readonly to: number;
  readonly move: Move;
}

export type Constraint =
  | { readonly kind: "load"; readonly into: number; readonly bytes: number }
  | { readonly kind: "store"; readonly from: number; readonly bytes: number }
  | { readonly kind: "call"; readonly edge: EdgeOf<"call"> }
  | { readonly kind: "copyTo"; readonly copy: Copy }
  | { readonly kind: "copyFrom"; readonly copy: Copy };

export interface Copy {
  readonly bytes: number | undefined;
  readonly between: number;
  readonly to: Target[];
  readonly from: Target[];
}

class Node {
  /** Targets, as dense ids; the ones from `done` on still have to be passed on. */
  readonly list: Target[] = [];
  /** By region or, of what points into a part, by that. */
  readonly held = new Map<Region | ByteRange, Held>();
  readonly out: FlowEdge[] = [];
  /** Where `out` leads without a move: loads and stores ask for the same flow again and again. */
  readonly plain = new Set<number>();
  readonly constraints: Constraint[] = [];
  done = 0;
  queued = false;
}

interface Slots {
  /** 0: slots at exact offsets; otherwise offsets count modulo this. */
  modulus: number;
  readonly nodes: Map<number, number>;
  escaped: boolean;
  /** An undefined `extern` object: holds pointers from outside. */
  readonly fromOutside: boolean;
}

/** Who makes the constraints hears of what turns up while they are solved. */
export interface Listener {
  /** A call may call what is in the region. */
  called(edge: EdgeOf<"call">, region: Region): void;
  /** Unknown functions get to know a function. */
  exposed(object: MemoryObject): void;
}

export class InclusionGraph {
  readonly regions: Region[] = [];
  /** Memory that the program knows nothing of. */
  readonly external: Region;
  /** Holds what unknown functions know. */
  readonly escape: number;
  readonly #word: number;
  /** Whether undefined functions may do anything: all that other files can name is theirs, too. */
  readonly #externals: "assume" | "any";
  readonly #listener: Listener;
  readonly #nodes: Node[] = [];
  readonly #work: number[] = [];
  readonly #slots: Slots[] = [];

  constructor(word: number, externals: "assume" | "any", listener: Listener) {
    this.#word = word;
    this.#externals = externals;
    this.#listener = listener;
    this.external = this.addRegion("external", undefined, undefined, "external memory", undefined, false);
    this.escape = this.newNode();
    this.add(this.escape, { region: this.external, at: ANYWHERE });
  }

  // --- Regions, slots and nodes -----------------------------------------------------------------------------------

  newNode(): number {
    this.#nodes.push(new Node());
    return this.#nodes.length - 1;
  }

  addRegion(
    kind: Region["kind"],
    object: MemoryObject | undefined,
    site: Edge | undefined,
    name: string,
    size: number | undefined,
    fromOutside: boolean,
    parts: readonly ByteRange[] = [],
  ): Region {
    const divided = parts.length === 0 ? {} : { parts };
    const region: Region = { id: this.regions.length, kind, object, site, name, size, ...divided };
    this.regions.push(region);
    this.#slots.push({ modulus: kind === "external" ? this.#word : 0, nodes: new Map(), escaped: false, fromOutside });
    return region;
  }

  #slotNode(region: Region, key: number): number {
    const slots = this.#slots[region.id] as Slots;
    const known = slots.nodes.get(key);
    if (known !== undefined) return known;
    const node = this.newNode();
    slots.nodes.set(key, node);
    if (slots.escaped) this.escapeSlot(node);
    if (slots.fromOutside) this.fromOutside(node);
    return node;
  }

  /** The slots that `bytes` bytes at these offsets touch; what lies outside the region is undefined behaviour. */
  #slotsAt(region: Region, at: Progression, bytes: number): number[] {
    if (region.object?.role === "function") return [];
    const word = this.#word;
    const place = withinSize(at, region.size);
    if (place === undefined) return [];
    const slots = this.#slots[region.id] as Slots;
    if (place.stride !== 0) this.#fold(region, slots, place.stride % word === 0 ? place.stride : word);
    if (slots.modulus === 0 && bytes > MANY_SLOTS * word) this.#fold(region, slots, word);
    const end = Math.min(place.offset + bytes, region.size ?? Number.POSITIVE_INFINITY);
    const keys = new Set<number>();
    const first = Math.floor(Math.max(place.offset, 0) / word);
    const last = Math.floor((end - 1) / word);
    const period = slots.modulus === 0 ? Number.POSITIVE_INFINITY : slots.modulus / word;
    for (let slot = first; slot <= last && slot - first < period; slot += 1)
      keys.add(slots.modulus === 0 ? slot : slot % period);
    // A run of bytes that starts inside a word may touch one slot more than the period counts.
    if (slots.modulus !== 0) keys.add(last % period);
    return [...keys].map((key) => this.#slotNode(region, key));
  }

  #fold(region: Region, slots: Slots, modulus: number): void {
    const folded = greatestCommonDivisor(slots.modulus, modulus);
    if (folded === slots.modulus) return;
    const old = [...slots.nodes];
    slots.modulus = folded;
    const period = folded / this.#word;
    for (const [key, node] of old) {
      const other = this.#slotNode(region, key % period);
      if (other === node) continue;
      this.flow(node, other, EXACT);
      this.flow(other, node, EXACT);
    }
  }

  fromOutside(node: number): void {
    this.add(node, { region: this.external, at: ANYWHERE });
    if (this.#externals === "any") this.flow(this.escape, node, ANYWHERE);
  }

  #escapeRegion(region: Region): void {
    const slots = this.#slots[region.id] as Slots;
    if (region.object?.role === "function") this.#listener.exposed(region.object);
    if (slots.escaped || region.object?.role === "function") return;
    slots.escaped = true;
    // Sound: unknown functions may read and write any word of the region.
    this.#fold(region, slots, this.#word);
    for (const node of [...slots.nodes.values()]) this.escapeSlot(node);
    this.#slotNode(region, 0);
  }

  escapeSlot(node: number): void {
    this.flow(node, this.escape, ANYWHERE);
    this.flow(this.escape, node, ANYWHERE);
  }

  /** Every word of the region may hold the target. */
  fill(region: Region, target: Target): void {
    this.#fold(region, this.#slots[region.id] as Slots, this.#word);
    this.add(this.#slotNode(region, 0), target);
  }

  // --- Solving ----------------------------------------------------------------------------------------------------

  constrain(node: number, constraint: Constraint): void {
    const of = this.#nodes[node] as Node;
    of.constraints.push(constraint);
    for (let i = 0; i < of.done; i += 1) this.#apply(constraint, of.list[i] as Target);
  }

  flow(from: number, to: number, move: Move): void {
    if (from === to && move.offset === 0 && move.stride === 0) return;
    const source = this.#nodes[from] as Node;
    if (move.offset === 0 && move.stride === 0) {
      if (source.plain.has(to)) return;
      source.plain.add(to);
    }
    source.out.push({ to, move });
    for (let i = 0; i < source.done; i += 1) this.add(to, movedTarget(source.list[i] as Target, move));
  }

  add(node: number, target: Target): void {
    const into = this.#nodes[node] as Node;
    const added = hold(into.held, target);
    if (added === undefined) return;
    into.list.push(added);
    if (into.queued) return;
    into.queued = true;
    this.#work.push(node);
  }

  solve(): void {
    for (let next = this.#work.pop(); next !== undefined; next = this.#work.pop()) {
      const node = this.#nodes[next] as Node;
      node.queued = false;
      while (node.done < node.list.length) {
        const target = node.list[node.done] as Target;
        node.done += 1;
        // Both lists may grow while they are walked: what is added then sees `done` and catches up by itself.
        const flows = node.out.length;
        const constraints = node.constraints.length;
        tick(FLOW_WORK * (1 + flows + constraints));
        for (let i = 0; i < flows; i += 1) {
          const { to, move } = node.out[i] as FlowEdge;
          this.add(to, movedTarget(target, move));
        }
        for (let i = 0; i < constraints; i += 1) this.#apply(node.constraints[i] as Constraint, target);
        if (next === this.escape) this.#escapeRegion(target.region);
      }
    }
  }

  #apply(constraint: Constraint, target: Target): void {
    switch (constraint.kind) {
      case "load":
        for (const slot of this.#slotsAt(target.region, target.at, constraint.bytes))
          this.flow(slot, constraint.into, EXACT);
        return;
      case "store":
        for (const slot of this.#slotsAt(target.region, target.at, constraint.bytes))
          this.flow(constraint.from, slot, EXACT);
        return;
      case "call":
        this.#listener.called(constraint.edge, target.region);
        return;
      case "copyTo":
        this.copyTo(constraint.copy, target);
        return;
      case "copyFrom":
        this.#copyFrom(constraint.copy, target);
        return;
    }
  }

  copyTo(copy: Copy, target: Target): void {
    copy.to.push(target);
    for (const from of copy.from) this.#copyPair(copy, target, from);
  }

  #copyFrom(copy: Copy, target: Target): void {
    copy.from.push(target);
    for (const to of copy.to) this.#copyPair(copy, to, target);
  }

  #copyPair(copy: Copy, to: Target, from: Target): void {
    const bytes = copy.bytes ?? Math.min(to.region.size ?? UNKNOWN_SIZE, from.region.size ?? UNKNOWN_SIZE);
    const word = this.#word;
    const slotwise =
      to.at.stride === 0 &&
      from.at.stride === 0 &&
      bytes <= MANY_SLOTS * word &&
      residue(to.at.offset - from.at.offset, word) === 0 &&
      copy.bytes !== undefined;
    if (!slotwise) {
      const anywhere = copy.bytes === undefined;
      for (const slot of this.#slotsAt(from.region, anywhere ? ANYWHERE : from.at, bytes))
        this.flow(slot, copy.between, EXACT);
      for (const slot of this.#slotsAt(to.region, anywhere ? ANYWHERE : to.at, bytes))
        this.flow(copy.between, slot, EXACT);
      return;
    }
    const step = (at: number) => Math.min(word - residue(from.at.offset + at, word), bytes - at);
    for (let at = 0; at < bytes; at += step(at)) {
      const targets = this.#slotsAt(to.region, progression(to.at.offset + at, 0), step(at));
      for (const source of this.#slotsAt(from.region, progression(from.at.offset + at, 0), step(at)))
        for (const slot of targets) this.flow(source, slot, EXACT);
    }
  }

  // --- Answers ----------------------------------------------------------------------------------------------------

  hasEscaped({ id }: Region): boolean {
    return (this.#slots[id] as Slots).escaped;
  }

  targetsIn(node: number): Target[] {
    const targets: Target[] = [];
    for (const { region, part, exact, strided } of (this.#nodes[node] as Node).held.values()) {
      for (const offset of exact) {
        const at = { offset, stride: 0 };
        if (strided === undefined || !contains(strided, at)) targets.push({ region, at });
      }
      if (strided !== undefined) targets.push(targetAt(region, strided, part));
    }
    return targets;
  }

  reachableFrom(targets: readonly Target[]): readonly Region[] {
    const seen = new Set<Region>(targets.map(({ region }) => region));
    for (const region of seen) for (const { region: next } of this.storedIn([{ region, at: EXACT }])) seen.add(next);
    return [...seen];
  }

  storedIn(targets: readonly Target[]): Target[] {
    const stored: Target[] = [];
    for (const region of new Set(targets.map((target) => target.region)))
      for (const node of (this.#slots[region.id] as Slots).nodes.values()) stored.push(...this.targetsIn(node));
    return stored;
  }
}

const MANY_SLOTS = 256;
/** Large enough to touch every slot of a region whose slots are folded. */
const UNKNOWN_SIZE = 2 ** 20;

/** The places that lie inside a region of this size, more exactly where only one does. */
function withinSize(at: Progression, size: number | undefined): Progression | undefined {
  if (at.stride === 0) return at.offset < 0 || (size !== undefined && at.offset >= size) ? undefined : at;
  if (size === undefined || at.offset + at.stride < size) return at;
  return at.offset < size ? { offset: at.offset, stride: 0 } : undefined;
}

/** Adds a target to what a node holds; answers what is new, which may be a coarser target. */
function hold(held: Map<Region | ByteRange, Held>, { region, at, part: moved }: Target): Target | undefined {
  const part = at.stride === 0 ? partAt(region, at.offset) : moved;
  const known = memoised(held, part ?? region, () => ({ region, part, exact: [], strided: undefined }));
  if (known.strided !== undefined && contains(known.strided, at)) return undefined;
  if (at.stride === 0) {
    if (known.exact.includes(at.offset)) return undefined;
    if (known.exact.length < (part === undefined ? EXACT_LIMIT : EXACT_LIMIT_IN_PART)) {
      known.exact.push(at.offset);
      return { region, at };
    }
    const all = known.exact.reduce((so, offset) => join(so, { offset, stride: 0 }), at);
    known.strided = known.strided === undefined ? all : join(known.strided, all);
    return targetAt(region, known.strided, part);
  }
  known.strided = known.strided === undefined ? at : join(known.strided, at);
  return targetAt(region, known.strided, part);
}

function targetAt(region: Region, at: Progression, part: ByteRange | undefined): Target {
  return part === undefined || at.stride === 0 ? { region, at } : { region, at, part };
}

/** A pointer that an index moves from a place in a part is in that part afterwards; accesses ask whether that is so. */
export function movedTarget(target: Target, move: Move): Target {
  const { region, at } = target;
  if ((move.offset === 0 && move.stride === 0) || region.object?.role === "function") return target;
  const isStart = at.stride === 0 && move.stride !== 0 && move.from !== undefined;
  const part = isStart ? partAt(region, at.offset + (move.from as number)) : target.part;
  // What is computed otherwise may be anywhere.
  return targetAt(region, sum(at, move), move.stride !== 0 && move.from === undefined ? undefined : part);
}
