/**
 * The checker of proofs by unrolling. It unrolls the model itself, block by block, in its own way (unrolled-block.ts), and asks a solver in every layer
 *   safety       does an execution come to an error, or into code that the model does not cover?
 *   completion   after the last layer: does an execution go on?
 * All have to be unsatisfiable. The depth is all that is taken from the claim.
 *
 * For a proof by k-induction the executions of at most k + 1 blocks are looked at in this way (the base), and then, from any
 * state at any cut point, those that pass k blocks: does the next block come to an error (the step)? An invariant that the
 * claim brings along is assumed at all cut points of the step, and proved first (block-check.ts).
 */
import { FALSE, not, or, TRUE } from "../logic/term.ts";
import type { Model, ModelLocation } from "../model/model.ts";
import { allBlocks, blockFrom } from "../model/view/blocks.ts";
import { IDENTITY, type Way } from "../smt/encode/ssa.ts";
import { FreshVariables } from "../smt/fresh.ts";
import type { Solver, SolverFactory } from "../smt/solver.ts";
import type { Budget } from "../util/budget.ts";
import { memoised } from "../util/memo.ts";
import { type BlockCheck, checkBlocks, Invariants, inEnvironment } from "./block-check.ts";
import type { Certificate } from "./claim.ts";
import { UnrolledBlocks } from "./unrolled-block.ts";

/** A cut point that executions come to after so many blocks. */
interface Reached extends Way {
  readonly location: ModelLocation;
}

export function checkUnrolling(model: Model, depth: number, factory: SolverFactory, budget: Budget): BlockCheck {
  return unrolled(model, model.entry, factory, budget, (check) => {
    const failure = check.safe(depth) ?? check.ends(`an execution passes more than ${depth} cut points`);
    return failure ?? { kind: "proved", labels: 0, obligations: check.obligations };
  });
}

export function checkInduction(
  model: Model,
  certificate: Certificate,
  k: number,
  factory: SolverFactory,
  budget: Budget,
): BlockCheck {
  const labels = certificate.locations.length;
  const invariant = labels === 0 ? undefined : checkBlocks(model, certificate, factory, budget, "errors left out");
  if (invariant !== undefined && invariant.kind !== "proved") return invariant;
  let obligations = invariant?.obligations ?? 0;
  const base = unrolled(model, model.entry, factory, budget, (check) => {
    const failure = check.safe(k + 1);
    return failure ?? { kind: "proved", labels, obligations: check.obligations };
  });
  if (base.kind !== "proved") return base;
  obligations += base.obligations;
  const starts = cutPointsOf(model);
  if (starts === undefined) return TOO_LARGE;
  const invariants = labels === 0 ? undefined : new Invariants(certificate, model.entry);
  for (const start of starts) {
    const step = unrolled(model, start, factory, budget, (check) => {
      const failure = check.pass(k, invariants) ?? check.safe(1);
      return failure ?? { kind: "proved", labels, obligations: check.obligations };
    });
    if (step.kind !== "proved") return step;
    obligations += step.obligations;
  }
  return { kind: "proved", labels, obligations };
}

const TOO_LARGE: BlockCheck = { kind: "undecided", reason: "a part of the program without loops is too large" };

function unrolled(
  model: Model,
  start: ModelLocation,
  factory: SolverFactory,
  budget: Budget,
  check: (unrolling: UnrollingCheck) => BlockCheck,
): BlockCheck {
  const solver = factory.create({ limit: Number.POSITIVE_INFINITY, tick: (work) => budget.tick(work) });
  try {
    return check(new UnrollingCheck(model, start, solver, budget));
  } finally {
    solver.dispose();
  }
}

class UnrollingCheck {
  readonly #model: Model;
  readonly #solver: Solver;
  readonly #budget: Budget;
  readonly #blocks: UnrolledBlocks;
  #layer: readonly Reached[];
  obligations = 0;

  constructor(model: Model, start: ModelLocation, solver: Solver, budget: Budget) {
    this.#model = model;
    this.#solver = solver;
    this.#budget = budget;
    this.#blocks = new UnrolledBlocks(new FreshVariables(), (formula) => solver.assert(formula));
    this.#layer = [{ location: start, taken: TRUE, environment: IDENTITY }];
  }

  /** Whether the next blocks are free of errors; the failure where they are not known to be. */
  safe(blocks: number): BlockCheck | undefined {
    for (let passed = 0; passed < blocks && this.#layer.length > 0; passed++) {
      const next = this.#next();
      if (next === undefined) return TOO_LARGE;
      const failure = this.#exclude(
        next.bad,
        "an execution within the bound violates the property or leaves the model",
      );
      if (failure !== undefined) return failure;
      this.#layer = next.ordinary;
    }
    return undefined;
  }

  /** Goes on behind so many blocks, whatever else they lead to; all cut points on the way satisfy the invariant. */
  pass(blocks: number, invariants: Invariants | undefined): BlockCheck | undefined {
    for (let passed = 0; ; passed++) {
      for (const { location, taken, environment } of this.#layer) {
        const invariant = invariants === undefined ? TRUE : invariants.at(location);
        if (invariant === undefined)
          return { kind: "undecided", reason: "a label says something that the checker cannot express" };
        this.#solver.assert(or([not(taken), inEnvironment(invariant, environment)]));
      }
      if (passed === blocks) return undefined;
      const next = this.#next();
      if (next === undefined) return TOO_LARGE;
      this.#layer = next.ordinary;
    }
  }

  /** Whether no execution comes as far as this. */
  ends(failure: string): BlockCheck | undefined {
    return this.#exclude(this.#layer, failure);
  }

  /** What the blocks of the layer lead to; undefined where one is too large. */
  #next(): { readonly ordinary: readonly Reached[]; readonly bad: readonly Reached[] } | undefined {
    const arrivals = new Map<ModelLocation, Way[]>();
    for (const reached of this.#layer) {
      const block = blockFrom(this.#model, reached.location);
      if (block === undefined) return undefined;
      this.#budget.tick(1 + block.edges.length);
      for (const [location, ways] of this.#blocks.ways(block, reached))
        memoised(arrivals, location, () => []).push(...ways);
    }
    const [ordinary, bad]: [Reached[], Reached[]] = [[], []];
    for (const [location, ways] of arrivals) {
      const way = this.#blocks.merged(ways);
      if (way === undefined || way.taken === FALSE || location.kind === "end") continue;
      (location.kind === "ordinary" ? ordinary : bad).push({ location, ...way });
    }
    return { ordinary, bad };
  }

  /** Undefined where none of them is reached. */
  #exclude(reached: readonly Reached[], failure: string): BlockCheck | undefined {
    const [first] = reached;
    if (first === undefined) return undefined;
    this.obligations += 1;
    const goal = or(reached.map(({ taken }) => taken));
    const answer = this.#solver.check([goal]);
    if (answer === "sat") return { kind: "refuted", reason: failure, location: first.location };
    if (answer === "unknown")
      return { kind: "undecided", reason: `the ${this.#solver.name} solver gave up: ${this.#solver.reason()}` };
    this.#solver.assert(not(goal));
    return undefined;
  }
}

/** All cut points that blocks lead to from the entry; undefined where a block is too large. */
function cutPointsOf(model: Model): readonly ModelLocation[] | undefined {
  const found: ModelLocation[] = [];
  for (const block of allBlocks(model)) {
    if (block === undefined) return undefined;
    if (block.source.cutPoint) found.push(block.source);
  }
  return found;
}
