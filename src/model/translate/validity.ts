/**
 * Validity of pointers: when an access stays inside an object that is there. Objects of one region that are not told apart,
 * and lifetimes that are not followed, leave it undecided.
 */
import type { Edge } from "../../cfa/cfa.ts";
import { touching } from "../../logic/qualified-parts.ts";
import {
  add,
  and,
  eq,
  FALSE,
  type Formula,
  integer,
  ite,
  le,
  lt,
  or,
  remainder,
  select,
  store,
  type Term,
  TRUE,
  variable,
} from "../../logic/term.ts";
import { variablesOf } from "../../logic/visit.ts";
import { followsLifetimes } from "../library/library.ts";
import type { ModelOp } from "../model.ts";
import type { Region, Target } from "../pointers/regions.ts";
import { type EdgeArithmetic, plus } from "./arithmetic.ts";
import { Extents } from "./extents.ts";
import { assign } from "./outcome.ts";
import type { Translation } from "./translation.ts";

export class Validity {
  readonly #t: Translation;
  readonly extents: Extents;

  constructor(translation: Translation) {
    this.#t = translation;
    this.extents = new Extents(translation);
  }

  /**
   * When an access at this address is inside an object that is there; undefined where the model cannot decide. A number of
   * bytes that is a term is not zero.
   */
  inside(
    edge: Edge,
    pointer: Term,
    bytes: number | Term,
    access: "read" | "write",
    arithmetic: EdgeArithmetic,
  ): Formula | undefined {
    const address = arithmetic.term(pointer);
    const end = typeof bytes === "number" ? plus(address, bytes) : add(address, bytes);
    const targets = this.#t.pointsTo.targetsOf(pointer);
    const parts: Formula[] = [];
    let decided = true;
    if (targets.some(({ region }) => this.extents.follows(region))) {
      const within = this.extents.contains(pointer, end, arithmetic);
      if (within === undefined) decided = false;
      else parts.push(within);
    }
    for (const target of targets) {
      const { region } = target;
      if (this.extents.follows(region)) continue;
      if (access === "write" && region.object?.readOnly) continue;
      const forbidden = access === "write" && isForbidden(edge, target, pointer, constantOf(bytes));
      const alive = forbidden ? undefined : this.alive(edge, target, pointer, address);
      const inside = alive === undefined ? undefined : this.#inside(target, address, end, constantOf(bytes));
      if (alive === undefined || inside === undefined) decided = false;
      else parts.push(and([inside, alive]));
    }
    if (!decided) this.#t.notes.record("validity of a pointer that the model cannot decide", edge.range);
    return decided ? or(parts) : undefined;
  }

  /** Whether `inside` says no more and no less than that an access is valid: of objects that the model tells apart, of known size. */
  exactness(pointer: Term): "exact" | "maybe" {
    const isPlain = ({ region }: Target) =>
      (region.size !== undefined || region.kind === "heap") &&
      region.kind !== "external" &&
      !this.extents.follows(region) &&
      !this.#t.placementOf(region).many;
    return this.#t.pointsTo.targetsOf(pointer).every(isPlain) ? "exact" : "maybe";
  }

  /** When the region lives at this edge, where it is pointed to; undefined where that is not known. */
  alive(edge: Edge, target: Target, pointer: Term, address: Term): Formula | undefined {
    if (this.#t.lifetimes.mayBeOver(edge, target.region, pointer)) return undefined;
    return target.region.kind === "heap" ? this.unfreed(target, pointer, address) : TRUE;
  }

  /** When heap memory has not been freed: followed where a site allocates once, or where the start of the object is known. */
  unfreed({ region, at }: Target, pointer: Term, address: Term): Formula | undefined {
    const freed = this.#t.lifetimes.freed(region);
    if (freed === "never") return TRUE;
    if (!followsLifetimes(this.#t.program, this.#t.options.properties) || freed === "anyhow") return undefined;
    if (!this.#t.placementOf(region).many) return eq(variable(this.#t.variables.freedOf(region)), integer(0));
    const places = this.#t.pointsTo.targetsOf(pointer).filter((other) => other.region === region);
    if (at.stride !== 0 || places.length > 1) return undefined;
    const start = plus(address, -at.offset);
    return eq(select(variable(this.#t.variables.freedEachOf(region)), start), integer(0));
  }

  /** When both pointers are inside one object that is there, or right behind it; undefined where the model cannot decide. */
  sameObject(edge: Edge, left: Term, right: Term, arithmetic: EdgeArithmetic): Formula | undefined {
    const [low, high] = [arithmetic.term(left), arithmetic.term(right)];
    const others = this.#t.pointsTo.targetsOf(right);
    const parts = new Map<Region, Formula>();
    for (const target of this.#t.pointsTo.targetsOf(left)) {
      const { region } = target;
      const other = others.find((one) => one.region === region);
      if (region.object?.role === "function" || parts.has(region)) continue;
      if (region.kind === "external") return undefined;
      if (other === undefined) continue;
      const { base, many } = this.#t.placementOf(region);
      const alive = this.alive(edge, target, left, low);
      if (many || alive === undefined || this.alive(edge, other, right, high) === undefined) return undefined;
      if (region.size === undefined && region.kind !== "heap") return undefined;
      const size = region.size === undefined ? variable(this.#t.variables.sizeOf(region)) : integer(region.size);
      const within = (address: Term) => and([le(integer(base), address), le(address, add(integer(base), size))]);
      parts.set(region, and([alive, within(low), within(high)]));
    }
    return others.some(({ region }) => region.kind === "external") ? undefined : or([...parts.values()]);
  }

  /**
   * When a pointer that is moved stays in its object. Where the model has no object of its own for that, the place where it
   * ends up is asked about, as for an access of no bytes.
   */
  moved(edge: Edge, from: Term, to: Term, arithmetic: EdgeArithmetic): Formula | undefined {
    const one = this.sameObject(edge, from, to, arithmetic);
    if (one !== undefined) return one;
    const [before, behind] = [from, to].map((place) => this.inside(edge, place, 0, "read", arithmetic));
    return before && behind && and([before, behind]);
  }

  /** When the address is a multiple; undefined where that is for the compiler to choose, or not known. */
  aligned(pointer: Term, multiple: number, arithmetic: EdgeArithmetic): Formula | undefined {
    const targets = this.#t.pointsTo.targetsOf(pointer);
    const alignmentOf = ({ kind, object }: Region) => (kind === "heap" ? HEAP_ALIGNMENT : (object?.align ?? 1));
    if (targets.length === 0 || targets.some(({ region }) => region.kind === "external")) return undefined;
    if (targets.some(({ region }) => alignmentOf(region) % multiple !== 0)) return undefined;
    if (targets.every(({ at }) => at.offset % multiple === 0 && at.stride % multiple === 0)) return TRUE;
    // Bases are multiples of all alignments here, too.
    return eq(remainder(arithmetic.term(pointer), integer(multiple)), integer(0));
  }

  /** What a call that frees does to what is known of lifetimes. */
  release(edge: Edge, pointer: Term, arithmetic: EdgeArithmetic): readonly ModelOp[] {
    if (!followsLifetimes(this.#t.program, this.#t.options.properties)) return [];
    const address = arithmetic.term(pointer);
    const regions = new Set(this.#t.pointsTo.targetsOf(pointer).map((target) => target.region));
    const ops: ModelOp[] = [];
    if ([...regions].some((region) => this.extents.follows(region))) ops.push(...this.extents.freed(edge, address));
    for (const region of regions) {
      if (region.kind !== "heap") continue;
      if (this.#t.placementOf(region).many) {
        // At an address that is not of this region nobody looks.
        const each = this.#t.variables.freedEachOf(region);
        ops.push(assign(each, store(variable(each), address, integer(1)), edge));
        continue;
      }
      const freed = this.#t.variables.freedOf(region);
      const here = eq(address, integer(this.#t.placementOf(region).base));
      ops.push(assign(freed, ite(here, integer(1), variable(freed)), edge));
    }
    return ops;
  }

  /** `bytes`: how many there are from `address` to `last`, where that is a constant. */
  #inside({ region, at }: Target, address: Term, last: Term, bytes: number | undefined): Formula | undefined {
    const { base, end, many, pitch } = this.#t.placementOf(region);
    if (region.kind === "external") return undefined;
    if (region.object?.role === "function") return FALSE;
    const between = (low: number, high: Term) => and([le(integer(low), address), le(last, high)]);
    if (!many) {
      if (region.size !== undefined) return between(base, integer(base + region.size));
      return region.kind === "heap"
        ? between(base, add(integer(base), variable(this.#t.variables.sizeOf(region))))
        : undefined;
    }
    // An exact offset inside an object of known size is inside every instance of it.
    if (at.stride !== 0 || region.size === undefined) return undefined;
    if (bytes === undefined || at.offset < 0 || at.offset + bytes > region.size) return undefined;
    if (region.kind === "heap")
      return and([le(integer(base), address), lt(address, variable(this.#t.variables.counterOf(region)))]);
    return pitch > 0 ? and([le(integer(base), address), lt(address, integer(end))]) : undefined;
  }
}

/** Sound: compilers put constant locals, members and temporaries into ordinary memory, so that no run shows the mistake. */
function isForbidden({ op }: Edge, { region, at }: Target, pointer: Term, bytes: number | undefined): boolean {
  const { object } = region;
  const initialises = (op.kind === "store" || op.kind === "copy") && op.initialises === true;
  const constant = touching(object?.constant, at.offset, at.stride, bytes ?? Number.POSITIVE_INFINITY);
  if (constant !== "none" && !initialises) return true;
  // The function that returns it writes it through a pointer.
  return object?.temporary === true && variablesOf(pointer).size === 0;
}

// What malloc gives is aligned for every type.
const HEAP_ALIGNMENT = 16;

function constantOf(bytes: number | Term): number | undefined {
  if (typeof bytes === "number") return bytes;
  return bytes.kind === "integer" ? Number(bytes.value) : undefined;
}
