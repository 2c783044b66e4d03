/**
 * The abstraction function for domains of bounds (section 5.1): in negation normal form, literals about more than one
 * variable become true. What is left, box and boxes express exactly up to the joins of box; searching the rest for bounds
 * would cost far more than it finds.
 */
import { negationNormalForm } from "../../logic/normal-form.ts";
import { type Formula, TRUE } from "../../logic/term.ts";
import { variablesOf } from "../../logic/visit.ts";

/** A weaker formula, without literals about several variables. */
export function boundsOnly(formula: Formula): Formula {
  return negationNormalForm(formula, (literal) => (variablesOf(literal).size > 1 ? TRUE : literal));
}
