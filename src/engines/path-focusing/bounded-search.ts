/**
 * Counterexamples: bounded model checking over the blocks' formulas. Layer k holds, for each node, whether it is reached
 * after k blocks and with which values; the next layer continues the formulas of its blocks. One solver sees them all; the
 * question at each depth is an assumption. A model is an error path of the whole program, which replay has to confirm.
 */
import { isLinear } from "../../logic/nonlinear.ts";
import { and, type Formula, not, or, TRUE } from "../../logic/term.ts";
import type { ModelEdge, ModelLocation } from "../../model/model.ts";
import { type EncodedBlock, encodeBlock } from "../../smt/encode/block.ts";
import { IDENTITY, mergeWays, type Way } from "../../smt/encode/ssa.ts";
import { FreshVariables } from "../../smt/fresh.ts";
import type { Solver, SolverModel } from "../../smt/solver.ts";
import { type Confirmed, confirmPath } from "../confirm.ts";
import { count, type EngineContext } from "../engine.ts";
import type { ReducedGraph } from "./reduced-graph.ts";

/** A way into a node of the next layer, or to an error. */
interface Arrival extends Way {
  readonly from: Reached;
  readonly encoded: EncodedBlock;
}

interface Reached extends Way {
  readonly location: ModelLocation;
  /** None at the entry. */
  readonly arrivals: readonly Arrival[];
}

// Paths that replay does not confirm, at one depth: more of the same kind would not be confirmed either.
const ATTEMPTS = 3;
// Edges of all layers together: beyond, a layer takes longer than all before it.
const LARGEST_UNROLLING = 60_000;

export class BoundedSearch {
  readonly #graph: ReducedGraph;
  readonly #context: EngineContext;
  readonly #solver: Solver;
  readonly #fresh = new FreshVariables();
  #layer: readonly Reached[];
  #edges = 0;

  constructor(graph: ReducedGraph, context: EngineContext) {
    this.#graph = graph;
    this.#context = context;
    const { budget, solvers } = context;
    const factory = (hasBits(graph) ? solvers.bits : undefined) ?? solvers.z3 ?? solvers.own;
    this.#solver = factory.create({ tick: (work) => budget.tick(work) });
    this.#layer = [{ location: graph.entry.location, taken: TRUE, environment: IDENTITY, arrivals: [] }];
  }

  /** Searches `depths` more layers; a confirmed counterexample, or none so far. */
  search(depths: number): Confirmed | undefined {
    for (let depth = 0; depth < depths && this.#layer.length > 0; depth += 1) {
      const found = this.#deepen();
      if (found !== undefined) return found;
    }
    return undefined;
  }

  /** Nothing is left to search: no execution goes on, or there is too much. */
  get exhausted(): boolean {
    return this.#layer.length === 0;
  }

  #deepen(): Confirmed | undefined {
    const { statistics, budget } = this.#context;
    count(statistics, "searchDepth");
    const errors: Reached[] = [];
    const next = new Map<ModelLocation, Arrival[]>();
    for (const from of this.#layer) {
      const block = this.#graph.blockOf(from.location);
      this.#edges += block.edges.length;
      budget.tick(block.edges.length);
      const encoded = encodeBlock(block, from.environment, this.#fresh, {
        entered: from.taken,
        observed: (exit) => this.#graph.live.at(exit),
      });
      this.#solver.assert(encoded.formula);
      for (const [location, { reached, environment }] of encoded.exits) {
        if (reached.kind === "false") continue;
        const arrival = { from, encoded, taken: reached, environment };
        if (location.kind === "error") errors.push({ location, taken: reached, environment, arrivals: [arrival] });
        else if (location.cutPoint) next.set(location, [...(next.get(location) ?? []), arrival]);
      }
    }
    const found = this.#ask(errors);
    this.#layer =
      this.#edges > LARGEST_UNROLLING ? [] : [...next].map(([location, arrivals]) => this.#merge(location, arrivals));
    return found;
  }

  #ask(errors: readonly Reached[]): Confirmed | undefined {
    const refused: Formula[] = [];
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const goal = or(errors.map(({ taken }) => taken));
      if (goal.kind === "false" || this.#solver.check([goal, ...refused]) !== "sat") return undefined;
      const model = this.#solver.model();
      const error = errors.find((way) => model.holds(way.taken) === true);
      if (error === undefined) return undefined;
      const taken: Formula[] = [];
      const outcome = confirmPath(this.#context, pathTo(error, model, taken));
      if (outcome.kind === "unsafe") return outcome;
      refused.push(not(and(taken)));
    }
    return undefined;
  }

  /** A node of the new layer. */
  #merge(location: ModelLocation, arrivals: readonly Arrival[]): Reached {
    const live = () => this.#graph.live.at(location);
    const way = mergeWays(`layer ${location.id}`, arrivals, live, this.#fresh, (formula) =>
      this.#solver.assert(formula),
    );
    return { location, ...way, arrivals };
  }

  dispose(): void {
    this.#solver.dispose();
  }
}

/** Whether linear arithmetic would have to split cases to follow the program. */
function hasBits(graph: ReducedGraph): boolean {
  return graph.nodes.some(({ location }) =>
    graph
      .blockOf(location)
      .edges.some(({ ops }) =>
        ops.some((op) => op.kind !== "havoc" && !isLinear([op.kind === "assign" ? op.value : op.condition])),
      ),
  );
}

/** The path of a model, from the program's entry; the literals of its edges are added to `taken`. */
function pathTo(error: Reached, model: SolverModel, taken: Formula[]): ModelEdge[] {
  const parts: ModelEdge[][] = [];
  for (let at = error; at.arrivals.length > 0; ) {
    const arrival = at.arrivals.find((way) => model.holds(way.taken) === true) as Arrival;
    const part = arrival.encoded.pathIn(model, at.location);
    for (const edge of part) taken.push(arrival.encoded.taken(edge));
    parts.push(part);
    at = arrival.from;
  }
  return parts.reverse().flat();
}
