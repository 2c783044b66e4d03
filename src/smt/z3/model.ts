/**
 * A model of Z3 as values of variables, read out at once: handles of Z3 do not outlive the next call. Whether a formula
 * holds in it is decided by `logic/evaluate.ts` (and its rational counterpart), not by Z3.
 */
import { type ArrayValue, type Environment, holds, type Value, wrapInto } from "../../logic/evaluate.ts";
import type { Formula, Variable } from "../../logic/term.ts";
import type { IntType, ValueType } from "../../logic/types.ts";
import { CONSTANT_ARRAY } from "../../model/model.ts";
import { fromBig, type Int } from "../../numbers/int.ts";
import * as rational from "../../numbers/rational.ts";
import { holdsOverReals } from "../reals.ts";
import type { SolverModel } from "../solver.ts";
import { type Ast, elementOf, isArraySort, type Sort, type Z3Context } from "./context.ts";
import { floatOfBits, isFloatSort } from "./floats.ts";
import { isBoolean, sortOfType } from "./sorts.ts";
import type { Translator } from "./translate.ts";

type Known = Value | rational.Rational;

export class Z3Model implements SolverModel {
  readonly #values: ReadonlyMap<Variable, Known>;
  readonly #hasReals: boolean;

  constructor(values: ReadonlyMap<Variable, Known>) {
    this.#values = values;
    this.#hasReals = [...values.keys()].some((of) => of.type.kind === "real");
  }

  scalar(of: Variable): Int | undefined {
    const value = this.#values.get(of);
    return typeof value === "object" ? undefined : value;
  }

  rational(of: Variable): rational.Rational | undefined {
    const value = this.#values.get(of);
    return value !== undefined && !isArrayValue(value) && of.type.kind !== "float" ? value : undefined;
  }

  array(of: Variable): ReadonlyMap<Int, Int> | undefined {
    const value = this.#values.get(of);
    return value !== undefined && isArrayValue(value) ? value.elements : undefined;
  }

  holds(formula: Formula): boolean | undefined {
    if (this.#hasReals) return holdsOverReals(formula, (of) => this.rational(of), this.#environment);
    return holds(formula, this.#environment);
  }

  readonly #environment: Environment = {
    valueOf: (of) => {
      const value = this.#values.get(of);
      return value !== undefined && !isFraction(value) ? value : undefined;
    },
    apply: (name, operands) => {
      const [first] = operands;
      if (typeof first === "object" || first === undefined) return undefined;
      if (name === CONSTANT_ARRAY) return { elements: new Map(), otherwise: first };
      return name === "fabs" ? Math.abs(Number(first)) : undefined;
    },
  };
}

function isFraction(value: Known): value is rational.Fraction {
  return typeof value === "object" && "numerator" in value;
}

function isArrayValue(value: Known): value is ArrayValue {
  return typeof value === "object" && "elements" in value;
}

/** undefined values (irrational numbers, functions that are no finite tables) are left out. */
export function readModel(
  z3: Z3Context,
  translator: Translator,
  model: number,
  variables: Iterable<Variable>,
): Z3Model {
  const values = new Map<Variable, Known>();
  for (const of of variables) {
    const value = readVariable(z3, translator, model, of);
    if (value !== undefined) values.set(of, value);
  }
  return new Z3Model(values);
}

function readVariable(z3: Z3Context, translator: Translator, model: number, of: Variable): Known | undefined {
  const ast = evaluated(z3, model, translator.constant(of));
  if (ast === undefined) return undefined;
  if (isBoolean(of)) return z3.raw.Z3_get_bool_value(z3.handle, ast) === 1 ? 1 : 0;
  const sort = sortOfType(of.type);
  if (isArraySort(sort)) return withElements(readArray(z3, model, ast, sort), of.type);
  const value = readScalar(z3, model, ast, sort);
  const isMachine = of.type.kind === "int" || of.type.kind === "pointer";
  if (isMachine && value !== undefined && typeof value !== "object" && wrapInto(value, of.type as IntType) !== value)
    return undefined;
  return value;
}

/** Elements that no formula reads need not be of their type in Z3's model; evaluation tells if it mattered. */
function withElements(array: ArrayValue | undefined, type: ValueType): ArrayValue | undefined {
  const element = type.kind === "array" ? type.element : undefined;
  if (array === undefined || (element?.kind !== "int" && element?.kind !== "pointer")) return array;
  const elements = new Map([...array.elements].map(([at, value]) => [at, wrapInto(value, element)]));
  return { elements, otherwise: array.otherwise === undefined ? undefined : wrapInto(array.otherwise, element) };
}

/** With completion: variables that do not matter get some value. */
function evaluated(z3: Z3Context, model: number, ast: Ast): Ast | undefined {
  z3.made += 1;
  return z3.raw.Z3_model_eval(z3.handle, model, ast, true, z3.carrier.slot) ? z3.carrier.slot.read() : undefined;
}

function readScalar(z3: Z3Context, model: number, ast: Ast, sort: Sort): Int | rational.Rational | undefined {
  if (isFloatSort(sort)) {
    // NaN has no bits of its own in Z3.
    const nan = evaluated(z3, model, z3.raw.Z3_mk_fpa_is_nan(z3.handle, ast));
    if (nan !== undefined && z3.raw.Z3_get_bool_value(z3.handle, nan) === 1) return Number.NaN;
    const bits = evaluated(z3, model, z3.raw.Z3_mk_fpa_to_ieee_bv(z3.handle, ast));
    const digits = bits === undefined ? undefined : numeral(z3, bits);
    return digits === undefined ? undefined : floatOfBits(BigInt(digits), sort);
  }
  const digits = numeral(z3, ast);
  if (digits === undefined) return undefined;
  const [above, below] = digits.split("/") as [string, string?];
  const numerator = readInteger(above);
  return below === undefined ? numerator : rational.fraction(numerator, readInteger(below));
}

function readInteger(digits: string): Int {
  return digits.length < 16 ? Number(digits) : fromBig(BigInt(digits));
}

function numeral(z3: Z3Context, ast: Ast): string | undefined {
  return z3.raw.Z3_is_numeral_ast(z3.handle, ast) ? z3.raw.Z3_get_numeral_string(z3.handle, ast) : undefined;
}

/** A chain of `store` on a `const`, or `as-array` of a function with a finite table. */
function readArray(z3: Z3Context, model: number, ast: Ast, sort: `[${string}]` & Sort): ArrayValue | undefined {
  const { raw, handle } = z3;
  const stores: [Int, Int][] = [];
  const element = elementOf(sort);
  const put = (index: Ast, value: Ast): boolean => {
    const at = readScalar(z3, model, index, "int");
    const what = readScalar(z3, model, value, element);
    if (at === undefined || what === undefined || typeof at === "object" || typeof what === "object") return false;
    stores.push([at, what]);
    return true;
  };
  let at = ast;
  for (;;) {
    if (raw.Z3_get_ast_kind(handle, at) !== AST_KIND_APPLICATION) return undefined;
    const name = raw.Z3_get_symbol_string(handle, raw.Z3_get_decl_name(handle, raw.Z3_get_app_decl(handle, at)));
    if (name === "store") {
      if (!put(raw.Z3_get_app_arg(handle, at, 1), raw.Z3_get_app_arg(handle, at, 2))) return undefined;
      at = raw.Z3_get_app_arg(handle, at, 0);
      continue;
    }
    const otherwise =
      name === "const"
        ? raw.Z3_get_app_arg(handle, at, 0)
        : name === "as-array"
          ? readTable(z3, model, raw.Z3_get_as_array_func_decl(handle, at), put)
          : undefined;
    const rest = otherwise === undefined ? undefined : readScalar(z3, model, otherwise, element);
    if (rest === undefined || typeof rest === "object") return undefined;
    // The outermost store, read first, wins.
    return { elements: new Map(stores.reverse()), otherwise: rest };
  }
}

/** Z3_APP_AST */
const AST_KIND_APPLICATION = 1;

/** Puts the entries of a function of one argument; its value elsewhere. */
function readTable(
  z3: Z3Context,
  model: number,
  declared: number,
  put: (at: Ast, value: Ast) => boolean,
): Ast | undefined {
  const { raw, handle } = z3;
  const table = raw.Z3_model_get_func_interp(handle, model, declared);
  raw.Z3_func_interp_inc_ref(handle, table);
  let complete = true;
  const entries = raw.Z3_func_interp_get_num_entries(handle, table);
  for (let i = 0; i < entries; i += 1) {
    const entry = raw.Z3_func_interp_get_entry(handle, table, i);
    raw.Z3_func_entry_inc_ref(handle, entry);
    complete &&= put(raw.Z3_func_entry_get_arg(handle, entry, 0), raw.Z3_func_entry_get_value(handle, entry));
    raw.Z3_func_entry_dec_ref(handle, entry);
  }
  const otherwise = raw.Z3_func_interp_get_else(handle, table);
  raw.Z3_func_interp_dec_ref(handle, table);
  return complete ? otherwise : undefined;
}
