/**
 * Lazy abstraction with interpolants (McMillan, CAV 2006), on blocks as Beyer and Wendler compare it with predicate abstraction
 * ("Algorithms for software model checking: predicate abstraction vs. Impact", FMCAD 2012). A node has a label, a formula that holds of
 * whatever comes to it; a new one says nothing. No abstraction is computed: the interpolants of an error path are
 * conjoined to the labels along it. A node is covered by an older one at its place whose label it implies; when a label
 * gets stronger, what it covered is looked at again. Forced covering tries to make a node imply an older one's label by what
 * is known where their ways parted.
 *
 * Invariants: label, block and the next label are inductive along every edge; a covered node has no children.
 */
import { and, type Formula, not, TRUE } from "../../logic/term.ts";
import type { Solver, SolverFactory } from "../../smt/solver.ts";
import { counted } from "../../util/counted.ts";
import { memoised } from "../../util/memo.ts";
import type { AbstractPost } from "../abstract-post.ts";
import { Arg, type NodeId } from "../arg.ts";
import { interpolatePath, type RefinementParts } from "../block-interpolants.ts";
import type { Action, CutPoint, CutPointGraph } from "../cutpoint-graph.ts";
import type { EngineContext } from "../engine.ts";
import { errorsFirst, type Strategy } from "./loop.ts";

export interface ImpactParts {
  readonly graph: CutPointGraph;
  readonly post: AbstractPost;
  readonly refinement: RefinementParts;
  readonly solver: SolverFactory;
}

// A cover that has to be forced costs an interpolation whether it succeeds or not; nearer nodes succeed more often.
const FORCED_CANDIDATES = 2;

export class Impact implements Strategy<Formula> {
  readonly #parts: ImpactParts;
  readonly #context: EngineContext;
  readonly arg = new Arg<Formula, CutPoint, Action>();
  /** Uncovered nodes, in order of creation. */
  readonly #reached = new Map<CutPoint, NodeId[]>();
  readonly #implied = new Map<Formula, Map<Formula, boolean>>();
  readonly #solver: Solver;
  readonly #waitlist: NodeId[] = [];
  #states = 0;
  #refinements = 0;
  #coverChecks = 0;
  #forced = 0;

  constructor(parts: ImpactParts, context: EngineContext) {
    this.#parts = parts;
    this.#context = context;
    this.#solver = parts.solver.create({ tick: parts.refinement.tick });
    this.#enter(this.arg.addRoot(parts.graph.entry, TRUE));
    context.progress(() => {
      this.count();
      return `${counted(this.arg.size, "state")}, ${counted(this.#refinements, "refinement")}`;
    });
  }

  #enter(node: NodeId): void {
    memoised(this.#reached, this.arg.location(node), () => []).push(node);
    this.#waitlist.push(node);
  }

  #leave(node: NodeId): void {
    const here = this.#reached.get(this.arg.location(node));
    const index = here?.indexOf(node) ?? -1;
    if (index !== -1) here?.splice(index, 1);
  }

  /** Expands until there is an error, which is returned, or every node is covered or expanded. */
  explore(): NodeId | undefined {
    for (let node = this.#waitlist.shift(); node !== undefined; node = this.#waitlist.shift()) {
      const arg = this.arg;
      if (!arg.isLive(node) || arg.coveredBy(node) !== undefined) continue;
      if (arg.children(node).length === 0 && (this.#close(node) || this.#force(node))) continue;
      const error = this.#expand(node);
      if (error === undefined) continue;
      // The other actions of this node are still to come.
      this.#waitlist.unshift(node);
      return error;
    }
    return undefined;
  }

  /** Adds the node's children; returns an error among them at once. */
  #expand(node: NodeId): NodeId | undefined {
    const arg = this.arg;
    const { graph, post } = this.#parts;
    for (const action of errorsFirst(arg.location(node), graph)) {
      this.#context.budget.tick(1);
      if (arg.hasChild(node, action) || !post.mayTake(action, arg.label(node))) continue;
      const child = arg.add(node, action, TRUE);
      this.#states += 1;
      if (action.target === graph.error) return child;
      this.#enter(child);
    }
    return undefined;
  }

  /** Covers the node by an older one whose label it implies. */
  #close(node: NodeId): boolean {
    const label = this.arg.label(node);
    const coverer = this.#older(node).find((other) => this.#implies(label, this.arg.label(other)));
    if (coverer === undefined) return false;
    this.#cover(node, coverer);
    return true;
  }

  /** Forced covering: strengthens labels on the way from the common ancestor until the node implies an older one's. */
  #force(node: NodeId): boolean {
    for (const candidate of this.#older(node).slice(-FORCED_CANDIDATES).reverse()) {
      const nodes = this.arg.nodesTo(node);
      const others = this.arg.nodesTo(candidate);
      const apart = nodes.findIndex((one, i) => one !== others[i]);
      const ancestor = nodes[apart - 1];
      if (ancestor === undefined) continue;
      const claim = { before: this.arg.label(ancestor), after: this.arg.label(candidate) };
      const answer = interpolatePath(this.#parts.refinement, this.arg.pathTo(node).slice(apart - 1), claim);
      if (answer.kind !== "infeasible") continue;
      this.#strengthen(nodes.slice(apart), answer.interpolants);
      if (!this.#implies(this.arg.label(node), this.arg.label(candidate))) continue;
      this.#forced += 1;
      this.#cover(node, candidate);
      return true;
    }
    return false;
  }

  /** Uncovered nodes at its place that were there before it. A chain of covers therefore ends. */
  #older(node: NodeId): readonly NodeId[] {
    return (this.#reached.get(this.arg.location(node)) ?? []).filter((other) => other < node);
  }

  #cover(node: NodeId, coverer: NodeId): void {
    const arg = this.arg;
    const orphans = arg.prune(node, (removed) => this.#leave(removed));
    orphans.push(...arg.uncoverBy(node));
    this.#leave(node);
    arg.cover(node, coverer);
    for (const orphan of orphans) if (orphan !== node) this.#enter(orphan);
  }

  refine(nodes: readonly NodeId[], interpolants: readonly Formula[]): boolean {
    this.#refinements += 1;
    const inner = nodes.slice(1, -1);
    this.#strengthen(inner, interpolants);
    // A stronger label may be covered now, and what is below it needs no look then.
    for (const node of inner) if (this.#close(node)) break;
    return true;
  }

  /** Conjoins a formula to each label, and looks again at what the node covered. */
  #strengthen(nodes: readonly NodeId[], formulas: readonly Formula[]): void {
    for (const [i, node] of nodes.entries()) {
      const label = this.arg.label(node);
      const formula = formulas[i] as Formula;
      if (this.#implies(label, formula)) continue;
      this.arg.relabel(node, and([label, formula]));
      for (const uncovered of this.arg.uncoverBy(node)) this.#enter(uncovered);
    }
  }

  #implies(stronger: Formula, weaker: Formula): boolean {
    if (weaker === TRUE || stronger === weaker) return true;
    if (stronger === TRUE) return false;
    return memoised(
      memoised(this.#implied, stronger, () => new Map<Formula, boolean>()),
      weaker,
      () => {
        this.#coverChecks += 1;
        return this.#excludes([stronger, not(weaker)]);
      },
    );
  }

  /** Sound: what neither solver can decide counts as possible. */
  #excludes(formulas: readonly Formula[]): boolean {
    const linear = this.#solver.check(formulas);
    if (linear !== "unknown") return linear === "unsat";
    const { precise, tick } = this.#parts.refinement;
    if (precise === undefined) return false;
    const solver = precise.create({ tick });
    try {
      return solver.check(formulas) === "unsat";
    } finally {
      solver.dispose();
    }
  }

  formulaOf(label: Formula): Formula {
    return label;
  }

  dispose(): void {
    this.#parts.post.dispose();
    this.#solver.dispose();
  }

  count(): void {
    const { statistics } = this.#context;
    statistics["states"] = this.#states;
    statistics["refinements"] = this.#refinements;
    statistics["coverChecks"] = this.#coverChecks;
    statistics["forcedCovers"] = this.#forced;
  }
}
