/**
 * One analysis of a model from start to end: an invariant for each location at which it keeps one, and the paths that may
 * still reach an error. The presets differ in how they iterate; what comes out looks the same.
 */
import { type Domain, supports } from "../../domains/domain.ts";
import type { Certificate } from "../../evidence/claim.ts";
import { and, type Formula, TRUE } from "../../logic/term.ts";
import type { Model, ModelLocation } from "../../model/model.ts";
import { isBad } from "../../model/view/blocks.ts";
import type { SolverFactory } from "../../smt/solver.ts";
import type { Budget } from "../../util/budget.ts";
import { chosenDomain, count, type EngineContext } from "../engine.ts";
import { classical, type States } from "./chaotic-iteration.ts";
import { convexModel } from "./convex-model.ts";
import { ExplodingOracle } from "./explode.ts";
import { type Facts, SolverOracle } from "./focus-path.ts";
import { guided } from "./guided.ts";
import { type Counters, PathFocusing, type PathObserver, type Strategy } from "./iteration.ts";
import { lookahead } from "./lookahead.ts";
import { arrivals, narrow } from "./narrow.ts";
import type { Oracle } from "./oracle.ts";
import {
  type GraphNode,
  type Observed,
  type Partition,
  type Path,
  type ReducedGraph,
  reducedGraph,
} from "./reduced-graph.ts";
import { Pictures } from "./snapshot.ts";
import { stridesOf } from "./strides.ts";
import type { Abstraction } from "./transformer.ts";

export interface Analysis {
  /** Disjuncts of the invariant at a cut point; none where it is unreachable. */
  labelsAt(location: ModelLocation): readonly Formula[];
  readonly locations: readonly ModelLocation[];
  /** What may still go wrong, as far as the invariants say. */
  readonly surviving: readonly Surviving[];
  /** All errors that a block leads to. */
  errors(): readonly ModelLocation[];
  /** With `observed`: all that arrives where executions end for this reason; a state of the domain. */
  arrivingAt(reason: string): unknown;
}

export interface Surviving {
  /** Where the path starts. */
  readonly from: GraphNode;
  /** The last part of an error path, from a cut point; empty where the analysis has none. */
  readonly path: Path;
  readonly location: ModelLocation;
  readonly certain: "abstract" | "solver gave up";
}

export type Iteration =
  | { readonly kind: "focus" | "explode"; readonly strategy: Strategy }
  | { readonly kind: "all locations"; readonly widening: Widening };

/** up to guards: the classical one, which stops where the program compares. */
type Widening = "classical" | "up to guards" | "lookahead" | "guided";

/**
 * Undefined where the program is too large for blocks.
 * @param observed variables of interest where executions end; with it, what arrives there is collected.
 */
export function analyse(
  model: Model,
  context: EngineContext,
  iteration: Iteration,
  partition: Partition,
  observed?: Observed,
): Analysis | undefined {
  const domain = chosenDomain(context);
  const seen = iteration.kind === "all locations" ? model : convexModel(model);
  const sources = supports(domain, "remembersSources") ? "kept" : "forgotten";
  const graph = reducedGraph(seen, partition, observed, undefined, sources);
  if (graph === undefined) return undefined;
  const abstraction = { domain, live: graph.live, budget: context.budget };
  return iteration.kind === "all locations"
    ? overLocations(model, graph, abstraction, context, iteration.widening)
    : overPaths(
        graph,
        abstraction,
        context,
        iteration,
        factsFor(model, graph, context, iteration),
        observed === undefined ? "nothing" : "arrivals",
      );
}

function factsFor(
  model: Model,
  graph: ReducedGraph,
  context: EngineContext,
  { kind, strategy }: Iteration & { kind: "focus" | "explode" },
): Facts {
  return kind === "focus" && strategy.strides === "on" ? stridesOf(model, graph, context) : new Map();
}

function overLocations<S>(
  model: Model,
  graph: ReducedGraph,
  abstraction: Abstraction<S>,
  context: EngineContext,
  widening: Widening,
): Analysis {
  const states = statesBy(widening, model, abstraction, context);
  const { domain } = abstraction;
  const reached = [...states.keys()].filter(isBad);
  const surviving =
    widening === "up to guards" && reached.length > 0
      ? survivingPaths(graph, abstraction, context, states, new Set(reached))
      : reached.map((location): Surviving => {
          const isBefore = ({ location: from }: GraphNode) =>
            from.cutPoint && states.has(from) && graph.blockOf(from).exits.includes(location);
          return { from: graph.nodes.findLast(isBefore) ?? graph.entry, path: [], location, certain: "abstract" };
        });
  return {
    arrivingAt: (reason) => {
      const found = [...states].filter(([location]) => location.reason === reason).map(([, state]) => state);
      return found.length === 0 ? undefined : found.reduce((a, b) => domain.join(a, b));
    },
    labelsAt: (location) => (states.has(location) ? [domain.toFormula(states.get(location) as S)] : []),
    locations: graph.nodes.map((node) => node.location).filter((location) => states.has(location)),
    errors: () => errorsIn(graph),
    surviving,
  };
}

function statesBy<S>(
  widening: Widening,
  model: Model,
  abstraction: Abstraction<S>,
  { statistics }: EngineContext,
): States<ModelLocation, S> {
  switch (widening) {
    case "classical":
      return classical(abstraction, model);
    case "up to guards":
      return classical(abstraction, model, "guards");
    case "guided":
      return guided(abstraction, model, () => count(statistics, "phases"));
    case "lookahead":
      return lookahead(abstraction, model, () => count(statistics, "promotions"));
  }
}

/**
 * Of the errors that joins could not exclude, those that a path may reach from a cut point's invariant: within a block the solver sees
 * each path by itself, and that an element that is read twice is the same.
 */
function survivingPaths<S>(
  graph: ReducedGraph,
  { domain, budget }: Abstraction<S>,
  context: EngineContext,
  states: States<ModelLocation, S>,
  reached: ReadonlySet<ModelLocation>,
): readonly Surviving[] {
  const oracle = oracleBySolvers(graph, domain, context, budget, new Map());
  try {
    const known = new Map<GraphNode, S>();
    for (const node of graph.nodes) {
      const state = states.get(node.location);
      if (state !== undefined) known.set(node, state);
    }
    return survivors(graph, known, oracle, (location) => reached.has(location));
  } finally {
    oracle.dispose();
  }
}

function oracleBySolvers<S>(
  graph: ReducedGraph,
  domain: Domain<S>,
  context: EngineContext,
  budget: Budget,
  facts: Facts,
): Oracle<S> {
  const options = { tick: (work: number) => budget.tick(work) };
  const counted = () => count(context.statistics, "solverCalls");
  return new SolverOracle(graph, domain, solversOf(context), options, facts, counted);
}

function overPaths<S>(
  graph: ReducedGraph,
  abstraction: Abstraction<S>,
  context: EngineContext,
  { kind, strategy }: Iteration & { kind: "focus" | "explode" },
  facts: Facts,
  collect: "arrivals" | "nothing",
): Analysis {
  const { domain, budget } = abstraction;
  const { statistics } = context;
  const oracle: Oracle<S> =
    kind === "explode"
      ? new ExplodingOracle(graph.model, abstraction, () => count(statistics, "explicitPaths"))
      : oracleBySolvers(graph, domain, context, budget, facts);
  const counters: Counters = { paths: 0, selfLoops: 0, accelerated: 0, widenings: 0, fallbacks: 0 };
  try {
    const pictures = context.record === undefined ? undefined : new Pictures(graph, domain, context.record);
    const observe: PathObserver = (...followed) => pictures?.followed(analysis.states, ...followed);
    const analysis = new PathFocusing(graph, abstraction, oracle, strategy, counters, pictures && observe);
    analysis.run();
    narrow(analysis, abstraction, oracle, strategy.narrowing);
    const surviving = survivors(graph, analysis.states, oracle);
    pictures?.ended(analysis.states, surviving);
    const arriving = collect === "nothing" ? new Map<string, S>() : collectArrivals(analysis, abstraction, oracle);
    return {
      arrivingAt: (reason) => arriving.get(reason),
      labelsAt: (location) => labels(graph, domain, analysis.states, facts, location),
      locations: graph.nodes.filter((node) => analysis.states.has(node)).map((node) => node.location),
      errors: () => errorsIn(graph),
      surviving,
    };
  } finally {
    oracle.dispose();
    for (const [name, value] of Object.entries(counters)) count(statistics, name, value);
  }
}

/** The own solver first: it starts at once and is quick on small questions. */
function solversOf({ solvers }: EngineContext): readonly SolverFactory[] {
  return solvers.z3 === undefined ? [solvers.own] : [solvers.own, solvers.z3];
}

function labels<S>(
  graph: ReducedGraph,
  domain: Domain<S>,
  states: States<GraphNode, S>,
  facts: Facts,
  location: ModelLocation,
): Formula[] {
  return graph.nodesAt(location).flatMap((node) => {
    const state = states.get(node);
    return state === undefined ? [] : [and([node.cell, domain.toFormula(state), facts.get(location) ?? TRUE])];
  });
}

/** What arrives at exits, by their reason. */
function collectArrivals<S>(analysis: PathFocusing<S>, abstraction: Abstraction<S>, oracle: Oracle<S>): Map<string, S> {
  const arriving = new Map<string, S>();
  for (const from of analysis.states.keys())
    for (const location of analysis.graph.blockOf(from.location).exits) {
      const { reason } = location;
      if (reason === undefined || location.kind === "unmodelled") continue;
      const state = arrivals(analysis, abstraction, oracle, from, { location, cell: TRUE }, arriving.get(reason));
      if (state !== undefined) arriving.set(reason, state);
    }
  return arriving;
}

function errorsIn(graph: ReducedGraph): readonly ModelLocation[] {
  return [...new Set(graph.nodes.flatMap(({ location }) => graph.blockOf(location).exits.filter(isBad)))];
}

/** For each node a path to each error, of those that are asked about, that its states may reach. */
function survivors<S>(
  graph: ReducedGraph,
  states: States<GraphNode, S>,
  oracle: Oracle<S>,
  asked: (location: ModelLocation) => boolean = isBad,
): Surviving[] {
  const found: Surviving[] = [];
  for (const [from, state] of states) {
    for (const location of graph.blockOf(from.location).exits.filter(asked)) {
      const focus = oracle.focus(from, state, [{ location, cell: TRUE, known: undefined }], []);
      if (focus.kind === "path") found.push({ from, path: focus.path, location, certain: "abstract" });
      else if (focus.kind === "unknown") found.push({ from, path: [], location, certain: "solver gave up" });
    }
  }
  return found;
}

export function certificateOf(analysis: Analysis): Certificate {
  return {
    granularity: "cut-points",
    locations: [...new Set(analysis.locations)],
    labelsAt: (location) => analysis.labelsAt(location).map((formula) => ({ kind: "formula", formula })),
  };
}
