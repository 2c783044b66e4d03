/**
 * A model: values of variables, and formulas evaluated under them. Integers are evaluated by `logic/evaluate.ts`; where
 * a real variable has a fraction for its value, linear comparisons are evaluated with rationals here.
 */
import { type ArrayValue, type Environment, evaluate, holds, type Value } from "../../logic/evaluate.ts";
import { fold } from "../../logic/fold.ts";
import { comparisonConstraint, type LinearConstraint } from "../../logic/linear.ts";
import type { Formula, Term, Variable } from "../../logic/term.ts";
import type { TermNode } from "../../logic/visit.ts";
import type { Int } from "../../numbers/int.ts";
import type { Rational } from "../../numbers/rational.ts";
import * as rational from "../../numbers/rational.ts";
import type { SolverModel } from "../solver.ts";

export class Model implements SolverModel {
  readonly #values: ReadonlyMap<Variable, Rational>;
  readonly #arrays = new Map<Variable, Map<Int, Int>>();
  readonly #hasFractions: boolean;
  readonly #environment: Environment = { valueOf: (of) => this.#valueOf(of) };

  constructor(values: ReadonlyMap<Variable, Rational>) {
    this.#values = values;
    let fractions = false;
    for (const value of values.values()) fractions ||= !rational.isInteger(value);
    this.#hasFractions = fractions;
  }

  /** The model gives the element of an array variable at the index a value. */
  setElement(array: Variable, index: Term, value: Int): void {
    const at = evaluate(index, this.#environment);
    if (typeof at !== "number" && typeof at !== "bigint") return;
    let elements = this.#arrays.get(array);
    if (elements === undefined) {
      elements = new Map();
      this.#arrays.set(array, elements);
    }
    if (!elements.has(at)) elements.set(at, value);
  }

  #valueOf(of: Variable): Value | undefined {
    if (of.type.kind === "array") return this.#arrayOf(of);
    // Zero is a value of every type; a variable without a value occurs in nothing that was asserted.
    const value = this.#values.get(of) ?? 0;
    return rational.isInteger(value) ? value : undefined;
  }

  #arrayOf(of: Variable): ArrayValue {
    return { elements: this.#arrays.get(of) ?? new Map(), otherwise: 0 };
  }

  scalar(of: Variable): Int | undefined {
    const value = this.#values.get(of);
    return value !== undefined && rational.isInteger(value) ? value : undefined;
  }

  rational(of: Variable): Rational | undefined {
    return this.#values.get(of);
  }

  array(of: Variable): ReadonlyMap<Int, Int> | undefined {
    return this.#arrays.get(of);
  }

  holds(formula: Formula): boolean | undefined {
    if (!this.#hasFractions) return holds(formula, this.#environment);
    return fold<boolean | undefined>(formula, (node, resultOf) => this.#step(node, resultOf));
  }

  #step(node: TermNode, resultOf: (part: TermNode) => boolean | undefined): boolean | undefined {
    switch (node.kind) {
      case "true":
      case "false":
        return node.kind === "true";
      case "not": {
        const operand = resultOf(node.operand);
        return operand === undefined ? undefined : !operand;
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
        const constraint = comparisonConstraint(node);
        if (constraint === undefined) return holds(node, this.#environment);
        return typeof constraint === "string" ? constraint === "true" : this.#satisfies(constraint);
      }
      case "feq":
      case "flt":
      case "fle":
        return holds(node, this.#environment);
      default:
        // Terms below comparisons; the comparison looked at them itself.
        return undefined;
    }
  }

  #satisfies({ relation, expression }: LinearConstraint): boolean {
    let sum: Rational = expression.constant;
    expression.variables.forEach((of, i) => {
      sum = rational.addMultiply(sum, expression.coefficients[i]!, this.#values.get(of) ?? 0);
    });
    const sign = rational.sign(sum);
    return relation === "eq" ? sign === 0 : relation === "lt" ? sign < 0 : sign <= 0;
  }
}
