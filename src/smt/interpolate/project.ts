/**
 * Model-based projection: from a cube and a model of it, a cube without some variables that is true in the model and
 * implies the original cube with these variables existentially quantified. Exact quantifier elimination would be the
 * disjunction over all models; the equality case, which encodings of programs live on, is exact by itself.
 *
 * Integers after Cooper, as in Komuravelli, Gurfinkel, Chaki, "SMT-based model checking for recursive programs" (CAV
 * 2014), section 5: the eliminated variable is replaced by the bound that is tightest in the model plus its distance modulo the
 * divisors. Reals after Loos and Weispfenning, with the tightest bound only.
 */

import {
  addScaled,
  coefficientOf,
  constantExpression,
  type LinearExpression,
  scale,
  variableExpression,
} from "../../logic/linear.ts";
import type { Variable } from "../../logic/term.ts";
import { isIntegral, typeRange } from "../../logic/types.ts";
import type { Int } from "../../numbers/int.ts";
import * as int from "../../numbers/int.ts";
import { isInfinite } from "../../numbers/interval.ts";
import * as rational from "../../numbers/rational.ts";
import {
  allIntegral,
  type Constant,
  divides,
  expressionOf,
  holdsByRange,
  type Literal,
  linear,
  tidy,
  type Valuation,
  valueIn,
} from "./literal.ts";

/** The literals should be true under the valuation. undefined where a mixed integer-real cube resists. */
export function project(
  literals: readonly Literal[],
  eliminated: ReadonlySet<Variable>,
  valuation: Valuation,
): Literal[] | undefined {
  const cube = new Cube(tidy(literals), eliminated);
  for (let next = cube.cheapest(); next !== undefined; next = cube.cheapest()) {
    const result = eliminate(next, [...cube.take(next), ...rangeLiterals(next)], valuation);
    if (result === undefined) return undefined;
    for (const literal of result) if (!holdsByRange(literal)) cube.add(literal);
  }
  return tidy(cube.literals());
}

/** A cube in the course of elimination: knows where the variables to be eliminated occur. */
class Cube {
  readonly #literals: (Literal | undefined)[] = [];
  readonly #eliminated: ReadonlySet<Variable>;
  readonly #uses = new Map<Variable, Set<number>>();
  /** Variables that had an equality of unit coefficient when it was added. */
  readonly #easy: Variable[] = [];

  constructor(literals: readonly Literal[], eliminated: ReadonlySet<Variable>) {
    this.#eliminated = eliminated;
    for (const literal of literals) this.add(literal);
  }

  add(literal: Literal): void {
    const index = this.#literals.push(literal) - 1;
    const { variables, coefficients } = expressionOf(literal);
    for (let i = 0; i < variables.length; i++) {
      const of = variables[i]!;
      if (!this.#eliminated.has(of)) continue;
      const uses = this.#uses.get(of);
      if (uses === undefined) this.#uses.set(of, new Set([index]));
      else uses.add(index);
      if (isEquality(literal) && int.absolute(coefficients[i]!) === 1) this.#easy.push(of);
    }
  }

  /** Removes the literals that mention the variable. */
  take(of: Variable): Literal[] {
    const taken: Literal[] = [];
    for (const index of [...this.#uses.get(of)!]) {
      const literal = this.#literals[index]!;
      taken.push(literal);
      this.#literals[index] = undefined;
      for (const other of expressionOf(literal).variables) this.#uses.get(other)?.delete(index);
    }
    this.#uses.delete(of);
    return taken;
  }

  /** Variables with an equality first, those of unit coefficient before all: they go without loss. */
  cheapest(): Variable | undefined {
    for (let of = this.#easy.pop(); of !== undefined; of = this.#easy.pop()) {
      if (this.#uses.get(of)?.size) return of;
    }
    let found: Variable | undefined;
    let least = Infinity;
    for (const [of, uses] of this.#uses) {
      if (uses.size === 0) continue;
      const hasEquality = [...uses].some((index) => isEquality(this.#literals[index]!));
      const cost = uses.size + (hasEquality ? 0 : 1_000_000);
      if (cost < least) {
        least = cost;
        found = of;
      }
    }
    return found;
  }

  literals(): Literal[] {
    return this.#literals.filter((literal) => literal !== undefined);
  }
}

function isEquality(literal: Literal): boolean {
  return literal.kind === "linear" && literal.constraint.relation === "eq";
}

function rangeLiterals(of: Variable): Literal[] {
  const { low, high } = typeRange(of.type);
  const x = variableExpression(of);
  const literals: (Literal | Constant)[] = [];
  if (!isInfinite(low)) literals.push(linear("le", addScaled(constantExpression(low), -1, x)));
  if (!isInfinite(high)) literals.push(linear("le", addScaled(x, -1, constantExpression(high))));
  return settled(literals) ?? [];
}

/** Without constants; undefined if one is false. */
function settled(literals: readonly (Literal | Constant)[]): Literal[] | undefined {
  if (literals.includes("false")) return undefined;
  return literals.filter((literal): literal is Literal => literal !== "true" && literal !== "false");
}

function eliminate(of: Variable, literals: readonly Literal[], valuation: Valuation): Literal[] | undefined {
  const equality = bestEquality(of, literals);
  if (!isIntegral(of.type)) {
    return equality === undefined ? eliminateReal(of, literals, valuation) : byEquality(of, equality, literals);
  }
  if (!literals.every((literal) => allIntegral(expressionOf(literal)))) return byValue(of, literals, valuation);
  return equality === undefined ? byTightestBound(of, literals, valuation) : byEquality(of, equality, literals);
}

function bestEquality(of: Variable, literals: readonly Literal[]): LinearExpression | undefined {
  let best: LinearExpression | undefined;
  for (const literal of literals) {
    if (literal.kind !== "linear" || literal.constraint.relation !== "eq") continue;
    const { expression } = literal.constraint;
    if (best === undefined || size(expression, of) < size(best, of)) best = expression;
  }
  return best;
}

function size(expression: LinearExpression, of: Variable): number {
  return Number(int.absolute(coefficientOf(expression, of))) * 1_000 + expression.variables.length;
}

/** a*x + t = 0: |a|*x is -sign(a)*t, and over the integers |a| divides t. */
function byEquality(of: Variable, equality: LinearExpression, literals: readonly Literal[]): Literal[] | undefined {
  const a = coefficientOf(equality, of);
  const factor = int.absolute(a);
  const t = addScaled(equality, int.negate(a), variableExpression(of));
  const value = a > 0 ? scale(t, -1) : t;
  const result: (Literal | Constant)[] = [];
  if (factor !== 1 && isIntegral(of.type)) result.push(divides(factor, t));
  for (const literal of literals) result.push(replaceMultiple(literal, of, factor, value));
  return settled(result);
}

/** The literal with `value` in place of factor*x. */
function replaceMultiple(literal: Literal, of: Variable, factor: Int, value: LinearExpression): Literal | Constant {
  const expression = expressionOf(literal);
  const b = coefficientOf(expression, of);
  const rest = addScaled(expression, int.negate(b), variableExpression(of));
  const replaced = addScaled(scale(rest, factor), b, value);
  if (literal.kind === "divides") return divides(int.multiply(literal.modulus, factor), replaced);
  return linear(literal.constraint.relation, replaced);
}

/** Fixes the variable to its value in the model: the least general choice, always possible for an integer. */
function byValue(of: Variable, literals: readonly Literal[], valuation: Valuation): Literal[] | undefined {
  const value = valuation(of);
  if (!rational.isInteger(value)) return undefined;
  return settled(literals.map((literal) => replaceMultiple(literal, of, 1, constantExpression(value))));
}

/** No equality: with y = scale*x, all literals read y >= l, y <= u or m | y + s. */
function byTightestBound(of: Variable, literals: readonly Literal[], valuation: Valuation): Literal[] | undefined {
  let multiple: Int = 1;
  for (const literal of literals) {
    multiple = int.lcm(multiple, int.absolute(coefficientOf(expressionOf(literal), of)));
  }
  const lower: LinearExpression[] = [];
  const upper: LinearExpression[] = [];
  let period: Int = multiple;
  for (const literal of literals) {
    const expression = expressionOf(literal);
    const a = coefficientOf(expression, of);
    const factor = int.divideExact(multiple, int.absolute(a));
    const rest = scale(addScaled(expression, int.negate(a), variableExpression(of)), factor);
    if (literal.kind === "divides") period = int.lcm(period, int.multiply(literal.modulus, factor));
    else if (a < 0) lower.push(rest);
    else upper.push(scale(rest, -1));
  }
  const y = rational.multiply(multiple, valuation(of));
  if (!rational.isInteger(y)) return undefined;
  const value = representative(lower, upper, y, period, valuation);
  if (value === undefined) return undefined;
  const oneSided = lower.length === 0 || upper.length === 0;
  const result: (Literal | Constant)[] = [];
  if (multiple !== 1) result.push(divides(multiple, value));
  for (const literal of literals) {
    // A variable that is bounded on one side only can be shifted by the period until the bounds hold.
    if (oneSided && literal.kind === "linear") continue;
    result.push(replaceMultiple(literal, of, multiple, value));
  }
  return settled(result);
}

function representative(
  lower: readonly LinearExpression[],
  upper: readonly LinearExpression[],
  y: Int,
  period: Int,
  valuation: Valuation,
): LinearExpression | undefined {
  if (lower.length === 0 || upper.length === 0) return constantExpression(int.modulo(y, period));
  const side = variablesIn(lower) === 0 && variablesIn(upper) > 0 ? "upper" : "lower";
  const bounds = side === "lower" ? lower : upper;
  const tightest = tightestOf(bounds, side, valuation);
  const value = valueIn(tightest, valuation);
  if (!rational.isInteger(value)) return undefined;
  const distance =
    side === "lower"
      ? int.modulo(int.subtract(y, value), period)
      : int.negate(int.modulo(int.subtract(value, y), period));
  return addScaled(tightest, 1, constantExpression(distance));
}

function variablesIn(expressions: readonly LinearExpression[]): number {
  return expressions.reduce((sum, expression) => sum + expression.variables.length, 0);
}

function tightestOf(
  bounds: readonly LinearExpression[],
  side: "lower" | "upper",
  valuation: Valuation,
): LinearExpression {
  return bounds.reduce((best, bound) => {
    const order = rational.compare(valueIn(bound, valuation), valueIn(best, valuation));
    return (side === "lower" ? order > 0 : order < 0) ? bound : best;
  });
}

/** Real x: the tightest lower bound l is below (or at) every upper bound and above every other lower one. */
function eliminateReal(of: Variable, literals: readonly Literal[], valuation: Valuation): Literal[] | undefined {
  if (literals.some((literal) => literal.kind === "divides")) return undefined;
  interface RealBound {
    /** factor*x compared with expression, factor > 0. */
    readonly factor: Int;
    readonly expression: LinearExpression;
    readonly strict: boolean;
  }
  const lower: RealBound[] = [];
  const upper: RealBound[] = [];
  for (const literal of literals) {
    if (literal.kind !== "linear") continue;
    const { expression, relation } = literal.constraint;
    const a = coefficientOf(expression, of);
    const rest = addScaled(expression, int.negate(a), variableExpression(of));
    const strict = relation === "lt";
    if (a < 0) lower.push({ factor: int.negate(a), expression: rest, strict });
    else upper.push({ factor: a, expression: scale(rest, -1), strict });
  }
  if (lower.length === 0 || upper.length === 0) return [];
  const at = (bound: RealBound) => rational.divide(valueIn(bound.expression, valuation), bound.factor);
  const tightest = lower.reduce((best, bound) => {
    const order = rational.compare(at(bound), at(best));
    return order > 0 || (order === 0 && bound.strict && !best.strict) ? bound : best;
  });
  const result: (Literal | Constant)[] = [];
  const below = (l: RealBound, u: RealBound, strict: boolean): void => {
    result.push(
      linear(strict ? "lt" : "le", addScaled(scale(l.expression, u.factor), int.negate(l.factor), u.expression)),
    );
  };
  for (const bound of upper) below(tightest, bound, tightest.strict || bound.strict);
  // Another lower bound that is strict where the tightest is not should stay strictly below it.
  for (const bound of lower) if (bound !== tightest) below(bound, tightest, bound.strict && !tightest.strict);
  return settled(result);
}
