/**
 * k-induction (Sheeran, Singh, Stalmarck, "Checking Safety Properties Using Induction and a SAT-Solver", FMCAD 2000; on
 * programs Donaldson, Haller, Kroening, Ruemmer, "Software Verification Using k-Induction", SAS 2011). Base: no execution comes
 * to an error within k + 1 blocks, by bounded model checking. Step: from any state at any cut point, whoever passes k blocks
 * comes to no error in the next one. States are restricted to invariants (Beyer, Dangl, Wendler, "Boosting k-Induction with
 * Continuously-Refined Invariants", CAV 2015), which other analyses compute in slices of work between the depths.
 */
import type { Certificate, Verdict } from "../../evidence/claim.ts";
import { type Formula, or, TRUE } from "../../logic/term.ts";
import type { Model, ModelLocation } from "../../model/model.ts";
import { allBlocks } from "../../model/view/blocks.ts";
import { Refused } from "../../smt/bits/blast.ts";
import { FALSE } from "../../smt/bits/circuit.ts";
import { BitsSession } from "../../smt/bits/session.ts";
import { inEnvironment } from "../../smt/encode/ssa.ts";
import { wasmSat } from "../../smt/sat/wasm-solver.ts";
import { memoised } from "../../util/memo.ts";
import type { EngineContext } from "../engine.ts";
import { BoundedModelChecking, orRefused } from "./bmc.ts";
import { type Layer, type Node, Unrolling } from "./unrolling.ts";

/** Invariants at cut points that an analysis finds within so much work; undefined where it finds none. */
export type InvariantSource = (model: Model, context: EngineContext, work: number) => Certificate | undefined;

// Units of work for the first source of invariants, and how much more each later one may have.
const FIRST_SLICE = 100_000;
const SLICE_GROWTH = 4;
// Conflicts of one question of the step: what is inductive shows itself soon, or with the next invariants.
const STEP_CONFLICTS = 20_000;
// A program with more cut points than this has its steps mostly fail, at great cost.
const MOST_CUT_POINTS = 200;

export function kInduction(model: Model, context: EngineContext, sources: readonly InvariantSource[]): Verdict {
  return orRefused(() => {
    const base = new BoundedModelChecking(model, context);
    try {
      return new KInduction(model, context, sources).run(base);
    } finally {
      base.dispose();
    }
  });
}

class KInduction {
  readonly #model: Model;
  readonly #context: EngineContext;
  readonly #sources: InvariantSource[];
  #invariants: Certificate = { granularity: "cut-points", locations: [], labelsAt: () => [] };
  #slice = FIRST_SLICE;

  constructor(model: Model, context: EngineContext, sources: readonly InvariantSource[]) {
    this.#model = model;
    this.#context = context;
    this.#sources = [...sources];
  }

  run(base: BoundedModelChecking): Verdict {
    const starts = cutPointsOf(this.#model);
    let step = this.#step(starts);
    for (;;) {
      const verdict = base.deepen();
      if (verdict !== undefined) return verdict;
      while (step !== undefined && step.k < base.depth) {
        const answer = step.holds();
        if (answer === "holds" && base.doubt === undefined && !base.leavesModel()) return this.#proved(step.k);
        if (answer !== "fails") {
          step.dispose();
          step = undefined;
        } else if (step.k > 0 && this.#strengthen()) {
          step.dispose();
          step = this.#step(starts);
        } else step.deepen();
      }
    }
  }

  #step(starts: readonly ModelLocation[] | undefined): Step | undefined {
    if (starts === undefined) return undefined;
    return new Step(this.#model, this.#context, starts, invariantsOf(this.#invariants));
  }

  /** Asks the next source of invariants; whether it knows something. */
  #strengthen(): boolean {
    const source = this.#sources.shift();
    if (source === undefined) return false;
    const found = source(this.#model, this.#context, this.#slice);
    this.#slice *= SLICE_GROWTH;
    if (found === undefined || found.locations.length === 0) return false;
    this.#invariants = found;
    return true;
  }

  #proved(k: number): Verdict {
    this.#context.statistics["k"] = k;
    return { kind: "safe", certificate: { ...this.#invariants, granularity: "cut-points", induction: { k } } };
  }
}

/** The step case from each cut point, one layer after the other. */
class Step {
  readonly #cases: Case[];
  k = 0;

  constructor(
    model: Model,
    context: EngineContext,
    starts: readonly ModelLocation[],
    invariant: (location: ModelLocation) => Formula,
  ) {
    this.#cases = starts.map((start) => new Case(model, context, start, invariant));
  }

  /** Whether no error follows k blocks, from any cut point; undefined where a case cannot be said. */
  holds(): "holds" | "fails" | undefined {
    try {
      // All of them, whatever the first says: each goes on from its own layer.
      for (const one of this.#cases) one.unroll();
      return this.#cases.every((one) => one.holds()) ? "holds" : "fails";
    } catch (error) {
      if (error instanceof Refused) return undefined;
      throw error;
    }
  }

  /** One block further; `holds` comes before. */
  deepen(): void {
    for (const one of this.#cases) one.deepen();
    this.k += 1;
  }

  dispose(): void {
    for (const one of this.#cases) one.dispose();
  }
}

/** Any state at one cut point, and what follows it. */
class Case {
  readonly #session: BitsSession;
  readonly #unrolling: Unrolling;
  readonly #invariant: (location: ModelLocation) => Formula;
  /** Where the next layer starts. */
  #nodes: readonly Node[];
  #layer: Layer | undefined;

  constructor(
    model: Model,
    { budget }: EngineContext,
    start: ModelLocation,
    invariant: (location: ModelLocation) => Formula,
  ) {
    const tick = (work: number) => budget.tick(work);
    this.#session = new BitsSession({ tick }, wasmSat);
    this.#unrolling = new Unrolling(model, this.#session, tick);
    this.#invariant = invariant;
    this.#nodes = [this.#unrolling.start(start)];
  }

  /** The layer that is next. */
  unroll(): Layer {
    if (this.#layer === undefined) {
      for (const node of this.#nodes) this.#assume(node);
      this.#layer = this.#unrolling.layer(this.#nodes);
    }
    return this.#layer;
  }

  /** Whether that has no error. */
  holds(): boolean {
    const { errors, unmodelled } = this.unroll();
    const goal = this.#session.or([...errors, ...unmodelled].map(({ guard }) => guard));
    if (goal === FALSE) return true;
    return this.#session.search([this.#session.literalOf(goal)], STEP_CONFLICTS) === "unsat";
  }

  deepen(): void {
    this.#nodes = this.unroll().frontier;
    this.#layer = undefined;
  }

  #assume({ location, guard, environment }: Node): void {
    const invariant = this.#invariant(location);
    if (invariant === TRUE) return;
    const holds = this.#session.signalOf(inEnvironment(invariant, environment));
    this.#session.assert(this.#session.or([guard ^ 1, holds]));
  }

  dispose(): void {
    this.#session.dispose();
  }
}

/** What an invariant says at a location; a location that it does not name may be in any state. */
function invariantsOf(certificate: Certificate): (location: ModelLocation) => Formula {
  const named = new Set(certificate.locations);
  const known = new Map<ModelLocation, Formula>();
  return (location) =>
    memoised(known, location, () => {
      if (!named.has(location)) return TRUE;
      return or([...certificate.labelsAt(location)].map((label) => (label.kind === "formula" ? label.formula : TRUE)));
    });
}

/** Cut points that blocks lead to from the entry; undefined where there are too many, or too much between them. */
function cutPointsOf(model: Model): readonly ModelLocation[] | undefined {
  const found: ModelLocation[] = [];
  for (const block of allBlocks(model)) {
    if (block === undefined || found.length > MOST_CUT_POINTS) return undefined;
    if (block.source.cutPoint) found.push(block.source);
  }
  return found;
}
