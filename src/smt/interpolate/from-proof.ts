/**
 * Interpolants from a refutation: every clause gets a partial interpolant, the empty clause's is the answer. For a cut
 * into A (parts before it) and B (the others), an atom is local to A if a variable of it occurs in no part of B, local to B
 * in the mirrored case, and shared otherwise.
 *
 * The labelling is McMillan's ("An Interpolating Theorem Prover", TACAS 2004) with A and B exchanged and the result
 * negated, the weakest of the labelled systems (D'Silva et al., VMCAI 2010), since general labels are what refinement wants:
 *
 *   clause of A: false             clause of B: the negations of its literals that are not local to B
 *   resolution on an atom local to B: conjunction, otherwise disjunction
 *   Farkas lemma: the negation of the sum of the inequalities local to B (their A-local variables cancel)
 *   split of a form: true if the form is local to B, otherwise false
 *
 * All cuts of one refutation with one labelling are a sequence of interpolants. Atoms that are in B only positively (or in A
 * only negatively) occur only negatively.
 */
import {
  addScaled,
  constantExpression,
  constraintFormula,
  type LinearExpression,
  linearConstraint,
  negateConstraint,
  scale,
} from "../../logic/linear.ts";
import { and, FALSE, type Formula, not, or, TRUE, type Variable } from "../../logic/term.ts";
import { isIntegral } from "../../logic/types.ts";
import * as int from "../../numbers/int.ts";
import type { Rational } from "../../numbers/rational.ts";
import * as rational from "../../numbers/rational.ts";
import type { Atom, Literal, ProofStep, Refutation } from "../own/proof.ts";

export type Side = "a" | "b" | "shared";

export interface Cut {
  /** A is the parts with smaller numbers. */
  readonly part: number;
  sideOf(variable: Variable): Side;
  /** The atom of a Boolean variable, or its truth where it is known. */
  booleanFormula(variable: Variable): Formula;
}

/** undefined where an atom has variables local to A and variables local to B. */
export function interpolantOf(refutation: Refutation, cut: Cut, tick: (work: number) => void): Formula | undefined {
  const { steps, atoms } = refutation;
  const colours = new Map<number, Side>();
  for (const step of steps) {
    for (const literal of step.kind === "resolution" ? step.pivots : step.clause) {
      const atom = Math.abs(literal);
      if (colours.has(atom)) continue;
      const colour = colourOf(atoms[atom]!, cut);
      if (colour === "mixed") return undefined;
      colours.set(atom, colour);
    }
  }
  const labelling: Labelling = { refutation, cut, colours };
  const partial: Formula[] = [];
  for (const step of steps) {
    partial.push(partialInterpolant(step, partial, labelling));
    tick(1);
  }
  return partial.at(-1);
}

interface Labelling {
  readonly refutation: Refutation;
  readonly cut: Cut;
  readonly colours: ReadonlyMap<number, Side>;
}

function colourOf(atom: Atom, cut: Cut): Side | "mixed" {
  if (atom.kind === "name") return atom.part < cut.part ? "a" : "b";
  if (atom.kind === "boolean") return cut.sideOf(atom.variable);
  let colour: Side = "shared";
  for (const of of atom.expression.variables) {
    const side = cut.sideOf(of);
    if (side === "shared" || side === colour) continue;
    if (colour !== "shared") return "mixed";
    colour = side;
  }
  return colour;
}

function partialInterpolant(step: ProofStep, partial: readonly Formula[], labelling: Labelling): Formula {
  const { colours, cut } = labelling;
  const isLocalToB = (literal: Literal): boolean => colours.get(Math.abs(literal)) === "b";
  switch (step.kind) {
    case "input": {
      if (step.part < cut.part) return FALSE;
      const others = step.clause.filter((literal) => !isLocalToB(literal));
      return and(others.map((literal) => literalFormula(-literal, labelling)));
    }
    case "split":
      return isLocalToB(step.clause[0]!) ? TRUE : FALSE;
    case "farkas":
      return notTheSum(step.clause, step.factors, isLocalToB, labelling.refutation);
    case "resolution": {
      // Runs of the same connective are built at once.
      let pending: Formula[] = [partial[step.antecedents[0]!]!];
      let connective: typeof and | undefined;
      for (let i = 0; i < step.pivots.length; i++) {
        const next = isLocalToB(step.pivots[i]!) ? and : or;
        if (connective !== undefined && connective !== next) pending = [connective(pending)];
        connective = next;
        pending.push(partial[step.antecedents[i + 1]!]!);
      }
      return connective === undefined ? pending[0]! : connective(pending);
    }
  }
}

/** Not (the sum of the negated literals local to B, times their factors, <= 0). */
function notTheSum(
  clause: readonly Literal[],
  factors: readonly Rational[],
  isLocalToB: (literal: Literal) => boolean,
  { atoms }: Refutation,
): Formula {
  let denominator: int.Int = 1;
  for (const factor of factors) denominator = int.lcm(denominator, rational.denominator(factor));
  let sum: LinearExpression = constantExpression(0);
  let strict = false;
  clause.forEach((literal, i) => {
    if (!isLocalToB(literal)) return;
    const factor = rational.multiply(factors[i]!, denominator);
    if (!rational.isInteger(factor)) throw new Error("a common denominator should clear all factors");
    const inequality = inequalityOf(-literal, atoms);
    sum = addScaled(sum, factor, inequality.expression);
    strict ||= inequality.strict;
  });
  const constraint = linearConstraint(strict ? "lt" : "le", sum);
  if (constraint === "true") return FALSE;
  if (constraint === "false") return TRUE;
  return or(negateConstraint(constraint).map(constraintFormula));
}

/** The literal as `expression <= 0` or `< 0`. */
function inequalityOf(literal: Literal, atoms: Refutation["atoms"]): { expression: LinearExpression; strict: boolean } {
  const atom = atoms[Math.abs(literal)]!;
  if (atom.kind !== "linear") throw new Error("a Farkas lemma should be about linear atoms");
  if (literal > 0) return atom;
  const negated = scale(atom.expression, -1);
  if (!atom.expression.variables.every((of) => isIntegral(of.type)))
    return { expression: negated, strict: !atom.strict };
  return { expression: addScaled(negated, 1, constantExpression(1)), strict: false };
}

function literalFormula(literal: Literal, { refutation, cut }: Labelling): Formula {
  const atom = refutation.atoms[Math.abs(literal)]!;
  if (atom.kind === "name") throw new Error("a name should be local to its part");
  if (atom.kind === "boolean") {
    const formula = cut.booleanFormula(atom.variable);
    return literal > 0 ? formula : not(formula);
  }
  const { expression, strict } = inequalityOf(literal, refutation.atoms);
  return constraintFormula(linearConstraint(strict ? "lt" : "le", expression));
}
