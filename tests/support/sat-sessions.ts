/** Random incremental sessions with a SAT solver, compared step by step with trying. */
import { randomWords } from "../../src/interpreter/inputs.ts";
import type { SatSolver } from "../../src/smt/sat/sat.ts";
import { type Clause, plainSat } from "./plain-sat.ts";

export interface SessionCount {
  sat: number;
  unsat: number;
}

const NO_LIMIT = { conflicts: Number.POSITIVE_INFINITY, tick: () => {} };

/**
 * What went wrong in the session of a seed, or undefined.
 * @param simplify called now and then, so that variables come and go.
 */
export function sessionProblem(
  solver: SatSolver,
  simplify: () => void,
  seed: number,
  count: SessionCount,
): string | undefined {
  const word = randomWords(seed);
  let variables = 3 + (word() % 14);
  for (let i = 0; i < variables; i++) solver.newVariable();
  const clauses: Clause[] = [];
  const literal = () => 2 * (word() % variables) + (word() & 1);
  const someLiterals = (size: number) => Array.from({ length: size }, literal);
  const steps = 4 + (word() % 10);
  for (let step = 0; step < steps; step++) {
    for (let more = word() % (2 * variables); more > 0; more--) {
      const clause = someLiterals((word() % 10 === 0 ? 1 : 2) + (word() % 3));
      clauses.push(clause);
      solver.addClause(clause);
    }
    if (word() % 4 === 0 && variables < 22) {
      solver.newVariable();
      variables += 1;
    }
    if (word() % 2 === 0) simplify();
    const assumptions = someLiterals(word() % 4);
    const problem = stepProblem(solver, variables, clauses, assumptions, count);
    if (problem !== undefined) return `seed ${seed}, step ${step}: ${problem}`;
  }
  return undefined;
}

function stepProblem(
  solver: SatSolver,
  variables: number,
  clauses: readonly Clause[],
  assumptions: readonly number[],
  count: SessionCount,
): string | undefined {
  const units = (literals: readonly number[]): Clause[] => literals.map((one) => [one]);
  const answer = solver.solve(assumptions, NO_LIMIT);
  const expected = plainSat(variables, [...clauses, ...units(assumptions)]) === undefined ? "unsat" : "sat";
  if (answer !== expected) return `${answer}, but it is ${expected}`;
  count[expected] += 1;
  if (answer === "sat") {
    const holds = (clause: Clause) => clause.some((one) => solver.value(one >> 1) !== ((one & 1) === 1));
    const violated = [...clauses, ...units(assumptions)].find((clause) => !holds(clause));
    return violated === undefined ? undefined : `the model violates ${violated.join(" ")}`;
  }
  const core = solver.failed();
  if (core.some((one) => !assumptions.includes(one))) return "the core has more than the assumptions";
  return plainSat(variables, [...clauses, ...units(core)]) === undefined ? undefined : "the core is satisfiable";
}
