/**
 * UFO's predicate abstraction, Cartesian and Boolean (uCP and uBP in the paper's tables): states are valuations of predicates, and
 * the predicates of a cut point are those that refinement found there. Posts are computed over whole blocks, by the code that
 * the predicate analysis has.
 */
import type { Domain } from "../../domains/domain.ts";
import { ALL, type Diagram, EMPTY, forEachTest, intersection, isSubset, union } from "../../logic/diagram.ts";
import { and, type Formula, type Variable } from "../../logic/term.ts";
import type { ModelLiveness } from "../../model/live.ts";
import type { SolverFactory } from "../../smt/solver.ts";
import { counted } from "../../util/counted.ts";
import { AbstractPost } from "../abstract-post.ts";
import type { CutPoint, CutPointGraph } from "../cutpoint-graph.ts";
import type { AbstractionKind } from "../predicate-abstraction.ts";
import { literalState, Precision, Predicates } from "../predicates.ts";
import type { Poster, Posts } from "./post.ts";
import type { Label } from "./unrolling.ts";

interface Solving {
  readonly solver: SolverFactory;
  readonly precise: SolverFactory | undefined;
  readonly tick: (work: number) => void;
}

interface PredicateAbstraction {
  readonly domain: Domain<Diagram>;
  posts(graph: CutPointGraph, liveness: ModelLiveness): Poster<Diagram>;
  /** The cut point gets the interpolant's predicates. */
  learn(at: CutPoint, interpolant: Formula): void;
  dispose(): void;
}

export function predicateAbstraction(kind: AbstractionKind, solving: Solving): PredicateAbstraction {
  const predicates = new Predicates();
  let live: ModelLiveness | undefined;
  const precision = new Precision((of, at) => live?.isLive(of, at) ?? false);
  let post: AbstractPost | undefined;
  return {
    domain: domainOf(predicates, kind),
    posts(graph, liveness) {
      live = liveness;
      post = new AbstractPost({ ...solving, graph, liveness, predicates, kind });
      return posterOf(post, precision, domainOf(predicates, kind));
    },
    learn({ location }, interpolant) {
      const found = kind === "boolean" ? predicates.atomsOf(interpolant) : predicates.conjunctsOf(interpolant);
      if (location !== undefined) precision.add(location, found);
    },
    dispose: () => post?.dispose(),
  };
}

function posterOf(post: AbstractPost, precision: Precision, domain: Domain<Diagram>): Poster<Diagram> {
  return {
    post(source, { state }): Posts<Diagram> {
      const states = new Map<CutPoint, Diagram>();
      if (state === EMPTY) return { states, edges: [] };
      for (const action of source.actions) {
        const { location } = action.target;
        const after = post.along(action, state, location === undefined ? [] : precision.at(location));
        if (after !== EMPTY) states.set(action.target, after);
      }
      return { states, edges: source.actions.flatMap(({ edges }) => edges) };
    },
    tighten(label, after): Label<Diagram> {
      const formula = and([label.formula, domain.toFormula(after)]);
      return { formula, state: intersection(label.state, after), kind: "refined" };
    },
  };
}

/** Blocks are followed by the solver, so that the operations of single edges say nothing. */
function domainOf(predicates: Predicates, kind: AbstractionKind): Domain<Diagram> {
  const join = (a: Diagram, b: Diagram) => (kind === "boolean" ? union(a, b) : conjunction(union(a, b)));
  return {
    name: "predicates",
    top: ALL,
    bottom: EMPTY,
    isBottom: (state) => state === EMPTY,
    leq: isSubset,
    join,
    meet: intersection,
    widen: join,
    assign: () => ALL,
    forget: () => ALL,
    assume: (state, condition) =>
      intersection(state, predicates.stateOf(condition, kind === "boolean" ? "atoms" : "conjuncts")),
    toFormula: (state) => predicates.formulaOf(state),
    show: (state) => `${counted(state.depth, "predicate")}`,
  };
}

/** The strongest conjunction of literals above the state. */
function conjunction(state: Diagram): Diagram {
  const tested = new Set<Variable>();
  forEachTest(state, ({ variable }) => tested.add(variable));
  let cube: Diagram = state === EMPTY ? EMPTY : ALL;
  for (const variable of tested)
    for (const value of ["true", "false"] as const) {
      const literal = literalState({ variable }, value);
      if (isSubset(state, literal)) cube = intersection(cube, literal);
    }
  return cube;
}
