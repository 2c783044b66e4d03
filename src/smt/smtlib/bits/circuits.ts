/**
 * Terms over words as circuits: a word has a signal for each bit, lowest first, a Bool is a word of one. Words are always
 * canonical: a float that is no number is the one NaN, a rounding mode is one of five codes. So equality of scalars is equality
 * of words. All walks are iterative.
 */
import { Circuit, FALSE, type Signal, TRUE } from "../../bits/circuit.ts";
import { FloatFunctions } from "../../bits/float-functions.ts";
import { Floats, type Format, type Rounding, type Word } from "../../bits/floats.ts";
import { constant, lowBits, Vectors } from "../../bits/vectors.ts";
import { ArrayReads } from "./arrays.ts";
import { MODES } from "./float-values.ts";
import { type Scalar, widthOfSort } from "./sorts.ts";
import type { BitTerm } from "./term.ts";

export class BitCircuits {
  readonly circuit: Circuit;
  readonly arrays: ArrayReads;
  /** Of variables: signals that a model gives a value. */
  readonly inputs = new Map<BitTerm, Word>();
  readonly #v: Vectors;
  readonly #f: Floats;
  readonly #functions: FloatFunctions;
  readonly #words = new Map<BitTerm, Word>();

  readonly #tick: (work: number) => void;

  constructor(tick: (work: number) => void) {
    this.#tick = tick;
    this.circuit = new Circuit("on", tick);
    this.#v = new Vectors(this.circuit);
    this.#f = new Floats(this.circuit, this.#v);
    this.#functions = new FloatFunctions(this.circuit, this.#v, this.#f);
    this.arrays = new ArrayReads(this.#v, {
      wordOf: (term) => this.#wordOf(term),
      fresh: (sort) => this.#fresh(sort),
      input: () => this.circuit.input(),
      mux: (condition, then, otherwise) => this.#f.mux(condition, then, otherwise),
      tick,
    });
  }

  /** The signal of a term of sort Bool. */
  signalOf(root: BitTerm): Signal {
    const stack = [root];
    while (stack.length > 0) {
      const term = stack[stack.length - 1] as BitTerm;
      const missing = this.#words.has(term) ? [] : term.parts.filter((part) => !this.#words.has(part));
      if (missing.length > 0) {
        stack.push(...missing);
        continue;
      }
      stack.pop();
      if (this.#words.has(term)) continue;
      this.#words.set(term, term.sort.kind === "Array" ? [] : this.#make(term));
      this.#tick(1);
    }
    return this.#wordOf(root)[0] as Signal;
  }

  #wordOf(term: BitTerm): Word {
    const known = this.#words.get(term);
    if (known === undefined) throw new Error("parts of a term should be made before the whole");
    return known;
  }

  /** Any value of a sort. */
  #fresh(sort: Scalar): Word {
    const bits = Array.from({ length: widthOfSort(sort) }, () => this.circuit.input());
    if (sort.kind === "Float") return this.#canonical(bits, sort.format);
    if (sort.kind !== "RoundingMode") return bits;
    const highest = bits[2] as Signal;
    return [...bits.slice(0, 2).map((signal) => this.circuit.and(signal, highest ^ 1)), highest];
  }

  #canonical(word: Word, format: Format): Word {
    return this.#f.mux(this.#f.isNan(word, format), this.#f.nan(format), word);
  }

  #make(term: BitTerm): Word {
    const width = widthOfSort(term.sort as Scalar);
    const [first, second] = term.parts as [BitTerm, BitTerm];
    switch (term.operator) {
      case "constant":
        return lowBits(constant(term.value), width);
      case "variable": {
        const word = this.#fresh(term.sort as Scalar);
        this.inputs.set(term, word);
        return word;
      }
      case "select":
        return this.arrays.read(first, this.#wordOf(second));
      case "=":
        if (first.sort.kind === "Array") return [this.arrays.equal(first, second)];
        return [this.#v.equal(this.#wordOf(first), this.#wordOf(second))];
      default:
        return this.#apply(
          term,
          term.parts.map((part) => this.#wordOf(part)),
          width,
        );
    }
  }

  #apply(term: BitTerm, words: readonly Word[], width: number): Word {
    const [a, b, c] = words as [Word, Word, Word];
    const unsigned = (word: Word): Word => [...word, FALSE];
    const filled = (signal: Signal): Word => new Array<Signal>(width).fill(signal);
    switch (term.operator) {
      case "not":
      case "bvnot":
        return a.map((signal) => signal ^ 1);
      case "and":
        return [this.#v.all(words.map(([signal]) => signal as Signal))];
      case "or":
        return [this.#v.any(words.map(([signal]) => signal as Signal))];
      case "xor":
      case "bvxor":
        return words.reduce((x, y) => x.map((signal, i) => this.circuit.xor(signal, y[i] as Signal)));
      case "bvand":
        return words.reduce((x, y) => x.map((signal, i) => this.circuit.and(signal, y[i] as Signal)));
      case "bvor":
        return words.reduce((x, y) => x.map((signal, i) => this.circuit.or(signal, y[i] as Signal)));
      case "ite":
        return this.#f.mux(a[0] as Signal, b, c);
      case "bvneg":
        return this.#v.addModulo(
          a.map((signal) => signal ^ 1),
          filled(FALSE),
          TRUE,
        );
      case "bvadd":
        return words.reduce((x, y) => this.#v.addModulo(x, y, FALSE));
      case "bvmul":
        return words.reduce((x, y) => this.#v.multiplyModulo(unsigned(x), unsigned(y), width));
      case "bvudiv": {
        const { quotient } = this.#v.divideUnsigned(unsigned(a), unsigned(b));
        return this.#f.mux(this.#v.isZero(b), filled(TRUE), lowBits(quotient, width));
      }
      case "bvurem": {
        const { remainder } = this.#v.divideUnsigned(unsigned(a), unsigned(b));
        return this.#f.mux(this.#v.isZero(b), a, lowBits(remainder, width));
      }
      case "bvshl":
        return this.#v.shiftLeftModulo(a, unsigned(b), width);
      case "bvlshr":
        return lowBits(this.#v.shiftRight(unsigned(a), unsigned(b)), width);
      case "bvashr":
        return lowBits(this.#v.shiftRight(a, unsigned(b)), width);
      case "pack":
        return [...words].reverse().flat();
      case "extract":
        return a.slice(term.numbers[1], (term.numbers[0] as number) + 1);
      case "zero_extend":
        return lowBits(unsigned(a), width);
      case "sign_extend":
        return lowBits(a, width);
      case "bvult":
        return [this.#v.less(unsigned(a), unsigned(b))];
      case "bvule":
        return [this.#v.lessOrEqual(unsigned(a), unsigned(b))];
      case "bvslt":
        return [this.#v.less(a, b)];
      case "bvsle":
        return [this.#v.lessOrEqual(a, b)];
      default:
        return this.#applyFloat(term, words, width);
    }
  }

  // --- Floats -----------------------------------------------------------------------------------------------------------

  #applyFloat(term: BitTerm, words: readonly Word[], width: number): Word {
    const [a, b, c, d] = words as [Word, Word, Word, Word];
    const rounding = term.parts[0]?.sort.kind === "RoundingMode" ? this.#rounding(a) : "nearest";
    const format = formatOf(term) ?? formatOf(term.parts[0]) ?? (formatOf(term.parts[1]) as Format);
    switch (term.operator) {
      case "fp.add":
        return this.#f.add(b, c, format, rounding);
      case "fp.mul":
        return this.#f.multiply(b, c, format, rounding);
      case "fp.div":
        return this.#f.divide(b, c, format, rounding);
      case "fp.fma":
        return this.#functions.fma(b, c, d, format, rounding);
      case "fp.sqrt":
        return this.#functions.sqrt(b, format, rounding);
      case "fp.rem":
        return this.#functions.remainder(a, b, format, "nearest") as Word;
      case "fp.roundToIntegral":
        return this.#functions.roundToIntegral(b, format, rounding);
      case "to_fp.bits":
        return this.#canonical(a, format);
      case "to_fp.float":
        return this.#f.convert(b, formatOf(term.parts[1]) as Format, format, rounding);
      case "to_fp.signed":
        return this.#f.fromInteger(b, format, rounding);
      case "to_fp.unsigned":
        return this.#f.fromInteger([...b, FALSE], format, rounding);
      case "fp.to_ubv":
      case "fp.to_sbv": {
        const signedness = term.operator === "fp.to_sbv" ? "signed" : "unsigned";
        const { word, fits } = this.#functions.toInteger(b, format, width, signedness, rounding);
        return this.#f.mux(fits, word, c);
      }
      case "fp.min":
      case "fp.max":
        return this.#functions.extreme(term.operator === "fp.min" ? "min" : "max", a, b, format, c[0] as Signal);
      case "fp.abs":
        return this.#canonical(this.#f.absolute(a), format);
      case "fp.neg":
        return this.#canonical(this.#f.negate(a), format);
      default:
        return [this.#floatTruth(term, a, b, format)];
    }
  }

  #floatTruth(term: BitTerm, a: Word, b: Word, format: Format): Signal {
    const { nan, infinite, zero, sign, significand } = this.#f.unpackRaw(a, format);
    const hidden = significand[format.fractionBits] as Signal;
    const finite = this.#v.all([nan ^ 1, infinite ^ 1]);
    switch (term.operator) {
      case "fp.leq":
        return this.#f.lessOrEqual(a, b, format);
      case "fp.lt":
        return this.#f.less(a, b, format);
      case "fp.eq":
        return this.#f.equal(a, b, format);
      case "fp.isNormal":
        return this.#v.all([finite, hidden]);
      case "fp.isSubnormal":
        return this.#v.all([hidden ^ 1, zero ^ 1]);
      case "fp.isZero":
        return zero;
      case "fp.isInfinite":
        return infinite;
      case "fp.isNaN":
        return nan;
      case "fp.isNegative":
        return this.#v.all([nan ^ 1, sign]);
      case "fp.isPositive":
        return this.#v.all([nan ^ 1, sign ^ 1]);
      default:
        throw new Error(`${term.operator} should have a circuit`);
    }
  }

  #rounding(code: Word): Rounding {
    const is = (mode: (typeof MODES)[number]): Signal =>
      this.#v.equal(code, lowBits(constant(BigInt(MODES.indexOf(mode))), code.length));
    return {
      nearest: is("RNE"),
      "nearest-away": is("RNA"),
      upward: is("RTP"),
      downward: is("RTN"),
      "toward-zero": is("RTZ"),
    };
  }
}

function formatOf(term: BitTerm | undefined): Format | undefined {
  return term?.sort.kind === "Float" ? term.sort.format : undefined;
}
