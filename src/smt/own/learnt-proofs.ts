/** Follows the search with a proof: resolution chains of learnt clauses and of units, the contradiction at the end. */
import { reasonLiterals } from "./analysis.ts";
import { type Assignment, IMPLIED } from "./assignment.ts";
import type { ClauseArena } from "./clause-arena.ts";
import type { ProofLog } from "./proof-log.ts";

export class LearntProofs {
  readonly log: ProofLog;
  readonly #assignment: Assignment;
  readonly #arena: ClauseArena;
  readonly #reasonOf: (literal: number) => number;
  readonly #unitSteps: number[] = [];
  #unitsLogged = 0;

  constructor(log: ProofLog, assignment: Assignment, arena: ClauseArena, reasonOf: (literal: number) => number) {
    this.log = log;
    this.#assignment = assignment;
    this.#arena = arena;
    this.#reasonOf = reasonOf;
  }

  /**
   * The resolution chain of a learnt clause: down the trail, what is in the resolvent and not in the clause is resolved
   * with its reason. A reason mentions only literals from below, so one pass does.
   */
  learnt(conflict: readonly number[], step: number, learnt: readonly number[]): number {
    const { trail, levels, trailSize } = this.#assignment;
    const goal = new Set(learnt.map((literal) => literal >> 1));
    /** Variables of the resolvent that the clause does not have. */
    const extra = new Set<number>();
    const meet = (literal: number): void => {
      if (!goal.has(literal >> 1)) extra.add(literal >> 1);
    };
    for (const literal of conflict) meet(literal);
    const antecedents = [step];
    const pivots: number[] = [];
    for (let at = trailSize - 1; extra.size > 0; at--) {
      const literal = trail[at]!;
      const v = literal >> 1;
      if (!extra.delete(v)) continue;
      pivots.push(v);
      if (levels[v] === 0) antecedents.push(this.#unitStep(v));
      else {
        antecedents.push(this.#reasonStep(literal));
        for (const other of this.#becauseOf(literal)) meet(other);
      }
    }
    return this.log.resolution(learnt, antecedents, pivots);
  }

  #becauseOf(literal: number): number[] {
    return reasonLiterals(this.#arena, this.#reasonOf(literal), literal);
  }

  #reasonStep(literal: number): number {
    const reason = this.#reasonOf(literal);
    if (reason <= IMPLIED) return this.log.farkas([literal, (IMPLIED - reason) ^ 1], [1, 1]);
    return this.#arena.step(reason);
  }

  /** The step that derives the unit clause of a literal of level 0. */
  #unitStep(v: number): number {
    const { trail, limits, trailSize } = this.#assignment;
    const end = limits[0] ?? trailSize;
    for (; this.#unitsLogged < end; this.#unitsLogged++) {
      const literal = trail[this.#unitsLogged]!;
      if (literal >> 1 === 0) continue;
      const antecedents = [this.#reasonStep(literal)];
      const pivots: number[] = [];
      for (const other of this.#becauseOf(literal)) {
        pivots.push(other >> 1);
        antecedents.push(this.#unitSteps[other >> 1]!);
      }
      this.#unitSteps[literal >> 1] = this.log.resolution([literal], antecedents, pivots);
    }
    return this.#unitSteps[v]!;
  }

  /** A clause that is false at level 0: the clauses have no model. */
  contradiction(literals: readonly number[], step: number): void {
    this.log.finish(
      step,
      literals.map((literal) => [literal >> 1, this.#unitStep(literal >> 1)] as const),
    );
  }
}
