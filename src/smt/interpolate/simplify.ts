import type { Formula } from "../../logic/term.ts";

/** Occurrences of atoms, a shared subformula counted each time it is reached by another path up to a cap. */
export function literalCount(formula: Formula): number {
  return formula.kind === "and" || formula.kind === "or"
    ? formula.operands.reduce((sum, part) => sum + literalCount(part), 0)
    : formula.kind === "not"
      ? literalCount(formula.operand)
      : formula.kind === "true" || formula.kind === "false"
        ? 0
        : 1;
}
