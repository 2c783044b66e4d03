/**
 * For each literal the clauses that watch it, as pairs of a clause and another of its literals (the blocker), all in one array of
 * numbers: a list that outgrows its room moves to the end and gets twice as much, so that at most half of the array is
 * waste. A clause of two literals is told by its sign, `~clause`: its blocker is all there is to look at.
 */
import { grown } from "./order.ts";

/** Pairs that a list has room for at first. */
const FIRST_ROOM = 2;

export class Watches {
  /** Changes with `add`. */
  pool = new Int32Array(1024);
  starts = new Int32Array(128);
  /** Numbers, not pairs. */
  sizes = new Int32Array(128);
  #rooms = new Int32Array(128);
  #used = 0;
  #literals = 0;

  addLiteral(): void {
    const literal = this.#literals++;
    if (literal < this.sizes.length) return;
    this.starts = grown(this.starts, new Int32Array(2 * literal));
    this.sizes = grown(this.sizes, new Int32Array(2 * literal));
    this.#rooms = grown(this.#rooms, new Int32Array(2 * literal));
  }

  add(literal: number, clause: number, blocker: number): void {
    const size = this.sizes[literal]!;
    if (size === this.#rooms[literal]) this.#move(literal, size);
    const at = this.starts[literal]! + size;
    this.pool[at] = clause;
    this.pool[at + 1] = blocker;
    this.sizes[literal] = size + 2;
  }

  #move(literal: number, size: number): void {
    const room = Math.max(2 * FIRST_ROOM, 2 * size);
    const start = this.#used;
    this.#used += room;
    if (this.#used > this.pool.length)
      this.pool = grown(this.pool, new Int32Array(Math.max(this.#used, 2 * this.pool.length)));
    const from = this.starts[literal]!;
    this.pool.copyWithin(start, from, from + size);
    this.starts[literal] = start;
    this.#rooms[literal] = room;
  }

  /** Keeps the pairs whose clause gets a name; `undefined` drops it. Clauses of two literals come as they are, without the sign. */
  rename(nameOf: (clause: number) => number | undefined): void {
    const { pool } = this;
    for (let literal = 0; literal < this.#literals; literal++) {
      const start = this.starts[literal]!;
      const end = start + this.sizes[literal]!;
      let kept = start;
      for (let at = start; at < end; at += 2) {
        const clause = pool[at]!;
        const name = nameOf(clause < 0 ? ~clause : clause);
        if (name === undefined) continue;
        pool[kept] = clause < 0 ? ~name : name;
        pool[kept + 1] = pool[at + 1]!;
        kept += 2;
      }
      this.sizes[literal] = kept - start;
    }
  }
}
