/**
 * Acceleration (section 4.2) of a path that adds constants to some variables, sets others to values that stay the same from
 * then on, and leaves the rest alone (Gonnord and Halbwachs, SAS 2006). Its guards are convex, so k + 1 rounds from a state
 * are possible exactly where the guards hold in it and after k of them: one more variable, k, says it all.
 *
 *   X'  =  X  join  tau(X)  join  tau((Y + k*d) and G)    with  Y = tau(X) and G,  k >= 0
 *
 * The result is exact up to the hull and the domain. It is a candidate only: `accelerate` returns it if it contains X and
 * is inductive for the path's own transformer, which knows about wraps and all that the linear relation left out.
 */
import { type Domain, supports } from "../../domains/domain.ts";
import { coefficientOf, constraintFormula, type LinearConstraint, type LinearExpression } from "../../logic/linear.ts";
import { add, and, type Formula, integer, le, multiply, type Term, type Variable, variable } from "../../logic/term.ts";
import { MATH_INTEGER } from "../../logic/types.ts";
import { type ModelLiveness, readBy } from "../../model/live.ts";
import type { ModelLocation } from "../../model/model.ts";
import type { Int } from "../../numbers/int.ts";
import * as int from "../../numbers/int.ts";
import { FreshVariables } from "../../smt/fresh.ts";
import type { Transformer } from "./loopiter.ts";
import type { Path } from "./reduced-graph.ts";
import { symbolicPath } from "./symbolic-path.ts";

const ROUNDS: Variable = new FreshVariables("round").make("rounds", MATH_INTEGER);

interface Translation {
  readonly steps: ReadonlyMap<Variable, Int>;
  /** Variables that get a new value in every round: nothing is known of them but what one round says. */
  readonly renewed: readonly Variable[];
  readonly guard: Formula;
}

/** Undefined where the path is no translation, or the result would not be what loopiter promises. */
export function accelerate<S>(
  domain: Domain<S>,
  live: ModelLiveness,
  path: Path,
  transform: Transformer<S>,
  start: S,
): S | undefined {
  const once = transform(start);
  if (domain.isBottom(once)) return start;
  const translation = translationOf(domain, live, path, once);
  if (translation === undefined) return undefined;
  const result = domain.join(start, domain.join(once, transform(afterRounds(domain, translation, once))));
  const inductive = domain.leq(start, result) && domain.leq(transform(result), result);
  return inductive ? result : undefined;
}

/** The states after any number of rounds in all of which the guards hold, and hold once more. */
function afterRounds<S>(domain: Domain<S>, { steps, renewed, guard }: Translation, from: S): S {
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
 * Reads the path as a translation. Variables that keep their value may be constant in the states at hand, so that `x + d`
 * is a translation where d is 1.
 */
function translationOf<S>(domain: Domain<S>, live: ModelLiveness, path: Path, states: S): Translation | undefined {
  const head = (path[0] as Path[number]).source as ModelLocation;
  const { values, guards } = symbolicPath(path);
  const stays = (of: Variable) => !values.has(of);
  const constant = (of: Variable): Int | undefined => {
    if (!stays(of) || !supports(domain, "bounds")) return undefined;
    const { low, high } = domain.bounds(states, of);
    return low === high ? low : undefined;
  };
  const steps = new Map<Variable, Int>();
  const renewed: Variable[] = [];
  for (const [of, value] of values) {
    if (!live.isLive(of, head)) continue;
    const own = value === undefined ? 0 : coefficientOf(value, of);
    if (value === undefined || (own === 0 && !value.variables.every(stays))) renewed.push(of);
    else if (own === 1) {
      const step = constantPart(value, of, constant);
      if (step === undefined) return undefined;
      if (step !== 0) steps.set(of, step);
    } else if (own !== 0) return undefined;
  }
  // A round that depends on what the last one drew is no translation.
  const read = readFirst(path);
  if (renewed.some((of) => read.has(of))) return undefined;
  const known = (guard: LinearConstraint) => guard.expression.variables.every((of) => !renewed.includes(of));
  return { steps, renewed, guard: and(guards.filter(known).map(constraintFormula)) };
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

/** Variables that the path reads before it writes them. */
function readFirst(path: Path): Set<Variable> {
  const written = new Set<Variable>();
  const read = new Set<Variable>();
  for (const edge of path)
    for (const op of edge.ops) {
      for (const of of readBy(op)) if (!written.has(of)) read.add(of);
      if (op.kind !== "assume") written.add(op.target);
    }
  return read;
}
