import { expect, test } from "vitest";
import { fold } from "./fold.ts";
import { add, FALSE, integer, le, or, type Term, type Variable, variable } from "./term.ts";
import { MATH_INTEGER } from "./types.ts";
import { children, type TermNode } from "./visit.ts";

const x: Variable = { id: 0, name: "x", type: MATH_INTEGER, role: "global" };

/** 2^depth * x, one node a level. */
function doubled(depth: number): Term {
  let term = variable(x);
  for (let i = 0; i < depth; i++) term = add(term, term);
  return term;
}

function sumAt(node: TermNode, resultOf: (part: TermNode) => number): number {
  return node.kind === "variable" ? 1 : children(node).reduce((sum, part) => sum + resultOf(part), 0);
}

test.each([10, 40, 350, 5000])(
  "a node that is shared %d levels deep is computed a few times, not exponentially often",
  (depth) => {
    let steps = 0;
    const result = fold<number>(doubled(depth), (node, resultOf) => {
      steps += 1;
      return sumAt(node, resultOf);
    });
    expect(result).toBe(2 ** depth);
    // The first hundred visits have no memory; what is too deep for recursion is walked over once more.
    expect(steps).toBeLessThan(2 * depth + 2100);
  },
);

test("operands that nobody asks for are not computed, in large formulas either", () => {
  const zero = integer(0);
  const first = or([le(variable(x), zero), FALSE]);
  const parts = Array.from({ length: 300 }, (_, i) => le(add(variable(x), integer(i + 1)), zero));
  const seen = new Set<TermNode>();
  const result = fold<boolean>(or([...parts, first]), (node, resultOf) => {
    seen.add(node);
    return node.kind === "or" ? resultOf(children(node)[200] as TermNode) : true;
  });
  expect(result).toBe(true);
  expect(seen.size).toBe(2);
});
