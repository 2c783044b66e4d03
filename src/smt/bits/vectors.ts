/**
 * Integers as vectors of signals, lowest bit first, in two's complement: the last signal is the sign and stands for all
 * bits above it. A vector is as short as the signals allow (`trim`), so that widths follow from the values that a term can
 * have: an unsigned byte has eight signals and a constant sign, a sum one signal more than its operands.
 */
import { type Circuit, FALSE, type Signal, TRUE } from "./circuit.ts";

export type Vector = readonly Signal[];

export interface Division {
  readonly quotient: Vector;
  readonly remainder: Vector;
}

const ZERO: Vector = [FALSE];

export function signOf(vector: Vector): Signal {
  return vector[vector.length - 1] as Signal;
}

/** Without bits that only repeat the sign. */
export function trim(vector: Vector): Vector {
  let width = vector.length;
  while (width > 1 && vector[width - 1] === vector[width - 2]) width -= 1;
  return width === vector.length ? vector : vector.slice(0, width);
}

function extend(vector: Vector, width: number): Vector {
  if (vector.length >= width) return vector;
  const sign = signOf(vector);
  const wider = vector.slice();
  while (wider.length < width) wider.push(sign);
  return wider;
}

/** The lowest bits, as many as asked for, whatever is above. */
export function lowBits(vector: Vector, width: number): Vector {
  return vector.length >= width ? vector.slice(0, width) : extend(vector, width);
}

export function constant(value: bigint): Vector {
  const bits: Signal[] = [];
  let rest = value;
  while (rest !== 0n && rest !== -1n) {
    bits.push((rest & 1n) === 1n ? TRUE : FALSE);
    rest >>= 1n;
  }
  bits.push(rest === 0n ? FALSE : TRUE);
  return bits;
}

/** The number a vector of constants is; undefined where a signal is not constant. */
export function constantOf(vector: Vector): bigint | undefined {
  if (vector.some((signal) => signal > TRUE)) return undefined;
  let value = signOf(vector) === TRUE ? -1n : 0n;
  for (let i = vector.length - 2; i >= 0; i--) value = (value << 1n) | BigInt(vector[i] as number);
  return value;
}

export class Vectors {
  readonly #c: Circuit;

  constructor(circuit: Circuit) {
    this.#c = circuit;
  }

  // --- Addition -----------------------------------------------------------------------------------------------------

  add(a: Vector, b: Vector): Vector {
    const width = Math.max(a.length, b.length) + 1;
    return trim(this.addModulo(extend(a, width), extend(b, width), FALSE));
  }

  subtract(a: Vector, b: Vector): Vector {
    const width = Math.max(a.length, b.length) + 1;
    return trim(this.addModulo(extend(a, width), complement(extend(b, width)), TRUE));
  }

  negate(a: Vector): Vector {
    return this.subtract(ZERO, a);
  }

  /** a + b + carry in the width of the operands, which is the same. */
  addModulo(a: Vector, b: Vector, carry: Signal): Vector {
    return this.#sum(a, b, this.#carries(a.slice(0, -1), b, carry));
  }

  /** Where the carries into each place are known. */
  #sum(a: Vector, b: Vector, carries: Vector): Vector {
    return a.map((x, i) => this.#c.xor3(x, b[i] as Signal, carries[i] as Signal));
  }

  /** The carry into each place of a + b + carry, and the one out of it. */
  #carries(a: Vector, b: Vector, carry: Signal): Vector {
    const carries = [carry];
    for (let i = 0; i < a.length; i++)
      carries.push(this.#c.majority(a[i] as Signal, b[i] as Signal, carries[i] as Signal));
    return carries;
  }

  /** The carry out of a + b + carry. */
  carryOut(a: Vector, b: Vector, carry: Signal): Signal {
    return signOf(this.#carries(a, b, carry));
  }

  // --- Multiplication -----------------------------------------------------------------------------------------------

  multiply(a: Vector, b: Vector): Vector {
    return trim(this.multiplyModulo(a, b, a.length + b.length));
  }

  /** The lowest bits of the product. */
  multiplyModulo(a: Vector, b: Vector, width: number): Vector {
    const known = constantOf(b);
    if (known !== undefined) return this.#multiplyConstant(a, known, width);
    if (constantOf(a) !== undefined) return this.multiplyModulo(b, a, width);
    if (rowsOf(a) < rowsOf(b)) return this.multiplyModulo(b, a, width);
    const wide = lowBits(a, width);
    let sum: Vector = new Array<Signal>(width).fill(FALSE);
    const last = b.length - 1;
    for (let i = 0; i < Math.min(last, width); i++) sum = this.#addShifted(sum, wide, i, b[i] as Signal);
    const sign = signOf(b);
    if (sign === FALSE || last >= width) return sum;
    // The sign's weight is negative; modulo 2^width it is enough to subtract once.
    return this.#subtractShifted(sum, wide, last, sign);
  }

  #addShifted(sum: Vector, a: Vector, shift: number, condition: Signal): Vector {
    if (condition === FALSE) return sum;
    const row = a.slice(0, a.length - shift).map((signal) => this.#c.and(signal, condition));
    return [...sum.slice(0, shift), ...this.addModulo(sum.slice(shift), row, FALSE)];
  }

  #subtractShifted(sum: Vector, a: Vector, shift: number, condition: Signal): Vector {
    const row = a.slice(0, a.length - shift).map((signal) => this.#c.and(signal, condition));
    return [...sum.slice(0, shift), ...this.addModulo(sum.slice(shift), complement(row), TRUE)];
  }

  /** By the non-adjacent form of the constant: at most every second digit is an addition or a subtraction. */
  #multiplyConstant(a: Vector, by: bigint, width: number): Vector {
    const wide = lowBits(a, width);
    let sum: Vector = new Array<Signal>(width).fill(FALSE);
    let rest = BigInt.asUintN(width + 1, by);
    for (let shift = 0; shift < width && rest !== 0n; shift++, rest >>= 1n) {
      if ((rest & 1n) === 0n) continue;
      if ((rest & 3n) === 3n) {
        sum = this.#subtractShifted(sum, wide, shift, TRUE);
        rest += 1n;
      } else sum = this.#addShifted(sum, wide, shift, TRUE);
    }
    return sum;
  }

  // --- Division -----------------------------------------------------------------------------------------------------

  /** Truncated quotient and remainder, as in C. A zero divisor gives anything. */
  divide(a: Vector, b: Vector): Division {
    const { quotient, remainder } = this.divideUnsigned(this.magnitude(a), this.magnitude(b));
    const sign = this.#c.xor(signOf(a), signOf(b));
    return { quotient: this.negateIf(sign, quotient), remainder: this.negateIf(signOf(a), remainder) };
  }

  /**
   * What holds of every remainder of a by b, which is not zero: it is smaller than b, and not larger than a. Nothing where b is a
   * constant: what its digits make of the circuit shows as much.
   */
  remainderFacts(a: Vector, b: Vector, remainder: Vector): readonly Signal[] {
    if (constantOf(b) !== undefined) return [];
    const size = this.magnitude(remainder);
    return [this.less(size, this.magnitude(b)), this.lessOrEqual(size, this.magnitude(a))];
  }

  /** |a|, not negative, so one bit wider. */
  magnitude(a: Vector): Vector {
    return this.negateIf(signOf(a), a);
  }

  negateIf(condition: Signal, a: Vector): Vector {
    if (condition === FALSE) return a;
    const wide = extend(a, a.length + 1);
    const flipped = wide.map((signal) => this.#c.xor(signal, condition));
    return trim(this.addModulo(flipped, new Array<Signal>(flipped.length).fill(FALSE), condition));
  }

  /** Restoring division of numbers that are not negative. */
  divideUnsigned(a: Vector, b: Vector): Division {
    const shift = powerOfTwo(b);
    if (shift !== undefined)
      return {
        quotient: shift < a.length ? trim(a.slice(shift)) : ZERO,
        remainder: trim([...lowBits(a, shift), FALSE]),
      };
    // A remainder is below the divisor, so it has no sign either; twice a remainder has one bit more.
    const minus = complement(b);
    let remainder: Vector = new Array<Signal>(b.length - 1).fill(FALSE);
    const quotient: Signal[] = new Array<Signal>(a.length).fill(FALSE);
    for (let i = a.length - 2; i >= 0; i--) {
      const shifted = [a[i] as Signal, ...remainder];
      const carries = this.#carries(shifted, minus, TRUE);
      const fits = signOf(carries);
      const less = this.#sum(shifted.slice(0, -1), minus, carries);
      quotient[i] = fits;
      remainder = less.map((signal, k) => this.#c.mux(fits, signal, shifted[k] as Signal));
    }
    return { quotient: trim(quotient), remainder: trim([...remainder, FALSE]) };
  }

  // --- Bits ---------------------------------------------------------------------------------------------------------

  bitwise(kind: "bitand" | "bitor" | "bitxor", a: Vector, b: Vector): Vector {
    const width = Math.max(a.length, b.length);
    const [x, y] = [extend(a, width), extend(b, width)];
    return trim(x.map((signal, i) => this.#bit(kind, signal, y[i] as Signal)));
  }

  #bit(kind: "bitand" | "bitor" | "bitxor", a: Signal, b: Signal): Signal {
    switch (kind) {
      case "bitand":
        return this.#c.and(a, b);
      case "bitor":
        return this.#c.or(a, b);
      case "bitxor":
        return this.#c.xor(a, b);
    }
  }

  /** a * 2^count in `width` bits; counts of `width` and more give 0, negative ones anything. */
  shiftLeftModulo(a: Vector, count: Vector, width: number): Vector {
    let shifted = lowBits(a, width);
    const stages = count.length - 1;
    let over: Signal = FALSE;
    for (let stage = 0; stage < stages; stage++) {
      const by = count[stage] as Signal;
      const distance = 2 ** stage;
      if (distance >= width) {
        over = this.#c.or(over, by);
        continue;
      }
      shifted = shifted.map((signal, i) =>
        this.#c.mux(by, i >= distance ? (shifted[i - distance] as Signal) : FALSE, signal),
      );
    }
    return shifted.map((signal) => this.#c.and(signal, over ^ 1));
  }

  /** floor(a / 2^count); negative counts give anything. */
  shiftRight(a: Vector, count: Vector): Vector {
    const sign = signOf(a);
    let shifted = a;
    let over: Signal = FALSE;
    for (let stage = 0; stage < count.length - 1; stage++) {
      const by = count[stage] as Signal;
      const distance = 2 ** stage;
      if (distance >= a.length) {
        over = this.#c.or(over, by);
        continue;
      }
      shifted = shifted.map((signal, i) =>
        this.#c.mux(by, (shifted[i + distance] as Signal | undefined) ?? sign, signal),
      );
    }
    return trim(shifted.map((signal) => this.#c.mux(over, sign, signal)));
  }

  // --- Comparison, choice -------------------------------------------------------------------------------------------

  equal(a: Vector, b: Vector): Signal {
    const width = Math.max(a.length, b.length);
    const [x, y] = [extend(a, width), extend(b, width)];
    const same = x.map((signal, i) => this.#c.iff(signal, y[i] as Signal));
    return this.all(same);
  }

  /** As a balanced tree, so that it is not deeper than it has to be. */
  all(signals: readonly Signal[]): Signal {
    if (signals.includes(FALSE)) return FALSE;
    let level = [...signals];
    while (level.length > 1) {
      const next: Signal[] = [];
      for (let i = 0; i < level.length; i += 2)
        next.push(
          i + 1 < level.length ? this.#c.and(level[i] as Signal, level[i + 1] as Signal) : (level[i] as Signal),
        );
      level = next;
    }
    return level[0] ?? TRUE;
  }

  any(signals: readonly Signal[]): Signal {
    return this.all(signals.map((signal) => signal ^ 1)) ^ 1;
  }

  isZero(a: Vector): Signal {
    return this.all(a.map((signal) => signal ^ 1));
  }

  /** a < b, signed. */
  less(a: Vector, b: Vector): Signal {
    return this.lessOrEqual(b, a) ^ 1;
  }

  /** a <= b: no borrow in b - a, the signs having negative weight. */
  lessOrEqual(a: Vector, b: Vector): Signal {
    const width = Math.max(a.length, b.length);
    const x = extend(a, width).slice();
    const y = extend(b, width).slice();
    [x[width - 1], y[width - 1]] = [y[width - 1] as Signal, x[width - 1] as Signal];
    return this.carryOut(y, complement(x), TRUE);
  }

  mux(condition: Signal, then: Vector, otherwise: Vector): Vector {
    if (condition === TRUE) return then;
    if (condition === FALSE) return otherwise;
    const width = Math.max(then.length, otherwise.length);
    const [x, y] = [extend(then, width), extend(otherwise, width)];
    return trim(x.map((signal, i) => this.#c.mux(condition, signal, y[i] as Signal)));
  }
}

function complement(vector: Vector): Vector {
  return vector.map((signal) => signal ^ 1);
}

/** How many signals are not the constant false: rows that a multiplication by it would need. */
function rowsOf(vector: Vector): number {
  let count = 0;
  for (const signal of vector) if (signal !== FALSE) count += 1;
  return count;
}

/** The exponent, where a vector is a constant power of two. */
function powerOfTwo(vector: Vector): number | undefined {
  const value = constantOf(vector);
  if (value === undefined || value <= 0n || (value & (value - 1n)) !== 0n) return undefined;
  return value.toString(2).length - 1;
}
