/**
 * Bottom-up computation over terms and formulas. Nodes form a DAG that may be deep and whose tree unfolding may be
 * exponential, so a plain recursive function is wrong twice. `fold` tries plain recursion on a small allowance of
 * visits (most terms have a dozen nodes, and lazy operands are not even looked at), and falls over to a walk that
 * computes one result a node.
 */
import { forEachNode, type TermNode } from "./visit.ts";

/** Also bounds the depth of the JS stack. */
const SMALL = 100;
const EXHAUSTED = Symbol("allowance of visits used up");

/** Results that outlive one fold: for who asks about terms that contain each other, with the same `step`. */
export function foldInto<T>(
  results: Map<TermNode, T>,
  root: TermNode,
  step: (node: TermNode, resultOf: (part: TermNode) => T) => T,
): T {
  const resultOf = (part: TermNode): T => results.get(part) as T;
  forEachNode(
    root,
    (node) => {
      results.set(node, step(node, resultOf));
    },
    results,
  );
  return resultOf(root);
}

/** `step` computes a node from its parts' results, which it may ask for in any order, several times, or not at all. */
export function fold<T>(root: TermNode, step: (node: TermNode, resultOf: (part: TermNode) => T) => T): T {
  let allowance = SMALL;
  const visit = (node: TermNode): T => {
    allowance -= 1;
    if (allowance < 0) throw EXHAUSTED;
    return step(node, visit);
  };
  try {
    return visit(root);
  } catch (reason) {
    if (reason !== EXHAUSTED) throw reason;
  }
  const results = new Map<TermNode, T>();
  const resultOf = (part: TermNode): T => results.get(part) as T;
  forEachNode(root, (node) => {
    results.set(node, step(node, resultOf));
  });
  return results.get(root) as T;
}
