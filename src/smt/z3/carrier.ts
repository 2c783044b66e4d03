/**
 * The part of Z3's C API that hone uses, as one table of signatures. A carrier brings the functions to JavaScript: native
 * libz3 through FFI (`native.ts`), or the WASM build (`wasm.ts`). Everything else is written against this table, so that
 * both carriers run the same code.
 *
 * Handles are addresses, plain numbers here: user space has less than 2^53 of them. A function that returns a handle
 * returns 0 on failure; `call.ts` turns that into a `Z3Failure`.
 */

/** How a value crosses the border. `words`: an array of handles. `out`: a place for one handle (`Carrier.cell`). */
type Shape = "handle" | "unsigned" | "int" | "boolean" | "string" | "words" | "out" | "void";

type Signature = readonly [result: Shape, ...parameters: Shape[]];

const H = "handle";
const U = "unsigned";
const W = "words";

const SIGNATURES = {
  Z3_get_full_version: ["string"],
  Z3_global_param_set: ["void", "string", "string"],
  // Contexts and errors
  Z3_mk_config: [H],
  Z3_del_config: ["void", H],
  Z3_mk_context: [H, H],
  Z3_del_context: ["void", H],
  Z3_get_error_code: ["int", H],
  Z3_get_error_msg: ["string", H, "int"],
  Z3_mk_params: [H, H],
  Z3_params_inc_ref: ["void", H, H],
  Z3_params_dec_ref: ["void", H, H],
  Z3_params_set_uint: ["void", H, H, H, U],
  // Symbols and sorts
  Z3_mk_int_symbol: [H, H, "int"],
  Z3_mk_string_symbol: [H, H, "string"],
  Z3_mk_bool_sort: [H, H],
  Z3_mk_int_sort: [H, H],
  Z3_mk_real_sort: [H, H],
  Z3_mk_bv_sort: [H, H, U],
  Z3_mk_array_sort: [H, H, H, H],
  Z3_mk_fpa_sort: [H, H, U, U],
  // Constants and functions
  Z3_mk_const: [H, H, H, H],
  Z3_mk_func_decl: [H, H, H, U, W, H],
  Z3_mk_app: [H, H, H, U, W],
  Z3_mk_numeral: [H, H, "string", H],
  // Boolean structure
  Z3_mk_true: [H, H],
  Z3_mk_false: [H, H],
  Z3_mk_not: [H, H, H],
  Z3_mk_and: [H, H, U, W],
  Z3_mk_or: [H, H, U, W],
  Z3_mk_implies: [H, H, H, H],
  Z3_mk_eq: [H, H, H, H],
  Z3_mk_ite: [H, H, H, H, H],
  // Arithmetic
  Z3_mk_add: [H, H, U, W],
  Z3_mk_sub: [H, H, U, W],
  Z3_mk_mul: [H, H, U, W],
  Z3_mk_unary_minus: [H, H, H],
  Z3_mk_div: [H, H, H, H],
  Z3_mk_mod: [H, H, H, H],
  Z3_mk_le: [H, H, H, H],
  Z3_mk_lt: [H, H, H, H],
  Z3_mk_int2real: [H, H, H],
  Z3_mk_real2int: [H, H, H],
  // Bit-vectors
  Z3_mk_int2bv: [H, H, U, H],
  Z3_mk_bv2int: [H, H, H, "boolean"],
  Z3_mk_bvand: [H, H, H, H],
  Z3_mk_bvor: [H, H, H, H],
  Z3_mk_bvxor: [H, H, H, H],
  // Arrays
  Z3_mk_select: [H, H, H, H],
  Z3_mk_store: [H, H, H, H, H],
  Z3_mk_const_array: [H, H, H, H],
  // Floats
  Z3_mk_fpa_rne: [H, H],
  Z3_mk_fpa_rtz: [H, H],
  Z3_mk_fpa_add: [H, H, H, H, H],
  Z3_mk_fpa_sub: [H, H, H, H, H],
  Z3_mk_fpa_mul: [H, H, H, H, H],
  Z3_mk_fpa_div: [H, H, H, H, H],
  Z3_mk_fpa_neg: [H, H, H],
  Z3_mk_fpa_abs: [H, H, H],
  Z3_mk_fpa_eq: [H, H, H, H],
  Z3_mk_fpa_lt: [H, H, H, H],
  Z3_mk_fpa_leq: [H, H, H, H],
  Z3_mk_fpa_is_nan: [H, H, H],
  Z3_mk_fpa_to_fp_bv: [H, H, H, H],
  Z3_mk_fpa_to_fp_float: [H, H, H, H, H],
  Z3_mk_fpa_to_fp_signed: [H, H, H, H, H],
  Z3_mk_fpa_to_sbv: [H, H, H, H, U],
  Z3_mk_fpa_to_ubv: [H, H, H, H, U],
  Z3_mk_fpa_to_ieee_bv: [H, H, H],
  // Solvers
  Z3_mk_simple_solver: [H, H],
  Z3_mk_solver: [H, H],
  Z3_solver_inc_ref: ["void", H, H],
  Z3_solver_dec_ref: ["void", H, H],
  Z3_solver_set_params: ["void", H, H, H],
  Z3_solver_assert: ["void", H, H, H],
  Z3_solver_push: ["void", H, H],
  Z3_solver_pop: ["void", H, H, U],
  Z3_solver_check_assumptions: ["int", H, H, U, W],
  Z3_solver_get_model: [H, H, H],
  Z3_solver_get_unsat_core: [H, H, H],
  Z3_solver_get_reason_unknown: ["string", H, H],
  Z3_ast_vector_inc_ref: ["void", H, H],
  Z3_ast_vector_dec_ref: ["void", H, H],
  Z3_ast_vector_size: [U, H, H],
  Z3_ast_vector_get: [H, H, H, U],
  // Models
  Z3_model_inc_ref: ["void", H, H],
  Z3_model_dec_ref: ["void", H, H],
  Z3_model_eval: ["boolean", H, H, H, "boolean", "out"],
  Z3_is_numeral_ast: ["boolean", H, H],
  Z3_get_numeral_string: ["string", H, H],
  Z3_get_bool_value: ["int", H, H],
  Z3_get_ast_kind: ["int", H, H],
  Z3_get_app_decl: [H, H, H],
  Z3_get_app_arg: [H, H, H, U],
  Z3_get_decl_name: [H, H, H],
  Z3_get_symbol_string: ["string", H, H],
  Z3_get_as_array_func_decl: [H, H, H],
  Z3_model_get_func_interp: [H, H, H, H],
  Z3_func_interp_inc_ref: ["void", H, H],
  Z3_func_interp_dec_ref: ["void", H, H],
  Z3_func_interp_get_num_entries: [U, H, H],
  Z3_func_interp_get_entry: [H, H, H, U],
  Z3_func_interp_get_else: [H, H, H],
  Z3_func_entry_inc_ref: ["void", H, H],
  Z3_func_entry_dec_ref: ["void", H, H],
  Z3_func_entry_get_value: [H, H, H],
  Z3_func_entry_get_arg: [H, H, H, U],
} as const satisfies Readonly<Record<string, Signature>>;

interface Crossing {
  readonly handle: number;
  readonly unsigned: number;
  readonly int: number;
  readonly boolean: boolean;
  readonly string: string;
  readonly words: readonly number[];
  readonly out: HandleSlot;
  readonly void: undefined;
}

type Parameters<S extends Signature> = S extends readonly [Shape, ...infer P extends readonly Shape[]]
  ? { readonly [I in keyof P]: Crossing[P[I]] }
  : never;

export type RawZ3 = {
  readonly [N in keyof typeof SIGNATURES]: (
    ...operands: Parameters<(typeof SIGNATURES)[N]>
  ) => Crossing[(typeof SIGNATURES)[N][0]];
};

/** A place outside the JavaScript heap into which Z3 writes one handle. */
interface HandleSlot {
  read(): number;
}

export interface Carrier {
  /** The name of its solvers. */
  readonly name: "z3" | "z3-wasm";
  readonly raw: RawZ3;
  readonly slot: HandleSlot;
  /** Errors should be codes to ask for: the default of the library ends the process. */
  silence(context: number): void;
}

/** Z3 said no, or broke down: to the caller of a solver this is `unknown`. */
export class Z3Failure extends Error {
  override readonly name = "Z3Failure";
}

/** Builds the functions of a carrier, one by one from the table. */
export function bindAll(bind: (name: string, result: Shape, parameters: readonly Shape[]) => unknown): RawZ3 {
  const bound: Record<string, unknown> = {};
  for (const [name, [result, ...parameters]] of Object.entries<Signature>(SIGNATURES))
    bound[name] = checked(name, result, bind(name, result, parameters) as Call);
  return bound as RawZ3;
}

type Call = (...operands: unknown[]) => unknown;

/** A null handle must never be handed to Z3 again: it would be dereferenced. */
function checked(name: string, result: Shape, call: Call): Call {
  if (result !== "handle") return call;
  return (...operands) => {
    const made = call(...operands);
    if (made === 0) throw new Z3Failure(`${name} failed`);
    return made;
  };
}
