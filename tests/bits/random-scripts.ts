/**
 * Random scripts over bit-vectors, arrays and floats, as steps whose texts can be put together for hone and for Z3: assertions, levels,
 * checks with and without assumptions. Reproducible from a seed.
 */
import { randomWords } from "../../src/interpreter/inputs.ts";

export const LOGICS = ["QF_BV", "QF_ABV", "QF_FP", "QF_BVFP", "QF_ABVFP"] as const;
type Logic = (typeof LOGICS)[number];

export interface RandomScript {
  readonly logic: Logic;
  readonly declarations: readonly { readonly name: string; readonly sort: string }[];
  /** `check` with the names of Bool constants that are assumed. */
  readonly steps: readonly (
    | { readonly kind: "text"; readonly text: string }
    | { readonly kind: "check"; readonly assumed: readonly string[] }
  )[];
}

interface FloatSort {
  readonly exponent: number;
  readonly significand: number;
}

const WIDTHS = [1, 2, 3, 4, 5, 8, 8, 11, 16, 32];
/** Z3 4.8.12 fails inside at fp.roundToIntegral of fewer digits. */
const FLOATS: readonly FloatSort[] = [
  { exponent: 3, significand: 5 },
  { exponent: 3, significand: 6 },
  { exponent: 4, significand: 5 },
  { exponent: 5, significand: 11 },
  { exponent: 8, significand: 24 },
];
/** Products, quotients and roots of wider operands take solvers long. */
const WIDEST_PRODUCT = 8;
const WIDEST_FLOAT_PRODUCT = 12;
const MODES = ["RNE", "RNA", "RTP", "RTN", "RTZ"];

function floatText({ exponent, significand }: FloatSort): string {
  return `(_ FloatingPoint ${exponent} ${significand})`;
}

class Generator {
  readonly #word: () => number;
  readonly logic: Logic;
  readonly declarations: { readonly name: string; readonly sort: string }[] = [];
  readonly widths: readonly number[];
  readonly floats: readonly FloatSort[];
  readonly #arrays: { readonly name: string; readonly index: number; readonly element: number }[] = [];

  constructor(seed: number) {
    this.#word = randomWords(seed);
    this.logic = LOGICS[seed % LOGICS.length] as Logic;
    this.widths = this.#has("BV") ? [this.pick(WIDTHS), this.pick(WIDTHS)] : [];
    this.floats = this.#has("FP") ? [this.pick(FLOATS), this.pick(FLOATS)] : [];
    for (const width of this.widths)
      for (const name of ["x", "y"]) this.#declare(`${name}${width}`, `(_ BitVec ${width})`);
    for (const sort of this.floats)
      for (const name of ["f", "g"]) this.#declare(`${name}${sort.exponent}_${sort.significand}`, floatText(sort));
    if (this.#has("FP")) this.#declare("m", "RoundingMode");
    if (this.#has("A")) this.#declareArrays();
  }

  #has(theory: "BV" | "FP" | "A"): boolean {
    return this.logic.slice(3).includes(theory);
  }

  #declare(name: string, sort: string): void {
    if (!this.declarations.some((one) => one.name === name)) this.declarations.push({ name, sort });
  }

  #declareArrays(): void {
    // Few indices, so that they run out now and then.
    const index = this.pick([1, 2, 3, 8, ...this.widths]);
    const element = this.pick(this.widths);
    for (const name of ["a", "b", "c"]) {
      this.#declare(name, `(Array (_ BitVec ${index}) (_ BitVec ${element}))`);
      this.#arrays.push({ name, index, element });
    }
  }

  below(count: number): number {
    return this.#word() % count;
  }

  pick<T>(from: readonly T[]): T {
    return from[this.below(from.length)] as T;
  }

  // --- Bool -------------------------------------------------------------------------------------------------------------

  truth(depth: number): string {
    const deeper = depth - 1;
    if (depth > 1 && this.below(3) === 0) {
      const [p, q] = [this.truth(deeper), this.truth(deeper)];
      return this.pick([
        `(and ${p} ${q})`,
        `(or ${p} ${q})`,
        `(not ${p})`,
        `(=> ${p} ${q})`,
        `(xor ${p} ${q})`,
        `(= ${p} ${q})`,
      ]);
    }
    const kinds = [
      ...(this.widths.length > 0 ? (["vector"] as const) : []),
      ...(this.floats.length > 0 ? (["float"] as const) : []),
      ...(this.#arrays.length > 0 ? (["array"] as const) : []),
    ];
    switch (this.pick(kinds)) {
      case "vector":
        return this.#vectorTruth(this.pick(this.widths), depth);
      case "float":
        return this.#floatTruth(this.pick(this.floats), depth);
      case "array":
        return `(= ${this.#array(deeper)} ${this.#array(deeper)})`;
    }
  }

  #vectorTruth(width: number, depth: number): string {
    const [a, b] = [this.vector(width, depth), this.vector(width, depth)];
    return `(${this.pick(["=", "distinct", "bvult", "bvule", "bvugt", "bvuge", "bvslt", "bvsle", "bvsgt", "bvsge"])} ${a} ${b})`;
  }

  #floatTruth(sort: FloatSort, depth: number): string {
    const a = this.float(sort, depth);
    if (this.below(4) === 0)
      return `(fp.is${this.pick(["Normal", "Subnormal", "Zero", "Infinite", "NaN", "Negative", "Positive"])} ${a})`;
    return `(${this.pick(["=", "fp.eq", "fp.lt", "fp.leq", "fp.gt", "fp.geq"])} ${a} ${this.float(sort, depth)})`;
  }

  // --- Bit-vectors ------------------------------------------------------------------------------------------------------

  vector(width: number, depth: number): string {
    if (depth <= 0 || this.below(8) === 0) return this.#vectorLeaf(width);
    const deeper = depth - 1;
    const a = () => this.vector(width, deeper);
    switch (this.below(this.#arrays.length > 0 ? 12 : 10)) {
      case 0:
        return `(${this.pick(["bvnot", "bvneg"])} ${a()})`;
      case 1:
      case 2:
        return `(${this.pick(["bvand", "bvor", "bvxor", "bvnand", "bvnor", "bvxnor", "bvadd", "bvsub"])} ${a()} ${a()})`;
      case 3:
        return width > WIDEST_PRODUCT
          ? `(bvmul ${a()} ${this.#vectorConstant(width)})`
          : `(${this.pick(["bvmul", "bvudiv", "bvurem", "bvsdiv", "bvsrem", "bvsmod"])} ${a()} ${a()})`;
      case 4:
        return `(${this.pick(["bvshl", "bvlshr", "bvashr"])} ${a()} ${a()})`;
      case 5: {
        if (width === 1) return `(bvcomp ${this.vector(3, deeper)} ${this.vector(3, deeper)})`;
        const high = 1 + this.below(width - 1);
        return `(concat ${this.vector(high, deeper)} ${this.vector(width - high, deeper)})`;
      }
      case 6: {
        const low = this.below(4);
        return `((_ extract ${low + width - 1} ${low}) ${this.vector(width + low + this.below(3), deeper)})`;
      }
      case 7: {
        const by = this.below(width);
        return `((_ ${this.pick(["zero_extend", "sign_extend"])} ${by}) ${this.vector(width - by, deeper)})`;
      }
      case 8:
        if (this.floats.length > 0) return this.#fromFloat(width, deeper);
        return width % 2 === 0
          ? `((_ repeat 2) ${this.vector(width / 2, deeper)})`
          : `((_ ${this.pick(["rotate_left", "rotate_right"])} ${this.below(2 * width)}) ${a()})`;
      case 9:
        return `(ite ${this.truth(deeper)} ${a()} ${a()})`;
      default:
        return this.#read(width, deeper);
    }
  }

  #vectorLeaf(width: number): string {
    if (!this.widths.includes(width) || this.below(3) === 0) return this.#vectorConstant(width);
    return `${this.pick(["x", "y"])}${width}`;
  }

  #vectorConstant(width: number): string {
    const all = (1n << BigInt(width)) - 1n;
    const value = this.pick([0n, 1n, all, all >> 1n, (all >> 1n) + 1n, BigInt(this.#word()) & all]);
    return this.below(2) === 0 ? `#b${value.toString(2).padStart(width, "0")}` : `(_ bv${value & all} ${width})`;
  }

  #fromFloat(width: number, depth: number): string {
    const sort = this.pick(this.floats);
    return `((_ ${this.pick(["fp.to_ubv", "fp.to_sbv"])} ${width}) ${this.mode()} ${this.float(sort, depth)})`;
  }

  // --- Arrays -----------------------------------------------------------------------------------------------------------

  #array(depth: number): string {
    const { name, index, element } = this.pick(this.#arrays);
    if (depth <= 0 || this.below(4) === 0) return name;
    switch (this.below(5)) {
      case 0:
        return `((as const (Array (_ BitVec ${index}) (_ BitVec ${element}))) ${this.vector(element, depth - 1)})`;
      case 1:
        return `(ite ${this.truth(depth - 1)} ${this.#array(depth - 1)} ${this.#array(depth - 1)})`;
      default:
        return `(store ${this.#array(depth - 1)} ${this.vector(index, depth - 1)} ${this.vector(element, depth - 1)})`;
    }
  }

  #read(width: number, depth: number): string {
    const { index, element } = this.#arrays[0] as { readonly index: number; readonly element: number };
    if (element !== width) return this.#vectorLeaf(width);
    return `(select ${this.#array(depth)} ${this.vector(index, depth)})`;
  }

  // --- Floats -----------------------------------------------------------------------------------------------------------

  mode(): string {
    return this.below(4) === 0 ? "m" : this.pick(MODES);
  }

  float(sort: FloatSort, depth: number): string {
    if (depth <= 0 || this.below(6) === 0) return this.#floatLeaf(sort);
    const deeper = depth - 1;
    const a = () => this.float(sort, deeper);
    const small = sort.significand <= WIDEST_FLOAT_PRODUCT;
    switch (this.below(12)) {
      case 0:
        return `(${this.pick(["fp.abs", "fp.neg"])} ${a()})`;
      case 1:
      case 2:
        return `(${this.pick(["fp.add", "fp.sub"])} ${this.mode()} ${a()} ${a()})`;
      case 3:
        return `(fp.mul ${this.mode()} ${a()} ${small ? a() : this.#floatConstant(sort)})`;
      case 4:
        return small ? `(fp.div ${this.mode()} ${a()} ${a()})` : `(fp.neg ${a()})`;
      case 5:
        // Z3 4.8.12 fails inside where the mode is a variable.
        return small ? `(fp.fma ${this.pick(MODES)} ${a()} ${a()} ${a()})` : `(fp.abs ${a()})`;
      case 6:
        return small ? `(fp.sqrt ${this.mode()} ${a()})` : `(fp.roundToIntegral ${this.mode()} ${a()})`;
      case 7:
        return `(fp.roundToIntegral ${this.mode()} ${a()})`;
      case 8:
        return `(${this.pick(["fp.min", "fp.max"])} ${a()} ${a()})`;
      case 9:
        return `(ite ${this.truth(deeper)} ${a()} ${a()})`;
      case 10:
        return this.#converted(sort, deeper);
      default:
        return sort.exponent <= 4 ? `(fp.rem ${a()} ${a()})` : this.#floatLeaf(sort);
    }
  }

  #converted(sort: FloatSort, depth: number): string {
    const to = `(_ to_fp ${sort.exponent} ${sort.significand})`;
    const bits = sort.exponent + sort.significand;
    switch (this.below(this.widths.length > 0 ? 5 : 2)) {
      case 0:
        return `(${to} ${this.mode()} ${this.float(this.pick(this.floats), depth)})`;
      case 1:
        return `(${to} ${this.mode()} ${this.pick(["0.1", "3.0", "(- 2.5)", "(/ 1.0 3.0)", "1000000.0", "0.0"])})`;
      case 2:
        return `(${to} ${this.vector(bits, depth)})`;
      case 3:
        return `(${to} ${this.mode()} ${this.vector(this.pick(this.widths), depth)})`;
      default:
        return `((_ to_fp_unsigned ${sort.exponent} ${sort.significand}) ${this.mode()} ${this.vector(this.pick(this.widths), depth)})`;
    }
  }

  #floatLeaf(sort: FloatSort): string {
    if (!this.floats.includes(sort) || this.below(3) === 0) return this.#floatConstant(sort);
    return `${this.pick(["f", "g"])}${sort.exponent}_${sort.significand}`;
  }

  #floatConstant({ exponent, significand }: FloatSort): string {
    if (this.below(3) === 0)
      return `(_ ${this.pick(["+oo", "-oo", "+zero", "-zero", "NaN"])} ${exponent} ${significand})`;
    const digits = (count: number): string => Array.from({ length: count }, () => this.below(2)).join("");
    // Mostly near one: those fit, tie and cancel.
    const field = this.below(2) === 0 ? `0${"1".repeat(exponent - 1)}` : digits(exponent);
    return `(fp #b${digits(1)} #b${field} #b${this.below(3) === 0 ? "0".repeat(significand - 1) : digits(significand - 1)})`;
  }
}

export function randomScript(seed: number): RandomScript {
  const generator = new Generator(seed);
  const depth = 1 + generator.below(3);
  const assertion = () => ({ kind: "text" as const, text: `(assert ${generator.truth(depth)})` });
  const steps: RandomScript["steps"][number][] = [];
  const guards = ["p0", "p1", "p2"];
  for (let i = generator.below(3); i >= 0; i--) steps.push(assertion());
  steps.push({ kind: "check", assumed: [] });
  switch (generator.below(3)) {
    case 0:
      steps.push({ kind: "text", text: "(push 1)" }, assertion(), assertion(), { kind: "check", assumed: [] });
      steps.push({ kind: "text", text: "(pop 1)" }, { kind: "check", assumed: [] });
      break;
    case 1:
      for (const guard of guards)
        steps.push({ kind: "text", text: `(assert (=> ${guard} ${generator.truth(depth)}))` });
      steps.push({ kind: "check", assumed: guards }, { kind: "check", assumed: guards.slice(0, 2) });
      break;
  }
  const booleans = guards.map((name) => ({ name, sort: "Bool" }));
  return { logic: generator.logic, declarations: [...generator.declarations, ...booleans], steps };
}
