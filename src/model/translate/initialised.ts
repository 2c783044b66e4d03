/**
 * Which memory has a value, for `initialised-reads`: every cell of locals and of the heap has a companion, alike in shape, that
 * is 1 where the cell was written. It follows from what an operation does to the cell; where that does not tell (copies, library
 * functions, accesses of other layouts) it becomes unknown, and a read is undecided.
 */
import { type Edge, isEdgeOf } from "../../cfa/cfa.ts";
import { isLibraryFunction } from "../../cfa/library-results.ts";
import {
  and,
  apply,
  eq,
  type Formula,
  integer,
  ite,
  not,
  or,
  select,
  store,
  type Term,
  type Variable,
  variable,
} from "../../logic/term.ts";
import { bodyOf, libraryEffect } from "../library/library.ts";
import { libraryMemory } from "../library/library-memory.ts";
import type { Cell } from "../memory/memory.ts";
import { CONSTANT_ARRAY, type ModelOp } from "../model.ts";
import type { Region } from "../pointers/regions.ts";
import { type Accesses, volatilityOf } from "./access.ts";
import { type EdgeArithmetic, plus } from "./arithmetic.ts";
import { renewedObject } from "./memory-questions.ts";
import { assign, havoc } from "./outcome.ts";
import type { Translation } from "./translation.ts";

const GIVES_VALUES = "undefined functions give values to all that they may write";

/** What an edge does to the cells it changes. */
type Effect = "sets" | "unsets" | "receives" | "given" | "unknown";

export class Initialised {
  readonly #t: Translation;
  readonly #accesses: Accesses;
  readonly #cells: ReadonlyMap<Variable, Cell>;

  constructor(translation: Translation, accesses: Accesses) {
    this.#t = translation;
    this.#accesses = accesses;
    const cells = this.asked ? translation.memory.cells.filter(({ region }) => mayBeUnset(region)) : [];
    this.#cells = new Map(
      cells.flatMap((cell): [Variable, Cell][] => (cell.variable === undefined ? [] : [[cell.variable, cell]])),
    );
  }

  get asked(): boolean {
    return this.#t.options.properties.includes("initialised-reads");
  }

  /** The operations, and before each what it does to the companions. */
  follow(edge: Edge, ops: readonly ModelOp[]): readonly ModelOp[] {
    if (this.#cells.size === 0) return ops;
    const effect = this.#effectOf(edge);
    return ops.flatMap((op) => {
      const cell = op.kind === "assume" ? undefined : this.#cells.get(op.target);
      if (cell !== undefined && effect === "receives" && !isOfLibrary(edge))
        this.#t.notes.assumeThat(GIVES_VALUES, edge.range);
      return cell === undefined || this.#setsPart(cell, op, edge)
        ? [op]
        : [this.#companionOf(cell, op, effect, edge), op];
    });
  }

  /** Sound: of a cell that is written in part, by an access of another layout or to a bit-field, it stays as it was. */
  #setsPart({ region }: Cell, op: ModelOp, edge: Edge): boolean {
    if (edge.op.kind !== "store") return false;
    if (this.#t.memory.isBytes(region)) return edge.op.access.bitOffset !== undefined;
    return op.kind === "havoc" || (op.kind === "assign" && this.#isBlurred(op.value));
  }

  /** Whether an unknown value comes in: that of a cell of which other bytes than its own were written. */
  #isBlurred(value: Term): boolean {
    return value.kind === "ite" && value.then.kind === "variable" && this.#t.variables.isScratch(value.then.variable);
  }

  #companionOf(cell: Cell, op: ModelOp, effect: Effect, edge: Edge): ModelOp {
    const own = cell.variable as Variable;
    const companion = this.#t.variables.setOf(own);
    if (effect === "unknown" || op.kind === "assume") return havoc(companion, edge);
    const value = integer(effect === "unsets" ? 0 : 1);
    if (op.kind === "havoc")
      return effect === "sets" ? havoc(companion, edge) : assign(companion, everywhere(companion, value), edge);
    const changed = changedBy(op.value, own, companion, value);
    return changed === undefined ? havoc(companion, edge) : assign(companion, changed, edge);
  }

  #effectOf(edge: Edge): Effect {
    const { op } = edge;
    switch (op.kind) {
      case "store":
      case "zero":
        return "sets";
      case "uninitialised":
      case "lifetime":
      case "allocate":
        return "unsets";
      case "call": {
        if (op.callee.kind === "indirect") return "unknown";
        const { kind } = libraryEffect(op.callee.name);
        if (kind === "fill" || op.callee.name === "calloc") return "sets";
        // Who says that an object has any content has given it one.
        if (kind === "renews") return isEdgeOf(edge, "call") && renewedObject(this.#t, edge) ? "given" : "unknown";
        if (kind === "allocate") return op.callee.name.startsWith("realloc") ? "unknown" : "unsets";
        // What a library function like fread writes is for its result to say.
        if (kind === "unknown" && isOfLibrary(edge)) return "unknown";
        return kind === "nondet" || kind === "unknown" ? "receives" : "unknown";
      }
      default:
        return "unknown";
    }
  }

  /** When what a load reads has a value; undefined where that is not known. */
  ofLoad(edge: Edge, arithmetic: EdgeArithmetic): Formula | undefined {
    if (!isEdgeOf(edge, "load")) return undefined;
    const address = arithmetic.term(edge.op.address);
    const { bytes } = edge.op.access;
    const parts: Formula[] = [];
    for (const { cell, condition } of this.#accesses.hitsOf(edge, arithmetic)) {
      if (cell === undefined || !mayBeUnset(cell.region) || volatilityOf(cell) !== "none") continue;
      const here = this.#isSet(cell, address, bytes);
      if (here === undefined) return undefined;
      parts.push(or([not(condition), here]));
    }
    return and(parts);
  }

  #isSet(cell: Cell, address: Term, bytes: number): Formula | undefined {
    if (cell.variable === undefined) return undefined;
    const isBytes = this.#t.memory.isBytes(cell.region);
    const set = variable(this.#t.variables.setOf(cell.variable));
    if (cell.kind === "array") {
      const places = Array.from({ length: isBytes ? bytes : 1 }, (_, i) => select(set, plus(address, i)));
      return and(places.map((place) => eq(place, integer(1))));
    }
    // Bytes that are variables each: those behind the first have cells of their own.
    if (isBytes && bytes > 1) return undefined;
    return eq(set, integer(1));
  }

  /** A library function may read what has no value, if it is given memory that may have none. */
  readsUnknown(edge: Edge): string | undefined {
    const { op } = edge;
    if (op.kind !== "call") return undefined;
    const { program, options, pointsTo } = this.#t;
    const name = op.callee.kind === "direct" ? op.callee.name : undefined;
    if (name === undefined || bodyOf(program, options.properties, name) !== undefined) return undefined;
    const row = libraryMemory(name);
    if (row === undefined) return undefined;
    const { kind } = libraryEffect(name);
    if (kind === "copy" || kind === "fill" || kind === "free" || kind === "allocate") return undefined;
    const read = row.touches.filter(({ access }) => access === "read").map(({ argument }) => op.arguments[argument]);
    const given = row.unlisted || row.format !== undefined ? op.arguments : read;
    const reaches = given.some(
      (pointer) => pointer !== undefined && pointsTo.targetsOf(pointer).some(({ region }) => mayBeUnset(region)),
    );
    return reaches ? `whether ${name} reads memory that has no value` : undefined;
  }
}

function isOfLibrary({ op }: Edge): boolean {
  return op.kind === "call" && op.callee.kind === "direct" && isLibraryFunction(op.callee.name);
}

/** Statics have their values from the start. */
export function mayBeUnset(region: Region): boolean {
  return region.kind === "heap" || region.object?.role === "local";
}

export function everywhere(companion: Variable, value: Term): Term {
  return companion.type.kind === "array" ? apply(CONSTANT_ARRAY, [value], companion.type) : value;
}

/** What becomes of the companion where the cell becomes the term; undefined where the term does not tell. */
function changedBy(term: Term, own: Variable, companion: Variable, value: Term): Term | undefined {
  if (term.kind === "variable" && term.variable === own) return variable(companion);
  if (term.kind === "ite") {
    const then = changedBy(term.then, own, companion, value);
    const otherwise = changedBy(term.else, own, companion, value);
    return then === undefined || otherwise === undefined ? undefined : ite(term.condition, then, otherwise);
  }
  if (companion.type.kind !== "array") return value;
  if (term.kind === "store") {
    const before = changedBy(term.array, own, companion, value);
    return before === undefined ? undefined : store(before, term.index, value);
  }
  return term.kind === "apply" && term.name === CONSTANT_ARRAY ? everywhere(companion, value) : undefined;
}
