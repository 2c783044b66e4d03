/**
 * Predicate abstraction of a set of states that a solver holds (Graf and Saidi, "Construction of abstract state graphs with
 * PVS", CAV 1997): the strongest statement about predicates that is true of all of them.
 *   cartesian   a conjunction of predicates and negations
 *   boolean     any combination, by all models (Lahiri, Nieuwenhuis and Oliveras, "SMT techniques for fast predicate
 *               abstraction", CAV 2006)
 * First the predicates that the set decides: each model excludes some candidates, so that few need a query of their own. What
 * is left is enumerated, each valuation found excluded from the next search.
 */
import { type Diagram, EMPTY, intersection, union } from "../logic/diagram.ts";
import { and, type Formula, not, or } from "../logic/term.ts";
import { isSet } from "../smt/fresh.ts";
import type { Answer, Solver, SolverFactory } from "../smt/solver.ts";
import { cubeState, type Predicate } from "./predicates.ts";

export type AbstractionKind = "cartesian" | "boolean";

/** A predicate, and what it says of the states that the solver holds. */
export interface Asked {
  readonly predicate: Predicate;
  readonly formula: Formula;
}

export interface Abstraction {
  /** Contains the abstraction of every state that the solver allows. */
  readonly state: Diagram;
  /**
   * strongest: there is no stronger one of this kind. large: there are too many valuations, the Cartesian part stands for
   * them. undecided: the solver gave up on a question, and the answer that loses precision was taken.
   */
  readonly kind: "strongest" | "large" | "undecided";
}

// A state with more valuations costs more than the refinement that it might save: a thousand take some tenths of a second.
const MOST_VALUATIONS = 1024;

/** @param solver its assertions are the set; they are the same afterwards. */
export function abstractionOf(solver: Solver, asked: readonly Asked[], kind: AbstractionKind): Abstraction {
  solver.push();
  try {
    return new Search(solver, asked).run(kind);
  } finally {
    solver.pop();
  }
}

/** Asks the linear solver and, where that gives up on a question, the bit-precise one: what both say. */
export function linearThenPrecise(
  { solver, precise }: { readonly solver: SolverFactory; readonly precise: SolverFactory | undefined },
  ask: (factory: SolverFactory) => Abstraction,
): Diagram {
  const { state, kind } = ask(solver);
  if (kind !== "undecided" || precise === undefined || state === EMPTY) return state;
  return intersection(state, ask(precise).state);
}

class Search {
  readonly #solver: Solver;
  readonly #asked: readonly Asked[];
  readonly #booleans: readonly Formula[];
  /** Valuations that models had. */
  readonly #found: boolean[][] = [];
  #gaveUp = false;

  constructor(solver: Solver, asked: readonly Asked[]) {
    this.#solver = solver;
    this.#asked = asked;
    this.#booleans = asked.map(({ predicate }) => isSet(predicate.variable));
    for (const [i, { formula }] of asked.entries()) {
      const boolean = this.#booleans[i] as Formula;
      solver.assert(or([not(boolean), formula]));
      solver.assert(or([boolean, not(formula)]));
    }
  }

  run(kind: AbstractionKind): Abstraction {
    if (this.#check([]) === "unsat") return { state: EMPTY, kind: "strongest" };
    const decided = this.#decided();
    const state = cubeState([...decided].map(([i, value]) => [this.#predicate(i), value]));
    const free = this.#asked.map((_, i) => i).filter((i) => !decided.has(i));
    if (this.#gaveUp) return { state, kind: "undecided" };
    if (kind === "cartesian" || free.length === 0) return { state, kind: "strongest" };
    const combinations = this.#combinations(free);
    if (typeof combinations === "string") return { state, kind: combinations };
    return { state: intersection(state, combinations), kind: "strongest" };
  }

  #predicate(index: number): Predicate {
    return (this.#asked[index] as Asked).predicate;
  }

  /** Sound: where the solver gives up, the set counts as not empty, and nothing is decided. */
  #check(assumptions: readonly Formula[]): Answer {
    const answer = this.#solver.check(assumptions);
    if (answer === "unknown") this.#gaveUp = true;
    if (answer === "sat") {
      const model = this.#solver.model();
      this.#found.push(this.#booleans.map((boolean) => model.holds(boolean) === true));
    }
    return answer;
  }

  /** Predicates that have the same value in all states. */
  #decided(): Map<number, boolean> {
    const decided = new Map<number, boolean>();
    const [first] = this.#found;
    if (first === undefined) return this.#decidedWithoutModel(decided);
    for (const [i, value] of first.entries()) {
      if (this.#found.some((valuation) => valuation[i] !== value)) continue;
      const boolean = this.#booleans[i] as Formula;
      if (this.#check([value ? not(boolean) : boolean]) !== "unsat") continue;
      decided.set(i, value);
    }
    return decided;
  }

  #decidedWithoutModel(decided: Map<number, boolean>): Map<number, boolean> {
    for (const [i, boolean] of this.#booleans.entries()) {
      if (this.#check([not(boolean)]) === "unsat") decided.set(i, true);
      else if (this.#check([boolean]) === "unsat") decided.set(i, false);
    }
    return decided;
  }

  /** All valuations of the predicates that are not decided. */
  #combinations(free: readonly number[]): Diagram | "large" | "undecided" {
    let state: Diagram = EMPTY;
    let excluded = 0;
    for (;;) {
      for (; excluded < this.#found.length; excluded += 1) {
        const valuation = this.#found[excluded] as boolean[];
        state = union(state, cubeState(free.map((i) => [this.#predicate(i), valuation[i] as boolean])));
        this.#solver.assert(
          not(
            and(free.map((i) => (valuation[i] ? (this.#booleans[i] as Formula) : not(this.#booleans[i] as Formula)))),
          ),
        );
      }
      if (excluded > MOST_VALUATIONS) return "large";
      const answer = this.#check([]);
      if (answer === "unsat") return state;
      if (answer === "unknown") return "undecided";
    }
  }
}
