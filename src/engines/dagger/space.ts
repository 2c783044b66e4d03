/**
 * The abstract domain as the algorithms use it: Image of an edge (section 2), join, order, constraints of a state, and
 * whether a state meets an error cube; every operation counted and paid for.
 */

import type { Domain } from "../../domains/domain.ts";
import { supports } from "../../domains/domain.ts";
import { ConstraintSet, constraintFormula, type LinearConstraint, negateConstraint } from "../../logic/linear.ts";
import { and, type Variable } from "../../logic/term.ts";
import { typeRange } from "../../logic/types.ts";
import type { ModelOp } from "../../model/model.ts";
import * as int from "../../numbers/int.ts";
import { divideInward, type Interval, interval, meet, point } from "../../numbers/interval.ts";
import type { Budget } from "../../util/budget.ts";
import { memoised } from "../../util/memo.ts";
import { count, type Statistics } from "../engine.ts";
import { afterOp, afterOps } from "../post.ts";
import type { ControlEdge } from "./control-graph.ts";
import { type Cube, halves } from "./cube.ts";
import { LinearSystem } from "./linear-system.ts";
import { Preimage } from "./preimage.ts";

/** Units of work of one domain operation besides what its kernels count themselves. */
const OPERATION = 40;

export class Space<S> {
  readonly domain: Domain<S>;
  /** Does the domain keep ranges apart from its relations? */
  readonly ranges: "beside" | "none";
  readonly #statistics: Statistics;
  readonly #budget: Budget;
  readonly #arithmetic: "rationals" | "integers";
  /** Constraints that held in a state only after rounding to integers, which the order does not do. */
  readonly rounded = new ConstraintSet();
  readonly #constraints = new WeakMap<object, readonly LinearConstraint[]>();

  constructor(domain: Domain<S>, statistics: Statistics, budget: Budget, arithmetic: "rationals" | "integers") {
    this.domain = domain;
    this.ranges = supports(domain, "rangesBeside") ? "beside" : "none";
    this.#statistics = statistics;
    this.#budget = budget;
    this.#arithmetic = arithmetic;
    for (const name of COUNTERS) statistics[name] ??= 0;
  }

  count(name: Counter): void {
    count(this.#statistics, name);
    this.#budget.tick(OPERATION);
  }

  /** Image(s, l, l'), without the variables nobody reads afterwards. */
  Image(state: S, edge: ControlEdge): S {
    this.count("images");
    const { domain } = this;
    let result = afterOps(domain, state, edge.ops, () => this.#budget.tick(OPERATION));
    if (result === domain.bottom) return result;
    for (const of of edge.dead) result = domain.forget(result, of);
    return result;
  }

  /** Preimage of a cube through an edge from a state: those cubes that meet the state. */
  Preimage(cube: Cube, edge: Pick<ControlEdge, "ops">, from: S): readonly Cube[] {
    this.count("preimages");
    let along: S[] | undefined;
    const rangesAt = (index: number) => {
      along ??= this.#statesAlong(from, edge.ops);
      const here = along[index]!;
      return (of: Variable) => this.bounds(here, of);
    };
    return Preimage(cube, edge.ops, rangesAt).filter((before) => this.meets(from, before));
  }

  #statesAlong(from: S, ops: readonly ModelOp[]): S[] {
    const states = [from];
    for (const op of ops) {
      this.#budget.tick(OPERATION);
      states.push(afterOp(this.domain, states[states.length - 1] as S, op));
    }
    return states;
  }

  bounds(state: S, of: Variable): Interval {
    const { domain } = this;
    if (supports(domain, "bounds")) return domain.bounds(state, of);
    return this.constraints(state).reduce((range, { relation, expression }) => {
      if (expression.variables.length !== 1 || expression.variables[0] !== of) return range;
      const bound = int.negate(expression.constant);
      const values = relation === "eq" ? point(bound) : interval(-Infinity, bound);
      return meet(range, divideInward(values, expression.coefficients[0]!));
    }, typeRange(of.type));
  }

  join(a: S, b: S): S {
    this.count("joins");
    return this.domain.join(a, b);
  }

  leq(smaller: S, larger: S): boolean {
    this.count("coverChecks");
    return this.domain.leq(smaller, larger);
  }

  /** The state cut with constraints. */
  restrict(state: S, constraints: readonly LinearConstraint[]): S {
    if (constraints.length === 0) return state;
    this.#budget.tick(OPERATION);
    return this.domain.assume(state, and(constraints.map(constraintFormula)));
  }

  constraints(state: S): readonly LinearConstraint[] {
    const { domain } = this;
    if (!supports(domain, "constraints")) return [];
    if (typeof state !== "object" || state === null) return domain.constraints(state);
    return memoised(this.#constraints, state, () => {
      this.#budget.tick(OPERATION);
      return domain.constraints(state);
    });
  }

  /** The constraints of a state in a simplex. */
  system(state: S): LinearSystem {
    return new LinearSystem(this.constraints(state));
  }

  /** Do all valuations of the state satisfy the constraint, as far as the domain sees? */
  entails(state: S, constraint: LinearConstraint): boolean {
    this.#budget.tick(OPERATION / 10);
    const { domain } = this;
    return supports(domain, "entails") && domain.entails(state, constraint);
  }

  /** The same by the simplex and over the integers: sees more, costs more. */
  entailsRounded(state: S, constraint: LinearConstraint): boolean {
    this.#budget.tick(OPERATION);
    return negateConstraint(constraint).every((opposite) => {
      if (typeof opposite !== "object") return opposite === "false";
      const system = this.system(state);
      system.add(opposite, 1);
      return system.isEmpty("integers");
    });
  }

  /** May a valuation of the state lie in the cube? */
  meets(state: S, cube: Cube): boolean {
    if (this.domain.isBottom(state)) return false;
    this.#budget.tick(OPERATION);
    for (const constraint of cube)
      for (const half of halves(constraint)) {
        const [opposite] = negateConstraint(half);
        if (typeof opposite === "object" && this.entails(state, opposite)) return false;
      }
    const system = this.system(state);
    for (const constraint of cube) system.add(constraint, 1);
    return !system.isEmpty(this.#arithmetic);
  }

  meetsAny(state: S, cubes: readonly Cube[]): boolean {
    return cubes.some((cube) => this.meets(state, cube));
  }
}

const COUNTERS = [
  "refinements",
  "states",
  "images",
  "preimages",
  "joins",
  "widenings",
  "interpolants",
  "coverChecks",
  // Widenings that a cached error preimage bounded before an error was reached, and loops of counterexamples that were closed.
  "cacheHits",
  "closedLoops",
] as const;

type Counter = (typeof COUNTERS)[number];
