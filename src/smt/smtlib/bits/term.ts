/**
 * Terms over words of bits: what is left of SMT-LIB's functions once the derived ones are written with the others
 * (`bitvector-operators.ts`, `float-operators.ts`). Each operator has a circuit (`circuits.ts`) and a value (`evaluate.ts`),
 * written apart from each other. Equal terms are the same object.
 */
import { memoised } from "../../../util/memo.ts";
import { BOOL, bitVector, type Scalar, type Sort, widthOfSort } from "./sorts.ts";

export type Operator =
  // Core, and of any sort
  | ("constant" | "variable" | "not" | "and" | "or" | "xor" | "ite" | "=")
  // Bit-vectors. `pack`: the bits of operands of any sorts, the first one's highest. `extract` numbers: high, low.
  | (
      | "bvnot"
      | "bvand"
      | "bvor"
      | "bvxor"
      | "bvneg"
      | "bvadd"
      | "bvmul"
      | "bvudiv"
      | "bvurem"
      | "bvshl"
      | "bvlshr"
      | "bvashr"
    )
  | ("pack" | "extract" | "zero_extend" | "sign_extend" | "bvult" | "bvule" | "bvslt" | "bvsle")
  // Floats. Of `fp.min`, `fp.max`, `fp.to_ubv` and `fp.to_sbv` the last operand is what they give where they are unspecified.
  | ("fp.abs" | "fp.neg" | "fp.add" | "fp.mul" | "fp.div" | "fp.fma" | "fp.sqrt" | "fp.rem" | "fp.roundToIntegral")
  | ("fp.min" | "fp.max" | "fp.leq" | "fp.lt" | "fp.eq")
  | ("fp.isNormal" | "fp.isSubnormal" | "fp.isZero" | "fp.isInfinite" | "fp.isNaN" | "fp.isNegative" | "fp.isPositive")
  | ("to_fp.bits" | "to_fp.float" | "to_fp.signed" | "to_fp.unsigned" | "fp.to_ubv" | "fp.to_sbv")
  // Arrays
  | ("select" | "store" | "const");

export interface BitTerm {
  readonly id: number;
  readonly operator: Operator;
  readonly sort: Sort;
  readonly parts: readonly BitTerm[];
  readonly numbers: readonly number[];
  /** Of a constant: its bits, not negative. Of a real: its numerator. */
  readonly value: bigint;
  /** Of a real; 1 otherwise. */
  readonly denominator: bigint;
}

export class Terms {
  readonly #known = new Map<string, BitTerm>();
  readonly #hidden = new Map<string, BitTerm>();
  #count = 0;

  make(operator: Operator, sort: Sort, parts: readonly BitTerm[], numbers: readonly number[] = []): BitTerm {
    const key = `${operator} ${numbers.join()} ${parts.map(({ id }) => id).join()} ${this.#sortKey(operator, sort)}`;
    return memoised(this.#known, key, () => this.#new(operator, sort, parts, numbers, 0n, 1n));
  }

  /** Where operands and numbers do not say the sort. */
  #sortKey(operator: Operator, sort: Sort): string {
    if (operator === "const" && sort.kind === "Array") return `${JSON.stringify(sort.index)}`;
    return operator.startsWith("to_fp") && sort.kind === "Float"
      ? `${sort.format.exponentBits} ${sort.format.fractionBits}`
      : "";
  }

  #new(
    operator: Operator,
    sort: Sort,
    parts: readonly BitTerm[],
    numbers: readonly number[],
    value: bigint,
    denominator: bigint,
  ): BitTerm {
    this.#count += 1;
    return { id: this.#count, operator, sort, parts, numbers, value, denominator };
  }

  constant(sort: Sort, value: bigint, denominator = 1n): BitTerm {
    const kind = sort.kind === "Float" ? JSON.stringify(sort.format) : sort.kind === "BitVec" ? sort.width : sort.kind;
    const key = `${kind} ${value}/${denominator}`;
    return memoised(this.#known, key, () => this.#new("constant", sort, [], [], value, denominator));
  }

  truth(value: "true" | "false"): BitTerm {
    return this.constant(BOOL, value === "true" ? 1n : 0n);
  }

  variable(sort: Sort): BitTerm {
    return this.#new("variable", sort, [], [], 0n, 1n);
  }

  /** A variable that stands for what a theory leaves open, the same one for the same key. */
  hidden(key: string, sort: Sort): BitTerm {
    return memoised(this.#hidden, key, () => this.variable(sort));
  }

  // --- What derived operators are written with --------------------------------------------------------------------------

  not(a: BitTerm): BitTerm {
    return this.make("not", BOOL, [a]);
  }

  and(parts: readonly BitTerm[]): BitTerm {
    return parts.length === 1 ? (parts[0] as BitTerm) : this.make("and", BOOL, parts);
  }

  or(parts: readonly BitTerm[]): BitTerm {
    return parts.length === 1 ? (parts[0] as BitTerm) : this.make("or", BOOL, parts);
  }

  equal(a: BitTerm, b: BitTerm): BitTerm {
    return this.make("=", BOOL, [a, b]);
  }

  ite(condition: BitTerm, then: BitTerm, otherwise: BitTerm): BitTerm {
    return this.make("ite", then.sort, [condition, then, otherwise]);
  }

  pack(parts: readonly BitTerm[]): BitTerm {
    const width = parts.reduce((sum, { sort }) => sum + widthOfSort(sort as Scalar), 0);
    return this.make("pack", bitVector(width), parts);
  }

  extract(high: number, low: number, a: BitTerm): BitTerm {
    return this.make("extract", bitVector(high - low + 1), [a], [high, low]);
  }

  extend(kind: "zero_extend" | "sign_extend", by: number, a: BitTerm): BitTerm {
    return by === 0 ? a : this.make(kind, bitVector(widthOfSort(a.sort as Scalar) + by), [a], [by]);
  }
}
