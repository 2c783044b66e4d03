/**
 * Polyhedra as products of independent blocks (Singh, Pueschel and Vechev, "Fast Polyhedra Abstract Domain", POPL 2017):
 * a state is a set of blocks over disjoint variables, and what no block mentions is free. An operation merges the
 * blocks it relates and leaves the others alone, so its cost follows the related variables, not all variables.
 *
 * `settle` decides emptiness (one empty block empties the state) and splits blocks into their finest parts; everything
 * that looks into blocks settles first.
 */
import type { LinearConstraint, LinearExpression } from "../../logic/linear.ts";
import type { Variable } from "../../logic/term.ts";
import { isIntegral } from "../../logic/types.ts";
import type { Int } from "../../numbers/int.ts";
import * as int from "../../numbers/int.ts";
import { type Interval, isInfinite } from "../../numbers/interval.ts";
import { Matrix } from "../../numbers/matrix.ts";
import type { Rational } from "../../numbers/rational.ts";
import * as rational from "../../numbers/rational.ts";
import { Simplex } from "../../numbers/simplex/simplex.ts";
import { tick } from "../../util/budget.ts";
import { Block, productOf } from "./block.ts";
import { boxed } from "./boxed.ts";
import { PRODUCT_WORK, type System } from "./chernikova.ts";
import { isPositivity, remapSystem } from "./columns.ts";
import type { Pair } from "./pair.ts";

// Looking whether a block has one of some variables, in units of work.
const BLOCK_WORK = 0.1;

export class Polyhedron {
  /** Ascending by first variable is not promised; the blocks' variables are disjoint. Undefined: bottom. */
  readonly blocks: readonly Block[] | undefined;
  #settled: Polyhedron | undefined;
  /** Blocks of a settled state that may split once they are converted. */
  #unsplit: readonly Block[] = [];

  constructor(blocks: readonly Block[] | undefined) {
    this.blocks = blocks;
    if (blocks === undefined) this.#settled = this;
  }

  /**
   * The same set, either BOTTOM or made of non-empty blocks that do not split as far as is known: a block that has only
   * generators is not converted for that, but looked at again once somebody has.
   */
  settle(): Polyhedron {
    if (this.#settled === undefined) this.#settled = this.#compute();
    else if (this.#settled.#unsplit.some((block) => block.resolved !== undefined))
      this.#settled = this.#settled.#compute();
    return this.#settled;
  }

  #compute(): Polyhedron {
    const blocks: Block[] = [];
    const unsplit: Block[] = [];
    let same = true;
    const pending = [...(this.blocks ?? [])].reverse();
    for (let block = pending.pop(); block !== undefined; block = pending.pop()) {
      const parts = block.parts();
      if (parts === "empty") return BOTTOM;
      if (parts.length === 1 && parts[0] === block) {
        blocks.push(block);
        if (block.resolved === undefined) unsplit.push(block);
        continue;
      }
      same = false;
      // Sound: beyond the limit of the conversion only the bounds of each variable are kept.
      pending.push(...(parts === "limit" ? boxed(block) : [...parts].reverse()));
    }
    const settled = same ? this : new Polyhedron(blocks);
    settled.#settled = settled;
    settled.#unsplit = unsplit;
    return settled;
  }
}

export const BOTTOM = new Polyhedron(undefined);
export const TOP = new Polyhedron([]);

/** The blocks of a settled state; none for bottom, which callers exclude before. */
export function blocksOf(state: Polyhedron): readonly Block[] {
  return state.blocks ?? [];
}

export function blockWith(blocks: readonly Block[], variable: Variable): Block | undefined {
  return blocks.find((block) => block.variables.includes(variable));
}

/** One block that holds all the given variables, and the blocks it is not made of. */
export function gather(blocks: readonly Block[], variables: readonly Variable[]): { block: Block; rest: Block[] } {
  const only = blocks.length === 1 ? blocks[0] : undefined;
  if (only !== undefined && variables.every((of) => only.variables.includes(of))) return { block: only, rest: [] };
  tick(BLOCK_WORK * blocks.length);
  const wanted = new Set(variables);
  const merged: Block[] = [];
  const rest: Block[] = [];
  for (const block of blocks) (block.variables.some((variable) => wanted.has(variable)) ? merged : rest).push(block);
  for (const block of merged) for (const variable of block.variables) wanted.delete(variable);
  if (wanted.size > 0) merged.push(Block.universe(sortedVariables(wanted)));
  return { block: productOf(merged, sortedVariables(merged.flatMap((block) => block.variables))), rest };
}

export function sortedVariables(variables: Iterable<Variable>): Variable[] {
  return [...variables].sort((a, b) => a.id - b.id);
}

/** The coefficients of an expression over the columns of a block, the constant in column 0. */
export function rowOf(expression: LinearExpression, variables: readonly Variable[], sign: 1 | -1): Int[] {
  const row: Int[] = new Array<Int>(variables.length + 1).fill(0);
  row[0] = int.multiply(sign, expression.constant);
  expression.variables.forEach((variable, i) => {
    row[variables.indexOf(variable) + 1] = int.multiply(sign, expression.coefficients[i]!);
  });
  return row;
}

// --- Lattice ------------------------------------------------------------------------------------------------------

/** The state cut with constraints; `rounding` decides whether it may be cut to integer points on the way. */
export function withConstraints(
  state: Polyhedron,
  constraints: readonly LinearConstraint[],
  rounding: "integer" | "none",
): Polyhedron {
  if (state.blocks === undefined) return BOTTOM;
  let blocks = state.blocks;
  for (const constraint of constraints) {
    const { block, rest } = gather(blocks, constraint.expression.variables);
    const width = block.width;
    // Sound: closed polyhedra take `<` over reals for `<=`.
    const rows = Matrix.fromRows(width, [rowOf(constraint.expression, block.variables, -1)]);
    const none = new Matrix(width, 0);
    const added = constraint.relation === "eq" ? { lines: rows, rays: none } : { lines: none, rays: rows };
    blocks = [...rest, block.withConstraints(rounding === "integer" ? tightened(block, added) : added)];
  }
  return new Polyhedron(blocks);
}

/**
 * Adds to new constraints the block's own ones rounded to integers: facets that hulls made may lie between integer
 * points. Only what is at hand is rounded, nothing is converted for it.
 */
function tightened(block: Block, added: System): System {
  const pair = block.resolved;
  if (pair === undefined || !block.variables.every((variable) => isIntegral(variable.type))) return added;
  const { rays } = pair.constraints;
  const rows: Int[][] = [];
  for (let slot = 0; slot < rays.count; slot++) {
    let divisor: Int = 0;
    for (let column = 1; column < rays.width && divisor !== 1; column++)
      divisor = int.gcd(divisor, rays.at(slot, column));
    if (divisor === 0 || divisor === 1) continue;
    const row = rays
      .row(slot)
      .map((value, i) => (i === 0 ? int.divideFloor(value, divisor) : int.divideExact(value, divisor)));
    rows.push(row);
  }
  if (rows.length === 0) return added;
  return { lines: added.lines, rays: Matrix.fromRows(rays.width, [...added.rays.rows(), ...rows]) };
}

export function meet(a: Polyhedron, b: Polyhedron): Polyhedron {
  if (a.blocks === undefined || b.blocks === undefined) return BOTTOM;
  let blocks = a.blocks;
  for (const other of b.blocks) {
    if (blocks.includes(other)) continue;
    const overlaps = blocks.some((block) => block.variables.some((variable) => other.variables.includes(variable)));
    if (!overlaps) {
      blocks = [...blocks, other];
      continue;
    }
    const { block, rest } = gather(blocks, other.variables);
    const pair = other.constraints() === undefined ? other.resolve() : undefined;
    // Sound: a block whose constraints are beyond the limit is not met with.
    const known = other.constraints() ?? (typeof pair === "object" ? pair.constraints : undefined);
    if (known === undefined) continue;
    const from = [0, ...block.variables.map((variable) => other.variables.indexOf(variable) + 1 || -1)];
    blocks = [...rest, block.withConstraints(remapSystem(known, from))];
  }
  return new Polyhedron(blocks);
}

/** Every operand is settled here; see `leq` in the domain. */
export function includes(larger: Polyhedron, smaller: Polyhedron): boolean {
  const small = smaller.settle();
  const large = larger.settle();
  if (small.blocks === undefined) return true;
  if (large.blocks === undefined) return false;
  const blocks = small.blocks;
  return large.blocks.every((block) => blocks.includes(block) || satisfies(blocks, block));
}

/** Does the product of the blocks lie within the block? */
function satisfies(blocks: readonly Block[], block: Block): boolean {
  const pair = block.constraints() === undefined ? block.resolve() : undefined;
  const constraints = typeof pair === "object" ? pair.constraints : block.constraints();
  if (constraints === undefined) return false;
  const related = blocks.filter((other) => other.variables.some((variable) => block.variables.includes(variable)));
  const known = related.flatMap((other) => other.variables);
  if (!block.variables.every((variable) => known.includes(variable) || isUnused(constraints, block, variable)))
    return false;
  const parts = related.map((other) => projected(other, block.variables));
  if (parts.some((part) => part === undefined)) return false;
  return holdsOn(constraints, parts as System[]);
}

function isUnused(constraints: System, block: Block, variable: Variable): boolean {
  const column = block.variables.indexOf(variable) + 1;
  return [constraints.lines, constraints.rays].every((matrix) => {
    for (let slot = 0; slot < matrix.count; slot++) if (matrix.signAt(slot, column) !== 0) return false;
    return true;
  });
}

/** A block's generators in the columns of other variables. */
function projected(block: Block, variables: readonly Variable[]): System | undefined {
  const outcome = block.generators() === undefined ? block.resolve() : undefined;
  const generators = typeof outcome === "object" ? outcome.generators : block.generators();
  if (generators === undefined) return undefined;
  const from = [0, ...variables.map((variable) => block.variables.indexOf(variable) + 1 || -1)];
  return from.length === block.width && from.every((column, i) => column === i)
    ? generators
    : remapSystem(generators, from);
}

/** Do all points of the product of the parts satisfy the constraints? Column 0 is shared by the parts. */
function holdsOn(constraints: System, parts: readonly System[]): boolean {
  const { lines, rays } = constraints;
  for (let slot = 0; slot < lines.count; slot++) {
    if (!isConstantZero(lines, slot, parts)) return false;
  }
  for (let slot = 0; slot < rays.count; slot++) {
    if (isPositivity(rays, slot)) continue;
    if (parts.length === 1 ? !isNonNegative(rays, slot, parts[0]!) : !isNonNegativeSum(rays, slot, parts)) return false;
  }
  return true;
}

function isNonNegative(rows: Matrix, slot: number, generators: System): boolean {
  tick(PRODUCT_WORK * (generators.lines.count + generators.rays.count) * rows.width);
  for (let i = 0; i < generators.lines.count; i++) if (generators.lines.dot(i, rows, slot) !== 0) return false;
  for (let i = 0; i < generators.rays.count; i++) if (generators.rays.dot(i, rows, slot) < 0) return false;
  return true;
}

function isNonNegativeSum(rows: Matrix, slot: number, parts: readonly System[]): boolean {
  const least = leastValue(rows, slot, parts);
  return least !== undefined && rational.sign(least) >= 0;
}

function isConstantZero(rows: Matrix, slot: number, parts: readonly System[]): boolean {
  if (parts.length === 1) {
    const { lines, rays } = parts[0]!;
    for (let i = 0; i < lines.count; i++) if (lines.dot(i, rows, slot) !== 0) return false;
    for (let i = 0; i < rays.count; i++) if (rays.dot(i, rows, slot) !== 0) return false;
    return true;
  }
  const opposite = rows.copy();
  opposite.negate(slot);
  const least = leastValue(rows, slot, parts);
  const most = leastValue(opposite, slot, parts);
  return least !== undefined && most !== undefined && rational.sign(least) === 0 && rational.sign(most) === 0;
}

/** The minimum of a row over a product; undefined if there is none. */
function leastValue(rows: Matrix, slot: number, parts: readonly System[]): Rational | undefined {
  const constant = rows.at(slot, 0);
  let sum: Rational = constant;
  for (const { lines, rays } of parts) {
    tick(PRODUCT_WORK * (lines.count + rays.count) * rows.width);
    for (let i = 0; i < lines.count; i++) if (lines.dot(i, rows, slot) !== 0) return undefined;
    let least: Rational | undefined;
    for (let i = 0; i < rays.count; i++) {
      const value = rays.dot(i, rows, slot);
      const divisor = rays.at(i, 0);
      if (divisor === 0) {
        if (value < 0) return undefined;
        continue;
      }
      // Every part's generators carry the homogenising coordinate: the constant is counted once, above.
      const here = rational.subtract(rational.fraction(value, divisor), constant);
      if (least === undefined || rational.compare(here, least) < 0) least = here;
    }
    sum = rational.add(sum, least ?? 0);
  }
  return sum;
}

/** The infimum of an expression over a settled state that is not bottom; undefined if there is none. */
export function infimum(state: Polyhedron, expression: LinearExpression, sign: 1 | -1): Rational | undefined {
  const blocks = blocksOf(state);
  tick(BLOCK_WORK * blocks.length * (1 + expression.variables.length));
  const related = blocks.filter((block) => block.variables.some((variable) => expression.variables.includes(variable)));
  const known = related.flatMap((block) => block.variables);
  if (!expression.variables.every((variable) => known.includes(variable))) return undefined;
  const variables = expression.variables;
  const parts = related.map((block) => projected(block, variables));
  if (parts.some((part) => part === undefined)) return undefined;
  const row = new Matrix(variables.length + 1, 1);
  // `append` would divide by common factors, which a value does not survive: the factor goes back in below.
  const coefficients = rowOf(expression, variables, sign);
  let divisor: Int = 0;
  for (const value of coefficients) divisor = int.gcd(divisor, value);
  if (divisor === 0) return 0;
  row.append(coefficients);
  const least = leastValue(row, 0, parts as System[]);
  return least === undefined ? undefined : rational.multiply(divisor, least);
}

/**
 * The supremum of an expression over a settled state cut with further bounds of its variables; undefined if there is
 * none or the state's constraints are not at hand. By the simplex: the bounds are not made part of the state.
 */
export function supremumWithin(
  state: Polyhedron,
  expression: LinearExpression,
  sign: 1 | -1,
  ranges: (of: Variable) => Interval,
): Rational | undefined {
  const related = blocksOf(state).filter((block) => block.variables.some((of) => expression.variables.includes(of)));
  const variables = sortedVariables(new Set([...variablesOf(related), ...expression.variables]));
  const simplex = new Simplex();
  const columns = new Map(variables.map((of) => [of, simplex.addVariable()] as const));
  for (const [of, column] of columns) {
    const { low, high } = ranges(of);
    if (!isInfinite(low)) simplex.assertLower(column, low, "closed", 0);
    if (!isInfinite(high)) simplex.assertUpper(column, high, "closed", 0);
  }
  for (const block of related) {
    const known = block.constraints();
    const own = block.variables.map((of) => columns.get(of)!);
    if (known !== undefined) for (const [row, kind] of rowsOf(known)) assertRow(simplex, own, row, kind);
  }
  // Sound: contradictory bounds and exhausted limits are no knowledge.
  if (simplex.check().kind !== "feasible") return undefined;
  const coefficients = expression.coefficients.map((value) => int.multiply(sign, value));
  const optimum = simplex.maximise(
    expression.variables.map((of) => columns.get(of)!),
    coefficients,
  );
  return optimum.kind === "bounded" ? rational.add(optimum.value, int.multiply(sign, expression.constant)) : undefined;
}

function* rowsOf(system: System): Generator<[Int[], "equality" | "inequality"]> {
  for (const row of system.lines.rows()) yield [row, "equality"];
  for (const row of system.rays.rows()) yield [row, "inequality"];
}

function assertRow(
  simplex: Simplex,
  columns: readonly number[],
  row: readonly Int[],
  kind: "equality" | "inequality",
): void {
  const form = simplex.addRow(columns, row.slice(1));
  const bound = int.negate(row[0]!);
  simplex.assertLower(form, bound, "closed", 0);
  if (kind === "equality") simplex.assertUpper(form, bound, "closed", 0);
}

// --- Hull ---------------------------------------------------------------------------------------------------------

// A hull of products multiplies the vertices of the factors; beyond this many, blocks are joined one by one.
const VERTEX_LIMIT = 2000;

export function join(a: Polyhedron, b: Polyhedron): Polyhedron {
  const left = a.settle();
  const right = b.settle();
  if (left.blocks === undefined) return right;
  if (right.blocks === undefined) return left;
  if (hasConstraints(left) && includes(left, right)) return left;
  if (hasConstraints(right) && includes(right, left)) return right;
  const { common, first, second } = differing(left.blocks, right.blocks);
  const shared = new Set(variablesOf(first).filter((variable) => variablesOf(second).includes(variable)));
  // A variable free in one operand is free in the hull, and does not bend what the others do.
  const restricted = [first, second].map((blocks) => blocks.flatMap((block) => restrict(block, shared)));
  const groups = grouped(restricted[0]!, restricted[1]!);
  const joined = groups.flatMap(([some, others]) => hull(some, others));
  return new Polyhedron([...common, ...joined]);
}

/** Can inclusion in the state be decided without a conversion of it? */
function hasConstraints(state: Polyhedron): boolean {
  return blocksOf(state).every((block) => block.constraints() !== undefined);
}

export function variablesOf(blocks: readonly Block[]): Variable[] {
  return blocks.flatMap((block) => block.variables);
}

/** Blocks that are the same in both operands, and the others. */
export function differing(
  left: readonly Block[],
  right: readonly Block[],
): { common: Block[]; first: Block[]; second: Block[] } {
  const common: Block[] = [];
  const first: Block[] = [];
  const gone = new Set<Block>();
  for (const block of left) {
    const twin = right.find((other) => other.variables[0] === block.variables[0]);
    if (twin !== undefined && sameBlock(block, twin)) {
      common.push(block);
      gone.add(twin);
    } else first.push(block);
  }
  return { common, first, second: right.filter((block) => !gone.has(block)) };
}

function sameBlock(a: Block, b: Block): boolean {
  if (a === b) return true;
  if (a.variables.length !== b.variables.length || !a.variables.every((variable, i) => variable === b.variables[i]))
    return false;
  // Most blocks differ: the test that needs no conversion, or that of the smaller block, comes first.
  const [first, second] = conversionCost(b) <= conversionCost(a) ? [a, b] : [b, a];
  return satisfies([first], second) && satisfies([second], first);
}

function conversionCost(block: Block): number {
  return block.constraints() === undefined ? (block.generators()?.rays.count ?? 0) : 0;
}

/** A settled block without the variables that are not wanted. */
function restrict(block: Block, wanted: ReadonlySet<Variable>): Block[] {
  let rest: Block | undefined = block;
  for (const variable of block.variables) {
    if (wanted.has(variable) || rest === undefined) continue;
    rest = rest.drop(rest.variables.indexOf(variable));
  }
  return rest === undefined ? [] : [rest];
}

/** The exact hull needs all differing blocks in one; where that multiplies too many vertices, related blocks only. */
function grouped(first: readonly Block[], second: readonly Block[]): [Block[], Block[]][] {
  if (first.length === 0) return [];
  const vertices = (blocks: readonly Block[]): number =>
    blocks.reduce((count, block) => count * (generatorsOf(block)?.rays.count ?? 1), 1);
  if (vertices(first) + vertices(second) <= VERTEX_LIMIT) return [[[...first], [...second]]];
  // Sound: the product of the hulls contains the hull of the products.
  return componentsOfBoth(first, second);
}

function generatorsOf(block: Block): System | undefined {
  const outcome = block.generators() === undefined ? block.resolve() : undefined;
  return typeof outcome === "object" ? outcome.generators : block.generators();
}

/** The finest common coarsening of two partitions; each operand's blocks per part. */
export function componentsOfBoth(first: readonly Block[], second: readonly Block[]): [Block[], Block[]][] {
  const parts: { variables: Set<Variable>; some: Block[]; others: Block[] }[] = [];
  const insert = (block: Block, side: "some" | "others"): void => {
    const touched = parts.filter((part) => block.variables.some((variable) => part.variables.has(variable)));
    const target = touched[0] ?? { variables: new Set<Variable>(), some: [], others: [] };
    if (touched.length === 0) parts.push(target);
    for (const part of touched.slice(1)) {
      for (const variable of part.variables) target.variables.add(variable);
      target.some.push(...part.some);
      target.others.push(...part.others);
      parts.splice(parts.indexOf(part), 1);
    }
    for (const variable of block.variables) target.variables.add(variable);
    target[side].push(block);
  };
  for (const block of first) insert(block, "some");
  for (const block of second) insert(block, "others");
  return parts.map((part) => [part.some, part.others]);
}

/** The hull of two products over the same variables. */
function hull(first: readonly Block[], second: readonly Block[]): Block[] {
  const variables = sortedVariables(variablesOf(first));
  const left = settledProduct(first, variables);
  const right = settledProduct(second, variables);
  const generators = right === undefined ? undefined : generatorsOf(right);
  // Sound: no block, no constraint.
  if (left === undefined || generators === undefined) return [];
  if (left.resolved === undefined && right?.resolved !== undefined) {
    const own = generatorsOf(left);
    return own === undefined ? [] : [right.withGenerators(own)];
  }
  return [left.withGenerators(generators)];
}

/** The product as a block whose generators are at hand; undefined beyond the limit. */
function settledProduct(blocks: readonly Block[], variables: readonly Variable[]): Block | undefined {
  if (blocks.length > 1 && blocks.some((factor) => pairOf(factor) === undefined)) return undefined;
  const block = productOf(blocks, variables);
  return generatorsOf(block) === undefined ? undefined : block;
}

export function pairOf(block: Block): Pair | undefined {
  const pair = block.resolve();
  return typeof pair === "object" ? pair : undefined;
}
