/**
 * Refutations that the own solver leaves behind when asked to: resolution over clauses, with theory lemmas at the leaves.
 * Interpolation reads them (interpolate/from-proof.ts); a checker (tests/support/smt/proof-check.ts) goes through them in tests.
 *
 * A literal is an atom or its negation. An atom is either propositional (a control variable or a name of a subformula) or
 * linear: `expression <= 0` with integer or real variables (an equality is the conjunction of two). Over integers the
 * negation of `e <= 0` is `-e + 1 <= 0`.
 *
 * Parts. The clauses that give a variable its range, define a name of the lowering, or tie a one-bit variable to its use
 * in arithmetic belong to the part that is asserted first of those in which it occurs. They hold in every model, so a
 * later part that shares the variable may rest on them. A definition that speaks of other parts' variables (reads of one
 * array at indices of different parts agree where the indices do) is in the part of its later read.
 *
 * Since the two signs of an integer bound are its two branches, branching needs no lemma: the own solver writes `farkas`
 * steps and no `split`.
 */
import type { LinearExpression } from "../../logic/linear.ts";
import type { Variable } from "../../logic/term.ts";
import type { Rational } from "../../numbers/rational.ts";

/** +k or -k for atom k >= 1. */
export type Literal = number;

export type Atom =
  /** A Boolean variable of the input (FreshVariables.boolean): visible to interpolants. */
  | { readonly kind: "boolean"; readonly variable: Variable }
  /** A name of a subformula (Tseitin), local to one part. */
  | { readonly kind: "name"; readonly part: number }
  /** `expression <= 0`, or `< 0` when strict (real variables only). */
  | { readonly kind: "linear"; readonly expression: LinearExpression; readonly strict: boolean };

export type ProofStep =
  /** A clause of the clausal form of part `part`. */
  | { readonly kind: "input"; readonly clause: readonly Literal[]; readonly part: number }
  /** The negations of the literals, times the positive factors, sum up to a contradiction (0 <= -c or 0 < 0). */
  | { readonly kind: "farkas"; readonly clause: readonly Literal[]; readonly factors: readonly Rational[] }
  /** Valid over the integers for one linear form: `e <= c or e >= c + 1`, and bounds of one form that imply each other. */
  | { readonly kind: "split"; readonly clause: readonly Literal[] }
  /** The antecedents resolved in order: clause 0 with 1 on pivots[0], the result with 2 on pivots[1], ... */
  | {
      readonly kind: "resolution";
      readonly clause: readonly Literal[];
      /** Indices of earlier steps. */
      readonly antecedents: readonly number[];
      /** The atom resolved on, one fewer than antecedents. */
      readonly pivots: readonly number[];
    };

export interface Refutation {
  /** atoms[k] is atom k; atoms[0] is unused. */
  readonly atoms: readonly (Atom | undefined)[];
  /** Only steps that the last one needs; the last derives the empty clause. */
  readonly steps: readonly ProofStep[];
}
