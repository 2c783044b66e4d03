/**
 * Octagons over all variables beside polyhedra over those that are no addresses. Addresses are numbers of fourteen digits, and
 * what holds of them are differences: this pointer is below the next free address. In a polyhedron they mix with everything
 * else into facets with coefficients of that size; among the other variables it finds what an octagon cannot say
 * (size = 8 * capacity).
 *
 * Where octagons remember what addresses were computed from, the polyhedra keep to what the program computes with: what views of the model
 * count besides (integers without bounds) are many variables, of which differences are enough.
 */
import type { LinearConstraint } from "../logic/linear.ts";
import type { Variable } from "../logic/term.ts";
import { type TermNode, variablesOf } from "../logic/visit.ts";
import * as intervals from "../numbers/interval.ts";
import type { Constraints, Domain, Narrow, Relational, Rename, WidenUpTo } from "./domain.ts";
import { type Pair, sideBySide } from "./product.ts";
import type { RangedDomain } from "./ranges.ts";

function isAddress({ type, address }: Variable): boolean {
  return type.kind === "pointer" || address === true;
}

/** An address, or a variable of hone's. */
export function isBesideNumbers(of: Variable): boolean {
  return isAddress(of) || of.type.kind === "integer";
}

/** The domain, told nothing about some variables. Sound: to forget a variable is a larger state. */
function silentOn<S>(domain: RangedDomain<S>, isLeftOut: (of: Variable) => boolean): Domain<Pair<unknown, S>> {
  type State = Parameters<typeof domain.isBottom>[0];
  const without = (state: State, node: TermNode): State => {
    let result = state;
    for (const of of variablesOf(node)) if (isLeftOut(of)) result = domain.forget(result, of);
    return result;
  };
  return {
    ...domain,
    assign: (state: State, target, value) =>
      isLeftOut(target) ? state : without(domain.assign(state, target, value), value),
    assume: (state: State, condition) => without(domain.assume(state, condition), condition),
  } as Domain<Pair<unknown, S>>;
}

export function besides<A, B>(
  name: string,
  octagons: Domain<A> & Constraints<A> & Partial<Rename<A> & Narrow<A> & WidenUpTo<A>> & Pick<Relational<A>, "bounds">,
  polyhedra: RangedDomain<B>,
  isLeftOut: (of: Variable) => boolean = isAddress,
) {
  const silent = silentOn(polyhedra, isLeftOut) as unknown as RangedDomain<B>;
  const both = sideBySide(name, octagons, silent);
  type State = Parameters<typeof both.isBottom>[0];
  const own: Constraints<State> & { bounds(state: State, of: Variable): intervals.Interval } = {
    constraints: ({ first, second }): readonly LinearConstraint[] => [
      ...octagons.constraints(first),
      ...polyhedra.constraints(second),
    ],
    bounds: ({ first, second }, of) => intervals.meet(octagons.bounds(first, of), polyhedra.bounds(second, of)),
  };
  return { ...both, ...own };
}
