/**
 * Widenings of polyhedra. The standard one (Halbwachs 1979; Cousot and Halbwachs 1978) keeps the older constraints
 * that the newer polyhedron satisfies, and those newer ones that could have stood in for an older one. The refined one
 * (Bagnara, Hill, Ricci and Zaffanella, "Precise widening operators for convex polyhedra", 2005) tries to stay below the
 * standard one and accepts an attempt if a certificate, ordered without infinite descent, decreases.
 *
 * Both work on pairs over the same variables with older included in newer.
 */

import type { Int } from "../../numbers/int.ts";
import * as int from "../../numbers/int.ts";
import { Matrix } from "../../numbers/matrix.ts";
import { type Bits, emptyBits, isZeroRow, selectRows, setBit, transpose } from "./bits.ts";
import type { System } from "./chernikova.ts";
import { isPositivity } from "./columns.ts";
import { addConstraints, addGenerators, type Pair, universe } from "./pair.ts";

/** The constraints of the standard widening. */
export function standardWidening(older: Pair, newer: Pair): System {
  const width = older.constraints.rays.width;
  // The older polyhedron lies in the newer one's equalities, so each of them can stand in for an older equality.
  const lines = newer.constraints.lines.copy();
  const rays = new Matrix(width, 0);
  keepOlder(older, newer, rays);
  const { stable } = selectNewer(older, newer);
  for (const slot of stable) rays.appendFrom(newer.constraints.rays, slot);
  return { lines, rays };
}

/** The older constraints that the newer polyhedron satisfies; an equality may survive as half of itself. */
function keepOlder(older: Pair, newer: Pair, rays: Matrix): void {
  const equalities = older.constraints.lines;
  for (let slot = 0; slot < equalities.count; slot++) {
    const upper = isSatisfied(newer.generators, equalities, slot);
    const opposite = Matrix.fromRows(equalities.width, [equalities.row(slot).map(int.negate)]);
    const lower = isSatisfied(newer.generators, opposite, 0);
    // Both halves: it follows from the newer equalities.
    if (upper && lower) continue;
    if (upper) rays.appendFrom(equalities, slot);
    else if (lower) rays.appendFrom(opposite, 0);
  }
  const inequalities = older.constraints.rays;
  for (let slot = 0; slot < inequalities.count; slot++) {
    if (isPositivity(inequalities, slot)) continue;
    if (isSatisfied(newer.generators, inequalities, slot)) rays.appendFrom(inequalities, slot);
  }
}

function isSatisfied(generators: System, rows: Matrix, slot: number): boolean {
  for (let i = 0; i < generators.lines.count; i++) if (generators.lines.dot(i, rows, slot) !== 0) return false;
  for (let i = 0; i < generators.rays.count; i++) if (generators.rays.dot(i, rows, slot) < 0) return false;
  return true;
}

/** Newer inequalities that the same older generators saturate as some older constraint, and the others. */
function selectNewer(older: Pair, newer: Pair): { stable: number[]; unstable: number[] } {
  const inequalities = older.constraints.rays;
  const counted = Array.from({ length: inequalities.count }, (_, i) => i).filter((i) => !isPositivity(inequalities, i));
  const patterns = selectRows(transpose(older.bits), counted);
  const flat = older.constraints.lines.count > 0;
  const stable: number[] = [];
  const unstable: number[] = [];
  const candidates = newer.constraints.rays;
  for (let slot = 0; slot < candidates.count; slot++) {
    if (isPositivity(candidates, slot)) continue;
    const pattern = patternOf(older.generators, candidates, slot);
    const found = pattern !== undefined && ((flat && isZeroRow(pattern, 0)) || contains(patterns, pattern));
    (found ? stable : unstable).push(slot);
  }
  return { stable, unstable };
}

/** Which rays do not saturate a constraint; undefined if a line does not. */
function patternOf(generators: System, rows: Matrix, slot: number): Bits | undefined {
  for (let i = 0; i < generators.lines.count; i++) if (generators.lines.dot(i, rows, slot) !== 0) return undefined;
  const bits = emptyBits(1, generators.rays.count);
  for (let i = 0; i < generators.rays.count; i++) if (generators.rays.dot(i, rows, slot) !== 0) setBit(bits, 0, i);
  return bits;
}

function contains(patterns: Bits, pattern: Bits): boolean {
  for (let row = 0; row < patterns.rows; row++) {
    let same = true;
    for (let word = 0; word < patterns.words && same; word++)
      same = patterns.data[row * patterns.words + word] === pattern.data[word];
    if (same) return true;
  }
  return false;
}

// --- Refinement ---------------------------------------------------------------------------------------------------

/** The refined widening; `newer` should not equal `older`. */
export function refinedWidening(older: Pair, newer: Pair): Pair | System {
  if (isStabilising(older, newer)) return newer;
  const constraints = standardWidening(older, newer);
  const dimension = older.constraints.rays.width - 1;
  const standard = addConstraints(universe(dimension), constraints);
  if (typeof standard !== "object") return constraints;
  for (const attempt of [combiningConstraints, evolvingPoints, evolvingRays]) {
    const result = attempt(older, newer, standard, constraints);
    if (result !== undefined && isStabilising(older, result) && !isIncluded(standard, result)) return result;
  }
  return standard;
}

function isIncluded(smaller: Pair, larger: Pair): boolean {
  const { lines, rays } = larger.constraints;
  for (let slot = 0; slot < lines.count; slot++) {
    if (!isSatisfied(smaller.generators, lines, slot)) return false;
    const opposite = Matrix.fromRows(lines.width, [lines.row(slot).map(int.negate)]);
    if (!isSatisfied(smaller.generators, opposite, 0)) return false;
  }
  for (let slot = 0; slot < rays.count; slot++) if (!isSatisfied(smaller.generators, rays, slot)) return false;
  return true;
}

/** Numbers that no chain of stabilising steps can lower for ever, most significant first. */
function certificate(pair: Pair): number[] {
  const { lines, rays } = pair.generators;
  let facets = 0;
  for (let i = 0; i < pair.constraints.rays.count; i++) if (!isPositivity(pair.constraints.rays, i)) facets += 1;
  let points = 0;
  const raysByZeros = new Array<number>(rays.width).fill(0);
  for (let i = 0; i < rays.count; i++) {
    if (rays.signAt(i, 0) > 0) points += 1;
    else {
      let zeros = 0;
      for (let column = 1; column < rays.width; column++) if (rays.signAt(i, column) === 0) zeros += 1;
      raysByZeros[zeros]! += 1;
    }
  }
  const codimension = pair.constraints.lines.count;
  return [codimension, rays.width - lines.count, facets, points, ...raysByZeros];
}

function isStabilising(older: Pair, newer: Pair): boolean {
  const before = certificate(older);
  const after = certificate(newer);
  for (let i = 0; i < before.length; i++) {
    if (after[i]! !== before[i]!) return after[i]! < before[i]!;
  }
  return false;
}

/** Facets of the newer polyhedron that meet in an older vertex are replaced by their sum. */
function combiningConstraints(older: Pair, newer: Pair, standard: Pair, kept: System): Pair | undefined {
  const rows = newer.constraints.rays;
  const { unstable } = selectNewer(older, newer);
  const sums: Int[][] = [];
  const vertices = older.generators.rays;
  for (let vertex = 0; vertex < vertices.count; vertex++) {
    if (vertices.signAt(vertex, 0) === 0) continue;
    const meeting = unstable.filter((slot) => vertices.dot(vertex, rows, slot) === 0);
    if (meeting.length === 0) continue;
    sums.push(meeting.map((slot) => rows.row(slot)).reduce((a, b) => a.map((value, i) => int.add(value, b[i]!))));
  }
  if (sums.length === 0) return undefined;
  const added = { lines: new Matrix(rows.width, 0), rays: Matrix.fromRows(rows.width, sums) };
  if (kept.rays.count + kept.lines.count === 0 && standard.constraints.rays.count === 0) return undefined;
  const result = addConstraints(standard, added);
  return typeof result === "object" ? result : undefined;
}

/** New vertices are taken to go on in the direction from old ones. */
function evolvingPoints(older: Pair, newer: Pair, standard: Pair): Pair | undefined {
  const before = older.generators.rays;
  const after = newer.generators.rays;
  const directions: Int[][] = [];
  for (let i = 0; i < after.count; i++) {
    if (after.signAt(i, 0) === 0 || isMember(older, after, i)) continue;
    for (let j = 0; j < before.count; j++) {
      if (before.signAt(j, 0) === 0) continue;
      directions.push(difference(after.row(i), before.row(j)));
    }
  }
  return extended(newer, standard, directions);
}

function isMember(pair: Pair, rows: Matrix, slot: number): boolean {
  const { lines, rays } = pair.constraints;
  for (let i = 0; i < lines.count; i++) if (lines.dot(i, rows, slot) !== 0) return false;
  for (let i = 0; i < rays.count; i++) if (rays.dot(i, rows, slot) < 0) return false;
  return true;
}

/** The direction from vertex q to vertex p. */
function difference(p: readonly Int[], q: readonly Int[]): Int[] {
  return p.map((value, i) => (i === 0 ? 0 : int.subtract(int.multiply(value, q[0]!), int.multiply(q[i]!, p[0]!))));
}

/** New rays are taken to go on turning from old ones, up to the next coordinate plane. */
function evolvingRays(older: Pair, newer: Pair, standard: Pair): Pair | undefined {
  const before = older.generators.rays;
  const after = newer.generators.rays;
  const directions: Int[][] = [];
  for (let i = 0; i < after.count; i++) {
    if (after.signAt(i, 0) !== 0 || isMember(older, after, i)) continue;
    for (let j = 0; j < before.count; j++) {
      if (before.signAt(j, 0) === 0) directions.push(evolved(after.row(i), before.row(j)));
    }
  }
  return extended(newer, standard, directions);
}

/** The new ray x with those coordinates set to zero that shrink, against another one, on the way from y to x. */
function evolved(x: readonly Int[], y: readonly Int[]): Int[] {
  const result = [...x];
  const done = new Set<number>();
  for (let k = 1; k < x.length; k++) {
    if (done.has(k)) continue;
    for (let h = k + 1; h < x.length; h++) {
      if (done.has(h)) continue;
      const turn = int.subtract(int.multiply(x[k]!, y[h]!), int.multiply(x[h]!, y[k]!));
      const clockwise = int.sign(turn);
      const firstOrThird = int.sign(int.multiply(x[k]!, x[h]!));
      if (clockwise === 0 || firstOrThird === 0) continue;
      const vanishing = clockwise === firstOrThird ? h : k;
      result[vanishing] = 0;
      done.add(vanishing);
    }
  }
  return result;
}

/** The newer polyhedron with further rays, cut with the standard widening. */
function extended(newer: Pair, standard: Pair, directions: readonly Int[][]): Pair | undefined {
  const useful = directions.filter((row) => row.some((value) => value !== 0));
  if (useful.length === 0) return undefined;
  const width = newer.constraints.rays.width;
  const grown = addGenerators(newer, { lines: new Matrix(width, 0), rays: Matrix.fromRows(width, useful) });
  if (typeof grown !== "object") return undefined;
  const result = addConstraints(grown, standard.constraints);
  return typeof result === "object" ? result : undefined;
}
