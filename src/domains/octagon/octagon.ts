/**
 * The octagon domain (Mine 2006): conjunctions of +-x +-y <= c. `octagons("integer")` tightens to integers;
 * `octagons("rational")` is the closure over the rationals, for real variables and for comparison with other libraries.
 * States: blocks of related variables (`block.ts`), lattice (`lattice.ts`), transfer (`transfer.ts`).
 */

import { constraintFormula, type LinearConstraint, linearForm, showConstraint } from "../../logic/linear.ts";
import { holdsWithin } from "../../logic/range.ts";
import { and, eq, FALSE, type Formula, integer, le, type Term, type Variable, variable } from "../../logic/term.ts";
import { typeRange } from "../../logic/types.ts";
import { variablesOf } from "../../logic/visit.ts";
import * as int from "../../numbers/int.ts";
import * as intervals from "../../numbers/interval.ts";
import { memoised } from "../../util/memo.ts";
import { assignByCases, assumeFormula, type Steps } from "../conditions.ts";
import type {
  Constraints,
  Domain,
  Entailing,
  Narrow,
  Preimage,
  Ranges,
  Relational,
  Rename,
  WidenUpTo,
} from "../domain.ts";
import { type Block, closedBlock, copyInto, emptyMatrixLike, openBlock, tightenWith } from "./block.ts";
import { constraintsOf } from "./constraints.ts";
import { compact, toExact } from "./exact.ts";
import { closedOf, connect, join, leq, meet, narrow, type Octagon, octagonOf, TOP, widen } from "./lattice.ts";
import { type Arithmetic, position, topMatrix } from "./matrix.ts";
import { assignPlain, assignSigned, assumeComparison, boundsIn, forget, tracks } from "./transfer.ts";

export type { Octagon } from "./lattice.ts";

export type OctagonDomain = Domain<Octagon> &
  Constraints<Octagon> &
  Preimage<Octagon> &
  Rename<Octagon> &
  WidenUpTo<Octagon> &
  Narrow<Octagon> &
  Entailing<Octagon> &
  Relational<Octagon>;

const TYPE_RANGES: Ranges = (of) => typeRange(of.type);

export function octagons(arithmetic: Arithmetic): OctagonDomain {
  const stepsWithin = (ranges: Ranges): Steps<Octagon> => ({
    bottom: "bottom",
    isBottom: (state) => closedOf(state, arithmetic) === "bottom",
    join: (a, b) => join(a, b, arithmetic),
    assumeAtom: (state, atom) => assumeComparison(closedOf(state, arithmetic), atom, ranges, arithmetic),
  });
  const assumeWithin = (state: Octagon, condition: Formula, ranges: Ranges) =>
    assumeFormula(stepsWithin(ranges), closedOf(state, arithmetic), condition);
  const assignWithin = (state: Octagon, target: Variable, value: Term, ranges: Ranges) =>
    assignByCases(stepsWithin(ranges), closedOf(state, arithmetic), value, (current, term) =>
      assignPlain(current, target, term, ranges, arithmetic),
    );
  return {
    name: arithmetic === "integer" ? "octagon" : "octagon-rational",
    top: TOP,
    bottom: "bottom",
    isBottom: (state) => closedOf(state, arithmetic) === "bottom",
    leq: (smaller, larger) => leq(smaller, larger, arithmetic),
    join: (a, b) => join(a, b, arithmetic),
    meet,
    widen: (older, newer) => widen(older, newer, arithmetic),
    assign: (state, target, value) => assignWithin(state, target, value, TYPE_RANGES),
    forget: (state, target) => forget(state, target, arithmetic),
    assume: (state, condition) => assumeWithin(state, condition, TYPE_RANGES),
    toFormula: (state) =>
      closedOf(state, arithmetic) === "bottom" ? FALSE : and(constraintsOf(state, arithmetic).map(constraintFormula)),
    show: (state) => show(state, arithmetic),
    constraints: (state) => constraintsOf(state, arithmetic),
    preimage: (state, target, value) => preimage(state, target, value, arithmetic, assumeWithin),
    rename,
    widenUpTo: (older, newer, given) => widenUpTo(older, newer, given, arithmetic),
    narrow: (older, newer) => narrow(older, newer, arithmetic),
    entails: (state, constraint) => entails(state, constraint, arithmetic),
    assignWithin,
    assumeWithin,
    bounds: (state, of) => boundsIn(state, of, arithmetic),
  };
}

/** The octagonal ones among the constraints, collected without closing: one closure later serves them all. */
export function fromConstraints(constraints: readonly LinearConstraint[], arithmetic: Arithmetic): Octagon {
  const single = constraints.flatMap((constraint) => octagonalBlocks(constraint, arithmetic));
  const groups = connect(single.map((block) => block.variables));
  const groupOf = new Map(groups.flatMap((variables) => variables.map((of) => [of, variables] as const)));
  const parts = new Map<readonly Variable[], Block[]>();
  for (const block of single) {
    const group = groupOf.get(block.variables[0]!)!;
    memoised(parts, group, () => []).push(block);
  }
  return octagonOf([...parts].map(([variables, blocks]) => collect(variables, blocks)));
}

function collect(variables: readonly Variable[], blocks: readonly Block[]): Block {
  const matrix = emptyMatrixLike(
    blocks.map((block) => block.matrix),
    variables.length,
  );
  for (const block of blocks) tightenWith(matrix, variables, block);
  return openBlock(variables, matrix);
}

function show(state: Octagon, arithmetic: Arithmetic): string {
  if (closedOf(state, arithmetic) === "bottom") return "bottom";
  const parts = constraintsOf(state, arithmetic).map(showConstraint);
  return parts.length === 0 ? "top" : parts.join(", ");
}

/**
 * x := +-x + c is undone by the opposite assignment; for a value without x the states with x = value are projected;
 * otherwise only the bounds of x are taken back. The first two are exact where the value is octagonal.
 */
function preimage(
  state: Octagon,
  target: Variable,
  value: Term,
  arithmetic: Arithmetic,
  assumeWithin: (state: Octagon, condition: Formula, ranges: Ranges) => Octagon,
): Octagon {
  const closed = closedOf(state, arithmetic);
  if (closed === "bottom" || !tracks(target, arithmetic)) return closed;
  const form = linearForm(value);
  const coefficient = form?.coefficients[0];
  if (form?.variables[0] === target && form.variables.length === 1 && (coefficient === 1 || coefficient === -1)) {
    const back = coefficient === 1 ? int.negate(form.constant) : form.constant;
    return assignSigned(
      closed,
      target,
      { of: target, sign: coefficient === 1 ? 0 : 1 },
      intervals.point(back),
      arithmetic,
    );
  }
  if (!variablesOf(value).has(target))
    return forget(assumeWithin(closed, eq(variable(target), value), TYPE_RANGES), target, arithmetic);
  const { low, high } = boundsIn(closed, target, arithmetic);
  const parts = [
    ...(low === -Infinity ? [] : [le(integer(low), value)]),
    ...(high === Infinity ? [] : [le(value, integer(high))]),
  ];
  return assumeWithin(forget(closed, target, arithmetic), and(parts), TYPE_RANGES);
}

function rename(state: Octagon, names: ReadonlyMap<Variable, Variable>): Octagon {
  if (state === "bottom") return state;
  const blocks = state.blocks.map((block) => {
    if (!block.variables.some((of) => names.has(of))) return block;
    const variables = block.variables.map((of) => names.get(of) ?? of);
    const ascending = [...variables].sort((a, b) => a.id - b.id);
    const matrix = emptyMatrixLike([block.matrix], variables.length);
    copyInto(matrix, ascending, { ...block, variables });
    return block.closure === block ? closedBlock(ascending, matrix) : openBlock(ascending, matrix);
  });
  return octagonOf(blocks);
}

/** Constraints that both operands satisfy are put back into the widened state, which is not closed. */
function widenUpTo(
  older: Octagon,
  newer: Octagon,
  given: readonly LinearConstraint[],
  arithmetic: Arithmetic,
): Octagon {
  const a = closedOf(older, arithmetic);
  const b = closedOf(newer, arithmetic);
  let result = widen(older, newer, arithmetic);
  if (a === "bottom" || b === "bottom") return result;
  for (const constraint of given)
    for (const block of octagonalBlocks(constraint, arithmetic)) {
      const single = octagonOf([block]);
      if (leq(a, single, arithmetic) && leq(b, single, arithmetic)) result = meet(result, single);
    }
  return result;
}

/** Octagonal constraints exactly; others by the bounds of their variables. */
function entails(state: Octagon, constraint: LinearConstraint, arithmetic: Arithmetic): boolean {
  const closed = closedOf(state, arithmetic);
  if (closed === "bottom") return true;
  const blocks = octagonalBlocks(constraint, arithmetic);
  if (blocks.length > 0) return blocks.every((block) => leq(closed, octagonOf([block]), arithmetic));
  return holdsWithin(constraint, (of) => boundsIn(closed, of, arithmetic));
}

/** A constraint +-x +-y <= c as blocks with that one entry; an equation gives two, another constraint none. */
function octagonalBlocks(constraint: LinearConstraint, arithmetic: Arithmetic): Block[] {
  const { variables, coefficients, constant } = constraint.expression;
  if (variables.length > 2 || !variables.every((of) => tracks(of, arithmetic))) return [];
  if (!coefficients.every((coefficient) => coefficient === 1 || coefficient === -1)) return [];
  const sides = constraint.relation === "eq" ? ([1, -1] as const) : ([1] as const);
  return sides.map((side) => {
    const [a, b] = coefficients.map((coefficient, k) => 2 * k + (int.multiply(coefficient, side) > 0 ? 0 : 1));
    const bound = int.multiply(constant, -side);
    const matrix = toExact(topMatrix(variables.length));
    matrix[position((b ?? a!) ^ 1, a!)] = b === undefined ? int.multiply(bound, 2) : bound;
    return openBlock(variables, compact(matrix, arithmetic));
  });
}
