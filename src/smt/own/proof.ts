/**
 * Refutations that the own solver leaves behind when asked to: resolution over clauses, with theory lemmas at the leaves.
 * Interpolation reads them (interpolate/from-proof.ts); a checker (proof-check.ts) goes through them in tests.
 *
 * A literal is an atom or its negation. An atom is either propositional (a control variable or a name of a subformula) or
 * linear: `expression <= 0` with integer or real variables (an equality is the conjunction of two). Over integers the
 * negation of `e <= 0` is `-e + 1 <= 0`.
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
