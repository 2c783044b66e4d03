/**
 * Values that need a variable of their own: the floor of a real is the integer n with n <= r < n + 1, a choice between
 * reals is the r that equals the one or the other (models evaluate if-then-else of integers only). The constraint goes
 * wherever the variable occurs.
 */
import { and, eq, type Formula, not, or, type Term, type Variable, variable } from "../../logic/term.ts";
import { MATH_INTEGER, REAL } from "../../logic/types.ts";
import { variablesOf } from "../../logic/visit.ts";
import type { Int } from "../../numbers/int.ts";
import * as rational from "../../numbers/rational.ts";
import { memoised } from "../../util/memo.ts";
import type { FreshVariables } from "../fresh.ts";
import type { SolverModel } from "../solver.ts";
import { choose, compare, constantNumber, constantOf, type NumberValue, number, sum, type Value } from "./value.ts";

export class Definitions {
  readonly #fresh: FreshVariables;
  readonly #floors = new Map<Term, Map<Int, NumberValue>>();
  readonly #choices = new Map<Term, Term>();
  readonly #constraints = new Map<Variable, Formula>();

  constructor(fresh: FreshVariables) {
    this.#fresh = fresh;
  }

  floor(of: NumberValue): NumberValue {
    if (of.sort === "Int") return of;
    const constant = constantOf(of);
    if (constant !== undefined) return constantNumber(rational.floor(constant), "Int");
    const floors = memoised(this.#floors, of.term, () => new Map());
    let value = floors.get(of.denominator);
    if (value === undefined) {
      const name = this.#fresh.make("to_int", MATH_INTEGER);
      value = number("Int", variable(name));
      const next = sum(value, constantNumber(1, "Int"));
      this.#constraints.set(name, and([compare("le", value, of), compare("lt", of, next)]));
      floors.set(of.denominator, value);
    }
    return value;
  }

  /** if-then-else; undefined where the sorts of the branches do not go together. */
  choice(condition: Formula, then: Value, otherwise: Value): Value | undefined {
    const value = choose(condition, then, otherwise);
    if (value?.sort !== "Real" || value.term.kind !== "ite") return value;
    let chosen = this.#choices.get(value.term);
    if (chosen === undefined) {
      const { term } = value;
      const name = this.#fresh.make("ite", REAL);
      chosen = variable(name);
      const isThen = eq(chosen, term.then);
      const isElse = eq(chosen, term.else);
      this.#constraints.set(name, and([or([not(term.condition), isThen]), or([term.condition, isElse])]));
      this.#choices.set(value.term, chosen);
    }
    return number("Real", chosen, value.denominator);
  }

  /** Whether a value has variables of this kind that the model knows nothing of. */
  areUnknown(value: Value, model: SolverModel): boolean {
    if (this.#constraints.size === 0) return false;
    const variables = variablesOf(value.sort === "Bool" ? value.formula : value.term);
    return [...variables].some((of) => this.#constraints.has(of) && model.rational(of) === undefined);
  }

  /** The formula with the constraints of the variables in it. */
  close(formula: Formula): Formula {
    if (this.#constraints.size === 0) return formula;
    const parts = [formula];
    const seen = new Set<Variable>();
    for (let i = 0; i < parts.length; i += 1) {
      for (const of of variablesOf(parts[i]!)) {
        const constraint = seen.has(of) ? undefined : this.#constraints.get(of);
        seen.add(of);
        if (constraint !== undefined) parts.push(constraint);
      }
    }
    return and(parts);
  }
}
