/** Formulas from their atoms upward. */
import { and, type Formula, not, or } from "./term.ts";

/** Computes a result for every subformula, parts first, without recursion. */
export function bottomUp<T>(root: Formula, results: Map<Formula, T>, step: (node: Formula) => T): T {
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

/**
 * Negations down to the atoms, each literal replaced as `replace` says. Works on both polarities of every node at once.
 */
export function negationNormalForm(formula: Formula, replace = (literal: Formula): Formula => literal): Formula {
  const results = new Map<Formula, readonly [Formula, Formula]>();
  return bottomUp(formula, results, (node): readonly [Formula, Formula] => {
    if (node.kind === "not") {
      const [positive, negative] = results.get(node.operand)!;
      return [negative, positive];
    }
    if (node.kind !== "and" && node.kind !== "or") return [replace(node), replace(not(node))];
    const parts = node.operands.map((part) => results.get(part)!);
    const positives = parts.map(([positive]) => positive);
    const negatives = parts.map(([, negative]) => negative);
    return node.kind === "and" ? [and(positives), or(negatives)] : [or(positives), and(negatives)];
  })[0];
}
