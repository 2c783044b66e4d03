/**
 * Entailment of a disjunction by a conjunction of linear constraints: does every solution of the premise satisfy all
 * constraints of some alternative? The certificate checker relies on it, so it depends on no domain: only on linear
 * constraints and the exact simplex.
 *
 * The search looks for a counterexample. A solution of the premise that satisfies no alternative is one; otherwise the
 * alternative it does satisfy is broken in each possible way, one constraint after another, and the search goes on
 * below each (case splitting, guided by the solutions found). Integer variables are made integral by branch and bound
 * before a solution counts. All work is limited, and past a limit the answer is `unknown`.
 *
 * Variables range over all integers (or reals): ranges of machine types matter only if the premise states them.
 */
import { type LinearConstraint, type LinearExpression, negateConstraint } from "../logic/linear.ts";
import type { Variable } from "../logic/term.ts";
import { isIntegral } from "../logic/types.ts";
import type { Int } from "../numbers/int.ts";
import * as int from "../numbers/int.ts";
import type { Rational } from "../numbers/rational.ts";
import * as rational from "../numbers/rational.ts";
import { checkIntegers } from "../numbers/simplex/integer.ts";
import { Simplex } from "../numbers/simplex/simplex.ts";

export type Entailment =
  | { readonly kind: "proved" }
  /** The valuation satisfies the premise and no alternative. */
  | { readonly kind: "not-proved"; readonly counterexample: ReadonlyMap<Variable, Rational> }
  | { readonly kind: "unknown"; readonly reason: string };

export interface EntailmentLimits {
  /** Case splits in all. */
  readonly splits: number;
  /** Nodes of each branch and bound. */
  readonly branches: number;
  /** Pivots of the simplex in all. */
  readonly pivots: number;
}

// Enough for what programs need; a check that reaches them takes a second or so.
export const DEFAULT_LIMITS: EntailmentLimits = { splits: 20_000, branches: 500, pivots: 200_000 };

/** Alternatives deeper than this in the recursion end as unknown rather than at the end of the stack. */
const DEEPEST = 2000;

export function entails(
  premise: readonly LinearConstraint[],
  alternatives: readonly (readonly LinearConstraint[])[],
  limits: EntailmentLimits = DEFAULT_LIMITS,
): Entailment {
  const search = new Search(alternatives, limits);
  for (const constraint of premise) if (!search.assert(constraint)) return { kind: "proved" };
  return search.run(0);
}

class Search {
  readonly #simplex = new Simplex();
  readonly #columns = new Map<Variable, number>();
  readonly #integers: number[] = [];
  /** Names of linear forms, by the constraint whose form they are: bounds on one form share a row. */
  readonly #forms = new Map<number, { readonly expression: LinearExpression; readonly column: number }[]>();
  readonly #alternatives: readonly (readonly LinearConstraint[])[];
  readonly #limits: EntailmentLimits;
  #splits = 0;

  constructor(alternatives: readonly (readonly LinearConstraint[])[], limits: EntailmentLimits) {
    this.#alternatives = alternatives;
    this.#limits = limits;
    this.#simplex.pivotLimit = limits.pivots;
  }

  /** false if it contradicts a bound at once. */
  assert(constraint: LinearConstraint): boolean {
    const { expression, relation } = constraint;
    if (expression.variables.length === 0)
      return relation === "eq"
        ? expression.constant === 0
        : relation === "lt"
          ? expression.constant < 0
          : expression.constant <= 0;
    const { column, sign } = this.#form(expression);
    const bound = int.multiply(-sign, expression.constant);
    const strictness = relation === "lt" ? "strict" : "closed";
    const upper = (): boolean => this.#simplex.assertUpper(column, bound, strictness, 0) === undefined;
    const lower = (): boolean => this.#simplex.assertLower(column, bound, strictness, 0) === undefined;
    if (relation === "eq") return upper() && lower();
    return sign > 0 ? upper() : lower();
  }

  /** The column that stands for the variable part of an expression, or for its opposite (sign -1). */
  #form(expression: LinearExpression): { column: number; sign: 1 | -1 } {
    const sign = int.sign(expression.coefficients[0]!) < 0 ? -1 : 1;
    const coefficients = sign > 0 ? expression.coefficients : expression.coefficients.map(int.negate);
    if (coefficients.length === 1 && coefficients[0] === 1)
      return { column: this.#column(expression.variables[0]!), sign };
    const key =
      expression.variables.reduce(
        (hash, of, i) => Math.imul(hash, 31) + of.id * 7 + Number(BigInt.asIntN(32, BigInt(coefficients[i]!))),
        0,
      ) | 0;
    const bucket = this.#forms.get(key) ?? [];
    const known = bucket.find(
      (form) =>
        form.expression.variables.length === coefficients.length &&
        form.expression.variables.every((of, i) => of === expression.variables[i]) &&
        form.expression.coefficients.every((value, i) => value === coefficients[i]),
    );
    if (known !== undefined) return { column: known.column, sign };
    const column = this.#simplex.addRow(
      expression.variables.map((of) => this.#column(of)),
      coefficients,
    );
    if (expression.variables.every((of) => isIntegral(of.type))) this.#integers.push(column);
    bucket.push({ expression: { ...expression, coefficients }, column });
    this.#forms.set(key, bucket);
    return { column, sign };
  }

  #column(of: Variable): number {
    let column = this.#columns.get(of);
    if (column === undefined) {
      column = this.#simplex.addVariable();
      this.#columns.set(of, column);
      if (isIntegral(of.type)) this.#integers.push(column);
    }
    return column;
  }

  /** Looks for a counterexample under the bounds asserted so far. */
  run(depth: number): Entailment {
    const relaxed = this.#simplex.check();
    if (relaxed.kind === "infeasible") return { kind: "proved" };
    if (relaxed.kind === "limit") return { kind: "unknown", reason: "pivot limit" };
    if (depth > DEEPEST) return { kind: "unknown", reason: "too many nested alternatives" };
    const model = this.#model();
    const satisfied = this.#satisfied(model);
    if (satisfied !== undefined) return this.#break(satisfied, depth);
    if (this.#isIntegral(model)) return { kind: "not-proved", counterexample: model };
    switch (checkIntegers(this.#simplex, this.#integers, this.#limits.branches)) {
      case "infeasible":
        return { kind: "proved" };
      case "limit":
        return { kind: "unknown", reason: "integer search limit" };
      case "feasible": {
        const integral = this.#model();
        const again = this.#satisfied(integral);
        // A strict bound on a mixed form can leave an infinitesimal in an integer variable.
        if (!this.#isIntegral(integral)) return { kind: "unknown", reason: "strict bounds over integers and reals" };
        return again === undefined ? { kind: "not-proved", counterexample: integral } : this.#break(again, depth);
      }
    }
  }

  #model(): ReadonlyMap<Variable, Rational> {
    const values = this.#simplex.model();
    return new Map([...this.#columns].map(([of, column]) => [of, values[column]!]));
  }

  #isIntegral(model: ReadonlyMap<Variable, Rational>): boolean {
    for (const [of, value] of model) if (isIntegral(of.type) && !rational.isInteger(value)) return false;
    return true;
  }

  #satisfied(model: ReadonlyMap<Variable, Rational>): readonly LinearConstraint[] | undefined {
    return this.#alternatives.find((alternative) => alternative.every((constraint) => isSatisfied(constraint, model)));
  }

  /** Every counterexample violates some constraint of the alternative: tries them one by one. */
  #break(alternative: readonly LinearConstraint[], depth: number): Entailment {
    let undecided: Entailment | undefined;
    for (const constraint of alternative) {
      for (const opposite of negateConstraint(constraint)) {
        if (opposite === "false") continue;
        if (++this.#splits > this.#limits.splits) return { kind: "unknown", reason: "split limit" };
        this.#simplex.push();
        const result: Entailment =
          opposite === "true" || this.assert(opposite) ? this.run(depth + 1) : { kind: "proved" };
        this.#simplex.pop();
        if (result.kind === "not-proved") return result;
        if (result.kind === "unknown") undecided = result;
      }
    }
    return undecided ?? { kind: "proved" };
  }
}

/** Variables that the search has not met are free: zero is as good as any value. */
function isSatisfied(constraint: LinearConstraint, model: ReadonlyMap<Variable, Rational>): boolean {
  const { variables, coefficients, constant } = constraint.expression;
  let sum: Rational = constant;
  variables.forEach((of, i) => {
    sum = rational.addMultiply(sum, coefficients[i]! as Int, model.get(of) ?? 0);
  });
  const sign = rational.sign(sum);
  return constraint.relation === "eq" ? sign === 0 : constraint.relation === "lt" ? sign < 0 : sign <= 0;
}
