/**
 * The abstraction function for domains of bounds (section 5.1): in negation normal form, literals about more than one
 * variable become true. What is left, box and boxes express exactly up to the joins of box; searching the rest for bounds
 * would cost far more than it finds.
 */
import { and, type Formula, not, or, TRUE } from "../../logic/term.ts";
import { variablesOf } from "../../logic/visit.ts";
import { memoised } from "../../util/memo.ts";

/** A weaker formula, without literals about several variables. */
export function boundsOnly(formula: Formula): Formula {
  const memo = [new Map<Formula, Formula>(), new Map<Formula, Formula>()] as const;
  const visit = (part: Formula, negated: 0 | 1): Formula => {
    return memoised(memo[negated], part, () => weaken(part, negated));
  };
  const weaken = (part: Formula, negated: 0 | 1): Formula => {
    switch (part.kind) {
      case "true":
      case "false":
        return negated === 1 ? not(part) : part;
      case "not":
        return visit(part.operand, negated === 1 ? 0 : 1);
      case "and":
      case "or": {
        const operands = part.operands.map((operand) => visit(operand, negated));
        return (part.kind === "and") === (negated === 0) ? and(operands) : or(operands);
      }
      default:
        if (variablesOf(part).size > 1) return TRUE;
        return negated === 1 ? not(part) : part;
    }
  };
  return visit(formula, 0);
}
