/**
 * Quantifier elimination by models: the existential projection of a linear formula is the disjunction of the projections of
 * implicants, one for each model that the disjuncts so far do not cover. The universal one is its dual.
 */
import { and, type Formula, not, or, type Variable } from "../../logic/term.ts";
import { variablesOf } from "../../logic/visit.ts";
import { literalFormula } from "./literal.ts";
import { project } from "./project.ts";
import type { Session } from "./session.ts";
import { implicant, skeletonOf } from "./skeleton.ts";
import { valuationOf } from "./valuation.ts";

/** More disjuncts than this are no interpolant anybody wants. */
const MOST_CUBES = 64;

/** There are values of the variables such that the formula holds. undefined: too hard. */
export function exists(variables: ReadonlySet<Variable>, formula: Formula, session: Session): Formula | undefined {
  if (![...variablesOf(formula)].some((of) => variables.has(of))) return formula;
  const skeleton = skeletonOf(formula);
  if (skeleton === undefined) return undefined;
  const solver = session.solver();
  solver.assert(formula);
  const cubes: Formula[] = [];
  for (;;) {
    const answer = session.check(solver, []);
    if (answer === "unsat") return or(cubes);
    if (answer === "unknown" || cubes.length >= MOST_CUBES) return undefined;
    const valuation = valuationOf(solver.model());
    const literals = implicant(skeleton, valuation);
    const cube = literals === undefined ? undefined : project(literals, variables, valuation);
    if (cube === undefined) return undefined;
    const projected = and(cube.map(literalFormula));
    cubes.push(projected);
    solver.assert(not(projected));
  }
}

/** The formula holds for all values of the variables. */
export function forAll(variables: ReadonlySet<Variable>, formula: Formula, session: Session): Formula | undefined {
  const counterexamples = exists(variables, not(formula), session);
  return counterexamples === undefined ? undefined : not(counterexamples);
}
