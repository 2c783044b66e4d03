/**
 * Loads and stores as operations on cells (copies and fills: `runs.ts`; regions that are bytes: `byte-access.ts`). An address that may reach several cells is resolved by
 * comparing it with the cells' addresses: as separate outcomes while there are few, as one conditional value beyond.
 * Elements of array cells are told apart by their address, so that a store to an array cell needs no condition: at an
 * address outside its region nobody reads it.
 */
import type { Access, Edge, EdgeOf } from "../../cfa/cfa.ts";
import { volatility } from "../../logic/qualified-parts.ts";
import {
  and,
  apply,
  eq,
  type Formula,
  integer,
  ite,
  lt,
  not,
  or,
  remainder,
  select,
  store,
  subtract,
  type Term,
  type Variable,
  variable,
} from "../../logic/term.ts";
import { arrayType } from "../../logic/types.ts";
import { isLibraryObject } from "../library/library.ts";
import { type Cell, elementsWithin, shapeOf } from "../memory/memory.ts";
import { filled } from "../memory/written-cells.ts";
import { CONSTANT_ARRAY, type ModelOp } from "../model.ts";
import type { Region, Target } from "../pointers/regions.ts";
import { contains, EXACT, greatestCommonDivisor, residue } from "../pointers/strides.ts";
import { type EdgeArithmetic, plus } from "./arithmetic.ts";
import { ByteAccesses } from "./byte-access.ts";
import { type Alternative, always, assign, GOTO, havoc, input, inputMemory } from "./outcome.ts";
import { Places } from "./places.ts";
import type { Translation } from "./translation.ts";

/** A cell that an access may hit, or (undefined) memory the model knows nothing of. */
interface Hit {
  readonly cell: Cell | undefined;
  readonly condition: Formula;
}

const LEAVES_MEMBER = "a pointer may leave the member that it points into";

export const WITHIN_OBJECTS = "memory accesses stay within the objects they point to";

/** Targets that become separate outcomes; each costs engines a path. */
const BRANCHES = 4;
/** Targets of one conditional value; beyond, a read is unknown. */
const CONDITIONAL = 64;

export class Accesses {
  readonly #t: Translation;
  readonly places: Places;
  readonly bytes: ByteAccesses;

  constructor(translation: Translation) {
    this.#t = translation;
    this.places = new Places(translation);
    this.bytes = new ByteAccesses(translation);
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
        : this.#read(cell, address, op.access, edge, arithmetic),
    );
    const outside = this.#leaving(op.address, address, hits);
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
    if (alternatives.length === 1 && outside.length === 0) return [always(alternatives[0]?.ops ?? [])];
    const together = this.#areAlike(hits) && !values.includes(undefined) && toldApart(hits);
    if (alternatives.length <= BRANCHES && !together) return [...alternatives, ...outside];
    if (hits.length > CONDITIONAL || values.includes(undefined) || !toldApart(hits)) {
      this.#t.notes.record("read through a pointer with many targets", edge.range);
      return [always([havoc(target, edge)]), ...outside];
    }
    return [always([assign(target, conditionalValue(hits, values as Term[]), edge)]), ...outside];
  }

  /**
   * Executions in which the pointer has left the part of its object that it was taken to stay in: what the access does then is not known.
   * Sound: whatever was concluded from its staying there, the first access that finds it elsewhere ends what the model covers.
   */
  #leaving(pointer: Term, address: Term, hits: readonly Hit[]): readonly Alternative[] {
    const inside = this.#t.pointsTo.targetsOf(pointer).filter(({ part }) => part !== undefined);
    if (inside.length === 0) return [];
    const somewhere = or(
      [...new Set(inside.map(({ region }) => region))].map((of) => this.places.isWithin(of, address)),
    );
    const elsewhere = hits.flatMap(({ cell, condition }) =>
      cell === undefined ? [] : [not(and([condition, ...this.#isElement(cell, inside, address)]))],
    );
    const condition = and([somewhere, ...elsewhere]);
    return [{ condition, ops: [], next: { kind: "unmodelled", reason: LEAVES_MEMBER } }];
  }

  /** That the address is one of the cell's, where the pointer might have come from another part to between its elements. */
  #isElement({ kind, region, at }: Cell, inside: readonly Target[], address: Term): readonly Formula[] {
    const strays = inside.some((target) => target.region === region && !contains(at, target.at));
    if (kind === "scalar" || !strays) return [];
    const distance = subtract(address, integer(this.#t.placementOf(region).base + at.offset));
    return [eq(remainder(distance, integer(at.stride)), integer(0))];
  }

  /** Elements of heap arrays, of several sites: which of them it is tells nothing, and each way would cost engines a path. */
  #areAlike(hits: readonly Hit[]): boolean {
    const heap = hits.every(({ cell }) => cell?.kind === "array" && cell.region.kind === "heap");
    return heap && hits.some(({ cell }) => cell !== undefined && this.#t.placementOf(cell.region).many);
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
    const outside = this.#leaving(op.address, address, hits);
    if (hits.length === 1 && outside.length === 0) {
      const cell = hits[0]?.cell;
      return [always(cell === undefined ? this.stray(edge) : this.#write(cell, address, value, edge, arithmetic))];
    }
    if (hits.length <= BRANCHES && !this.#areAlike(hits))
      return [
        ...hits.map(({ cell, condition }) => ({
          condition,
          ops: cell === undefined ? this.stray(edge) : this.#write(cell, address, value, edge, arithmetic),
          next: GOTO,
        })),
        ...outside,
      ];
    return [always(hits.flatMap((hit) => this.#writeIf(hit, address, value, edge, arithmetic))), ...outside];
  }

  /** An object comes to life in an activation with unknown content. */
  renew(region: Region, base: number, edge: Edge, content: "asked" | "unasked" = "asked"): readonly ModelOp[] {
    const come = content === "asked" ? input : havoc;
    const { many } = this.#t.placementOf(region);
    const ops: ModelOp[] = [];
    for (const cell of this.#t.memory.cellsIn(region)) {
      if (cell.variable === undefined) continue;
      const deltas = many ? this.#elementsOf(cell, region) : undefined;
      // Sound: where there are many elements, those of other activations are forgotten, too.
      if (deltas === undefined) ops.push(come(cell.variable, edge));
      for (const delta of deltas ?? []) {
        const unknown = this.#t.variables.scratch(cell.element);
        ops.push(come(unknown, edge));
        ops.push(assign(cell.variable, store(variable(cell.variable), integer(base + delta), variable(unknown)), edge));
      }
    }
    return ops;
  }

  /** The places of a cell in its object; undefined where they are not told one by one. */
  #elementsOf(cell: Cell, region: Region): readonly number[] | undefined {
    if (cell.at.stride === 0) return [cell.at.offset];
    if (region.size === undefined || !this.#t.memory.isBytes(region)) return undefined;
    return elementsWithin(cell.at, cell.shape.bytes, EXACT, region.size);
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
      else if (cell.at.stride === 0) ops.push(this.setCell(cell, plus(base, cell.at.offset), zero, edge));
      else {
        const deltas = bytes === undefined ? undefined : elementsWithin(cell.at, cell.shape.bytes, EXACT, bytes);
        // Sound: elements that nobody has written yet are unknown.
        if (deltas === undefined) this.#t.notes.record("zeroed heap array", edge.range);
        for (const delta of deltas ?? []) ops.push(this.setCell(cell, plus(base, delta), zero, edge));
      }
    }
    return ops;
  }

  // --- Hits -----------------------------------------------------------------------------------------------------

  /** The cells that a load may read, and when it is each of them. */
  hitsOf(edge: EdgeOf<"load">, arithmetic: EdgeArithmetic): readonly Hit[] {
    return this.#hits(edge, edge.op.address, arithmetic.term(edge.op.address), edge.op.access);
  }

  #hits(edge: Edge, pointer: Term, address: Term, access: Access): readonly Hit[] {
    if (address.kind !== "integer" && !this.#t.options.properties.includes("valid-deref"))
      this.#t.notes.assumeThat(WITHIN_OBJECTS, edge.range);
    const targets = this.#t.pointsTo.targetsOf(pointer);
    const shape = shapeOf(access);
    const cells = new Map<Cell, Target>();
    for (const target of this.places.valid(targets, access.bytes)) {
      const cell = this.#t.memory.cellAt(target, shape);
      if (cell !== undefined && !cells.has(cell)) cells.set(cell, target);
    }
    const hits: Hit[] = [...cells.keys()].map((cell) => ({ cell, condition: this.places.isCell(cell, address) }));
    const outside = targets.some(({ region }) => region.kind === "external");
    if (hits.length > 0 && !outside) return hits;
    this.#t.notes.record("access to memory the program does not define", edge.range);
    return [...hits, { cell: undefined, condition: and(hits.map(({ condition }) => not(condition))) }];
  }

  // --- Reads ------------------------------------------------------------------------------------------------------

  #read(cell: Cell | undefined, address: Term, access: Access, edge: Edge, arithmetic: EdgeArithmetic) {
    if (cell?.variable === undefined) {
      if (cell !== undefined) this.#t.notes.record("misaligned access", edge.range);
      return undefined;
    }
    if (this.#t.memory.isBytes(cell.region)) return this.bytes.read({ first: cell, address }, access, arithmetic);
    const value = cell.kind === "array" ? select(variable(cell.variable), address) : variable(cell.variable);
    return arithmetic.converted(value, access.type);
  }

  // --- Writes -----------------------------------------------------------------------------------------------------

  setCell(cell: Cell, address: Term, value: Term, edge: Edge): ModelOp {
    const target = cell.variable;
    if (target === undefined) return { kind: "assume", condition: and([]), origin: edge };
    return assign(target, cell.kind === "array" ? store(variable(target), address, value) : value, edge);
  }

  #write(cell: Cell, address: Term, value: Term, edge: Edge, arithmetic: EdgeArithmetic): readonly ModelOp[] {
    if (this.#t.memory.isBytes(cell.region) && edge.op.kind === "store")
      return this.bytes.write({ first: cell, address }, value, edge.op.access, undefined, edge, arithmetic);
    const ops = this.#disturb(cell, address, edge);
    if (cell.variable !== undefined)
      ops.push(this.setCell(cell, address, arithmetic.converted(value, cell.element), edge));
    return ops;
  }

  #writeIf({ cell, condition }: Hit, address: Term, value: Term, edge: Edge, arithmetic: EdgeArithmetic) {
    if (cell === undefined) return this.stray(edge);
    if (this.#t.memory.isBytes(cell.region) && edge.op.kind === "store")
      return this.bytes.write({ first: cell, address }, value, edge.op.access, condition, edge, arithmetic);
    const ops = this.#disturb(cell, address, edge);
    if (cell.variable === undefined) return ops;
    const converted = arithmetic.converted(value, cell.element);
    if (cell.kind === "array") ops.push(this.setCell(cell, address, converted, edge));
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

  /** The elements that share bytes with what is written at the address lose what they were. */
  #blurElements(other: Cell, target: Variable, written: Cell, address: Term, edge: Edge): ModelOp[] {
    const distances = distancesTo(other, written);
    if (distances === undefined) return [havoc(target, edge)];
    const unknown = this.#t.variables.scratch(other.element);
    return distances.flatMap((distance) => [
      havoc(unknown, edge),
      assign(target, store(variable(target), plus(address, distance), variable(unknown)), edge),
    ]);
  }

  #blur(other: Cell, written: Cell, address: Term, edge: Edge): ModelOp[] {
    const target = other.variable;
    if (target === undefined) return [];
    if (other.kind === "array") return this.#blurElements(other, target, written, address, edge);
    if (written.kind === "scalar") return [havoc(target, edge)];
    const unknown = this.#t.variables.scratch(other.element);
    const start = this.#t.placementOf(other.region).base + other.at.offset;
    const hit = and([
      lt(integer(start - written.shape.bytes), address),
      lt(address, integer(start + other.shape.bytes)),
    ]);
    return [havoc(unknown, edge), assign(target, ite(hit, variable(unknown), variable(target)), edge)];
  }
}

export function volatilityOf({ region, at, shape }: Cell): ReturnType<typeof volatility> {
  return volatility(region.object, at.offset, at.stride, shape.bytes);
}

/** More elements than this are forgotten together with all others. */
const MOST_BLURRED = 16;

/** How far from a write the elements of another cell lie that share bytes with it; undefined where there are many. */
function distancesTo(other: Cell, { at, shape }: Cell): readonly number[] | undefined {
  const stride = greatestCommonDivisor(at.stride, other.at.stride);
  const apart = other.at.offset - at.offset;
  const found: number[] = [];
  for (let distance = 1 - other.shape.bytes; distance < shape.bytes; distance += 1)
    if (stride === 0 ? distance === apart : residue(distance - apart, stride) === 0) found.push(distance);
  return found.length > MOST_BLURRED ? undefined : found;
}

/** Is the read a volatile one of volatile memory, so that it is an input? Memory the program does not define may be a device's. */
function isEvent(access: Access, cell: Cell | undefined): boolean {
  return access.volatile === true && (cell === undefined || volatilityOf(cell) === "all");
}

/** The condition of an array cell holds anywhere in its region, or part of it: of two in one it does not say which it is. */
function toldApart(hits: readonly Hit[]): boolean {
  const regions = hits.flatMap(({ cell }) =>
    cell === undefined || cell.kind === "scalar" ? [] : [cell.within ?? cell.region],
  );
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

export function constantArray(value: Term, cell: Cell): Term {
  const type = cell.variable?.type;
  return apply(CONSTANT_ARRAY, [value], type?.kind === "array" ? type : arrayType(cell.element));
}
