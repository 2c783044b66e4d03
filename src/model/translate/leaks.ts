/**
 * Memory that is still there where the program ends. `valid-memcleanup`: nothing is; so a counter of live objects is enough.
 * `valid-memtrack`: what is there can be reached from pointers that live: those of statics, and where the program ends by
 * `exit` or `abort` also those of functions that have not returned.
 *
 * Sound: what is counted as reachable is less than what is. Objects of a site that allocates once, up to a number of pointers
 * away from statics and from the variables of the function that ends the program: every live object has to be one of these.
 */
import type { Edge, FunctionGraph } from "../../cfa/cfa.ts";
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
  ne,
  not,
  or,
  select,
  subtract,
  type Term,
  variable,
} from "../../logic/term.ts";
import { type Cell, elementsOfCell } from "../memory/memory.ts";
import type { ModelOp } from "../model.ts";
import { isOnStack } from "../pointers/lifetimes.ts";
import type { Region } from "../pointers/regions.ts";
import { asksForLeaks, type Property } from "../properties.ts";
import type { EdgeArithmetic } from "./arithmetic.ts";
import type { Extents } from "./extents.ts";
import { assign } from "./outcome.ts";
import type { Translation } from "./translation.ts";

/** Something that is wrong with the heap where the program ends. */
export interface Leak {
  readonly property: Property;
  readonly when: Formula;
  readonly reason: string;
}

/** A pointer that may hold on to objects of these regions. */
interface Holder {
  readonly pointer: Term;
  readonly regions: readonly Region[];
}

// Pointers from a static to an object: each round repeats the formula of all objects before it.
const MOST_ROUNDS = 4;
// Elements of an array of pointers that are looked at one by one.
const MOST_ELEMENTS = 16;

export class Leaks {
  readonly #t: Translation;
  readonly #extents: Extents;

  constructor(translation: Translation, extents: Extents) {
    this.#t = translation;
    this.#extents = extents;
  }

  get asked(): boolean {
    return asksForLeaks(this.#t.options.properties);
  }

  /** One object more; none where there were as many in `old`, which is no longer there. */
  allocated(edge: Edge, old: Term | undefined): readonly ModelOp[] {
    if (!this.asked) return [];
    if (this.#t.options.properties.includes("valid-memtrack"))
      this.#t.notes.assumeThat("memory that is lost counts where the program ends", edge.range);
    const more = old === undefined ? integer(1) : subtract(integer(1), old);
    return [assign(this.#t.variables.live(), add(this.#live, more), edge)];
  }

  /** @param objects how many: none where null is freed. */
  freed(edge: Edge, objects: Term): readonly ModelOp[] {
    if (!this.asked) return [];
    return [assign(this.#t.variables.live(), subtract(this.#live, objects), edge)];
  }

  get #live(): Term {
    return variable(this.#t.variables.live());
  }

  /** Some object is there. */
  get some(): Formula {
    return ne(this.#live, integer(0));
  }

  /** What may be wrong where the edge ends the program: functions that have not returned live on only for `exit`. */
  atEnd(edge: Edge, arithmetic: EdgeArithmetic, by: "return" | "exit"): readonly Leak[] {
    const { properties } = this.#t.options;
    const found: Leak[] = [];
    if (properties.includes("valid-memtrack"))
      found.push({ property: "valid-memtrack", when: this.#lost(edge, arithmetic, by), reason: "memory is lost" });
    if (properties.includes("valid-memcleanup"))
      found.push({ property: "valid-memcleanup", when: this.some, reason: "memory is not freed" });
    return found;
  }

  /** What is left where the edge may end the program, as `exit` does. */
  leftBehind(edge: Edge, arithmetic: EdgeArithmetic): Formula {
    return this.#t.options.properties.includes("valid-memcleanup") ? this.some : this.#lost(edge, arithmetic, "exit");
  }

  #lost(edge: Edge, arithmetic: EdgeArithmetic, by: "return" | "exit"): Formula {
    return and([this.some, not(eq(this.#live, this.#tracked(edge, arithmetic, by)))]);
  }

  // --- Reachability ---------------------------------------------------------------------------------------------------

  /** How many live objects are certainly pointed to. */
  #tracked(edge: Edge, arithmetic: EdgeArithmetic, by: "return" | "exit"): Term {
    const { pointsTo, placementOf } = this.#t;
    const heap = pointsTo.regions.filter((region) => region.kind === "heap" && !isOnStack(region));
    const regions = heap.filter((region) => !this.#extents.follows(region));
    const single = regions.filter((region) => !placementOf(region).many);
    if (single.length < regions.length)
      this.#t.notes.record("what points to the objects of a place that allocates several", edge.range);
    const roots = this.#statics();
    if (by === "exit") roots.push(...this.#locals(edge, arithmetic));
    let reached = new Map(single.map((region) => [region, this.#pointedTo(region, roots)]));
    for (let round = 0; round < Math.min(single.length - 1, MOST_ROUNDS); round += 1) {
      const next = new Map<Region, Formula>();
      for (const region of single) {
        const through = single.map((holder) =>
          and([reached.get(holder) ?? FALSE, this.#pointedTo(region, this.#holdersIn(holder))]),
        );
        next.set(region, or([reached.get(region) ?? FALSE, ...through]));
      }
      reached = next;
    }
    const certain = [...reached.values()].filter((when) => when.kind !== "false");
    return [...certain.map((when): Term => ite(when, integer(1), integer(0))), ...this.#startingAt(roots)].reduce<Term>(
      (so, one) => (so.kind === "integer" && so.value === 0 ? one : add(so, one)),
      integer(0),
    );
  }

  /** Objects that are followed by where they start: how many each of the pointers adds to those of the pointers before it. */
  #startingAt(roots: readonly Holder[]): readonly Term[] {
    const pointers = roots
      .filter(({ regions }) => regions.some((region) => this.#extents.follows(region)))
      .map(({ pointer }) => pointer)
      .slice(0, MOST_ELEMENTS);
    return pointers.map((pointer, i) => {
      const again = or(pointers.slice(0, i).map((other) => eq(other, pointer)));
      return ite(again, integer(0), this.#extents.objectsAt(pointer));
    });
  }

  /** The object of the region is there, and one of the pointers points into it. */
  #pointedTo(region: Region, holders: readonly Holder[]): Formula {
    const { base } = this.#t.placementOf(region);
    const size = region.size === undefined ? variable(this.#t.variables.sizeOf(region)) : integer(region.size);
    const start = integer(base);
    const ways = holders
      .filter(({ regions }) => regions.includes(region))
      .map(({ pointer }) => or([eq(pointer, start), and([le(start, pointer), lt(pointer, add(start, size))])]));
    return and([eq(variable(this.#t.variables.freedOf(region)), integer(0)), or(ways)]);
  }

  #statics(): Holder[] {
    const { program, pointsTo, variables } = this.#t;
    const found: Holder[] = [];
    for (const global of program.globals) {
      if (global.type.kind !== "pointer" || global.volatile || global.ghost) continue;
      found.push({ pointer: variable(variables.of(global, 0)), regions: this.#regionsOf(variable(global)) });
    }
    for (const region of pointsTo.regions) if (region.object?.role === "global") found.push(...this.#holdersIn(region));
    return found;
  }

  /** Variables of the function that ends the program, as far as they are in scope. */
  #locals(edge: Edge, arithmetic: EdgeArithmetic): Holder[] {
    const graph = this.#t.program.functions.get(edge.source.function) as FunctionGraph;
    const inScope = graph.names.filter(({ scope }) => scope.start <= edge.range.start && edge.range.end <= scope.end);
    return inScope.flatMap(({ storage }): readonly Holder[] => {
      if ("align" in storage) return this.#holdersIn(this.#t.pointsTo.regionOf(storage));
      if (storage.type.kind !== "pointer" || storage.volatile) return [];
      return [{ pointer: variable(arithmetic.variable(storage)), regions: this.#regionsOf(variable(storage)) }];
    });
  }

  #regionsOf(pointer: Term): readonly Region[] {
    return this.#t.pointsTo.targetsOf(pointer).map(({ region }) => region);
  }

  /** The pointers inside the only object of a region. */
  #holdersIn(region: Region): readonly Holder[] {
    const { memory, pointsTo, placementOf } = this.#t;
    if (placementOf(region).many || memory.isBytes(region) || region.object?.volatile !== undefined) return [];
    const regions = [...pointsTo.heldIn(region)];
    if (!regions.some(({ kind }) => kind === "heap")) return [];
    return memory.cellsIn(region).flatMap((cell) => this.#pointersOf(cell).map((pointer) => ({ pointer, regions })));
  }

  #pointersOf(cell: Cell): readonly Term[] {
    const { kind, variable: own, element, at, region } = cell;
    if (own === undefined || element.kind !== "pointer") return [];
    if (kind === "scalar") return [variable(own)];
    const elements = kind === "array" && at.stride !== 0 ? elementsOfCell(cell) : undefined;
    if (elements === undefined) return [];
    const { base } = this.#t.placementOf(region);
    return Array.from({ length: Math.min(elements.count, MOST_ELEMENTS) }, (_, i) =>
      select(variable(own), integer(base + elements.first + i * at.stride)),
    );
  }
}
