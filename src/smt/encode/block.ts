/**
 * A block as one formula (Monniaux and Gonnord, "Focus Fixpoint Iterations", SAS 2011, section 3.2): a Boolean for each
 * location and edge. An edge that is taken leaves a location that is reached, and its conditions hold; a location that
 * is reached is so by an edge that is taken. Edges out of a location exclude each other, so that a model is one path,
 * however nondeterministic the program: the paper's choice variables are the edges' own Booleans. The implications of
 * the other direction are left out, since nobody asks whether a location is not reached.
 *
 * Where ways meet, a variable whose values differ gets a new name that each edge defines; arrays and floats, for which
 * solvers have no equations, become an if-then-else over the edges. Edges whose conditions contradict by constants alone
 * are left out, and so is everything behind them.
 */
import { and, FALSE, type Formula, not, or, TRUE, type Variable } from "../../logic/term.ts";
import { Liveness, type ModelLiveness } from "../../model/live.ts";
import type { ModelEdge, ModelLocation } from "../../model/model.ts";
import type { Block } from "../../model/view/blocks.ts";
import { type FreshVariables, isSet } from "../fresh.ts";
import type { SolverModel } from "../solver.ts";
import { type Environment, IDENTITY, mergeWays, post, variablesOn, type Way } from "./ssa.ts";

export interface BlockOptions {
  /** The variables that matter at an exit, all unless given: others may have no value of their own there. */
  readonly observed?: (exit: ModelLocation) => Iterable<Variable>;
  /** When the source is reached; TRUE unless given. */
  readonly entered?: Formula;
}

interface BlockExit {
  /** That the path ends here: `isSet` of a Boolean, or TRUE or FALSE where that is known. */
  readonly reached: Formula;
  /** The variables' values here, over the terms of the given environment and new variables. */
  readonly environment: Environment;
}

export interface EncodedBlock {
  /** Satisfiable by taking no edge, too: conjoin the `reached` of exits. */
  readonly formula: Formula;
  readonly exits: ReadonlyMap<ModelLocation, BlockExit>;
  /** That the path goes along the edge; FALSE where constants exclude it. */
  taken(edge: ModelEdge): Formula;
  /** The path that a model takes to an exit whose `reached` holds in it; to the first such where none is given. */
  pathIn(model: SolverModel, exit?: ModelLocation): ModelEdge[];
}

interface Arrival extends Way {
  readonly edge: ModelEdge;
}

export function encodeBlock(
  block: Block,
  environment: Environment,
  fresh: FreshVariables,
  options: BlockOptions = {},
): EncodedBlock {
  return new BlockEncoder(block, environment, fresh, options).encode();
}

/** What does not matter needs no copy at a merge. */
function liveIn(block: Block, observed: BlockOptions["observed"]): ModelLiveness | undefined {
  if (observed === undefined) return undefined;
  const ends = new Set(block.exits);
  return new Liveness(block.edges, { reads: "needed", observed: (at) => (ends.has(at) ? observed(at) : undefined) });
}

// Up to this many edges, excluding each pair is the smallest way to say "at most one".
const PAIRWISE = 5;

class BlockEncoder {
  readonly #block: Block;
  readonly #fresh: FreshVariables;
  readonly #start: Way;
  readonly #observed: BlockOptions["observed"];
  /** undefined: everything matters. */
  readonly #live: ModelLiveness | undefined;
  readonly #arrivals = new Map<ModelLocation, Arrival[]>();
  readonly #constraints: Formula[] = [];

  constructor(block: Block, environment: Environment, fresh: FreshVariables, options: BlockOptions) {
    this.#block = block;
    this.#fresh = fresh;
    this.#start = { taken: options.entered ?? TRUE, environment };
    this.#observed = options.observed;
    this.#live = liveIn(block, options.observed);
  }

  encode(): EncodedBlock {
    let location: ModelLocation | undefined;
    let group: ModelEdge[] = [];
    for (const edge of this.#block.edges) {
      if (edge.source !== location) {
        if (location !== undefined) this.#encodeGroup(location, group);
        location = edge.source;
        group = [];
      }
      group.push(edge);
    }
    if (location !== undefined) this.#encodeGroup(location, group);
    const exits = new Map<ModelLocation, BlockExit>();
    for (const exit of this.#block.exits) {
      const observed = this.#observed && new Set(this.#observed(exit));
      const { taken, environment } = this.#merge(exit, (of) => observed?.has(of) ?? true);
      exits.set(exit, { reached: taken, environment });
    }
    const arrivals = this.#arrivals;
    const source = this.#block.source;
    return {
      formula: and(this.#constraints),
      exits,
      taken: (edge) => arrivals.get(edge.target)?.find((arrival) => arrival.edge === edge)?.taken ?? FALSE,
      pathIn: (model, exit) => extractPath(model, arrivals, source, exit ?? reachedExit(model, exits)),
    };
  }

  /** The edges out of a location. */
  #encodeGroup(location: ModelLocation, edges: readonly ModelEdge[]): void {
    const reached =
      location === this.#block.source
        ? this.#start
        : this.#merge(location, (of) => this.#live?.isLive(of, location) ?? true);
    if (reached.taken.kind === "false") return;
    const open: { readonly edge: ModelEdge; readonly conditions: readonly Formula[]; readonly after: Environment }[] =
      [];
    for (const edge of edges) {
      const { conditions, environment } = post(edge.ops, reached.environment, this.#fresh);
      if (conditions[conditions.length - 1] !== FALSE) open.push({ edge, conditions, after: environment });
    }
    const taken: Formula[] = [];
    for (const { edge, conditions, after } of open) {
      // The only way on: whoever is here takes it.
      const same = open.length === 1 && (conditions.length === 0 || reached.taken.kind !== "true");
      const literal = same ? reached.taken : isSet(this.#fresh.boolean(`e${edge.id}`));
      if (!same) this.#require(or([not(literal), reached.taken]));
      for (const condition of conditions) this.#require(or([not(literal), condition]));
      taken.push(literal);
      const arrivals = this.#arrivals.get(edge.target);
      const arrival: Arrival = { edge, taken: literal, environment: after };
      if (arrivals === undefined) this.#arrivals.set(edge.target, [arrival]);
      else arrivals.push(arrival);
    }
    this.#excludePairs(taken);
  }

  #require(formula: Formula): void {
    if (formula.kind !== "true") this.#constraints.push(formula);
  }

  /** At most one of the literals; a ladder of new Booleans ("one of those so far") where there are many. */
  #excludePairs(literals: readonly Formula[]): void {
    if (literals.length <= PAIRWISE) {
      literals.forEach((a, i) => {
        for (const b of literals.slice(i + 1)) this.#require(or([not(a), not(b)]));
      });
      return;
    }
    let before: Formula = FALSE;
    for (const literal of literals) {
      this.#require(or([not(before), not(literal)]));
      const sofar = isSet(this.#fresh.boolean("sofar"));
      this.#require(or([not(before), sofar]));
      this.#require(or([not(literal), sofar]));
      before = sofar;
    }
  }

  #merge(location: ModelLocation, matters: (of: Variable) => boolean): Way {
    const arrivals = this.#arrivals.get(location);
    if (arrivals === undefined) return { taken: FALSE, environment: IDENTITY };
    const variables = () => [...variablesOn(arrivals)].filter(matters);
    return mergeWays(`l${location.id}`, arrivals, variables, this.#fresh, (formula) => this.#require(formula));
  }
}

function reachedExit(model: SolverModel, exits: ReadonlyMap<ModelLocation, BlockExit>): ModelLocation {
  for (const [exit, { reached }] of exits) if (model.holds(reached) === true) return exit;
  throw new Error("some exit should be reached in the model");
}

function extractPath(
  model: SolverModel,
  arrivals: ReadonlyMap<ModelLocation, readonly Arrival[]>,
  source: ModelLocation,
  exit: ModelLocation,
): ModelEdge[] {
  const path: ModelEdge[] = [];
  let at = exit;
  do {
    const arrival = arrivals.get(at)?.find(({ taken }) => model.holds(taken) === true);
    if (arrival === undefined) throw new Error("a location that is reached should be so by an edge that is taken");
    path.push(arrival.edge);
    at = arrival.edge.source;
  } while (at !== source);
  return path.reverse();
}
