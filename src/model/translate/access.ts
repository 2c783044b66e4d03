/**
 * Loads, stores, copies and fills as operations on cells. An address that may reach several cells is resolved by
 * comparing it with the cells' addresses: as separate outcomes while there are few, as one conditional value beyond.
 * Elements of array cells are told apart by their address, so that a store to an array cell needs no condition: at an
 * address outside its region nobody reads it.
 */
import type { Access, Edge } from "../../cfa/cfa.ts";
import {
  and,
  apply,
  eq,
  type Formula,
  float,
  integer,
  ite,
  le,
  lt,
  not,
  select,
  store,
  type Term,
  variable,
} from "../../logic/term.ts";
import { arrayType, type ScalarType } from "../../logic/types.ts";
import { volatility } from "../../logic/volatile.ts";
import { isLibraryObject } from "../library/library.ts";
import { type Cell, elementsWithin, placeWithin, shapeOf } from "../memory/memory.ts";
import { CONSTANT_ARRAY, type ModelOp } from "../model.ts";
import type { Region, Target } from "../pointers/regions.ts";
import { EXACT, overlap, type Progression, progression, type Span } from "../pointers/strides.ts";
import { type EdgeArithmetic, plus } from "./arithmetic.ts";
import { type Alternative, always, assign, GOTO, havoc, input, inputMemory } from "./outcome.ts";
import type { Translation } from "./translation.ts";

/** A cell that an access may hit, or (undefined) memory the model knows nothing of. */
interface Hit {
  readonly cell: Cell | undefined;
  readonly condition: Formula;
}

/** Targets that become separate outcomes; each costs engines a path. */
const BRANCHES = 4;
/** Targets of one conditional value; beyond, a read is unknown. */
const CONDITIONAL = 64;

export class Accesses {
  readonly #t: Translation;

  constructor(translation: Translation) {
    this.#t = translation;
  }

  load(edge: Edge, arithmetic: EdgeArithmetic): readonly Alternative[] {
    const op = edge.op;
    if (op.kind !== "load") return [];
    const target = arithmetic.variable(op.target);
    const address = arithmetic.term(op.address);
    const hits = this.#hits(edge, op.address, address, op.access);
    const values = hits.map(({ cell }) =>
      cell !== undefined && (volatilityOf(cell) !== "none" || this.#isOfLibrary(cell))
        ? undefined
        : this.#read(cell, address, op.access.type, edge, arithmetic),
    );
    const set = (cell: Cell | undefined, value: Term | undefined) => {
      if (value !== undefined) return assign(target, value, edge);
      return isEvent(op.access, cell) ? input(target, edge) : havoc(target, edge);
    };
    const alternatives = hits.flatMap(({ cell, condition }, i): readonly Alternative[] => {
      const pointers = cell === undefined ? undefined : this.#t.commandLine.pointersAt(cell, address);
      if (pointers === undefined) return [{ condition, ops: [set(cell, values[i])], next: GOTO }];
      const here = hits.length === 1 ? [] : [condition];
      return pointers.map(({ when, value }) => ({
        condition: and([...here, when]),
        ops: [set(cell, value)],
        next: GOTO,
      }));
    });
    if (alternatives.length === 1) return [always(alternatives[0]?.ops ?? [])];
    if (alternatives.length <= BRANCHES) return alternatives;
    if (hits.length > CONDITIONAL || values.includes(undefined) || !toldApart(hits)) {
      this.#t.notes.record("read through a pointer with many targets", edge.range);
      return [always([havoc(target, edge)])];
    }
    return [always([assign(target, conditionalValue(hits, values as Term[]), edge)])];
  }

  #isOfLibrary({ region: { object } }: Cell): boolean {
    return object !== undefined && isLibraryObject(this.#t.program, object);
  }

  store(edge: Edge, arithmetic: EdgeArithmetic): readonly Alternative[] {
    const op = edge.op;
    if (op.kind !== "store") return [];
    const address = arithmetic.term(op.address);
    const value = arithmetic.converted(arithmetic.term(op.value), op.access.type);
    const hits = this.#hits(edge, op.address, address, op.access);
    if (hits.length === 1) {
      const cell = hits[0]?.cell;
      return [always(cell === undefined ? this.stray(edge) : this.#write(cell, address, value, edge, arithmetic))];
    }
    if (hits.length <= BRANCHES)
      return hits.map(({ cell, condition }) => ({
        condition,
        ops: cell === undefined ? this.stray(edge) : this.#write(cell, address, value, edge, arithmetic),
        next: GOTO,
      }));
    return [always(hits.flatMap((hit) => this.#writeIf(hit, address, value, edge, arithmetic)))];
  }

  /** A constant number of bytes from one place to another, which may overlap it (memmove) or be the same. */
  copy(
    edge: Edge,
    to: Term,
    from: Term,
    bytes: number,
    overlapping: "overlapping" | "apart",
    arithmetic: EdgeArithmetic,
  ): readonly Alternative[] {
    const targets = this.#valid(this.#t.pointsTo.targetsOf(to), bytes);
    const sources = this.#valid(this.#t.pointsTo.targetsOf(from), bytes);
    const toAddress = arithmetic.term(to);
    const fromAddress = arithmetic.term(from);
    const shifted = targets.some((target) => sources.some((source) => mayShift(target, source)));
    const placed = !this.#outside(to) && !this.#outside(from) && (overlapping === "apart" || !shifted);
    if (targets.length * sources.length > BRANCHES || sources.length === 0 || !placed) {
      this.#t.notes.record("copy between many objects", edge.range);
      const stray = this.#outside(to) ? this.stray(edge) : [];
      return [always([...stray, ...targets.flatMap((target) => this.#forgetBytes(target, bytes, edge))])];
    }
    const alternatives: Alternative[] = [];
    const choice = targets.length * sources.length > 1;
    for (const target of targets) {
      for (const source of sources) {
        const condition = and([this.#at(target, toAddress), this.#at(source, fromAddress)]);
        const value = (cell: Cell, delta: number) => this.#readAt(source, delta, cell, fromAddress, edge);
        const order =
          target.region === source.region && target.at.offset > source.at.offset ? "last-first" : "first-first";
        const ops = this.#overwrite(target, toAddress, bytes, value, order, edge);
        alternatives.push({ condition: choice ? condition : undefined, ops, next: GOTO });
      }
    }
    return alternatives.length > 0 ? alternatives : [always([])];
  }

  /** The same byte everywhere; `byte` is undefined where it is not a constant, `bytes` where their number is not. */
  fill(
    edge: Edge,
    to: Term,
    byte: number | undefined,
    bytes: number | undefined,
    arithmetic: EdgeArithmetic,
  ): readonly Alternative[] {
    const targets = this.#valid(this.#t.pointsTo.targetsOf(to), bytes ?? 1);
    const address = arithmetic.term(to);
    if (bytes === undefined || targets.length > BRANCHES || this.#outside(to)) {
      if (targets.length > 0) this.#t.notes.record("memory filled at computed size or place", edge.range);
      const stray = this.#outside(to) ? this.stray(edge) : [];
      return [always([...stray, ...targets.flatMap(({ region }) => this.forget(region, edge))])];
    }
    const alternatives = targets.map((target) => ({
      condition: targets.length > 1 ? this.#at(target, address) : undefined,
      ops: this.#overwrite(target, address, bytes, (cell) => filled(cell, byte), "first-first", edge),
      next: GOTO,
    }));
    return alternatives.length > 0 ? alternatives : [always([])];
  }

  /** An object comes to life in an activation with unknown content. */
  renew(region: Region, base: number, edge: Edge, content: "asked" | "unasked" = "asked"): readonly ModelOp[] {
    const come = content === "asked" ? input : havoc;
    const { many } = this.#t.placementOf(region);
    const ops: ModelOp[] = [];
    for (const cell of this.#t.memory.cellsIn(region)) {
      if (cell.variable === undefined) continue;
      if (!many || cell.at.stride !== 0) ops.push(come(cell.variable, edge));
      else {
        const unknown = this.#t.variables.scratch(cell.element);
        const place = integer(base + cell.at.offset);
        ops.push(come(unknown, edge));
        ops.push(assign(cell.variable, store(variable(cell.variable), place, variable(unknown)), edge));
      }
    }
    return ops;
  }

  /**
   * A write through a pointer from outside. Where undefined functions may do anything, they may have handed out the address
   * of a variable that the program itself never takes the address of.
   */
  stray(edge: Edge): ModelOp[] {
    if (this.#t.options.externals !== "any") return [];
    const ops: ModelOp[] = [];
    for (const item of this.#t.program.visible?.objects ?? [])
      if (!("align" in item)) ops.push(havoc(this.#t.variables.of(item, 0), edge));
    return ops;
  }

  /** All of a region's content becomes unknown. */
  forget(region: Region, edge: Edge): readonly ModelOp[] {
    if (region.kind === "external") return this.stray(edge);
    if (region.object?.readOnly) return [];
    return this.#t.memory.cellsIn(region).flatMap((cell) => (cell.variable ? [havoc(cell.variable, edge)] : []));
  }

  /**
   * All of a region's content becomes unknown, as an input; `nameOf` is what the interpreter calls the inputs, where it has
   * names for them.
   */
  receive(
    region: Region,
    edge: Edge | undefined,
    nameOf: ((address: number) => string) | undefined,
  ): readonly ModelOp[] {
    if (region.object?.readOnly) return [];
    const { base } = this.#t.placementOf(region);
    return this.#t.memory.cellsIn(region).flatMap((cell) => {
      if (cell.variable === undefined) return [];
      if (nameOf === undefined) return [input(cell.variable, edge)];
      const address = cell.kind === "scalar" ? base + cell.at.offset : undefined;
      return [inputMemory(cell.variable, edge, { address, nameOf })];
    });
  }

  /** A new heap object's bytes are zero; `base` is its address. */
  clear(region: Region, base: Term, bytes: number | undefined, edge: Edge): readonly ModelOp[] {
    const { many } = this.#t.placementOf(region);
    const ops: ModelOp[] = [];
    for (const cell of this.#t.memory.cellsIn(region)) {
      if (cell.variable === undefined) continue;
      const zero = filled(cell, 0) as Term;
      if (!many) ops.push(assign(cell.variable, cell.kind === "array" ? constantArray(zero, cell) : zero, edge));
      else if (cell.at.stride === 0) ops.push(this.#set(cell, plus(base, cell.at.offset), zero, edge));
      else {
        const deltas = bytes === undefined ? undefined : elementsWithin(cell.at, cell.shape.bytes, EXACT, bytes);
        // Sound: elements that nobody has written yet are unknown.
        if (deltas === undefined) this.#t.notes.record("zeroed heap array", edge.range);
        for (const delta of deltas ?? []) ops.push(this.#set(cell, plus(base, delta), zero, edge));
      }
    }
    return ops;
  }

  // --- Hits -----------------------------------------------------------------------------------------------------

  #valid(targets: readonly Target[], bytes: number): Target[] {
    return targets.flatMap(({ region, at }) => {
      if (region.kind === "external" || region.object?.role === "function") return [];
      const place = placeWithin(at, region.size, bytes);
      return place === undefined ? [] : [{ region, at: place }];
    });
  }

  /** Whether the pointer may point to memory the program knows nothing of: then nothing else is surely written or read. */
  #outside(pointer: Term): boolean {
    return this.#t.pointsTo.targetsOf(pointer).some(({ region }) => region.kind === "external");
  }

  #hits(edge: Edge, pointer: Term, address: Term, access: Access): readonly Hit[] {
    if (address.kind !== "integer" && !this.#t.options.properties.includes("valid-deref"))
      this.#t.notes.assumeThat("memory accesses stay within the objects they point to", edge.range);
    const targets = this.#t.pointsTo.targetsOf(pointer);
    const shape = shapeOf(access);
    const cells = new Map<Cell, Target>();
    for (const target of this.#valid(targets, access.bytes)) {
      const cell = this.#t.memory.cellAt(target.region, target.at, shape);
      if (cell !== undefined && !cells.has(cell)) cells.set(cell, target);
    }
    const hits: Hit[] = [...cells.keys()].map((cell) => ({ cell, condition: this.#cellAt(cell, address) }));
    const outside = targets.some(({ region }) => region.kind === "external");
    if (hits.length > 0 && !outside) return hits;
    this.#t.notes.record("access to memory the program does not define", edge.range);
    return [...hits, { cell: undefined, condition: and(hits.map(({ condition }) => not(condition))) }];
  }

  #cellAt(cell: Cell, address: Term): Formula {
    const { base, end } = this.#t.placementOf(cell.region);
    if (cell.kind === "scalar") return eq(address, integer(base + cell.at.offset));
    return and([le(integer(base), address), lt(address, integer(end))]);
  }

  #at({ region, at }: Target, address: Term): Formula {
    const { base, end, many } = this.#t.placementOf(region);
    if (!many && at.stride === 0) return eq(address, integer(base + at.offset));
    return and([le(integer(base), address), lt(address, integer(end))]);
  }

  // --- Reads ------------------------------------------------------------------------------------------------------

  #read(cell: Cell | undefined, address: Term, type: ScalarType, edge: Edge, arithmetic: EdgeArithmetic) {
    if (cell?.variable === undefined) {
      if (cell !== undefined) this.#t.notes.record("misaligned access", edge.range);
      return undefined;
    }
    const value = cell.kind === "array" ? select(variable(cell.variable), address) : variable(cell.variable);
    return arithmetic.converted(value, type);
  }

  /** What a cell's element at `delta` after the source of a copy gets; undefined where that is not known. */
  #readAt(source: Target, delta: number, like: Cell, address: Term, edge: Edge): Term | undefined {
    const at = progression(source.at.offset + delta, source.at.stride);
    const place = placeWithin(at, source.region.size, like.shape.bytes);
    const cell = place === undefined ? undefined : this.#t.memory.cellAt(source.region, place, like.shape);
    if (cell !== undefined && volatilityOf(cell) !== "none") {
      this.#t.notes.record("copy of a volatile object", edge.range);
      return undefined;
    }
    if (cell?.variable === undefined || cell.element !== like.element) {
      this.#t.notes.record("copy of bytes that are accessed differently", edge.range);
      return undefined;
    }
    if (cell.kind === "scalar") return variable(cell.variable);
    return select(variable(cell.variable), plus(address, delta));
  }

  // --- Writes -----------------------------------------------------------------------------------------------------

  #set(cell: Cell, address: Term, value: Term, edge: Edge): ModelOp {
    const target = cell.variable;
    if (target === undefined) return { kind: "assume", condition: and([]), origin: edge };
    return assign(target, cell.kind === "array" ? store(variable(target), address, value) : value, edge);
  }

  #write(cell: Cell, address: Term, value: Term, edge: Edge, arithmetic: EdgeArithmetic): readonly ModelOp[] {
    const ops = this.#disturb(cell, address, edge);
    if (cell.variable !== undefined)
      ops.push(this.#set(cell, address, arithmetic.converted(value, cell.element), edge));
    return ops;
  }

  #writeIf({ cell, condition }: Hit, address: Term, value: Term, edge: Edge, arithmetic: EdgeArithmetic) {
    if (cell === undefined) return this.stray(edge);
    const ops = this.#disturb(cell, address, edge);
    if (cell.variable === undefined) return ops;
    const converted = arithmetic.converted(value, cell.element);
    if (cell.kind === "array") ops.push(this.#set(cell, address, converted, edge));
    else ops.push(assign(cell.variable, ite(condition, converted, variable(cell.variable)), edge));
    return ops;
  }

  /** Other cells of the bytes written lose what they knew of them. */
  #disturb(cell: Cell, address: Term, edge: Edge): ModelOp[] {
    const ops: ModelOp[] = [];
    for (const other of cell.conflicts) {
      if (other.variable === undefined) continue;
      this.#t.notes.record("overlapping accesses of different types", edge.range);
      ops.push(...this.#blur(other, cell, address, edge));
    }
    return ops;
  }

  #blur(other: Cell, written: Cell, address: Term, edge: Edge): ModelOp[] {
    const target = other.variable;
    if (target === undefined) return [];
    // Sound: an array loses all its elements, which includes those overwritten.
    if (other.kind === "array" || written.kind === "scalar") return [havoc(target, edge)];
    const unknown = this.#t.variables.scratch(other.element);
    const start = this.#t.placementOf(other.region).base + other.at.offset;
    const hit = and([
      lt(integer(start - written.shape.bytes), address),
      lt(address, integer(start + other.shape.bytes)),
    ]);
    return [havoc(unknown, edge), assign(target, ite(hit, variable(unknown), variable(target)), edge)];
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
    order: "first-first" | "last-first",
    edge: Edge,
  ): ModelOp[] {
    const ops: ModelOp[] = [];
    const elements: { readonly cell: Cell; readonly delta: number }[] = [];
    for (const cell of this.#t.memory.cellsIn(target.region)) {
      if (cell.variable === undefined || !touches(cell, target.at, bytes)) continue;
      const whole = this.#coversAll(cell, target, bytes);
      const constant = whole ? elementOf(cell, 0) : undefined;
      if (cell.kind === "array" && whole && constant !== undefined && isConstant(constant)) {
        ops.push(assign(cell.variable, constantArray(constant, cell), edge));
        continue;
      }
      const deltas = elementsWithin(cell.at, cell.shape.bytes, target.at, bytes);
      if (deltas === undefined || this.#ragged(cell, target.at, bytes, deltas)) {
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
    if (value !== undefined) return [this.#set(cell, address, value, edge)];
    const unknown = this.#t.variables.scratch(cell.element);
    return [havoc(unknown, edge), this.#set(cell, address, variable(unknown), edge)];
  }

  #coversAll(cell: Cell, { region, at }: Target, bytes: number): boolean {
    const single = !this.#t.placementOf(cell.region).many;
    return single && region.size !== undefined && at.stride === 0 && at.offset === 0 && bytes >= region.size;
  }

  /** Some element is written only in part. */
  #ragged(cell: Cell, at: Progression, bytes: number, deltas: readonly number[]): boolean {
    if (cell.at.stride === 0) return deltas.length === 0;
    const first = deltas[0];
    if (first === undefined) return true;
    const last = deltas[deltas.length - 1] as number;
    const before = first - cell.at.stride + cell.shape.bytes > 0;
    const after = last + cell.at.stride < bytes;
    return at.stride % cell.at.stride !== 0 || before || after;
  }

  #forgetBytes({ region, at }: Target, bytes: number, edge: Edge): ModelOp[] {
    return this.#t.memory
      .cellsIn(region)
      .flatMap((cell) => (cell.variable && touches(cell, at, bytes) ? [havoc(cell.variable, edge)] : []));
  }
}

function volatilityOf({ region, at, shape }: Cell): ReturnType<typeof volatility> {
  return volatility(region.object, at.offset, at.stride, shape.bytes);
}

/** Is the read a volatile one of volatile memory, so that it is an input? Memory the program does not define may be a device's. */
function isEvent(access: Access, cell: Cell | undefined): boolean {
  return access.volatile === true && (cell === undefined || volatilityOf(cell) === "all");
}

/** Places in one region whose distance is not known: elements moved one by one could overwrite what is still to be read. */
function mayShift(to: Target, from: Target): boolean {
  return to.region === from.region && (to.at.stride !== 0 || from.at.stride !== 0);
}

/** The condition of an array cell holds anywhere in its region: of two in one region it does not say which it is. */
function toldApart(hits: readonly Hit[]): boolean {
  const regions = hits.flatMap(({ cell }) => (cell === undefined || cell.kind === "scalar" ? [] : [cell.region]));
  return new Set(regions).size === regions.length;
}

/** The value at the place whose condition holds; scalars first, since an array's condition holds at theirs too. */
function conditionalValue(hits: readonly Hit[], values: readonly Term[]): Term {
  const cases = hits.map(({ cell, condition }, i) => ({ cell, condition, value: values[i] as Term }));
  const scalars = cases.filter(({ cell }) => cell?.kind === "scalar");
  const others = cases.filter(({ cell }) => cell?.kind !== "scalar");
  const [last, ...rest] = [...scalars, ...others].reverse();
  return rest.reduce((so, { condition, value }) => ite(condition, value, so), (last as { value: Term }).value);
}

function touches(cell: Cell, at: Progression, bytes: number): boolean {
  const span: Span = { offset: at.offset * 8, stride: at.stride * 8, width: bytes * 8 };
  const own: Span = {
    offset: cell.at.offset * 8 + cell.shape.bitOffset,
    stride: cell.at.stride * 8,
    width: cell.shape.bits,
  };
  return overlap(span, own);
}

function isConstant(term: Term): boolean {
  return term.kind === "integer" || term.kind === "float";
}

function constantArray(value: Term, cell: Cell): Term {
  return apply(CONSTANT_ARRAY, [value], arrayType(cell.element));
}

/** An element all of whose bytes are the given one. */
function filled(cell: Cell, byte: number | undefined): Term | undefined {
  if (byte === undefined) return undefined;
  if (cell.element.kind === "float") return byte === 0 ? float(0, cell.element) : undefined;
  if (byte === 0) return integer(0);
  if (cell.element.kind !== "int" && cell.element.kind !== "pointer") return undefined;
  const { bits, bytes, bitOffset } = cell.shape;
  if (bits !== bytes * 8 || bitOffset !== 0 || bytes > 6) return undefined;
  let pattern = 0;
  for (let i = 0; i < bytes; i += 1) pattern = pattern * 256 + (byte & 255);
  const signed = cell.element.kind === "int" && cell.element.signed && pattern >= 2 ** (bits - 1);
  if (cell.element.kind === "int" && cell.element.bits !== bits) return undefined;
  return integer(signed ? pattern - 2 ** bits : pattern);
}
