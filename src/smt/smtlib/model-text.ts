/** Values of a model as SMT-LIB writes them: `(- 3)`, `(/ 1 2)`, `5.0` for a real. */
import { fold } from "../../logic/fold.ts";
import type { Term, Variable } from "../../logic/term.ts";
import type { TermNode } from "../../logic/visit.ts";
import * as int from "../../numbers/int.ts";
import type { Rational } from "../../numbers/rational.ts";
import * as rational from "../../numbers/rational.ts";
import type { SolverModel } from "../solver.ts";
import type { Sort, Value } from "./value.ts";

interface Declaration {
  readonly name: string;
  readonly sort: Sort;
  readonly variable: Variable;
}

export function showModel(declarations: readonly Declaration[], model: SolverModel): string {
  const lines = declarations.map(({ name, sort, variable }) => {
    const value = model.rational(variable) ?? model.scalar(variable) ?? 0;
    return `  (define-fun ${showSymbol(name)} () ${sort} ${showNumber(value, sort)})`;
  });
  return ["(", ...lines, ")"].join("\n");
}

/** The value of a term; `unknown` where the model does not say. */
export function modelValue(value: Value, model: SolverModel): string {
  if (value.sort === "Bool") {
    const truth = model.holds(value.formula);
    return truth === undefined ? "unknown" : `${truth}`;
  }
  const above = evaluateTerm(value.term, model);
  return above === undefined ? "unknown" : showNumber(rational.divide(above, value.denominator), value.sort);
}

/** Exact also for fractions. */
function evaluateTerm(term: Term, model: SolverModel): Rational | undefined {
  return fold<Rational | undefined>(term, (node, resultOf) => evaluateNode(node, resultOf, model));
}

function evaluateNode(
  node: TermNode,
  resultOf: (part: TermNode) => Rational | undefined,
  model: SolverModel,
): Rational | undefined {
  switch (node.kind) {
    case "integer":
      return node.value;
    case "variable":
      return model.rational(node.variable) ?? model.scalar(node.variable) ?? 0;
    case "negate":
      return map(resultOf(node.operand), resultOf(node.operand), rational.negate);
    case "add":
      return map(resultOf(node.left), resultOf(node.right), rational.add);
    case "subtract":
      return map(resultOf(node.left), resultOf(node.right), rational.subtract);
    case "multiply":
      return map(resultOf(node.left), resultOf(node.right), rational.multiply);
    case "divide":
      return map(resultOf(node.left), resultOf(node.right), truncatedQuotient);
    case "ite": {
      const condition = model.holds(node.condition);
      return condition === undefined ? undefined : resultOf(condition ? node.then : node.else);
    }
    default:
      return undefined;
  }
}

function truncatedQuotient(a: Rational, b: Rational): Rational | undefined {
  if (!rational.isInteger(a) || !rational.isInteger(b) || b === 0) return undefined;
  return int.divideTruncated(a, b);
}

function map(
  a: Rational | undefined,
  b: Rational | undefined,
  to: (a: Rational, b: Rational) => Rational | undefined,
): Rational | undefined {
  return a === undefined || b === undefined ? undefined : to(a, b);
}

function showNumber(value: Rational, sort: Sort): string {
  if (sort === "Bool") return value === 0 ? "false" : "true";
  const size = rational.absolute(value);
  const suffix = sort === "Real" ? ".0" : "";
  const text = rational.isInteger(size)
    ? `${size}${suffix}`
    : `(/ ${rational.numerator(size)}.0 ${rational.denominator(size)}.0)`;
  return rational.sign(value) < 0 ? `(- ${text})` : text;
}

const SIMPLE = /^[A-Za-z~!@$%^&*_\-+=<>.?/][A-Za-z0-9~!@$%^&*_\-+=<>.?/]*$/;
const RESERVED = new Set([
  "!",
  "_",
  "as",
  "exists",
  "forall",
  "let",
  "par",
  "BINARY",
  "DECIMAL",
  "HEXADECIMAL",
  "NUMERAL",
  "STRING",
]);

export function showSymbol(name: string): string {
  return SIMPLE.test(name) && !RESERVED.has(name) ? name : `|${name.replace(/[|\\]/g, "_")}|`;
}

export function showString(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}
