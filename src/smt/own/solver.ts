/**
 * The own solver: satisfiability of linear integer and real arithmetic, incremental and exact. Formulas are lowered
 * (encode/), turned into clauses (clausifier.ts) over bounds of linear forms (arithmetic.ts), and searched (cdcl.ts).
 *
 * What is true of every model (ranges, definitions of names) is added for good; an assertion inside `push` is guarded by
 * an activation literal of its level, which checks assume and `pop` refutes. So everything learnt stays valid.
 *
 * Sound: `sat` only for a model under which the original formulas evaluate to true; `unsat` only by clauses that follow.
 */

import type { Formula, Term, Variable } from "../../logic/term.ts";
import { variablesOf } from "../../logic/visit.ts";
import type { Rational } from "../../numbers/rational.ts";
import { tick } from "../../util/budget.ts";
import { TermLowering } from "../encode/term-lowering.ts";
import { FreshVariables } from "../fresh.ts";
import {
  type Answer,
  DEFAULT_SOLVER_LIMIT,
  type Solver,
  type SolverFactory,
  type SolverModel,
  type SolverOptions,
  type SolverStatistics,
} from "../solver.ts";
import { Arithmetic } from "./arithmetic.ts";
import { Cdcl } from "./cdcl.ts";
import { Clausifier, TRUE_LITERAL } from "./clausifier.ts";
import { Model } from "./model.ts";
import type { Refutation } from "./proof.ts";
import { ProofLog } from "./proof-log.ts";

interface OwnSolverOptions extends SolverOptions {
  /** `log`: keep the steps of refutations; `refutation()` then works after `unsat`. Default `none`. */
  readonly proofs?: "log" | "none";
}

// Branching on unbounded integers need not end; a satisfiable or refutable problem of a verifier needs far fewer.
const SHORT_BRANCHES = 60;
const BOX_BRANCHES = 300;
const LONG_BRANCHES = 2000;
const BOX_RADIUS = 64;

// Units added above level 0 are put back at every backtracking.
const FLOATING_UNITS = 200;

// Few enough to walk over in no time; a search of that size is not worth renewing.
const RENEWAL_VARIABLES = 3000;
const RENEWAL_RATIO = 5;

/** Coefficients that count as one unit of work. */
const WORK_UNIT = 64;
const CONFLICT_WORK = 2;
/** Units of the caller's budget that a query costs before it searches. */
const CHECK_WORK = 20;

/** Rounds of lemmas about names that only an interval describes, and names a round: what this misses is `unknown`. */
const REFINEMENTS = 24;
const REFINED_NAMES = 16;

interface Level {
  activation: number;
  readonly formulas: Formula[];
  readonly roots: number[];
  /** Of the definitions of names: how many of their literals this level and those below retain. */
  readonly held: Map<Variable, number>;
}

export class OwnSolver implements Solver {
  readonly name = "own";
  /** The lowering of this solver: gives terms back for names in refutations. */
  readonly lowering = new TermLowering(new FreshVariables("solver"));
  readonly #log: ProofLog | undefined;
  #arithmetic: Arithmetic;
  #search: Cdcl;
  #clausifier: Clausifier;
  readonly #levels: Level[] = [{ activation: TRUE_LITERAL, formulas: [], roots: [], held: new Map() }];
  /** Variables whose range is asserted. */
  readonly #ranged = new Set<Variable>();
  /** Counts of searches that were renewed. */
  #past: SolverStatistics = { queries: 0, conflicts: 0, decisions: 0, pivots: 0 };
  /** Names with the literals their definitions rest on, and how many formulas of the definition are asserted. */
  readonly #defined = new Map<Variable, { readonly roots: number[]; count: number }>();
  /** Names of reads of array variables. */
  readonly #reads = new Map<Variable, { readonly array: Variable; readonly index: Term }>();
  readonly #limit: number;
  readonly #tick: (work: number) => void;
  #queries = 0;
  #model: Model | undefined;
  /** The last model of the linear abstraction that was none of the formulas. */
  #candidate: Model | undefined;
  #core: readonly Formula[] = [];
  #reason = "";

  constructor(options: OwnSolverOptions = {}) {
    this.#limit = options.limit ?? DEFAULT_SOLVER_LIMIT;
    this.#tick = options.tick ?? (() => {});
    this.#log = options.proofs === "log" ? new ProofLog() : undefined;
    [this.#arithmetic, this.#search, this.#clausifier] = connected(this.#log);
  }

  /**
   * Names and atoms of retracted assertions stay, in case they come back. When they are the greater part by far, the
   * search is made anew from what is asserted; learnt clauses go too.
   */
  #renew(): void {
    const { variables } = this.#search;
    if (this.#log !== undefined || variables < RENEWAL_VARIABLES + RENEWAL_RATIO * this.#clausifier.relevant) return;
    this.#past = { ...this.statistics, queries: 0 };
    [this.#arithmetic, this.#search, this.#clausifier] = connected(undefined);
    this.#ranged.clear();
    this.#defined.clear();
    for (const level of this.#levels) level.held.clear();
    for (const [depth, level] of this.#levels.entries()) {
      level.activation = depth === 0 ? TRUE_LITERAL : 2 * this.#search.newVariable();
      level.roots.length = 0;
      for (const formula of level.formulas) this.#assertAt(level, formula);
    }
  }

  get statistics(): SolverStatistics {
    return {
      queries: this.#queries,
      conflicts: this.#past.conflicts + this.#search.conflicts,
      decisions: this.#past.decisions + this.#search.decisions,
      pivots: this.#past.pivots + this.#arithmetic.simplex.pivots,
    };
  }

  assert(formula: Formula): void {
    this.assertPart(formula, 0);
  }

  /** `assert`, as part `part` of the proof: its clauses carry the number. */
  assertPart(formula: Formula, part: number): void {
    // The level's activation has to be open.
    this.#settleDown(this.#levels.length - 2);
    this.#clausifier.enterPart(part);
    const level = this.#levels.at(-1)!;
    this.#assertAt(level, formula);
    level.formulas.push(formula);
  }

  #assertAt(level: Level, formula: Formula): void {
    const { lowered, definitions } = this.#lower(formula, level);
    const roots = this.#clausifier.assert(lowered, level.activation).concat(definitions);
    for (const root of roots) {
      this.#clausifier.retain(root);
      level.roots.push(root);
    }
  }

  /**
   * Lowers a formula and adds ranges and definitions that are not there yet; the literals of the definitions that no
   * level retains, which `level` will.
   */
  #lower(formula: Formula, level?: Level): { lowered: Formula; definitions: number[] } {
    const { formula: lowered, variables, names } = this.lowering.lower(formula);
    this.#addRanges(variables);
    return { lowered, definitions: this.#addDefinitions(names, level) };
  }

  /** Asserts what is not there yet of the definitions; the literals they rest on, as `#lower` gives them. */
  #addDefinitions(names: readonly Variable[], level?: Level): number[] {
    const definitions: number[] = [];
    for (const name of names) {
      let entry = this.#defined.get(name);
      if (entry === undefined) {
        entry = { roots: [], count: 0 };
        this.#defined.set(name, entry);
        this.#noteRead(name);
      }
      const formulas = this.lowering.definition(name);
      for (; entry.count < formulas.length; entry.count++) {
        const part = formulas[entry.count]!;
        this.#addRanges(variablesOf(part));
        entry.roots.push(...this.#clausifier.assert(part, TRUE_LITERAL));
      }
      const held = this.#heldBy(name);
      if (held === entry.roots.length) continue;
      for (let i = held; i < entry.roots.length; i++) definitions.push(entry.roots[i]!);
      level?.held.set(name, entry.roots.length);
    }
    return definitions;
  }

  #heldBy(name: Variable): number {
    for (let depth = this.#levels.length - 1; depth >= 0; depth--) {
      const held = this.#levels[depth]!.held.get(name);
      if (held !== undefined) return held;
    }
    return 0;
  }

  /**
   * Adds lemmas about names of which the last candidate was wrong, and says which literals they rest on; none where there
   * is nothing more to say. A refutation has no part for them, so they are left out where proofs are kept.
   */
  #refine(formulas: readonly Formula[]): readonly number[] {
    const candidate = this.#candidate;
    if (candidate === undefined || this.#log !== undefined) return [];
    this.#settleDown(this.#levels.length - 1);
    const names = new Set(formulas.flatMap((formula) => this.lowering.lower(formula).names));
    const roots: number[] = [];
    let refined = 0;
    for (const name of names) {
      if (refined >= REFINED_NAMES) break;
      const candidateValue = (of: Variable): Rational | undefined =>
        candidate.rational(of) ?? (this.#defined.has(of) ? undefined : 0);
      const needed = this.lowering.refine(name, candidateValue);
      if (needed.length > 0) refined += 1;
      roots.push(...this.#addDefinitions(needed));
    }
    return roots;
  }

  #addRanges(variables: Iterable<Variable>): void {
    for (const of of variables) {
      if (this.#ranged.has(of)) continue;
      this.#ranged.add(of);
      // A Boolean has its range by being a literal.
      if (of.type.kind === "int" && of.type.bits === 1 && !of.type.signed) continue;
      for (const bound of this.lowering.range(of)) this.#clausifier.assert(bound, TRUE_LITERAL);
    }
  }

  #noteRead(name: Variable): void {
    const term = this.lowering.termOf(name);
    if (term?.kind !== "select" || term.array.kind !== "variable") return;
    this.#reads.set(name, { array: term.array.variable, index: term.index });
  }

  push(): void {
    this.#settleDown(this.#levels.length - 1);
    const activation = 2 * this.#search.newVariable();
    this.#levels.push({ activation, formulas: [], roots: [], held: new Map() });
  }

  pop(): void {
    if (this.#levels.length === 1) throw new Error("pop should follow a push");
    this.#settleDown(this.#levels.length - 2);
    const { activation, roots } = this.#levels.pop()!;
    for (const root of roots) this.#clausifier.release(root);
    this.#clausifier.addClause([activation ^ 1]);
  }

  check(assumptions: readonly Formula[] = []): Answer {
    this.#settleDown(this.#levels.length - 1);
    this.#renew();
    this.#queries += 1;
    tick(CHECK_WORK);
    this.#core = [];
    const activations = this.#levels.slice(1).map(({ activation }) => activation);
    const literals: number[] = [];
    const retained: number[] = [];
    this.#clausifier.enterPart(0);
    for (const formula of assumptions) {
      const { lowered, definitions } = this.#lower(formula);
      const literal = this.#clausifier.literalOf(lowered);
      this.#clausifier.define(literal);
      literals.push(literal);
      retained.push(literal, ...definitions);
    }
    for (const root of retained) this.#clausifier.retain(root);
    this.#arithmetic.onBranch = (variable) => {
      this.#clausifier.retain(2 * variable);
      retained.push(2 * variable);
    };
    const end = this.#work + this.#limit;
    const formulas = [...this.#levels.flatMap((level) => level.formulas), ...assumptions];
    const attempt = (): Answer =>
      this.#conclude(this.#run([...activations, ...literals], end), formulas, assumptions, literals);
    try {
      let answer = attempt();
      for (let round = 0; answer === "unknown" && round < REFINEMENTS; round += 1) {
        const roots = this.#refine(formulas);
        if (roots.length === 0) break;
        for (const root of roots) this.#clausifier.retain(root);
        retained.push(...roots);
        answer = attempt();
      }
      return answer;
    } finally {
      this.#settleBack(this.#levels.length - 1);
      for (const root of retained) this.#clausifier.release(root);
    }
  }

  /** Conflicts and what the arithmetic does, in units of some microseconds. */
  get #work(): number {
    return this.#search.conflicts * CONFLICT_WORK + Math.floor(this.#arithmetic.work / WORK_UNIT);
  }

  /**
   * Integers may branch for ever in a direction without bounds. So: a short search; where it branches too long, one in
   * a box around the relaxed solution, which finds models; then the long one.
   */
  #run(assumptions: readonly number[], end: number): Answer {
    this.#arithmetic.exhausted = false;
    this.#arithmetic.tidy();
    // A single check of the simplex does not ask for leave.
    this.#arithmetic.simplex.pivotLimit = this.#arithmetic.simplex.pivots + this.#limit;
    const first = this.#attempt(assumptions, this.#log === undefined ? SHORT_BRANCHES : LONG_BRANCHES, end);
    if (first !== "unknown" || this.#log !== undefined || this.#arithmetic.branchesLeft > 0) return first;
    const box = this.#arithmetic.box(BOX_RADIUS);
    this.#search.backtrack(0);
    for (const literal of box) this.#arithmetic.onBranch(literal >> 1);
    const boxed = this.#attempt([...assumptions, ...box], BOX_BRANCHES, end);
    if (boxed === "sat") return "sat";
    this.#search.backtrack(0);
    if (boxed === "unsat" && !this.#search.failed.some((literal) => box.includes(literal))) return "unsat";
    return this.#attempt(assumptions, LONG_BRANCHES, end);
  }

  #attempt(assumptions: readonly number[], branches: number, end: number): Answer {
    this.#arithmetic.branchesLeft = branches;
    let reported = this.#work;
    return this.#search.search(assumptions, () => {
      const now = this.#work;
      if (now > reported + 100) {
        this.#tick(now - reported);
        reported = now;
      }
      return now < end && !this.#arithmetic.exhausted;
    });
  }

  #conclude(
    answer: Answer,
    formulas: readonly Formula[],
    assumptions: readonly Formula[],
    literals: readonly number[],
  ): Answer {
    this.#candidate = undefined;
    if (answer === "unsat") {
      const failed = new Set(this.#search.failed);
      // The first of several assumptions with one literal stands for all.
      this.#core = assumptions.filter((_, i) => failed.has(literals[i]!) && literals.indexOf(literals[i]!) === i);
      return "unsat";
    }
    if (answer === "unknown") {
      this.#reason = this.#arithmetic.branchesLeft <= 0 ? "integer branching limit" : "work limit";
      return "unknown";
    }
    const model = this.#readModel(formulas);
    for (const formula of formulas) {
      if (model.holds(formula) !== true) {
        this.#candidate = model;
        this.#reason = "the model of the linear abstraction is none of the formulas";
        return "unknown";
      }
    }
    this.#model = model;
    return "sat";
  }

  #readModel(formulas: readonly Formula[]): Model {
    const model = new Model(this.#arithmetic.snapshot(), this.#clausifier.snapshot());
    if (this.#reads.size === 0) return model;
    // Only reads that the formulas mention: others have values that nothing constrains.
    for (const name of new Set(formulas.flatMap((formula) => this.lowering.lower(formula).names))) {
      const read = this.#reads.get(name);
      const value = model.scalar(name);
      if (read !== undefined && value !== undefined) model.setElement(read.array, read.index, value);
    }
    return model;
  }

  model(): SolverModel {
    if (this.#model === undefined) throw new Error("a model should be asked for after sat");
    return this.#model;
  }

  core(): readonly Formula[] {
    return this.#core;
  }

  reason(): string {
    return this.#reason;
  }

  /** After `unsat` without assumptions and outside `push`, when proofs are logged. */
  refutation(): Refutation {
    if (this.#log === undefined) throw new Error("the solver should have been made to log proofs");
    return this.#log.refutation();
  }

  #settleDown(depth: number): void {
    this.#model = undefined;
    this.#settleBack(depth);
  }

  /**
   * Leaves the search at the decisions of the first `depth` activation literals, for the next check to go on from.
   * Proofs are for one check, and their log wants clauses at level 0.
   */
  #settleBack(depth: number): void {
    const stays = this.#log === undefined && this.#search.floatingUnits < FLOATING_UNITS;
    this.#search.backtrack(stays ? Math.max(0, depth) : 0);
  }

  dispose(): void {}
}

function connected(log: ProofLog | undefined): [Arithmetic, Cdcl, Clausifier] {
  const arithmetic = new Arithmetic(log === undefined ? "round" : "exact");
  const search = new Cdcl(arithmetic, log);
  arithmetic.connect(search, log);
  return [arithmetic, search, new Clausifier(search, arithmetic, log)];
}

export const ownSolver: SolverFactory = {
  name: "own",
  create: (options) => new OwnSolver(options),
};
