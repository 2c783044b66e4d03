/**
 * Random formulas over what C computes with: machine integers with wraps, products, shifts and bits, floats of both formats and
 * conversions between them, arrays of bytes. For the bit-precise solver; those of `support/smt/sessions.ts` are mostly linear.
 */
import type { Formula, Term, Variable } from "../../src/logic/term.ts";
import * as t from "../../src/logic/term.ts";
import { arrayType, F32, F64, type FloatType, type IntType, intType, type ValueType } from "../../src/logic/types.ts";
import { type Random, randomSource } from "../support/interpolation-problems.ts";

const INTEGERS: readonly IntType[] = [
  intType(8, "unsigned"),
  intType(8, "signed"),
  intType(11, "unsigned"),
  intType(16, "signed"),
  intType(32, "signed"),
];
const SIGNED = INTEGERS.filter(({ signed }) => signed);
/** Products and quotients of wider operands take solvers long. */
const SMALL = INTEGERS.slice(0, 2);

/** Formulas to be true together. */
export function termProblem(seed: number): readonly Formula[] {
  const random = randomSource(seed);
  const writer = new Writer(random);
  return Array.from({ length: random.between(1, 4) }, () => writer.formula(random.below(3)));
}

class Writer {
  readonly #random: Random;
  readonly #integers: Variable[] = [];
  readonly #floats: Variable[] = [];
  readonly #array: Variable;

  constructor(random: Random) {
    this.#random = random;
    let id = 0;
    const made = (type: ValueType): Variable => ({ id, name: `v${id++}`, type, role: "local" });
    for (let i = random.between(2, 4); i > 0; i--) this.#integers.push(made(random.pick(INTEGERS)));
    this.#integers.push(made(random.pick(SMALL)));
    for (const type of [F32, F32, F64]) this.#floats.push(made(type));
    // A few places, so that they are told apart as soon as there are a few stores; indices go elsewhere, too.
    const places = { first: random.between(0, 3), stride: random.between(1, 2), count: random.between(1, 3) };
    this.#array = made(arrayType(intType(8, "unsigned"), random.chance(0.5) ? places : undefined));
  }

  formula(depth: number): Formula {
    const random = this.#random;
    if (depth === 0) return this.#atom();
    const parts = [this.formula(depth - 1), this.formula(depth - 1)];
    const junction = random.chance(0.5) ? t.and(parts) : t.or(parts);
    return random.chance(0.2) ? t.not(junction) : junction;
  }

  #atom(): Formula {
    const random = this.#random;
    if (random.chance(0.25)) {
      const type = random.pick([F32, F32, F64]);
      const truth = t.floatComparison(random.pick(["feq", "flt", "fle"]), this.#float(type, 1), this.#float(type, 0));
      return random.chance(0.3) ? t.not(truth) : truth;
    }
    const [left, right] = [this.#integer(2), random.chance(0.5) ? this.#constant() : this.#integer(2)];
    return random.pick([t.eq, t.ne, t.lt, t.le])(left, right);
  }

  #constant(): Term {
    const random = this.#random;
    const power = 2 ** random.pick([0, 3, 7, 8, 15, 16, 31, 32]);
    return t.integer(random.pick([random.between(-20, 20), power, power - 1, -power]));
  }

  #wrapped(term: Term): Term {
    return t.wrap(term, this.#random.pick(INTEGERS), "conversion");
  }

  #integer(depth: number): Term {
    const random = this.#random;
    if (depth === 0 || random.chance(0.2))
      return random.chance(0.2) ? this.#constant() : t.variable(random.pick(this.#integers));
    const a = () => this.#integer(depth - 1);
    const small = () => t.wrap(a(), random.pick(SMALL), "conversion");
    switch (random.below(10)) {
      case 0:
        return this.#wrapped(t.add(a(), a()));
      case 1:
        return this.#wrapped(t.subtract(a(), a()));
      case 2:
        return t.multiply(small(), small());
      case 3:
        return this.#wrapped(t.multiply(a(), this.#constant()));
      case 4: {
        const [left, right] = [small(), t.bits("bitor", small(), t.integer(1))];
        return random.chance(0.5) ? t.divide(left, right) : t.remainder(left, right);
      }
      case 5:
        return t.bits(random.pick(["bitand", "bitor", "bitxor"]), a(), a());
      case 6: {
        const count = t.bits("bitand", a(), t.integer(random.pick([3, 7, 31])));
        return this.#wrapped(t.bits(random.pick(["shiftleft", "shiftright"]), this.#wrapped(a()), count));
      }
      case 7:
        return t.ite(this.#atom(), a(), a());
      case 8:
        return this.#fromFloat(random.pick([F32, F64]), depth - 1);
      default: {
        const array = t.variable(this.#array);
        let written: Term = array;
        for (let stores = random.between(0, 4); stores > 0; stores--)
          written = t.store(written, a(), t.wrap(a(), intType(8, "unsigned"), "conversion"));
        return t.select(written, a());
      }
    }
  }

  /** Where it fits: what does not is undefined. */
  #fromFloat(type: FloatType, depth: number): Term {
    const term = this.#float(type, depth);
    const [low, high] = [t.float(-100, type), t.float(100, type)];
    const fits = t.and([t.floatComparison("fle", low, term), t.floatComparison("fle", term, high)]);
    return t.ite(fits, t.floatToInt(term, this.#random.pick(SIGNED)), t.integer(0));
  }

  #float(type: FloatType, depth: number): Term {
    const random = this.#random;
    const constant = () =>
      t.float(random.pick([0, -0, 1, -1.5, 0.1, 2 ** 24, 2 ** -126, Number.NaN, Infinity].map(Math.fround)), type);
    const leaf = () => {
      const same = this.#floats.filter((one) => one.type === type);
      return random.chance(0.25) ? constant() : t.variable(random.pick(same));
    };
    if (depth === 0 || random.chance(0.2)) return leaf();
    const a = () => this.#float(type, depth - 1);
    // Sums and products of doubles take Z3 long.
    switch (type === F64 ? random.between(4, 7) : random.below(8)) {
      case 0:
      case 1:
        return t.floatBinary(random.pick(["fadd", "fsubtract"]), a(), a(), type);
      case 2:
        return t.floatBinary("fmultiply", a(), constant(), type);
      case 3:
        return t.floatBinary("fdivide", a(), constant(), type);
      case 4:
        return t.floatNegate(a(), type);
      case 5:
        return t.intToFloat(this.#integer(depth - 1), type);
      case 6:
        return t.floatToFloat(this.#float(type === F32 ? F64 : F32, depth - 1), type);
      default:
        return t.ite(this.#atom(), a(), a());
    }
  }
}
