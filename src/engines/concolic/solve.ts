/**
 * Inputs that make something else happen at a point of a run. Only the constraints matter that share inputs with what is wanted, directly or
 * through others (constraint independence: SAGE section 3.2, EXE); all other inputs stay as they were. Formulas of different runs share much, so the
 * bit-precise solver is kept from question to question until it has grown too large.
 */
import { isLinear } from "../../logic/nonlinear.ts";
import { FALSE, type Formula, type Variable } from "../../logic/term.ts";
import { variablesOf } from "../../logic/visit.ts";
import type { Int } from "../../numbers/int.ts";
import type { Solver, SolverFactory, Solvers } from "../../smt/solver.ts";
import { memoised } from "../../util/memo.ts";

export type Solution = ReadonlyMap<Variable, Int> | "infeasible" | "unsolved";

// A question is one of thousands.
const SOLVER_LIMIT = 20_000;
// After so many formulas a solver is too slow to be worth keeping.
const MOST_KEPT = 400;

const MANY = 6;

export class InputSolver {
  readonly #solvers: Solvers;
  readonly #tick: (work: number) => void;
  readonly #variables = new Map<Formula, ReadonlySet<Variable>>();
  #kept: { readonly solver: Solver; readonly formulas: Set<Formula> } | undefined;

  constructor(solvers: Solvers, tick: (work: number) => void) {
    this.#solvers = solvers;
    this.#tick = tick;
  }

  variablesOf(formula: Formula): ReadonlySet<Variable> {
    return memoised(this.#variables, formula, () => variablesOf(formula));
  }

  /** Those of the constraints that have to do with what is wanted. */
  related(constraints: readonly Formula[], wanted: Formula): Formula[] {
    const reached = new Set(this.variablesOf(wanted));
    const found = new Set<Formula>();
    let rest = constraints;
    for (let size = -1; size !== found.size; ) {
      size = found.size;
      rest = rest.filter((constraint) => {
        const variables = this.variablesOf(constraint);
        let meets = false;
        for (const of of variables) if (reached.has(of)) meets = true;
        if (!meets) return true;
        for (const of of variables) reached.add(of);
        found.add(constraint);
        return false;
      });
      this.#tick(0.05 * constraints.length);
    }
    return [...found];
  }

  /** Values for the inputs of the formulas, which should have been found to be related. */
  solve(formulas: readonly Formula[]): Solution {
    if (formulas.includes(FALSE)) return "infeasible";
    const { bits, own } = this.#solvers;
    if (bits === undefined || this.#isSum(formulas)) return this.#once(own, formulas);
    const { solver, formulas: seen } = this.#keptSolver(bits);
    for (const formula of formulas) seen.add(formula);
    return this.#answer(solver, solver.check(formulas), formulas);
  }

  /** Sums of many inputs are for linear arithmetic: their circuits are hard where the inputs have to be near their limits. */
  #isSum(formulas: readonly Formula[]): boolean {
    return formulas.some((formula) => this.variablesOf(formula).size >= MANY) && isLinear(formulas);
  }

  #once(factory: SolverFactory, formulas: readonly Formula[]): Solution {
    const solver = factory.create({ limit: SOLVER_LIMIT, tick: this.#tick });
    try {
      for (const formula of formulas) solver.assert(formula);
      return this.#answer(solver, solver.check(), formulas);
    } finally {
      solver.dispose();
    }
  }

  #answer(solver: Solver, answer: "sat" | "unsat" | "unknown", formulas: readonly Formula[]): Solution {
    if (answer !== "sat") return answer === "unsat" ? "infeasible" : "unsolved";
    const model = solver.model();
    const values = new Map<Variable, Int>();
    for (const formula of formulas)
      for (const of of this.variablesOf(formula)) {
        const value = model.scalar(of);
        if (value !== undefined) values.set(of, value);
      }
    return values;
  }

  #keptSolver(bits: SolverFactory): { readonly solver: Solver; readonly formulas: Set<Formula> } {
    if (this.#kept !== undefined && this.#kept.formulas.size > MOST_KEPT) this.dispose();
    this.#kept ??= { solver: bits.create({ limit: SOLVER_LIMIT, tick: this.#tick }), formulas: new Set() };
    return this.#kept;
  }

  dispose(): void {
    this.#kept?.solver.dispose();
    this.#kept = undefined;
  }
}
