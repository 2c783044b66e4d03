/**
 * What an octagon says, without what follows from the rest: the closed matrix lists every consequence, readers and
 * solvers want few constraints. Variables that are constant or equal to +-another + c are written as equations and
 * leave the game; among the others an entry goes if two unary bounds imply it, or a path of two other entries (as for
 * difference bounds: Larsen et al. 1997; no cycle among the rest has length zero, so all such entries can go at once).
 */
import { type LinearConstraint, linearConstraint, linearExpression } from "../../logic/linear.ts";
import type { Variable } from "../../logic/term.ts";
import type { Int } from "../../numbers/int.ts";
import * as int from "../../numbers/int.ts";
import type { Rational } from "../../numbers/rational.ts";
import * as rational from "../../numbers/rational.ts";
import { type Block, entry } from "./block.ts";
import { half, less, plus } from "./exact.ts";
import { type Blocks, closedOf, type Octagon } from "./lattice.ts";
import type { Arithmetic } from "./matrix.ts";

/** A small list of constraints whose solutions are the octagon's. The octagon should not be bottom. */
export function constraintsOf(state: Octagon, arithmetic: Arithmetic): LinearConstraint[] {
  const closed = closedOf(state, arithmetic);
  return closed === "bottom" ? [] : (closed as Blocks).blocks.flatMap(blockConstraints);
}

function blockConstraints(block: Block): LinearConstraint[] {
  const list: LinearConstraint[] = [];
  const leaders: number[] = [];
  for (let k = 0; k < block.variables.length; k++) {
    const equation = equationOf(block, k, leaders);
    if (equation === undefined) leaders.push(k);
    else list.push(...equation);
  }
  const signed = leaders.flatMap((k) => [2 * k, 2 * k + 1]);
  const binary: [number, number][] = [];
  for (const i of signed)
    for (const j of signed) {
      if (j >> 1 >= i >> 1 || entry(block, i, j) === Infinity || isImplied(block, i, j, signed)) continue;
      binary.push([i, j]);
    }
  for (const i of neededBounds(block, signed, binary))
    list.push(...constraint("le", block, i, undefined, half(entry(block, i ^ 1, i))));
  for (const [i, j] of binary) list.push(...constraint("le", block, j, i, entry(block, i, j)));
  return list;
}

/**
 * The signed variables whose upper bound does not follow from a kept relation and the kept bound of another variable. One
 * bound is decided after the other, so that no two are left out because of each other.
 */
function neededBounds(block: Block, signed: readonly number[], binary: readonly [number, number][]): Iterable<number> {
  const needed = new Set(signed.filter((i) => entry(block, i ^ 1, i) !== Infinity));
  for (const i of [...needed].reverse()) {
    // V_i <= V_k + entry(k, i), and by coherence a relation is listed as (k, i) or as (i^1, k^1).
    const follows = binary.some(([from, to]) => {
      const k = to === i ? from : from === (i ^ 1) ? to ^ 1 : -1;
      if (k < 0 || !needed.has(k) || k === i) return false;
      return !less(half(entry(block, i ^ 1, i)), plus(entry(block, k, i), half(entry(block, k ^ 1, k))));
    });
    if (follows) needed.delete(i);
  }
  return needed;
}

/** x = c, or x = +-y + c for a leader y. */
function equationOf(block: Block, k: number, leaders: readonly number[]): LinearConstraint[] | undefined {
  const plusX = 2 * k;
  const high = entry(block, plusX + 1, plusX);
  if (isZeroSum(high, entry(block, plusX, plusX + 1))) return constraint("eq", block, plusX, undefined, half(high));
  for (const leader of leaders)
    for (const i of [2 * leader, 2 * leader + 1]) {
      const difference = entry(block, i, plusX);
      if (isZeroSum(difference, entry(block, plusX, i))) return constraint("eq", block, plusX, i, difference);
    }
  return undefined;
}

function isZeroSum(a: Rational, b: Rational): boolean {
  return a !== Infinity && b !== Infinity && plus(a, b) === 0;
}

function isImplied(block: Block, i: number, j: number, signed: readonly number[]): boolean {
  const value = entry(block, i, j);
  if (!less(value, plus(half(entry(block, i, i ^ 1)), half(entry(block, j ^ 1, j))))) return true;
  return signed.some((k) => k !== i && k !== j && !less(value, plus(entry(block, i, k), entry(block, k, j))));
}

/** V_positive - V_negative (or V_positive alone) compared with a bound. */
function constraint(
  relation: "le" | "eq",
  block: Block,
  positive: number,
  negative: number | undefined,
  bound: Rational,
): LinearConstraint[] {
  const scale = rational.denominator(bound);
  const term = (i: number, factor: Int): [Variable, Int] => [
    block.variables[i >> 1]!,
    (i & 1) === 0 ? factor : int.negate(factor),
  ];
  const terms = [term(positive, scale)];
  if (negative !== undefined) terms.push(term(negative, int.negate(scale)));
  const result = linearConstraint(relation, linearExpression(terms, int.negate(rational.numerator(bound))));
  if (typeof result === "object") return [result];
  // An equation without integer solutions, in the closure over the rationals: its two sides contradict each other.
  const [left, right] = [positive, positive ^ 1].map((i, side) =>
    constraint(
      "le",
      block,
      i,
      negative === undefined ? undefined : negative ^ side,
      side === 0 ? bound : rational.negate(bound),
    ),
  );
  return [...left!, ...right!];
}
