/**
 * The checker of proofs by unrolling. It unrolls the model itself, block by block, in its own way (an unknown for every merged
 * value, with what each way in says of it), and asks a solver in every layer
 *   safety       does an execution come to an error, or into code that the model does not cover?
 *   completion   after the last layer: does an execution go on?
 * All have to be unsatisfiable. The depth is all that is taken from the claim.
 */
import { eq, type Formula, ite, not, or, type Term, TRUE, type Variable, variable } from "../logic/term.ts";
import { isIntegral } from "../logic/types.ts";
import type { Model, ModelLocation } from "../model/model.ts";
import { blockFrom } from "../model/view/blocks.ts";
import { encodeBlock } from "../smt/encode/block.ts";
import { type Environment, IDENTITY, valueIn } from "../smt/encode/ssa.ts";
import { FreshVariables, isSet } from "../smt/fresh.ts";
import type { Solver, SolverFactory } from "../smt/solver.ts";
import type { Budget } from "../util/budget.ts";
import type { BlockCheck } from "./block-check.ts";

/** A cut point that executions come to after so many blocks. */
interface Reached {
  readonly location: ModelLocation;
  readonly literal: Formula;
  readonly environment: Environment;
}

export function checkUnrolling(model: Model, depth: number, factory: SolverFactory, budget: Budget): BlockCheck {
  const solver = factory.create({ limit: Number.POSITIVE_INFINITY, tick: (work) => budget.tick(work) });
  try {
    return new UnrollingCheck(model, solver, budget).run(depth);
  } finally {
    solver.dispose();
  }
}

class UnrollingCheck {
  readonly #model: Model;
  readonly #solver: Solver;
  readonly #budget: Budget;
  readonly #fresh = new FreshVariables();
  #obligations = 0;

  constructor(model: Model, solver: Solver, budget: Budget) {
    this.#model = model;
    this.#solver = solver;
    this.#budget = budget;
  }

  run(depth: number): BlockCheck {
    let layer: readonly Reached[] = [{ location: this.#model.entry, literal: TRUE, environment: IDENTITY }];
    for (let passed = 0; passed < depth && layer.length > 0; passed++) {
      const next = this.#next(layer);
      if (!Array.isArray(next)) return next as BlockCheck;
      layer = next;
    }
    const rest = this.#exclude(layer, `an execution passes more than ${depth} cut points`);
    return rest ?? { kind: "proved", labels: 0, obligations: this.#obligations };
  }

  /** The cut points behind a layer, or why its blocks are not known to be safe. */
  #next(layer: readonly Reached[]): Reached[] | BlockCheck {
    const arrivals = new Map<ModelLocation, Reached[]>();
    const bad: Reached[] = [];
    for (const { location: source, literal, environment } of layer) {
      const block = blockFrom(this.#model, source);
      if (block === undefined) return { kind: "undecided", reason: "a part of the program without loops is too large" };
      this.#budget.tick(1 + block.edges.length);
      const encoded = encodeBlock(block, environment, this.#fresh, { entered: literal });
      this.#solver.assert(encoded.formula);
      for (const [location, exit] of encoded.exits) {
        if (exit.reached.kind === "false" || location.kind === "end") continue;
        const reached = { location, literal: exit.reached, environment: exit.environment };
        if (location.kind !== "ordinary") bad.push(reached);
        else arrivals.set(location, [...(arrivals.get(location) ?? []), reached]);
      }
    }
    return (
      this.#exclude(bad, "an execution within the bound violates the property or leaves the model") ??
      [...arrivals].map(([location, ways]) => this.#merge(location, ways))
    );
  }

  /** Undefined where none of them is reached. */
  #exclude(reached: readonly Reached[], failure: string): BlockCheck | undefined {
    const [first] = reached;
    if (first === undefined) return undefined;
    this.#obligations += 1;
    const goal = or(reached.map(({ literal }) => literal));
    const answer = this.#solver.check([goal]);
    if (answer === "sat") return { kind: "refuted", reason: failure, location: first.location };
    if (answer === "unknown")
      return { kind: "undecided", reason: `the ${this.#solver.name} solver gave up: ${this.#solver.reason()}` };
    this.#solver.assert(not(goal));
    return undefined;
  }

  #merge(location: ModelLocation, ways: readonly Reached[]): Reached {
    const [only] = ways as [Reached, ...Reached[]];
    if (ways.length === 1) return only;
    const literal = isSet(this.#fresh.boolean(`layer ${location.id}`));
    this.#solver.assert(or([not(literal), ...ways.map((way) => way.literal)]));
    const environment = new Map<Variable, Term>();
    const variables = new Set(ways.flatMap((way) => [...way.environment.keys()]));
    for (const of of variables) environment.set(of, this.#mergeVariable(of, ways));
    return { location, literal, environment };
  }

  #mergeVariable(of: Variable, ways: readonly Reached[]): Term {
    const terms = ways.map(({ environment }) => valueIn(environment, of));
    const [first] = terms as [Term, ...Term[]];
    if (terms.every((term) => term === first)) return first;
    if (!isIntegral(of.type)) return ways.reduce((merged, way, i) => ite(way.literal, terms[i] as Term, merged), first);
    const name = variable(this.#fresh.make(of.name, of.type));
    ways.forEach((way, i) => {
      this.#solver.assert(or([not(way.literal), eq(name, terms[i] as Term)]));
    });
    return name;
  }
}
