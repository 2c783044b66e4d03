/**
 * Collects the steps of a refutation while the solver works, and cuts them down to what the empty clause needs.
 * The solver's variable v is atom v of the proof: variable 0, the constant, is in no clause.
 */
import type { Int } from "../../numbers/int.ts";
import type { Rational } from "../../numbers/rational.ts";
import * as rational from "../../numbers/rational.ts";
import type { Atom, Literal, ProofStep, Refutation } from "./proof.ts";

export const NO_STEP = -1;

export class ProofLog {
  readonly atoms: (Atom | undefined)[] = [undefined];
  /** The atom is the solver's bound times this, to have integer coefficients; absent: 1. */
  readonly scales: Int[] = [];
  readonly #steps: ProofStep[] = [];
  #last: number | undefined;

  input(literals: readonly number[], part: number): number {
    return this.#add({ kind: "input", clause: literals.map(toProof), part });
  }

  /** The factors are those of the solver's bounds. */
  farkas(literals: readonly number[], factors: readonly Rational[]): number {
    const scaled = factors.map((factor, i) => rational.divide(factor, this.scales[literals[i]! >> 1] ?? 1));
    return this.#add({ kind: "farkas", clause: literals.map(toProof), factors: scaled });
  }

  /** One antecedent: the step itself. */
  resolution(literals: readonly number[], antecedents: readonly number[], pivots: readonly number[]): number {
    if (antecedents.length === 1) return antecedents[0]!;
    return this.#add({ kind: "resolution", clause: literals.map(toProof), antecedents, pivots });
  }

  /** The clause of a step has only literals that are false by units (atom, step of the unit). */
  finish(step: number, units: readonly (readonly [number, number])[]): void {
    if (this.#last !== undefined) return;
    const pivots = units.map(([atom]) => atom);
    this.#last = this.resolution([], [step, ...units.map(([, unit]) => unit)], pivots);
  }

  #add(step: ProofStep): number {
    this.#steps.push(step);
    return this.#steps.length - 1;
  }

  refutation(): Refutation {
    if (this.#last === undefined) throw new Error("a refutation should be asked for after unsat without assumptions");
    const needed = new Uint8Array(this.#last + 1);
    needed[this.#last] = 1;
    for (let i = this.#last; i >= 0; i--) {
      const step = this.#steps[i]!;
      if (needed[i] === 1 && step.kind === "resolution") for (const used of step.antecedents) needed[used] = 1;
    }
    const renamed = new Int32Array(this.#last + 1);
    const steps: ProofStep[] = [];
    for (let i = 0; i <= this.#last; i++) {
      if (needed[i] === 0) continue;
      const step = this.#steps[i]!;
      renamed[i] = steps.length;
      steps.push(
        step.kind === "resolution" ? { ...step, antecedents: step.antecedents.map((used) => renamed[used]!) } : step,
      );
    }
    return { atoms: this.atoms, steps };
  }
}

function toProof(literal: number): Literal {
  return literal & 1 ? -(literal >> 1) : literal >> 1;
}
