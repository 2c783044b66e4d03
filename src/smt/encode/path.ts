/**
 * A path as a sequence of formulas, one an edge, for sequence interpolants: A_k is over the copies of variables before and
 * after the k-th edge, so that a formula over the copies at a position is one over program variables there. A variable has
 * a new copy after an edge that sets it. Every part says all that its edge says and nothing else: what is known at a
 * position is left to interpolants, hence no constant moves from one part into another.
 */
import { and, eq, type Formula, type Term, type Variable, variable } from "../../logic/term.ts";
import { substitute, variablesOf } from "../../logic/visit.ts";
import type { ModelEdge } from "../../model/model.ts";
import type { FreshVariables } from "../fresh.ts";
import { liveBefore } from "./live.ts";
import { post, valueIn } from "./ssa.ts";

export interface EncodedPath {
  /** parts[k] is the formula of path[k], from position k to position k + 1. */
  readonly parts: readonly Formula[];
  /** The copy that stands for a variable at a position 0 .. path.length; undefined if no part before or after has one. */
  copyAt(position: number, of: Variable): Variable | undefined;
  /** Renames program variables to their copies at a position. A variable without a copy gets one that no part mentions. */
  encode(position: number, formula: Formula): Formula;
  /** Renames copies to program variables; undefined where the formula mentions what is no copy at this position. */
  decode(position: number, formula: Formula): Formula | undefined;
}

export function encodePath(path: readonly ModelEdge[], fresh: FreshVariables): EncodedPath {
  const live = livePositions(path);
  const copies: ReadonlyMap<Variable, Term>[] = [];
  let current = new Map<Variable, Term>();
  for (const of of live[0] ?? []) current.set(of, variable(fresh.make(of.name, of.type)));
  copies.push(current);
  const parts: Formula[] = [];
  path.forEach((edge, k) => {
    const { conditions, environment } = post(edge.ops, current, fresh);
    const definitions: Formula[] = [];
    const next = new Map<Variable, Term>();
    for (const of of live[k + 1]!) {
      const before = current.get(of);
      const value = valueIn(environment, of);
      if (before === value) {
        next.set(of, value);
        continue;
      }
      const copy = variable(fresh.make(of.name, of.type));
      next.set(of, copy);
      // Sound: floats have no equations; a copy of one is free.
      if (of.type.kind !== "float") definitions.push(eq(copy, value));
    }
    parts.push(and([...conditions, ...definitions]));
    copies.push(next);
    current = next;
  });
  return new Renaming(parts, copies, fresh);
}

/** The variables that later parts read, by position. */
function livePositions(path: readonly ModelEdge[]): Set<Variable>[] {
  const live: Set<Variable>[] = [new Set()];
  for (let k = path.length - 1; k >= 0; k -= 1) live.push(liveBefore(path[k]!.ops, new Set(live[live.length - 1])));
  return live.reverse();
}

class Renaming implements EncodedPath {
  readonly parts: readonly Formula[];
  readonly #copies: readonly ReadonlyMap<Variable, Term>[];
  readonly #fresh: FreshVariables;

  constructor(parts: readonly Formula[], copies: readonly ReadonlyMap<Variable, Term>[], fresh: FreshVariables) {
    this.parts = parts;
    this.#copies = copies;
    this.#fresh = fresh;
  }

  copyAt(position: number, of: Variable): Variable | undefined {
    const copy = this.#copies[position]?.get(of);
    return copy?.kind === "variable" ? copy.variable : undefined;
  }

  encode(position: number, formula: Formula): Formula {
    return intoCopies(formula, this.#copies[position]!, this.#fresh);
  }

  decode(position: number, formula: Formula): Formula | undefined {
    return outOfCopies(formula, this.#copies[position]!);
  }
}

/** Sound for what is assumed: a variable without a copy is free. */
export function intoCopies(formula: Formula, copies: ReadonlyMap<Variable, Term>, fresh: FreshVariables): Formula {
  const free = new Map<Variable, Term>();
  return substitute(formula, (of) => {
    const known = copies.get(of) ?? free.get(of);
    if (known !== undefined) return known;
    const made = variable(fresh.make(of.name, of.type));
    free.set(of, made);
    return made;
  });
}

export function outOfCopies(formula: Formula, copies: ReadonlyMap<Variable, Term>): Formula | undefined {
  const back = new Map<Variable, Term>();
  for (const [of, copy] of copies) if (copy.kind === "variable") back.set(copy.variable, variable(of));
  for (const of of variablesOf(formula)) if (!back.has(of)) return undefined;
  return substitute(formula, back);
}
