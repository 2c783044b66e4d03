/**
 * Follows proofs of the own SAT kernel (kernel/proof.ts says what is in them) and believes nothing in them. It is given the clauses
 * by the caller, not by the kernel; whatever the kernel derives is kept only if it follows by unit propagation along the clauses named:
 * where all its literals are false, each of these leaves one literal to be true, and the last one none.
 *
 * Sound: a clause that is kept follows from those given, so an empty one says that they contradict each other. To forget a clause
 * can only make later steps fail.
 */

const ADD = 1;
const DROP = 2;
const CORE = 3;
/** Words before a clause's literals: its size and its identity. */
const HEADER = 2;
const GONE = -1;

export interface ProofReader {
  /** Clauses that are asserted: for each its size and its literals. */
  give(words: Int32Array): void;
  /** The next part of the proof; throws where a step does not follow. */
  follow(log: Int32Array): void;
  /** Whether the clauses that were given contradict each other. */
  readonly refuted: boolean;
  /** The last core: literals of which the clauses imply that not all are true. */
  readonly core: readonly number[] | undefined;
}

export class ProofFollower implements ProofReader {
  /** The clauses of three or more literals, one after another, and by identity where each is (0: nowhere). */
  #arena = new Int32Array(1024);
  #used = HEADER;
  #waste = 0;
  #places = new Int32Array(1024);
  #given = 0;
  readonly #pairs = new Pairs();
  /** By literal: 1 true, -1 false. What the clauses of one literal say stays, all else holds for one step. */
  #values = new Int8Array(1024);
  #assumed: number[] = [];
  refuted = false;
  core: readonly number[] | undefined;

  give(words: Int32Array): void {
    for (let at = 0; at < words.length; at += 1 + (words[at] as number)) {
      this.#given += 1;
      this.#keep(2 * this.#given, words, at + 1, words[at] as number);
    }
  }

  follow(log: Int32Array): void {
    for (let at = 0; at < log.length; ) {
      const kind = log[at];
      const identity = log[at + 1] as number;
      if (kind === DROP) {
        this.#drop(identity);
        at += 2;
        continue;
      }
      if (kind !== ADD && kind !== CORE) throw new WrongStep("a step should derive a clause or drop one");
      const size = log[at + 2] as number;
      const names = at + 4 + size;
      const end = names + (log[names - 1] as number);
      if (!(size >= 0 && end >= names && end <= log.length)) throw new WrongStep("a step should be whole");
      if (!this.#isImplied(log, at + 3, size, names, end))
        throw new WrongStep("a clause should follow from those named");
      if (kind === ADD) this.#keep(identity, log, at + 3, size);
      else this.core = Array.from(log.subarray(at + 3, at + 3 + size), (literal) => literal ^ 1);
      at = end;
    }
  }

  #isImplied(log: Int32Array, from: number, size: number, names: number, end: number): boolean {
    let isConflict = this.refuted;
    for (let i = from; i < from + size && !isConflict; i++) isConflict = !this.#assume((log[i] as number) ^ 1);
    for (let at = names; at < end && !isConflict; at++) {
      const name = log[at] as number;
      let left: number;
      if (name < 0) {
        at += 1;
        left = this.#leftOfTwo(-1 - name, log[at] as number);
      } else left = this.#left(name);
      if (left === SEVERAL) break;
      isConflict = left === NONE || !this.#assume(left);
    }
    for (const literal of this.#assumed) {
      this.#values[literal] = 0;
      this.#values[literal ^ 1] = 0;
    }
    this.#assumed.length = 0;
    return isConflict;
  }

  /** Whether the literal can be true. */
  #assume(literal: number): boolean {
    this.#makeRoomFor(literal);
    const value = this.#values[literal] as number;
    if (value !== 0) return value > 0;
    this.#values[literal] = 1;
    this.#values[literal ^ 1] = -1;
    this.#assumed.push(literal);
    return true;
  }

  /** The one literal of the clause that is not false; several, too, where there is no such clause. */
  #left(identity: number): number {
    const place = this.#places[identity] ?? 0;
    if (place === 0) return SEVERAL;
    const arena = this.#arena;
    const values = this.#values;
    const end = place + HEADER + (arena[place] as number);
    let left = NONE;
    for (let i = place + HEADER; i < end; i++) {
      const literal = arena[i] as number;
      if ((values[literal] as number) < 0 || literal === left) continue;
      if (left !== NONE) return SEVERAL;
      left = literal;
    }
    return left;
  }

  #leftOfTwo(first: number, second: number): number {
    if (!this.#pairs.has(first, second)) return SEVERAL;
    if (this.#values[first] === -1) return this.#values[second] === -1 ? NONE : second;
    return this.#values[second] === -1 ? first : SEVERAL;
  }

  #keep(identity: number, words: Int32Array, from: number, size: number): void {
    for (let i = from; i < from + size; i++) this.#makeRoomFor(words[i] as number);
    if (size === 0) this.refuted = true;
    else if (size === 1) this.#settle(words[from] as number);
    else if (size === 2) this.#pairs.add(words[from] as number, words[from + 1] as number);
    else this.#store(identity, words.subarray(from, from + size));
  }

  #settle(literal: number): void {
    if (this.#values[literal] === -1) this.refuted = true;
    this.#values[literal] = 1;
    this.#values[literal ^ 1] = -1;
  }

  #store(identity: number, literals: Int32Array): void {
    if (!(identity > 0)) throw new WrongStep("a clause should have an identity");
    this.#drop(identity);
    if (this.#used + HEADER + literals.length > this.#arena.length) this.#makeRoomInArena(HEADER + literals.length);
    if (identity >= this.#places.length) this.#places = enlarged(this.#places, identity + 1);
    this.#places[identity] = this.#used;
    this.#arena[this.#used] = literals.length;
    this.#arena[this.#used + 1] = identity;
    this.#arena.set(literals, this.#used + HEADER);
    this.#used += HEADER + literals.length;
  }

  #drop(identity: number): void {
    const place = this.#places[identity] ?? 0;
    if (place === 0) return;
    this.#places[identity] = 0;
    this.#arena[place + 1] = GONE;
    this.#waste += HEADER + (this.#arena[place] as number);
  }

  /** Moves clauses together where a quarter is gone. */
  #makeRoomInArena(words: number): void {
    if (this.#waste > this.#used / 4) {
      let next = HEADER;
      for (let at = HEADER; at < this.#used; ) {
        const length = HEADER + (this.#arena[at] as number);
        const identity = this.#arena[at + 1] as number;
        if (identity !== GONE) {
          this.#places[identity] = next;
          this.#arena.copyWithin(next, at, at + length);
          next += length;
        }
        at += length;
      }
      this.#used = next;
      this.#waste = 0;
    }
    if (this.#used + words > this.#arena.length) this.#arena = enlarged(this.#arena, this.#used + words);
  }

  #makeRoomFor(literal: number): void {
    if (!(literal >= 0 && literal < MOST_LITERALS)) throw new WrongStep("a literal should be a number from 0");
    if (literal < this.#values.length) return;
    const values = new Int8Array(2 * (literal + 2));
    values.set(this.#values);
    this.#values = values;
  }
}

/** There are less, so that a pair of them is one exact number. */
const MOST_LITERALS = 2 ** 26;
/** No literal is left, or more than one. */
const NONE = -1;
const SEVERAL = -2;

/** A step that does not follow: a bug of the kernel. */
export class WrongStep extends Error {
  override readonly name = "WrongStep";
}

function enlarged(words: Int32Array, wanted: number): Int32Array<ArrayBuffer> {
  const more = new Int32Array(Math.max(2 * words.length, wanted));
  more.set(words);
  return more;
}

/** A set of unordered pairs of literals: a table of hashes, at most half full. */
class Pairs {
  #keys = new Float64Array(2048).fill(FREE);
  #size = 0;

  has(a: number, b: number): boolean {
    const key = keyOf(a, b);
    return this.#keys[this.#slotOf(key)] === key;
  }

  add(a: number, b: number): void {
    const key = keyOf(a, b);
    const slot = this.#slotOf(key);
    if (this.#keys[slot] === key) return;
    this.#keys[slot] = key;
    this.#size += 1;
    if (2 * this.#size > this.#keys.length) this.#grow();
  }

  #slotOf(key: number): number {
    const mask = this.#keys.length - 1;
    let slot = (Math.imul(key % MOST_LITERALS, 0x9e3779b1) ^ Math.imul(key / MOST_LITERALS, 0x85ebca6b)) >>> 7;
    slot &= mask;
    while (this.#keys[slot] !== key && this.#keys[slot] !== FREE) slot = (slot + 1) & mask;
    return slot;
  }

  #grow(): void {
    const old = this.#keys;
    this.#keys = new Float64Array(2 * old.length).fill(FREE);
    for (const key of old) if (key !== FREE) this.#keys[this.#slotOf(key)] = key;
  }
}

const FREE = -1;

function keyOf(a: number, b: number): number {
  return a < b ? a * MOST_LITERALS + b : b * MOST_LITERALS + a;
}
