/**
 * The search of the linear solver (own/cdcl.ts) as a SAT solver, with no theory behind it: slower than the kernel, and written
 * apart from it, so that what both say is said twice.
 */
import { Cdcl } from "../own/cdcl.ts";
import { NO_STEP } from "../own/proof-log.ts";
import type { Theory } from "../own/theory.ts";
import type { SatAnswer, SatFactory, SatLimit, SatSolver, SatStatistics } from "./sat.ts";

const NO_THEORY: Theory = {
  assign: () => undefined,
  check: () => undefined,
  explain: () => {
    throw new Error("without a theory nothing should be implied by it");
  },
  final: () => "consistent",
  pushLevel: () => {},
  popLevels: () => {},
  phase: () => undefined,
};

/** Looks at the limit between ticks: conflicts and decisions are short. */
const STEPS_A_TICK = 256;

class PlainSatSolver implements SatSolver {
  readonly name = "plain-sat";
  readonly #search = new Cdcl(NO_THEORY, undefined);
  #model: Int8Array = new Int8Array(0);
  #clauses = 0;

  newVariable(): number {
    // The search has the constant true as its first variable.
    const made = this.#search.newVariable();
    this.#search.setRelevant(made);
    return made - 1;
  }

  addClause(literals: readonly number[]): void {
    this.#search.backtrack(0);
    const distinct = [...new Set(literals)];
    this.#clauses += 1;
    if (distinct.some((literal) => distinct.includes(literal ^ 1))) return;
    this.#search.addClause(
      distinct.map((literal) => literal + 2),
      NO_STEP,
    );
  }

  solve(assumptions: readonly number[], { conflicts, tick }: SatLimit): SatAnswer {
    this.#search.backtrack(0);
    const last = this.#search.conflicts + conflicts;
    let steps = 0;
    const answer = this.#search.search(
      assumptions.map((literal) => literal + 2),
      () => {
        steps += 1;
        if (steps % STEPS_A_TICK === 0) tick(STEPS_A_TICK);
        return this.#search.conflicts < last;
      },
    );
    if (answer === "sat") this.#model = this.#search.values.slice();
    return answer;
  }

  value(variable: number): boolean {
    return this.#model[2 * (variable + 1)] === 1;
  }

  failed(): readonly number[] {
    return this.#search.failed.map((literal) => literal - 2);
  }

  get statistics(): SatStatistics {
    const { variables, conflicts, decisions, propagations } = this.#search;
    return { variables: variables - 1, clauses: this.#clauses, conflicts, decisions, propagations };
  }

  dispose(): void {}
}

export const plainSat: SatFactory = { name: "plain-sat", create: () => new PlainSatSolver() };
