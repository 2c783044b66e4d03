/**
 * Boolean circuits with structural hashing: and, xor of two and three, majority and multiplexer gates over signals that may
 * be negated, so that a full adder is two gates. A signal is 2 * gate + 1 if negated; gate 0 is the constant false. Every
 * constructor propagates constants, orders operands and applies what two levels of gates tell (after Brummayer and Biere,
 * "Local Two-Level And-Inverter Graph Minimization without Blowup", MEMICS 2006), so that equal functions are often the
 * same signal before anything reaches a SAT solver.
 */

export type Signal = number;

export const FALSE: Signal = 0;
export const TRUE: Signal = 1;

export const INPUT = 0;
export const AND = 1;
export const XOR = 2;
export const XOR3 = 3;
export const MAJORITY = 4;
/** first ? second : third */
export const MUX = 5;

const CONSTANT = 6;

/** Gates between two ticks, a power of two: a few milliseconds. A product of wide operands is millions of gates. */
const GATES_A_TICK = 4096;
/** Gates that count as one unit of work. */
export const GATES_A_UNIT = 16;

export class Circuit {
  #kinds = new Uint8Array(1024);
  #first = new Int32Array(1024);
  #second = new Int32Array(1024);
  #third = new Int32Array(1024);
  #size = 1;
  /** Open addressing: gate numbers, 0 for none. */
  #table = new Int32Array(4096);
  #hashed = 0;

  readonly #rewriting: boolean;
  readonly #tick: (work: number) => void;

  /**
   * @param rewriting off: constants are propagated, since widths depend on them, a gate is made once, and nothing else is done.
   * @param tick is told of the work of making gates; what it throws leaves the circuit as it should be.
   */
  constructor(rewriting: "on" | "off" = "on", tick: (work: number) => void = () => {}) {
    this.#rewriting = rewriting === "on";
    this.#tick = tick;
    this.#kinds[0] = CONSTANT;
  }

  get size(): number {
    return this.#size;
  }

  kindOf(gate: number): number {
    return this.#kinds[gate] as number;
  }

  /** Operands of a gate; those that its kind does not have are FALSE. */
  first(gate: number): Signal {
    return this.#first[gate] as number;
  }

  second(gate: number): Signal {
    return this.#second[gate] as number;
  }

  third(gate: number): Signal {
    return this.#third[gate] as number;
  }

  /**
   * The value of every gate in 32 cases at once, a bit of a word for each, where inputs have the given ones. Operands come
   * before the gates that use them.
   */
  evaluate(inputs: (gate: number) => number, values = new Int32Array(this.#size)): Int32Array {
    const [kinds, first, second, third] = [this.#kinds, this.#first, this.#second, this.#third];
    for (let gate = 1; gate < this.#size; gate++) {
      const [x, y, z] = [first[gate] as number, second[gate] as number, third[gate] as number];
      const a = (values[x >> 1] as number) ^ -(x & 1);
      const b = (values[y >> 1] as number) ^ -(y & 1);
      const c = (values[z >> 1] as number) ^ -(z & 1);
      switch (kinds[gate]) {
        case INPUT:
          values[gate] = inputs(gate);
          break;
        case AND:
          values[gate] = a & b;
          break;
        case XOR:
          values[gate] = a ^ b;
          break;
        case XOR3:
          values[gate] = a ^ b ^ c;
          break;
        case MAJORITY:
          values[gate] = (a & b) | (a & c) | (b & c);
          break;
        case MUX:
          values[gate] = (a & b) | (~a & c);
          break;
      }
    }
    return values;
  }

  input(): Signal {
    return 2 * this.#add(INPUT, 0, 0, 0);
  }

  and(a: Signal, b: Signal): Signal {
    if (a > b) return this.and(b, a);
    if (a === FALSE || a === (b ^ 1)) return FALSE;
    if (a === TRUE || a === b) return b;
    const known = this.#rewriting ? this.#andTwoLevels(a, b) : undefined;
    return known === undefined ? 2 * this.#gate(AND, a, b, 0) : known;
  }

  or(a: Signal, b: Signal): Signal {
    return this.and(a ^ 1, b ^ 1) ^ 1;
  }

  xor(a: Signal, b: Signal): Signal {
    if (a === b) return FALSE;
    if (a === (b ^ 1)) return TRUE;
    if (a <= 1) return b ^ a;
    if (b <= 1) return a ^ b;
    const negated = (a ^ b) & 1;
    const x = a & -2;
    const y = b & -2;
    // xor(xor(p, q), p) is q.
    if (this.#rewriting)
      for (const [gate, other] of [
        [x, y],
        [y, x],
      ] as const) {
        if (this.#kinds[gate >> 1] !== XOR) continue;
        const p = this.first(gate >> 1);
        const q = this.second(gate >> 1);
        if (p === other) return q ^ negated;
        if (q === other) return p ^ negated;
      }
    return (2 * (x < y ? this.#gate(XOR, x, y, 0) : this.#gate(XOR, y, x, 0))) | negated;
  }

  iff(a: Signal, b: Signal): Signal {
    return this.xor(a, b) ^ 1;
  }

  /** The sum bit of a full adder. */
  xor3(a: Signal, b: Signal, c: Signal): Signal {
    const negated = (a ^ b ^ c) & 1;
    const [x, y, z] = sorted(a & -2, b & -2, c & -2);
    if (x === FALSE) return this.xor(y, z) ^ negated;
    if (x === y) return z ^ negated;
    if (y === z) return x ^ negated;
    return (2 * this.#gate(XOR3, x, y, z)) | negated;
  }

  /** The carry of a full adder. */
  majority(a: Signal, b: Signal, c: Signal): Signal {
    const [x, y, z] = sorted(a, b, c);
    if (x === FALSE) return this.and(y, z);
    if (x === TRUE) return this.or(y, z);
    if (x === y || y === z) return y;
    if (x === (y ^ 1)) return z;
    if (y === (z ^ 1)) return x;
    // Self-dual: at most one of the operands is negated.
    if ((x & 1) + (y & 1) + (z & 1) >= 2) return (2 * this.#gate(MAJORITY, x ^ 1, y ^ 1, z ^ 1)) | 1;
    return 2 * this.#gate(MAJORITY, x, y, z);
  }

  mux(condition: Signal, then: Signal, otherwise: Signal): Signal {
    if (condition === TRUE) return then;
    if (condition === FALSE) return otherwise;
    if (then === otherwise) return then;
    if ((condition & 1) === 1) return this.mux(condition ^ 1, otherwise, then);
    if (then === TRUE || then === condition) return this.or(condition, otherwise);
    if (then === FALSE || then === (condition ^ 1)) return this.and(condition ^ 1, otherwise);
    if (otherwise === FALSE || otherwise === condition) return this.and(condition, then);
    if (otherwise === TRUE || otherwise === (condition ^ 1)) return this.or(condition ^ 1, then);
    if (then === (otherwise ^ 1)) return this.xor(condition, otherwise);
    // A choice by the same condition inside is made already.
    if (this.#rewriting && this.#kinds[then >> 1] === MUX && this.first(then >> 1) === condition)
      return this.mux(condition, this.second(then >> 1) ^ (then & 1), otherwise);
    if (this.#rewriting && this.#kinds[otherwise >> 1] === MUX && this.first(otherwise >> 1) === condition)
      return this.mux(condition, then, this.third(otherwise >> 1) ^ (otherwise & 1));
    const known = this.#rewriting ? this.#muxTwoLevels(condition, then, otherwise) : undefined;
    if (known !== undefined) return known;
    if ((then & 1) === 1) return (2 * this.#gate(MUX, condition, then ^ 1, otherwise ^ 1)) | 1;
    return 2 * this.#gate(MUX, condition, then, otherwise);
  }

  // --- Two levels ---------------------------------------------------------------------------------------------------

  /** What `a and b` is where an operand is itself an and, negated or not; undefined where nothing is known. */
  #andTwoLevels(a: Signal, b: Signal): Signal | undefined {
    return this.#andAbsorbed(a, b) ?? this.#andAbsorbed(b, a) ?? this.#andBoth(a, b);
  }

  /**
   * A choice whose one side is a choice that may be the other side, too, is one choice by both conditions: what a branch that
   * changes one of many leaves of the others. Undefined where it is not.
   */
  #muxTwoLevels(condition: Signal, then: Signal, otherwise: Signal): Signal | undefined {
    if (this.#kinds[then >> 1] === MUX) {
      const [by, x, y] = this.#choice(then);
      if (y === otherwise) return this.mux(this.and(condition, by), x, otherwise);
      if (x === otherwise) return this.mux(this.and(condition, by ^ 1), y, otherwise);
    }
    if (this.#kinds[otherwise >> 1] === MUX) {
      const [by, x, y] = this.#choice(otherwise);
      if (x === then) return this.mux(this.or(condition, by), then, y);
      if (y === then) return this.mux(this.or(condition, by ^ 1), then, x);
    }
    return undefined;
  }

  /** The operands of a multiplexer, as they are where its signal is negated. */
  #choice(signal: Signal): [condition: Signal, then: Signal, otherwise: Signal] {
    const gate = signal >> 1;
    return [this.first(gate), this.second(gate) ^ (signal & 1), this.third(gate) ^ (signal & 1)];
  }

  #andAbsorbed(gate: Signal, other: Signal): Signal | undefined {
    if (this.#kinds[gate >> 1] !== AND) return undefined;
    const p = this.first(gate >> 1);
    const q = this.second(gate >> 1);
    if ((gate & 1) === 0) {
      if (p === (other ^ 1) || q === (other ^ 1)) return FALSE;
      return p === other || q === other ? gate : undefined;
    }
    // other and not (p and q)
    if (p === (other ^ 1) || q === (other ^ 1)) return other;
    if (p === other) return this.and(other, q ^ 1);
    return q === other ? this.and(other, p ^ 1) : undefined;
  }

  #andBoth(a: Signal, b: Signal): Signal | undefined {
    if (this.#kinds[a >> 1] !== AND || this.#kinds[b >> 1] !== AND) return undefined;
    const p = this.first(a >> 1);
    const q = this.second(a >> 1);
    const r = this.first(b >> 1);
    const s = this.second(b >> 1);
    const opposite = p === (r ^ 1) || p === (s ^ 1) || q === (r ^ 1) || q === (s ^ 1);
    if ((a & 1) === 0 && (b & 1) === 0) return opposite ? FALSE : undefined;
    if ((a & 1) === 0) return opposite ? a : undefined;
    if ((b & 1) === 0) return opposite ? b : undefined;
    // not (p and q) and not (r and s): resolution where they share one operand and the others are opposite.
    if ((p === r && q === (s ^ 1)) || (p === s && q === (r ^ 1))) return p ^ 1;
    return (q === s && p === (r ^ 1)) || (q === r && p === (s ^ 1)) ? q ^ 1 : undefined;
  }

  // --- The table ----------------------------------------------------------------------------------------------------

  #gate(kind: number, a: Signal, b: Signal, c: Signal): number {
    if (2 * this.#hashed >= this.#table.length) this.#rehash();
    const mask = this.#table.length - 1;
    let at = hash(kind, a, b, c) & mask;
    for (let gate = this.#table[at] as number; gate !== 0; gate = this.#table[at] as number) {
      if (this.#kinds[gate] === kind && this.#first[gate] === a && this.#second[gate] === b && this.#third[gate] === c)
        return gate;
      at = (at + 1) & mask;
    }
    const made = this.#add(kind, a, b, c);
    this.#table[at] = made;
    this.#hashed += 1;
    if ((made & (GATES_A_TICK - 1)) === 0) this.#tick(GATES_A_TICK / GATES_A_UNIT);
    return made;
  }

  #add(kind: number, a: Signal, b: Signal, c: Signal): number {
    const gate = this.#size;
    if (gate === this.#kinds.length) this.#grow();
    this.#kinds[gate] = kind;
    this.#first[gate] = a;
    this.#second[gate] = b;
    this.#third[gate] = c;
    this.#size += 1;
    return gate;
  }

  #grow(): void {
    const room = 2 * this.#kinds.length;
    const kinds = new Uint8Array(room);
    kinds.set(this.#kinds);
    this.#kinds = kinds;
    [this.#first, this.#second, this.#third] = [this.#first, this.#second, this.#third].map((old) => {
      const more = new Int32Array(room);
      more.set(old);
      return more;
    }) as [Int32Array<ArrayBuffer>, Int32Array<ArrayBuffer>, Int32Array<ArrayBuffer>];
  }

  #rehash(): void {
    const table = new Int32Array(2 * this.#table.length);
    const mask = table.length - 1;
    for (const gate of this.#table) {
      if (gate === 0) continue;
      let at = hash(this.kindOf(gate), this.first(gate), this.second(gate), this.third(gate)) & mask;
      while (table[at] !== 0) at = (at + 1) & mask;
      table[at] = gate;
    }
    this.#table = table;
  }
}

function hash(kind: number, a: number, b: number, c: number): number {
  let h = Math.imul(a, 0x9e3779b1) ^ Math.imul(b + kind, 0x85ebca6b) ^ Math.imul(c, 0xc2b2ae35);
  h = Math.imul(h ^ (h >>> 15), 0x2c1b3c6d);
  return h ^ (h >>> 12);
}

function sorted(a: Signal, b: Signal, c: Signal): [Signal, Signal, Signal] {
  const low = Math.min(a, b, c);
  const high = Math.max(a, b, c);
  return [low, a + b + c - low - high, high];
}
