/**
 * Values for the symbols of a path, so that replay can follow it. Linear search does the work; where it only yields a
 * candidate (floats, products, bit tricks), the candidate is evaluated, and failing that a bounded number of
 * combinations of the constants that the constraints mention are tried. Nothing here needs to be right for a verdict
 * to be right: replay decides.
 */
import { holds } from "../logic/evaluate.ts";
import { FALSE, type Formula, type Variable } from "../logic/term.ts";
import { isIntegral } from "../logic/types.ts";
import { forEachNode, variablesOf } from "../logic/visit.ts";
import type { Int } from "../numbers/int.ts";
import type { Budget } from "../util/budget.ts";
import { searchIntegers, typeBounds } from "./linear-search.ts";
import type { PathConstraints } from "./path-constraints.ts";

export type InputSolution =
  /** `checked`: the values are known to satisfy the constraints; otherwise they are worth a try. */
  | { readonly kind: "solved"; readonly values: ReadonlyMap<Variable, Int>; readonly checked: boolean }
  | { readonly kind: "infeasible" }
  | { readonly kind: "unsolved" };

const GUESSES = 400;

export function solveInputs({ constraints }: PathConstraints, budget: Budget): InputSolution {
  if (constraints.includes(FALSE)) return { kind: "infeasible" };
  const variables = [...variablesOf(constraints)].filter((of) => of.type.kind !== "array");
  const search = searchIntegers([...typeBounds(variables), ...constraints], budget);
  if (search.kind === "none") return { kind: "infeasible" };
  if (search.kind === "found") {
    const truth = allHold(constraints, search.values);
    if (truth !== false) return { kind: "solved", values: search.values, checked: truth === true };
  }
  return guess(constraints, variables);
}

/** undefined: not all can be evaluated, none is false. */
function allHold(constraints: readonly Formula[], values: ReadonlyMap<Variable, Int>): boolean | undefined {
  let all: boolean | undefined = true;
  const environment = { valueOf: (of: Variable) => (of.type.kind === "array" ? undefined : (values.get(of) ?? 0)) };
  for (const constraint of constraints) {
    const truth = holds(constraint, environment);
    if (truth === false) return false;
    if (truth === undefined) all = undefined;
  }
  return all;
}

function guess(constraints: readonly Formula[], variables: readonly Variable[]): InputSolution {
  const pool = constantsOf(constraints);
  let word = 1;
  const pick = (of: Variable): Int => {
    // A linear congruential generator (Numerical Recipes): the same guesses on every run.
    word = (Math.imul(word, 1664525) + 1013904223) >>> 0;
    const value = pool[(word >>> 8) % pool.length] as Int;
    return isIntegral(of.type) && typeof value === "number" ? Math.trunc(value) : value;
  };
  for (let attempt = 0; attempt < GUESSES; attempt += 1) {
    const values = new Map<Variable, Int>(variables.map((of) => [of, pick(of)]));
    if (allHold(constraints, values) === true) return { kind: "solved", values, checked: true };
  }
  return { kind: "unsolved" };
}

/** Constants that the constraints mention and their neighbours, with a few that matter everywhere. */
function constantsOf(constraints: readonly Formula[]): Int[] {
  const constants = new Set<Int>([0, 1, -1, 2, 100, 0.5]);
  forEachNode(constraints, (node) => {
    if (node.kind === "float")
      constants
        .add(node.value)
        .add(node.value + 1)
        .add(node.value / 2);
    if (node.kind !== "integer") return;
    constants.add(node.value);
    if (typeof node.value === "number") constants.add(node.value + 1).add(node.value - 1);
  });
  return [...constants];
}
