/**
 * The checker of proofs by k-induction. It unrolls the model block by block, in its own way (unrolled-block.ts), and asks a solver
 *   base   within k + 1 blocks, does an execution come to an error, or into code that the model does not cover?
 *   step   from any state at any cut point, does one that passes k blocks do so in the next one?
 * All have to be unsatisfiable. An invariant that the claim brings along is assumed at all cut points of the step, and proved
 * first (block-check.ts).
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
import { excludes, type Reached, TOO_LARGE } from "./unrolling-check.ts";

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

function unrolled(
  model: Model,
  start: ModelLocation,
  factory: SolverFactory,
  budget: Budget,
  check: (unrolling: InductionCheck) => BlockCheck,
): BlockCheck {
  const solver = factory.create({ limit: Number.POSITIVE_INFINITY, tick: (work) => budget.tick(work) });
  try {
    return check(new InductionCheck(model, start, solver, budget));
  } finally {
    solver.dispose();
  }
}

class InductionCheck {
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
      const bad = "an execution within the bound violates the property or leaves the model";
      const failure = excludes(this.#solver, next.bad, bad);
      this.obligations += next.bad.length === 0 ? 0 : 1;
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
      const way = this.#blocks.merged(location, ways);
      if (way === undefined || way.taken === FALSE || location.kind === "end") continue;
      (location.kind === "ordinary" ? ordinary : bad).push({ location, ...way });
    }
    return { ordinary, bad };
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
