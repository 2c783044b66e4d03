/**
 * Reduced products: two domains run side by side, and after each transfer function a reduction lets them tell each other
 * what they know. The reduction should keep the meaning of the pair: gamma(reduce(a, b)) contains gamma(a) and
 * gamma(b)'s common part. It is never applied to the result of a widening, where it could undo the progress.
 */
import { and, type Variable } from "../logic/term.ts";
import { variablesOf } from "../logic/visit.ts";
import * as int from "../numbers/int.ts";
import * as intervals from "../numbers/interval.ts";
import { type Box, box, intervalIn, restrict } from "./box.ts";
import { type Congruences, classIn, congruences, withClass } from "./congruence.ts";
import { type Domain, type Narrow, type Rename, supports, type WidenUpTo } from "./domain.ts";

type Shared<S> = Rename<S> & Narrow<S> & WidenUpTo<S>;

export interface Pair<A, B> {
  readonly first: A;
  readonly second: B;
}

/** `changed` names the variables the operation was about: a reduction may look at them alone. */
export type Reduction<A, B> = (pair: Pair<A, B>, changed: Iterable<Variable>) => Pair<A, B>;

/** Two domains side by side; a pair is bottom where one of them is. What both can do besides, the pair can. */
export function sideBySide<A, B>(
  name: string,
  first: Domain<A> & Partial<Shared<A>>,
  second: Domain<B> & Partial<Shared<B>>,
): Domain<Pair<A, B>> & Partial<Shared<Pair<A, B>>> {
  type P = Pair<A, B>;
  const bottom: P = { first: first.bottom, second: second.bottom };
  const isBottom = (state: P) => first.isBottom(state.first) || second.isBottom(state.second);
  const pair = (a: A, b: B): P => (first.isBottom(a) || second.isBottom(b) ? bottom : { first: a, second: b });
  const joined = (a: P, b: P, combine: () => P): P => (isBottom(a) ? b : isBottom(b) ? a : combine());
  const shared: Partial<Shared<P>> = {
    ...(supports(first, "rename") && supports(second, "rename")
      ? {
          rename: (state, names) => ({
            first: first.rename(state.first, names),
            second: second.rename(state.second, names),
          }),
        }
      : {}),
    ...(supports(first, "narrow") && supports(second, "narrow")
      ? { narrow: (a, b) => pair(first.narrow(a.first, b.first), second.narrow(a.second, b.second)) }
      : {}),
    ...(supports(first, "widenUpTo") && supports(second, "widenUpTo")
      ? {
          widenUpTo: (a, b, given) =>
            joined(a, b, () => ({
              first: first.widenUpTo(a.first, b.first, given),
              second: second.widenUpTo(a.second, b.second, given),
            })),
        }
      : {}),
  };
  return {
    name,
    top: { first: first.top, second: second.top },
    bottom,
    isBottom,
    leq: (a, b) => isBottom(a) || (first.leq(a.first, b.first) && second.leq(a.second, b.second)),
    join: (a, b) =>
      joined(a, b, () => ({ first: first.join(a.first, b.first), second: second.join(a.second, b.second) })),
    meet: (a, b) => pair(first.meet(a.first, b.first), second.meet(a.second, b.second)),
    widen: (a, b) =>
      joined(a, b, () => ({ first: first.widen(a.first, b.first), second: second.widen(a.second, b.second) })),
    assign: (state, target, value) =>
      pair(first.assign(state.first, target, value), second.assign(state.second, target, value)),
    forget: (state, target) => pair(first.forget(state.first, target), second.forget(state.second, target)),
    assume: (state, condition) => pair(first.assume(state.first, condition), second.assume(state.second, condition)),
    toFormula: (state) => and([first.toFormula(state.first), second.toFormula(state.second)]),
    show: (state) => (isBottom(state) ? "bottom" : `${first.show(state.first)}; ${second.show(state.second)}`),
    ...shared,
  };
}

export function reducedProduct<A, B>(
  name: string,
  first: Domain<A>,
  second: Domain<B>,
  reduce: Reduction<A, B> = (pair) => pair,
): Domain<Pair<A, B>> {
  const plain = sideBySide(name, first, second);
  const reduced = (state: Pair<A, B>, changed: Iterable<Variable>): Pair<A, B> => {
    const result = plain.isBottom(state) ? state : reduce(state, changed);
    return plain.isBottom(result) ? plain.bottom : result;
  };
  return {
    ...plain,
    assign: (state, target, value) => reduced(plain.assign(state, target, value), [target]),
    assume: (state, condition) => reduced(plain.assume(state, condition), variablesOf(condition)),
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
