/**
 * A program that observes addresses (observed-addresses.ts), rewritten so that they are inputs. Pointers keep hone's own
 * layout, so that memory works as ever; only where a pointer becomes an integer, an integer a pointer, or pointers into
 * different objects are compared or subtracted, the address that the program sees stands in for it:
 *
 *   (uintptr_t)p     p in x ? base_x + (p - &x) : p            for every object x that p may point into
 *   (T *)i           base_x <= i <= base_x + size_x ? &x + (i - base_x) : i
 *   p < q            p and q in one object ? p < q : (uintptr_t)p < (uintptr_t)q
 *
 * `base_x` is an input: set where x comes to life to any address that is aligned, not null, inside the address space and
 * apart from what lives. Integers made from pointers thus hold what the program sees, in memory too; where memory is
 * written as a pointer and read as an integer, the reading converts. The result is an ordinary program, which model,
 * interpreter and replay take like any other, and the layout is part of a counterexample's inputs.
 */
import type { Edge, FunctionGraph, Location, Op, Program } from "../../cfa/cfa.ts";
import { rebuildGraph } from "../../cfa/rebuild.ts";
import { eq, integer, ite, multiply, type Term, variable, wrap } from "../../logic/term.ts";
import type { SourceRange } from "../../util/source.ts";
import type { Analyses } from "../analyses.ts";
import { isFreeing } from "../library/library.ts";
import { namesCalled, sizeArguments } from "../pointers/points-to.ts";
import { type Draft, LocationRewriter, put } from "./location-rewriting.ts";
import { AddressFacts, observedAddresses } from "./observed-addresses.ts";
import { type Seen, SeenObjects } from "./seen-objects.ts";

/** The program with addresses as inputs; undefined where it does not look at them. And where that rests on an assumption. */
export function withSeenAddresses(analyses: Analyses): {
  readonly program: Program | undefined;
  readonly behindStart: ReadonlySet<SourceRange>;
} {
  const { some, behindStart } = observedAddresses(analyses);
  return { program: some ? new Rewriter(analyses).run() : undefined, behindStart };
}

class Rewriter {
  readonly #t: Analyses;
  readonly #facts: AddressFacts;
  readonly #objects: SeenObjects;

  constructor(analyses: Analyses) {
    this.#t = analyses;
    this.#facts = new AddressFacts(analyses);
    this.#objects = new SeenObjects(analyses);
  }

  run(): Program {
    const { program, pointsTo } = this.#t;
    // What has a fixed address comes first: all others lie apart from it.
    for (const object of program.objects)
      if (object.fixedAddress !== undefined) this.#objects.of(pointsTo.regionOf(object));
    const drafts = pointsTo.functions.map((graph) => this.#draft(graph));
    for (const draft of drafts) this.#addLives(draft);
    const rebuilt = new Map<FunctionGraph, FunctionGraph>(drafts.map((draft) => [draft.graph, rebuild(draft)]));
    const functions = new Map<string, FunctionGraph>();
    for (const [name, graph] of program.functions) functions.set(name, rebuilt.get(graph) ?? graph);
    return {
      ...program,
      functions,
      initialise: rebuilt.get(program.initialise) ?? program.initialise,
      globals: [...program.globals, ...this.#objects.globals],
      variableCount: this.#objects.variableCount,
    };
  }

  #draft(graph: FunctionGraph): Draft {
    const draft: Draft = { graph, temporaries: [], before: new Map(), instead: new Map(), after: new Map() };
    for (const location of graph.locations)
      new LocationRewriter(this.#t, this.#facts, this.#objects, draft, location).run();
    return draft;
  }

  // --- Lives of objects -------------------------------------------------------------------------------------------

  #addLives(draft: Draft): void {
    const { graph } = draft;
    const all = this.#objects.all;
    const statics = all.filter(isStatic);
    const start: Op[] = [];
    if (graph === this.#t.program.initialise) {
      start.push(...this.#objects.unborn());
      statics.forEach((seen, i) => {
        start.push(
          ...this.#objects.birth(seen, this.#objects.hereIn(seen, graph.name), seen.size, statics.slice(0, i)),
        );
      });
    }
    const own = all.filter(({ region }) => region.object?.role === "local" && region.object.function === graph.name);
    const fixed = own.filter(({ region }) => region.size !== undefined);
    for (const [i, seen] of fixed.entries()) {
      const before = [
        ...all.filter((other) => !fixed.includes(other) && this.#mayPrecede(other, graph)),
        ...fixed.slice(0, i),
      ];
      start.push(...this.#objects.birth(seen, this.#hereOf(seen), integer(seen.region.size ?? 0), before));
    }
    if (start.length > 0) prepend(draft, graph.entry, start);
    for (const edge of graph.edges) {
      if (edge.op.kind === "return")
        for (const seen of own) put(draft.before, edge.source, ...this.#objects.death(seen));
      this.#addAllocation(draft, edge);
      this.#addRelease(draft, edge);
    }
  }

  #hereOf(seen: Seen): Term {
    return this.#objects.hereIn(seen, seen.region.object?.function ?? "");
  }

  /** Objects of the entry function come first: nothing of other functions lives then. */
  #mayPrecede(other: Seen, graph: FunctionGraph): boolean {
    return isStatic(other) || (graph.name !== this.#t.options.entry && !other.many);
  }

  #addAllocation(draft: Draft, edge: Edge): void {
    const { op } = edge;
    const all = this.#objects.all;
    if (op.kind === "allocate") {
      const seen = all.find(({ region }) => region.object === op.object);
      if (seen !== undefined) put(draft.after, edge, ...this.#objects.birth(seen, this.#hereOf(seen), op.bytes, all));
      return;
    }
    const region = this.#t.pointsTo.heapSites.get(edge);
    if (region === undefined || op.kind !== "call" || op.target === undefined || op.callee.kind !== "direct") return;
    const seen = all.find((one) => one.region === region);
    if (seen === undefined) return;
    const rewritten = draft.instead.get(edge)?.op ?? op;
    const given = rewritten.kind === "call" ? rewritten.arguments : op.arguments;
    const factors = sizeArguments(op.callee.name, given);
    const product = factors.length === 0 ? integer(0) : factors.reduce(multiply);
    const bytes = product.kind === "integer" ? product : wrap(product, this.#objects.unsigned, "conversion");
    put(
      draft.after,
      edge,
      ...this.#objects.birth(seen, variable(op.target), bytes, this.#heapIsLost() ? all.filter(isStatic) : all),
    );
  }

  /** Memory may be freed through a function pointer: nobody knows what lives. */
  #heapIsLost(): boolean {
    return this.#t.pointsTo.functions.some((graph) =>
      graph.edges.some(
        (edge) =>
          edge.op.kind === "call" &&
          edge.op.callee.kind === "indirect" &&
          namesCalled(edge, this.#t.pointsTo).some(isFreeing),
      ),
    );
  }

  #addRelease(draft: Draft, edge: Edge): void {
    const { op } = edge;
    if (op.kind !== "call" || op.callee.kind !== "direct" || !isFreeing(op.callee.name)) return;
    const rewritten = draft.instead.get(edge)?.op ?? op;
    const [pointer] = rewritten.kind === "call" ? rewritten.arguments : [];
    if (pointer === undefined) return;
    for (const { region, live, here } of this.#objects.all) {
      if (region.kind !== "heap" || live === undefined || here === undefined) continue;
      const value = ite(eq(pointer, variable(here)), integer(0), variable(live));
      put(draft.before, edge.source, { kind: "assign", target: live, value });
    }
  }
}

function rebuild({ graph, temporaries, before, instead, after }: Draft): FunctionGraph {
  const rebuilt = rebuildGraph(graph, {
    before: (location) => before.get(location) ?? [],
    instead: (edge) => instead.get(edge) ?? edge,
    after: (edge) => after.get(edge) ?? [],
  });
  return { ...rebuilt, variables: [...graph.variables, ...temporaries] };
}

function isStatic({ region }: Seen): boolean {
  return region.object !== undefined && region.object.role !== "local";
}

function prepend(draft: Draft, location: Location, ops: readonly Op[]): void {
  draft.before.set(location, [...ops, ...(draft.before.get(location) ?? [])]);
}
