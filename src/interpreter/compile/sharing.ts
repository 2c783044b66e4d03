/**
 * Terms are graphs with sharing; their text would be trees. A subterm that occurs more than once on an edge (in the
 * operation and in its checks, typically) is computed once into a JavaScript constant. So is every so often a subterm
 * of a very deep term, since compiling and parsing text recurse on its depth.
 */
import type { Formula, Term } from "../../logic/term.ts";
import { children, forEachNode, isFormula, type TermNode } from "../../logic/visit.ts";

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
  const heights = new Map<TermNode, number>();
  for (const root of roots) count(root);
  forEachNode(roots, (node) => {
    let height = 0;
    for (const part of children(node)) {
      count(part);
      height = Math.max(height, (heights.get(part) ?? 0) + 1);
    }
    if (height > DEEPEST_TEXT && !isFormula(node)) {
      shared.add(node);
      height = 0;
    }
    heights.set(node, height);
  });
  return shared;
}

const DEEPEST_TEXT = 100;

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

/**
 * Calls `visit` for the shared terms under the roots, parts before wholes, but not for those under a node in `seen`:
 * an edge's checks repeat one another's terms, and looking at each again would cost the square of their number.
 */
export function forEachShared(
  roots: readonly TermNode[],
  shared: ReadonlySet<TermNode>,
  seen: Set<TermNode>,
  visit: (term: Term) => void,
): void {
  const stack: { readonly node: TermNode; readonly parts: "before" | "after" }[] = [];
  for (let i = roots.length - 1; i >= 0; i -= 1) stack.push({ node: roots[i] as TermNode, parts: "before" });
  while (stack.length > 0) {
    const { node, parts } = stack.pop() as (typeof stack)[number];
    if (parts === "after") {
      if (shared.has(node)) visit(node as Term);
      continue;
    }
    if (seen.has(node)) continue;
    seen.add(node);
    stack.push({ node, parts: "after" });
    const under = children(node);
    for (let i = under.length - 1; i >= 0; i -= 1) stack.push({ node: under[i] as TermNode, parts: "before" });
  }
}
