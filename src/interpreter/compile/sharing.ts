/**
 * Terms are graphs with sharing; their text would be trees. A subterm that occurs more than once on an edge (in the
 * operation and in its checks, typically) is computed once into a JavaScript constant.
 */
import type { Formula, Term } from "../../logic/term.ts";
import { children, forEachNode, type TermNode } from "../../logic/visit.ts";

/** The subterms worth a constant, given all terms an edge evaluates. */
export function sharedTerms(roots: readonly (Term | Formula)[]): ReadonlySet<TermNode> {
  const shared = new Set<TermNode>();
  if (roots.length === 0) return shared;
  const seen = new Set<TermNode>();
  const count = (node: TermNode): void => {
    if (seen.has(node)) {
      if (isWorthSharing(node)) shared.add(node);
    } else seen.add(node);
  };
  for (const root of roots) count(root);
  forEachNode(roots, (node) => {
    for (const part of children(node)) count(part);
  });
  return shared;
}

// Wraps and conversions end what is computed modulo a power of two, so that their value is one piece; the same holds
// for floats and choices. Sums and products under a wrap are cheaper to repeat than to compute exactly.
function isWorthSharing(node: TermNode): boolean {
  switch (node.kind) {
    case "wrap":
    case "ite":
    case "fadd":
    case "fsubtract":
    case "fmultiply":
    case "fdivide":
    case "fremainder":
    case "intToFloat":
    case "floatToInt":
    case "floatToFloat":
    case "apply":
    case "divide":
    case "remainder":
    case "shiftright":
      return true;
    default:
      return false;
  }
}
