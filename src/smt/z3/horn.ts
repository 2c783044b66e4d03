/**
 * Non-recursive Horn systems for Z3's Spacer (Komuravelli, Gurfinkel, Chaki, CAV 2014). A rule says that a relation and a
 * formula imply another relation, for all values of all variables; the query asks whether the last relation can be
 * reached. Inlining and slicing are off: they would leave nothing of the relations whose meaning is wanted.
 */
import type { Formula, Variable } from "../../logic/term.ts";
import { BudgetExceeded } from "../../util/budget.ts";
import type { Carrier } from "./carrier.ts";
import { type Ast, Z3Context } from "./context.ts";
import { FormulaReader } from "./read-formula.ts";
import { isBoolean, sortOfType } from "./sorts.ts";
import { Translator } from "./translate.ts";

export interface HornSystem {
  /** The parameters of each relation. The first relation is true, the last should be unreachable. */
  readonly relations: readonly (readonly Variable[])[];
  readonly rules: readonly HornRule[];
}

/** The relation `from` on its parameters and the formula imply the relation `to` on its own. */
export interface HornRule {
  readonly from: number;
  readonly to: number;
  readonly formula: Formula;
}

export type HornResult =
  /** One formula a relation over its parameters. */
  | { readonly kind: "solution"; readonly formulas: readonly Formula[] }
  | { readonly kind: "reachable" }
  | { readonly kind: "unknown"; readonly reason: string };

/** Units of Z3's `rlimit`: some seconds. */
const DEFAULT_RESOURCES = 5_000_000;
const LAST_LEVEL = -1;
/** Z3_lbool */
const L_FALSE = -1;
const L_TRUE = 1;

export function solveHorn(carrier: Carrier, system: HornSystem, resources = DEFAULT_RESOURCES): HornResult {
  let session: HornSession | undefined;
  try {
    session = new HornSession(carrier, system, resources);
    return session.solve();
  } catch (failure) {
    if (failure instanceof BudgetExceeded) throw failure;
    // A failure of Z3, or of the WASM module under it: nothing is known.
    return { kind: "unknown", reason: failure instanceof Error ? failure.message : String(failure) };
  } finally {
    session?.delete();
  }
}

class HornSession {
  readonly #z3: Z3Context;
  readonly #translator: Translator;
  readonly #system: HornSystem;
  readonly #fixedpoint: number;
  readonly #declarations: readonly number[];

  constructor(carrier: Carrier, system: HornSystem, resources: number) {
    // Fixed points take the limit from their context, which takes it from the global one when it is made; 0 is none.
    carrier.raw.Z3_global_param_set("rlimit", `${resources}`);
    const z3 = new Z3Context(carrier);
    carrier.raw.Z3_global_param_set("rlimit", "0");
    this.#z3 = z3;
    this.#translator = new Translator(z3);
    this.#system = system;
    this.#fixedpoint = z3.raw.Z3_mk_fixedpoint(z3.handle);
    z3.raw.Z3_fixedpoint_inc_ref(z3.handle, this.#fixedpoint);
    this.#configure();
    this.#declarations = system.relations.map((parameters, index) => this.#declare(parameters, index));
  }

  #symbol(name: string): number {
    return this.#z3.raw.Z3_mk_string_symbol(this.#z3.handle, name);
  }

  #configure(): void {
    const { raw, handle } = this.#z3;
    const parameters = raw.Z3_mk_params(handle);
    raw.Z3_params_inc_ref(handle, parameters);
    raw.Z3_params_set_symbol(handle, parameters, this.#symbol("engine"), this.#symbol("spacer"));
    for (const name of ["xform.slice", "xform.coi", "xform.inline_linear", "xform.inline_eager"]) {
      raw.Z3_params_set_bool(handle, parameters, this.#symbol(name), false);
    }
    raw.Z3_fixedpoint_set_params(handle, this.#fixedpoint, parameters);
    this.#z3.check("parameters of the fixed point");
    raw.Z3_params_dec_ref(handle, parameters);
  }

  #declare(parameters: readonly Variable[], index: number): number {
    const { raw, handle } = this.#z3;
    const sorts = parameters.map((of) => (isBoolean(of) ? this.#z3.bool : this.#z3.sort(sortOfType(of.type))));
    const symbol = this.#symbol(`relation ${index}`);
    const made = raw.Z3_mk_func_decl(handle, symbol, sorts.length, sorts, this.#z3.bool);
    raw.Z3_fixedpoint_register_relation(handle, this.#fixedpoint, made);
    return made;
  }

  #application(relation: number): Ast {
    const parameters = this.#system.relations[relation]!;
    return this.#z3.call(
      this.#declarations[relation]!,
      parameters.map((of) => this.#translator.constant(of)),
    );
  }

  #addRule(rule: Ast, variables: ReadonlySet<Variable>, index: number): void {
    const { raw, handle } = this.#z3;
    const bound = [...variables].map((of) => this.#translator.constant(of));
    const quantified = bound.length === 0 ? rule : raw.Z3_mk_forall_const(handle, 0, bound.length, bound, 0, 0, rule);
    raw.Z3_fixedpoint_add_rule(handle, this.#fixedpoint, quantified, this.#symbol(`rule ${index}`));
    this.#z3.check("a rule");
  }

  solve(): HornResult {
    const { raw, handle } = this.#z3;
    const { relations, rules } = this.#system;
    this.#addRule(this.#application(0), new Set(relations[0]), -1);
    rules.forEach(({ from, to, formula }, index) => {
      const { ast, facts, variables } = this.#translator.formula(formula);
      const body = this.#z3.and([this.#application(from), ast, ...facts]);
      const rule = raw.Z3_mk_implies(handle, body, this.#application(to));
      this.#addRule(rule, new Set([...variables, ...relations[from]!, ...relations[to]!]), index);
    });
    const answer = raw.Z3_fixedpoint_query(handle, this.#fixedpoint, this.#application(relations.length - 1));
    if (answer === L_TRUE) return { kind: "reachable" };
    if (answer !== L_FALSE) {
      const reason = raw.Z3_fixedpoint_get_reason_unknown(handle, this.#fixedpoint);
      // Spacer is "ok" with being stopped by the limit.
      return { kind: "unknown", reason: reason === "ok" ? "resource limit" : reason };
    }
    return this.#solution();
  }

  #solution(): HornResult {
    const { raw, handle } = this.#z3;
    const formulas: Formula[] = [];
    for (const [index, declared] of this.#declarations.entries()) {
      const cover = raw.Z3_fixedpoint_get_cover_delta(handle, this.#fixedpoint, LAST_LEVEL, declared);
      const formula = new FormulaReader(this.#z3, this.#system.relations[index]!).read(cover);
      if (formula === undefined) return { kind: "unknown", reason: "Spacer's answer is not linear" };
      formulas.push(formula);
    }
    return { kind: "solution", formulas };
  }

  delete(): void {
    this.#z3.raw.Z3_fixedpoint_dec_ref(this.#z3.handle, this.#fixedpoint);
    this.#z3.delete();
  }
}
