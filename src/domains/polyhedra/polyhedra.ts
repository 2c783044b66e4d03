/**
 * The domain of convex polyhedra: conjunctions of linear constraints over the rationals, tightened to integers where
 * that costs nothing. States are `Polyhedron`s (state.ts); this file gives them the operations of `Domain` and most of
 * the optional capabilities. What terms mean is transfer.ts.
 */
import {
  CONTRADICTION,
  compareConstraints,
  constraintFormula,
  type LinearConstraint,
  type LinearExpression,
  linearConstraint,
  linearExpression,
  negateConstraint,
  showConstraint,
  variableExpression,
} from "../../logic/linear.ts";
import { and, FALSE, type Formula, type Variable } from "../../logic/term.ts";
import type { Int } from "../../numbers/int.ts";
import * as int from "../../numbers/int.ts";
import type { Interval } from "../../numbers/interval.ts";
import type { Matrix } from "../../numbers/matrix.ts";
import * as rational from "../../numbers/rational.ts";
import type { Capabilities, Domain } from "../domain.ts";
import { Block } from "./block.ts";
import { isPositivity } from "./columns.ts";
import {
  BOTTOM,
  blocksOf,
  componentsOfBoth,
  differing,
  gather,
  includes,
  infimum,
  join,
  meet,
  Polyhedron,
  pairOf,
  sortedVariables,
  TOP,
  variablesOf,
  withConstraints,
} from "./state.ts";
import { assign, assume, expressionInterval, forget, preimage } from "./transfer.ts";
import { refinedWidening, standardWidening } from "./widening.ts";

export type { Polyhedron } from "./state.ts";

export interface PolyhedraOptions {
  /** The widening of Halbwachs, or its refinement by Bagnara et al. */
  readonly widening: "standard" | "refined";
}

export type PolyhedraDomain = Domain<Polyhedron> &
  Omit<
    Capabilities<Polyhedron>,
    "narrow" | "joinIsExact" | "unionOf" | "hull" | "listsFacets" | "variant" | "rangesBeside" | "remembersSources"
  >;

export function polyhedra(options: PolyhedraOptions = { widening: "standard" }): PolyhedraDomain {
  const widen = (older: Polyhedron, newer: Polyhedron): Polyhedron => widenWith(options.widening, older, newer);
  return {
    name: "polyhedra",
    top: TOP,
    bottom: BOTTOM,
    isBottom: (state) => state.settle().blocks === undefined,
    leq: (smaller, larger) => smaller === larger || includes(larger, smaller),
    join,
    meet,
    widen,
    assign: (state, target, value) => assign(state, target, value, undefined),
    forget,
    assume: (state, condition) => assume(state, condition, undefined),
    toFormula,
    show,
    constraints,
    preimage,
    difference,
    rename,
    widenUpTo: (older, newer, limits) => {
      const united = join(older, newer);
      const kept = limits.filter((limit) => satisfies(united, limit));
      return withConstraints(widen(older, newer), kept, "none");
    },
    entails: satisfies,
    assignWithin: assign,
    assumeWithin: assume,
    bounds,
  };
}

// --- Reading states -----------------------------------------------------------------------------------------------

/** The minimal constraints in canonical form and order. Over integers each is rounded to its strongest. */
export function constraints(state: Polyhedron): readonly LinearConstraint[] {
  const settled = state.settle();
  if (settled.blocks === undefined) return [CONTRADICTION];
  const list: LinearConstraint[] = [];
  for (const block of settled.blocks) {
    const pair = pairOf(block);
    if (pair === undefined) continue;
    if (!collect(block, pair.constraints.lines, "eq", list)) return [CONTRADICTION];
    if (!collect(block, pair.constraints.rays, "le", list)) return [CONTRADICTION];
  }
  return list.sort(compareConstraints);
}

/** false: one of them has no integer solution. */
function collect(block: Block, rows: Matrix, relation: "eq" | "le", into: LinearConstraint[]): boolean {
  for (let slot = 0; slot < rows.count; slot++) {
    if (isPositivity(rows, slot)) continue;
    const constraint = linearConstraint(relation, expressionOf(block, rows.row(slot)));
    if (constraint === "false") return false;
    if (constraint !== "true") into.push(constraint);
  }
  return true;
}

/** A constraint row says row >= 0: the expression of `expression <= 0` is its opposite. */
function expressionOf(block: Block, row: readonly Int[]): LinearExpression {
  const terms = block.variables.map((variable, i): [Variable, Int] => [variable, int.negate(row[i + 1]!)]);
  return linearExpression(terms, int.negate(row[0]!));
}

function toFormula(state: Polyhedron): Formula {
  return state.settle().blocks === undefined ? FALSE : and(constraints(state).map(constraintFormula));
}

function show(state: Polyhedron): string {
  if (state.settle().blocks === undefined) return "bottom";
  const list = constraints(state);
  return list.length === 0 ? "top" : list.map(showConstraint).join(", ");
}

/** The integers between the infimum and the supremum of a variable. */
function bounds(state: Polyhedron, of: Variable): Interval {
  return expressionInterval(state, variableExpression(of));
}

function satisfies(state: Polyhedron, constraint: LinearConstraint): boolean {
  const settled = state.settle();
  if (settled.blocks === undefined) return true;
  const high = infimum(settled, constraint.expression, -1);
  if (high === undefined || rational.sign(high) < 0) return false;
  if (constraint.relation === "lt" && rational.sign(high) === 0) return false;
  if (constraint.relation !== "eq") return true;
  const low = infimum(settled, constraint.expression, 1);
  return low !== undefined && rational.sign(low) === 0 && rational.sign(high) === 0;
}

// --- Operators ----------------------------------------------------------------------------------------------------

function widenWith(widening: "standard" | "refined", older: Polyhedron, newer: Polyhedron): Polyhedron {
  const before = older.settle();
  if (before.blocks === undefined) return newer;
  const after = (includes(newer, before) ? newer : join(before, newer)).settle();
  if (after.blocks === undefined || includes(before, after)) return before;
  const { common, first, second } = differing(before.blocks, after.blocks);
  // The refined widening's certificate is one of the whole state, so what differs is one part; the standard one's
  // measure is a sum over parts.
  const parts: [Block[], Block[]][] = widening === "refined" ? [[first, second]] : componentsOfBoth(first, second);
  return new Polyhedron([...common, ...parts.flatMap(([some, others]) => widenPart(widening, some, others))]);
}

function widenPart(widening: "standard" | "refined", first: readonly Block[], second: readonly Block[]): Block[] {
  const variables = sortedVariables(new Set([...variablesOf(first), ...variablesOf(second)]));
  const older = pairOf(gather(first, variables).block);
  const newer = pairOf(gather(second, variables).block);
  // Sound: beyond the limit nothing is kept.
  if (older === undefined || newer === undefined) return [];
  const result = widening === "standard" ? standardWidening(older, newer) : refinedWidening(older, newer);
  return ["bits" in result ? Block.ofPair(variables, result) : Block.ofConstraints(variables, result)];
}

/** The hull of what is in a and violates some constraint of b. */
function difference(a: Polyhedron, b: Polyhedron): Polyhedron {
  const right = b.settle();
  // Sound: taking away too little is allowed, and constraints beyond the limit are not known.
  if (right.blocks === undefined || right.blocks.some((block) => pairOf(block) === undefined)) return a;
  let result = BOTTOM;
  for (const constraint of constraints(right)) {
    for (const opposite of negateConstraint(constraint)) {
      if (opposite === "true") return a;
      if (opposite !== "false") result = join(result, withConstraints(a, [opposite], "integer"));
    }
  }
  return result;
}

function rename(state: Polyhedron, names: ReadonlyMap<Variable, Variable>): Polyhedron {
  const settled = state.settle();
  if (settled.blocks === undefined) return BOTTOM;
  return new Polyhedron(
    blocksOf(settled).map((block) =>
      block.variables.some((variable) => names.has(variable))
        ? block.rename(block.variables.map((variable) => names.get(variable) ?? variable))
        : block,
    ),
  );
}
