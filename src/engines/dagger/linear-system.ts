/**
 * A conjunction of linear constraints in the exact simplex: is it empty, what is the infimum of a form, and why. The
 * variables' machine ranges are part of it, since states do not mention them.
 */
import { type LinearConstraint, type LinearExpression, scale } from "../../logic/linear.ts";
import type { Variable } from "../../logic/term.ts";
import { highest, isIntegral, lowest } from "../../logic/types.ts";
import type { Int } from "../../numbers/int.ts";
import * as int from "../../numbers/int.ts";
import type { Rational } from "../../numbers/rational.ts";
import * as rational from "../../numbers/rational.ts";
import { checkIntegers } from "../../numbers/simplex/integer.ts";
import { type Conflict, Simplex } from "../../numbers/simplex/simplex.ts";

/** Pivots of one question; past it the answer is the weaker one. */
const MOST_PIVOTS = 20_000;
/** Nodes of branch and bound: integer gaps that matter are found in a few. */
const MOST_BRANCHES = 24;

/** The reason of bounds that come from a variable's type. */
const TYPE_RANGE = -1;

export class LinearSystem {
  readonly simplex = new Simplex();
  readonly #columns = new Map<Variable, number>();
  readonly #integers: number[] = [];
  #conflict: Conflict | undefined;

  constructor(constraints: readonly LinearConstraint[] = [], reason = 0) {
    this.simplex.pivotLimit = MOST_PIVOTS;
    for (const constraint of constraints) this.add(constraint, reason);
  }

  column(of: Variable): number {
    let column = this.#columns.get(of);
    if (column === undefined) {
      column = this.simplex.addVariable();
      this.#columns.set(of, column);
      if (isIntegral(of.type)) this.#integers.push(column);
      if (of.type.kind === "int" || of.type.kind === "pointer") {
        this.#note(this.simplex.assertLower(column, lowest(of.type), "closed", TYPE_RANGE));
        this.#note(this.simplex.assertUpper(column, highest(of.type), "closed", TYPE_RANGE));
      }
    }
    return column;
  }

  #note(conflict: Conflict | undefined): void {
    this.#conflict ??= conflict;
  }

  add(constraint: LinearConstraint, reason: number): void {
    if (this.#conflict !== undefined) return;
    const { expression, relation } = constraint;
    const { variables, coefficients, constant } = expression;
    if (variables.length === 0) {
      const isTrue = relation === "eq" ? constant === 0 : relation === "lt" ? constant < 0 : constant <= 0;
      if (!isTrue) this.#conflict = [];
      return;
    }
    const columns = variables.map((of) => this.column(of));
    const single = coefficients.length === 1 && coefficients[0] === 1;
    const column = single ? columns[0]! : this.simplex.addRow(columns, coefficients);
    const bound = int.negate(constant);
    const strictness = relation === "lt" ? "strict" : "closed";
    this.#note(this.simplex.assertUpper(column, bound, strictness, reason));
    if (relation === "eq") this.#note(this.simplex.assertLower(column, bound, "closed", reason));
  }

  /** A contradiction over the rationals, with its Farkas coefficients; undefined where there is none (or none was found). */
  conflict(): Conflict | undefined {
    if (this.#conflict !== undefined) return this.#conflict;
    const result = this.simplex.check();
    return result.kind === "infeasible" ? result.conflict : undefined;
  }

  /** Surely without solution; in integers, where asked. */
  isEmpty(over: "rationals" | "integers"): boolean {
    if (this.conflict() !== undefined) return true;
    return over === "integers" && checkIntegers(this.simplex, this.#integers, MOST_BRANCHES) === "infeasible";
  }

  /** Values of the variables in a solution whose integers are whole; undefined where none was found. */
  wholePoint(of: readonly Variable[]): Int[] | undefined {
    const columns = of.map((one) => this.column(one));
    if (this.#conflict !== undefined) return undefined;
    if (checkIntegers(this.simplex, this.#integers, MOST_BRANCHES) !== "feasible") return undefined;
    const values = columns.map((column) => this.simplex.valueOf(column));
    return values.every((value) => rational.isInteger(value))
      ? values.map((value) => rational.floor(value))
      : undefined;
  }

  /** The infimum of a form; undefined: none, or not found. The system should not be empty. */
  infimum(expression: LinearExpression): Rational | undefined {
    const columns = expression.variables.map((of) => this.column(of));
    if (this.simplex.check().kind !== "feasible") return undefined;
    const optimum = this.simplex.maximise(
      columns,
      expression.coefficients.map((coefficient) => int.negate(coefficient)),
    );
    if (optimum.kind !== "bounded") return undefined;
    return rational.subtract(expression.constant, optimum.value);
  }

  /** Do all solutions satisfy the constraint? */
  entails(constraint: LinearConstraint): boolean {
    const { expression, relation } = constraint;
    // e <= 0 everywhere where the infimum of -e is at least 0.
    const below = this.infimum(scale(expression, -1));
    if (below === undefined || rational.sign(below) < 0) return false;
    if (relation === "lt") return rational.sign(below) > 0;
    if (relation === "le") return true;
    const above = this.infimum(expression);
    return above !== undefined && rational.sign(above) >= 0;
  }
}
