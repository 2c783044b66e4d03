/**
 * A DAG problem in linear arithmetic: every label lowered together with the definitions of its names, as a formula for the
 * solver and as a skeleton for implicants. Definitions hold of every state once names are read as their terms, so an
 * interpolant of the lowered problem, its names put back, is one of the original.
 *
 * A name is in scope where all variables of its term are. One that its definition determines (a wrap, a quotient) may
 * be left to the edges that use it: interpolants then speak of the variables themselves, `x + y <= 255` instead of
 * `(u8)(x + y) <= ...`.
 */
import { and, type Formula, integer, le, TRUE, type Variable, variable } from "../../logic/term.ts";
import { variablesOf } from "../../logic/visit.ts";
import { memoised } from "../../util/memo.ts";
import type { Lowering } from "../encode/lowering.ts";
import type { DagProblem } from "../interpolator.ts";
import { type Scopes, scopesOf } from "./scopes.ts";
import { type Skeleton, skeletonOf } from "./skeleton.ts";

export interface LoweredEdge {
  readonly source: number;
  readonly target: number;
  /** The label, without the restriction of the source. */
  readonly formula: Formula;
  readonly skeleton: Skeleton;
}

export interface LoweredDag {
  readonly nodes: number;
  readonly edges: readonly LoweredEdge[];
  /** Lowered restrictions; TRUE where there is none. */
  readonly restriction: readonly Formula[];
  /** Indices of edges by target and by source. */
  readonly incoming: readonly (readonly number[])[];
  readonly outgoing: readonly (readonly number[])[];
  /** Whether an interpolant at the node may mention the variable or name. */
  inScope(node: number, of: Variable): boolean;
  readonly scopes: Scopes;
  readonly lowering: Lowering;
}

/** undefined where the lowering leaves something that is not linear. */
export function lowerDag(problem: DagProblem, lowering: Lowering): LoweredDag | undefined {
  const { nodes } = problem;
  // All lowerings first: definitions of names may grow while other formulas are lowered.
  const labels = problem.edges.map((edge) => lowering.lower(edge.label));
  const restrictions = Array.from({ length: nodes }, (_, node) => problem.restriction?.[node]);
  const lowered = restrictions.map((formula) => (formula === undefined ? undefined : lowering.lower(formula)));
  const edges: LoweredEdge[] = [];
  for (let i = 0; i < labels.length; i++) {
    const { formula, names } = labels[i]!;
    const whole = and([formula, ...names.flatMap((name) => lowering.definition(name))]);
    const skeleton = skeletonOf(whole);
    if (skeleton === undefined) return undefined;
    const { source, target } = problem.edges[i]!;
    edges.push({ source, target, formula: whole, skeleton });
  }
  const restriction = lowered.map((part) =>
    part === undefined ? TRUE : and([part.formula, ...part.names.flatMap((name) => lowering.definition(name))]),
  );
  const scopes = scopesOf(problem);
  return {
    nodes,
    edges,
    restriction,
    incoming: indicesBy(nodes, edges, "target"),
    outgoing: indicesBy(nodes, edges, "source"),
    inScope: scopeOfNames(scopes, lowering),
    scopes,
    lowering,
  };
}

function indicesBy(nodes: number, edges: readonly LoweredEdge[], end: "source" | "target"): number[][] {
  const lists: number[][] = Array.from({ length: nodes }, () => []);
  edges.forEach((edge, i) => {
    lists[edge[end]]!.push(i);
  });
  return lists;
}

/** Whether the variable is a name that can be left to each edge that uses it, since the definition there says it all. */
export function isLocalName(lowering: Lowering, of: Variable): boolean {
  const term = lowering.termOf(of);
  return term !== undefined && term.kind !== "select" && lowering.isExact(of);
}

function scopeOfNames(scopes: Scopes, lowering: Lowering): (node: number, of: Variable) => boolean {
  const parts = new Map<Variable, readonly Variable[]>();
  return (node, of) => {
    const variables = memoised(parts, of, () => {
      const term = lowering.termOf(of);
      // A term may have names of terms in it.
      const formula = term === undefined ? undefined : lowering.restore(nonTrivial(of));
      return formula === undefined ? [of] : [...variablesOf(formula)];
    });
    return variables.every((part) => scopes.has(node, part));
  };
}

/** Some formula that mentions the variable, so that `restore` shows what it stands for. */
function nonTrivial(of: Variable): Formula {
  return le(variable(of), integer(0));
}
