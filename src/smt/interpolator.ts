/**
 * Interpolants, stated by their defining property. All ways to compute them (own proofs, strongest post / weakest
 * precondition) are behind this interface, and `check-interpolants.ts` checks any of their results. A sequence of
 * formulas is a DAG that is a chain (`chainOf`).
 *
 * DAG (Albarghouthi, Gurfinkel and Chechik, "Craig Interpretation", SAS 2012, Def. 4). For a DAG with one entry and one
 * exit and a formula on each edge, no path of which is satisfiable: a formula I(v) a node with I(entry) = true, I(exit)
 * = false, I(u) and L(u) and E(u, v) imply I(v), over variables that occur both on edges before v and on edges after v.
 * L is the restriction (true where absent); it should be a well-labelling: L(u) and E(u, v) imply L(v).
 */
import type { Formula } from "../logic/term.ts";
import type { SolverModel } from "./solver.ts";

export interface Interpolator {
  /** `proof`, `post-pre`. */
  readonly name: string;
  dag(problem: DagProblem): DagResult;
}

/** Nodes are 0 .. nodes-1 in topological order (every edge goes from a smaller to a larger number); 0 is the entry,
 *  nodes-1 the exit, and every node lies on a path from the one to the other. */
export interface DagProblem {
  readonly nodes: number;
  readonly edges: readonly DagEdge[];
  /** Restriction by node; shorter or empty where there is none. */
  readonly restriction?: readonly (Formula | undefined)[];
}

export interface DagEdge {
  readonly source: number;
  readonly target: number;
  readonly label: Formula;
}

export type DagResult =
  /** One formula a node; the entry's is TRUE, the exit's FALSE. */
  | { readonly kind: "interpolants"; readonly interpolants: readonly Formula[] }
  /** A satisfiable path from entry to exit: indices into `edges`, in order. */
  | { readonly kind: "feasible"; readonly path: readonly number[]; readonly model: SolverModel }
  | { readonly kind: "unknown"; readonly reason: string };
