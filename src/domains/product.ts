/**
 * Reduced products: two domains run side by side, and after each transfer function a reduction lets them tell each other
 * what they know. The reduction should keep the meaning of the pair: gamma(reduce(a, b)) contains gamma(a) and
 * gamma(b)'s common part. It is never applied to the result of a widening, where it could undo the progress.
 */
import { and, type Formula, type Variable } from "../logic/term.ts";
import { variablesOf } from "../logic/visit.ts";
import * as int from "../numbers/int.ts";
import * as intervals from "../numbers/interval.ts";
import { type Box, box, intervalIn, restrict } from "./box.ts";
import { type Congruences, classIn, congruences, withClass } from "./congruence.ts";
import type { Domain } from "./domain.ts";

export interface Pair<A, B> {
  readonly first: A;
  readonly second: B;
}

/** `changed` names the variables the operation was about: a reduction may look at them alone. */
export type Reduction<A, B> = (pair: Pair<A, B>, changed: Iterable<Variable>) => Pair<A, B>;

export function reducedProduct<A, B>(
  name: string,
  first: Domain<A>,
  second: Domain<B>,
  reduce: Reduction<A, B> = (pair) => pair,
): Domain<Pair<A, B>> {
  const bottom: Pair<A, B> = { first: first.bottom, second: second.bottom };
  const isBottom = (state: Pair<A, B>) => first.isBottom(state.first) || second.isBottom(state.second);
  const normal = (state: Pair<A, B>): Pair<A, B> => (isBottom(state) ? bottom : state);
  const reduced = (state: Pair<A, B>, changed: Iterable<Variable>) =>
    isBottom(state) ? bottom : normal(reduce(state, changed));
  return {
    name,
    top: { first: first.top, second: second.top },
    bottom,
    isBottom,
    leq: (a, b) => isBottom(a) || (first.leq(a.first, b.first) && second.leq(a.second, b.second)),
    join(a, b) {
      if (isBottom(a)) return b;
      if (isBottom(b)) return a;
      return { first: first.join(a.first, b.first), second: second.join(a.second, b.second) };
    },
    meet: (a, b) => normal({ first: first.meet(a.first, b.first), second: second.meet(a.second, b.second) }),
    widen(older, newer) {
      if (isBottom(older)) return newer;
      if (isBottom(newer)) return older;
      return { first: first.widen(older.first, newer.first), second: second.widen(older.second, newer.second) };
    },
    assign: (state, target, value) =>
      reduced({ first: first.assign(state.first, target, value), second: second.assign(state.second, target, value) }, [
        target,
      ]),
    forget: (state, target) =>
      normal({ first: first.forget(state.first, target), second: second.forget(state.second, target) }),
    assume: (state, condition) =>
      reduced(
        { first: first.assume(state.first, condition), second: second.assume(state.second, condition) },
        variablesOf(condition),
      ),
    toFormula: (state) => and([first.toFormula(state.first), second.toFormula(state.second)]) as Formula,
    show: (state) => (isBottom(state) ? "bottom" : `${first.show(state.first)}; ${second.show(state.second)}`),
  };
}

/** Interval ends move inward to the next number of the class; a single value is one for both. */
const tightenEnds: Reduction<Box, Congruences> = (pair, changed) => {
  let { first, second } = pair;
  for (const of of changed) {
    if (first === "bottom" || second === "bottom") break;
    const { modulus, residue } = classIn(second, of);
    const { low, high } = intervalIn(first, of);
    if (modulus === 0) first = restrict(first, of, intervals.point(residue));
    else if (modulus > 1) {
      const up = low === -Infinity ? low : int.add(low, int.modulo(int.subtract(residue, low), modulus));
      const down = high === Infinity ? high : int.subtract(high, int.modulo(int.subtract(high, residue), modulus));
      first = restrict(first, of, intervals.interval(up, down));
    }
    const now = intervalIn(first, of);
    if (now.low === now.high) second = withClass(second, of, { modulus: 0, residue: now.low });
  }
  return { first, second };
};

export const boxCongruence = reducedProduct("box-congruence", box, congruences, tightenEnds);
