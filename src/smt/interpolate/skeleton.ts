/**
 * Linear formulas as and/or skeletons over literals (negation normal form), in arrays in which parts come before wholes:
 * evaluation under a model and the choice of an implicant are two loops, without recursion and once a node.
 */
import { comparisonConstraint, negateConstraint } from "../../logic/linear.ts";
import { and, type Formula, or } from "../../logic/term.ts";
import { holdsIn, type Literal, type Valuation } from "./literal.ts";

export type SkeletonNode =
  | { readonly kind: "literal"; readonly literal: Literal }
  /** Indices of parts, all smaller than the node's own; `and` of nothing is true, `or` of nothing false. */
  | { readonly kind: "and" | "or"; readonly parts: readonly number[] };

export interface Skeleton {
  readonly nodes: readonly SkeletonNode[];
  readonly root: number;
}

type Polarity = "positive" | "negative";

/** undefined if an atom is not a linear comparison. */
export function skeletonOf(formula: Formula): Skeleton | undefined {
  const nodes: SkeletonNode[] = [];
  const done = { positive: new Map<Formula, number>(), negative: new Map<Formula, number>() };
  const stack: [Formula, Polarity][] = [[formula, "positive"]];
  while (stack.length > 0) {
    const [node, polarity] = stack[stack.length - 1]!;
    const results = done[polarity];
    if (results.has(node)) {
      stack.pop();
      continue;
    }
    const below = polarity === "positive" ? "negative" : "positive";
    if (node.kind === "not") {
      const operand = done[below].get(node.operand);
      if (operand === undefined) stack.push([node.operand, below]);
      else results.set(node, operand);
    } else if (node.kind === "and" || node.kind === "or") {
      const missing = node.operands.filter((operand) => !results.has(operand));
      if (missing.length > 0) {
        for (const operand of missing.reverse()) stack.push([operand, polarity]);
        continue;
      }
      const parts = node.operands.map((operand) => results.get(operand)!);
      results.set(
        node,
        nodes.push({ kind: (node.kind === "and") === (polarity === "positive") ? "and" : "or", parts }) - 1,
      );
    } else {
      const atom = addAtom(nodes, node, polarity);
      if (atom === undefined) return undefined;
      results.set(node, atom);
    }
  }
  return { nodes, root: done.positive.get(formula)! };
}

function addAtom(nodes: SkeletonNode[], formula: Formula, polarity: Polarity): number | undefined {
  const constraint = comparisonConstraint(formula);
  if (constraint === undefined) return undefined;
  const add = (node: SkeletonNode): number => nodes.push(node) - 1;
  if (constraint === "true" || constraint === "false") {
    return add({ kind: (constraint === "true") === (polarity === "positive") ? "and" : "or", parts: [] });
  }
  if (polarity === "positive") return add({ kind: "literal", literal: { kind: "linear", constraint } });
  const parts: number[] = [];
  for (const part of negateConstraint(constraint)) {
    if (part === "true") return add({ kind: "and", parts: [] });
    if (part !== "false") parts.push(add({ kind: "literal", literal: { kind: "linear", constraint: part } }));
  }
  return parts.length === 1 ? parts[0] : add({ kind: "or", parts });
}

/** The formula again, each literal replaced as `replace` says. */
export function skeletonFormula(skeleton: Skeleton, replace: (literal: Literal, index: number) => Formula): Formula {
  const formulas: Formula[] = [];
  skeleton.nodes.forEach((node, index) => {
    if (node.kind === "literal") formulas.push(replace(node.literal, index));
    else formulas.push((node.kind === "and" ? and : or)(node.parts.map((part) => formulas[part]!)));
  });
  return formulas[skeleton.root]!;
}

/**
 * Literals that are true under the valuation and whose conjunction implies the formula; undefined if it is false there.
 * Of the true parts of a disjunction the one with the fewest literals is taken.
 */
export function implicant(skeleton: Skeleton, valuation: Valuation): Literal[] | undefined {
  const { nodes, root } = skeleton;
  // Literals needed to make a node true; Infinity where it is false. Shared parts are counted each time: a guide only.
  const cost: number[] = [];
  for (const node of nodes) {
    if (node.kind === "literal") cost.push(holdsIn(node.literal, valuation) ? 1 : Infinity);
    else if (node.kind === "and") cost.push(node.parts.reduce((sum, part) => sum + cost[part]!, 0));
    else cost.push(node.parts.reduce((least, part) => Math.min(least, cost[part]!), Infinity));
  }
  if (cost[root] === Infinity) return undefined;
  const needed = new Uint8Array(nodes.length);
  needed[root] = 1;
  const literals: Literal[] = [];
  for (let i = root; i >= 0; i--) {
    const node = nodes[i]!;
    if (needed[i] === 0) continue;
    if (node.kind === "literal") literals.push(node.literal);
    else if (node.kind === "and") for (const part of node.parts) needed[part] = 1;
    else if (!node.parts.some((part) => needed[part] === 1 && cost[part] !== Infinity)) {
      let best = node.parts[0]!;
      for (const part of node.parts) if (cost[part]! < cost[best]!) best = part;
      needed[best] = 1;
    }
  }
  return literals.reverse();
}
