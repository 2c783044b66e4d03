/**
 * Which objects may be over where a pointer to them is used. A local dies when its function returns or its block is left;
 * memory of the heap when it is freed. A local that nobody can point to any more by then is safe from use after its end:
 * its address is not returned, stands in no memory that outlives it, and in no variable that is used before it is set
 * again. Passing it down to callees is no way out.
 */
import type { Edge, FunctionGraph, Program } from "../../cfa/cfa.ts";
import { targetOf } from "../../cfa/op-terms.ts";
import { type Term, type Variable, variable } from "../../logic/term.ts";
import { variablesOf } from "../../logic/visit.ts";
import { memoised } from "../../util/memo.ts";
import { isFreeing } from "../library/library.ts";
import type { CallGraph } from "./call-graph.ts";
import { forwardSets, type Sets } from "./forward-sets.ts";
import type { PointsTo } from "./points-to.ts";
import type { Region } from "./regions.ts";

export class Lifetimes {
  readonly #program: Program;
  readonly #pointsTo: PointsTo;
  readonly #calls: CallGraph;
  readonly #entry: string;
  readonly #leaking = new Map<Region, boolean>();
  readonly #staleIn = new Map<string, Sets<Variable>>();
  #freed: ReadonlyMap<Region, "here" | "anyhow"> | undefined;
  #holders: ReadonlyMap<Region, readonly Region[]> | undefined;

  constructor(program: Program, entry: string, pointsTo: PointsTo, calls: CallGraph) {
    this.#entry = entry;
    this.#program = program;
    this.#pointsTo = pointsTo;
    this.#calls = calls;
  }

  /** May the region be over where this edge uses the pointer? (Freeing apart.) */
  mayBeOver(edge: Edge, region: Region, pointer: Term): boolean {
    if (ownerOf(region) === undefined) return false;
    const through = [...variablesOf(pointer)].filter((own) => this.#pointsHere(variable(own), region));
    // By its own name it is there.
    if (through.length === 0) return false;
    // A temporary is over with its expression: who has its address in a variable may come too late.
    if (region.object?.temporary === true && edge.source.function === region.object.function) return true;
    const stale = this.#stale(edge.source.function).get(edge.source);
    return this.#leaks(region) || through.some((own) => stale?.has(own) ?? false);
  }

  /** Does the edge hand on a pointer to an object of a block that was left? Where it goes it is not followed. */
  handsOnStale(edge: Edge): boolean {
    const stale = this.#stale(edge.source.function).get(edge.source);
    if (stale === undefined || stale.size === 0) return false;
    const { op } = edge;
    const handed = op.kind === "call" ? op.arguments : op.kind === "store" || op.kind === "return" ? [op.value] : [];
    return handed.some((term) => term !== undefined && [...variablesOf(term)].some((own) => stale.has(own)));
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
        if (direct !== undefined && (!isFreeing(direct) || this.#program.functions.has(direct))) continue;
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

  // --- Blocks -------------------------------------------------------------------------------------------------------

  /**
   * Variables that may still point to an object of a block that was left: forward data flow within a function, from where
   * the block ends to the next assignment.
   */
  #stale(name: string): Sets<Variable> {
    return memoised(this.#staleIn, name, () => {
      const graph = this.#program.functions.get(name);
      if (!graph?.edges.some(({ op }) => op.kind === "lifetime" && op.change === "ends")) return new Map();
      return forwardSets<Variable>(graph, [], (edge, stale) => this.#after(graph, edge, stale));
    });
  }

  #after(graph: FunctionGraph, { op }: Edge, stale: ReadonlySet<Variable>): ReadonlySet<Variable> {
    if (op.kind === "lifetime" && op.change === "ends") {
      const over = new Set(op.objects.map((object) => this.#pointsTo.regionOf(object)));
      const holding = graph.variables.filter((own) =>
        this.#pointsTo.targetsOf(variable(own)).some(({ region }) => over.has(region)),
      );
      return new Set([...stale, ...holding]);
    }
    const target = targetOf(op);
    if (target === undefined) return stale;
    const result = new Set(stale);
    result.delete(target);
    if (op.kind === "assign" && [...variablesOf(op.value)].some((own) => stale.has(own))) result.add(target);
    return result;
  }

  // --- Functions ----------------------------------------------------------------------------------------------------

  #pointsHere(term: Term, region: Region): boolean {
    return this.#pointsTo.targetsOf(term).some((target) => target.region === region);
  }

  /** May something besides the variables of its function still point to the local when its life is over? */
  #leaks(region: Region): boolean {
    return memoised(this.#leaking, region, () => this.#findLeak(region));
  }

  #findLeak(region: Region): boolean {
    const owner = ownerOf(region) as string;
    const block = region.object?.block;
    // When the first function returns, nothing runs any more.
    if (owner === this.#entry && block === undefined && !this.#calls.isRecursive(owner)) return false;
    const graph = this.#program.functions.get(owner);
    const returned = graph?.edges.some(
      ({ op }) => op.kind === "return" && op.value !== undefined && this.#pointsHere(op.value, region),
    );
    if (returned) return true;
    if (this.#program.globals.some((global) => this.#pointsHere(variable(global), region))) return true;
    return this.#holdersOf(region).some((holder) => this.#outlives(holder, owner, block));
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

  /** Memory that may be there when the function has returned, or its block was left. */
  #outlives(holder: Region, owner: string, block: string | undefined): boolean {
    const own = ownerOf(holder);
    if (own === undefined) return true;
    if (own === owner) return this.#calls.isRecursive(owner) || !isWithin(holder.object?.block, block);
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

/** Whether a block is another, or inside it; undefined is the function's own. */
function isWithin(inner: string | undefined, outer: string | undefined): boolean {
  return outer === undefined || (inner !== undefined && `${inner}.`.startsWith(`${outer}.`));
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
