/**
 * Values for the symbols of a path, so that replay can follow it: the solvers are asked, the bit-precise one first where
 * linear arithmetic is not enough; failing that a bounded number of combinations of the constants that the constraints
 * mention are tried. Nothing here needs to be right for a verdict to be right: replay decides.
 */

import { holds } from "../logic/evaluate.ts";
import { isLinear } from "../logic/nonlinear.ts";
import { FALSE, type Formula, type Variable } from "../logic/term.ts";
import { isIntegral } from "../logic/types.ts";
import { forEachNode, variablesOf } from "../logic/visit.ts";
import type { Int } from "../numbers/int.ts";
import type { SolverFactory, Solvers } from "../smt/solver.ts";
import type { Budget } from "../util/budget.ts";
import type { PathConstraints } from "./path-constraints.ts";

export type InputSolution =
  | { readonly kind: "solved"; readonly values: ReadonlyMap<Variable, Int> }
  | { readonly kind: "infeasible" }
  /** What stood in the way of the solver that was to know best. */
  | { readonly kind: "unsolved"; readonly reason: string };

const GUESSES = 400;

// A path is one question of many: a second's work at most.
const SOLVER_LIMIT = 200_000;

export function solveInputs({ constraints }: PathConstraints, budget: Budget, solvers: Solvers): InputSolution {
  if (constraints.includes(FALSE)) return { kind: "infeasible" };
  const variables = [...variablesOf(constraints)].filter((of) => of.type.kind !== "array");
  // Floats, products and bits are beyond linear arithmetic, which would split cases until its limit.
  const [first, second] = isLinear(constraints) ? [solvers.own, solvers.bits] : [solvers.bits, solvers.own];
  const asked: InputSolution[] = [];
  for (const factory of [first, second]) {
    if (factory === undefined) continue;
    const solution = ask(factory, constraints, variables, budget);
    if (solution.kind !== "unsolved") return solution;
    asked.push(solution);
  }
  // What has unbounded numbers in it: guesses are cheaper than the other solver.
  const guessed = guess(constraints, variables);
  if (guessed !== undefined) return { kind: "solved", values: guessed };
  if (solvers.z3 !== undefined) asked.push(ask(solvers.z3, constraints, variables, budget));
  return asked.find(({ kind }) => kind !== "unsolved") ?? (asked[0] as InputSolution);
}

function ask(
  factory: SolverFactory,
  constraints: readonly Formula[],
  variables: readonly Variable[],
  budget: Budget,
): InputSolution {
  const solver = factory.create({ limit: SOLVER_LIMIT, tick: (work) => budget.tick(work) });
  try {
    for (const constraint of constraints) solver.assert(constraint);
    const answer = solver.check();
    if (answer === "unsat") return { kind: "infeasible" };
    if (answer === "unknown") return { kind: "unsolved", reason: `${solver.name}: ${solver.reason()}` };
    const model = solver.model();
    const values = new Map<Variable, Int>();
    for (const of of variables) {
      const value = model.scalar(of);
      if (value !== undefined) values.set(of, value);
    }
    return { kind: "solved", values };
  } finally {
    solver.dispose();
  }
}

function guess(
  constraints: readonly Formula[],
  variables: readonly Variable[],
): ReadonlyMap<Variable, Int> | undefined {
  const pool = constantsOf(constraints);
  let word = 1;
  const pick = (of: Variable): Int => {
    // A linear congruential generator (Numerical Recipes): the same guesses on every run.
    word = (Math.imul(word, 1664525) + 1013904223) >>> 0;
    const value = pool[(word >>> 8) % pool.length] as Int;
    return isIntegral(of.type) && typeof value === "number" ? integral(value) : value;
  };
  for (let attempt = 0; attempt < GUESSES; attempt += 1) {
    const values = new Map<Variable, Int>(variables.map((of) => [of, pick(of)]));
    const environment = { valueOf: (of: Variable) => values.get(of) };
    if (constraints.every((constraint) => holds(constraint, environment) === true)) return values;
  }
  return undefined;
}

/** No integer is NaN, infinite, or a double that is too large to be exact. */
function integral(value: number): Int {
  const whole = Math.trunc(value);
  return Number.isSafeInteger(whole) ? whole : 0;
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
