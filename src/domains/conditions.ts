/**
 * What all domains do with the structure of formulas and terms: conjunctions one after the other (twice, since later
 * conjuncts may sharpen what earlier ones said), disjunctions by joining the branches, if-then-else terms by cases. A
 * domain brings only its treatment of one comparison or one plain assignment.
 */
import { choiceOf, comparisonCases } from "../logic/cases.ts";
import { type Formula, lt, not, or, type Term } from "../logic/term.ts";

export interface Steps<S> {
  isBottom(state: S): boolean;
  join(a: S, b: S): S;
  readonly bottom: S;
  /** The state restricted to one comparison, possibly negated (a negated integer comparison is only ever `not eq` of arrays). */
  assumeAtom(state: S, atom: Formula): S;
}

/** Comparisons treated in one `assume`. Sound: what is left over restricts nothing. */
const LARGEST = 2000;
/** Depth of nested junctions and of if-then-else splits. */
const DEEPEST = 100;

export function assumeFormula<S>(steps: Steps<S>, state: S, condition: Formula): S {
  let allowance = LARGEST;
  const assume = (current: S, formula: Formula, depth: number): S => {
    if (steps.isBottom(current)) return current;
    if (depth > DEEPEST || allowance <= 0) return current;
    allowance -= 1;
    switch (formula.kind) {
      case "true":
        return current;
      case "false":
        return steps.bottom;
      case "and":
        return assumeAll(current, formula.operands, depth);
      case "or":
        return assumeAny(current, formula.operands, depth);
      case "not":
        return assumeNegation(current, formula, depth);
      default: {
        const cases = splitCases(formula);
        return cases === undefined ? steps.assumeAtom(current, formula) : assume(current, cases, depth + 1);
      }
    }
  };
  const assumeNegation = (current: S, formula: Formula & { kind: "not" }, depth: number): S => {
    const inner = formula.operand;
    switch (inner.kind) {
      case "and":
        return assumeAny(current, inner.operands.map(not), depth);
      case "or":
        return assumeAll(current, inner.operands.map(not), depth);
      case "eq":
        return assumeAny(current, [lt(inner.left, inner.right), lt(inner.right, inner.left)], depth);
      default: {
        const cases = splitCases(inner);
        return cases === undefined ? steps.assumeAtom(current, formula) : assume(current, not(cases), depth + 1);
      }
    }
  };
  const assumeAll = (current: S, operands: readonly Formula[], depth: number): S => {
    // Disjunctions last: more of their branches are then seen to be empty.
    const ordered = [...operands.filter((part) => !isDisjunctive(part)), ...operands.filter(isDisjunctive)];
    let result = current;
    for (let round = 0; round < 2; round++)
      for (const operand of ordered) {
        result = assume(result, operand, depth + 1);
        if (steps.isBottom(result)) return steps.bottom;
      }
    return result;
  };
  const assumeAny = (current: S, operands: readonly Formula[], depth: number): S => {
    let result = steps.bottom;
    for (const operand of operands) result = steps.join(result, assume(current, operand, depth + 1));
    return result;
  };
  return assume(state, condition, 0);
}

function isDisjunctive(formula: Formula): boolean {
  return (
    formula.kind === "or" ||
    (formula.kind === "not" && (formula.operand.kind === "and" || formula.operand.kind === "eq"))
  );
}

/** A comparison of an if-then-else term, as the disjunction of its cases. */
function splitCases(formula: Formula): Formula | undefined {
  const cases = comparisonCases(formula);
  return cases === undefined ? undefined : or(cases);
}

/** Assignment by cases; `plain` assigns a term that is no if-then-else on the outside. */
export function assignByCases<S>(steps: Steps<S>, state: S, value: Term, plain: (state: S, value: Term) => S): S {
  let allowance = 64;
  const assign = (current: S, term: Term, depth: number): S => {
    if (steps.isBottom(current)) return current;
    const cases = depth > DEEPEST || allowance <= 0 ? undefined : choiceOf(term);
    if (cases === undefined) return plain(current, term);
    allowance -= 1;
    return steps.join(
      assign(assumeFormula(steps, current, cases.condition), cases.chosen, depth + 1),
      assign(assumeFormula(steps, current, not(cases.condition)), cases.otherwise, depth + 1),
    );
  };
  return assign(state, value, 0);
}
