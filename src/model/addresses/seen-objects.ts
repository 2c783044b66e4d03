/**
 * The objects whose addresses a program sees, and the variables that a rewritten program keeps for each: `base`, the address
 * the program sees (an unknown constant while the object lives), `here`, where the object is in hone's own layout, and its
 * size. Objects of which there may be several at once (`many`) have no such variables; what is known of them only the
 * interpreter knows.
 */
import type { FunctionGraph, Op } from "../../cfa/cfa.ts";
import {
  add,
  address,
  and,
  eq,
  type Formula,
  integer,
  le,
  type MemoryObject,
  ne,
  or,
  remainder,
  type Term,
  TRUE,
  type Variable,
  variable,
} from "../../logic/term.ts";
import { intType, pointerType, type ScalarType } from "../../logic/types.ts";
import { fromBig } from "../../numbers/int.ts";
import { memoised } from "../../util/memo.ts";
import type { SourceRange } from "../../util/source.ts";
import type { Analyses } from "../analyses.ts";
import type { Region } from "../pointers/regions.ts";
import { highestAddress, LOWEST_ADDRESS } from "./observed-addresses.ts";

export interface Seen {
  readonly region: Region;
  readonly many: boolean;
  readonly base: Variable;
  /** 0 before the object is born, and after its function returned. Absent for objects with static lifetime. */
  readonly here: Variable | undefined;
  /** Absent where the size is a constant. */
  readonly sizeVariable: Variable | undefined;
  readonly size: Term;
  /** Of heap memory: 0 once it was freed. Its place is kept: programs go on comparing pointers to it. */
  readonly live: Variable | undefined;
  /** What C guarantees. */
  readonly align: number;
}

/** Beyond, objects are not kept apart pairwise: their number squared is what it costs. */
const MOST_APART = 24;
/** What a size is taken for that nobody knows. */
const UNKNOWN_SIZE = 65536;

export class SeenObjects {
  readonly #t: Analyses;
  readonly #seen = new Map<Region, Seen>();
  readonly #scopes = new Map<string, Scopes>();
  readonly globals: Variable[] = [];
  readonly unsigned: ScalarType & { kind: "int" };
  readonly pointer: ScalarType & { kind: "pointer" };
  #nextId: number;

  constructor(analyses: Analyses) {
    this.#t = analyses;
    this.#nextId = analyses.program.variableCount;
    this.unsigned = intType(analyses.program.pointerBytes * 8, "unsigned");
    this.pointer = pointerType(analyses.program.pointerBytes * 8);
  }

  get variableCount(): number {
    return this.#nextId;
  }

  get all(): readonly Seen[] {
    return [...this.#seen.values()];
  }

  of(region: Region): Seen {
    return memoised(this.#seen, region, () => this.#make(region));
  }

  #make(region: Region): Seen {
    const { name, object } = region;
    const base = this.#global(`&${name}`, this.unsigned);
    const isStatic = object !== undefined && object.role !== "local";
    const size = object?.role === "function" ? 1 : region.size;
    const many = this.#t.placementOf(region).many || (isStatic && size === undefined);
    const here = isStatic || many ? undefined : this.#global(`${name}.place`, this.pointer);
    const sizeVariable = size === undefined && !many ? this.#global(`${name}.bytes`, this.unsigned) : undefined;
    return {
      region,
      many,
      base,
      here,
      sizeVariable,
      size: sizeVariable === undefined ? integer(size ?? UNKNOWN_SIZE) : variable(sizeVariable),
      live: many || region.kind !== "heap" ? undefined : this.#global(`${name}.live`, this.unsigned),
      align: region.kind === "heap" ? this.#heapAlignment() : Math.max(1, object?.align ?? 1),
    };
  }

  /** What max_align_t asks for; with 32 bits, what every library gives. */
  #heapAlignment(): number {
    return this.#t.program.pointerBytes === 8 ? 16 : 8;
  }

  #global(name: string, type: ScalarType): Variable {
    const made: Variable = { ...this.#variable(name, type, "global", undefined), ghost: true };
    this.globals.push(made);
    return made;
  }

  temporary(name: string, type: ScalarType, owner: string): Variable {
    return this.#variable(name, type, "temporary", owner);
  }

  #variable(name: string, type: ScalarType, role: Variable["role"], owner: string | undefined): Variable {
    const made: Variable = { id: this.#nextId, name, type, role, ...(owner === undefined ? {} : { function: owner }) };
    this.#nextId += 1;
    return made;
  }

  /** Where the object is in hone's layout, in terms of a function. */
  hereIn(seen: Seen, owner: string): Term {
    const { object } = seen.region;
    if (object !== undefined && (object.role !== "local" || object.function === owner)) return address(object);
    return seen.here === undefined ? integer(0) : variable(seen.here);
  }

  /** The pointer points into the object or one past its end. */
  inside(seen: Seen, pointer: Term, owner: string): Formula {
    const here = this.hereIn(seen, owner);
    const bounds = [le(here, pointer), le(pointer, add(here, seen.size))];
    return and(here.kind === "variable" ? [ne(here, integer(0)), ...bounds] : bounds);
  }

  // --- Lives ------------------------------------------------------------------------------------------------------

  /** The object comes to life at `pointer`, after the objects of `before`. */
  birth(seen: Seen, pointer: Term, bytes: Term, before: readonly Seen[]): readonly Op[] {
    const ops: Op[] = [];
    if (seen.here !== undefined) ops.push({ kind: "assign", target: seen.here, value: pointer });
    if (seen.sizeVariable !== undefined) ops.push({ kind: "assign", target: seen.sizeVariable, value: bytes });
    if (seen.live !== undefined) ops.push({ kind: "assign", target: seen.live, value: integer(1) });
    const fixed = seen.region.object?.fixedAddress;
    if (fixed !== undefined) {
      ops.push({ kind: "place", target: seen.base, pointer, bytes, align: 1, among: TRUE, fixed });
      return ops;
    }
    const among = seen.many ? TRUE : or([eq(pointer, integer(0)), and(this.#conditions(seen, before))]);
    ops.push({ kind: "place", target: seen.base, pointer, bytes, align: usualAlignment(seen), among });
    return ops;
  }

  /** Objects of a function that returns. */
  death(seen: Seen): readonly Op[] {
    return seen.here === undefined ? [] : [{ kind: "assign", target: seen.here, value: integer(0) }];
  }

  /** Nothing lives yet. */
  unborn(): readonly Op[] {
    return this.globals
      .filter((global) => !global.name.startsWith("&"))
      .map((target) => ({ kind: "assign", target, value: integer(0) }));
  }

  /**
   * Is the other object, once born and while its function runs, alive whenever the object is? A local of an inner block is
   * not: what comes after the block may have its place.
   */
  #meet(seen: Seen, other: Seen): boolean {
    const object = other.region.object;
    if (object?.role !== "local" || object.function === undefined) return true;
    const scopes = this.#scopesIn(object.function);
    const scope = scopes?.of.get(object);
    if (scopes === undefined || scope === undefined) return false;
    if (scope.end >= scopes.end) return true;
    const own = seen.region.object === undefined ? undefined : scopes.of.get(seen.region.object);
    return own !== undefined && own.start < scope.end && scope.start < own.end;
  }

  #scopesIn(owner: string): Scopes | undefined {
    let known = this.#scopes.get(owner);
    const graph = this.#t.program.functions.get(owner);
    if (known === undefined && graph !== undefined) {
      known = scopesOf(graph);
      this.#scopes.set(owner, known);
    }
    return known;
  }

  #conditions(seen: Seen, before: readonly Seen[]): readonly Formula[] {
    const base = variable(seen.base);
    const last = integer(fromBig(highestAddress(this.#t.program.pointerBytes)));
    const parts = [le(integer(LOWEST_ADDRESS), base), le(add(base, seen.size), last)];
    if (seen.align > 1) parts.push(eq(remainder(base, integer(seen.align)), integer(0)));
    for (const other of before.length <= MOST_APART ? before : before.filter(isFixed)) {
      // Sound: fewer conditions only allow more layouts. String literals may share their bytes.
      if (other === seen || other.many || (isString(other) && isString(seen)) || !this.#meet(seen, other)) continue;
      const otherBase = variable(other.base);
      // Right behind a region an integer still means the region: nothing else begins or ends there.
      const gap = integer(isFixed(other) ? 1 : 0);
      const apart = [le(add(add(base, seen.size), gap), otherBase), le(add(add(otherBase, other.size), gap), base)];
      if (other.here !== undefined) apart.push(eq(variable(other.here), integer(0)));
      if (other.live !== undefined) apart.push(eq(variable(other.live), integer(0)));
      parts.push(or(apart));
    }
    return parts;
  }
}

/** Scopes of the locals of a function, and where the outermost ends. */
interface Scopes {
  readonly of: ReadonlyMap<Variable | MemoryObject, SourceRange>;
  readonly end: number;
}

function scopesOf(graph: FunctionGraph): Scopes {
  const of = new Map(graph.names.map(({ storage, scope }) => [storage, scope] as const));
  return { of, end: Math.max(...graph.names.map(({ scope }) => scope.end)) };
}

function isFixed({ region }: Seen): boolean {
  return region.object?.fixedAddress !== undefined;
}

function isString({ region }: Seen): boolean {
  return region.object?.role === "string";
}

/** Compilers align more than they have to: large objects and heap memory to 16. */
function usualAlignment({ region, align }: Seen): number {
  const large = region.kind === "heap" || region.object?.role === "function" || (region.size ?? 16) >= 16;
  return large ? Math.max(16, align) : align;
}
