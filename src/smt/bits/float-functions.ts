/**
 * Functions of IEEE 754 beyond the four operations, as circuits over `floats.ts`: square root, fused multiplication and
 * addition, remainders, rounding to integers, least and greatest. Each computes exactly or with a sticky bit and rounds once.
 */
import { type Circuit, FALSE, type Signal, TRUE } from "./circuit.ts";
import { type Floats, type Format, type Rounding, type Unpacked, type Word, widthOf } from "./floats.ts";
import { constant, lowBits, signOf, trim, type Vector, type Vectors } from "./vectors.ts";

/** An exponent that is wider makes a long division of thousands of steps. */
const WIDEST_EXPONENT_OF_REMAINDER = 8;

export class FloatFunctions {
  readonly #c: Circuit;
  readonly #v: Vectors;
  readonly #f: Floats;

  constructor(circuit: Circuit, vectors: Vectors, floats: Floats) {
    this.#c = circuit;
    this.#v = vectors;
    this.#f = floats;
  }

  // --- Square root --------------------------------------------------------------------------------------------------

  sqrt(a: Word, format: Format, mode: Rounding = "nearest"): Word {
    const { nan, infinite, zero, sign, exponent, significand } = this.#f.unpack(a, format);
    // An odd exponent lends one of its twos: the significand is in [1, 4), its root in [1, 2).
    const odd = exponent[0] as Signal;
    const whole = this.#f.mux(odd, [FALSE, ...significand], [...significand, FALSE]);
    const digits = format.fractionBits + 3;
    const radicand = [...new Array<Signal>(2 * digits - whole.length).fill(FALSE), ...whole];
    const { root, rest } = this.#integerRoot(radicand, digits);
    const half = trim(exponent.length > 1 ? exponent.slice(1) : exponent);
    const rounded = this.#f.round(FALSE, half, [rest, ...root], format, mode);
    const invalid = this.#c.or(nan, this.#c.and(sign, zero ^ 1));
    return this.#f.special(rounded, sign, invalid, infinite, zero, format);
  }

  /** Digit by digit, the highest first; `rest` says whether something is left. */
  #integerRoot(radicand: Word, digits: number): { readonly root: Word; readonly rest: Signal } {
    let root: Signal[] = [];
    let remainder: Vector = [FALSE];
    for (let i = digits - 1; i >= 0; i--) {
      const next = [radicand[2 * i] as Signal, radicand[2 * i + 1] as Signal, ...remainder];
      const trial = [TRUE, FALSE, ...root, FALSE];
      const fits = this.#v.lessOrEqual(trial, next);
      remainder = trim(this.#v.mux(fits, this.#v.subtract(next, trial), next));
      // A remainder is at most twice the root, and not negative.
      remainder = [...lowBits(remainder, root.length + 2), FALSE];
      root = [fits, ...root];
    }
    return { root, rest: this.#v.isZero(remainder) ^ 1 };
  }

  // --- Multiplication and addition, rounded once --------------------------------------------------------------------

  fma(a: Word, b: Word, c: Word, format: Format, mode: Rounding = "nearest"): Word {
    const [x, y, z] = [a, b, c].map((word) => this.#f.unpack(word, format)) as [Unpacked, Unpacked, Unpacked];
    const width = 2 * (format.fractionBits + 1);
    const whole = this.#v.multiplyModulo([...x.significand, FALSE], [...y.significand, FALSE], width);
    const top = whole[width - 1] as Signal;
    const product: Unpacked = {
      nan: this.#v.any([x.nan, y.nan, this.#c.and(x.infinite, y.zero), this.#c.and(x.zero, y.infinite)]),
      infinite: this.#c.or(x.infinite, y.infinite),
      zero: this.#c.or(x.zero, y.zero),
      sign: this.#c.xor(x.sign, y.sign),
      exponent: this.#v.add(this.#v.add(x.exponent, y.exponent), [top, FALSE]),
      significand: this.#f.mux(top, whole, [FALSE, ...whole.slice(0, -1)]),
    };
    const below = new Array<Signal>(width - z.significand.length).fill(FALSE);
    const added: Unpacked = { ...z, significand: [...below, ...z.significand] };
    const swap = this.#isBelow(product, added);
    const [big, small] = [this.#choose(swap, added, product), this.#choose(swap, product, added)];
    return this.#f.sum(big, small, format, mode);
  }

  /** By magnitude: infinities and NaNs above all, zeros below all. */
  #isBelow(a: Unpacked, b: Unpacked): Signal {
    const [aSpecial, bSpecial] = [this.#c.or(a.infinite, a.nan), this.#c.or(b.infinite, b.nan)];
    const higher = this.#v.less(a.exponent, b.exponent);
    const same = this.#v.equal(a.exponent, b.exponent);
    const larger = this.#v.less([...a.significand, FALSE], [...b.significand, FALSE]);
    const finite = this.#c.or(higher, this.#c.and(same, larger));
    const numbers = this.#c.mux(a.zero, TRUE, this.#c.and(finite, b.zero ^ 1));
    return this.#c.mux(aSpecial, FALSE, this.#c.or(bSpecial, numbers));
  }

  #choose(condition: Signal, then: Unpacked, otherwise: Unpacked): Unpacked {
    const one = (name: "nan" | "infinite" | "zero" | "sign"): Signal =>
      this.#c.mux(condition, then[name], otherwise[name]);
    return {
      nan: one("nan"),
      infinite: one("infinite"),
      zero: one("zero"),
      sign: one("sign"),
      exponent: this.#v.mux(condition, then.exponent, otherwise.exponent),
      significand: this.#f.mux(condition, then.significand, otherwise.significand),
    };
  }

  // --- Remainders ---------------------------------------------------------------------------------------------------

  /**
   * a - n * b, n being a / b truncated (`fmod` of C) or the integer next to it, ties to even (`remainder` of C, `fp.rem`).
   * Undefined where the format's exponent is too wide.
   */
  remainder(a: Word, b: Word, format: Format, quotient: "truncated" | "nearest"): Word | undefined {
    if (format.exponentBits > WIDEST_EXPONENT_OF_REMAINDER) return undefined;
    const [x, y] = [this.#f.unpack(a, format), this.#f.unpack(b, format)];
    const distance = this.#v.subtract(x.exponent, y.exponent);
    const { rest, odd } = this.#longDivision(x, y, distance, format);
    const divisor = [...y.significand, FALSE];
    // In halves of the divisor's last place, since a number half as large may be nearer to the divisor than to zero.
    const oneBelow = this.#v.equal(distance, constant(-1n));
    const halves = this.#v.mux(oneBelow, [...x.significand, FALSE], [FALSE, ...rest, FALSE]);
    const isMore = this.#v.less(divisor, halves);
    const isTie = this.#v.equal(divisor, halves);
    const goesUp = quotient === "truncated" ? FALSE : this.#c.or(isMore, this.#c.and(isTie, odd));
    const left = this.#v.mux(goesUp, this.#v.subtract([FALSE, ...divisor], halves), halves);
    const digits = lowBits(left, format.fractionBits + 2);
    const { word, zeros } = this.#f.normalise(digits);
    const exponent = this.#v.subtract(y.exponent, zeros);
    const sign = this.#c.xor(x.sign, goesUp);
    const rounded = this.#f.round(sign, exponent, word, format, "nearest");
    const exact = this.#f.mux(this.#v.isZero(digits), this.#f.zero(x.sign, format), rounded);
    const least = quotient === "truncated" ? 0n : -1n;
    const unchanged = this.#v.any([y.infinite, x.zero, this.#v.less(distance, constant(least))]);
    const nan = this.#v.any([x.nan, y.nan, x.infinite, y.zero]);
    return this.#f.mux(nan, this.#f.nan(format), this.#f.mux(unchanged, a, exact));
  }

  /** The remainder of the significands after as many doublings as the exponents differ, and the quotient's last bit. */
  #longDivision(
    x: Unpacked,
    y: Unpacked,
    distance: Vector,
    { exponentBits, fractionBits }: Format,
  ): { readonly rest: Word; readonly odd: Signal } {
    const divisor = [...y.significand, FALSE];
    const reduced = (word: Word): { readonly rest: Word; readonly fits: Signal } => {
      const fits = this.#v.lessOrEqual(divisor, [...word, FALSE]);
      const less = lowBits(this.#v.subtract([...word, FALSE], divisor), fractionBits + 1);
      return { rest: this.#f.mux(fits, less, lowBits(word, fractionBits + 1)), fits };
    };
    const first = reduced(x.significand);
    let { rest } = first;
    let odd = this.#c.and(first.fits, signOf(distance) ^ 1);
    const most = 2 ** exponentBits - 2 + fractionBits;
    for (let step = 0; step < most; step++) {
      const active = this.#v.less(constant(BigInt(step)), distance);
      const next = reduced([FALSE, ...rest]);
      rest = this.#f.mux(active, next.rest, rest);
      odd = this.#c.mux(active, next.fits, odd);
    }
    return { rest, odd };
  }

  // --- Integers -----------------------------------------------------------------------------------------------------

  roundToIntegral(a: Word, format: Format, mode: Rounding): Word {
    const { fractionBits } = format;
    const { sign, exponent, nan, infinite } = this.#f.unpackRaw(a, format);
    const { magnitude } = this.#integer(a, format, fractionBits + 1, mode);
    const { word, zeros } = this.#f.normalise(magnitude);
    const places = this.#v.subtract(constant(BigInt(magnitude.length - 1)), zeros);
    const rounded = this.#f.round(sign, places, word, format, mode);
    const finite = this.#f.mux(this.#v.isZero(magnitude), this.#f.zero(sign, format), rounded);
    const integral = this.#v.lessOrEqual(constant(BigInt(fractionBits)), exponent);
    return this.#f.mux(this.#v.any([nan, infinite, integral]), a, finite);
  }

  /** An integer of so many bits, and whether the rounded number is one of them; anything where not. */
  toInteger(
    a: Word,
    format: Format,
    bits: number,
    signedness: "signed" | "unsigned",
    mode: Rounding,
  ): { readonly word: Word; readonly fits: Signal } {
    const { sign, nan, infinite } = this.#f.unpackRaw(a, format);
    const { magnitude, small } = this.#integer(a, format, bits, mode);
    const value = this.#v.negateIf(sign, [...magnitude, FALSE]);
    const word = lowBits(value, bits);
    const same = this.#v.equal(value, signedness === "signed" ? word : [...word, FALSE]);
    return { word, fits: this.#v.all([nan ^ 1, infinite ^ 1, small, same]) };
  }

  /** |a| rounded to an integer of one bit more than `bits`; `small` where it is below 2^(bits + 1) before. */
  #integer(
    a: Word,
    format: Format,
    bits: number,
    mode: Rounding,
  ): { readonly magnitude: Word; readonly small: Signal } {
    const { sign, exponent, significand } = this.#f.unpackRaw(a, format);
    const negative = signOf(exponent);
    const zero = constant(0n);
    const right = this.#v.mux(negative, this.#v.negate(exponent), zero);
    // Two places below the last one, for what is smaller than one.
    const point = format.fractionBits + 2;
    const fixed = this.#f.shiftRightSticky([FALSE, FALSE, ...significand], right);
    const width = point + bits + 1;
    const wide = [...fixed, ...new Array<Signal>(Math.max(0, width - fixed.length)).fill(FALSE)];
    const left = this.#v.mux(negative, zero, exponent);
    const shifted = this.#v.shiftLeftModulo(wide, left, width);
    const whole = shifted.slice(point);
    const guard = shifted[point - 1] as Signal;
    const sticky = this.#v.any(shifted.slice(0, point - 1));
    const up = this.#f.roundsUp(mode, sign, whole[0] as Signal, guard, sticky);
    const magnitude = this.#v.addModulo([...whole, FALSE], new Array<Signal>(whole.length + 1).fill(FALSE), up);
    return { magnitude, small: this.#v.lessOrEqual(exponent, constant(BigInt(bits))) };
  }

  // --- Least and greatest -------------------------------------------------------------------------------------------

  /** The operand that is a number, where only one is; `zero` where they are zeros with different signs. */
  extreme(which: "min" | "max", a: Word, b: Word, format: Format, zero: Signal): Word {
    const [left, right] = which === "min" ? [a, b] : [b, a];
    const takesFirst = this.#c.or(this.#f.isNan(b, format), this.#f.less(left, right, format));
    const zeros = this.#c.and(this.#f.isZero(a), this.#f.isZero(b));
    const differ = this.#c.xor(a[widthOf(format) - 1] as Signal, b[widthOf(format) - 1] as Signal);
    const chosen = this.#f.mux(takesFirst, a, b);
    return this.#f.mux(this.#c.and(zeros, differ), this.#f.zero(zero, format), chosen);
  }
}
