/**
 * Feasibility and refinement: the blocks of an abstract error path are one formula over copies of the variables where they
 * meet. A model is an execution; otherwise a sequence of interpolants says, cut by cut, why there is none (Henzinger, Jhala,
 * Majumdar and McMillan, "Abstractions from proofs", POPL 2004; Jhala and McMillan, "A practical and complete approach to
 * predicate refinement", TACAS 2006).
 */
import { and, type Formula, not, TRUE } from "../logic/term.ts";
import type { ModelLiveness } from "../model/live.ts";
import type { ModelEdge } from "../model/model.ts";
import type { Interpolator } from "../smt/interpolator.ts";
import type { SolverFactory, SolverModel } from "../smt/solver.ts";
import { BlockCopies } from "./block-copies.ts";
import type { Action, CutPoint } from "./cutpoint-graph.ts";

export interface RefinementParts {
  readonly liveness: ModelLiveness;
  readonly interpolator: Interpolator;
  readonly solver: SolverFactory;
  /** Looks for an execution where the interpolator cannot tell. */
  readonly precise: SolverFactory | undefined;
  readonly tick: (work: number) => void;
}

export type PathAnswer =
  /** One formula behind each action, over the program's variables: what has to be known there. The error has none. */
  | { readonly kind: "infeasible"; readonly interpolants: readonly Formula[] }
  | { readonly kind: "feasible"; readonly path: readonly ModelEdge[] }
  | { readonly kind: "unknown"; readonly reason: string };

/** Some of the paths from one end of a block to another. */
export interface BlockStep {
  readonly source: Pick<CutPoint, "location">;
  readonly target: Pick<CutPoint, "location">;
  /** In topological order. */
  readonly edges: Action["edges"];
}

/** What is known where a path starts, and what is to be shown where it ends: left out, nothing and that it cannot be taken. */
interface PathClaim {
  readonly before: Formula;
  readonly after: Formula;
}

/** @param actions from the entry to the error, or wherever the claim says. */
export function interpolatePath(parts: RefinementParts, actions: readonly BlockStep[], claim?: PathClaim): PathAnswer {
  const encoding = new BlockCopies(parts.liveness);
  const places = [...actions.map(({ source }) => source), (actions[actions.length - 1] as BlockStep).target];
  const occurrences = places.map((cutPoint) => ({ cutPoint }));
  const encoded = actions.map(({ edges }, i) => encoding.encodeEdge(occurrences[i]!, occurrences[i + 1]!, edges));
  const pathIn = (model: SolverModel) => encoded.flatMap((edge) => [...edge.pathIn(model)]);
  const labels = encoded.map(({ formula }) => formula);
  if (claim !== undefined) {
    labels[0] = and([encoding.encodeLabel(occurrences[0]!, claim.before), labels[0]!]);
    labels.push(not(encoding.encodeLabel(occurrences[actions.length]!, claim.after)));
  }
  const from = (first: number) =>
    parts.interpolator.dag({
      nodes: labels.length - first + 1,
      edges: labels.slice(first).map((label, i) => ({ source: i, target: i + 1, label })),
    });
  let start = contradictingSuffix(parts, labels);
  let result = from(start);
  if (start > 0 && result.kind !== "interpolants") {
    start = 0;
    result = from(0);
  }
  switch (result.kind) {
    case "interpolants": {
      const inner = [...Array<Formula>(start).fill(TRUE), ...result.interpolants.slice(0, -1)].slice(1);
      return {
        kind: "infeasible",
        interpolants: inner.map((one, i) => encoding.decodeLabel(occurrences[i + 1]!, one)),
      };
    }
    case "feasible":
      return { kind: "feasible", path: pathIn(result.model) };
    case "unknown": {
      const model = claim === undefined ? modelOf(parts, labels) : undefined;
      return model === undefined ? result : { kind: "feasible", path: pathIn(model) };
    }
  }
}

/**
 * Where the shortest rest of the path starts that cannot be taken, whatever was before; 0 where only the whole cannot, or where
 * it can. What contradicts there says nothing of how often a loop was gone through, so that its interpolants are more often
 * invariants.
 */
function contradictingSuffix({ solver: factory, tick }: RefinementParts, labels: readonly Formula[]): number {
  const solver = factory.create({ tick });
  try {
    for (let start = labels.length - 1; start > 0; start -= 1) {
      solver.assert(labels[start] as Formula);
      if (solver.check() === "unsat") return start;
    }
    return 0;
  } finally {
    solver.dispose();
  }
}

function modelOf({ precise, tick }: RefinementParts, formulas: readonly Formula[]): SolverModel | undefined {
  if (precise === undefined) return undefined;
  const solver = precise.create({ tick });
  try {
    for (const formula of formulas) solver.assert(formula);
    return solver.check() === "sat" ? solver.model() : undefined;
  } finally {
    solver.dispose();
  }
}
