/**
 * The auxiliary predicate analysis (Beyer and Loewe, FASE 2013, "Auxiliary Predicate Analysis"): beside its values a state has a set of
 * valuations of predicates, computed edge by edge where there are predicates. These come from error paths that values cannot
 * refute, so that most of the program has none.
 */
import { ALL, type Diagram, forEachTest, project } from "../../logic/diagram.ts";
import type { Formula, Variable } from "../../logic/term.ts";
import { variablesOf } from "../../logic/visit.ts";
import { mentionedBy } from "../../model/live.ts";
import type { ModelEdge, ModelLocation } from "../../model/model.ts";
import { IDENTITY, inEnvironment, type Post, post } from "../../smt/encode/ssa.ts";
import { FreshVariables } from "../../smt/fresh.ts";
import { createInterpolator } from "../../smt/interpolate/index.ts";
import type { Solver, SolverFactory } from "../../smt/solver.ts";
import { memoised } from "../../util/memo.ts";
import type { NodeId } from "../arg.ts";
import { count, type EngineContext } from "../engine.ts";
import { type PathParts, pathInterpolants } from "../path-interpolants.ts";
import { type Abstraction, abstractionOf, linearThenPrecise } from "../predicate-abstraction.ts";
import { Precision, type Predicate, Predicates } from "../predicates.ts";

type PathAnswer =
  /** What is below the root was computed without predicates that are there now. */
  | { readonly kind: "refined"; readonly root: NodeId }
  | { readonly kind: "feasible" }
  | { readonly kind: "unknown"; readonly reason: string };

export class PredicatePart {
  readonly #predicates = new Predicates();
  readonly #precision: Precision;
  readonly #context: EngineContext;
  readonly #paths: PathParts;
  readonly #fresh = new FreshVariables();
  readonly #edges = new Map<ModelEdge, Post>();
  readonly #posts = new Map<ModelEdge, Map<Diagram, { readonly predicates: number; readonly state: Diagram }>>();
  readonly #solvers = new Map<SolverFactory, Solver>();
  /** By node: its state, and how many of the predicates of its point it was computed with. */
  readonly #states = new Map<NodeId, { readonly state: Diagram; readonly known: number }>();

  constructor(context: EngineContext, isLive: (of: Variable, at: ModelLocation) => boolean) {
    const { solvers, budget } = context;
    const tick = (work: number) => budget.tick(work);
    this.#context = context;
    this.#precision = new Precision(isLive);
    const interpolator = createInterpolator({ solver: solvers.own, tick });
    this.#paths = { interpolator, solver: solvers.own, precise: solvers.bits, tick };
  }

  /** Nothing was ever asked of it: states are values alone. */
  get isTrivial(): boolean {
    return this.#predicates.count === 0;
  }

  stateOf(node: NodeId): Diagram {
    return this.#states.get(node)?.state ?? ALL;
  }

  formulaOf(node: NodeId): Formula {
    return this.#predicates.formulaOf(this.stateOf(node));
  }

  enter(node: NodeId, location: ModelLocation, state: Diagram): void {
    const known = this.#precision.listAt(location).length;
    if (known > 0 || state !== ALL) this.#states.set(node, { state, known });
  }

  leave(node: NodeId): void {
    this.#states.delete(node);
  }

  dispose(): void {
    for (const solver of this.#solvers.values()) solver.dispose();
  }

  /** What may hold behind the edge; empty where it cannot be taken. */
  post(node: NodeId, edge: ModelEdge): Diagram {
    const before = this.stateOf(node);
    const { target } = edge;
    const predicates = target.kind === "ordinary" ? this.#precision.at(target) : [];
    if (before === ALL && predicates.length === 0) return ALL;
    if (this.#passesBy(node, edge, before, predicates)) return restricted(before, predicates);
    const known = memoised(this.#posts, edge, () => new Map());
    const last = known.get(before);
    if (last?.predicates === predicates.length) return last.state;
    const state = this.#compute(edge, before, predicates);
    known.set(before, { predicates: predicates.length, state });
    return state;
  }

  /** Whether the edge neither changes nor tests what the predicates are about, and the state was computed with all of them. */
  #passesBy(node: NodeId, edge: ModelEdge, before: Diagram, predicates: readonly Predicate[]): boolean {
    const listed = this.#precision.listAt(edge.source).slice(0, this.#states.get(node)?.known ?? 0);
    if (!predicates.every((one) => listed.includes(one))) return false;
    const mentioned = mentionedBy(edge.ops);
    const touches = ({ formula }: { readonly formula: Formula }) =>
      [...variablesOf(formula)].some((of) => mentioned.has(of));
    return !predicates.some(touches) && !touches({ formula: this.#predicates.formulaOf(before) });
  }

  #compute(edge: ModelEdge, before: Diagram, predicates: readonly Predicate[]): Diagram {
    count(this.#context.statistics, "abstractions");
    return linearThenPrecise(this.#paths, (factory) => this.#ask(factory, edge, before, predicates));
  }

  #ask(factory: SolverFactory, edge: ModelEdge, before: Diagram, predicates: readonly Predicate[]): Abstraction {
    const { tick } = this.#paths;
    const solver = memoised(this.#solvers, factory, () => factory.create({ tick }));
    const { conditions, environment } = memoised(this.#edges, edge, () => post(edge.ops, IDENTITY, this.#fresh));
    solver.push();
    try {
      solver.assert(this.#predicates.formulaOf(before));
      for (const condition of conditions) solver.assert(condition);
      const asked = predicates.map((predicate) => ({
        predicate,
        formula: inEnvironment(predicate.formula, environment),
      }));
      return abstractionOf(solver, asked, "boolean");
    } finally {
      solver.pop();
    }
  }

  /** @param nodes of the tree along the path, the root first. */
  refine(path: readonly ModelEdge[], nodes: readonly NodeId[]): PathAnswer {
    const answer = pathInterpolants(this.#paths, path);
    if (answer.kind !== "infeasible") return answer;
    let root: NodeId | undefined;
    for (const [i, { target }] of path.entries()) {
      const atoms = this.#predicates.atomsOf(answer.interpolants[i] as Formula);
      if (atoms.length === 0) continue;
      const indices = this.#precision.add(target, atoms);
      const known = this.#states.get(nodes[i + 1] as NodeId)?.known ?? 0;
      if (root === undefined && indices.some((index) => index >= known)) root = nodes[i] as NodeId;
    }
    this.#context.statistics["predicates"] = this.#predicates.count;
    if (root === undefined) return { kind: "unknown", reason: "refinement found no new predicates" };
    return { kind: "refined", root };
  }
}

/** What the state says of these predicates. */
function restricted(state: Diagram, predicates: readonly Predicate[]): Diagram {
  const kept = new Set(predicates.map((one) => one.variable));
  const dropped = new Set<Variable>();
  forEachTest(state, ({ variable }) => {
    if (!kept.has(variable)) dropped.add(variable);
  });
  return [...dropped].reduce(project, state);
}
