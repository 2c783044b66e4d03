/**
 * Ranges beside a relational domain. Machine types bound every variable; in an octagon or a polyhedron those bounds would
 * be two more facets for each variable, in every hull and every widening. So they live in a box beside the relational
 * state, and the relational domain reads them only where a term needs them: to see that a wrap is the identity, or to
 * linearise a product. Bounds the relational state finds for the variables at hand go back into the box.
 */
import { ConstraintSet, type LinearConstraint } from "../logic/linear.ts";
import { and, integer, le, type Variable, variable } from "../logic/term.ts";
import { isIntegral, typeRange } from "../logic/types.ts";
import { variablesOf } from "../logic/visit.ts";
import * as intervals from "../numbers/interval.ts";
import { type Box, box, intervalIn, restrict } from "./box.ts";
import type {
  Constraints,
  Domain,
  Entailing,
  Narrow,
  Preimage,
  Ranges,
  RangesBeside,
  Relational,
  Rename,
  WidenUpTo,
} from "./domain.ts";
import { type Pair, sideBySide } from "./product.ts";

/** The box first. */
type Ranged<R> = Pair<Box, R>;

/** `narrow` is passed on where the relational domain has it. */
type RelationalDomain<R> = Domain<R> &
  Relational<R> &
  Constraints<R> &
  Preimage<R> &
  Rename<R> &
  WidenUpTo<R> &
  Entailing<R> &
  Partial<Narrow<R>>;

export type RangedDomain<R> = Domain<Ranged<R>> &
  Constraints<Ranged<R>> &
  Preimage<Ranged<R>> &
  Rename<Ranged<R>> &
  WidenUpTo<Ranged<R>> &
  Entailing<Ranged<R>> &
  Partial<Narrow<Ranged<R>>> &
  Pick<Relational<Ranged<R>>, "bounds"> &
  RangesBeside;

/**
 * @param projects by ranges: what is forgotten leaves what its range says of the others, which takes facets; `sum += x` keeps a bound on what a round
 * adds to the sum.
 */
export function withRanges<R>(
  relational: RelationalDomain<R>,
  projects: "relations" | "by ranges" = "relations",
): RangedDomain<R> {
  const plain = sideBySide(relational.name, box, relational);
  const { bottom, isBottom } = plain;
  const rangesOf =
    (of: Box): Ranges =>
    (variable) =>
      intervalIn(of, variable);

  /** The relational bounds of some variables, put into the box. */
  const sharpened = (ranges: Box, relations: R, variables: Iterable<Variable>): Ranged<R> => {
    if (ranges === "bottom" || relational.isBottom(relations)) return bottom;
    let result: Box = ranges;
    for (const of of variables)
      if (isIntegral(of.type)) result = restrict(result, of, relational.bounds(relations, of));
    return result === "bottom" ? bottom : { first: result, second: relations };
  };

  const entails = (state: Ranged<R>, constraint: LinearConstraint): boolean =>
    isBottom(state) || box.entails(state.first, constraint) || relational.entails(state.second, constraint);

  const leq = (smaller: Ranged<R>, larger: Ranged<R>): boolean => {
    if (smaller === larger || isBottom(smaller)) return true;
    if (isBottom(larger)) return false;
    if (!box.leq(smaller.first, larger.first)) {
      const bounded = box.constraints(larger.first).flatMap(({ expression }) => expression.variables);
      if (!box.leq(sharpened(smaller.first, smaller.second, bounded).first, larger.first)) return false;
    }
    if (relational.leq(smaller.second, larger.second)) return true;
    return relational.constraints(larger.second).every((constraint) => entails(smaller, constraint));
  };

  const constraints = (state: Ranged<R>): readonly LinearConstraint[] => {
    const list = new ConstraintSet();
    for (const constraint of relational.constraints(state.second)) list.add(constraint);
    for (const constraint of box.constraints(onlyTighter(state))) list.add(constraint);
    return list.list;
  };

  /** The box without the ranges that the relations know as well. */
  const onlyTighter = (state: Ranged<R>): Box => {
    let result = state.first;
    for (const { expression } of box.constraints(state.first)) {
      const of = expression.variables[0]!;
      const known = intervals.meet(relational.bounds(state.second, of), typeRange(of.type));
      if (intervals.includes(intervalIn(state.first, of), known)) result = box.forget(result, of);
    }
    return result;
  };

  return {
    ...(plain as RangedDomain<R>),
    rangesBeside: true,
    leq,
    assign(state, target, value) {
      if (isBottom(state)) return bottom;
      const ranges = box.assign(state.first, target, value);
      const relations = relational.assignWithin(state.second, target, value, rangesOf(state.first));
      return sharpened(ranges, relations, [target]);
    },
    forget(state, target) {
      if (isBottom(state) || projects === "relations") return plain.forget(state, target);
      const { low, high } = isIntegral(target.type) ? intervalIn(state.first, target) : intervals.FULL;
      const of = variable(target);
      const bounds = [
        ...(intervals.isInfinite(low) ? [] : [le(integer(low), of)]),
        ...(intervals.isInfinite(high) ? [] : [le(of, integer(high))]),
      ];
      const bounded = bounds.length === 0 ? state.second : relational.assume(state.second, and(bounds));
      return { first: box.forget(state.first, target), second: relational.forget(bounded, target) };
    },
    assume(state, condition) {
      const ranges = box.assume(state.first, condition);
      if (ranges === "bottom") return bottom;
      const relations = relational.assumeWithin(state.second, condition, rangesOf(ranges));
      return sharpened(ranges, relations, variablesOf(condition));
    },
    toFormula: (state) =>
      isBottom(state)
        ? box.toFormula("bottom")
        : and([relational.toFormula(state.second), box.toFormula(onlyTighter(state))]),
    show(state) {
      if (isBottom(state)) return "bottom";
      const parts = [relational.show(state.second), box.show(onlyTighter(state))].filter((part) => part !== "top");
      return parts.length === 0 ? "top" : parts.join(", ");
    },
    constraints,
    entails,
    preimage(state, target, value) {
      if (isBottom(state)) return bottom;
      const ranges = box.preimage(state.first, target, value);
      return sharpened(ranges, relational.preimage(state.second, target, value), variablesOf(value));
    },
    bounds: (state, of) =>
      intervals.meet(
        intervalIn(state.first, of),
        isBottom(state) ? intervals.EMPTY : relational.bounds(state.second, of),
      ),
  };
}
