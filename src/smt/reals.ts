/**
 * Exact evaluation of formulas with real variables: `logic/evaluate.ts` knows integers and floats. Float constants
 * stand for their exact values here, division is exact, and subterms without reals are evaluated as ever.
 */
import { connective, type Environment, evaluate, holds } from "../logic/evaluate.ts";
import { fold } from "../logic/fold.ts";
import { isArrayTerm } from "../logic/sort.ts";
import type { Formula, Term, Variable } from "../logic/term.ts";
import type { TermNode } from "../logic/visit.ts";
import * as rational from "../numbers/rational.ts";

type Result = rational.Rational | boolean | undefined;

export function holdsOverReals(
  formula: Formula,
  realOf: (variable: Variable) => rational.Rational | undefined,
  integers: Environment,
): boolean | undefined {
  const result = fold<Result>(formula, (node, resultOf) => step(node, resultOf, realOf, integers));
  return typeof result === "boolean" ? result : undefined;
}

function step(
  node: TermNode,
  resultOf: (part: TermNode) => Result,
  realOf: (variable: Variable) => rational.Rational | undefined,
  integers: Environment,
): Result {
  const number = (term: Term): rational.Rational | undefined => {
    const result = resultOf(term);
    return typeof result === "boolean" ? undefined : result;
  };
  switch (node.kind) {
    case "true":
    case "false":
    case "not":
    case "and":
    case "or":
      return connective(node, (part) => resultOf(part) as boolean | undefined);
    case "eq":
    case "lt":
    case "le":
    case "feq":
    case "flt":
    case "fle": {
      if (isArrayTerm(node.left)) return holds(node, integers);
      const order = lift(rational.compare, number(node.left), number(node.right)) as number | undefined;
      if (order === undefined) return undefined;
      if (node.kind === "eq" || node.kind === "feq") return order === 0;
      return node.kind === "lt" || node.kind === "flt" ? order < 0 : order <= 0;
    }
    case "ite": {
      const condition = resultOf(node.condition);
      return condition === undefined ? undefined : resultOf(condition === true ? node.then : node.else);
    }
    case "integer":
      return node.value;
    case "float":
      return Number.isFinite(node.value) ? rational.fromDouble(node.value) : undefined;
    case "variable":
      return realOf(node.variable);
    case "add":
      return lift(rational.add, number(node.left), number(node.right));
    case "subtract":
      return lift(rational.subtract, number(node.left), number(node.right));
    case "multiply":
      return lift(rational.multiply, number(node.left), number(node.right));
    case "negate":
      return lift((_, b) => rational.negate(b), 0, number(node.operand));
    case "fdivide": {
      const divisor = number(node.right);
      return divisor === 0 ? undefined : lift(rational.divide, number(node.left), divisor);
    }
    default: {
      const value = evaluate(node as Term, integers);
      return typeof value === "object" ? undefined : value;
    }
  }
}

function lift(
  operation: (a: rational.Rational, b: rational.Rational) => rational.Rational,
  a: rational.Rational | undefined,
  b: rational.Rational | undefined,
): rational.Rational | undefined {
  return a === undefined || b === undefined ? undefined : operation(a, b);
}
