/**
 * The auxiliary predicate analysis (Beyer and Loewe, FASE 2013, "Auxiliary Predicate Analysis"): beside its values a state has a set of
 * valuations of predicates, computed where a block ends. Predicates come from error paths that values cannot refute, so that most of
 * the program has none; as long as there was no such path, there are no blocks either.
 */
import type { Location } from "../../cfa/cfa.ts";
import { ALL, type Diagram } from "../../logic/diagram.ts";
import { FALSE, type Formula } from "../../logic/term.ts";
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
import { interpolatePath } from "../block-interpolants.ts";
import { count, type EngineContext } from "../engine.ts";
import { type PathParts, pathInterpolants } from "../path-interpolants.ts";
import { type Abstraction, abstractionOf, linearThenPrecise } from "../predicate-abstraction.ts";
import { Precision, type Predicate, Predicates, restrictedTo } from "../predicates.ts";
import type { FinalPrecision } from "../reuse-precision.ts";
import type { DeadValues } from "./dead-values.ts";
import { edgesOf, type Passage, type Way } from "./path-formula.ts";

type PathAnswer =
  /** What is below the root was computed without predicates that are there now. */
  | { readonly kind: "refined"; readonly root: NodeId }
  /** As far as predicates can tell, by this path: the edges of each way. */
  | { readonly kind: "feasible"; readonly path: readonly (readonly ModelEdge[])[] }
  | { readonly kind: "unknown"; readonly reason: string };

type Interpolants =
  /** Behind each way; of all its paths unless one is given. */
  | {
      readonly kind: "infeasible";
      readonly interpolants: readonly Formula[];
      readonly path?: readonly (readonly ModelEdge[])[];
    }
  | Exclude<PathAnswer, { readonly kind: "refined" }>;

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
  #asked: boolean;

  constructor(context: EngineContext, live: Pick<DeadValues, "isLive" | "liveAt">) {
    const { solvers, budget } = context;
    const tick = (work: number) => budget.tick(work);
    this.#context = context;
    this.#live = live;
    const saved = context.precision;
    this.#precision = new Precision(
      (of, at) => live.isLive(of, at),
      (point) => (saved?.predicatesAt(point) ?? []).flatMap((formula) => this.#predicates.atomsOf(formula)),
    );
    this.#asked = saved?.predicates === "some";
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
    if (this.#asked) this.#context.statistics["predicates"] = this.#predicates.count;
    for (const solver of this.#solvers.values()) solver.dispose();
  }

  /** What may hold behind the block; empty where it cannot be taken. */
  post(node: NodeId, passage: Passage): Diagram {
    const before = this.stateOf(node);
    const { target } = passage;
    const predicates = target.kind === "ordinary" ? this.#precision.at(target) : [];
    if (target.kind === "ordinary" && !this.#doubts(target.point)) {
      if (before === ALL && predicates.length === 0) return ALL;
      if (this.#passesBy(node, passage, before, predicates))
        return restrictedTo(before, (of) => predicates.some(({ variable }) => variable === of));
    }
    const known = memoised(this.#posts, passage, () => new Map());
    const last = known.get(before);
    if (last?.predicates === predicates.length) return last.state;
    const state = this.#compute(passage, before, predicates);
    known.set(before, { predicates: predicates.length, state });
    return state;
  }

  #doubts(point: Location): boolean {
    if (this.#context.precision?.isAsked(point) === true) this.#doubted.add(point);
    return this.#doubted.has(point);
  }

  /** What it has learnt, to be saved. */
  get final(): FinalPrecision {
    return { predicates: this.#precision.entries(), asked: this.#doubted };
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

  /**
   * @param nodes of the tree along the ways, the root first.
   * @param isEnd whether a block ends behind a way, which may be an edge as long as there are no blocks.
   */
  refine(ways: readonly Way[], nodes: readonly NodeId[], isEnd: (way: Way) => boolean): PathAnswer {
    const answer = this.#interpolants(ways);
    if (answer.kind === "unknown" && !this.#asked) {
      // Over bits there are no interpolants; but whether a block can be taken is asked over bits, too.
      this.#asked = true;
      return { kind: "refined", root: nodes[0] as NodeId };
    }
    if (answer.kind !== "infeasible") return answer;
    let root: NodeId | undefined;
    for (const [i, way] of ways.entries()) {
      const { target } = way;
      if (!isEnd(way)) continue;
      const interpolant = answer.interpolants[i] as Formula;
      if (interpolant === FALSE) {
        if (this.#doubts(target.point) || target.kind !== "ordinary") break;
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
    // From now on there are blocks.
    if (!this.#asked) root = nodes[0] as NodeId;
    this.#asked = true;
    if (root !== undefined) return { kind: "refined", root };
    if (answer.path !== undefined) return { kind: "feasible", path: answer.path };
    return { kind: "unknown", reason: "refinement found no new predicates" };
  }

  /** What has to be known behind each of the ways. */
  #interpolants(ways: readonly Way[]): Interpolants {
    const first = ways.map(edgesOf);
    if (ways.every((way) => !("path" in way) || way.isPath)) return this.#interpolantsOf(first);
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
    // Arrays and floats have no equations where blocks meet: the path by itself may be infeasible all the same.
    const parts = split(answer.path, passages).map((part) => part.map((edge) => originals.get(edge) as ModelEdge));
    const alone = this.#interpolantsOf(parts);
    return alone.kind === "infeasible" ? { ...alone, path: parts } : { kind: "feasible", path: parts };
  }

  /** The same of one path. */
  #interpolantsOf(path: readonly (readonly ModelEdge[])[]): Interpolants {
    const answer = pathInterpolants(this.#paths, path.flat());
    if (answer.kind === "feasible") return { kind: "feasible", path };
    if (answer.kind === "unknown") return answer;
    let edges = 0;
    const interpolants = path.map((part) => {
      edges += part.length;
      return answer.interpolants[edges - 1] as Formula;
    });
    return { kind: "infeasible", interpolants };
  }
}

/** A path by the blocks that it goes through: only its end lies outside of a block. */
function split(path: readonly ModelEdge[], passages: readonly Passage[]): readonly (readonly ModelEdge[])[] {
  let at = 0;
  return passages.map(({ target }) => {
    const start = at;
    while (path[at]?.target !== target) at += 1;
    at += 1;
    return path.slice(start, at);
  });
}
