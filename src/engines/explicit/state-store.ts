/**
 * Interned states by tree compression (as SPIN's collapse and LTSmin's tree database): a state vector is cut into
 * chunks of 8 codes, each chunk is interned to a number, chunks of 8 numbers are interned again, up to the root, whose
 * number is the state. States that differ in a few slots share all other chunks, and two states are equal exactly
 * when their numbers are. The all-top chunk is 0 at every level.
 */
import { TOP } from "./values.ts";

const FANOUT = 8;

export class StateStore {
  /** Slots a state can have; slots past it cannot be tracked. */
  readonly capacity: number;
  readonly #levels: number;
  /** Interned chunks: 8 numbers each, chunk k at 8 * k. Chunk 0 is all zero. */
  #chunks = new Int32Array(FANOUT * 1024);
  #count = 1;
  /** Open addressing hash table of chunk numbers; 0 is empty. */
  #table = new Int32Array(4096);
  readonly #scratch: Int32Array;

  constructor(slots: number) {
    let capacity = FANOUT;
    let levels = 1;
    while (capacity < slots) {
      capacity *= FANOUT;
      levels += 1;
    }
    this.capacity = capacity;
    this.#levels = levels;
    this.#scratch = new Int32Array(capacity);
  }

  get bytes(): number {
    return (this.#chunks.length + this.#table.length) * 4;
  }

  /** The number of the state with these codes in its first `slots` slots and top in all others. */
  intern(codes: Int32Array, slots: number): number {
    let width = slots;
    let source = codes;
    const scratch = this.#scratch;
    for (let level = 0; level < this.#levels; level += 1) {
      const chunks = Math.ceil(width / FANOUT);
      for (let chunk = 0; chunk < chunks; chunk += 1) scratch[chunk] = this.#internChunk(source, chunk * FANOUT, width);
      source = scratch;
      width = chunks;
    }
    return scratch[0] as number;
  }

  /** The number of the state if it has been interned before; undefined otherwise. */
  find(codes: Int32Array, slots: number): number | undefined {
    let width = slots;
    let source = codes;
    const scratch = this.#scratch;
    for (let level = 0; level < this.#levels; level += 1) {
      const chunks = Math.ceil(width / FANOUT);
      for (let chunk = 0; chunk < chunks; chunk += 1) {
        const found = this.#locate(source, chunk * FANOUT, width);
        if (found < 0) return undefined;
        scratch[chunk] = found;
      }
      source = scratch;
      width = chunks;
    }
    return scratch[0] as number;
  }

  /** Writes the first `slots` codes of a state into `codes`. */
  load(state: number, codes: Int32Array, slots: number): void {
    codes.fill(TOP, 0, slots);
    this.#unpack(state, this.#levels, 0, codes);
  }

  /** The code of one slot. */
  valueAt(state: number, slot: number): number {
    let chunk = state;
    for (let span = FANOUT ** (this.#levels - 1); span >= 1; span /= FANOUT)
      chunk = this.#chunks[chunk * FANOUT + (Math.floor(slot / span) % FANOUT)] as number;
    return chunk;
  }

  #unpack(chunk: number, level: number, offset: number, codes: Int32Array): void {
    if (chunk === 0) return;
    const span = FANOUT ** (level - 1);
    const base = chunk * FANOUT;
    if (level === 1) {
      for (let i = 0; i < FANOUT; i += 1) codes[offset + i] = this.#chunks[base + i] as number;
      return;
    }
    for (let i = 0; i < FANOUT; i += 1)
      this.#unpack(this.#chunks[base + i] as number, level - 1, offset + i * span, codes);
  }

  #internChunk(source: Int32Array, start: number, width: number): number {
    const found = this.#locate(source, start, width);
    return found >= 0 ? found : this.#insert(source, start, Math.min(start + FANOUT, width), ~found);
  }

  /** The chunk's number, or the complement of the table position where it belongs. */
  #locate(source: Int32Array, start: number, width: number): number {
    let hash = 0;
    let any = 0;
    const end = Math.min(start + FANOUT, width);
    for (let i = start; i < end; i += 1) {
      const code = source[i] as number;
      any |= code;
      hash = Math.imul(hash ^ code, 0x9e3779b1);
      hash ^= hash >>> 15;
    }
    if (any === 0) return 0;
    // Trailing zeros must hash as in a full chunk.
    for (let i = end; i < start + FANOUT; i += 1) {
      hash = Math.imul(hash, 0x9e3779b1);
      hash ^= hash >>> 15;
    }
    const mask = this.#table.length - 1;
    let at = hash & mask;
    for (let found = this.#table[at] as number; found !== 0; found = this.#table[at] as number) {
      if (this.#equals(found * FANOUT, source, start, end)) return found;
      at = (at + 1) & mask;
    }
    return ~at;
  }

  #equals(base: number, source: Int32Array, start: number, end: number): boolean {
    let i = 0;
    for (let from = start; from < end; from += 1, i += 1) if (this.#chunks[base + i] !== source[from]) return false;
    for (; i < FANOUT; i += 1) if (this.#chunks[base + i] !== 0) return false;
    return true;
  }

  #insert(source: Int32Array, start: number, end: number, at: number): number {
    const chunk = this.#count;
    if ((chunk + 1) * FANOUT > this.#chunks.length) {
      const larger = new Int32Array(this.#chunks.length * 2);
      larger.set(this.#chunks);
      this.#chunks = larger;
    }
    for (let i = start; i < end; i += 1) this.#chunks[chunk * FANOUT + i - start] = source[i] as number;
    this.#count += 1;
    this.#table[at] = chunk;
    if (this.#count * 2 > this.#table.length) this.#rehash();
    return chunk;
  }

  #rehash(): void {
    const table = new Int32Array(this.#table.length * 2);
    const mask = table.length - 1;
    for (let chunk = 1; chunk < this.#count; chunk += 1) {
      let hash = 0;
      for (let i = 0; i < FANOUT; i += 1) {
        hash = Math.imul(hash ^ (this.#chunks[chunk * FANOUT + i] as number), 0x9e3779b1);
        hash ^= hash >>> 15;
      }
      let at = hash & mask;
      while (table[at] !== 0) at = (at + 1) & mask;
      table[at] = chunk;
    }
    this.#table = table;
  }
}
