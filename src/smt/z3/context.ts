/**
 * A Z3 context with short names for what is built in it. Contexts are not reference counted: terms live until the
 * context is deleted, so that a handle can be kept in a table without care. The price is paid by recycling: a context that
 * has made many terms is retired, and solvers move to a new one (`pool.ts`).
 */
import { type Int, powerOfTwo } from "../../numbers/int.ts";
import { memoised } from "../../util/memo.ts";
import { type Carrier, type RawZ3, Z3Failure } from "./carrier.ts";

export type Ast = number;

/** Sorts of terms; `[int]` is an array of integers over integers. */
type ScalarSort = "int" | "real" | "f32" | "f64";
export type Sort = ScalarSort | `[${ScalarSort}]`;

export class Z3Context {
  readonly carrier: Carrier;
  readonly raw: RawZ3;
  readonly handle: number;
  readonly bool: number;
  /** Terms made, a measure of the memory held. */
  made = 0;
  readonly #sorts = new Map<Sort, number>();
  readonly #numerals = new Map<Int, Ast>();
  #symbols = 0;

  constructor(carrier: Carrier) {
    this.carrier = carrier;
    this.raw = carrier.raw;
    const config = this.raw.Z3_mk_config();
    this.handle = this.raw.Z3_mk_context(config);
    this.raw.Z3_del_config(config);
    carrier.silence(this.handle);
    this.bool = this.raw.Z3_mk_bool_sort(this.handle);
  }

  delete(): void {
    this.raw.Z3_del_context(this.handle);
  }

  /** For calls without a result to look at. */
  check(what: string): void {
    const code = this.raw.Z3_get_error_code(this.handle);
    if (code !== 0) throw new Z3Failure(`${what}: ${this.raw.Z3_get_error_msg(this.handle, code)}`);
  }

  sort(of: Sort): number {
    return memoised(this.#sorts, of, () => this.#makeSort(of));
  }

  #makeSort(of: Sort): number {
    switch (of) {
      case "int":
        return this.raw.Z3_mk_int_sort(this.handle);
      case "real":
        return this.raw.Z3_mk_real_sort(this.handle);
      case "f32":
        return this.raw.Z3_mk_fpa_sort(this.handle, 8, 24);
      case "f64":
        return this.raw.Z3_mk_fpa_sort(this.handle, 11, 53);
      default:
        return this.raw.Z3_mk_array_sort(this.handle, this.sort("int"), this.sort(elementOf(of)));
    }
  }

  /** A constant that no other call returns. */
  fresh(sort: number): Ast {
    this.#symbols += 1;
    this.made += 1;
    const symbol = this.raw.Z3_mk_int_symbol(this.handle, this.#symbols);
    return this.raw.Z3_mk_const(this.handle, symbol, sort);
  }

  freshFunction(parameters: readonly number[], result: number): number {
    this.#symbols += 1;
    const symbol = this.raw.Z3_mk_int_symbol(this.handle, this.#symbols);
    return this.raw.Z3_mk_func_decl(this.handle, symbol, parameters.length, parameters, result);
  }

  call(declared: number, operands: readonly Ast[]): Ast {
    this.made += 1;
    return this.raw.Z3_mk_app(this.handle, declared, operands.length, operands);
  }

  integer(value: Int): Ast {
    return memoised(this.#numerals, value, () => this.numeral(`${value}`, this.sort("int")));
  }

  numeral(text: string, sort: number): Ast {
    this.made += 1;
    return this.raw.Z3_mk_numeral(this.handle, text, sort);
  }

  powerOfTwo(exponent: number): Ast {
    return this.integer(powerOfTwo(exponent));
  }

  not(operand: Ast): Ast {
    this.made += 1;
    return this.raw.Z3_mk_not(this.handle, operand);
  }

  and(operands: readonly Ast[]): Ast {
    this.made += 1;
    return this.raw.Z3_mk_and(this.handle, operands.length, operands);
  }

  or(operands: readonly Ast[]): Ast {
    this.made += 1;
    return this.raw.Z3_mk_or(this.handle, operands.length, operands);
  }

  eq(left: Ast, right: Ast): Ast {
    this.made += 1;
    return this.raw.Z3_mk_eq(this.handle, left, right);
  }

  le(left: Ast, right: Ast): Ast {
    this.made += 1;
    return this.raw.Z3_mk_le(this.handle, left, right);
  }

  lt(left: Ast, right: Ast): Ast {
    this.made += 1;
    return this.raw.Z3_mk_lt(this.handle, left, right);
  }

  ite(condition: Ast, then: Ast, otherwise: Ast): Ast {
    this.made += 1;
    return this.raw.Z3_mk_ite(this.handle, condition, then, otherwise);
  }

  add(left: Ast, right: Ast): Ast {
    this.made += 1;
    return this.raw.Z3_mk_add(this.handle, 2, [left, right]);
  }

  subtract(left: Ast, right: Ast): Ast {
    this.made += 1;
    return this.raw.Z3_mk_sub(this.handle, 2, [left, right]);
  }

  multiply(left: Ast, right: Ast): Ast {
    this.made += 1;
    return this.raw.Z3_mk_mul(this.handle, 2, [left, right]);
  }

  negate(operand: Ast): Ast {
    this.made += 1;
    return this.raw.Z3_mk_unary_minus(this.handle, operand);
  }

  /** SMT-LIB's `div` and `mod`: the remainder is never negative. Of reals, `div` is division. */
  div(left: Ast, right: Ast): Ast {
    this.made += 1;
    return this.raw.Z3_mk_div(this.handle, left, right);
  }

  mod(left: Ast, right: Ast): Ast {
    this.made += 1;
    return this.raw.Z3_mk_mod(this.handle, left, right);
  }
}

export function elementOf(array: Sort): ScalarSort {
  return array.slice(1, -1) as ScalarSort;
}

export function isArraySort(sort: Sort): sort is `[${ScalarSort}]` {
  return sort.startsWith("[");
}
