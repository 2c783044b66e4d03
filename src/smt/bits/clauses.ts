/**
 * From circuits to clauses, gate by gate, when first needed. Only the direction in which a gate is used is written down
 * (Plaisted and Greenbaum, "A Structure-preserving Clause Form Translation", 1986): a signal that is only asserted needs
 * no clause for being false. A tree of ands is one clause of many literals, unless others use its inner gates.
 */
import type { SatSolver } from "../sat/sat.ts";
import { AND, type Circuit, GATES_A_UNIT, INPUT, MAJORITY, MUX, type Signal, TRUE, XOR, XOR3 } from "./circuit.ts";

/** Which way a gate's value is constrained by its operands. */
const WHEN_TRUE = 1;
const WHEN_FALSE = 2;
const BOTH = 3;

/** More operands than this make a clause that is hardly ever unit. */
const WIDEST_AND = 64;

/** Gates between two ticks: some ten milliseconds. */
const GATES_A_TICK = 4096;

export class Clauses {
  readonly #circuit: Circuit;
  readonly #sat: SatSolver;
  /** By gate: the variable plus one. */
  #variables = new Int32Array(1024);
  #written = new Uint8Array(1024);
  /** By gate: how many gates use it, as far as counted; ands with one user are merged into it. */
  #uses = new Uint8Array(1024);
  #counted = 1;
  /** Gates whose clauses are due, each with its direction. Whoever is stopped by a tick leaves them to who comes next. */
  readonly #work: number[] = [];
  readonly #tick: (work: number) => void;

  constructor(circuit: Circuit, sat: SatSolver, tick: (work: number) => void) {
    this.#circuit = circuit;
    this.#sat = sat;
    this.#tick = tick;
    const truth = sat.newVariable();
    sat.addClause([2 * truth]);
    this.#variables[0] = truth + 1;
    this.#written[0] = BOTH;
  }

  /** The literal of a signal that is to be asserted or assumed: what follows from its truth is written. */
  asserted(signal: Signal): number {
    this.#count();
    this.#need(signal, WHEN_TRUE);
    this.#write();
    return this.#literal(signal);
  }

  /** The value of a signal in the last model: exact for inputs that reached the solver, undefined for others. */
  variableOf(signal: Signal): number | undefined {
    const known = this.#variables[signal >> 1] as number | undefined;
    return known === undefined || known === 0 ? undefined : known - 1;
  }

  #count(): void {
    const { size } = this.#circuit;
    if (size > this.#variables.length) this.#grow(size);
    for (; this.#counted < size; this.#counted++) {
      const gate = this.#counted;
      const kind = this.#circuit.kindOf(gate);
      if (kind === INPUT) continue;
      // A negated operand cannot be merged: it counts as used by many.
      for (const operand of [this.#circuit.first(gate), this.#circuit.second(gate), this.#circuit.third(gate)]) {
        const used = operand >> 1;
        const uses = kind === AND && (operand & 1) === 0 ? (this.#uses[used] as number) + 1 : 2;
        this.#uses[used] = Math.min(2, uses);
      }
    }
  }

  #grow(size: number): void {
    const room = Math.max(size, 2 * this.#variables.length);
    const variables = new Int32Array(room);
    variables.set(this.#variables);
    this.#variables = variables;
    const written = new Uint8Array(room);
    written.set(this.#written);
    this.#written = written;
    const uses = new Uint8Array(room);
    uses.set(this.#uses);
    this.#uses = uses;
  }

  #literal(signal: Signal): number {
    // The constant gate is false, its variable is true.
    if (signal <= TRUE)
      return signal === TRUE ? 2 * ((this.#variables[0] as number) - 1) : 2 * ((this.#variables[0] as number) - 1) + 1;
    const gate = signal >> 1;
    if (this.#variables[gate] === 0) this.#variables[gate] = this.#sat.newVariable() + 1;
    return 2 * ((this.#variables[gate] as number) - 1) + (signal & 1);
  }

  #need(signal: Signal, directions: number): void {
    const gate = signal >> 1;
    if (gate === 0) return;
    const wanted = (signal & 1) === 0 ? directions : swapped(directions);
    if ((wanted & ~(this.#written[gate] as number)) === 0) return;
    this.#work.push(gate, wanted);
  }

  #write(): void {
    for (let gates = 1; this.#work.length > 0; gates++) {
      if (gates % GATES_A_TICK === 0) this.#tick(GATES_A_TICK / GATES_A_UNIT);
      const wanted = this.#work.pop() as number;
      const gate = this.#work.pop() as number;
      const missing = wanted & ~(this.#written[gate] as number);
      if (missing === 0) continue;
      this.#written[gate] = (this.#written[gate] as number) | missing;
      this.#writeGate(gate, missing);
    }
  }

  #writeGate(gate: number, directions: number): void {
    switch (this.#circuit.kindOf(gate)) {
      case AND:
        this.#writeAnd(gate, directions);
        break;
      case XOR:
        this.#writeXor(gate, directions);
        break;
      case XOR3:
        this.#writeXor3(gate, directions);
        break;
      case MAJORITY:
        this.#writeMajority(gate, directions);
        break;
      case MUX:
        this.#writeMux(gate, directions);
        break;
      default:
        this.#literal(2 * gate);
    }
  }

  #writeAnd(gate: number, directions: number): void {
    const operands = this.#conjuncts(gate);
    for (const operand of operands) this.#need(operand, directions);
    const own = this.#literal(2 * gate);
    const literals = operands.map((operand) => this.#literal(operand));
    if ((directions & WHEN_TRUE) !== 0) for (const literal of literals) this.#sat.addClause([own ^ 1, literal]);
    if ((directions & WHEN_FALSE) !== 0) this.#sat.addClause([own, ...literals.map((literal) => literal ^ 1)]);
  }

  /** The operands of a tree of ands. Sound: an inner gate that gets users later is written down again for them. */
  #conjuncts(gate: number): Signal[] {
    const found: Signal[] = [];
    const work = [this.#circuit.second(gate), this.#circuit.first(gate)];
    while (work.length > 0) {
      const signal = work.pop() as Signal;
      const inner = signal >> 1;
      const merged =
        (signal & 1) === 0 &&
        this.#circuit.kindOf(inner) === AND &&
        (this.#uses[inner] as number) < 2 &&
        this.#variables[inner] === 0 &&
        found.length + work.length < WIDEST_AND;
      if (merged) work.push(this.#circuit.second(inner), this.#circuit.first(inner));
      else found.push(signal);
    }
    return found;
  }

  #writeXor(gate: number, directions: number): void {
    const a = this.#circuit.first(gate);
    const b = this.#circuit.second(gate);
    this.#need(a, BOTH);
    this.#need(b, BOTH);
    const [own, x, y] = [this.#literal(2 * gate), this.#literal(a), this.#literal(b)];
    if ((directions & WHEN_TRUE) !== 0) {
      this.#sat.addClause([own ^ 1, x, y]);
      this.#sat.addClause([own ^ 1, x ^ 1, y ^ 1]);
    }
    if ((directions & WHEN_FALSE) !== 0) {
      this.#sat.addClause([own, x ^ 1, y]);
      this.#sat.addClause([own, x, y ^ 1]);
    }
  }

  #writeXor3(gate: number, directions: number): void {
    const operands = [this.#circuit.first(gate), this.#circuit.second(gate), this.#circuit.third(gate)];
    for (const operand of operands) this.#need(operand, BOTH);
    const own = this.#literal(2 * gate);
    const [x, y, z] = operands.map((operand) => this.#literal(operand)) as [number, number, number];
    for (let signs = 0; signs < 8; signs++) {
      const odd = (signs ^ (signs >> 1) ^ (signs >> 2)) & 1;
      // Where the operands are as `signs` says, the sum is their parity.
      const clause = [x ^ (signs & 1), y ^ ((signs >> 1) & 1), z ^ (signs >> 2)];
      if (odd === 0 && (directions & WHEN_TRUE) !== 0) this.#sat.addClause([own ^ 1, ...clause]);
      if (odd === 1 && (directions & WHEN_FALSE) !== 0) this.#sat.addClause([own, ...clause]);
    }
  }

  #writeMajority(gate: number, directions: number): void {
    const operands = [this.#circuit.first(gate), this.#circuit.second(gate), this.#circuit.third(gate)];
    for (const operand of operands) this.#need(operand, directions);
    const own = this.#literal(2 * gate);
    const [x, y, z] = operands.map((operand) => this.#literal(operand)) as [number, number, number];
    for (const [a, b] of [
      [x, y],
      [x, z],
      [y, z],
    ] as const) {
      if ((directions & WHEN_TRUE) !== 0) this.#sat.addClause([own ^ 1, a, b]);
      if ((directions & WHEN_FALSE) !== 0) this.#sat.addClause([own, a ^ 1, b ^ 1]);
    }
  }

  #writeMux(gate: number, directions: number): void {
    const condition = this.#circuit.first(gate);
    const then = this.#circuit.second(gate);
    const otherwise = this.#circuit.third(gate);
    this.#need(condition, BOTH);
    this.#need(then, directions);
    this.#need(otherwise, directions);
    const own = this.#literal(2 * gate);
    const [c, t, e] = [this.#literal(condition), this.#literal(then), this.#literal(otherwise)];
    if ((directions & WHEN_TRUE) !== 0) {
      this.#sat.addClause([own ^ 1, c ^ 1, t]);
      this.#sat.addClause([own ^ 1, c, e]);
    }
    if ((directions & WHEN_FALSE) !== 0) {
      this.#sat.addClause([own, c ^ 1, t ^ 1]);
      this.#sat.addClause([own, c, e ^ 1]);
    }
  }
}

function swapped(directions: number): number {
  return ((directions & WHEN_TRUE) << 1) | ((directions & WHEN_FALSE) >> 1);
}
