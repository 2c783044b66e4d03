/**
 * Objects of the heap by the address where they start: how many bytes each has, and whether it may be freed. An allocation
 * site that runs many times, with sizes that are computed, leaves objects that no constant address tells apart; a pointer
 * that is reached from one that stands at the start of its object (`p` in `p[i]`, by points-to) says which it is:
 *   an access at a is inside   start <= a and the end of the access <= start + extent[start]
 *   free(p) is allowed         freeable[p] = 1
 *   free(p) ends so many lives objects[p]
 * Null starts no object (extent 0) and may be freed, so that "the capacity is the extent of the data" holds of a buffer without
 * data, of one from another site, and of one that was reallocated: one equation, whatever the site.
 *
 * Followed are groups of sites that share a pointer, where one of them needs it. Sound: starts are never used again, and an
 * extent is positive only while the object that starts there lives.
 */
import type { Edge, FunctionGraph } from "../../cfa/cfa.ts";
import { targetOf } from "../../cfa/op-terms.ts";
import {
  add,
  and,
  eq,
  type Formula,
  integer,
  ite,
  le,
  select,
  store,
  type Term,
  type Variable,
  variable,
} from "../../logic/term.ts";
import { asksAboutMemory, followsLifetimes } from "../library/library.ts";
import type { ModelOp } from "../model.ts";
import { isOnStack } from "../pointers/lifetimes.ts";
import type { Region, Target } from "../pointers/regions.ts";
import { asksForLeaks } from "../properties.ts";
import { type EdgeArithmetic, plus } from "./arithmetic.ts";
import { dereferencesOf } from "./edge-terms.ts";
import { assign, havoc } from "./outcome.ts";
import { arithmeticIn, type Translation } from "./translation.ts";

export class Extents {
  readonly #t: Translation;
  #followed: ReadonlySet<Region> | undefined;

  constructor(translation: Translation) {
    this.#t = translation;
  }

  follows(region: Region): boolean {
    this.#followed ??= followsLifetimes(this.#t.program, this.#t.options.properties) ? this.#find() : new Set();
    return this.#followed.has(region);
  }

  /** When bytes from the pointer's address to `end`, at least one, lie in a followed object; undefined: which is not known. */
  contains(pointer: Term, end: Term, arithmetic: EdgeArithmetic): Formula | undefined {
    const start = this.#startOf(pointer, arithmetic);
    if (start === undefined) return undefined;
    const extent = select(variable(this.#t.variables.extent()), start);
    return and([le(start, arithmetic.term(pointer)), le(end, add(start, extent))]);
  }

  /** Where the followed object starts that the term points into, and how many bytes it has: none where it was freed. */
  objectOf(pointer: Term, arithmetic: EdgeArithmetic): { readonly start: Term; readonly extent: Term } | undefined {
    const start = this.#startOf(pointer, arithmetic);
    return start === undefined ? undefined : { start, extent: select(variable(this.#t.variables.extent()), start) };
  }

  mayBeFreed(address: Term): Formula {
    return eq(select(variable(this.#t.variables.freeable()), address), integer(1));
  }

  allocated(edge: Edge, start: Term, size: Term): readonly ModelOp[] {
    return this.#become(edge, start, { extent: size, freeable: integer(1), objects: integer(1) });
  }

  freed(edge: Edge, address: Term): readonly ModelOp[] {
    const freeable = ite(eq(address, integer(0)), integer(1), integer(0));
    return this.#become(edge, address, { extent: integer(0), freeable, objects: integer(0) });
  }

  /** How many objects start there. */
  objectsAt(address: Term): Term {
    return select(variable(this.#t.variables.objects()), address);
  }

  #become(edge: Edge, at: Term, now: { extent: Term; freeable: Term; objects: Term }): readonly ModelOp[] {
    const { variables } = this.#t;
    const set = (array: Variable, value: Term) => assign(array, store(variable(array), at, value), edge);
    const counted = asksForLeaks(this.#t.options.properties) ? [set(variables.objects(), now.objects)] : [];
    return [set(variables.extent(), now.extent), set(variables.freeable(), now.freeable), ...counted];
  }

  /** Where the object starts that the term points into. */
  #startOf(pointer: Term, arithmetic: EdgeArithmetic): Term | undefined {
    switch (pointer.kind) {
      case "variable": {
        const offset = this.#offsetOf(pointer);
        if (offset !== undefined) return plus(arithmetic.term(pointer), -offset);
        return this.#hasStart(pointer.variable)
          ? variable(this.#t.variables.startOf(arithmetic.variable(pointer.variable)))
          : undefined;
      }
      case "wrap":
        return this.#startOf(pointer.operand, arithmetic);
      case "add": {
        const parts = [pointer.left, pointer.right].filter(isPointer);
        return parts.length === 1 ? this.#startOf(parts[0] as Term, arithmetic) : undefined;
      }
      case "subtract":
        return isPointer(pointer.right) ? undefined : this.#startOf(pointer.left, arithmetic);
      default:
        return undefined;
    }
  }

  /** How far from the start of its object the pointer is, where that is one constant. */
  #offsetOf(pointer: Term): number | undefined {
    const [first, ...others] = this.#places(pointer);
    if (first === undefined || first.at.stride !== 0) return undefined;
    const { offset } = first.at;
    return others.every(({ at }) => at.stride === 0 && at.offset === offset) ? offset : undefined;
  }

  // --- Pointers that move ---------------------------------------------------------------------------------------------

  /**
   * A pointer that walks through its object has a companion that says where that starts, set wherever the pointer is. Only
   * what one activation of one function sets has one: not memory, not globals.
   */
  #hasStart(of: Variable): boolean {
    if (of.type.kind !== "pointer" || of.volatile === true || of.function === undefined) return false;
    if (of.role === "global" || of.role === "memory" || this.#t.calls.isRecursive(of.function)) return false;
    const pointer = variable(of);
    return this.#places(pointer).length > 0 && this.#offsetOf(pointer) === undefined;
  }

  /** What an edge does to the companion of what it sets; before it sets it. */
  set(edge: Edge, arithmetic: EdgeArithmetic): readonly ModelOp[] {
    const { op, source } = edge;
    if (op.kind === "return") return this.#returned(source.function, op.value, edge, arithmetic);
    const target = targetOf(op);
    if (target === undefined || !this.#hasStart(target)) return [];
    return [this.#startsAt(arithmetic.variable(target), op.kind === "assign" ? op.value : undefined, edge, arithmetic)];
  }

  #returned(name: string, value: Term | undefined, edge: Edge, arithmetic: EdgeArithmetic): readonly ModelOp[] {
    const graph = this.#t.program.functions.get(name);
    if (graph === undefined || value === undefined || this.#t.calls.isRecursive(name)) return [];
    const result = this.#t.variables.resultOf(graph, 0);
    if (result?.type.kind !== "pointer" || this.#places(value).length === 0) return [];
    return [this.#startsAt(result, value, edge, arithmetic)];
  }

  /** Parameters get companions from arguments, which are terms of the caller. */
  passed(edge: Edge, graph: FunctionGraph): readonly ModelOp[] {
    const caller = arithmeticIn(this.#t, 0);
    const known = edge.op.kind === "call" && !this.#t.calls.isRecursive(edge.source.function);
    return graph.parameters.flatMap((parameter, i) => {
      if (!this.#hasStart(parameter)) return [];
      const argument = known && edge.op.kind === "call" ? edge.op.arguments[i] : undefined;
      return [this.#startsAt(this.#t.variables.of(parameter, 0), argument, edge, caller)];
    });
  }

  /** What a call gave is where the callee's result points into. */
  taken(call: Edge, graph: FunctionGraph): readonly ModelOp[] {
    const target = targetOf(call.op);
    if (target === undefined || !this.#hasStart(target)) return [];
    const start = this.#t.variables.startOf(this.#t.variables.of(target, 0));
    const result = this.#t.variables.resultOf(graph, 0);
    const known = result?.type.kind === "pointer" && !this.#t.calls.isRecursive(graph.name);
    return [known ? assign(start, variable(this.#t.variables.startOf(result)), call) : havoc(start, call)];
  }

  #startsAt(pointer: Variable, value: Term | undefined, edge: Edge, arithmetic: EdgeArithmetic): ModelOp {
    const start = this.#t.variables.startOf(pointer);
    const from = value === undefined ? undefined : this.#startOf(value, arithmetic);
    return from === undefined ? havoc(start, edge) : assign(start, from, edge);
  }

  #places(pointer: Term): readonly Target[] {
    return this.#t.pointsTo.targetsOf(pointer).filter(({ region }) => this.follows(region));
  }

  // --- Who is followed ------------------------------------------------------------------------------------------------

  #find(): ReadonlySet<Region> {
    const { pointsTo, lifetimes } = this.#t;
    const groups = new Groups();
    const wanted = new Set<Region>();
    for (const { pointer, access } of this.#uses()) {
      const targets = pointsTo.targetsOf(pointer).filter(({ region }) => region.kind === "heap");
      groups.join(targets.map(({ region }) => region));
      for (const { region, at } of targets)
        if (access === "access" && this.#needs(region, at.stride)) wanted.add(region);
    }
    const roots = new Set([...wanted].map((region) => groups.rootOf(region)));
    const heap = pointsTo.regions.filter((region) => region.kind === "heap");
    const unfollowed = heap.filter((region) => isOnStack(region) || lifetimes.freed(region) === "anyhow");
    for (const region of unfollowed) roots.delete(groups.rootOf(region));
    return new Set(heap.filter((region) => roots.has(groups.rootOf(region))));
  }

  /** Offsets that are constants in objects of a constant size need nothing of the kind. */
  #needs(region: Region, stride: number): boolean {
    return this.#t.placementOf(region).many && (region.size === undefined || stride !== 0);
  }

  *#uses(): Generator<{ readonly pointer: Term; readonly access: "access" | "argument" }> {
    for (const graph of this.#t.pointsTo.functions)
      for (const edge of graph.edges) {
        for (const { pointer } of dereferencesOf(edge)) yield { pointer, access: "access" };
        if (edge.op.kind !== "call") continue;
        const access = asksAboutMemory(edge) ? "access" : "argument";
        for (const pointer of edge.op.arguments) yield { pointer, access };
      }
  }
}

/** By C's rules a pointer plus an integer points into the pointer's object. */
function isPointer(term: Term): boolean {
  switch (term.kind) {
    case "variable":
      return term.variable.type.kind === "pointer";
    case "wrap":
      return term.type.kind === "pointer" || isPointer(term.operand);
    case "address":
      return true;
    case "add":
      return isPointer(term.left) !== isPointer(term.right);
    case "subtract":
      return isPointer(term.left) && !isPointer(term.right);
    default:
      return false;
  }
}

/** Regions that some pointer may point to alike. */
class Groups {
  readonly #above = new Map<Region, Region>();

  rootOf(region: Region): Region {
    let at = region;
    for (let above = this.#above.get(at); above !== undefined; above = this.#above.get(at)) at = above;
    return at;
  }

  join([first, ...others]: readonly Region[]): void {
    if (first === undefined) return;
    for (const other of others) {
      const [root, joined] = [this.rootOf(first), this.rootOf(other)];
      if (root !== joined) this.#above.set(joined, root);
    }
  }
}
