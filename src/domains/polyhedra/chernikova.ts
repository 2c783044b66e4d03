/**
 * Chernikova's algorithm in Le Verge's form ("A note on Chernikova's algorithm", 1992): from a cone given by lines and
 * extreme rays to its intersection with further half-spaces, one at a time. The same function turns generators into
 * constraints, since the constraints valid for a cone form a cone themselves: equalities are its lines, inequalities
 * its rays.
 *
 * A half-space first tries to bend a line into a ray: then nothing else changes but by multiples of that line. Else
 * the rays split into those inside, on and outside the border; outside ones go, and each adjacent pair of an inside
 * and an outside ray leaves a new ray where the segment between them crosses the border. Two rays are adjacent iff no
 * third one saturates all that both saturate (the combinatorial test, on bits), which keeps the rays minimal.
 */
import type { Matrix } from "../../numbers/matrix.ts";
import { tick } from "../../util/budget.ts";
import { onRelease } from "../../util/release.ts";
import { type Bits, popcount, wordsFor } from "./bits.ts";

/** Rows of one kind: constraints (`lines` are equalities, `rays` inequalities >= 0) or generators. */
export interface System {
  readonly lines: Matrix;
  readonly rays: Matrix;
}

export interface Conversion {
  readonly target: System;
  /** The added rays that cut something off, by their slots; the others follow from what was there before them. */
  readonly cutting: readonly number[];
  /** One row per ray of the target, one column per ray of the source: old ones first, then the cutting ones. */
  readonly bits: Bits;
}

/**
 * Cuts the cone `target` (not changed) by the rows of `added`; `bits` relates the rays of `target` to the rows that cut
 * it before, and `equalities` is the rank of the equalities among those. Undefined if there come to be more than
 * `limit` rays.
 */
export function convert(
  target: System,
  bits: Bits,
  equalities: number,
  added: System,
  limit: number,
): Conversion | undefined {
  tick(CONVERSION_WORK + target.rays.count * target.rays.width * PRODUCT_WORK);
  const cone = new Cone(target, bits, equalities, added.rays.count);
  const cutting: number[] = [];
  for (let i = 0; i < added.lines.count; i++)
    if (cone.cut(added.lines, i, "equality", limit) === "limit") return undefined;
  for (let i = 0; i < added.rays.count; i++) {
    const effect = cone.cut(added.rays, i, "inequality", limit);
    if (effect === "limit") return undefined;
    if (effect === "cut") cutting.push(i);
  }
  return cone.finish(cutting);
}

type Effect = "cut" | "nothing" | "limit";

// Slots of rays inside and outside the border of the current half-space: scratch space, kept between conversions.
let insideSlots = new Int32Array(256);
let outsideSlots = new Int32Array(256);

onRelease(() => {
  insideSlots = new Int32Array(256);
  outsideSlots = new Int32Array(256);
});

/** The cone under construction. Rays lie in slots 0..count-1 of `rays` and, in parallel, of `bits`. */
// In units of work: starting a conversion, a product of two entries, a pair of rays, and a ray that is looked at for a pair.
const CONVERSION_WORK = 5;
/** A product of two entries. */
export const PRODUCT_WORK = 0.01;
const PAIR_WORK = 0.02;
const RAY_WORK = 0.001;

class Cone {
  readonly #lines: Matrix;
  readonly #rays: Matrix;
  #bits: Int32Array;
  readonly #words: number;
  /** Half-spaces seen so far, the current one not counted. */
  #cuts: number;
  #equalities: number;
  /** The ray that last showed a pair not to be adjacent; it often does so again. */
  #witness = 0;

  constructor(target: System, bits: Bits, equalities: number, more: number) {
    this.#lines = target.lines.copy();
    this.#rays = target.rays.copy();
    this.#words = wordsFor(bits.columns + more);
    this.#bits = new Int32Array((2 * target.rays.count + 16) * this.#words);
    for (let row = 0; row < bits.rows; row++) {
      for (let word = 0; word < bits.words; word++)
        this.#bits[row * this.#words + word] = bits.data[row * bits.words + word]!;
    }
    this.#cuts = bits.columns;
    this.#equalities = equalities;
  }

  /** Intersects with row >= 0 or row = 0. An inequality that cuts gets the next column of bits. */
  cut(rows: Matrix, slot: number, kind: "equality" | "inequality", limit: number): Effect {
    const line = this.#crossingLine(rows, slot);
    if (line >= 0) {
      this.#bend(line, rows, slot, kind);
      if (kind === "inequality") this.#cuts += 1;
      return "cut";
    }
    const effect = this.#split(rows, slot, kind, limit);
    if (effect === "cut" && kind === "inequality") this.#cuts += 1;
    return effect;
  }

  #crossingLine(rows: Matrix, slot: number): number {
    const lines = this.#lines;
    if (lines.count === 0) return -1;
    lines.score(rows, slot);
    for (let i = lines.count - 1; i >= 0; i--) if (lines.scoreSign(i) !== 0) return i;
    return -1;
  }

  #bend(line: number, rows: Matrix, slot: number, kind: "equality" | "inequality"): void {
    const lines = this.#lines;
    if (lines.scoreSign(line) < 0) lines.negate(line);
    for (let i = 0; i < lines.count; i++) if (i !== line) lines.project(i, line);
    const rays = this.#rays;
    const bent = rays.count;
    rays.appendFrom(lines, line);
    lines.move(lines.count - 1, line);
    lines.count -= 1;
    rays.score(rows, slot);
    for (let i = 0; i < bent; i++) rays.project(i, bent);
    if (kind === "equality") {
      rays.count -= 1;
      this.#equalities += 1;
      return;
    }
    // The line saturated all cuts before; as a ray it is strictly inside this one.
    this.#reserveBits(rays.count);
    this.#bits.fill(0, bent * this.#words, (bent + 1) * this.#words);
    this.#bits[bent * this.#words + (this.#cuts >>> 5)]! |= 1 << (this.#cuts & 31);
  }

  #split(rows: Matrix, slot: number, kind: "equality" | "inequality", limit: number): Effect {
    const rays = this.#rays;
    tick(rays.count * rays.width * PRODUCT_WORK);
    rays.score(rows, slot);
    const { count } = rays;
    if (insideSlots.length < count) {
      insideSlots = new Int32Array(2 * count);
      outsideSlots = new Int32Array(2 * count);
    }
    let inside = 0;
    let outside = 0;
    for (let i = 0; i < count; i++) {
      const sign = rays.scoreSign(i);
      if (sign > 0) insideSlots[inside++] = i;
      else if (sign < 0) outsideSlots[outside++] = i;
    }
    if (outside === 0 && (kind === "inequality" || inside === 0)) return "nothing";
    if (outside > 0 && inside > 0 && !this.#cross(inside, outside, count, limit)) return "limit";
    if (kind === "inequality") {
      const word = this.#cuts >>> 5;
      const bit = 1 << (this.#cuts & 31);
      for (let i = 0; i < inside; i++) this.#bits[insideSlots[i]! * this.#words + word]! |= bit;
      this.#remove(outsideSlots, outside);
    } else {
      this.#equalities += 1;
      const gone = [...insideSlots.subarray(0, inside), ...outsideSlots.subarray(0, outside)].sort((a, b) => a - b);
      this.#remove(gone, gone.length);
    }
    return "cut";
  }

  /** Adds the crossing point of every adjacent pair. */
  #cross(inside: number, outside: number, count: number, limit: number): boolean {
    const rays = this.#rays;
    const words = this.#words;
    // Adjacent rays of a cone of dimension d share d - 2 independent saturated rows.
    const dimension = rays.width - this.#lines.count - this.#equalities;
    const mostOpen = this.#cuts - (dimension - 2);
    // Words of bits in use so far.
    const used = (this.#cuts + 31) >>> 5;
    for (let i = 0; i < inside; i++) {
      const a = insideSlots[i]!;
      tick(outside * (PAIR_WORK + RAY_WORK * count));
      for (let j = 0; j < outside; j++) {
        const b = outsideSlots[j]!;
        const adjacent =
          words === 1 ? this.#adjacent1(a, b, count, mostOpen) : this.#adjacent(a, b, count, mostOpen, used);
        if (!adjacent) continue;
        const to = rays.reserve();
        if (rays.count > limit) return false;
        rays.combine(to, a, b);
        this.#reserveBits(rays.count);
        const bits = this.#bits;
        for (let word = 0; word < words; word++)
          bits[to * words + word] = bits[a * words + word]! | bits[b * words + word]!;
      }
    }
    return true;
  }

  /** `#adjacent` for up to 32 cuts, where a ray's bits are one word. */
  #adjacent1(a: number, b: number, count: number, mostOpen: number): boolean {
    const bits = this.#bits;
    const union = bits[a]! | bits[b]!;
    if (popcount(union) > mostOpen) return false;
    const closed = ~union;
    const witness = this.#witness;
    if (witness < count && witness !== a && witness !== b && (bits[witness]! & closed) === 0) return false;
    for (let i = 0; i < count; i++) {
      if ((bits[i]! & closed) === 0 && i !== a && i !== b) {
        this.#witness = i;
        return false;
      }
    }
    return true;
  }

  #adjacent(a: number, b: number, count: number, mostOpen: number, used: number): boolean {
    const bits = this.#bits;
    const words = this.#words;
    const startA = a * words;
    const startB = b * words;
    let open = 0;
    for (let word = 0; word < used; word++) {
      open += popcount(bits[startA + word]! | bits[startB + word]!);
      if (open > mostOpen) return false;
    }
    const witness = this.#witness;
    if (witness < count && witness !== a && witness !== b && this.#within(witness, startA, startB, used)) return false;
    const closed = ~(bits[startA]! | bits[startB]!);
    for (let i = 0, at = 0; i < count; i++, at += words) {
      if ((bits[at]! & closed) === 0 && i !== a && i !== b && this.#within(i, startA, startB, used)) {
        this.#witness = i;
        return false;
      }
    }
    return true;
  }

  #within(row: number, startA: number, startB: number, used: number): boolean {
    const bits = this.#bits;
    const words = this.#words;
    for (let word = 0, at = row * words; word < used; word++, at++) {
      if ((bits[at]! & ~(bits[startA + word]! | bits[startB + word]!)) !== 0) return false;
    }
    return true;
  }

  /** Removes rays (ascending slots) by filling their places from the end. */
  #remove(slots: ArrayLike<number>, count: number): void {
    const rays = this.#rays;
    const words = this.#words;
    const bits = this.#bits;
    for (let i = count - 1; i >= 0; i--) {
      const last = --rays.count;
      const hole = slots[i]!;
      if (hole === last) continue;
      rays.move(last, hole);
      for (let word = 0; word < words; word++) bits[hole * words + word] = bits[last * words + word]!;
    }
  }

  #reserveBits(rows: number): void {
    if (rows * this.#words <= this.#bits.length) return;
    const grown = new Int32Array(2 * rows * this.#words);
    grown.set(this.#bits);
    this.#bits = grown;
  }

  finish(cutting: readonly number[]): Conversion {
    this.#lines.demote();
    this.#rays.demote();
    const rows = this.#rays.count;
    const columns = this.#cuts;
    const words = wordsFor(columns);
    const data = new Int32Array(rows * words);
    for (let row = 0; row < rows; row++) {
      for (let word = 0; word < words; word++) data[row * words + word] = this.#bits[row * this.#words + word]!;
    }
    return { target: { lines: this.#lines, rays: this.#rays }, cutting, bits: { rows, columns, words, data } };
  }
}
