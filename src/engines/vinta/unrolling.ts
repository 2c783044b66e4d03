/**
 * The ARG of section 3: a DAG of nodes, each an occurrence of a cut point with a label. Several edges may lead to a node,
 * which is what keeps it small and makes one refinement treat many paths.
 *
 * A label is a formula and an abstract state above it. Labels that abstract interpretation made are `exact`: state and
 * formula say the same. Refinement leaves formulas that the domain may not be able to express.
 *
 * The labels of nodes visited in one phase are a well-labelling of the edges between them (Def. 1), always: what
 * WidenWith-or takes for known and drops stays in the label of the node where it was found (see widen.ts).
 */
import type { Domain } from "../../domains/domain.ts";
import type { Formula } from "../../logic/term.ts";
import type { CutPoint } from "../cutpoint-graph.ts";
import type { Posts } from "./post.ts";

export interface Label<S> {
  readonly formula: Formula;
  readonly state: S;
  readonly kind: "exact" | "refined";
  /** A state of a finer domain above the formula, where blocks are followed in one (post.ts). */
  readonly fine?: unknown;
}

export interface VintaNode<S> {
  readonly id: number;
  readonly cutPoint: CutPoint;
  readonly children: VintaNode<S>[];
  readonly parents: VintaNode<S>[];
  /** Labelled by abstract interpretation when it is next visited; otherwise refinement has a label for it. */
  marked: boolean;
  label: Label<S>;
  /** Of the label's state; undefined until asked for. */
  posts: Posts<S> | undefined;
  /** The phase that last visited it; 0 where none did. */
  visited: number;
  /** Whether that visit found it covered. */
  covered: boolean;
  /** The label is a widened one. */
  widened: boolean;
}

export class Unrolling<S> {
  readonly nodes: VintaNode<S>[] = [];
  readonly #domain: Domain<S>;

  constructor(domain: Domain<S>) {
    this.#domain = domain;
  }

  create(cutPoint: CutPoint, state: S): VintaNode<S> {
    const node: VintaNode<S> = {
      id: this.nodes.length,
      cutPoint,
      children: [],
      parents: [],
      marked: false,
      label: exactLabel(this.#domain, state),
      posts: undefined,
      visited: 0,
      covered: false,
      widened: false,
    };
    this.nodes.push(node);
    return node;
  }

  connect(source: VintaNode<S>, target: VintaNode<S>): void {
    source.children.push(target);
    target.parents.push(source);
  }

  /** Replaces the edge to `old` by one to `target`, at another node of the same cut point. */
  redirect(source: VintaNode<S>, old: VintaNode<S>, target: VintaNode<S>): void {
    source.children[source.children.indexOf(old)] = target;
    old.parents.splice(old.parents.indexOf(source), 1);
    target.parents.push(source);
  }
}

export function exactLabel<S>(domain: Domain<S>, state: S): Label<S> {
  return { formula: domain.toFormula(state), state, kind: "exact" };
}
