/**
 * A session with terms over words: circuits become clauses, a level of `push` is guarded by a literal that checks assume and
 * `pop` refutes. `sat` is said only of a model under which everything asserted evaluates to true.
 */
import { type Signal, TRUE } from "../../bits/circuit.ts";
import { Clauses } from "../../bits/clauses.ts";
import type { Word } from "../../bits/floats.ts";
import { wasmSat } from "../../sat/wasm-solver.ts";
import { type Answer, DEFAULT_SOLVER_LIMIT, type SolverOptions } from "../../solver.ts";
import type { ModelWords } from "./arrays.ts";
import { BitCircuits } from "./circuits.ts";
import { type BitValue, evaluate } from "./evaluate.ts";
import type { BitTerm } from "./term.ts";

interface Level {
  readonly guard: number | undefined;
  readonly asserted: BitTerm[];
}

/** As in `bits/session.ts`. */
const UNITS_A_CONFLICT = 20;

export class BitTermSolver {
  readonly #circuits: BitCircuits;
  readonly #sat = wasmSat.create();
  readonly #clauses: Clauses;
  readonly #levels: Level[] = [{ guard: undefined, asserted: [] }];
  readonly #tick: (work: number) => void;
  readonly #conflicts: number;
  #model: Map<BitTerm, BitValue> | undefined;
  #core: readonly BitTerm[] = [];
  #reason = "";

  constructor({ tick = () => {}, limit = DEFAULT_SOLVER_LIMIT }: SolverOptions) {
    this.#tick = tick;
    this.#circuits = new BitCircuits(tick);
    this.#clauses = new Clauses(this.#circuits.circuit, this.#sat, tick);
    this.#conflicts = limit / UNITS_A_CONFLICT;
  }

  assert(term: BitTerm): void {
    const { guard, asserted } = this.#levels[this.#levels.length - 1] as Level;
    asserted.push(term);
    this.#require(this.#signalOf(term), guard);
  }

  #signalOf(term: BitTerm): Signal {
    const signal = this.#circuits.signalOf(term);
    for (const axiom of this.#circuits.arrays.takeAxioms()) this.#require(axiom, undefined);
    return signal;
  }

  #require(signal: Signal, guard: number | undefined): void {
    if (signal === TRUE) return;
    const literal = this.#clauses.asserted(signal);
    this.#sat.addClause(guard === undefined ? [literal] : [guard ^ 1, literal]);
  }

  push(): void {
    this.#levels.push({ guard: 2 * this.#sat.newVariable(), asserted: [] });
  }

  pop(): void {
    if (this.#levels.length === 1) throw new Error("pop should follow a push");
    const { guard } = this.#levels.pop() as Level;
    if (guard !== undefined) this.#sat.addClause([guard ^ 1]);
  }

  check(assumptions: readonly BitTerm[]): Answer {
    this.#model = undefined;
    this.#core = [];
    const literals = assumptions.map((term) => this.#clauses.asserted(this.#signalOf(term)));
    const guards = this.#levels.flatMap(({ guard }) => (guard === undefined ? [] : [guard]));
    const answer = this.#search([...guards, ...literals]);
    if (answer === "unsat") {
      const failed = new Set(this.#sat.failed());
      // The first of several assumptions with one literal stands for all.
      this.#core = assumptions.filter(
        (_, i) => failed.has(literals[i] as number) && literals.indexOf(literals[i] as number) === i,
      );
    }
    return answer === "sat" ? this.#conclude(assumptions) : answer;
  }

  #search(assumed: readonly number[]): Answer {
    const { arrays } = this.#circuits;
    for (;;) {
      const remote = arrays.assumptions().map((signal) => this.#clauses.asserted(signal));
      const answer = this.#sat.solve([...assumed, ...remote], { conflicts: this.#conflicts, tick: this.#tick });
      if (answer === "unknown") this.#reason = "work limit";
      if (answer !== "sat") return answer;
      const repairs = arrays.repairs(this.#words());
      if (repairs.length === 0) return "sat";
      for (const repair of repairs) this.#require(repair, undefined);
    }
  }

  /** The present model, exact for every signal: inputs as the solver has them, all else computed from them. */
  #words(): ModelWords {
    const values = this.#circuits.circuit.evaluate((gate) => {
      const variable = this.#clauses.variableOf(2 * gate);
      return variable !== undefined && this.#sat.value(variable) ? 1 : 0;
    });
    const isTrue = (signal: Signal): boolean => (((values[signal >> 1] as number) ^ signal) & 1) === 1;
    const number = (word: Word): bigint => {
      let value = 0n;
      for (let i = word.length - 1; i >= 0; i--) value = (value << 1n) | (isTrue(word[i] as Signal) ? 1n : 0n);
      return value;
    };
    return { isTrue, number };
  }

  #conclude(assumptions: readonly BitTerm[]): Answer {
    const words = this.#words();
    const { inputs, arrays } = this.#circuits;
    this.#model = new Map();
    for (const [variable, word] of inputs) this.#model.set(variable, words.number(word));
    for (const variable of arrays.variables()) this.#model.set(variable, arrays.valueOf(variable, words));
    const evaluated = [...this.#levels.flatMap(({ asserted }) => asserted), ...assumptions];
    if (evaluated.every((term) => this.value(term) === 1n)) return "sat";
    this.#model = undefined;
    this.#reason = "the model found does not evaluate to true";
    return "unknown";
  }

  /** After `sat`: what a term is in the model. */
  value(term: BitTerm): BitValue {
    if (this.#model === undefined) throw new Error("a value should be asked for after sat");
    return evaluate(term, this.#model);
  }

  /** After `unsat`: assumptions that contradict the assertions. */
  core(): readonly BitTerm[] {
    return this.#core;
  }

  reason(): string {
    return this.#reason;
  }

  dispose(): void {
    this.#sat.dispose();
  }
}
