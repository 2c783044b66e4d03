/**
 * Copies and fills: runs of bytes that are written at once. Cells that they cover get the elements at the same places of the
 * source, or the value that has the byte everywhere; cells of which they cover a part become unknown. Regions that are bytes
 * are written byte by byte, up to a number of bytes that may be computed.
 */
import type { Access, Edge } from "../../cfa/cfa.ts";
import { and, integer, ite, lt, select, type Term, variable } from "../../logic/term.ts";
import { type Cell, elementsWithin, placeOf } from "../memory/memory.ts";
import { filled, isRagged, mayShift, touches } from "../memory/written-cells.ts";
import type { ModelOp } from "../model.ts";
import type { Target } from "../pointers/regions.ts";
import { type Progression, progression } from "../pointers/strides.ts";
import { type Accesses, constantArray, volatilityOf, WITHIN_OBJECTS } from "./access.ts";
import { type EdgeArithmetic, plus } from "./arithmetic.ts";
import type { BytePlace } from "./byte-access.ts";
import { type Alternative, always, assign, GOTO, havoc } from "./outcome.ts";
import type { Translation } from "./translation.ts";

/** Targets that become separate outcomes; each costs engines a path. */
const BRANCHES = 4;
/** Bytes that are written one by one. */
const MOST_BYTES = 256;
/** Bytes that are written one by one, or not, as a length says. */
const MOST_COMPUTED_BYTES = 64;

/** How many bytes there are: a constant, or a term. */
export type Length = number | Term;

/** What a fill writes; `constant` is undefined where the byte is not one. */
export interface FillByte {
  readonly constant: number | undefined;
  readonly term: Term;
}

type Order = "first-first" | "last-first";

export class Runs {
  readonly #t: Translation;
  readonly #accesses: Accesses;

  constructor(translation: Translation, accesses: Accesses) {
    this.#t = translation;
    this.#accesses = accesses;
  }

  /** Bytes from one place to another, which may overlap it (memmove) or be the same. */
  copy(
    edge: Edge,
    to: Term,
    from: Term,
    length: Length,
    overlapping: "overlapping" | "apart",
    arithmetic: EdgeArithmetic,
  ): readonly Alternative[] {
    const { places } = this.#accesses;
    const least = leastOf(length);
    const targets = places.valid(this.#anywhereIn(to), least);
    const sources = places.valid(this.#anywhereIn(from), least);
    const toAddress = arithmetic.term(to);
    const fromAddress = arithmetic.term(from);
    const shifted = targets.some(
      (target) => !this.#isBytes(target) && sources.some((source) => mayShift(target, source)),
    );
    const placed = !places.isOutside(to) && !places.isOutside(from) && (overlapping === "apart" || !shifted);
    if (targets.length * sources.length > BRANCHES || sources.length === 0 || !placed) {
      this.#t.notes.record("copy between many objects", edge.range);
      return [this.#forgetAll(to, targets, length, edge)];
    }
    if (typeof length !== "number") this.#assumeWithin(edge);
    const choice = targets.length * sources.length > 1;
    const alternatives = targets.flatMap((target) =>
      sources.map((source): Alternative => {
        const condition = and([places.isTarget(target, toAddress), places.isTarget(source, fromAddress)]);
        const pair = { target, toAddress, source, fromAddress };
        const ops = this.#copyPair(pair, length, edge, arithmetic);
        return { condition: choice ? condition : undefined, ops, next: GOTO };
      }),
    );
    return alternatives.length > 0 ? alternatives : [always([])];
  }

  /** Targets without the parts that they are in: a run of bytes may go on behind one. */
  #anywhereIn(pointer: Term): readonly Target[] {
    const found: Target[] = [];
    for (const { region, at } of this.#t.pointsTo.targetsOf(pointer)) {
      const isKnown = found.some((one) => one.region === region && isSame(one.at, at));
      if (!isKnown) found.push({ region, at });
    }
    return found;
  }

  #copyPair(
    { target, toAddress, source, fromAddress }: Pair,
    length: Length,
    edge: Edge,
    arithmetic: EdgeArithmetic,
  ): readonly ModelOp[] {
    const order = target.region === source.region && target.at.offset > source.at.offset ? "last-first" : "first-first";
    if (this.#isBytes(target)) {
      const read = this.#placeOf(source, fromAddress);
      if (read === undefined) this.#t.notes.record("copy of bytes that are accessed differently", edge.range);
      else
        return this.#writeBytes(target, toAddress, length, roomIn(source), order, edge, (i) =>
          this.#accesses.bytes.byteAt(read, i),
        );
    }
    if (typeof length !== "number" || this.#isBytes(target)) {
      if (typeof length !== "number") this.#t.notes.record("copy of a computed number of bytes", edge.range);
      return this.#accesses.forget(target.region, edge);
    }
    const value = (cell: Cell, delta: number) => this.#readAt(source, delta, cell, fromAddress, edge, arithmetic);
    return this.#overwrite(target, toAddress, length, value, order, edge);
  }

  /** The same byte everywhere. */
  fill(edge: Edge, to: Term, byte: FillByte, length: Length, arithmetic: EdgeArithmetic): readonly Alternative[] {
    const { places } = this.#accesses;
    const targets = places.valid(this.#anywhereIn(to), leastOf(length));
    const address = arithmetic.term(to);
    const exact = typeof length === "number" || targets.every((target) => this.#isBytes(target));
    if (!exact || targets.length > BRANCHES || places.isOutside(to)) {
      if (targets.length > 0) this.#t.notes.record("memory filled at computed size or place", edge.range);
      const stray = places.isOutside(to) ? this.#accesses.stray(edge) : [];
      return [always([...stray, ...targets.flatMap(({ region }) => this.#accesses.forget(region, edge))])];
    }
    if (typeof length !== "number") this.#assumeWithin(edge);
    const alternatives = targets.map((target) => ({
      condition: targets.length > 1 ? places.isTarget(target, address) : undefined,
      ops: this.#fillTarget(target, address, byte, length, edge),
      next: GOTO,
    }));
    return alternatives.length > 0 ? alternatives : [always([])];
  }

  #fillTarget(target: Target, address: Term, byte: FillByte, length: Length, edge: Edge): readonly ModelOp[] {
    const isArray = this.#t.memory.cellsIn(target.region).every(({ kind }) => kind === "array");
    const whole = typeof length === "number" && this.#coversAll(target, length);
    if (typeof length !== "number" || (this.#isBytes(target) && !(isArray && whole && byte.constant !== undefined)))
      return this.#writeBytes(target, address, length, roomIn(target), "first-first", edge, () => byte.term);
    return this.#overwrite(target, address, length, (cell) => filled(cell, byte.constant), "first-first", edge);
  }

  /** A length that is computed keeps within the objects, or behaviour is undefined. */
  #assumeWithin(edge: Edge): void {
    if (!this.#t.options.properties.includes("valid-deref")) this.#t.notes.assumeThat(WITHIN_OBJECTS, edge.range);
  }

  // --- Bytes --------------------------------------------------------------------------------------------------------

  #isBytes({ region }: Target): boolean {
    return this.#t.memory.isBytes(region);
  }

  /** Undefined where the region is not bytes. */
  #placeOf({ region, at }: Target, address: Term): BytePlace | undefined {
    if (!this.#t.memory.isBytes(region)) return undefined;
    const first = this.#accesses.bytes.firstAt(region, at);
    return first === undefined ? undefined : { first, address };
  }

  /** @param room how many bytes there are at most. */
  #writeBytes(
    target: Target,
    address: Term,
    length: Length,
    room: number | undefined,
    order: Order,
    edge: Edge,
    byteAt: (i: number) => Term,
  ): readonly ModelOp[] {
    const place = this.#placeOf(target, address);
    const most = Math.min(room ?? Number.POSITIVE_INFINITY, roomIn(target) ?? Number.POSITIVE_INFINITY);
    const count = typeof length === "number" ? length : most;
    if (place === undefined || count > (typeof length === "number" ? MOST_BYTES : MOST_COMPUTED_BYTES)) {
      this.#t.notes.record("many bytes written at once", edge.range);
      return this.#accesses.forget(target.region, edge);
    }
    const { bytes } = this.#accesses;
    const values = Array.from({ length: count }, (_, i) =>
      typeof length === "number" ? byteAt(i) : ite(lt(integer(i), length), byteAt(i), bytes.byteAt(place, i)),
    );
    return bytes.set(place, values, undefined, edge, order);
  }

  // --- Cells --------------------------------------------------------------------------------------------------------

  /** What a cell's element at `delta` after the source of a copy gets; undefined where that is not known. */
  #readAt(
    source: Target,
    delta: number,
    like: Cell,
    address: Term,
    edge: Edge,
    arithmetic: EdgeArithmetic,
  ): Term | undefined {
    const at = progression(source.at.offset + delta, source.at.stride);
    const place = placeOf({ ...source, at }, like.shape.bytes);
    const cell = place === undefined ? undefined : this.#t.memory.cellAt({ ...source, at: place }, like.shape);
    if (cell !== undefined && volatilityOf(cell) !== "none") {
      this.#t.notes.record("copy of a volatile object", edge.range);
      return undefined;
    }
    if (cell !== undefined && this.#isBytes(source))
      return this.#accesses.bytes.read({ first: cell, address: plus(address, delta) }, accessOf(like), arithmetic);
    if (cell?.variable === undefined || cell.element !== like.element) {
      this.#t.notes.record("copy of bytes that are accessed differently", edge.range);
      return undefined;
    }
    if (cell.kind === "scalar") return variable(cell.variable);
    return select(variable(cell.variable), plus(address, delta));
  }

  /**
   * Writes all cells of `bytes` bytes at a target; `elementOf` gives an element's new value or undefined for any. Elements
   * are written one after the other: in the given order, no element of an overlapping source is overwritten before it is read.
   */
  #overwrite(
    target: Target,
    address: Term,
    bytes: number,
    elementOf: (cell: Cell, delta: number) => Term | undefined,
    order: Order,
    edge: Edge,
  ): ModelOp[] {
    const ops: ModelOp[] = [];
    const elements: { readonly cell: Cell; readonly delta: number }[] = [];
    for (const cell of this.#t.memory.cellsIn(target.region)) {
      if (cell.variable === undefined || !touches(cell, target.at, bytes)) continue;
      const whole = this.#coversAll(target, bytes);
      const constant = whole ? elementOf(cell, 0) : undefined;
      if (cell.kind === "array" && whole && constant !== undefined && isConstant(constant)) {
        ops.push(assign(cell.variable, constantArray(constant, cell), edge));
        continue;
      }
      const deltas = elementsWithin(cell.at, cell.shape.bytes, target.at, bytes, cell.within);
      if (deltas === undefined || isRagged(cell, target.at, bytes, deltas)) {
        this.#t.notes.record("part of an object written as a whole", edge.range);
        ops.push(havoc(cell.variable, edge));
        continue;
      }
      for (const delta of deltas) elements.push({ cell, delta });
    }
    elements.sort((a, b) => (order === "first-first" ? a.delta - b.delta : b.delta - a.delta));
    for (const { cell, delta } of elements)
      ops.push(...this.#element(cell, plus(address, delta), elementOf(cell, delta), edge));
    return ops;
  }

  #element(cell: Cell, address: Term, value: Term | undefined, edge: Edge): ModelOp[] {
    if (value !== undefined) return [this.#accesses.setCell(cell, address, value, edge)];
    const unknown = this.#t.variables.scratch(cell.element);
    return [havoc(unknown, edge), this.#accesses.setCell(cell, address, variable(unknown), edge)];
  }

  #coversAll({ region, at }: Target, bytes: number): boolean {
    const single = !this.#t.placementOf(region).many;
    return single && region.size !== undefined && at.stride === 0 && at.offset === 0 && bytes >= region.size;
  }

  #forgetAll(to: Term, targets: readonly Target[], length: Length, edge: Edge): Alternative {
    const stray = this.#accesses.places.isOutside(to) ? this.#accesses.stray(edge) : [];
    const forgotten = targets.flatMap((target) =>
      typeof length === "number" ? this.#forgetBytes(target, length, edge) : this.#accesses.forget(target.region, edge),
    );
    return always([...stray, ...forgotten]);
  }

  #forgetBytes({ region, at }: Target, bytes: number, edge: Edge): ModelOp[] {
    return this.#t.memory
      .cellsIn(region)
      .flatMap((cell) => (cell.variable && touches(cell, at, bytes) ? [havoc(cell.variable, edge)] : []));
  }
}

interface Pair {
  readonly target: Target;
  readonly toAddress: Term;
  readonly source: Target;
  readonly fromAddress: Term;
}

function isSame(a: Progression, b: Progression): boolean {
  return a.offset === b.offset && a.stride === b.stride;
}

/** A computed number of bytes may be none. */
function leastOf(length: Length): number {
  return typeof length === "number" ? length : 0;
}

/** Bytes from a target to the end of its region. */
function roomIn({ region, at }: Target): number | undefined {
  if (region.size === undefined) return undefined;
  return region.size - (at.stride === 0 ? at.offset : 0);
}

/** The access that reads an element of the cell. */
function accessOf({ element, shape }: Cell): Access {
  const isField = shape.bits !== shape.bytes * 8;
  return { type: element, bytes: shape.bytes, ...(isField ? { bitOffset: shape.bitOffset } : {}) };
}

function isConstant(term: Term): boolean {
  return term.kind === "integer" || term.kind === "float";
}
