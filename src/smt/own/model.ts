/**
 * A model: values of variables, and formulas evaluated under them. Integers are evaluated by `logic/evaluate.ts`; where
 * a real variable has a fraction for its value, its sums and comparisons are evaluated with rationals (`../reals.ts`).
 */

import { type ArrayValue, type Environment, evaluate, holds, type Value } from "../../logic/evaluate.ts";
import type { Formula, Term, Variable } from "../../logic/term.ts";
import { CONSTANT_ARRAY } from "../../model/model.ts";
import type { Int } from "../../numbers/int.ts";
import type { Rational } from "../../numbers/rational.ts";
import * as rational from "../../numbers/rational.ts";
import { memoised } from "../../util/memo.ts";
import { holdsOverReals } from "../reals.ts";
import type { SolverModel } from "../solver.ts";

/** Values by column; variables come to have columns, none loses its own. */
export interface Numbers {
  readonly columns: ReadonlyMap<Variable, number>;
  readonly values: readonly Rational[];
}

/** Literals of one-bit variables, and which literals are true (1). */
export interface Booleans {
  readonly literals: ReadonlyMap<Variable, number>;
  readonly values: Int8Array;
}

export class Model implements SolverModel {
  readonly #numbers: Numbers;
  readonly #booleans: Booleans;
  readonly #arrays = new Map<Variable, Map<Int, Int>>();
  readonly #hasFractions: boolean;
  readonly #environment: Environment = {
    valueOf: (of) => this.#valueOf(of),
    apply: (name, [value]) => {
      if (name !== CONSTANT_ARRAY || value === undefined || typeof value === "object") return undefined;
      return { elements: new Map(), otherwise: value };
    },
  };

  constructor(numbers: Numbers, booleans: Booleans) {
    this.#numbers = numbers;
    this.#booleans = booleans;
    this.#hasFractions = numbers.values.some((value) => !rational.isInteger(value));
  }

  /** One-bit variables that also occur in arithmetic have their value there; the literal may be open. */
  #lookUp(of: Variable): Rational | undefined {
    const column = this.#numbers.columns.get(of);
    if (column !== undefined) return this.#numbers.values[column];
    const literal = this.#booleans.literals.get(of);
    return literal === undefined ? undefined : this.#booleans.values[literal]! > 0 ? 1 : 0;
  }

  /** The model gives the element of an array variable at the index a value. */
  setElement(array: Variable, index: Term, value: Int): void {
    const at = evaluate(index, this.#environment);
    if (typeof at !== "number" && typeof at !== "bigint") return;
    const elements = memoised(this.#arrays, array, () => new Map());
    if (!elements.has(at)) elements.set(at, value);
  }

  #valueOf(of: Variable): Value | undefined {
    if (of.type.kind === "array") return this.#arrayOf(of);
    // Zero is a value of every type; a variable without a value occurs in nothing that was asserted.
    const value = this.#lookUp(of) ?? 0;
    return rational.isInteger(value) ? value : undefined;
  }

  #arrayOf(of: Variable): ArrayValue {
    return { elements: this.#arrays.get(of) ?? new Map(), otherwise: 0 };
  }

  scalar(of: Variable): Int | undefined {
    const value = this.#lookUp(of);
    return value !== undefined && rational.isInteger(value) ? value : undefined;
  }

  rational(of: Variable): Rational | undefined {
    return this.#lookUp(of);
  }

  array(of: Variable): ReadonlyMap<Int, Int> | undefined {
    return this.#arrays.get(of);
  }

  holds(formula: Formula): boolean | undefined {
    if (!this.#hasFractions) return holds(formula, this.#environment);
    return holdsOverReals(formula, (of) => this.#realOf(of), this.#environment);
  }

  /** Floats are no numbers that sums could be made of here. */
  #realOf(of: Variable): Rational | undefined {
    return of.type.kind === "array" || of.type.kind === "float" ? undefined : (this.#lookUp(of) ?? 0);
  }
}
