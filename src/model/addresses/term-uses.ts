/**
 * How the parts of a term are used: as integers, as pointers, as the sum of a pointer and offsets, or as conditions. Terms of
 * the concrete level have no types of their own (`(uintptr_t)p` is p): the use tells where a pointer becomes an integer.
 */
import type { Formula, Term, Variable } from "../../logic/term.ts";
import type { ValueType } from "../../logic/types.ts";
import { children, isFormula, type TermNode } from "../../logic/visit.ts";

export type Use = "integer" | "pointer" | "sum" | "formula";

export interface Part {
  readonly node: TermNode;
  readonly use: Use;
}

/** A term whose value is a pointer, as opposed to an integer made from one. */
export function isPointerTerm(term: Term): boolean {
  let at = term;
  while (at.kind === "ite") at = at.then.kind === "integer" ? at.else : at.then;
  if (at.kind === "add") return at.left.kind === "address" && at.right.kind === "integer";
  if (at.kind === "variable") return at.variable.type.kind === "pointer";
  return at.kind === "address" || (at.kind === "wrap" && at.type.kind === "pointer");
}

export function useOf(type: ValueType): "integer" | "pointer" {
  return type.kind === "pointer" ? "pointer" : "integer";
}

/** Comparisons of pointers, or of a pointer and null: nothing about them is an integer. */
export function comparesPointers(node: Formula): boolean {
  if (node.kind !== "eq" && node.kind !== "lt" && node.kind !== "le") return false;
  const isNull = (term: Term) => term.kind === "integer" && term.value === 0;
  return (isPointerTerm(node.left) || isNull(node.left)) && (isPointerTerm(node.right) || isNull(node.right));
}

export function subtractsPointers(node: TermNode): node is Term & { readonly kind: "subtract" } {
  return node.kind === "subtract" && isPointerTerm(node.left) && isPointerTerm(node.right);
}

/**
 * The parts of a node with their uses. A pointer used as an integer has one part, itself as a pointer, and an integer used
 * as a pointer one part, itself as an integer: there the conversions are.
 */
export function partsOf({ node, use }: Part): readonly Part[] {
  const all = (as: Use) => children(node).map((part): Part => ({ node: part, use: isFormula(part) ? "formula" : as }));
  if (isFormula(node)) return all(comparesPointers(node) ? "pointer" : "integer");
  if (use === "integer") {
    if (isPointerTerm(node)) return [{ node, use: "pointer" }];
    return all(subtractsPointers(node) ? "pointer" : "integer");
  }
  if (use === "sum" && (node.kind === "add" || node.kind === "subtract"))
    return [
      { node: node.left, use: "sum" },
      { node: node.right, use: "integer" },
    ];
  if (!isPointerTerm(node) && node.kind !== "integer") return [{ node, use: "integer" }];
  if (node.kind === "ite") return all("pointer");
  return node.kind === "wrap" ? [{ node: node.operand, use: "sum" }] : [];
}

/**
 * What an integer is computed from: pointers that are converted, and integer variables. Conditions decide which, but are no
 * part of the value.
 */
export function forEachSource(term: Term, use: Use, pointer: () => void, variable: (of: Variable) => void): void {
  const seen = new Set<TermNode>();
  const stack: Part[] = [{ node: term, use }];
  for (let part = stack.pop(); part !== undefined; part = stack.pop()) {
    const { node } = part;
    if (isFormula(node)) continue;
    if (part.use === "integer" && isPointerTerm(node)) {
      pointer();
      continue;
    }
    if (node.kind === "variable" && node.variable.type.kind !== "pointer") variable(node.variable);
    // The distance of two pointers is a plain number.
    if (subtractsPointers(node) || (part.use === "integer" && seen.has(node))) continue;
    if (part.use === "integer") seen.add(node);
    for (const next of partsOf(part)) if (next.node !== node || next.use !== part.use) stack.push(next);
  }
}
