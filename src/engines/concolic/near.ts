/**
 * Solutions that are one small change away: what is wanted mostly compares an input, perhaps after a little arithmetic, with something
 * that the run has computed, so that the values on the other side, and their neighbours, are the ones to try (input-to-state correspondence: REDQUEEN,
 * NDSS 2019, section III). Cheaper than a solver, and a run that differs little from one that is known gets as far as that did.
 */
import { type Environment, evaluate, holds } from "../../logic/evaluate.ts";
import type { Formula, Variable } from "../../logic/term.ts";
import { highest, lowest } from "../../logic/types.ts";
import { forEachNode, variablesOf } from "../../logic/visit.ts";
import { add, type Int } from "../../numbers/int.ts";
import { tick } from "../../util/budget.ts";

// Of inputs that are changed, and of sides of comparisons that are looked at.
const MOST_VARIABLES = 3;
const MOST_SIDES = 12;
const TRY_WORK = 1;

/** The first formula is what is wanted, the others hold now. A value for one of its inputs so that all hold. */
export function nearSolution(
  [wanted, ...related]: readonly Formula[],
  now: ReadonlyMap<Variable, Int>,
): ReadonlyMap<Variable, Int> | undefined {
  if (wanted === undefined) return undefined;
  const variables = [...variablesOf(wanted)];
  if (variables.length > MOST_VARIABLES) return undefined;
  const sides = sidesOf(wanted, { valueOf: (of) => now.get(of) });
  for (const changed of variables) {
    const { type } = changed;
    if (type.kind !== "int") continue;
    const tried = new Set<Int>();
    const present = now.get(changed) ?? 0;
    for (const side of [add(present, 1), add(present, -1), ...sides]) {
      for (const value of [side, add(side, 1), add(side, -1)]) {
        if (tried.has(value) || value < lowest(type) || value > highest(type)) continue;
        tried.add(value);
        tick(TRY_WORK);
        const environment: Environment = { valueOf: (of) => (of === changed ? value : now.get(of)) };
        if (holds(wanted, environment) === true && related.every((formula) => holds(formula, environment) === true))
          return new Map([...variables.map((of) => [of, now.get(of) ?? 0] as const), [changed, value]]);
      }
    }
  }
  return undefined;
}

/** What the sides of comparisons are now. */
function sidesOf(formula: Formula, now: Environment): readonly Int[] {
  const sides = new Set<Int>();
  forEachNode(formula, (node) => {
    if (node.kind !== "eq" && node.kind !== "lt" && node.kind !== "le") return;
    for (const side of [node.left, node.right]) {
      const value = sides.size < MOST_SIDES ? evaluate(side, now) : undefined;
      if (typeof value === "number" || typeof value === "bigint") sides.add(value);
    }
  });
  return [...sides];
}
