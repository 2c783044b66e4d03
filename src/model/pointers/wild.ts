/**
 * Wild pointers: local pointer variables that may still hold what they were born with (nothing in particular), or what
 * a nondeterministic function returned. Points-to knows where a variable may point once it is set; what an unset one
 * hits nobody knows, so an access through it that is not inside a known target leaves the model.
 * Forward data flow within a function: a declaration without initialiser makes a pointer wild, copying keeps it so,
 * any other assignment ends it. Pointers in memory and across calls are not followed.
 */
import type { Edge, Program } from "../../cfa/cfa.ts";
import type { Term, Variable } from "../../logic/term.ts";
import { variablesOf } from "../../logic/visit.ts";
import { memoised } from "../../util/memo.ts";
import { libraryEffect } from "../library/library.ts";
import { forwardSets, type Sets } from "./forward-sets.ts";

export class WildPointers {
  readonly #program: Program;
  readonly #sets = new Map<string, Sets<Variable>>();

  constructor(program: Program) {
    this.#program = program;
  }

  /** May the address on this edge come from a wild pointer? */
  isWild(edge: Edge, address: Term): boolean {
    const wild = this.#of(edge.source.function).get(edge.source);
    if (wild === undefined || wild.size === 0) return false;
    for (const variable of variablesOf(address)) if (wild.has(variable)) return true;
    return false;
  }

  #of(name: string): Sets<Variable> {
    return memoised(this.#sets, name, () => {
      const graph = this.#program.functions.get(name);
      if (!graph?.edges.some((edge) => this.#born(edge) !== undefined)) return new Map();
      return forwardSets<Variable>(graph, [], (edge, wild) => this.#after(edge, wild));
    });
  }

  #after(edge: Edge, wild: ReadonlySet<Variable>): ReadonlySet<Variable> {
    const born = this.#born(edge);
    if (born !== undefined) return new Set(wild).add(born);
    const { op } = edge;
    const target = op.kind === "assign" || op.kind === "load" || op.kind === "call" ? op.target : undefined;
    if (target === undefined) return wild;
    const result = new Set(wild);
    result.delete(target);
    const copied = op.kind === "assign" && [...variablesOf(op.value)].some((variable) => wild.has(variable));
    if (copied && target.type.kind === "pointer") result.add(target);
    return result;
  }

  /** The pointer that becomes wild on this edge. */
  #born({ op }: Edge): Variable | undefined {
    if (op.kind === "havoc") return op.target.type.kind === "pointer" ? op.target : undefined;
    if (op.kind !== "call" || op.target?.type.kind !== "pointer" || op.callee.kind !== "direct") return undefined;
    const { name } = op.callee;
    return !this.#program.functions.has(name) && libraryEffect(name).kind === "nondet" ? op.target : undefined;
  }
}
