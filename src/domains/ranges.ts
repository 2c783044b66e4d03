/**
 * Ranges beside a relational domain. Machine types bound every variable; in an octagon or a polyhedron those bounds would
 * be two more facets for each variable, in every hull and every widening. So they live in a box beside the relational
 * state, and the relational domain reads them only where a term needs them: to see that a wrap is the identity, or to
 * linearise a product. Bounds the relational state finds for the variables at hand go back into the box.
 */
import { ConstraintSet, type LinearConstraint } from "../logic/linear.ts";
import { and, type Variable } from "../logic/term.ts";
import { isIntegral, typeRange } from "../logic/types.ts";
import { variablesOf } from "../logic/visit.ts";
import * as intervals from "../numbers/interval.ts";
import { type Box, box, intervalIn, restrict } from "./box.ts";
import {
  type Constraints,
  type Domain,
  type Entailing,
  type Narrow,
  type Preimage,
  type Ranges,
  type Relational,
  type Rename,
  supports,
  type WidenUpTo,
} from "./domain.ts";

interface Ranged<R> {
  readonly box: Box;
  readonly relations: R;
}

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
  Pick<Relational<Ranged<R>>, "bounds">;

export function withRanges<R>(relational: RelationalDomain<R>): RangedDomain<R> {
  const bottom: Ranged<R> = { box: "bottom", relations: relational.bottom };
  const isBottom = (state: Ranged<R>) => state.box === "bottom" || relational.isBottom(state.relations);
  const make = (ranges: Box, relations: R): Ranged<R> =>
    ranges === "bottom" || relational.isBottom(relations) ? bottom : { box: ranges, relations };
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
    return result === "bottom" ? bottom : { box: result, relations };
  };

  const entails = (state: Ranged<R>, constraint: LinearConstraint): boolean =>
    isBottom(state) || box.entails(state.box, constraint) || relational.entails(state.relations, constraint);

  const leq = (smaller: Ranged<R>, larger: Ranged<R>): boolean => {
    if (smaller === larger || isBottom(smaller)) return true;
    if (isBottom(larger)) return false;
    if (!box.leq(smaller.box, larger.box)) {
      const bounded = box.constraints(larger.box).flatMap(({ expression }) => expression.variables);
      if (!box.leq(sharpened(smaller.box, smaller.relations, bounded).box, larger.box)) return false;
    }
    if (relational.leq(smaller.relations, larger.relations)) return true;
    return relational.constraints(larger.relations).every((constraint) => entails(smaller, constraint));
  };

  const constraints = (state: Ranged<R>): readonly LinearConstraint[] => {
    const list = new ConstraintSet();
    for (const constraint of relational.constraints(state.relations)) list.add(constraint);
    for (const constraint of box.constraints(onlyTighter(state))) list.add(constraint);
    return list.list;
  };

  /** The box without the ranges that the relations know as well. */
  const onlyTighter = (state: Ranged<R>): Box => {
    let result = state.box;
    for (const { expression } of box.constraints(state.box)) {
      const of = expression.variables[0]!;
      const known = intervals.meet(relational.bounds(state.relations, of), typeRange(of.type));
      if (intervals.includes(intervalIn(state.box, of), known)) result = box.forget(result, of);
    }
    return result;
  };

  return {
    name: relational.name,
    top: { box: box.top, relations: relational.top },
    bottom,
    isBottom,
    leq,
    join(a, b) {
      if (isBottom(a)) return b;
      if (isBottom(b)) return a;
      return { box: box.join(a.box, b.box), relations: relational.join(a.relations, b.relations) };
    },
    meet: (a, b) => make(box.meet(a.box, b.box), relational.meet(a.relations, b.relations)),
    widen(older, newer) {
      if (isBottom(older)) return newer;
      if (isBottom(newer)) return older;
      return { box: box.widen(older.box, newer.box), relations: relational.widen(older.relations, newer.relations) };
    },
    assign(state, target, value) {
      if (isBottom(state)) return bottom;
      const ranges = box.assign(state.box, target, value);
      const relations = relational.assignWithin(state.relations, target, value, rangesOf(state.box));
      return sharpened(ranges, relations, [target]);
    },
    forget: (state, target) => make(box.forget(state.box, target), relational.forget(state.relations, target)),
    assume(state, condition) {
      const ranges = box.assume(state.box, condition);
      if (ranges === "bottom") return bottom;
      const relations = relational.assumeWithin(state.relations, condition, rangesOf(ranges));
      return sharpened(ranges, relations, variablesOf(condition));
    },
    toFormula: (state) =>
      isBottom(state)
        ? box.toFormula("bottom")
        : and([relational.toFormula(state.relations), box.toFormula(onlyTighter(state))]),
    show(state) {
      if (isBottom(state)) return "bottom";
      const parts = [relational.show(state.relations), box.show(onlyTighter(state))].filter((part) => part !== "top");
      return parts.length === 0 ? "top" : parts.join(", ");
    },
    constraints,
    entails,
    preimage(state, target, value) {
      if (isBottom(state)) return bottom;
      const ranges = box.preimage(state.box, target, value);
      return sharpened(ranges, relational.preimage(state.relations, target, value), variablesOf(value));
    },
    rename: (state, names) => ({
      box: box.rename(state.box, names),
      relations: relational.rename(state.relations, names),
    }),
    widenUpTo(older, newer, given) {
      if (isBottom(older)) return newer;
      if (isBottom(newer)) return older;
      return {
        box: box.widenUpTo(older.box, newer.box, given),
        relations: relational.widenUpTo(older.relations, newer.relations, given),
      };
    },
    bounds: (state, of) =>
      intervals.meet(
        intervalIn(state.box, of),
        isBottom(state) ? intervals.EMPTY : relational.bounds(state.relations, of),
      ),
    ...(supports(relational, "narrow")
      ? {
          narrow: (older: Ranged<R>, newer: Ranged<R>) =>
            make(box.narrow(older.box, newer.box), relational.narrow(older.relations, newer.relations)),
        }
      : {}),
  };
}
