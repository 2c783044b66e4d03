/**
 * Conflict-driven clause learning modulo a theory: two watched literals with blockers, first unique implication point
 * with recursive minimisation, activities in a heap, saved phases, Luby restarts, deletion of learnt clauses by the
 * number of decision levels they span (LBD). After Een and Soerensson, "An Extensible SAT-solver" (SAT 2003), and
 * Audemard and Simon, "Predicting Learnt Clauses Quality" (IJCAI 2009).
 *
 * A variable is a number from 0 (the constant true), a literal 2v (positive) or 2v+1 (negative). All clauses ever added
 * are kept or implied by kept ones: retraction is the caller's business, by assuming literals (activation literals).
 *
 * Only variables marked relevant are decided. The caller guarantees that an assignment to them without conflict extends
 * to all variables (the others name formulas that nothing mentions at present).
 */
import type { Rational } from "../../numbers/rational.ts";
import { tick } from "../../util/budget.ts";
import { ClauseArena } from "./clause-arena.ts";
import { grown, Order } from "./order.ts";
import { NO_STEP, type ProofLog } from "./proof-log.ts";

/** A clause that the theory holds valid; with the Farkas factors of the negated literals where proofs are wanted. */
export interface TheoryLemma {
  readonly literals: number[];
  readonly factors: readonly Rational[];
}

export interface Theory {
  /** A literal became true, in order of the trail. */
  assign(literal: number): TheoryLemma | undefined;
  /** All literals are propagated: are they consistent? May call `imply` and `propose`. */
  check(): TheoryLemma | undefined;
  /** The clause that implied a literal given to `implyLazily`, the literal included. */
  explain(literal: number): TheoryLemma;
  /** Everything relevant is decided. `split`: there are new variables to decide; `unknown`: gave up. */
  final(): "consistent" | "split" | "unknown" | TheoryLemma;
  pushLevel(): void;
  popLevels(count: number): void;
  /** The preferred sign of a decision, or undefined for the saved one. */
  phase(variable: number): 0 | 1 | undefined;
}

type SearchResult = "sat" | "unsat" | "unknown";

// Units of work: a literal that is propagated, a clause that watches it.
const PROPAGATION_WORK = 0.1;
const WATCHER_WORK = 0.01;

const NO_REASON = -1;
// Reasons below: the literal -2 - reason implies the variable's by itself.
const IMPLIED = -2;
// The theory will say when asked.
const LAZY = 0x7fffffff;
const RESTART_UNIT = 100;
const FIRST_REDUCTION = 2000;
// Numbers in the arena from which dropped clauses are worth collecting.
const FIRST_COLLECTION = 500_000;
// A clause that spans so few levels is kept for good.
const GLUE = 2;

export class Cdcl {
  /** 1 true, -1 false, 0 open; by literal. */
  values = new Int8Array(128);
  levels = new Int32Array(64);
  #reasons = new Int32Array(64);
  #phases = new Uint8Array(64);
  #seen = new Uint8Array(64);
  #relevant = new Uint8Array(64);
  trail = new Int32Array(64);
  trailSize = 0;
  readonly #limits: number[] = [];
  #head = 0;
  #theoryHead = 0;
  variables = 0;
  readonly #arena = new ClauseArena();
  #watches: number[][] = [];
  #learnt: number[] = [];
  readonly #order = new Order();
  readonly #theory: Theory;
  readonly #log: ProofLog | undefined;
  /** The clauses are contradictory by themselves. */
  contradictory = false;
  conflicts = 0;
  decisions = 0;
  propagations = 0;
  #reduceAt = FIRST_REDUCTION;
  #collectAt = FIRST_COLLECTION;
  /** After `unsat` under assumptions: those involved. */
  failed: number[] = [];
  readonly #unitSteps: number[] = [];
  #unitsLogged = 0;
  #analysed: number[] = [];

  constructor(theory: Theory, log: ProofLog | undefined) {
    this.#theory = theory;
    this.#log = log;
    this.newVariable();
    this.#assign(0, NO_REASON);
    this.#head = this.#theoryHead = 1;
  }

  newVariable(): number {
    const v = this.variables++;
    if (v >= this.levels.length) {
      this.values = grown(this.values, new Int8Array(v * 4));
      this.levels = grown(this.levels, new Int32Array(v * 2));
      this.#reasons = grown(this.#reasons, new Int32Array(v * 2));
      this.#phases = grown(this.#phases, new Uint8Array(v * 2));
      this.#seen = grown(this.#seen, new Uint8Array(v * 2));
      this.#relevant = grown(this.#relevant, new Uint8Array(v * 2));
      this.trail = grown(this.trail, new Int32Array(v * 2));
    }
    this.#phases[v] = 1;
    this.#watches.push([], []);
    this.#order.addVariable();
    return v;
  }

  get level(): number {
    return this.#limits.length;
  }

  setRelevant(v: number): void {
    this.#relevant[v] = 1;
    if (this.values[2 * v] === 0) this.#order.insert(v);
  }

  setIrrelevant(v: number): void {
    this.#relevant[v] = 0;
  }

  valueOf(literal: number): number {
    return this.values[literal]!;
  }

  // --- Clauses ----------------------------------------------------------------------------------------------------

  /**
   * Adds a clause for good, at any level (with proofs: at level 0); literals are distinct and not complementary. Above
   * level 0 it may imply a literal later than it could after backtracking, which costs a conflict and nothing else.
   */
  addClause(literals: readonly number[], step: number): void {
    if (this.contradictory) return;
    const { values, levels } = this;
    let kept: number[] = [];
    if (this.#log !== undefined) kept = [...literals];
    else {
      for (const literal of literals) {
        if (values[literal] === 0 || levels[literal >> 1] !== 0) kept.push(literal);
        else if (values[literal]! > 0) return;
      }
    }
    // Literals that are not false go first, then those that were falsified last: to be watched.
    if (kept.length > 1) {
      kept.sort((x, y) => values[y]! - values[x]! || (values[x]! < 0 ? levels[y >> 1]! - levels[x >> 1]! : 0));
    }
    if (kept.length === 0) {
      this.contradictory = true;
      this.#log?.finish(step, []);
      return;
    }
    const first = kept[0]!;
    if (values[first]! < 0 && this.level > 0) {
      this.backtrack(0);
      this.addClause(literals, step);
      return;
    }
    const clause = this.#arena.add(kept, 0, step);
    if (kept.length > 1) this.#watch(clause);
    if (values[first]! < 0) this.#contradiction(kept, step);
    else if (kept.length === 1) this.#assignUnit(first, clause);
    else if (values[first] === 0 && values[kept[1]!]! < 0) this.#assign(first, clause);
  }

  /** Unit clauses added above level 0: true at every level, though on the trail where they were added. */
  readonly #units: number[] = [];

  /** How many there are; many make backtracking slow, and `backtrack(0)` settles them. */
  get floatingUnits(): number {
    return this.#units.length >> 1;
  }

  #assignUnit(literal: number, clause: number): void {
    if (this.level > 0) this.#units.push(literal, clause);
    if (this.values[literal] !== 0) {
      // True above level 0, and not for the reason that it is a unit.
      if (this.level > 0) this.levels[literal >> 1] = 0;
      return;
    }
    this.#assign(literal, clause);
    this.levels[literal >> 1] = 0;
  }

  /** After backtracking: the units that went with the levels come back. */
  #restoreUnits(): void {
    const units = this.#units;
    for (let i = 0; i < units.length; i += 2) {
      if (this.values[units[i]!] !== 0) continue;
      this.#assign(units[i]!, units[i + 1]!);
      this.levels[units[i]! >> 1] = 0;
    }
    if (this.level === 0) units.length = 0;
  }

  #watch(clause: number): void {
    const { data } = this.#arena;
    const a = data[clause + 3]!;
    const b = data[clause + 4]!;
    this.#watches[a]!.push(clause, b);
    this.#watches[b]!.push(clause, a);
  }

  // --- Assignment -------------------------------------------------------------------------------------------------

  #assign(literal: number, reason: number): void {
    const v = literal >> 1;
    this.values[literal] = 1;
    this.values[literal ^ 1] = -1;
    this.levels[v] = this.#limits.length;
    this.#reasons[v] = reason;
    this.trail[this.trailSize++] = literal;
  }

  /** For the theory: `because` implies an open literal by itself. */
  imply(literal: number, because: number): void {
    this.#assign(literal, IMPLIED - because);
  }

  /** For the theory: it implies an open literal, and `explain` will tell from which. */
  implyLazily(literal: number): void {
    this.#assign(literal, LAZY);
  }

  /** The reason of a variable; one that the theory owes is made a clause. */
  #reasonOf(literal: number): number {
    const v = literal >> 1;
    if (this.#reasons[v] !== LAZY) return this.#reasons[v]!;
    const { literals, factors } = this.#theory.explain(literal);
    const clause = this.#arena.add(literals, 0, this.#log?.farkas(literals, factors) ?? NO_STEP);
    this.#reasons[v] = clause;
    return clause;
  }

  #decide(literal: number): void {
    this.#limits.push(this.trailSize);
    this.#theory.pushLevel();
    this.#assign(literal, NO_REASON);
  }

  backtrack(level: number): void {
    const count = this.#limits.length - level;
    if (count <= 0) return;
    const mark = this.#limits[level]!;
    for (let i = this.trailSize - 1; i >= mark; i--) {
      const literal = this.trail[i]!;
      const v = literal >> 1;
      this.values[literal] = 0;
      this.values[literal ^ 1] = 0;
      this.#phases[v] = literal & 1;
      if (this.#relevant[v] === 1) this.#order.insert(v);
    }
    this.trailSize = mark;
    this.#head = mark;
    if (this.#theoryHead > mark) this.#theoryHead = mark;
    this.#limits.length = level;
    this.#theory.popLevels(count);
    if (this.#units.length > 0) this.#restoreUnits();
  }

  /** Unit propagation; the conflicting clause, or -1. */
  #propagate(): number {
    const { values } = this;
    const { data } = this.#arena;
    while (this.#head < this.trailSize) {
      const falsified = this.trail[this.#head++]! ^ 1;
      this.propagations++;
      const watchers = this.#watches[falsified]!;
      tick(PROPAGATION_WORK + WATCHER_WORK * watchers.length);
      let kept = 0;
      let i = 0;
      const end = watchers.length;
      while (i < end) {
        const clause = watchers[i]!;
        const blocker = watchers[i + 1]!;
        i += 2;
        if (values[blocker]! > 0) {
          watchers[kept++] = clause;
          watchers[kept++] = blocker;
          continue;
        }
        const start = clause + 3;
        if (data[start] === falsified) {
          data[start] = data[start + 1]!;
          data[start + 1] = falsified;
        }
        const first = data[start]!;
        if (first !== blocker && values[first]! > 0) {
          watchers[kept++] = clause;
          watchers[kept++] = first;
          continue;
        }
        const stop = start + data[clause]!;
        let k = start + 2;
        while (k < stop && values[data[k]!]! < 0) k++;
        if (k < stop) {
          const other = data[k]!;
          data[k] = falsified;
          data[start + 1] = other;
          this.#watches[other]!.push(clause, first);
          continue;
        }
        watchers[kept++] = clause;
        watchers[kept++] = first;
        if (values[first]! < 0) {
          while (i < end) watchers[kept++] = watchers[i++]!;
          watchers.length = kept;
          this.#head = this.trailSize;
          return clause;
        }
        this.#assign(first, clause);
      }
      if (kept < end) watchers.length = kept;
    }
    return -1;
  }

  /** Clauses and theory to a fixpoint; false if the clauses turned out contradictory. `work` is asked for leave. */
  #settle(): boolean {
    for (;;) {
      const clause = this.#propagate();
      if (clause >= 0) {
        if (!this.#resolveConflict(this.#arena.literals(clause), this.#arena.step(clause))) return false;
        continue;
      }
      let lemma: TheoryLemma | undefined;
      const before = this.trailSize;
      while (lemma === undefined && this.#theoryHead < this.trailSize) {
        lemma = this.#theory.assign(this.trail[this.#theoryHead++]!);
      }
      if (lemma === undefined && this.trailSize > before) continue;
      lemma ??= this.#theory.check();
      if (lemma === undefined) {
        if (this.#head === this.trailSize && this.#theoryHead === this.trailSize) return true;
        continue;
      }
      if (!this.#resolveLemma(lemma)) return false;
    }
  }

  #resolveLemma(lemma: TheoryLemma): boolean {
    return this.#resolveConflict(lemma.literals, this.#log?.farkas(lemma.literals, lemma.factors) ?? NO_STEP);
  }

  // --- Conflicts --------------------------------------------------------------------------------------------------

  /** Learns from a clause all of whose literals are false; false if that shows a contradiction. */
  #resolveConflict(literals: readonly number[], step: number): boolean {
    this.conflicts++;
    let top = 0;
    for (const literal of literals) top = Math.max(top, this.levels[literal >> 1]!);
    if (top === 0) {
      this.#contradiction(literals, step);
      return false;
    }
    this.backtrack(top);
    const learnt = this.#analyse(literals);
    const learntStep = this.#log === undefined ? NO_STEP : this.#logLearnt(literals, step, learnt);
    this.#clearSeen();
    let back = 0;
    for (let i = 1; i < learnt.length; i++) {
      const level = this.levels[learnt[i]! >> 1]!;
      if (level > back) {
        back = level;
        const swap = learnt[1]!;
        learnt[1] = learnt[i]!;
        learnt[i] = swap;
      }
    }
    const lbd = this.#spanned(learnt);
    this.backtrack(back);
    const clause = this.#arena.add(learnt, learnt.length === 1 ? 0 : lbd, learntStep);
    if (learnt.length > 1) {
      this.#watch(clause);
      this.#learnt.push(clause);
    }
    this.#assign(learnt[0]!, clause);
    this.#order.decay();
    return true;
  }

  /** Number of levels of a clause's literals. */
  #spanned(literals: readonly number[]): number {
    const levels = new Set<number>();
    for (const literal of literals) levels.add(this.levels[literal >> 1]!);
    return levels.size;
  }

  /** The clause of the first unique implication point; its asserting literal first. Marks in `seen` remain. */
  #analyse(conflict: readonly number[]): number[] {
    const learnt: number[] = [0];
    const current = this.level;
    let open = 0;
    const note = (literal: number): void => {
      const v = literal >> 1;
      const level = this.levels[v]!;
      if (this.#seen[v] === 1 || level === 0) return;
      this.#seen[v] = 1;
      this.#analysed.push(v);
      this.#order.bump(v);
      if (level === current) open++;
      else learnt.push(literal);
    };
    for (const literal of conflict) note(literal);
    let at = this.trailSize;
    let literal = -1;
    for (;;) {
      do literal = this.trail[--at]!;
      while (this.#seen[literal >> 1] === 0 || this.levels[literal >> 1] !== current);
      open--;
      if (open === 0) break;
      this.#forReason(literal, note);
    }
    learnt[0] = literal ^ 1;
    return this.#minimise(learnt);
  }

  /** Calls with the false literals of the clause that implied a true literal. */
  #forReason(literal: number, visit: (falseLiteral: number) => void): void {
    const reason = this.#reasonOf(literal);
    if (reason <= IMPLIED) {
      visit((IMPLIED - reason) ^ 1);
      return;
    }
    if (reason === NO_REASON) return;
    const { data } = this.#arena;
    const stop = reason + 3 + data[reason]!;
    for (let k = reason + 3; k < stop; k++) if (data[k] !== literal) visit(data[k]!);
  }

  /** Drops literals that the others imply. */
  #minimise(learnt: number[]): number[] {
    let levels = 0;
    for (let i = 1; i < learnt.length; i++) levels |= 1 << (this.levels[learnt[i]! >> 1]! & 31);
    const kept = [learnt[0]!];
    for (let i = 1; i < learnt.length; i++) {
      const literal = learnt[i]!;
      if (this.#reasons[literal >> 1] === NO_REASON || !this.#isRedundant(literal, levels)) kept.push(literal);
    }
    return kept;
  }

  #isRedundant(literal: number, levels: number): boolean {
    const stack = [literal];
    const marked = this.#analysed.length;
    while (stack.length > 0) {
      let fails = false;
      this.#forReason(stack.pop()! ^ 1, (other) => {
        const v = other >> 1;
        if (fails || this.#seen[v] === 1 || this.levels[v] === 0) return;
        if (this.#reasons[v] === NO_REASON || ((1 << (this.levels[v]! & 31)) & levels) === 0) {
          fails = true;
          return;
        }
        this.#seen[v] = 1;
        this.#analysed.push(v);
        stack.push(other);
      });
      if (fails) {
        while (this.#analysed.length > marked) this.#seen[this.#analysed.pop()!] = 0;
        return false;
      }
    }
    return true;
  }

  #clearSeen(): void {
    for (const v of this.#analysed) this.#seen[v] = 0;
    this.#analysed.length = 0;
  }

  // --- Proofs -----------------------------------------------------------------------------------------------------

  /**
   * The resolution chain of a learnt clause: down the trail, what is in the resolvent and not in the clause is resolved
   * with its reason. A reason mentions only literals from below, so one pass does.
   */
  #logLearnt(conflict: readonly number[], step: number, learnt: readonly number[]): number {
    const log = this.#log!;
    const goal = new Set(learnt.map((literal) => literal >> 1));
    /** Variables of the resolvent that the clause does not have. */
    const extra = new Set<number>();
    const meet = (literal: number): void => {
      if (!goal.has(literal >> 1)) extra.add(literal >> 1);
    };
    for (const literal of conflict) meet(literal);
    const antecedents = [step];
    const pivots: number[] = [];
    for (let at = this.trailSize - 1; extra.size > 0; at--) {
      const literal = this.trail[at]!;
      const v = literal >> 1;
      if (!extra.delete(v)) continue;
      pivots.push(v);
      if (this.levels[v] === 0) antecedents.push(this.#unitStep(v));
      else {
        antecedents.push(this.#reasonStep(literal));
        this.#forReason(literal, meet);
      }
    }
    return log.resolution(learnt, antecedents, pivots);
  }

  #reasonStep(literal: number): number {
    const reason = this.#reasonOf(literal);
    if (reason <= IMPLIED) return this.#log!.farkas([literal, (IMPLIED - reason) ^ 1], [1, 1]);
    return this.#arena.step(reason);
  }

  /** The step that derives the unit clause of a literal of level 0. */
  #unitStep(v: number): number {
    const log = this.#log!;
    const end = this.#limits[0] ?? this.trailSize;
    for (; this.#unitsLogged < end; this.#unitsLogged++) {
      const literal = this.trail[this.#unitsLogged]!;
      if (literal >> 1 === 0) continue;
      const antecedents = [this.#reasonStep(literal)];
      const pivots: number[] = [];
      this.#forReason(literal, (other) => {
        pivots.push(other >> 1);
        antecedents.push(this.#unitSteps[other >> 1]!);
      });
      this.#unitSteps[literal >> 1] = log.resolution([literal], antecedents, pivots);
    }
    return this.#unitSteps[v]!;
  }

  /** A clause that is false at level 0: the clauses have no model. */
  #contradiction(literals: readonly number[], step: number): void {
    this.contradictory = true;
    if (this.#log === undefined) return;
    const units = literals.map((literal) => [literal >> 1, this.#unitStep(literal >> 1)] as const);
    this.#log.finish(step, units);
  }

  // --- Search -----------------------------------------------------------------------------------------------------

  /**
   * Satisfiable under the assumptions? The levels there are should be those of the first assumptions, as an earlier
   * search left them. Afterwards the assignment stands until the next `backtrack`. `mayContinue` is asked
   * at every conflict and decision whether to go on.
   */
  search(assumptions: readonly number[], mayContinue: () => boolean): SearchResult {
    this.failed = [];
    let restarts = 0;
    let restartAt = this.conflicts + RESTART_UNIT * luby(restarts);
    for (;;) {
      const before = this.conflicts;
      if (this.contradictory || !this.#settle()) return "unsat";
      if (!mayContinue()) return "unknown";
      if (this.conflicts >= restartAt && this.level > assumptions.length) {
        restartAt = this.conflicts + RESTART_UNIT * luby(++restarts);
        this.backtrack(assumptions.length);
        continue;
      }
      if (this.conflicts > before && this.#learnt.length >= this.#reduceAt) this.#reduce();
      if (this.level < assumptions.length) {
        const literal = assumptions[this.level]!;
        if (this.values[literal]! < 0) {
          this.#explainFailure(literal);
          return "unsat";
        }
        if (this.values[literal] === 0) this.#decide(literal);
        else this.#emptyLevel();
        continue;
      }
      const v = this.#nextVariable();
      if (v >= 0) {
        this.decisions++;
        this.#decide(2 * v + (this.#theory.phase(v) ?? this.#phases[v]!));
        continue;
      }
      const final = this.#theory.final();
      if (final === "consistent") return "sat";
      if (final === "unknown") return "unknown";
      if (final !== "split" && !this.#resolveLemma(final)) return "unsat";
    }
  }

  /** An assumption that is already true still gets its level, so that levels count assumptions. */
  #emptyLevel(): void {
    this.#limits.push(this.trailSize);
    this.#theory.pushLevel();
  }

  #nextVariable(): number {
    for (;;) {
      const v = this.#order.take();
      if (v < 0 || (this.values[2 * v] === 0 && this.#relevant[v] === 1)) return v;
    }
  }

  /** Which assumptions imply the negation of the given one (itself included). */
  #explainFailure(assumption: number): void {
    this.failed = [assumption];
    if (this.levels[assumption >> 1] === 0) return;
    this.#seen[assumption >> 1] = 1;
    this.#analysed.push(assumption >> 1);
    for (let at = this.trailSize - 1; at >= this.#limits[0]!; at--) {
      const literal = this.trail[at]!;
      const v = literal >> 1;
      if (this.#seen[v] === 0) continue;
      if (this.#reasons[v] === NO_REASON) this.failed.push(literal);
      this.#forReason(literal, (other) => {
        if (this.levels[other >> 1] === 0 || this.#seen[other >> 1] === 1) return;
        this.#seen[other >> 1] = 1;
        this.#analysed.push(other >> 1);
      });
    }
    this.#clearSeen();
  }

  /** Forgets the worse half of the learnt clauses. */
  #reduce(): void {
    this.#reduceAt += 500;
    const { data } = this.#arena;
    const quality = (clause: number): number => data[clause + 1]! * 4096 + Math.min(data[clause]!, 4095);
    const sorted = [...this.#learnt].sort((a, b) => quality(a) - quality(b) || a - b);
    const dropped = new Set<number>();
    for (let i = sorted.length >> 1; i < sorted.length; i++) {
      const clause = sorted[i]!;
      if (data[clause + 1]! > GLUE && !this.#isReason(clause)) dropped.add(clause);
    }
    this.#learnt = this.#learnt.filter((clause) => !dropped.has(clause));
    for (const watchers of this.#watches) {
      let kept = 0;
      for (let i = 0; i < watchers.length; i += 2) {
        if (dropped.has(watchers[i]!)) continue;
        watchers[kept++] = watchers[i]!;
        watchers[kept++] = watchers[i + 1]!;
      }
      watchers.length = kept;
    }
    if (this.#arena.used > this.#collectAt) this.#collect();
  }

  /** Gives back the room of dropped clauses. */
  #collect(): void {
    const moved = this.#arena.relocate();
    for (const watchers of this.#watches) {
      for (let i = 0; i < watchers.length; i += 2) watchers[i] = moved(watchers[i]!);
    }
    this.#learnt = this.#learnt.map(moved);
    for (let i = 0; i < this.trailSize; i++) {
      const v = this.trail[i]! >> 1;
      const reason = this.#reasons[v]!;
      if (reason >= 0 && reason !== LAZY) this.#reasons[v] = moved(reason);
    }
    for (let i = 0; i < this.#units.length; i += 2) this.#units[i + 1] = moved(this.#units[i + 1]!);
    this.#collectAt = Math.max(FIRST_COLLECTION, 2 * this.#arena.used);
  }

  #isReason(clause: number): boolean {
    const first = this.#arena.data[clause + 3]!;
    return this.values[first]! > 0 && this.#reasons[first >> 1] === clause;
  }
}

/** 1 1 2 1 1 2 4 1 1 2 1 1 2 4 8 ... */
function luby(index: number): number {
  let size = 1;
  let sequence = 0;
  while (size < index + 1) {
    sequence++;
    size = 2 * size + 1;
  }
  let at = index;
  while (size - 1 !== at) {
    size = (size - 1) >> 1;
    sequence--;
    at %= size;
  }
  return 2 ** sequence;
}
