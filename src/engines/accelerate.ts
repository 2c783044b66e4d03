/**
 * Acceleration of a loop without branches that adds constants to some variables, sets others to values that stay the same from
 * then on, and leaves the rest alone (Gonnord and Halbwachs, SAS 2006; section 4.2 of the paper on path focusing). Its guards are
 * convex, so k + 1 rounds from a state are possible exactly where the guards hold in it and after k of them: one more variable,
 * k, says it all.
 *
 *   X'  =  X  join  tau(X)  join  tau((Y + k*d) and G)    with  Y = tau(X) and G,  k >= 0
 *
 * The result is exact up to the hull and the domain. It is a candidate only: `accelerate` returns it if it contains X and
 * is inductive for the path's own transformer, which knows about wraps and all that the linear relation left out. Path focusing
 * closes its self-loops so, DAGGER the loops of its counterexamples, which it also goes back through (dagger/path-program.ts).
 */
import { type Domain, supports } from "../domains/domain.ts";
import { coefficientOf, constraintFormula, type LinearConstraint, type LinearExpression } from "../logic/linear.ts";
import { add, and, integer, le, multiply, type Term, type Variable, variable } from "../logic/term.ts";
import { MATH_INTEGER } from "../logic/types.ts";
import { readBy } from "../model/live.ts";
import type { ModelOp } from "../model/model.ts";
import type { Int } from "../numbers/int.ts";
import * as int from "../numbers/int.ts";
import { FreshVariables } from "../smt/fresh.ts";
import { symbolicPath } from "./symbolic-path.ts";

const ROUNDS: Variable = new FreshVariables("round").make("rounds", MATH_INTEGER);

/** A round of a loop. */
export interface Round {
  readonly ops: readonly ModelOp[];
  /** Does the variable's value matter at the loop's head? */
  readonly matters: (of: Variable) => boolean;
}

/** What a round does. */
export interface Translation {
  readonly steps: ReadonlyMap<Variable, Int>;
  /** Variables that are set, and to what, in terms of those that stay: the same in every round. */
  readonly resets: ReadonlyMap<Variable, LinearExpression>;
  /** Variables that get a new value in every round: nothing is known of them but what one round says. */
  readonly renewed: readonly Variable[];
  /** What the round asks, as far as it is linear and not about renewed variables. */
  readonly guards: readonly LinearConstraint[];
}

/** Undefined where the loop is no translation, or the result would not be closed under the round. */
export function accelerate<S>(domain: Domain<S>, round: Round, transform: (state: S) => S, start: S): S | undefined {
  const once = transform(start);
  if (domain.isBottom(once)) return start;
  const translation = translationOf(round, constantsIn(domain, once));
  if (translation === undefined) return undefined;
  const result = domain.join(start, domain.join(once, transform(afterRounds(domain, translation, once))));
  const inductive = domain.leq(start, result) && domain.leq(transform(result), result);
  return inductive ? result : undefined;
}

/** The values of variables that have but one in a state. */
export function constantsIn<S>(domain: Domain<S>, state: S): (of: Variable) => Int | undefined {
  return (of) => {
    if (!supports(domain, "bounds")) return undefined;
    const { low, high } = domain.bounds(state, of);
    return low === high ? low : undefined;
  };
}

/** The states after any number of rounds in all of which the guards hold, and hold once more. Resets have been done in `from`. */
function afterRounds<S>(domain: Domain<S>, { steps, renewed, guards }: Translation, from: S): S {
  const guard = and(guards.map(constraintFormula));
  let state = from;
  for (const of of renewed) state = domain.forget(state, of);
  state = domain.assume(domain.forget(state, ROUNDS), and([guard, le(integer(0), variable(ROUNDS))]));
  for (const [of, step] of steps) state = domain.assign(state, of, add(variable(of), times(step)));
  state = domain.assume(state, guard);
  // Rounds are whole: their bound, rounded, bounds what they changed.
  if (supports(domain, "bounds")) {
    const { high } = domain.bounds(state, ROUNDS);
    if (Number.isFinite(Number(high))) state = domain.assume(state, le(variable(ROUNDS), integer(high)));
  }
  return domain.forget(state, ROUNDS);
}

function times(step: Int): Term {
  return multiply(integer(step), variable(ROUNDS));
}

/**
 * Reads the round as a translation. Variables that keep their value may be constant in the states at hand, so that `x + d`
 * is a translation where d is 1.
 */
export function translationOf(
  { ops, matters }: Round,
  constant: (of: Variable) => Int | undefined,
): Translation | undefined {
  const { values, guards } = symbolicPath(ops);
  const stays = (of: Variable) => !values.has(of);
  const steps = new Map<Variable, Int>();
  const resets = new Map<Variable, LinearExpression>();
  const renewed: Variable[] = [];
  for (const [of, value] of values) {
    if (!matters(of)) continue;
    const own = value === undefined ? 0 : coefficientOf(value, of);
    if (value === undefined || (own === 0 && !value.variables.every(stays))) renewed.push(of);
    else if (own === 0) resets.set(of, value);
    else if (own === 1) {
      const step = constantPart(value, of, (other) => (stays(other) ? constant(other) : undefined));
      if (step === undefined) return undefined;
      if (step !== 0) steps.set(of, step);
    } else return undefined;
  }
  // A round that depends on what the last one drew is no translation.
  const read = readFirst(ops);
  if (renewed.some((of) => read.has(of))) return undefined;
  const known = (guard: LinearConstraint) => guard.expression.variables.every((of) => !renewed.includes(of));
  return { steps, resets, renewed, guards: guards.filter(known) };
}

/** What is added to `of`; undefined where it is no constant. */
function constantPart(
  value: LinearExpression,
  of: Variable,
  constant: (of: Variable) => Int | undefined,
): Int | undefined {
  let step = value.constant;
  for (const [i, other] of value.variables.entries()) {
    if (other === of) continue;
    const known = constant(other);
    if (known === undefined) return undefined;
    step = int.add(step, int.multiply(value.coefficients[i] as Int, known));
  }
  return step;
}

/** Variables that are read before they are written. */
function readFirst(ops: readonly ModelOp[]): Set<Variable> {
  const written = new Set<Variable>();
  const read = new Set<Variable>();
  for (const op of ops) {
    for (const of of readBy(op)) if (!written.has(of)) read.add(of);
    if (op.kind !== "assume") written.add(op.target);
  }
  return read;
}
