/**
 * Goes through a refutation step by step: Farkas lemmas are added up, resolutions carried out, and the last clause has
 * to be empty. Inputs are taken for granted: they are the reader's to judge.
 */
import { addScaled, constantExpression, type LinearExpression, scale } from "../../../src/logic/linear.ts";
import type { Variable } from "../../../src/logic/term.ts";
import { isIntegral } from "../../../src/logic/types.ts";
import type { Int } from "../../../src/numbers/int.ts";
import * as int from "../../../src/numbers/int.ts";
import * as rational from "../../../src/numbers/rational.ts";
import type { Atom, Literal, ProofStep, Refutation } from "../../../src/smt/own/proof.ts";

/** What is wrong, or undefined for a correct refutation. */
export function checkRefutation(refutation: Refutation): string | undefined {
  const { atoms, steps } = refutation;
  for (const [index, step] of steps.entries()) {
    const wrong = checkStep(step, index, atoms, steps);
    if (wrong !== undefined) return `step ${index}: ${wrong}`;
  }
  const last = steps.at(-1);
  return last?.clause.length === 0 ? undefined : "the last step should derive the empty clause";
}

function checkStep(
  step: ProofStep,
  index: number,
  atoms: Refutation["atoms"],
  steps: readonly ProofStep[],
): string | undefined {
  const unknown = step.clause.find((literal) => atoms[Math.abs(literal)] === undefined);
  if (unknown !== undefined) return `literal ${unknown} should have an atom`;
  switch (step.kind) {
    case "input":
      return undefined;
    case "farkas":
      return checkFarkas(step.clause, step.factors, atoms);
    case "split":
      return checkFarkas(
        step.clause,
        step.clause.map(() => 1),
        atoms,
      );
    case "resolution": {
      if (step.antecedents.some((used) => used < 0 || used >= index)) return "antecedents should come before";
      if (step.pivots.length !== step.antecedents.length - 1) return "there should be a pivot between two antecedents";
      return checkResolution(step, steps);
    }
  }
}

/** The negation of a literal as `expression <= 0` or `< 0`. */
function negatedBound(literal: Literal, atom: Atom): { expression: LinearExpression; strict: boolean } | undefined {
  if (atom.kind !== "linear") return undefined;
  // The negation of -k is the atom itself.
  if (literal < 0) return { expression: atom.expression, strict: atom.strict };
  const opposite = scale(atom.expression, -1);
  if (!atom.strict && atom.expression.variables.every((of) => isIntegral(of.type))) {
    return { expression: { ...opposite, constant: int.add(opposite.constant, 1) }, strict: false };
  }
  return { expression: opposite, strict: !atom.strict };
}

function checkFarkas(
  clause: readonly Literal[],
  factors: readonly rational.Rational[],
  atoms: Refutation["atoms"],
): string | undefined {
  if (factors.length !== clause.length) return "there should be one factor a literal";
  let common: Int = 1;
  for (const factor of factors) common = int.lcm(common, rational.denominator(factor));
  let sum: LinearExpression = constantExpression(0);
  let strict = false;
  for (const [i, literal] of clause.entries()) {
    const bound = negatedBound(literal, atoms[Math.abs(literal)]!);
    if (bound === undefined) return `literal ${literal} of a theory lemma should be linear`;
    const factor = rational.multiply(factors[i]!, common);
    if (rational.sign(factor) <= 0 || !rational.isInteger(factor)) return "factors should be positive";
    sum = addScaled(sum, factor, bound.expression);
    strict ||= bound.strict;
  }
  if (sum.variables.length > 0) return `variables should cancel: ${names(sum.variables)} remain`;
  const contradiction = strict ? sum.constant >= 0 : sum.constant > 0;
  return contradiction ? undefined : "the sum should be a contradiction";
}

function checkResolution(
  step: Extract<ProofStep, { kind: "resolution" }>,
  steps: readonly ProofStep[],
): string | undefined {
  const clause = new Set(steps[step.antecedents[0]!]!.clause);
  for (const [i, pivot] of step.pivots.entries()) {
    const other = steps[step.antecedents[i + 1]!]!.clause;
    const sign = clause.has(pivot) ? 1 : clause.has(-pivot) ? -1 : 0;
    if (sign === 0 || !other.includes(-sign * pivot)) return `the clauses should clash on ${pivot}`;
    clause.delete(sign * pivot);
    for (const literal of other) {
      if (literal === -sign * pivot) continue;
      clause.add(literal);
    }
  }
  const wanted = new Set(step.clause);
  const equal = wanted.size === clause.size && [...wanted].every((literal) => clause.has(literal));
  return equal ? undefined : `the resolvent should be {${[...clause]}}, not {${[...wanted]}}`;
}

function names(variables: readonly Variable[]): string {
  return variables.map((of) => of.name).join(", ");
}
