/**
 * Feasibility and refinement: the blocks of an abstract error path are one formula over copies of the variables where they
 * meet. A model is an execution; otherwise a sequence of interpolants says, cut by cut, why there is none (Henzinger, Jhala,
 * Majumdar and McMillan, "Abstractions from proofs", POPL 2004; Jhala and McMillan, "A practical and complete approach to
 * predicate refinement", TACAS 2006).
 */
import type { Formula } from "../../logic/term.ts";
import type { ModelLiveness } from "../../model/live.ts";
import type { ModelEdge } from "../../model/model.ts";
import type { Interpolator } from "../../smt/interpolator.ts";
import type { SolverFactory, SolverModel } from "../../smt/solver.ts";
import { BlockCopies } from "../block-copies.ts";
import type { Action } from "../cutpoint-graph.ts";

export interface RefinementParts {
  readonly liveness: ModelLiveness;
  readonly interpolator: Interpolator;
  /** Looks for an execution where the interpolator cannot tell. */
  readonly precise: SolverFactory | undefined;
  readonly tick: (work: number) => void;
}

export type PathAnswer =
  /** One formula behind each action but the last, over the program's variables: what has to be known there. */
  | { readonly kind: "infeasible"; readonly interpolants: readonly Formula[] }
  | { readonly kind: "feasible"; readonly path: readonly ModelEdge[] }
  | { readonly kind: "unknown"; readonly reason: string };

/** @param actions from the entry to the error. */
export function interpolatePath(parts: RefinementParts, actions: readonly Action[]): PathAnswer {
  const encoding = new BlockCopies(parts.liveness);
  const places = [...actions.map(({ source }) => source), (actions[actions.length - 1] as Action).target];
  const occurrences = places.map((cutPoint) => ({ cutPoint }));
  const encoded = actions.map(({ edges }, i) => encoding.encodeEdge(occurrences[i]!, occurrences[i + 1]!, edges));
  const pathIn = (model: SolverModel) => encoded.flatMap((edge) => [...edge.pathIn(model)]);
  const result = parts.interpolator.dag({
    nodes: occurrences.length,
    edges: encoded.map(({ formula }, i) => ({ source: i, target: i + 1, label: formula })),
  });
  switch (result.kind) {
    case "interpolants": {
      const inner = result.interpolants.slice(1, -1);
      return {
        kind: "infeasible",
        interpolants: inner.map((one, i) => encoding.decodeLabel(occurrences[i + 1]!, one)),
      };
    }
    case "feasible":
      return { kind: "feasible", path: pathIn(result.model) };
    case "unknown": {
      const model = modelOf(
        parts,
        encoded.map(({ formula }) => formula),
      );
      return model === undefined ? result : { kind: "feasible", path: pathIn(model) };
    }
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
