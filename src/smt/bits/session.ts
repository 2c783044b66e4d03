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
import { Trials } from "./trials.ts";
import type { Vector } from "./vectors.ts";

/** Why an answer is unknown that more conflicts might decide. */
export const CONFLICTS_SPENT = "work limit";
/** Rounds of facts about arrays that a model got wrong. */
const MOST_REPAIRS = 1000;
/** The limit is given in units of the linear solvers, a conflict here costs as much as some twenty of them. */
const UNITS_A_CONFLICT = 20;

/** The same, where it was the work that was limited. */
const WORK_SPENT = "as much work as it is worth";
const TOO_MANY_REPAIRS = "too many facts about arrays";
const NO_LIMIT = Number.POSITIVE_INFINITY;

/** Ends a search. */
class Enough extends Error {}

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
  /** Signals that were asserted, but for what follows from their circuits; without those under a guard. */
  readonly #asserted: Signal[] = [];
  /** What is true of the inputs in the present model, where trials have found it. */
  #found: ReadonlySet<Signal> | undefined;
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
    if (guard === undefined) this.#asserted.push(signal);
    this.#tell(signal, guard);
  }

  #tell(signal: Signal, guard?: number): void {
    const literal = this.literalOf(signal);
    this.sat.addClause(guard === undefined ? [literal] : [guard ^ 1, literal]);
  }

  /** The literal of a signal that is to be assumed. */
  literalOf(signal: Signal): number {
    return this.#clauses.asserted(signal);
  }

  /** A model of the clauses in which reads of arrays are consistent. */
  search(assumed: readonly number[], conflicts = this.#conflicts, tick = this.#tick): Answer {
    this.#found = undefined;
    for (const fact of this.blaster.takeFacts((signal) => this.#clauses.variableOf(signal) !== undefined))
      this.#tell(fact);
    for (let round = 0; round < MOST_REPAIRS; round++) {
      const answer = this.sat.solve(assumed, { conflicts, tick });
      if (answer === "unknown") return this.#unknown(CONFLICTS_SPENT);
      if (answer === "unsat") return "unsat";
      if (!this.#repair()) return "sat";
    }
    return this.#unknown(TOO_MANY_REPAIRS);
  }

  /**
   * Whether a signal may be true, as `search` says it. Once that has cost as much as trying all inputs would, they are tried. For sessions
   * without guards.
   * @param most work after which the answer is unknown.
   */
  decide(goal: Signal, conflicts: number, most = NO_LIMIT): Answer {
    const literal = this.literalOf(goal);
    const { circuit } = this.blaster;
    let trials: Trials | undefined;
    let work = 0;
    const tick = (more: number) => {
      this.#tick(more);
      work += more;
      if (work >= most) throw new Enough();
      // What trials would cost is told by a walk through the circuit, which takes a fraction of this.
      if (work < circuit.size) return;
      trials ??= new Trials(circuit, [goal, ...this.#asserted]);
      if (work >= trials.work) throw new Enough();
    };
    try {
      return this.search([literal], conflicts, tick);
    } catch (error) {
      if (!(error instanceof Enough)) throw error;
      return trials === undefined || work < trials.work ? this.#unknown(WORK_SPENT) : this.#tried(goal);
    }
  }

  #tried(goal: Signal): Answer {
    for (let round = 0; round < MOST_REPAIRS; round++) {
      this.#found = new Trials(this.blaster.circuit, [goal, ...this.#asserted]).find(this.#tick);
      if (this.#found === undefined) return "unsat";
      if (!this.#repair()) return "sat";
    }
    return this.#unknown(TOO_MANY_REPAIRS);
  }

  /** Whether the present model gets something wrong about arrays, which is then asserted. */
  #repair(): boolean {
    const repairs = this.blaster.arrays.repairs(this.exact());
    for (const repair of repairs) this.assert(repair);
    return repairs.length > 0;
  }

  #unknown(reason: string): Answer {
    this.reason = reason;
    return "unknown";
  }

  /** The present model of the clauses, or that of trials, copied: the solver goes on. A signal that never reached it may have any value. */
  bits(): ModelBits {
    if (this.#found !== undefined) return this.evaluated();
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
    const isInputTrue = this.#found === undefined ? this.bits().isTrue : (signal: Signal) => this.#found?.has(signal);
    const values = this.blaster.circuit.evaluate((gate) => (isInputTrue(2 * gate) ? 1 : 0));
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
