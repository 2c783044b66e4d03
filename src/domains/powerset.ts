/**
 * Finite powersets: a state is a union of at most `limit` states of a base domain, none below another. The order asks
 * that each element be below one of the other side (sound, not complete). Disjunctions and if-then-else split instead
 * of joining. Past the limit the two newest elements are joined. The widening keeps the older union while the newer one stays
 * below it, and falls back on the base widening of their joins otherwise, so chains become stationary as in the base.
 */
import { type Formula, or, type Variable } from "../logic/term.ts";
import { assignByCases, assumeFormula, type Steps } from "./conditions.ts";
import { type Domain, type Preimage, type Rename, supports } from "./domain.ts";

/** Elements are not bottom and pairwise unordered; the empty list is bottom. */
export type Union<S> = readonly S[];

export function finitePowerset<S>(
  name: string,
  base: Domain<S> & Partial<Preimage<S> & Rename<S>>,
  limit: number,
): Domain<Union<S>> & Partial<Preimage<Union<S>> & Rename<Union<S>>> {
  const leq = (smaller: Union<S>, larger: Union<S>) =>
    smaller.every((a) => base.isBottom(a) || larger.some((b) => base.leq(a, b)));

  /** Adds elements, dropping those below others. */
  const gathered = (elements: Iterable<S>): Union<S> => {
    let list: S[] = [];
    for (const element of elements) {
      if (base.isBottom(element) || list.some((other) => base.leq(element, other))) continue;
      list = list.filter((other) => !base.leq(other, element));
      list.push(element);
      while (list.length > limit) {
        const joined = base.join(list[list.length - 2] as S, list[list.length - 1] as S);
        list = list.slice(0, -2).filter((other) => !base.leq(other, joined));
        list.push(joined);
      }
    }
    return list;
  };
  const join = (a: Union<S>, b: Union<S>): Union<S> => (a === b ? a : gathered([...a, ...b]));
  const map = (state: Union<S>, transfer: (element: S) => S): Union<S> => gathered(state.map(transfer));
  const hull = (state: Union<S>): S => state.reduce(base.join, base.bottom);
  const steps: Steps<Union<S>> = {
    bottom: [],
    isBottom: (state) => state.length === 0,
    join,
    assumeAtom: (state, atom) => map(state, (element) => base.assume(element, atom)),
  };
  const assume = (state: Union<S>, condition: Formula) => assumeFormula(steps, state, condition);
  const domain: Domain<Union<S>> = {
    name,
    top: [base.top],
    bottom: [],
    isBottom: (state) => state.every((element) => base.isBottom(element)),
    leq,
    join,
    meet: (a, b) => gathered(a.flatMap((x) => b.map((y) => base.meet(x, y)))),
    widen(older, newer) {
      if (older.length === 0) return newer;
      if (leq(newer, older)) return older;
      // One element on either side, or their hulls: the base widening ends the chain.
      return [base.widen(hull(older), hull(newer))];
    },
    assign: (state, target, value) =>
      assignByCases(steps, state, value, (current, term) =>
        map(current, (element) => base.assign(element, target, term)),
      ),
    forget: (state, target) => map(state, (element) => base.forget(element, target)),
    assume,
    toFormula: (state) => or(state.map(base.toFormula)),
    show: (state) => (state.length === 0 ? "bottom" : state.map(base.show).join(" or ")),
  };
  return {
    ...domain,
    ...(supports(base, "preimage")
      ? { preimage: (state, target, value) => map(state, (element) => base.preimage(element, target, value)) }
      : {}),
    ...(supports(base, "rename")
      ? {
          rename: (state: Union<S>, names: ReadonlyMap<Variable, Variable>) =>
            map(state, (element) => base.rename(element, names)),
        }
      : {}),
  };
}
