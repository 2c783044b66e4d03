/**
 * Smaller formulas that mean the same. By structure: negation normal form, bounds of one form merged, literals that
 * their siblings decide. Then with a solver: every literal is looked at in the context of its siblings, upward to the root
 * (Dillig, Dillig, Aiken, "Small Formulas for Large Programs", SAS 2010), and is replaced by the constant that it is there.
 */

import { bottomUp, negationNormalForm } from "../../logic/normal-form.ts";
import { and, FALSE, type Formula, not, or, TRUE } from "../../logic/term.ts";
import { canonicalLiteral, mergeBounds } from "./merge-bounds.ts";
import type { Session } from "./session.ts";

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

export function simplifyStructure(formula: Formula): Formula {
  const results = new Map<Formula, Formula>();
  return bottomUp(negationNormalForm(formula), results, (node) => {
    if (node.kind !== "and" && node.kind !== "or") return canonicalLiteral(node);
    const build = node.kind === "and" ? and : or;
    const flat = build(node.operands.map((part) => results.get(part)!));
    return flat.kind === node.kind ? settle(mergeBounds(flat)) : flat;
  });
}

/** Literals beside a junction decide what it contains: `a and (a or b)` is a, `a and (not a or b)` is `a and b`. */
function settle(formula: Formula): Formula {
  if (formula.kind !== "and" && formula.kind !== "or") return formula;
  const inner = formula.kind === "and" ? "or" : "and";
  const beside = new Set(formula.operands.filter((part) => part.kind !== inner));
  if (beside.size === 0 || beside.size === formula.operands.length) return formula;
  const [outer, innerBuild] = formula.kind === "and" ? [and, or] : [or, and];
  const unit = formula.kind === "and" ? TRUE : FALSE;
  return outer(
    formula.operands.map((part) => {
      if (part.kind !== inner) return part;
      if (part.operands.some((operand) => beside.has(operand))) return unit;
      return innerBuild(part.operands.filter((operand) => !beside.has(canonicalLiteral(not(operand)))));
    }),
  );
}

/** A formula with more literals is left to its structure: two queries a literal would cost more than they give. */
const MOST_LITERALS = 150;
/** Work limit of one of these small queries. */
const QUERY_LIMIT = 2_000;

export function simplify(formula: Formula, session: Session): Formula {
  const structured = simplifyStructure(formula);
  const literals = literalCount(structured);
  if (literals < 2 || literals > MOST_LITERALS) return structured;
  const solver = session.solver(QUERY_LIMIT);
  const isRefuted = (formulas: readonly Formula[]): boolean => session.check(solver, formulas) === "unsat";
  // Recursion is fine: the depth is bounded by the number of literals.
  const visit = (node: Formula, context: readonly Formula[]): Formula => {
    if (node.kind !== "and" && node.kind !== "or") {
      if (node.kind === "true" || node.kind === "false") return node;
      if (isRefuted([...context, not(node)])) return TRUE;
      return isRefuted([...context, node]) ? FALSE : node;
    }
    const parts = [...node.operands];
    const critical = (part: Formula): Formula => (node.kind === "and" ? part : not(part));
    // The largest part first: what the small ones say is the better explanation.
    const order = parts.map((_, i) => i).sort((a, b) => literalCount(parts[b]!) - literalCount(parts[a]!));
    for (const i of order) {
      const others = parts.filter((_, k) => k !== i).map(critical);
      parts[i] = visit(parts[i]!, [...context, ...others.filter((other) => other !== TRUE)]);
    }
    return (node.kind === "and" ? and : or)(parts);
  };
  return simplifyStructure(visit(structured, []));
}
