/**
 * Circuits and clauses of one question after another: formulas become signals (blast.ts), signals that matter become clauses
 * (clauses.ts), and a SAT solver is asked under assumptions. Everything is kept, so that a later question costs only what it
 * adds. Signals that are constant are known before anybody is asked.
 */
import type { Formula, Variable } from "../../logic/term.ts";
import { memoised } from "../../util/memo.ts";
import type { SatFactory, SatSolver } from "../sat/sat.ts";
import { type Answer, DEFAULT_SOLVER_LIMIT, type SolverOptions } from "../solver.ts";
import type { ModelBits } from "./arrays.ts";
import { Blaster } from "./blast.ts";
import { type Signal, TRUE } from "./circuit.ts";
import { Clauses } from "./clauses.ts";
import type { Vector } from "./vectors.ts";

/** Why an answer is unknown that more conflicts might decide. */
export const CONFLICTS_SPENT = "work limit";
/** Rounds of facts about arrays that a model got wrong. */
const MOST_REPAIRS = 1000;
/** The limit is given in units of the linear solvers, a conflict here costs as much as some twenty of them. */
const UNITS_A_CONFLICT = 20;

export interface BitsOptions extends SolverOptions {
  /** off: gates as they are asked for, constants apart; the same gate once. */
  readonly rewriting?: "on" | "off";
}

export class BitsSession {
  readonly blaster: Blaster;
  readonly sat: SatSolver;
  readonly #clauses: Clauses;
  readonly #tick: (work: number) => void;
  readonly #conflicts: number;
  /** After `unknown`. */
  reason = "";

  constructor({ tick = () => {}, limit = DEFAULT_SOLVER_LIMIT, rewriting = "on" }: BitsOptions, sat: SatFactory) {
    this.#tick = tick;
    this.#conflicts = limit / UNITS_A_CONFLICT;
    this.blaster = new Blaster(tick, rewriting);
    this.sat = sat.create();
    this.#clauses = new Clauses(this.blaster.circuit, this.sat, tick);
  }

  /** The signal of a formula; throws `Refused` where it has none. */
  signalOf(formula: Formula): Signal {
    const signal = this.blaster.formula(formula);
    for (const axiom of this.blaster.arrays.takeAxioms()) this.assert(axiom);
    return signal;
  }

  /** A variable of one bit that is the signal. */
  define(boolean: Variable, signal: Signal): void {
    this.blaster.define(boolean, signal);
  }

  and(a: Signal, b: Signal): Signal {
    return this.blaster.circuit.and(a, b);
  }

  or(signals: readonly Signal[]): Signal {
    return signals.reduce((a, b) => this.blaster.circuit.or(a, b), TRUE ^ 1);
  }

  /** A signal that may be either. */
  choice(): Signal {
    return this.blaster.circuit.input();
  }

  assert(signal: Signal, guard?: number): void {
    if (signal === TRUE) return;
    const literal = this.literalOf(signal);
    this.sat.addClause(guard === undefined ? [literal] : [guard ^ 1, literal]);
  }

  /** The literal of a signal that is to be assumed. */
  literalOf(signal: Signal): number {
    return this.#clauses.asserted(signal);
  }

  /** A model of the clauses in which reads of arrays are consistent. */
  search(assumed: readonly number[], conflicts = this.#conflicts): Answer {
    for (const fact of this.blaster.takeFacts((signal) => this.#clauses.variableOf(signal) !== undefined))
      this.assert(fact);
    for (let round = 0; round < MOST_REPAIRS; round++) {
      const answer = this.sat.solve(assumed, { conflicts, tick: this.#tick });
      if (answer === "unknown") return this.#unknown(CONFLICTS_SPENT);
      if (answer === "unsat") return "unsat";
      const repairs = this.blaster.arrays.repairs(this.exact());
      if (repairs.length === 0) return "sat";
      for (const repair of repairs) this.assert(repair);
    }
    return this.#unknown("too many facts about arrays");
  }

  #unknown(reason: string): Answer {
    this.reason = reason;
    return "unknown";
  }

  /** The present model of the clauses, copied: the solver goes on. A signal that never reached it may have any value. */
  bits(): ModelBits {
    const values = new Map<number, boolean>();
    const isTrue = (signal: Signal): boolean => {
      if (signal <= TRUE) return signal === TRUE;
      const variable = this.#clauses.variableOf(signal);
      if (variable === undefined) return (signal & 1) === 1;
      const value = memoised(values, variable, () => this.sat.value(variable));
      return value !== ((signal & 1) === 1);
    };
    return { isTrue, number: (vector) => numberOf(vector, isTrue) };
  }

  /** Exact for all that a model of terms is read from: inputs, and indices of arrays where there are any, which are computed. */
  exact(): ModelBits {
    return this.blaster.arrays.isUsed ? this.evaluated() : this.bits();
  }

  /** The present model, exact for every signal: inputs as the solver has them, all else computed from them. */
  evaluated(): ModelBits {
    const inputs = this.bits();
    const values = this.blaster.circuit.evaluate((gate) => (inputs.isTrue(2 * gate) ? 1 : 0));
    const isTrue = (signal: Signal): boolean => (((values[signal >> 1] as number) ^ signal) & 1) === 1;
    return { isTrue, number: (vector) => numberOf(vector, isTrue) };
  }

  get size(): { readonly gates: number; readonly variables: number; readonly clauses: number } {
    const { variables, clauses } = this.sat.statistics;
    return { gates: this.blaster.circuit.size, variables, clauses };
  }

  dispose(): void {
    this.sat.dispose();
  }
}

function numberOf(vector: Vector, isTrue: (signal: Signal) => boolean): bigint {
  let value = isTrue(vector[vector.length - 1] as Signal) ? -1n : 0n;
  for (let i = vector.length - 2; i >= 0; i--) value = (value << 1n) | (isTrue(vector[i] as Signal) ? 1n : 0n);
  return value;
}
