/**
 * Z3 behind hone's solver interface. The assertions are kept here as formulas, level by level, and Z3's own stack
 * follows them; so it can be rebuilt in another context, after a failure or when the context is worn.
 *
 * Nothing that Z3 says is trusted as `sat` before the model was evaluated on the formulas themselves. A failure of Z3
 * (an error code, a crash of the WASM module) is `unknown`.
 */
import type { Formula, Variable } from "../../logic/term.ts";
import { BudgetExceeded } from "../../util/budget.ts";
import {
  type Answer,
  DEFAULT_SOLVER_LIMIT,
  type Solver,
  type SolverModel,
  type SolverOptions,
  type SolverStatistics,
} from "../solver.ts";
import { Z3Failure } from "./carrier.ts";
import type { Ast, Z3Context } from "./context.ts";
import { readModel, type Z3Model } from "./model.ts";
import type { ContextPool, Lease } from "./pool.ts";
import type { Translation } from "./translate.ts";

/** Units of Z3's `rlimit` to one unit of ours: about equal time on linear queries. */
const RESOURCES_PER_UNIT = 20;
/** The first slice between two ticks, doubled each time, in units of `rlimit`: some tens of milliseconds. */
const FIRST_SLICE = 500_000;
const MOST_RESOURCES = 2 ** 32 - 1;
/**
 * Over products, bits and floats a unit of `rlimit` weighs this much. Time and `rlimit` go together only loosely there, since
 * the tactics that prepare a formula hardly count (from ten thousand to some millions of units a second were seen), so this
 * is on the safe side: a slice ends early rather than late.
 */
const HARD_RESOURCES = 20;

interface Level {
  readonly formulas: Formula[];
  readonly variables: Variable[];
  /** Facts stated on this level first. */
  readonly facts: Ast[];
  isHard: boolean;
}

/** Z3's side of a solver. */
interface Session {
  readonly lease: Lease;
  readonly solver: number;
  /** Terms made to state the assertions. */
  readonly own: number;
  /** The facts of all levels. */
  readonly stated: Set<Ast>;
}

type Decision =
  | { readonly kind: "none" }
  | { readonly kind: "sat"; readonly model: Z3Model }
  | { readonly kind: "unsat"; readonly core: readonly Formula[] }
  | { readonly kind: "unknown"; readonly reason: string };

export class Z3Solver implements Solver {
  readonly name: string;
  readonly #pool: ContextPool;
  readonly #limit: number;
  readonly #tick: ((work: number) => void) | undefined;
  readonly #levels: Level[] = [emptyLevel()];
  #session: Session | undefined;
  /** Z3's topmost level, with the assumptions of the last check. */
  #assumptionLevel: Level | undefined;
  #decision: Decision = { kind: "none" };
  #queries = 0;
  /** What the caller's tick threw. */
  #interruption: unknown;

  constructor(name: string, pool: ContextPool, options: SolverOptions = {}) {
    this.name = name;
    this.#pool = pool;
    this.#limit = Math.min((options.limit ?? DEFAULT_SOLVER_LIMIT) * RESOURCES_PER_UNIT, MOST_RESOURCES);
    this.#tick = options.tick;
  }

  get statistics(): SolverStatistics {
    return { queries: this.#queries, conflicts: 0, decisions: 0, pivots: 0 };
  }

  assert(formula: Formula): void {
    this.#changed();
    this.#top().formulas.push(formula);
    this.#attempt((session) => state(session, session.lease.translator.formula(formula), this.#top()));
  }

  push(): void {
    this.#changed();
    this.#levels.push(emptyLevel());
    this.#attempt(({ lease: { z3 }, solver }) => {
      z3.raw.Z3_solver_push(z3.handle, solver);
      z3.check("push");
    });
  }

  pop(): void {
    this.#changed();
    if (this.#levels.length === 1) throw new Error("pop should have a matching push");
    const level = this.#levels.pop() as Level;
    this.#attempt(({ lease: { z3 }, solver, stated }) => {
      for (const fact of level.facts) stated.delete(fact);
      z3.raw.Z3_solver_pop(z3.handle, solver, 1);
      z3.check("pop");
    });
  }

  check(assumptions: readonly Formula[] = []): Answer {
    this.#changed();
    this.#queries += 1;
    try {
      this.#decision = this.#decide(this.#ready(), assumptions);
    } catch (failure) {
      this.#drop();
      if (this.#interruption === failure && failure !== undefined) throw failure;
      this.#decision = { kind: "unknown", reason: reasonOf(failure) };
    }
    return this.#decision.kind as Answer;
  }

  model(): SolverModel {
    if (this.#decision.kind !== "sat") throw new Error("model should be asked for after sat");
    return this.#decision.model;
  }

  core(): readonly Formula[] {
    if (this.#decision.kind !== "unsat") throw new Error("core should be asked for after unsat");
    return this.#decision.core;
  }

  reason(): string {
    return this.#decision.kind === "unknown" ? this.#decision.reason : "";
  }

  dispose(): void {
    this.#drop();
  }

  // --- Z3's side ----------------------------------------------------------------------------------------------------

  #top(): Level {
    return this.#levels[this.#levels.length - 1] as Level;
  }

  #changed(): void {
    this.#decision = { kind: "none" };
    const level = this.#assumptionLevel;
    if (level === undefined) return;
    this.#assumptionLevel = undefined;
    this.#attempt(({ lease: { z3 }, solver, stated }) => {
      for (const fact of level.facts) stated.delete(fact);
      z3.raw.Z3_solver_pop(z3.handle, solver, 1);
    });
  }

  /** Where Z3 fails its side is dropped, to be rebuilt by the next check. */
  #attempt(action: (session: Session) => void): void {
    if (this.#session === undefined) return;
    try {
      action(this.#session);
    } catch (failure) {
      reasonOf(failure);
      this.#drop();
    }
  }

  #ready(): Session {
    if (this.#session !== undefined && this.#pool.shouldLeave(this.#session.lease, this.#session.own)) this.#drop();
    if (this.#session === undefined) this.#rebuild();
    return this.#session as unknown as Session;
  }

  #rebuild(): void {
    const lease = this.#pool.lease();
    const { z3, translator } = lease;
    const before = z3.made;
    try {
      const solver = z3.raw.Z3_mk_simple_solver(z3.handle);
      z3.raw.Z3_solver_inc_ref(z3.handle, solver);
      const session = { lease, solver, stated: new Set<Ast>() };
      for (const [i, level] of this.#levels.entries()) {
        if (i > 0) z3.raw.Z3_solver_push(z3.handle, solver);
        level.facts.length = 0;
        level.variables.length = 0;
        level.isHard = false;
        for (const formula of level.formulas) state(session, translator.formula(formula), level);
      }
      this.#session = { ...session, own: z3.made - before };
    } catch (failure) {
      this.#pool.release(lease);
      throw failure;
    }
  }

  #drop(): void {
    const session = this.#session;
    this.#session = undefined;
    this.#assumptionLevel = undefined;
    if (session === undefined) return;
    try {
      session.lease.z3.raw.Z3_solver_dec_ref(session.lease.z3.handle, session.solver);
      this.#pool.release(session.lease);
    } catch (failure) {
      reasonOf(failure);
    }
  }

  // --- Checks -------------------------------------------------------------------------------------------------------

  #decide(session: Session, assumptions: readonly Formula[]): Decision {
    const { translator, z3 } = session.lease;
    const isHard = (formula: Formula): boolean => translator.formula(formula).isHard;
    if (this.#levels.some((level) => level.isHard) || assumptions.some(isHard))
      return this.#decideAtOnce(session, assumptions, HARD_RESOURCES);
    const literals = this.#stateAssumptions(session, assumptions);
    const answer = this.#search(z3, session.solver, literals, 1);
    if (answer < 0) return { kind: "unsat", core: readCore(session, assumptions, literals) };
    if (answer === 0 && !isCutOff(z3, session.solver)) return this.#decideAtOnce(session, assumptions, 1);
    return this.#conclude(session.lease, session.solver, answer, assumptions);
  }

  /**
   * Products, bits and floats: a solver of its own that sees everything at once, to which Z3 applies its tactics; its
   * incremental solver is slower by orders of magnitude there, and gives up soon on remainders of what two ways define differently.
   * The core is then all of the assumptions.
   */
  #decideAtOnce({ lease }: Session, assumptions: readonly Formula[], weight: number): Decision {
    const { z3, translator } = lease;
    const solver = z3.raw.Z3_mk_solver(z3.handle);
    z3.raw.Z3_solver_inc_ref(z3.handle, solver);
    const all = [...this.#levels.flatMap((level) => level.formulas), ...assumptions];
    const target: Target = { lease, solver, stated: new Set() };
    for (const formula of all) state(target, translator.formula(formula), emptyLevel());
    const answer = this.#search(z3, solver, [], weight);
    const outcome: Decision =
      answer < 0 ? { kind: "unsat", core: assumptions } : this.#conclude(lease, solver, answer, assumptions);
    z3.raw.Z3_solver_dec_ref(z3.handle, solver);
    return outcome;
  }

  /** `sat` only if evaluation agrees. */
  #conclude({ z3, translator }: Lease, solver: number, answer: number, assumptions: readonly Formula[]): Decision {
    if (answer === 0)
      return { kind: "unknown", reason: z3.raw.Z3_solver_get_reason_unknown(z3.handle, solver) || "unknown" };
    const model = z3.raw.Z3_solver_get_model(z3.handle, solver);
    z3.raw.Z3_model_inc_ref(z3.handle, model);
    const variables = new Set(this.#levels.flatMap((level) => level.variables));
    for (const assumption of assumptions) for (const of of translator.formula(assumption).variables) variables.add(of);
    const read = readModel(z3, translator, model, variables);
    z3.raw.Z3_model_dec_ref(z3.handle, model);
    const confirmed =
      this.#levels.every((level) => level.formulas.every((formula) => read.holds(formula) === true)) &&
      assumptions.every((formula) => read.holds(formula) === true);
    return confirmed ? { kind: "sat", model: read } : { kind: "unknown", reason: "the model could not be confirmed" };
  }

  /** One literal for each assumption; what is no literal is implied by a new one, on a level of its own. */
  #stateAssumptions(session: Session, assumptions: readonly Formula[]): Ast[] {
    const { lease, solver } = session;
    const { z3, translator } = lease;
    const ownLevel = (): Level => {
      if (this.#assumptionLevel === undefined) {
        z3.raw.Z3_solver_push(z3.handle, solver);
        this.#assumptionLevel = emptyLevel();
      }
      return this.#assumptionLevel;
    };
    return assumptions.map((assumption) => {
      const translation = translator.formula(assumption);
      if (translation.facts.some((fact) => !session.stated.has(fact))) stateFacts(session, translation, ownLevel());
      if (isLiteral(assumption)) return translation.ast;
      ownLevel();
      const literal = z3.fresh(z3.bool);
      const implication = z3.raw.Z3_mk_implies(z3.handle, literal, translation.ast);
      z3.raw.Z3_solver_assert(z3.handle, solver, implication);
      z3.check("assert");
      return literal;
    });
  }

  /** In slices of growing size, so that the caller's budget is looked at: 1 for sat, -1 for unsat, 0. */
  #search(z3: Z3Context, solver: number, literals: readonly Ast[], weight: number): number {
    const { raw, handle } = z3;
    const limit = this.#limit / weight;
    let spent = 0;
    for (let slice = FIRST_SLICE / weight; ; slice *= 2) {
      const allowed = Math.ceil(Math.min(slice, limit - spent));
      const parameters = raw.Z3_mk_params(handle);
      raw.Z3_params_inc_ref(handle, parameters);
      raw.Z3_params_set_uint(handle, parameters, raw.Z3_mk_string_symbol(handle, "rlimit"), allowed);
      raw.Z3_solver_set_params(handle, solver, parameters);
      raw.Z3_params_dec_ref(handle, parameters);
      const answer = raw.Z3_solver_check_assumptions(handle, solver, literals.length, literals);
      z3.check("check");
      if (answer !== 0) return answer;
      spent += allowed;
      if (spent >= limit) return 0;
      if (!isCutOff(z3, solver)) return 0;
      this.#report(Math.ceil((allowed * weight) / RESOURCES_PER_UNIT));
    }
  }

  #report(work: number): void {
    try {
      this.#tick?.(work);
    } catch (reason) {
      this.#interruption = reason;
      throw reason;
    }
  }
}

/** Whether the last check ended for want of resources, and not since Z3 knows no way on. */
function isCutOff({ raw, handle }: Z3Context, solver: number): boolean {
  return /resource|cancel/.test(raw.Z3_solver_get_reason_unknown(handle, solver));
}

function emptyLevel(): Level {
  return { formulas: [], variables: [], facts: [], isHard: false };
}

type Target = Pick<Session, "lease" | "solver" | "stated">;

/** Asserts a formula on the topmost level, with the facts about its variables that are not there yet. */
function state(target: Target, translation: Translation, top: Level): void {
  const { z3 } = target.lease;
  for (const of of translation.variables) top.variables.push(of);
  top.isHard ||= translation.isHard;
  stateFacts(target, translation, top);
  z3.raw.Z3_solver_assert(z3.handle, target.solver, translation.ast);
  z3.check("assert");
}

function stateFacts({ lease: { z3 }, solver, stated }: Target, translation: Translation, top: Level): void {
  for (const fact of translation.facts) {
    if (stated.has(fact)) continue;
    z3.raw.Z3_solver_assert(z3.handle, solver, fact);
    z3.check("assert");
    stated.add(fact);
    top.facts.push(fact);
  }
}

/** Literals over one-bit variables are Z3's own. */
function isLiteral(formula: Formula): boolean {
  const atom = formula.kind === "not" ? formula.operand : formula;
  if (atom.kind !== "eq" || atom.left.kind !== "variable" || atom.right.kind !== "integer") return false;
  const type = atom.left.variable.type;
  return type.kind === "int" && type.bits === 1 && !type.signed && atom.right.value === 1;
}

function readCore(
  { lease: { z3 }, solver }: Session,
  assumptions: readonly Formula[],
  literals: readonly Ast[],
): Formula[] {
  const { raw, handle } = z3;
  const vector = raw.Z3_solver_get_unsat_core(handle, solver);
  raw.Z3_ast_vector_inc_ref(handle, vector);
  const used = new Set<Ast>();
  const size = raw.Z3_ast_vector_size(handle, vector);
  for (let i = 0; i < size; i += 1) used.add(raw.Z3_ast_vector_get(handle, vector, i));
  raw.Z3_ast_vector_dec_ref(handle, vector);
  return assumptions.filter((_, i) => used.has(literals[i] as Ast));
}

/** Failures of Z3, those of its WASM module included (which throws numbers and objects of its own); bugs go on. */
function reasonOf(failure: unknown): string {
  if (failure instanceof BudgetExceeded) throw failure;
  if (failure instanceof TypeError || failure instanceof ReferenceError) throw failure;
  if (failure instanceof Z3Failure) return failure.message;
  return `Z3 broke down: ${failure instanceof Error ? failure.message : String(failure)}`;
}
