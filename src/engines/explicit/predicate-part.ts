/**
 * The auxiliary predicate analysis (Beyer and Loewe, FASE 2013, "Auxiliary Predicate Analysis"): beside its values a state has a set of
 * valuations of predicates, computed where a block ends. Predicates come from error paths that values cannot refute, so that most of
 * the program has none; as long as there was no such path, there are no blocks either.
 */
import type { Location } from "../../cfa/cfa.ts";
import { ALL, type Diagram, forEachTest, project } from "../../logic/diagram.ts";
import { FALSE, type Formula, type Variable } from "../../logic/term.ts";
import { variablesOf } from "../../logic/visit.ts";
import { Liveness } from "../../model/live.ts";
import type { ModelEdge, ModelLocation } from "../../model/model.ts";
import { type EncodedBlock, encodeBlock } from "../../smt/encode/block.ts";
import { IDENTITY, inEnvironment } from "../../smt/encode/ssa.ts";
import { FreshVariables } from "../../smt/fresh.ts";
import { createInterpolator } from "../../smt/interpolate/index.ts";
import type { Solver, SolverFactory } from "../../smt/solver.ts";
import { memoised } from "../../util/memo.ts";
import type { NodeId } from "../arg.ts";
import { type PathAnswer as BlockAnswer, interpolatePath } from "../block-interpolants.ts";
import { count, type EngineContext } from "../engine.ts";
import { type PathParts, pathInterpolants } from "../path-interpolants.ts";
import { type Abstraction, abstractionOf, linearThenPrecise } from "../predicate-abstraction.ts";
import { Precision, type Predicate, Predicates } from "../predicates.ts";
import type { DeadValues } from "./dead-values.ts";
import { edgesOf, type Passage, type Way } from "./path-formula.ts";

type PathAnswer =
  /** What is below the root was computed without predicates that are there now. */
  | { readonly kind: "refined"; readonly root: NodeId }
  | { readonly kind: "feasible"; readonly path: readonly ModelEdge[] }
  | { readonly kind: "unknown"; readonly reason: string };

interface State {
  readonly state: Diagram;
  /** How many of the predicates of its point it was computed with. */
  readonly known: number;
}

export class PredicatePart {
  readonly #predicates = new Predicates();
  readonly #precision: Precision;
  readonly #context: EngineContext;
  readonly #live: Pick<DeadValues, "isLive" | "liveAt">;
  readonly #paths: PathParts;
  readonly #fresh = new FreshVariables();
  readonly #encoded = new Map<Passage, EncodedBlock>();
  readonly #posts = new Map<Passage, Map<Diagram, { readonly predicates: number; readonly state: Diagram }>>();
  readonly #solvers = new Map<SolverFactory, Solver>();
  readonly #states = new Map<NodeId, State>();
  /** Where a block ended that contradicts itself: whether it can be taken is asked there though there may be no predicates. */
  readonly #doubted = new Set<Location>();
  #asked = false;

  constructor(context: EngineContext, live: Pick<DeadValues, "isLive" | "liveAt">) {
    const { solvers, budget } = context;
    const tick = (work: number) => budget.tick(work);
    this.#context = context;
    this.#live = live;
    this.#precision = new Precision((of, at) => live.isLive(of, at));
    const interpolator = createInterpolator({ solver: solvers.own, tick });
    this.#paths = { interpolator, solver: solvers.own, precise: solvers.bits, tick };
  }

  /** Values alone have failed to refute a path. Before, states are values alone, and there are no blocks. */
  get isAsked(): boolean {
    return this.#asked;
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

  /** What may hold behind the block; empty where it cannot be taken. */
  post(node: NodeId, passage: Passage): Diagram {
    const before = this.stateOf(node);
    const { target } = passage;
    const predicates = target.kind === "ordinary" ? this.#precision.at(target) : [];
    if (target.kind === "ordinary" && !this.#doubted.has(target.point)) {
      if (before === ALL && predicates.length === 0) return ALL;
      if (this.#passesBy(node, passage, before, predicates)) return restricted(before, predicates);
    }
    const known = memoised(this.#posts, passage, () => new Map());
    const last = known.get(before);
    if (last?.predicates === predicates.length) return last.state;
    const state = this.#compute(passage, before, predicates);
    known.set(before, { predicates: predicates.length, state });
    return state;
  }

  /** Whether the block neither changes nor tests what the predicates are about, and the state was computed with all of them. */
  #passesBy(node: NodeId, passage: Passage, before: Diagram, predicates: readonly Predicate[]): boolean {
    const listed = this.#precision.listAt(passage.source).slice(0, this.#states.get(node)?.known ?? 0);
    if (!predicates.every((one) => listed.includes(one))) return false;
    const { mentioned } = passage;
    const touches = ({ formula }: { readonly formula: Formula }) =>
      [...variablesOf(formula)].some((of) => mentioned.has(of));
    return !predicates.some(touches) && !touches({ formula: this.#predicates.formulaOf(before) });
  }

  #compute(passage: Passage, before: Diagram, predicates: readonly Predicate[]): Diagram {
    count(this.#context.statistics, "abstractions");
    return linearThenPrecise(this.#paths, (factory) => this.#ask(factory, passage, before, predicates));
  }

  #ask(factory: SolverFactory, passage: Passage, before: Diagram, predicates: readonly Predicate[]): Abstraction {
    const { tick } = this.#paths;
    const solver = memoised(this.#solvers, factory, () => factory.create({ tick }));
    const { formula: block, exits } = memoised(this.#encoded, passage, () => this.#encode(passage));
    const { reached, environment } = exits.get(passage.target)!;
    solver.push();
    try {
      for (const part of [this.#predicates.formulaOf(before), block, reached]) solver.assert(part);
      const asked = predicates.map((predicate) => ({
        predicate,
        formula: inEnvironment(predicate.formula, environment),
      }));
      return abstractionOf(solver, asked, "boolean");
    } finally {
      solver.pop();
    }
  }

  #encode({ source, target, edges }: Passage): EncodedBlock {
    const live = this.#live.liveAt(target);
    const observed = live === undefined ? {} : { observed: () => live };
    return encodeBlock({ source, edges, exits: [target] }, IDENTITY, this.#fresh, observed);
  }

  /** @param nodes of the tree along the ways, the root first. */
  refine(ways: readonly Way[], nodes: readonly NodeId[]): PathAnswer {
    const answer = this.#interpolants(ways);
    if (answer.kind !== "infeasible") return answer;
    let root: NodeId | undefined;
    for (const [i, { target }] of ways.entries()) {
      const interpolant = answer.interpolants[i] as Formula;
      if (interpolant === FALSE) {
        if (this.#doubted.has(target.point) || target.kind !== "ordinary") break;
        this.#doubted.add(target.point);
        root ??= nodes[i] as NodeId;
        break;
      }
      const atoms = this.#predicates.atomsOf(interpolant);
      if (atoms.length === 0) continue;
      const indices = this.#precision.add(target, atoms);
      const known = this.#states.get(nodes[i + 1] as NodeId)?.known ?? 0;
      if (root === undefined && indices.some((index) => index >= known)) root = nodes[i] as NodeId;
    }
    this.#context.statistics["predicates"] = this.#predicates.count;
    // From now on there are blocks.
    if (!this.#asked) root = nodes[0] as NodeId;
    this.#asked = true;
    if (root === undefined) return { kind: "unknown", reason: "refinement found no new predicates" };
    return { kind: "refined", root };
  }

  /** What has to be known behind each of the ways. */
  #interpolants(ways: readonly Way[]): BlockAnswer {
    const path = ways.flatMap(edgesOf);
    if (ways.every((way) => !("path" in way) || way.isPath)) {
      const answer = pathInterpolants(this.#paths, path);
      if (answer.kind === "feasible") return { kind: "feasible", path };
      if (answer.kind === "unknown") return answer;
      let edges = 0;
      const interpolants = ways.map((way) => {
        edges += edgesOf(way).length;
        return answer.interpolants[edges - 1] as Formula;
      });
      return { kind: "infeasible", interpolants };
    }
    const passages = ways as readonly Passage[];
    const originals = new Map<ModelEdge, ModelEdge>();
    for (const passage of passages) for (const edge of passage.edges) originals.set(edge, passage.original(edge));
    const liveness = new Liveness([...originals.keys()], { reads: "all" });
    const place = (location: ModelLocation) => ({ location: location.kind === "ordinary" ? location : undefined });
    const steps = passages.map(({ source, target, edges }) => ({
      source: place(source),
      target: place(target),
      edges,
    }));
    const answer = interpolatePath({ ...this.#paths, liveness }, steps);
    if (answer.kind === "infeasible") return { ...answer, interpolants: [...answer.interpolants, FALSE] };
    if (answer.kind === "unknown") return answer;
    return { kind: "feasible", path: answer.path.map((edge) => originals.get(edge) as ModelEdge) };
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
