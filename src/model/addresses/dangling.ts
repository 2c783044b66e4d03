/**
 * Pointers that may point to freed memory when they are compared: C leaves that undefined, but programs do it, and memory
 * allocated since may have the same address. Forward data flow within a function: freeing a variable (here or in a function
 * that gets it) makes it and its copies dangle, and so the place in memory it was loaded from; setting it ends that.
 * Pointers that are found in memory by other ways are not followed. Integers that hold addresses are kept for this very
 * purpose, so they count more strictly: all of them may dangle once anything may be freed, and those from memory anyway.
 */
import type { Edge, FunctionGraph } from "../../cfa/cfa.ts";
import { targetOf } from "../../cfa/op-terms.ts";
import type { Term, Variable } from "../../logic/term.ts";
import { variablesOf } from "../../logic/visit.ts";
import { memoised } from "../../util/memo.ts";
import type { Analyses } from "../analyses.ts";
import { isFreeing } from "../library/library.ts";
import { forwardSets, type Sets } from "../pointers/forward-sets.ts";

/** A variable, or the address term of a place in memory. */
type Holder = Variable | Term;

export class DanglingPointers {
  readonly #t: Analyses;
  readonly #isAddress: (variable: Variable) => boolean;
  readonly #freeing = new Set<FunctionGraph>();
  readonly #freedGlobals = new Set<Variable>();
  readonly #sets = new Map<string, Sets<Holder>>();

  /** `isAddress`: whether an integer variable holds an address. */
  constructor(analyses: Analyses, isAddress: (variable: Variable) => boolean) {
    this.#t = analyses;
    this.#isAddress = isAddress;
    const work: FunctionGraph[] = [];
    for (const graph of analyses.pointsTo.functions) {
      const frees = graph.edges.filter(isFree);
      if (frees.length > 0) work.push(graph);
      for (const { op } of frees)
        for (const freed of op.kind === "call" ? variablesOf(op.arguments.slice(0, 1)) : [])
          if (freed.role === "global") this.#freedGlobals.add(freed);
    }
    const byName = new Map(analyses.pointsTo.functions.map((graph) => [graph.name, graph]));
    for (let graph = work.pop(); graph !== undefined; graph = work.pop()) {
      if (this.#freeing.has(graph)) continue;
      this.#freeing.add(graph);
      for (const call of analyses.calls.callers(graph)) {
        const caller = byName.get(call.source.function);
        if (caller !== undefined) work.push(caller);
      }
    }
  }

  mayDangle(edge: Edge, pointer: Term): boolean {
    if (this.#freeing.size === 0) return false;
    const dangling = this.#of(edge.source.function)?.get(edge.source);
    if (dangling === undefined || dangling.size === 0) return false;
    for (const variable of variablesOf(pointer)) if (dangling.has(variable)) return true;
    return false;
  }

  #of(name: string): Sets<Holder> | undefined {
    const graph = this.#t.program.functions.get(name);
    return graph === undefined ? undefined : memoised(this.#sets, name, () => this.#solve(graph));
  }

  #solve(graph: FunctionGraph): Sets<Holder> {
    const copies = copiesIn(graph);
    const integers = [...graph.variables, ...this.#t.program.globals].filter(this.#isAddress);
    const given = integers.filter(({ role }) => role !== "local" && role !== "temporary");
    // What the caller freed before: any global that is freed somewhere.
    const atEntry = [...this.#freedGlobals, ...given];
    return forwardSets<Holder>(graph, atEntry, (edge, before) => this.#after(edge, before, copies, integers));
  }

  #after(
    edge: Edge,
    before: ReadonlySet<Holder>,
    copies: (of: Variable) => readonly Holder[],
    integers: readonly Variable[],
  ): ReadonlySet<Holder> {
    const { op } = edge;
    const after = new Set(before);
    if (op.kind === "store") after.delete(op.address);
    const target = targetOf(op);
    if (target !== undefined) {
      after.delete(target);
      const copied = op.kind === "assign" && [...variablesOf(op.value)].some((from) => before.has(from));
      const loaded = op.kind === "load" && (before.has(op.address) || integers.includes(target));
      if (copied || loaded) after.add(target);
    }
    if (op.kind !== "call" || !this.#mayFree(edge)) return after;
    for (const integer of integers) after.add(integer);
    for (const freed of variablesOf(op.arguments)) for (const holder of copies(freed)) after.add(holder);
    if (!isFree(edge)) for (const global of this.#freedGlobals) after.add(global);
    return after;
  }

  #mayFree(edge: Edge): boolean {
    return isFree(edge) || this.#t.calls.callees(edge).some((callee) => this.#freeing.has(callee));
  }
}

function isFree({ op }: Edge): boolean {
  return op.kind === "call" && op.callee.kind === "direct" && isFreeing(op.callee.name);
}

/** Variables that are assigned to each other somewhere, and the places they are loaded from or stored to. */
function copiesIn(graph: FunctionGraph): (of: Variable) => readonly Holder[] {
  const linked = new Map<Holder, Holder[]>();
  const link = (a: Holder, b: Holder) => {
    linked.set(a, [...(linked.get(a) ?? []), b]);
    linked.set(b, [...(linked.get(b) ?? []), a]);
  };
  for (const { op } of graph.edges) {
    if (op.kind === "assign" && op.target.type.kind === "pointer")
      for (const from of variablesOf(op.value)) if (from.type.kind === "pointer") link(op.target, from);
    if (op.kind === "load" && op.target.type.kind === "pointer") link(op.target, op.address);
    if (op.kind === "store" && op.value.kind === "variable") link(op.value.variable, op.address);
  }
  return (of) => {
    const found = new Set<Holder>([of]);
    for (const holder of found) for (const next of linked.get(holder) ?? []) found.add(next);
    return [...found];
  };
}
