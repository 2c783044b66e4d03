/**
 * The bit-precise solver: formulas as circuits (blast.ts), circuits as clauses (clauses.ts), clauses to a SAT solver.
 * Exact for everything the model's terms can say over bounded types; unbounded integers, reals and long double are refused
 * by name.
 *
 * An assertion inside `push` is guarded by a literal of its level, which checks assume and `pop` refutes, so that circuits,
 * clauses and what was learnt from them are kept. Assumptions are literals of their circuits.
 *
 * Sound: `sat` only for a model under which the formulas evaluate to true; `unsat` only by clauses that follow.
 */
import { type Environment, holds, type Value } from "../../logic/evaluate.ts";
import type { Formula, Variable } from "../../logic/term.ts";
import type { ValueType } from "../../logic/types.ts";
import { CONSTANT_ARRAY } from "../../model/model.ts";
import { fromBig, type Int } from "../../numbers/int.ts";
import type { Rational } from "../../numbers/rational.ts";
import { handingOver } from "../sat/hand-over.ts";
import type { SatFactory } from "../sat/sat.ts";
import { wasmSat } from "../sat/wasm-solver.ts";
import {
  type Answer,
  DEFAULT_SOLVER_LIMIT,
  type Solver,
  type SolverFactory,
  type SolverModel,
  type SolverOptions,
  type SolverStatistics,
} from "../solver.ts";
import type { ModelBits } from "./arrays.ts";
import { type Blaster, Refused } from "./blast.ts";
import { type Signal, TRUE } from "./circuit.ts";
import { type BitsOptions, BitsSession } from "./session.ts";
import type { Vector } from "./vectors.ts";

interface Level {
  readonly guard: number | undefined;
  readonly formulas: Formula[];
  /** Why something asserted here has no circuit. */
  refused: string | undefined;
}

export class BitsSolver implements Solver {
  readonly #named: "bits" | "bits with";
  readonly #session: BitsSession;
  readonly #levels: Level[] = [{ guard: undefined, formulas: [], refused: undefined }];
  #model: BitsModel | undefined;
  #core: readonly Formula[] = [];
  #reason = "";
  #queries = 0;

  /** @param named by what it is, or also by the SAT solvers that were asked. */
  constructor(options: BitsOptions = {}, sat: SatFactory = wasmSat, named: "bits" | "bits with" = "bits") {
    this.#named = named;
    this.#session = new BitsSession(options, sat);
  }

  get name(): string {
    return this.#named === "bits" ? "bits" : `bits with ${this.#session.sat.name}`;
  }

  assert(formula: Formula): void {
    this.#model = undefined;
    const level = this.#levels[this.#levels.length - 1] as Level;
    level.formulas.push(formula);
    const signal = this.#signalOf(formula);
    if (typeof signal === "string") level.refused ??= signal;
    else this.#session.assert(signal, level.guard);
  }

  /** The circuit of a formula, or why there is none. */
  #signalOf(formula: Formula): Signal | string {
    try {
      return this.#session.signalOf(formula);
    } catch (error) {
      if (error instanceof Refused) return error.message;
      throw error;
    }
  }

  push(): void {
    this.#model = undefined;
    this.#levels.push({ guard: 2 * this.#session.sat.newVariable(), formulas: [], refused: undefined });
  }

  pop(): void {
    if (this.#levels.length === 1) throw new Error("pop should follow a push");
    this.#model = undefined;
    const { guard } = this.#levels.pop() as Level;
    if (guard !== undefined) this.#session.sat.addClause([guard ^ 1]);
  }

  check(assumptions: readonly Formula[] = []): Answer {
    this.#queries += 1;
    this.#model = undefined;
    this.#core = [];
    const refused = this.#levels.find((level) => level.refused !== undefined)?.refused;
    const signals = assumptions.map((formula) => this.#signalOf(formula));
    const why = refused ?? signals.find((signal) => typeof signal === "string");
    // What has no circuit is left out: a contradiction among the others is one all the same.
    const literals = signals.map((signal) =>
      typeof signal === "string" ? undefined : this.#session.literalOf(signal),
    );
    const guards = this.#levels.flatMap(({ guard }) => (guard === undefined ? [] : [guard]));
    const assumed = [...guards, ...literals.filter((literal) => literal !== undefined)];
    const answer = this.#session.search(assumed);
    if (answer === "unsat") {
      const failed = new Set(this.#session.sat.failed());
      // The first of several assumptions with one literal stands for all.
      this.#core = assumptions.filter((_, i) => failed.has(literals[i] ?? -1) && literals.indexOf(literals[i]) === i);
    }
    if (answer === "unknown") return this.#unknown(this.#session.reason);
    if (answer !== "sat") return answer;
    if (why !== undefined) return this.#unknown(`${why} has no bits`);
    if (this.#concludes(assumptions)) return "sat";
    return this.#searchDefined(assumed, assumptions);
  }

  /** The model found has an undefined operation in it: is there one without any? */
  #searchDefined(assumed: readonly number[], assumptions: readonly Formula[]): Answer {
    const defined = [...this.#session.blaster.defined].filter((signal) => signal !== TRUE);
    const literals = defined.map((signal) => this.#session.literalOf(signal));
    const answer = this.#session.search([...assumed, ...literals]);
    if (answer === "sat" && this.#concludes(assumptions)) return "sat";
    return this.#unknown("the model relies on something undefined");
  }

  #unknown(reason: string): Answer {
    this.#reason = reason;
    return "unknown";
  }

  /** Whether the model of the clauses is one of the formulas. */
  #concludes(assumptions: readonly Formula[]): boolean {
    const model = new BitsModel(this.#session.blaster, this.#session.exact());
    for (const formula of [...this.#levels.flatMap((level) => level.formulas), ...assumptions])
      if (model.holds(formula) !== true) return false;
    this.#model = model;
    return true;
  }

  model(): SolverModel {
    if (this.#model === undefined) throw new Error("a model should be asked for after sat");
    return this.#model;
  }

  core(): readonly Formula[] {
    return this.#core;
  }

  reason(): string {
    return this.#reason;
  }

  get statistics(): SolverStatistics {
    const { conflicts, decisions } = this.#session.sat.statistics;
    return { queries: this.#queries, conflicts, decisions, pivots: 0 };
  }

  /** How large the problem is by now. */
  get size(): { readonly gates: number; readonly variables: number; readonly clauses: number } {
    return this.#session.size;
  }

  dispose(): void {
    this.#session.dispose();
  }
}

/** Values of all variables that occurred, read when the model was found. */
class BitsModel implements SolverModel {
  readonly #scalars = new Map<Variable, Int>();
  readonly #arrays = new Map<Variable, Map<Int, Int>>();
  readonly #environment: Environment = {
    valueOf: (of) => this.#valueOf(of),
    apply: (name, [value]) => {
      if (name !== CONSTANT_ARRAY || value === undefined || typeof value === "object") return undefined;
      return { elements: new Map(), otherwise: value };
    },
  };

  constructor({ inputs, arrays }: Blaster, bits: ModelBits) {
    for (const [of, vector] of inputs) this.#scalars.set(of, numberIn(of.type, vector, bits));
    for (const [of, elements] of arrays.elements(bits)) {
      if (of.type.kind !== "array") continue;
      const { element } = of.type;
      const found = new Map<Int, Int>();
      for (const { index, value } of elements) found.set(fromBig(index), numberIn(element, value, bits));
      this.#arrays.set(of, found);
    }
  }

  #valueOf(of: Variable): Value | undefined {
    if (of.type.kind === "array") return { elements: this.#arrays.get(of) ?? new Map(), otherwise: 0 };
    // Zero is a value of every type; a variable without a value occurs in nothing that was asserted.
    return this.#scalars.get(of) ?? 0;
  }

  scalar(of: Variable): Int | undefined {
    return this.#scalars.get(of);
  }

  rational(of: Variable): Rational | undefined {
    return of.type.kind === "float" ? undefined : this.#scalars.get(of);
  }

  array(of: Variable): ReadonlyMap<Int, Int> | undefined {
    return this.#arrays.get(of);
  }

  holds(formula: Formula): boolean | undefined {
    return holds(formula, this.#environment);
  }
}

/** An integer, or for floats the number with these bits. */
export function numberIn(type: ValueType, vector: Vector, bits: ModelBits): Int {
  if (type.kind !== "float") return fromBig(bits.number(vector));
  const bytes = new DataView(new ArrayBuffer(8));
  const pattern = bits.number([...vector, 0]);
  if (vector.length === 32) {
    bytes.setUint32(0, Number(pattern));
    return bytes.getFloat32(0);
  }
  bytes.setBigUint64(0, pattern);
  return bytes.getFloat64(0);
}

/**
 * The same formulas asked again, for evidence: circuits as they are written down, without rewriting (but none twice), and a SAT solver other
 * than the one that engines use.
 */
export function plainBitsSolver(sat: SatFactory): SolverFactory {
  const create = (options?: SolverOptions) => new BitsSolver({ ...options, rewriting: "off" }, sat, "bits with");
  return { name: `bits with ${sat.name}`, create };
}

export const bitsSolver: SolverFactory = { name: "bits", create: (options) => new BitsSolver(options) };

/** The same with a SAT solver for what the kernel does not decide within the limit; that one has as much again. */
export function bitsSolverWith(second: SatFactory): SolverFactory {
  const sat = handingOver(wasmSat, second);
  const create = ({ limit = DEFAULT_SOLVER_LIMIT, ...options }: SolverOptions = {}) =>
    new BitsSolver({ ...options, limit: 2 * limit }, sat);
  return { name: "bits", create };
}
