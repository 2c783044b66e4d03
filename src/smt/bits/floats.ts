/**
 * IEEE 754 arithmetic as circuits, on packed words: fraction, exponent, sign from the lowest bit up. Every operation
 * unpacks its operands into sign, exponent (a vector) and significand, computes with enough bits below the last one that
 * the last of them can stand for everything dropped (sticky), and rounds once. All NaNs count as one: results have the
 * quiet NaN without payload.
 */
import type { FloatType } from "../../logic/types.ts";
import { type Circuit, FALSE, type Signal, TRUE } from "./circuit.ts";
import { constant, lowBits, signOf, trim, type Vector, type Vectors } from "./vectors.ts";

export interface Format {
  readonly exponentBits: number;
  readonly fractionBits: number;
}

export const BINARY32: Format = { exponentBits: 8, fractionBits: 23 };
export const BINARY64: Format = { exponentBits: 11, fractionBits: 52 };

/** Undefined for x87, whose format the model does not follow. */
export function formatOf(type: FloatType): Format | undefined {
  return type.format === "f32" ? BINARY32 : type.format === "f64" ? BINARY64 : undefined;
}

/** The modes that fesetround names, and the fifth of IEEE 754: ties away from zero. */
const ROUNDING_MODES = ["nearest", "nearest-away", "toward-zero", "upward", "downward"] as const;
export type RoundingMode = (typeof ROUNDING_MODES)[number];

/** A mode that is known, or one that is computed: exactly one of the signals is true. */
export type Rounding = RoundingMode | Readonly<Record<RoundingMode, Signal>>;

function signalsOf(rounding: Rounding): Readonly<Record<RoundingMode, Signal>> {
  if (typeof rounding !== "string") return rounding;
  const chosen = (mode: Rounding): Signal => (mode === rounding ? TRUE : FALSE);
  return Object.fromEntries(ROUNDING_MODES.map((mode) => [mode, chosen(mode)])) as Record<RoundingMode, Signal>;
}

/** A word of packed bits; not a number: its last signal is no sign to extend. */
export type Word = readonly Signal[];

export interface Unpacked {
  readonly nan: Signal;
  readonly infinite: Signal;
  readonly zero: Signal;
  readonly sign: Signal;
  readonly exponent: Vector;
  /** Lowest bit first, the hidden bit last. */
  readonly significand: Word;
}

export class Floats {
  readonly #c: Circuit;
  readonly #v: Vectors;

  constructor(circuit: Circuit, vectors: Vectors) {
    this.#c = circuit;
    this.#v = vectors;
  }

  // --- Words --------------------------------------------------------------------------------------------------------

  constant(value: number, format: Format): Word {
    const bytes = new DataView(new ArrayBuffer(8));
    const width = widthOf(format);
    if (width === 32) bytes.setFloat32(0, value);
    else bytes.setFloat64(0, value);
    const pattern = width === 32 ? BigInt(bytes.getUint32(0)) : bytes.getBigUint64(0);
    return lowBits(constant(Number.isNaN(value) ? nanPattern(format) : pattern), width);
  }

  negate(a: Word): Word {
    return [...a.slice(0, -1), (a[a.length - 1] as Signal) ^ 1];
  }

  absolute(a: Word): Word {
    return [...a.slice(0, -1), FALSE];
  }

  mux(condition: Signal, then: Word, otherwise: Word): Word {
    return then.map((signal, i) => this.#c.mux(condition, signal, otherwise[i] as Signal));
  }

  isNan(a: Word, format: Format): Signal {
    return this.#c.and(this.#exponentIsFull(a, format), this.#v.isZero(fractionOf(a, format)) ^ 1);
  }

  #exponentIsFull(a: Word, format: Format): Signal {
    return this.#v.all(exponentField(a, format));
  }

  isZero(a: Word): Signal {
    return this.#v.isZero(a.slice(0, -1));
  }

  // --- Comparison ---------------------------------------------------------------------------------------------------

  equal(a: Word, b: Word, format: Format): Signal {
    const numbers = this.#ordered(a, b, format);
    const same = this.#v.all(a.map((signal, i) => this.#c.iff(signal, b[i] as Signal)));
    return this.#c.and(numbers, this.#c.or(same, this.#c.and(this.isZero(a), this.isZero(b))));
  }

  less(a: Word, b: Word, format: Format): Signal {
    const someone = this.#c.and(this.isZero(a), this.isZero(b)) ^ 1;
    return this.#v.all([this.#ordered(a, b, format), someone, this.#below(a, b)]);
  }

  lessOrEqual(a: Word, b: Word, format: Format): Signal {
    const zeros = this.#c.and(this.isZero(a), this.isZero(b));
    return this.#c.and(this.#ordered(a, b, format), this.#c.or(zeros, this.#below(b, a) ^ 1));
  }

  #ordered(a: Word, b: Word, format: Format): Signal {
    return this.#c.and(this.isNan(a, format) ^ 1, this.isNan(b, format) ^ 1);
  }

  /** By sign and magnitude, zeros of both signs apart. */
  #below(a: Word, b: Word): Signal {
    const [x, y] = [
      [...a.slice(0, -1), FALSE],
      [...b.slice(0, -1), FALSE],
    ];
    const [s, t] = [a[a.length - 1] as Signal, b[b.length - 1] as Signal];
    const whenSame = this.#c.mux(s, this.#v.less(y, x), this.#v.less(x, y));
    return this.#c.mux(this.#c.xor(s, t), s, whenSame);
  }

  // --- Arithmetic ---------------------------------------------------------------------------------------------------

  add(a: Word, b: Word, format: Format, mode: Rounding = "nearest"): Word {
    const [x, y] = this.#byMagnitude(a, b);
    return this.sum(this.unpackRaw(x, format), this.unpackRaw(y, format), format, mode);
  }

  /** The sum of two numbers of which the first has the larger magnitude, rounded once. Their significands are equally long. */
  sum(big: Unpacked, small: Unpacked, format: Format, mode: Rounding): Word {
    // Guard, round and sticky bits below.
    const extra = [FALSE, FALSE, FALSE];
    const distance = this.#v.subtract(big.exponent, small.exponent);
    const shifted = this.shiftRightSticky([...extra, ...small.significand], distance);
    const minus = this.#c.xor(big.sign, small.sign);
    const left = [...extra, ...big.significand, FALSE];
    const right = [...shifted, FALSE].map((signal) => this.#c.xor(signal, minus));
    const sum = this.#v.addModulo(left, right, minus);
    const { word, zeros } = this.normalise(sum);
    const exponent = this.#v.subtract(this.#v.add(big.exponent, constant(1n)), zeros);
    const exact = this.#v.isZero(sum);
    const rounded = this.round(big.sign, exponent, word, format, mode);
    const bothNegative = this.#c.and(big.sign, small.sign);
    const eitherNegative = this.#c.or(big.sign, small.sign);
    // x - x is +0, but -0 when rounding down.
    const zeroSign = this.#c.mux(signalsOf(mode).downward, eitherNegative, bothNegative);
    const finite = this.mux(exact, this.zero(zeroSign, format), rounded);
    const nan = this.#v.any([big.nan, small.nan, this.#v.all([big.infinite, small.infinite, minus])]);
    const infinite = this.mux(big.infinite, this.infinity(big.sign, format), finite);
    return this.mux(nan, this.nan(format), infinite);
  }

  subtract(a: Word, b: Word, format: Format, mode: Rounding = "nearest"): Word {
    return this.add(a, this.negate(b), format, mode);
  }

  /** The operand with the larger magnitude first; NaNs and infinities come first by their exponent. */
  #byMagnitude(a: Word, b: Word): [Word, Word] {
    const swap = this.#v.less([...a.slice(0, -1), FALSE], [...b.slice(0, -1), FALSE]);
    return [this.mux(swap, b, a), this.mux(swap, a, b)];
  }

  multiply(a: Word, b: Word, format: Format, mode: Rounding = "nearest"): Word {
    const [x, y] = [this.unpack(a, format), this.unpack(b, format)];
    const sign = this.#c.xor(x.sign, y.sign);
    const width = 2 * (format.fractionBits + 1);
    const product = this.#v.multiplyModulo([...x.significand, FALSE], [...y.significand, FALSE], width);
    // In [1, 4): the top bit is the twos.
    const top = product[width - 1] as Signal;
    const word = this.mux(top, product, [FALSE, ...product.slice(0, -1)]);
    const exponent = this.#v.add(this.#v.add(x.exponent, y.exponent), [top, FALSE]);
    const rounded = this.round(sign, exponent, word, format, mode);
    const nan = this.#v.any([x.nan, y.nan, this.#c.and(x.infinite, y.zero), this.#c.and(x.zero, y.infinite)]);
    return this.special(rounded, sign, nan, this.#c.or(x.infinite, y.infinite), this.#c.or(x.zero, y.zero), format);
  }

  divide(a: Word, b: Word, format: Format, mode: Rounding = "nearest"): Word {
    const [x, y] = [this.unpack(a, format), this.unpack(b, format)];
    const sign = this.#c.xor(x.sign, y.sign);
    const below = format.fractionBits + 3;
    const dividend = [...new Array<Signal>(below).fill(FALSE), ...x.significand, FALSE];
    const divided = this.#v.divideUnsigned(dividend, [...y.significand, FALSE]);
    // In (1/2, 2): `below` bits after the point.
    const quotient = lowBits(divided.quotient, below + 1);
    const sticky = this.#v.isZero(divided.remainder) ^ 1;
    const top = quotient[below] as Signal;
    const word = this.mux(top, [sticky, ...quotient], [FALSE, sticky, ...quotient.slice(0, -1)]);
    const exponent = this.#v.subtract(this.#v.subtract(x.exponent, y.exponent), [top ^ 1, FALSE]);
    const rounded = this.round(sign, exponent, word, format, mode);
    const nan = this.#v.any([x.nan, y.nan, this.#c.and(x.infinite, y.infinite), this.#c.and(x.zero, y.zero)]);
    return this.special(rounded, sign, nan, this.#c.or(x.infinite, y.zero), this.#c.or(x.zero, y.infinite), format);
  }

  /** NaN before infinity before zero before what was rounded. */
  special(rounded: Word, sign: Signal, nan: Signal, infinite: Signal, zero: Signal, format: Format): Word {
    const finite = this.mux(zero, this.zero(sign, format), rounded);
    return this.mux(nan, this.nan(format), this.mux(infinite, this.infinity(sign, format), finite));
  }

  // --- Conversions --------------------------------------------------------------------------------------------------

  fromInteger(a: Vector, format: Format, mode: Rounding = "nearest"): Word {
    const sign = signOf(a);
    const magnitude = this.#v.magnitude(a);
    const digits = magnitude.slice(0, -1);
    if (digits.length === 0) return this.zero(FALSE, format);
    const { word, zeros } = this.normalise(digits);
    const exponent = this.#v.subtract(constant(BigInt(digits.length - 1)), zeros);
    const rounded = this.round(sign, exponent, word, format, mode);
    return this.mux(this.#v.isZero(magnitude), this.zero(FALSE, format), rounded);
  }

  /** Truncated; anything where the value does not fit `bits` bits and a sign. */
  toInteger(a: Word, format: Format, bits: number): Vector {
    const { sign, exponent, significand } = this.unpackRaw(a, format);
    const room = bits + 1 + format.fractionBits;
    const wide = [...significand, ...new Array<Signal>(Math.max(0, room - significand.length)).fill(FALSE)];
    // Only shifts by 0 to bits - 1 lead to values that fit.
    const count = [...lowBits(exponent, Math.ceil(Math.log2(bits + 1))), FALSE];
    const shifted = this.#v.shiftLeftModulo(wide, count, room);
    const whole = shifted.slice(format.fractionBits).map((signal) => this.#c.and(signal, signOf(exponent) ^ 1));
    return this.#v.negateIf(sign, trim([...whole, FALSE]));
  }

  convert(a: Word, from: Format, to: Format, mode: Rounding = "nearest"): Word {
    if (from === to) return a;
    const x = this.unpack(a, from);
    const rounded = this.round(x.sign, x.exponent, x.significand, to, mode);
    return this.special(rounded, x.sign, x.nan, x.infinite, x.zero, to);
  }

  // --- Unpacking ----------------------------------------------------------------------------------------------------

  /** Subnormal numbers keep their leading zeros. */
  unpackRaw(a: Word, format: Format): Unpacked {
    const field = exponentField(a, format);
    const fraction = fractionOf(a, format);
    const full = this.#exponentIsFull(a, format);
    const subnormal = this.#v.isZero(field);
    const fractionIsZero = this.#v.isZero(fraction);
    // The least exponent is coded as 0 and as 1.
    const coded = [this.#c.or(field[0] as Signal, subnormal), ...field.slice(1), FALSE];
    return {
      nan: this.#c.and(full, fractionIsZero ^ 1),
      infinite: this.#c.and(full, fractionIsZero),
      zero: this.#c.and(subnormal, fractionIsZero),
      sign: a[a.length - 1] as Signal,
      exponent: this.#v.subtract(coded, constant(BigInt(biasOf(format)))),
      significand: [...fraction, subnormal ^ 1],
    };
  }

  /** The hidden bit is set, whatever the number was (but zero). */
  unpack(a: Word, format: Format): Unpacked {
    const raw = this.unpackRaw(a, format);
    const { word, zeros } = this.normalise(raw.significand);
    return { ...raw, significand: word, exponent: this.#v.subtract(raw.exponent, zeros) };
  }

  /** Shifted left until the last bit is set, and by how much. */
  normalise(word: Word): { readonly word: Word; readonly zeros: Vector } {
    let shifted = word;
    const count: Signal[] = [];
    for (let stage = Math.ceil(Math.log2(word.length)) - 1; stage >= 0; stage--) {
      const distance = 2 ** stage;
      if (distance >= word.length) continue;
      const clear = this.#v.isZero(shifted.slice(shifted.length - distance));
      const moved = [...new Array<Signal>(distance).fill(FALSE), ...shifted.slice(0, shifted.length - distance)];
      shifted = this.mux(clear, moved, shifted);
      count.unshift(clear);
    }
    return { word: shifted, zeros: [...count, FALSE] };
  }

  /** The lowest bit takes in everything that falls out. The distance is not negative. */
  shiftRightSticky(word: Word, distance: Vector): Word {
    let shifted = word;
    let over: Signal = FALSE;
    for (let stage = 0; stage < distance.length - 1; stage++) {
      const by = distance[stage] as Signal;
      const step = 2 ** stage;
      if (step >= word.length) {
        over = this.#c.or(over, by);
        continue;
      }
      const dropped = this.#v.any(shifted.slice(0, step + 1));
      const moved = [dropped, ...shifted.slice(step + 1), ...new Array<Signal>(step).fill(FALSE)];
      shifted = this.mux(by, moved, shifted);
    }
    const all = [this.#v.any(shifted), ...new Array<Signal>(word.length - 1).fill(FALSE)];
    return this.mux(over, all, shifted);
  }

  // --- Rounding -----------------------------------------------------------------------------------------------------

  /**
   * The number of the format next to sign * word * 2^exponent, the point of `word` standing behind its last bit, which is
   * set. Fraction and exponent are rounded as one number: a carry out of the fraction is the next exponent.
   */
  round(sign: Signal, exponent: Vector, word: Word, format: Format, mode: Rounding): Word {
    const { fractionBits, exponentBits } = format;
    const bias = biasOf(format);
    const least = fractionBits + 3;
    const long = word.length < least ? [...new Array<Signal>(least - word.length).fill(FALSE), ...word] : word;
    const missing = this.#v.subtract(constant(BigInt(1 - bias)), exponent);
    const subnormal = this.#v.less(ZERO_VECTOR, missing);
    const distance = this.#v.mux(subnormal, missing, ZERO_VECTOR);
    const shifted = this.shiftRightSticky(long, distance);
    const cutAt = shifted.length - fractionBits - 1;
    const fraction = shifted.slice(cutAt, -1);
    const guard = shifted[cutAt - 1] as Signal;
    const sticky = this.#v.any(shifted.slice(0, cutAt - 1));
    const up = this.roundsUp(mode, sign, fraction[0] as Signal, guard, sticky);
    const coded = this.#v.add(exponent, constant(BigInt(bias)));
    const field = lowBits(coded, exponentBits).map((signal) => this.#c.and(signal, subnormal ^ 1));
    const packed = [...fraction, ...field];
    const rounded = this.#v.addModulo(packed, new Array<Signal>(packed.length).fill(FALSE), up);
    const tooLarge = this.#v.less(constant(BigInt(2 * bias)), coded);
    const overflow = this.#c.or(tooLarge, this.#v.all(rounded.slice(fractionBits)));
    return this.mux(overflow, this.#overflowed(mode, sign, format), [...rounded, sign]);
  }

  roundsUp(mode: Rounding, sign: Signal, last: Signal, guard: Signal, sticky: Signal): Signal {
    const modes = signalsOf(mode);
    const inexact = this.#c.or(guard, sticky);
    return this.#v.any([
      this.#v.all([modes.nearest, guard, this.#c.or(sticky, last)]),
      this.#c.and(modes["nearest-away"], guard),
      this.#v.all([modes.upward, inexact, sign ^ 1]),
      this.#v.all([modes.downward, inexact, sign]),
    ]);
  }

  #overflowed(mode: Rounding, sign: Signal, format: Format): Word {
    const largest = [
      ...new Array<Signal>(format.fractionBits).fill(TRUE),
      FALSE,
      ...new Array<Signal>(format.exponentBits - 1).fill(TRUE),
      sign,
    ];
    const modes = signalsOf(mode);
    const leaves = this.#v.any([
      modes.nearest,
      modes["nearest-away"],
      this.#c.and(modes.upward, sign ^ 1),
      this.#c.and(modes.downward, sign),
    ]);
    return this.mux(leaves, this.infinity(sign, format), largest);
  }

  zero(sign: Signal, format: Format): Word {
    return [...new Array<Signal>(format.fractionBits + format.exponentBits).fill(FALSE), sign];
  }

  infinity(sign: Signal, format: Format): Word {
    const { fractionBits, exponentBits } = format;
    return [...new Array<Signal>(fractionBits).fill(FALSE), ...new Array<Signal>(exponentBits).fill(TRUE), sign];
  }

  nan(format: Format): Word {
    return lowBits(constant(nanPattern(format)), widthOf(format));
  }
}

const ZERO_VECTOR: Vector = constant(0n);

export function widthOf({ exponentBits, fractionBits }: Format): number {
  return exponentBits + fractionBits + 1;
}

function biasOf({ exponentBits }: Format): number {
  return 2 ** (exponentBits - 1) - 1;
}

/** Quiet, without payload, positive. */
function nanPattern({ exponentBits, fractionBits }: Format): bigint {
  return ((1n << BigInt(exponentBits + 1)) - 1n) << BigInt(fractionBits - 1);
}

function exponentField(a: Word, { fractionBits }: Format): Word {
  return a.slice(fractionBits, -1);
}

function fractionOf(a: Word, { fractionBits }: Format): Word {
  return a.slice(0, fractionBits);
}
