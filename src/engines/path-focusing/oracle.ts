/**
 * Who designates the next path. The iteration strategies ask for a path that leads from given states of a node to states
 * outside what is known of its end; the solver answers in `focus-path.ts` (section 3.2), exhaustive enumeration in
 * `explode.ts`.
 */
import type { Formula } from "../../logic/term.ts";
import type { ModelLocation } from "../../model/model.ts";
import type { GraphNode, Path } from "./reduced-graph.ts";

/** An end of paths: the states of the cell at the location, of which some are known. */
export interface Target<S> {
  readonly location: ModelLocation;
  readonly cell: Formula;
  /** Undefined: none. */
  readonly known: S | undefined;
}

export type Focus<S> =
  | { readonly kind: "path"; readonly path: Path; readonly target: Target<S> }
  /** No path adds a state to any of the targets. */
  | { readonly kind: "none" }
  | { readonly kind: "unknown"; readonly reason: string };

export interface Oracle<S> {
  /**
   * A path from a state in `from` at the node to one of a target that is not known there.
   * @param useless paths that it should not answer.
   */
  focus(at: GraphNode, from: S, targets: readonly Target<S>[], useless: readonly Path[]): Focus<S>;
  dispose(): void;
}
