/**
 * Accesses of regions that are bytes (memory/byte-regions.ts): a load puts its bytes together, a store takes its value apart,
 * copies and fills go byte by byte. All bytes that an operation reads are those before it: places may overlap.
 */
import type { Access, Edge } from "../../cfa/cfa.ts";
import { bitsOfFloat, floatWidth } from "../../logic/float-bits.ts";
import {
  type Formula,
  floatComparison,
  ite,
  lt,
  or,
  select,
  store,
  type Term,
  type Variable,
  variable,
  wrap,
} from "../../logic/term.ts";
import { type FloatType, intType } from "../../logic/types.ts";
import type { Cell } from "../memory/memory.ts";
import type { ModelOp } from "../model.ts";
import type { Region } from "../pointers/regions.ts";
import type { Progression } from "../pointers/strides.ts";
import { type EdgeArithmetic, plus } from "./arithmetic.ts";
import { bytesOfValue, bytesWithField, infinityPattern, valueOfBytes } from "./byte-values.ts";
import { assign, havoc } from "./outcome.ts";
import type { Translation } from "./translation.ts";

/** Bytes from the first on: it is a cell of its own, or an element of the region's array at this address. */
export interface BytePlace {
  readonly first: Cell;
  readonly address: Term;
}

export class ByteAccesses {
  readonly #t: Translation;

  constructor(translation: Translation) {
    this.#t = translation;
  }

  read(place: BytePlace, access: Access, arithmetic: EdgeArithmetic): Term {
    const bytes = Array.from({ length: access.bytes }, (_, i) => this.byteAt(place, i));
    return valueOfBytes(bytes, access, arithmetic);
  }

  /** @param condition when it is written at all. */
  write(
    place: BytePlace,
    value: Term,
    access: Access,
    condition: Formula | undefined,
    edge: Edge,
    arithmetic: EdgeArithmetic,
  ): readonly ModelOp[] {
    if (access.bitOffset !== undefined)
      return this.set(
        place,
        bytesWithField(value, access, (i) => this.byteAt(place, i), arithmetic),
        condition,
        edge,
      );
    if (access.type.kind !== "float")
      return this.set(place, bytesOfValue(value, access.bytes, arithmetic), condition, edge);
    const { ops, pattern } = this.#patternOf(value, access.type, edge);
    return [...ops, ...this.set(place, bytesOfValue(pattern, access.bytes, arithmetic), condition, edge)];
  }

  /** Sound: which of the NaNs it is that an operation yields is left open. */
  #patternOf(value: Term, type: FloatType, edge: Edge): { readonly ops: readonly ModelOp[]; readonly pattern: Term } {
    const pattern = bitsOfFloat(value, type);
    if (value.kind === "float" && !Number.isNaN(value.value)) return { ops: [], pattern };
    this.#t.notes.record("bits of a NaN", edge.range);
    const bits = floatWidth(type);
    const unknown = this.#t.variables.scratch(intType(bits, "unsigned"));
    const magnitude = wrap(variable(unknown), intType(bits - 1, "unsigned"), "conversion");
    const isNumber = floatComparison("feq", value, value);
    const among = or([isNumber, lt(infinityPattern(type), magnitude)]);
    return {
      ops: [havoc(unknown, edge), { kind: "assume", condition: among, origin: edge, satisfiable: true }],
      pattern: ite(isNumber, pattern, variable(unknown)),
    };
  }

  /** The byte so many after the first. */
  byteAt({ first, address }: BytePlace, i: number): Term {
    if (first.kind === "array") return select(variable(first.variable as Variable), plus(address, i));
    return variable(this.#cellAfter(first, i));
  }

  /** The first byte at these places; undefined where bytes are variables of their own and the place is not one of them. */
  firstAt(region: Region, at: Progression): Cell | undefined {
    const cells = this.#t.memory.cellsIn(region);
    const [first] = cells;
    if (first === undefined || first.kind === "array") return first;
    return at.stride === 0 ? cells[at.offset] : undefined;
  }

  /** Bytes after a scalar one, as long as the region goes on. */
  #cellAfter({ region, at }: Cell, i: number): Variable {
    const cell = this.#t.memory.cellsIn(region)[at.offset + i];
    if (cell?.variable === undefined) throw new Error("an access should lie within its region");
    return cell.variable;
  }

  /**
   * New values of bytes; undefined where one stays. In the given order, no byte is overwritten before another one's value
   * reads it; an array is written at once.
   */
  set(
    place: BytePlace,
    values: readonly (Term | undefined)[],
    condition: Formula | undefined,
    edge: Edge,
    order: "first-first" | "last-first" = "first-first",
  ): readonly ModelOp[] {
    const { first, address } = place;
    if (first.kind === "array") {
      // No condition: at an address outside its region nobody reads it.
      const target = first.variable as Variable;
      const updated = values.reduce<Term>(
        (array, value, i) => (value === undefined ? array : store(array, plus(address, i), value)),
        variable(target),
      );
      return [assign(target, updated, edge)];
    }
    const ops = values.flatMap((value, i) => {
      if (value === undefined) return [];
      const target = this.#cellAfter(first, i);
      return [assign(target, condition === undefined ? value : ite(condition, value, variable(target)), edge)];
    });
    return order === "first-first" ? ops : ops.reverse();
  }
}
