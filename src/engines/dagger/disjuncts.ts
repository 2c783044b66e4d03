/**
 * Explicit disjunctions, as in the earlier tool (Gulavani and Rajamani, "Counterexample driven refinement for abstract
 * interpretation", TACAS 2006): a node holds a set of states. Widening works on their hull; refinement goes from the
 * widening to the hull and from there to the set. Reconstructed from the comparison in sections 2 and 4.
 */
import type { Constraints, Domain, Entailing } from "../../domains/domain.ts";
import { supports } from "../../domains/domain.ts";
import { finitePowerset, type Union } from "../../domains/powerset.ts";

/** Disjuncts of one node; beyond it the newest are joined. */
const MOST = 24;

export interface Disjunctive<S> {
  /** The members of a state, each as a state of its own. */
  members(state: S): readonly S[];
  /** The state with its members joined. */
  hull(state: S): S;
}

type DisjunctiveDomain<E> = Domain<Union<E>> &
  Constraints<Union<E>> &
  Entailing<Union<E>> & { readonly disjunctive: Disjunctive<Union<E>> };

export function disjunctsOf<E>(base: Domain<E>): DisjunctiveDomain<E> {
  const powerset = finitePowerset(base.name, base, MOST);
  const hullOf = (state: Union<E>): E => state.reduce((a, b) => base.join(a, b), base.bottom);
  return {
    ...powerset,
    widen: (older, newer) => [base.widen(hullOf(older), hullOf(newer))],
    constraints: (state) => (supports(base, "constraints") ? base.constraints(hullOf(state)) : []),
    entails: (state, constraint) =>
      supports(base, "entails") && state.every((member) => base.entails(member, constraint)),
    disjunctive: {
      members: (state) => state.map((member) => [member]),
      hull: (state) => (state.length < 2 ? state : [hullOf(state)]),
    },
  };
}
