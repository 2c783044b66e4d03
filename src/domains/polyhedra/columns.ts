/**
 * Column work on systems: moving, dropping and adding coordinates, products, affine maps. Each function returns fresh
 * systems; rows that become zero disappear.
 */

import type { Int } from "../../numbers/int.ts";
import * as int from "../../numbers/int.ts";
import { Matrix } from "../../numbers/matrix.ts";
import { type Bits, emptyBits, hasBit, setBit } from "./bits.ts";
import type { System } from "./chernikova.ts";
import type { Pair } from "./pair.ts";

/** A matrix of another width: column j of the result is column `from[j]` of the source, or zero for -1. */
export function remap(matrix: Matrix, from: readonly number[]): Matrix {
  const width = from.length;
  if (matrix.big !== undefined) {
    const rows = matrix.rows().map((row) => from.map((column): Int => (column < 0 ? 0 : row[column]!)));
    return Matrix.fromRows(width, rows);
  }
  const result = new Matrix(width, matrix.count);
  result.count = matrix.count;
  for (let row = 0; row < matrix.count; row++) {
    for (let j = 0; j < width; j++) {
      const column = from[j]!;
      if (column >= 0) result.data[row * width + j] = matrix.data[row * matrix.width + column]!;
    }
  }
  return result;
}

export function remapSystem(system: System, from: readonly number[]): System {
  return { lines: remap(system.lines, from), rays: remap(system.rays, from) };
}

/** Generators with some columns left out: the projection. Rows are made coprime again, zero and repeated ones go. */
export function projectGenerators(generators: System, from: readonly number[]): System {
  return { lines: distinct(remap(generators.lines, from)), rays: distinct(remap(generators.rays, from)) };
}

function distinct(matrix: Matrix): Matrix {
  const buckets = new Map<number, number[]>();
  const result = new Matrix(matrix.width, matrix.count);
  for (let slot = 0; slot < matrix.count; slot++) {
    matrix.normalise(slot);
    const hash = hashRow(matrix, slot);
    if (hash === 0 && isZero(matrix, slot)) continue;
    const bucket = buckets.get(hash);
    if (bucket?.some((other) => sameRow(matrix, other, matrix, slot)) === true) continue;
    if (bucket === undefined) buckets.set(hash, [slot]);
    else bucket.push(slot);
    result.appendFrom(matrix, slot);
  }
  return result;
}

function hashRow(matrix: Matrix, slot: number): number {
  let hash = 0;
  for (let i = 0; i < matrix.width; i++) {
    const value = matrix.at(slot, i);
    hash = Math.imul(hash, 31) + (typeof value === "number" ? value | 0 : Number(BigInt.asIntN(32, value)));
    hash |= 0;
  }
  return hash;
}

function isZero(matrix: Matrix, slot: number): boolean {
  for (let i = 0; i < matrix.width; i++) if (matrix.signAt(slot, i) !== 0) return false;
  return true;
}

function sameRow(a: Matrix, slotA: number, b: Matrix, slotB: number): boolean {
  for (let i = 0; i < a.width; i++) if (a.at(slotA, i) !== b.at(slotB, i)) return false;
  return true;
}

/** Only the homogenising column is not zero: the row of 1 >= 0, or the origin among generators. */
export function isPositivity(matrix: Matrix, slot: number): boolean {
  for (let i = 1; i < matrix.width; i++) if (matrix.signAt(slot, i) !== 0) return false;
  return matrix.signAt(slot, 0) > 0;
}

/** Rows changed one by one as arrays of integers. */
function mapRows(matrix: Matrix, change: (row: Int[]) => Int[]): Matrix {
  const result = new Matrix(matrix.width, matrix.count);
  for (let slot = 0; slot < matrix.count; slot++) result.append(change(matrix.row(slot)));
  return result;
}

function mapSystem(system: System, change: (row: Int[]) => Int[]): System {
  return { lines: mapRows(system.lines, change), rays: mapRows(system.rays, change) };
}

/** `form` holds one coefficient per column; the product with a generator row is the form's value times the row's scale. */
function formValue(form: readonly Int[], row: readonly Int[]): Int {
  let sum: Int = 0;
  for (let i = 0; i < form.length; i++) if (form[i] !== 0) sum = int.add(sum, int.multiply(form[i]!, row[i]!));
  return sum;
}

/** The generators after `column := form`. */
export function mapGenerators(generators: System, column: number, form: readonly Int[]): System {
  return mapSystem(generators, (row) => {
    const value = formValue(form, row);
    row[column] = value;
    return row;
  });
}

/** The constraints after `column := form`, where the form's coefficient of the column is not zero. */
export function mapConstraints(constraints: System, column: number, form: readonly Int[]): System {
  const own = form[column]!;
  const size = int.absolute(own);
  const sign = int.sign(own);
  return mapSystem(constraints, (row) => {
    const old = row[column]!;
    if (old === 0) return row;
    // old = (new - rest) / own, and the row is multiplied by |own|.
    const taken = int.multiply(sign, old);
    return row.map((value, i) =>
      i === column ? taken : int.subtract(int.multiply(value, size), int.multiply(taken, form[i]!)),
    );
  });
}

/** Constraints on the state before `column := form`: the form takes the column's place. */
export function substitute(constraints: System, column: number, form: readonly Int[]): System {
  return mapSystem(constraints, (row) => {
    const old = row[column]!;
    if (old === 0) return row;
    row[column] = 0;
    return row.map((value, i) => int.add(value, int.multiply(old, form[i]!)));
  });
}

/**
 * The product of two polyhedra over disjoint columns of a common width (column 0 shared). Vertices pair up, rays and
 * lines do not; 1 >= 0 is needed where both need it.
 */
export function product(a: Pair, b: Pair): Pair {
  const width = a.generators.rays.width;
  const [verticesA, raysA] = verticesAndRays(a);
  const [verticesB, raysB] = verticesAndRays(b);
  const generators = new Matrix(width, verticesA.length * verticesB.length + raysA.length + raysB.length);
  const origins: [number, number][] = [];
  for (const i of verticesA) {
    for (const j of verticesB) {
      generators.append(pairVertices(a.generators.rays, i, b.generators.rays, j));
      origins.push([i, j]);
    }
  }
  for (const i of raysA) generators.appendFrom(a.generators.rays, i);
  for (const j of raysB) generators.appendFrom(b.generators.rays, j);
  origins.push(...raysA.map((i): [number, number] => [i, -1]), ...raysB.map((j): [number, number] => [-1, j]));
  const inequalities = productInequalities(a, b);
  return {
    constraints: { lines: both(a.constraints.lines, b.constraints.lines), rays: inequalities.rays },
    generators: { lines: both(a.generators.lines, b.generators.lines), rays: generators },
    bits: productBits(a.bits, b.bits, origins, inequalities.from),
  };
}

function verticesAndRays(pair: Pair): [number[], number[]] {
  const { rays } = pair.generators;
  const slots = Array.from({ length: rays.count }, (_, i) => i);
  return [slots.filter((slot) => rays.signAt(slot, 0) > 0), slots.filter((slot) => rays.signAt(slot, 0) === 0)];
}

function pairVertices(a: Matrix, i: number, b: Matrix, j: number): Int[] {
  const scaleA = a.at(i, 0);
  const scaleB = b.at(j, 0);
  const row: Int[] = [int.multiply(scaleA, scaleB)];
  for (let k = 1; k < a.width; k++)
    row.push(int.add(int.multiply(a.at(i, k), scaleB), int.multiply(b.at(j, k), scaleA)));
  return row;
}

function both(a: Matrix, b: Matrix): Matrix {
  const result = a.copy();
  for (let i = 0; i < b.count; i++) result.appendFrom(b, i);
  return result;
}

/** Where an inequality of the product comes from: [first or second operand, its slot there]. */
type Origin = readonly ["a" | "b" | "both", number, number];

function productInequalities(a: Pair, b: Pair): { rays: Matrix; from: Origin[] } {
  const rays = new Matrix(a.constraints.rays.width, a.constraints.rays.count + b.constraints.rays.count);
  const from: Origin[] = [];
  const positivity = [-1, -1];
  [a, b].forEach((pair, which) => {
    for (let i = 0; i < pair.constraints.rays.count; i++) {
      if (isPositivity(pair.constraints.rays, i)) {
        positivity[which] = i;
        continue;
      }
      rays.appendFrom(pair.constraints.rays, i);
      from.push([which === 0 ? "a" : "b", i, i]);
    }
  });
  if (positivity[0]! >= 0 && positivity[1]! >= 0) {
    rays.appendFrom(a.constraints.rays, positivity[0]!);
    from.push(["both", positivity[0]!, positivity[1]!]);
  }
  return { rays, from };
}

function productBits(a: Bits, b: Bits, origins: readonly [number, number][], columns: readonly Origin[]): Bits {
  const bits = emptyBits(origins.length, columns.length);
  origins.forEach(([i, j], row) => {
    columns.forEach(([side, slotA, slotB], column) => {
      const open = (side !== "b" && i >= 0 && hasBit(a, i, slotA)) || (side !== "a" && j >= 0 && hasBit(b, j, slotB));
      if (open) setBit(bits, row, column);
    });
  });
  return bits;
}
