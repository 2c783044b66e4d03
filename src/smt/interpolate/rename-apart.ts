/**
 * Gives different names to occurrences of a variable that no path connects: a variable on edges of two branches is two
 * variables as far as paths go (the join variables of an SSA encoding are). Without this, a cut through the topological order
 * would take it for shared. A node's restriction is an occurrence too: it may be what connects two others.
 */
import { type Term, type Variable, variable } from "../../logic/term.ts";
import { substitute, variablesOf } from "../../logic/visit.ts";
import { memoised } from "../../util/memo.ts";
import type { FreshVariables } from "../fresh.ts";
import type { LoweredDag, LoweredEdge } from "./lowered-dag.ts";

interface RenamedDag {
  readonly dag: LoweredDag;
  /** From new variables back to the originals. */
  readonly originals: ReadonlyMap<Variable, Term>;
}

type Place = Pick<LoweredEdge, "source" | "target">;

/** Variables that occur more often are left alone: they are connected, or comparing all pairs would cost too much. */
const MOST_OCCURRENCES = 64;

export function renameApart(dag: LoweredDag, fresh: FreshVariables): RenamedDag {
  // Edges, then the nodes' restrictions.
  const places: Place[] = [...dag.edges, ...dag.restriction.map((_, node) => ({ source: node, target: node }))];
  const formulas = [...dag.edges.map((edge) => edge.formula), ...dag.restriction];
  const uses = new Map<Variable, number[]>();
  formulas.forEach((formula, index) => {
    for (const of of variablesOf(formula)) memoised(uses, of, () => []).push(index);
  });
  const reaches = reachability(dag);
  const replacements: Map<Variable, Term>[] = formulas.map(() => new Map());
  const originals = new Map<Variable, Term>();
  for (const [of, occurrences] of uses) {
    if (occurrences.length < 2 || occurrences.length > MOST_OCCURRENCES) continue;
    const groups = components(occurrences, (a, b) => connected(places[a]!, places[b]!, reaches));
    for (const group of groups.slice(1)) {
      const copy = fresh.make(of.name, of.type);
      originals.set(copy, variable(of));
      for (const index of group) replacements[index]!.set(of, variable(copy));
    }
  }
  if (originals.size === 0) return { dag, originals };
  const renamed = formulas.map((formula, index) => {
    const replacement = replacements[index]!;
    return replacement.size === 0 ? formula : substitute(formula, replacement);
  });
  const edges = dag.edges.map((edge, index) => ({ ...edge, formula: renamed[index]! }));
  return { dag: { ...dag, edges, restriction: renamed.slice(edges.length) }, originals };
}

function connected(a: Place, b: Place, reaches: (from: number, to: number) => boolean): boolean {
  return reaches(a.target, b.source) || reaches(b.target, a.source);
}

function reachability(dag: LoweredDag): (from: number, to: number) => boolean {
  const { nodes } = dag;
  const reach = new Uint8Array(nodes * nodes);
  for (let node = nodes - 1; node >= 0; node--) {
    reach[node * nodes + node] = 1;
    for (const edge of dag.outgoing[node]!) {
      const { target } = dag.edges[edge]!;
      for (let to = target; to < nodes; to++) reach[node * nodes + to]! |= reach[target * nodes + to]!;
    }
  }
  return (from, to) => reach[from * nodes + to] === 1;
}

function components(items: readonly number[], linked: (a: number, b: number) => boolean): number[][] {
  const groups: number[][] = [];
  for (const item of items) {
    const touching = groups.filter((group) => group.some((other) => linked(item, other)));
    const merged = [...touching.flat(), item];
    for (const group of touching) groups.splice(groups.indexOf(group), 1);
    groups.push(merged);
  }
  return groups;
}
