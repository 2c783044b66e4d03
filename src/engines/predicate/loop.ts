/**
 * The loop that both strategies share: explore until an error is reached, ask whether its path is an execution, refine where it
 * is none. A path that is one to the solver and that nobody can replay stays where it is: exploration goes on, and a complete graph
 * with such leaves is `unknown`, never `safe`.
 */
import type { Certificate, Verdict } from "../../evidence/claim.ts";
import { showFormula } from "../../logic/print.ts";
import { type Formula, TRUE } from "../../logic/term.ts";
import type { Model } from "../../model/model.ts";
import type { SolverFactory } from "../../smt/solver.ts";
import { watchedSolvers } from "../../smt/watched-solver.ts";
import { counted } from "../../util/counted.ts";
import type { Arg, NodeId } from "../arg.ts";
import { interpolatePath, type RefinementParts } from "../block-interpolants.ts";
import { confirmPath, type Unconfirmed } from "../confirm.ts";
import { certificateOf } from "../cutpoint-certificate.ts";
import type { Action, CutPoint, CutPointGraph } from "../cutpoint-graph.ts";
import { count, type EngineContext } from "../engine.ts";
import { argSnapshot, type Learnt, onlyWay } from "../snapshot.ts";

export interface Strategy<L> {
  readonly arg: Arg<L, CutPoint, Action>;
  /** Until an error is reached, which is returned, or nothing is left. */
  explore(): NodeId | undefined;
  /** So that the path is not found again. false: there is nothing to change. @param interpolants behind each node but the first. */
  refine(nodes: readonly NodeId[], interpolants: readonly Formula[]): boolean;
  formulaOf(label: L): Formula;
  /** Brings the statistics up to date. */
  count(): void;
  dispose(): void;
}

// A path that nobody can replay costs a search for inputs; after this many the program is not one for this analysis.
export const CONFIRMATIONS = 10;

/** The linear solver; questions are counted. */
export function countedSolver({ solvers, statistics }: EngineContext): SolverFactory {
  statistics["smtQueries"] = 0;
  return watchedSolvers(solvers.own, (check) => {
    count(statistics, "smtQueries");
    return check();
  });
}

export function exploreAndRefine<L>(
  strategy: Strategy<L>,
  model: Model,
  graph: CutPointGraph,
  refinement: RefinementParts,
  context: EngineContext,
): Verdict {
  const { arg } = strategy;
  let undecided: Unconfirmed | undefined;
  try {
    for (let failures = 0; ; ) {
      const error = strategy.explore();
      if (error === undefined) {
        picture(strategy, model, context, "fixpoint", new Map());
        return undecided ?? { kind: "safe", certificate: certificateFor(strategy, graph) };
      }
      const answer = interpolatePath(refinement, arg.pathTo(error));
      if (answer.kind === "unknown") return { kind: "unknown", reason: `refinement: ${answer.reason}` };
      if (answer.kind === "infeasible") {
        const nodes = arg.nodesTo(error);
        picture(strategy, model, context, "refinement", learntBy(nodes, answer.interpolants), error);
        if (strategy.refine(nodes, answer.interpolants)) continue;
        return { kind: "unknown", reason: "refinement found no new predicates" };
      }
      const outcome = confirmPath(context, answer.path);
      if (outcome.kind === "unsafe") return outcome;
      undecided ??= outcome;
      failures += 1;
      if (failures >= CONFIRMATIONS) return undecided;
    }
  } finally {
    strategy.dispose();
    strategy.count();
  }
}

/** The tree with the path that is refuted, before anything is removed from it; and what stands at the end. */
function picture<L>(
  strategy: Strategy<L>,
  model: Model,
  context: EngineContext,
  what: "refinement" | "fixpoint",
  learnt: Learnt,
  error?: NodeId,
): void {
  if (context.record === undefined) return;
  const { arg, formulaOf } = strategy;
  strategy.count();
  const refinements = context.statistics["refinements"] ?? 0;
  const view = {
    arg,
    model,
    locationOf: ({ location }: CutPoint) => location,
    state: (node: NodeId) => showFormula(formulaOf(arg.label(node))),
    label: ({ edges }: Action) => onlyWay(edges),
  };
  const title =
    what === "refinement"
      ? `Refinement ${refinements + 1}: ${counted(learnt.size, "node")} on the way to the error`
      : `The fixpoint, after ${counted(refinements, "refinement")}`;
  context.record(argSnapshot(view, title, learnt, error));
}

/** What the interpolants say behind each node but the first. */
function learntBy(nodes: readonly NodeId[], interpolants: readonly Formula[]): Learnt {
  const told = interpolants.map((interpolant, i) => [nodes[i + 1] as NodeId, interpolant] as const);
  return new Map(told.filter(([, interpolant]) => interpolant !== TRUE).map(([node, of]) => [node, showFormula(of)]));
}

function certificateFor<L>({ arg, formulaOf }: Strategy<L>, graph: CutPointGraph): Certificate {
  const nodes = [...arg.nodes()].map((node) => ({
    cutPoint: arg.location(node),
    covered: arg.coveredBy(node) !== undefined,
    label: { formula: formulaOf(arg.label(node)) },
  }));
  return certificateOf(graph, nodes);
}

/** All else would be in vain where an error can be reached. */
export function errorsFirst({ actions }: CutPoint, { error }: CutPointGraph): readonly Action[] {
  return [...actions].sort((a, b) => Number(b.target === error) - Number(a.target === error));
}
