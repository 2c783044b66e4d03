/**
 * Which variable to decide next: a binary heap by activity (VSIDS) of the variables that conflicts have met. Activities grow by a factor instead of
 * decaying, so that a bump touches one number. Equal activities go by index, which keeps runs reproducible.
 */

// Rescale before doubles lose precision at the top; relative order is all that matters.
const HUGE = 1e100;

export class Order {
  #activity = new Float64Array(64);
  #heap = new Int32Array(64);
  /** Position in the heap, or -1. */
  #position = new Int32Array(64).fill(-1);
  #size = 0;
  #increment = 1;
  #variables = 0;

  addVariable(): void {
    const v = this.#variables++;
    if (v >= this.#activity.length) {
      this.#activity = grown(this.#activity, new Float64Array(v * 2));
      this.#heap = grown(this.#heap, new Int32Array(v * 2));
      this.#position = grown(this.#position, new Int32Array(v * 2).fill(-1));
    }
  }

  /** Puts a variable in unless it is there, or has never been bumped. */
  insert(v: number): void {
    if (this.#position[v]! >= 0 || this.#activity[v] === 0) return;
    this.#position[v] = this.#size;
    this.#heap[this.#size++] = v;
    this.#up(this.#position[v]!);
  }

  /** The variable of greatest activity, taken out; -1 when empty. */
  take(): number {
    if (this.#size === 0) return -1;
    const top = this.#heap[0]!;
    this.#position[top] = -1;
    const last = this.#heap[--this.#size]!;
    if (this.#size > 0) {
      this.#heap[0] = last;
      this.#position[last] = 0;
      this.#down(0);
    }
    return top;
  }

  bump(v: number): void {
    this.#activity[v]! += this.#increment;
    if (this.#activity[v]! > HUGE) {
      for (let i = 0; i < this.#variables; i++) this.#activity[i]! /= HUGE;
      this.#increment /= HUGE;
    }
    if (this.#position[v]! >= 0) this.#up(this.#position[v]!);
  }

  decay(): void {
    this.#increment /= 0.95;
  }

  isBefore(a: number, b: number): boolean {
    return this.#before(a, b);
  }

  #before(a: number, b: number): boolean {
    const x = this.#activity[a]!;
    const y = this.#activity[b]!;
    return x > y || (x === y && a < b);
  }

  #up(from: number): void {
    const v = this.#heap[from]!;
    let at = from;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      const other = this.#heap[parent]!;
      if (!this.#before(v, other)) break;
      this.#heap[at] = other;
      this.#position[other] = at;
      at = parent;
    }
    this.#heap[at] = v;
    this.#position[v] = at;
  }

  #down(from: number): void {
    const v = this.#heap[from]!;
    let at = from;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= this.#size) break;
      if (child + 1 < this.#size && this.#before(this.#heap[child + 1]!, this.#heap[child]!)) child++;
      const other = this.#heap[child]!;
      if (!this.#before(other, v)) break;
      this.#heap[at] = other;
      this.#position[other] = at;
      at = child;
    }
    this.#heap[at] = v;
    this.#position[v] = at;
  }
}

/** The longer array with the contents of the old one in front. */
export function grown<A extends Int32Array | Float64Array | Int8Array | Uint8Array>(old: A, longer: A): A {
  longer.set(old);
  return longer;
}
