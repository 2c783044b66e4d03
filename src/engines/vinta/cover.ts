/**
 * Covering (Fig. 3, line 46): is the label of a node implied by the disjunction of the labels visited before it at its
 * cut point? One incremental solver context a cut point holds the negations of those labels (section 5.1). Where all
 * labels are exact elements of a domain with exact unions, the domain answers; where one earlier state is above, too.
 */
import { type Domain, supports } from "../../domains/domain.ts";
import { not } from "../../logic/term.ts";
import type { Solver, SolverFactory } from "../../smt/solver.ts";
import { memoised } from "../../util/memo.ts";
import type { CutPoint } from "../cutpoint-graph.ts";
import type { VintaNode } from "./unrolling.ts";

interface Context<S> {
  /** Made when the domain first fails to answer. */
  solver: Solver | undefined;
  /** Nodes whose labels the solver has. */
  asserted: number;
  readonly nodes: VintaNode<S>[];
}

export class CoverContexts<S> {
  readonly #contexts = new Map<CutPoint, Context<S>>();
  readonly #domain: Domain<S>;
  readonly #factory: SolverFactory | undefined;
  readonly #tick: (work: number) => void;
  checks = 0;
  queries = 0;

  constructor(domain: Domain<S>, factory: SolverFactory | undefined, tick: (work: number) => void) {
    this.#domain = domain;
    this.#factory = factory;
    this.#tick = tick;
  }

  /** Forgets all labels: a new phase begins, with other ones. */
  reset(): void {
    for (const context of this.#contexts.values()) context.solver?.dispose();
    this.#contexts.clear();
  }

  /** Whether the node is covered; if not, its label counts from now on. */
  covers(node: VintaNode<S>): boolean {
    this.checks += 1;
    const context = memoised(this.#contexts, node.cutPoint, () => ({ solver: undefined, asserted: 0, nodes: [] }));
    const covered = this.#implied(node, context);
    if (!covered) context.nodes.push(node);
    return covered;
  }

  #implied(node: VintaNode<S>, context: Context<S>): boolean {
    const domain = this.#domain;
    const { state } = node.label;
    if (domain.isBottom(state)) return true;
    const exact = context.nodes.filter((earlier) => earlier.label.kind === "exact").map(({ label }) => label.state);
    const exactJoin = supports(domain, "joinIsExact");
    const union = exactJoin ? [exact.reduce((all, one) => domain.join(all, one), domain.bottom)] : exact;
    if (union.some((one) => domain.leq(state, one))) return true;
    if (context.nodes.length === 0) return false;
    if (exactJoin && node.label.kind === "exact" && exact.length === context.nodes.length) return false;
    return this.#ask(node, context);
  }

  #ask(node: VintaNode<S>, context: Context<S>): boolean {
    if (this.#factory === undefined) return false;
    context.solver ??= this.#factory.create({ tick: this.#tick });
    for (; context.asserted < context.nodes.length; context.asserted += 1)
      context.solver.assert(not((context.nodes[context.asserted] as VintaNode<S>).label.formula));
    this.queries += 1;
    // Sound: what the solver cannot decide counts as not covered.
    return context.solver.check([node.label.formula]) === "unsat";
  }
}
