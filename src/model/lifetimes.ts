/**
 * Which objects may be over where a pointer to them is used. A local dies when its function returns; memory of the heap
 * when it is freed. A local that nobody can point to any more by then is safe from use after its end: its address is not
 * returned, and stands in no memory that outlives it. Passing it down to callees is no way out.
 */
import type { Edge, Program } from "../cfa/cfa.ts";
import { type Term, variable } from "../logic/term.ts";
import { variablesOf } from "../logic/visit.ts";
import type { CallGraph } from "./call-graph.ts";
import type { PointsTo, Region } from "./points-to.ts";

const FREEING = /^(?:c?free|realloc|reallocarray)$/;

export class Lifetimes {
  readonly #program: Program;
  readonly #pointsTo: PointsTo;
  readonly #calls: CallGraph;
  readonly #entry: string;
  readonly #leaks = new Map<Region, boolean>();
  #freed: ReadonlyMap<Region, "here" | "anyhow"> | undefined;
  #holders: ReadonlyMap<Region, readonly Region[]> | undefined;

  constructor(program: Program, entry: string, pointsTo: PointsTo, calls: CallGraph) {
    this.#entry = entry;
    this.#program = program;
    this.#pointsTo = pointsTo;
    this.#calls = calls;
  }

  /** May the region be over where this edge uses the pointer? (Freeing apart.) */
  mayBeOver(_: Edge, region: Region, pointer: Term): boolean {
    if (ownerOf(region) === undefined) return false;
    const through = [...variablesOf(pointer)].filter((own) => this.#pointsHere(variable(own), region));
    // By its own name it is there.
    return through.length > 0 && this.#leaksFromFunction(region);
  }

  /** Whether memory is freed: never, by calls whose argument tells which, or in ways that are not followed. */
  freed(region: Region): "never" | "here" | "anyhow" {
    this.#freed ??= this.#findFreed();
    return this.#freed.get(region) ?? "never";
  }

  #findFreed(): ReadonlyMap<Region, "here" | "anyhow"> {
    const freed = new Map<Region, "here" | "anyhow">();
    for (const graph of this.#pointsTo.functions) {
      for (const { op } of graph.edges) {
        if (op.kind !== "call") continue;
        const direct = op.callee.kind === "direct" ? op.callee.name : undefined;
        if (direct !== undefined && (!FREEING.test(direct) || this.#program.functions.has(direct))) continue;
        const [pointer] = op.arguments;
        if (pointer === undefined) continue;
        for (const { region } of this.#pointsTo.targetsOf(pointer)) {
          if (region.kind !== "heap") continue;
          freed.set(region, direct === undefined ? "anyhow" : (freed.get(region) ?? "here"));
        }
      }
    }
    return freed;
  }

  #pointsHere(term: Term, region: Region): boolean {
    return this.#pointsTo.targetsOf(term).some((target) => target.region === region);
  }

  /** May something still point to the local when its function has returned? */
  #leaksFromFunction(region: Region): boolean {
    let leaks = this.#leaks.get(region);
    if (leaks === undefined) {
      leaks = this.#findLeak(region);
      this.#leaks.set(region, leaks);
    }
    return leaks;
  }

  #findLeak(region: Region): boolean {
    const owner = ownerOf(region) as string;
    // When the first function returns, nothing runs any more.
    if (owner === this.#entry && !this.#calls.isRecursive(owner)) return false;
    const graph = this.#program.functions.get(owner);
    const returned = graph?.edges.some(
      ({ op }) => op.kind === "return" && op.value !== undefined && this.#pointsHere(op.value, region),
    );
    if (returned) return true;
    if (this.#program.globals.some((global) => this.#pointsHere(variable(global), region))) return true;
    return this.#holdersOf(region).some((holder) => this.#outlives(holder, owner));
  }

  #holdersOf(region: Region): readonly Region[] {
    if (this.#holders === undefined) {
      const holders = new Map<Region, Region[]>();
      for (const holder of this.#pointsTo.regions) {
        if (holder.kind === "external") continue;
        for (const held of this.#pointsTo.heldIn(holder)) holders.set(held, [...(holders.get(held) ?? []), holder]);
      }
      this.#holders = holders;
    }
    return this.#holders.get(region) ?? [];
  }

  /** Memory that may be there when the function has returned. */
  #outlives(holder: Region, owner: string): boolean {
    const own = ownerOf(holder);
    if (own === undefined) return true;
    if (own === owner) return this.#calls.isRecursive(owner);
    // Of a callee's local it is enough that the callee does not call the owner: then it runs inside the owner.
    return this.#reaches(own, owner);
  }

  #reaches(from: string, to: string): boolean {
    const seen = new Set<string>([from]);
    for (const name of seen) {
      const graph = this.#program.functions.get(name);
      for (const edge of graph?.edges ?? []) {
        for (const callee of this.#calls.callees(edge)) {
          if (callee.name === to) return true;
          seen.add(callee.name);
        }
      }
    }
    return false;
  }
}

/** The function whose return ends the region. */
function ownerOf(region: Region): string | undefined {
  if (region.object?.role === "local") return region.object.function;
  return region.kind === "heap" && isOnStack(region) ? region.site?.source.function : undefined;
}

/** Memory of alloca. */
export function isOnStack({ site }: Region): boolean {
  const op = site?.op;
  return op?.kind === "call" && op.callee.kind === "direct" && op.callee.name.endsWith("alloca");
}
