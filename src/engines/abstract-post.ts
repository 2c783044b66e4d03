/**
 * The abstract post over a block (Beyer, Keremoglu and Wendler, "Predicate Abstraction with Adjustable-Block Encoding", FMCAD
 * 2010): the paths of a block are one formula, and the abstraction is computed at its end only. A block is encoded once, over
 * the variables where it starts, and a solver keeps it with all that it has learnt; a query adds the state at the start and
 * the predicates at the end, put in terms of the start.
 *
 * What linear arithmetic cannot decide is asked of the bit-precise solver.
 */
import { type Diagram, EMPTY } from "../logic/diagram.ts";
import { type Formula, or } from "../logic/term.ts";
import type { ModelLiveness } from "../model/live.ts";
import { isBad } from "../model/view/blocks.ts";
import { type EncodedBlock, encodeBlock } from "../smt/encode/block.ts";
import { IDENTITY, inEnvironment } from "../smt/encode/ssa.ts";
import { FreshVariables } from "../smt/fresh.ts";
import type { Solver, SolverFactory } from "../smt/solver.ts";
import { memoised } from "../util/memo.ts";
import type { Action, CutPoint, CutPointGraph } from "./cutpoint-graph.ts";
import {
  type Abstraction,
  type AbstractionKind,
  type Asked,
  abstractionOf,
  linearThenPrecise,
} from "./predicate-abstraction.ts";
import type { Predicate, Predicates } from "./predicates.ts";

export interface AbstractPostParts {
  readonly graph: Pick<CutPointGraph, "blockFrom">;
  readonly liveness: ModelLiveness;
  readonly predicates: Predicates;
  readonly kind: AbstractionKind;
  readonly solver: SolverFactory;
  /** Asked where the other gives up. */
  readonly precise: SolverFactory | undefined;
  readonly tick: (work: number) => void;
}

// With a block for every edge there may be many; each holds a formula and what was learnt of it.
const MOST_SOLVERS = 200;

export class AbstractPost {
  readonly #parts: AbstractPostParts;
  readonly #fresh = new FreshVariables();
  readonly #encoded = new Map<CutPoint, EncodedBlock>();
  #solvers = new Map<SolverFactory, Map<CutPoint, Solver>>();
  #made = 0;
  /** By action, state before and number of predicates behind it: precisions only grow, so that the number tells which. */
  readonly #known = new Map<Action, Map<Diagram, { readonly predicates: number; readonly state: Diagram }>>();
  computed = 0;

  constructor(parts: AbstractPostParts) {
    this.#parts = parts;
  }

  /** A state that contains all that comes by the action from a state of `before`; empty where nothing does. */
  along(action: Action, before: Diagram, predicates: readonly Predicate[]): Diagram {
    const known = memoised(this.#known, action, () => new Map());
    const last = known.get(before);
    if (last?.predicates === predicates.length) return last.state;
    const state = this.#compute(action, this.#parts.predicates.formulaOf(before), predicates);
    known.set(before, { predicates: predicates.length, state });
    return state;
  }

  /** Whether something may come by the action from where the formula holds. */
  mayTake(action: Action, before: Formula): boolean {
    return this.#compute(action, before, []) !== EMPTY;
  }

  #compute(action: Action, before: Formula, predicates: readonly Predicate[]): Diagram {
    this.computed += 1;
    return linearThenPrecise(this.#parts, (factory) => this.#ask(factory, action, before, predicates));
  }

  #ask(factory: SolverFactory, action: Action, before: Formula, predicates: readonly Predicate[]): Abstraction {
    const { kind } = this.#parts;
    const block = this.#encodedFrom(action.source);
    const solver = this.#solverFor(factory, action.source, block);
    solver.push();
    try {
      solver.assert(before);
      solver.assert(reachedBy(block, action));
      const { location } = action.target;
      const asked: Asked[] = [];
      if (location !== undefined) {
        const environment = block.exits.get(location)?.environment ?? IDENTITY;
        for (const predicate of predicates)
          asked.push({ predicate, formula: inEnvironment(predicate.formula, environment) });
      }
      return abstractionOf(solver, asked, kind);
    } finally {
      solver.pop();
    }
  }

  #encodedFrom(source: CutPoint): EncodedBlock {
    const { graph, liveness } = this.#parts;
    return memoised(this.#encoded, source, () =>
      encodeBlock(graph.blockFrom(source), IDENTITY, this.#fresh, { observed: (exit) => liveness.at(exit) }),
    );
  }

  #solverFor(factory: SolverFactory, source: CutPoint, block: EncodedBlock): Solver {
    if (this.#made > MOST_SOLVERS) this.dispose();
    const solvers = memoised(this.#solvers, factory, () => new Map<CutPoint, Solver>());
    return memoised(solvers, source, () => {
      this.#made += 1;
      const solver = factory.create({ tick: this.#parts.tick });
      solver.assert(block.formula);
      return solver;
    });
  }

  dispose(): void {
    for (const solvers of this.#solvers.values()) for (const solver of solvers.values()) solver.dispose();
    this.#solvers = new Map();
    this.#made = 0;
  }
}

/** That the path of the block is one of the action. */
function reachedBy(block: EncodedBlock, { target }: Action) {
  const { location } = target;
  if (location !== undefined) return block.exits.get(location)?.reached ?? or([]);
  return or([...block.exits].filter(([exit]) => isBad(exit)).map(([, { reached }]) => reached));
}
