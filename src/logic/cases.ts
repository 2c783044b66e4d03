/**
 * Case splitting: a formula as alternatives whose disjunction it is, a conditional value as a choice between two. Domains
 * join what the cases give, engines make an edge of each. How far to go is the caller's to say, since cases multiply.
 */
import { and, eq, type Formula, floatComparison, le, lt, not, type Term, wrap } from "./term.ts";

export interface Choice {
  readonly condition: Formula;
  readonly chosen: Term;
  readonly otherwise: Term;
}

/** An if-then-else, or a wrapped one with the wrap moved into its branches. */
export function choiceOf(term: Term): Choice | undefined {
  if (term.kind === "ite") return { condition: term.condition, chosen: term.then, otherwise: term.else };
  if (term.kind !== "wrap" || term.operand.kind !== "ite") return undefined;
  const { condition, then: chosen, else: otherwise } = term.operand;
  const inner = (part: Term) => wrap(part, term.type, term.reason);
  return { condition, chosen: inner(chosen), otherwise: inner(otherwise) };
}

type Comparison = Extract<Formula, { readonly left: Term }>;

/**
 * A comparison of a conditional value: one case for each branch. Undefined for others.
 * @param choices which values to take for conditional.
 */
export function comparisonCases(formula: Formula, choices = choiceOf): readonly [Formula, Formula] | undefined {
  if (!("left" in formula)) return undefined;
  const left = choices(formula.left);
  const choice = left ?? choices(formula.right);
  if (choice === undefined) return undefined;
  const { condition, chosen, otherwise } = choice;
  const compared = (part: Term) =>
    left === undefined ? compare(formula.kind, formula.left, part) : compare(formula.kind, part, formula.right);
  return [and([condition, compared(chosen)]), and([not(condition), compared(otherwise)])];
}

function compare(kind: Comparison["kind"], left: Term, right: Term): Formula {
  switch (kind) {
    case "eq":
      return eq(left, right);
    case "lt":
      return lt(left, right);
    case "le":
      return le(left, right);
    default:
      return floatComparison(kind, left, right);
  }
}

interface CaseLimits {
  /** Alternatives of a disjunction or of what `split` gives; one that has more stays whole. */
  readonly alternatives: number;
  /** Combinations of the alternatives of conjuncts; a conjunction that has more stays whole. */
  readonly combinations: number;
  /** Levels of formulas in formulas that are looked at. */
  readonly depth: number;
}

/**
 * Formulas whose disjunction is the given one, conjunctive as far as that is cheap.
 * @param split what else to take apart: formulas with this disjunction, or undefined to leave it whole.
 */
export function disjuncts(
  formula: Formula,
  limits: CaseLimits,
  split: (formula: Formula) => readonly Formula[] | undefined,
  depth = 0,
): readonly Formula[] {
  if (depth > limits.depth) return [formula];
  const inner = (part: Formula) => disjuncts(part, limits, split, depth + 1);
  if (formula.kind === "and") {
    let products: Formula[][] = [[]];
    for (const operand of formula.operands) {
      const cases = inner(operand);
      if (cases.length * products.length > limits.combinations) return [formula];
      products = products.flatMap((product) => cases.map((one) => [...product, one]));
    }
    return products.map(and);
  }
  const alternatives = (formula.kind === "or" ? formula.operands : split(formula))?.flatMap(inner);
  return alternatives === undefined || alternatives.length > limits.alternatives ? [formula] : alternatives;
}

/** All sequences with one of its cases, itself a sequence, for each step; a step that would make more than `most` is kept whole. */
export function sequences<T>(
  steps: readonly T[],
  casesOf: (step: T) => readonly (readonly T[])[],
  most: number,
): readonly (readonly T[])[] {
  let all: readonly (readonly T[])[] = [[]];
  for (const step of steps) {
    const found = casesOf(step);
    const cases = found.length * all.length > most ? [[step]] : found;
    all = all.flatMap((before) => cases.map((one) => [...before, ...one]));
  }
  return all;
}
