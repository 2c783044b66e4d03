/**
 * Bottom-up computation over terms and formulas. Nodes form a DAG that may be deep and whose tree unfolding may be
 * exponential, so a plain recursive function is wrong twice. `fold` recurses, since operands that nobody asks for are then not
 * even looked at: plainly on a small allowance of visits (most terms have a dozen nodes), then with a memory of results, and
 * where that gets deep it falls over to a walk without recursion.
 */
import { count } from "../util/budget.ts";
import { forEachNode, type TermNode } from "./visit.ts";

/** Visits without a memory. */
const SMALL = 100;
/** Recursion beyond the first visits, so that the JS stack lasts. */
const DEEPEST = 300;
// A visit of the recursion, in units of work.
const RECURSION_WORK = 0.05;
const TOO_DEEP = Symbol("a term too deep for recursion");

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
  const results = new Map<TermNode, T>();
  let visits = 0;
  let depth = 0;
  const visit = (node: TermNode): T => {
    visits += 1;
    if (visits <= SMALL) return step(node, visit);
    const known = results.get(node);
    if (known !== undefined || results.has(node)) return known as T;
    depth += 1;
    if (depth > DEEPEST) throw TOO_DEEP;
    const result = step(node, visit);
    depth -= 1;
    results.set(node, result);
    return result;
  };
  try {
    return visit(root);
  } catch (reason) {
    if (reason !== TOO_DEEP) throw reason;
  } finally {
    count(RECURSION_WORK * visits);
  }
  return foldInto(results, root, step);
}
