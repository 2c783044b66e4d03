/**
 * From the terms of `logic` to linear arithmetic. Wraps, truncating division by constants, if-then-else and array reads
 * become new variables with defining formulas over linear atoms; what has no linear meaning (products of variables, bit
 * operations, floats, uninterpreted functions) becomes a new variable about which only its range is known.
 *
 * Soundness: the lowered formula together with the definitions of the names that occur in it is satisfiable whenever the
 * original is. The converse holds when nothing in it was abstracted (`isExact`).
 *
 * A term is named once, however often and wherever it occurs, so that equal terms are equal values. A name is as good as
 * its term: `restore` puts the terms back, which keeps interpolants within the variables of the program.
 */
import type { Formula, Term, Variable } from "../../logic/term.ts";

export interface Lowered {
  /** Only linear (in)equalities over variables, Boolean connectives and `isSet` atoms. */
  readonly formula: Formula;
  /** Those that occur in the formula, in order of first occurrence. */
  readonly variables: ReadonlySet<Variable>;
  /** Names that occur in the formula or in definitions of these, in the order in which they were made. */
  readonly names: readonly Variable[];
}

export interface Lowering {
  lower(formula: Formula): Lowered;
  /** Linear formulas that define a name of a term, its range included; lowered themselves. */
  definition(name: Variable): readonly Formula[];
  /** `lo <= x`, `x <= hi` of a variable of a machine type; none for the others. */
  range(of: Variable): readonly Formula[];
  /** The term that a name stands for. */
  termOf(name: Variable): Term | undefined;
  /** false if the name stands for a term that only its range describes. */
  isExact(name: Variable): boolean;
  /** Replaces names by their terms. */
  restore(formula: Formula): Formula;
}
