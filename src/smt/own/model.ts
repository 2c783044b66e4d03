/**
 * A model: values of variables, and formulas evaluated under them. Integers are evaluated by `logic/evaluate.ts`; where
 * a real variable has a fraction for its value, its sums and comparisons are evaluated with rationals here.
 */

import { type ArrayValue, type Environment, evaluate, holds, type Value } from "../../logic/evaluate.ts";
import { fold } from "../../logic/fold.ts";
import { isArrayTerm } from "../../logic/sort.ts";
import type { Formula, Term, Variable } from "../../logic/term.ts";
import type { TermNode } from "../../logic/visit.ts";
import { CONSTANT_ARRAY } from "../../model/model.ts";
import type { Int } from "../../numbers/int.ts";
import type { Rational } from "../../numbers/rational.ts";
import * as rational from "../../numbers/rational.ts";
import { memoised } from "../../util/memo.ts";
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

type Result = Rational | boolean | undefined;

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
    const result = fold<Result>(formula, (node, resultOf) => this.#step(node, resultOf));
    return typeof result === "boolean" ? result : undefined;
  }

  #step(node: TermNode, resultOf: (part: TermNode) => Result): Result {
    switch (node.kind) {
      case "true":
      case "false":
        return node.kind === "true";
      case "not": {
        const operand = resultOf(node.operand);
        return typeof operand === "boolean" ? !operand : undefined;
      }
      case "and":
      case "or": {
        const results = node.operands.map((operand) => resultOf(operand));
        const decisive = node.kind === "or";
        if (results.includes(decisive)) return decisive;
        return results.includes(undefined) ? undefined : !decisive;
      }
      case "eq":
      case "lt":
      case "le": {
        if (isArrayTerm(node.left)) return holds(node, this.#environment);
        const left = number(resultOf(node.left));
        const right = number(resultOf(node.right));
        if (left === undefined || right === undefined) return undefined;
        const order = rational.compare(left, right);
        return node.kind === "eq" ? order === 0 : node.kind === "lt" ? order < 0 : order <= 0;
      }
      case "feq":
      case "flt":
      case "fle":
        return holds(node, this.#environment);
      case "integer":
        return node.value;
      case "variable":
        return node.variable.type.kind === "array" ? undefined : (this.#lookUp(node.variable) ?? 0);
      case "add":
      case "subtract":
      case "multiply": {
        const left = number(resultOf(node.left));
        const right = number(resultOf(node.right));
        if (left === undefined || right === undefined) return undefined;
        if (node.kind === "multiply") return rational.multiply(left, right);
        return node.kind === "add" ? rational.add(left, right) : rational.subtract(left, right);
      }
      case "negate": {
        const operand = number(resultOf(node.operand));
        return operand === undefined ? undefined : rational.negate(operand);
      }
      case "ite": {
        const condition = resultOf(node.condition);
        return condition === undefined ? undefined : resultOf(condition === true ? node.then : node.else);
      }
      default: {
        const value = evaluate(node, this.#environment);
        return typeof value === "number" || typeof value === "bigint" ? value : undefined;
      }
    }
  }
}

function number(result: Result): Rational | undefined {
  return typeof result === "boolean" ? undefined : result;
}
