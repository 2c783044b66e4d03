/**
 * The BMC encoding of an ARG (paper 004, Sec. 4.3, eq. 4-6): a DAG whose edges are blocks of the program. Each edge gets a
 * formula over the copies of variables at its source and at its target, such that the formulas along a path encode its
 * executions, and a formula over the copies at a node is one over program variables there.
 *
 * A node takes over the copy of a variable from its predecessors where all of them have the same one and no edge sets it;
 * otherwise it has a copy of its own (the paper's phi variables), which each edge into it defines. Only variables that
 * some block after the node reads, or that a label there mentions, have copies.
 */
import { and, eq, FALSE, type Formula, type Term, type Variable, variable } from "../../logic/term.ts";
import type { ModelEdge, ModelLocation } from "../../model/model.ts";
import type { Block } from "../../model/view/blocks.ts";
import type { FreshVariables } from "../fresh.ts";
import type { DagEdge } from "../interpolator.ts";
import type { SolverModel } from "../solver.ts";
import { type EncodedBlock, encodeBlock } from "./block.ts";
import { edgesTowards, liveVariables } from "./live.ts";
import { intoCopies, outOfCopies } from "./path.ts";
import { valueIn } from "./ssa.ts";

/** Nodes are numbered in topological order; node 0 is the entry. */
export interface ArgEdge {
  readonly source: number;
  readonly target: number;
  /** From the source's location; the target's location is one of its exits. */
  readonly block: Block;
}

export interface ArgProblem {
  /** The location of each node. */
  readonly nodes: readonly ModelLocation[];
  readonly edges: readonly ArgEdge[];
  /** The variables of a node's label; none unless given. */
  readonly labelVariables?: (node: number) => Iterable<Variable>;
}

export interface EncodedArg {
  /** Parallel to the edges of the problem. */
  readonly edges: readonly DagEdge[];
  /** The way through the block of an edge that a model of its label takes. */
  pathIn(edge: number, model: SolverModel): ModelEdge[];
  /** Renames program variables to their copies at a node. */
  encodeLabel(node: number, formula: Formula): Formula;
  /** Renames copies to program variables; undefined where the formula mentions what is no copy at the node. */
  decodeLabel(node: number, formula: Formula): Formula | undefined;
}

interface Incoming {
  readonly index: number;
  readonly source: number;
  readonly block: EncodedBlock;
  readonly reached: Formula;
  readonly value: (of: Variable) => Term;
}

export function encodeArg(problem: ArgProblem, fresh: FreshVariables): EncodedArg {
  const live = liveAtNodes(problem);
  const into: number[][] = problem.nodes.map(() => []);
  for (const [index, edge] of problem.edges.entries()) into[edge.target]!.push(index);
  const copies: Map<Variable, Term>[] = [];
  const labels: Formula[] = [];
  const blocks: EncodedBlock[] = [];
  problem.nodes.forEach((location, node) => {
    const incoming = into[node]!.map((index): Incoming => {
      const { source, block } = problem.edges[index]!;
      const encoded = encodeBlock(block, copies[source]!, fresh, { exits: [location], observed: () => live[node]! });
      const exit = encoded.exits.get(location);
      if (exit === undefined) throw new Error("the target of an edge should be an exit of its block");
      const value = (of: Variable): Term => valueIn(exit.environment, of);
      return { index, source, block: encoded, reached: exit.reached, value };
    });
    const own = new Map<Variable, Term>();
    const inherited = new Set<Variable>();
    for (const of of live[node]!) {
      const common = commonCopy(of, incoming, copies);
      if (common !== undefined) inherited.add(of);
      own.set(of, common ?? variable(fresh.make(of.name, of.type)));
    }
    copies.push(own);
    for (const { index, block, reached, value } of incoming) {
      blocks[index] = block;
      labels[index] = reached === FALSE ? FALSE : and([block.formula, reached, ...definitions(own, inherited, value)]);
    }
  });
  return {
    edges: problem.edges.map(({ source, target }, index) => ({ source, target, label: labels[index]! })),
    pathIn: (edge, model) => blocks[edge]!.pathIn(model, problem.nodes[problem.edges[edge]!.target]),
    encodeLabel: (node, formula) => intoCopies(formula, copies[node]!, fresh),
    decodeLabel: (node, formula) => outOfCopies(formula, copies[node]!),
  };
}

/** The copy that the variable has on all ways into a node, if it is one and no edge sets the variable. */
function commonCopy(
  of: Variable,
  incoming: readonly Incoming[],
  copies: readonly ReadonlyMap<Variable, Term>[],
): Term | undefined {
  const reachable = incoming.filter(({ reached }) => reached !== FALSE);
  const first = reachable[0];
  if (first === undefined) return undefined;
  const copy = copies[first.source]!.get(of);
  const same = reachable.every(({ source, value }) => copies[source]!.get(of) === copy && value(of) === copy);
  return same ? copy : undefined;
}

function definitions(
  own: ReadonlyMap<Variable, Term>,
  inherited: ReadonlySet<Variable>,
  value: (of: Variable) => Term,
): Formula[] {
  const list: Formula[] = [];
  for (const [of, copy] of own) {
    // Sound: floats have no equations; a copy of one is free.
    if (!inherited.has(of) && of.type.kind !== "float") list.push(eq(copy, value(of)));
  }
  return list;
}

/** The variables that matter at each node. */
function liveAtNodes({ nodes, edges, labelVariables }: ArgProblem): Set<Variable>[] {
  const live = nodes.map((_, node) => new Set(labelVariables?.(node)));
  // Backwards by source: all edges out of a node are seen before the edges into it.
  const backwards = edges.map((_, index) => index).sort((a, b) => edges[b]!.source - edges[a]!.source || b - a);
  for (const index of backwards) {
    const { source, target, block } = edges[index]!;
    const leading = edgesTowards(block, new Set([nodes[target]!]));
    const before = liveVariables(block, () => live[target]!, leading).get(block.source);
    for (const of of before ?? []) live[source]!.add(of);
  }
  return live;
}
