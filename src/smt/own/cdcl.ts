/**
 * Conflict-driven clause learning modulo a theory: two watched literals with blockers (watches.ts), first unique implication point
 * with recursive minimisation (analysis.ts), activities in a heap (order.ts), saved phases, Luby restarts, deletion of learnt
 * clauses by the number of decision levels they span (LBD). After Een and Soerensson, "An Extensible SAT-solver" (SAT 2003), and
 * Audemard and Simon, "Predicting Learnt Clauses Quality" (IJCAI 2009).
 *
 * A variable is a number from 0 (the constant true), a literal 2v (positive) or 2v+1 (negative). All clauses ever added
 * are kept or implied by kept ones: retraction is the caller's business, by assuming literals (activation literals).
 *
 * Only what a goal needs is decided (goals.ts): first what conflicts have met, by activity and saved phase, then the goals in
 * their order, with what the theory's present values make true. The caller guarantees that an assignment without conflict in
 * which all goals of relevant variables are met makes everything asserted true, whatever the open variables are.
 */
import { tick } from "../../util/budget.ts";
import { Analysis, GLUE } from "./analysis.ts";
import { Assignment, IMPLIED, LAZY, NO_REASON } from "./assignment.ts";
import { ClauseArena } from "./clause-arena.ts";
import { Goals } from "./goals.ts";
import { LearntProofs } from "./learnt-proofs.ts";
import { luby } from "./luby.ts";
import { grown, Order } from "./order.ts";
import { NO_STEP, type ProofLog } from "./proof-log.ts";
import type { Theory, TheoryLemma } from "./theory.ts";
import { Watches } from "./watches.ts";

type SearchResult = "sat" | "unsat" | "unknown";

// Units of work: a literal that is propagated, a clause that watches it.
const PROPAGATION_WORK = 0.1;
const WATCHER_WORK = 0.01;

const RESTART_UNIT = 100;
/** Decisions without a conflict after which the caller is asked again. */
const STEPS_BETWEEN = 16;
const FIRST_REDUCTION = 2000;
// Numbers of dropped clauses that are worth collecting, where they are a quarter of all.
const LEAST_GARBAGE = 250_000;

export class Cdcl {
  readonly #assignment = new Assignment();
  readonly #arena = new ClauseArena();
  readonly #watches = new Watches();
  readonly #order = new Order();
  readonly #goals = new Goals(this.#assignment);
  /** Active variables that no goal needed when their turn came, and at which level that was. */
  readonly #passed: number[] = [];
  readonly #passedAt: number[] = [];
  /** Variables that are decided without a goal that asks for them. */
  readonly #asked: number[] = [];
  readonly #theory: Theory;
  readonly #log: ProofLog | undefined;
  readonly #analysis: Analysis;
  readonly #proofs: LearntProofs | undefined;
  #phases = new Uint8Array(64);
  #relevant = new Uint8Array(64);
  /** Unit clauses added above level 0, with their clauses: true at every level, though on the trail where they were added. */
  readonly #units: number[] = [];
  #learnt: number[] = [];
  #head = 0;
  #theoryHead = 0;
  /** The clauses are contradictory by themselves. */
  contradictory = false;
  conflicts = 0;
  decisions = 0;
  propagations = 0;
  #reduceAt = FIRST_REDUCTION;
  /** Words of dropped clauses. */
  #garbage = 0;
  /** After `unsat` under assumptions: those involved. */
  failed: number[] = [];

  constructor(theory: Theory, log: ProofLog | undefined) {
    this.#theory = theory;
    this.#log = log;
    const reasonOf = (literal: number): number => this.#reasonOf(literal);
    this.#analysis = new Analysis(this.#assignment, this.#arena, this.#order, reasonOf);
    this.#proofs = log === undefined ? undefined : new LearntProofs(log, this.#assignment, this.#arena, reasonOf);
    this.newVariable();
    this.#assignment.assign(0, NO_REASON);
    this.#head = this.#theoryHead = 1;
  }

  newVariable(): number {
    const v = this.#assignment.addVariable();
    if (v >= this.#phases.length) {
      this.#phases = grown(this.#phases, new Uint8Array(v * 2));
      this.#relevant = grown(this.#relevant, new Uint8Array(v * 2));
    }
    this.#phases[v] = 1;
    this.#watches.addLiteral();
    this.#watches.addLiteral();
    this.#order.addVariable();
    this.#goals.addVariable(v);
    this.#analysis.addVariable(v);
    return v;
  }

  get variables(): number {
    return this.#assignment.variables;
  }

  /** 1 true, -1 false, 0 open; by literal. */
  get values(): Int8Array {
    return this.#assignment.values;
  }

  get level(): number {
    return this.#assignment.limits.length;
  }

  setRelevant(v: number): void {
    this.#relevant[v] = 1;
    if (this.#assignment.values[2 * v] === 0) this.#order.insert(v);
  }

  setIrrelevant(v: number): void {
    this.#relevant[v] = 0;
  }

  /** While the guard is true, one of the literals has to be; there is a clause that says so. */
  addGoal(guard: number, literals: readonly number[]): void {
    this.#goals.add(guard, literals);
  }

  /** Until this search ends, the variable is decided, whatever the goals need. */
  ask(v: number): void {
    this.#asked.push(v);
  }

  valueOf(literal: number): number {
    return this.#assignment.values[literal]!;
  }

  // --- Clauses ----------------------------------------------------------------------------------------------------

  /**
   * Adds a clause for good, at any level (with proofs: at level 0); literals are distinct and not complementary. Above
   * level 0 it may imply a literal later than it could after backtracking, which costs a conflict and nothing else.
   */
  addClause(literals: readonly number[], step: number): void {
    if (this.contradictory) return;
    const { values, levels } = this.#assignment;
    const kept: number[] = [];
    for (let i = 0; i < literals.length; i++) {
      const literal = literals[i]!;
      if (this.#log !== undefined || values[literal] === 0 || levels[literal >> 1] !== 0) kept.push(literal);
      else if (values[literal]! > 0) return;
    }
    if (kept.length === 0) {
      this.contradictory = true;
      this.#log?.finish(step, []);
      return;
    }
    this.#bestFirst(kept, 0);
    this.#bestFirst(kept, 1);
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
    else if (values[first] === 0 && values[kept[1]!]! < 0) this.#assignment.assign(first, clause);
  }

  /** Brings to a place what is best watched: true, then open, then falsified last. */
  #bestFirst(literals: number[], place: number): void {
    const { values, levels } = this.#assignment;
    let best = place;
    for (let i = place + 1; i < literals.length; i++) {
      const one = literals[i]!;
      const other = literals[best]!;
      const order = values[one]! - values[other]!;
      if (order > 0 || (order === 0 && values[one]! < 0 && levels[one >> 1]! > levels[other >> 1]!)) best = i;
    }
    if (best === place) return;
    const swap = literals[place]!;
    literals[place] = literals[best]!;
    literals[best] = swap;
  }

  /** How many unit clauses float above level 0; many make backtracking slow, and `backtrack(0)` settles them. */
  get floatingUnits(): number {
    return this.#units.length >> 1;
  }

  #assignUnit(literal: number, clause: number): void {
    const { values, levels } = this.#assignment;
    if (this.level > 0) this.#units.push(literal, clause);
    if (values[literal] !== 0) {
      // True above level 0, and not for the reason that it is a unit.
      if (this.level > 0) levels[literal >> 1] = 0;
      return;
    }
    this.#assignment.assign(literal, clause);
    levels[literal >> 1] = 0;
  }

  /** After backtracking: the units that went with the levels come back. */
  #restoreUnits(): void {
    const units = this.#units;
    const { values, levels } = this.#assignment;
    for (let i = 0; i < units.length; i += 2) {
      if (values[units[i]!] !== 0) continue;
      this.#assignment.assign(units[i]!, units[i + 1]!);
      levels[units[i]! >> 1] = 0;
    }
    if (this.level === 0) units.length = 0;
  }

  #watch(clause: number): void {
    const { data } = this.#arena;
    const a = data[clause + 3]!;
    const b = data[clause + 4]!;
    const name = data[clause] === 2 ? ~clause : clause;
    this.#watches.add(a, name, b);
    this.#watches.add(b, name, a);
  }

  // --- Assignment -------------------------------------------------------------------------------------------------

  /** For the theory: `because` implies an open literal by itself. */
  imply(literal: number, because: number): void {
    this.#assignment.assign(literal, IMPLIED - because);
  }

  /** For the theory: it implies an open literal, and `explain` will tell from which. */
  implyLazily(literal: number): void {
    this.#assignment.assign(literal, LAZY);
  }

  /** The reason of a variable; one that the theory owes is made a clause. */
  #reasonOf(literal: number): number {
    const { reasons } = this.#assignment;
    const v = literal >> 1;
    if (reasons[v] !== LAZY) return reasons[v]!;
    const { literals, factors } = this.#theory.explain(literal);
    const clause = this.#arena.add(literals, 0, this.#log?.farkas(literals, factors) ?? NO_STEP);
    reasons[v] = clause;
    return clause;
  }

  #decide(literal: number): void {
    this.#emptyLevel();
    this.#assignment.assign(literal, NO_REASON);
  }

  backtrack(level: number): void {
    const { limits, trail, values } = this.#assignment;
    const count = limits.length - level;
    if (count <= 0) return;
    const mark = limits[level]!;
    for (let i = this.#assignment.trailSize - 1; i >= mark; i--) {
      const literal = trail[i]!;
      const v = literal >> 1;
      values[literal] = 0;
      values[literal ^ 1] = 0;
      this.#phases[v] = literal & 1;
      if (this.#relevant[v] === 1) this.#order.insert(v);
    }
    this.#assignment.trailSize = mark;
    this.#head = mark;
    if (this.#theoryHead > mark) this.#theoryHead = mark;
    limits.length = level;
    this.#goals.backtrack(level, mark);
    while (this.#passed.length > 0 && this.#passedAt.at(-1)! > level) {
      this.#passedAt.pop();
      this.#order.insert(this.#passed.pop()!);
    }
    this.#theory.popLevels(count);
    if (this.#units.length > 0) this.#restoreUnits();
  }

  /** Unit propagation; the conflicting clause, or -1. */
  #propagate(): number {
    const assignment = this.#assignment;
    const { sizes } = this.#watches;
    let conflict = -1;
    let literals = 0;
    let watchers = 0;
    while (conflict < 0 && this.#head < assignment.trailSize) {
      const falsified = assignment.trail[this.#head++]! ^ 1;
      literals += 1;
      watchers += sizes[falsified]!;
      conflict = this.#visit(falsified);
    }
    if (conflict >= 0) this.#head = assignment.trailSize;
    if (literals === 0) return conflict;
    this.propagations += literals;
    tick(PROPAGATION_WORK * literals + WATCHER_WORK * watchers);
    return conflict;
  }

  /** Looks at the clauses that watch a literal that became false; the conflicting one, or -1. */
  #visit(falsified: number): number {
    const assignment = this.#assignment;
    const watches = this.#watches;
    const { values } = assignment;
    const { data } = this.#arena;
    let { pool } = watches;
    const from = watches.starts[falsified]!;
    const end = from + watches.sizes[falsified]!;
    let conflict = -1;
    let kept = from;
    let at = from;
    while (at < end) {
      const clause = pool[at]!;
      const blocker = pool[at + 1]!;
      at += 2;
      const value = values[blocker]!;
      if (value > 0 || clause < 0) {
        pool[kept++] = clause;
        pool[kept++] = blocker;
        if (value > 0) continue;
        if (value < 0) {
          conflict = ~clause;
          break;
        }
        assignment.assign(blocker, ~clause);
        continue;
      }
      const start = clause + 3;
      if (data[start] === falsified) {
        data[start] = data[start + 1]!;
        data[start + 1] = falsified;
      }
      const first = data[start]!;
      if (first !== blocker && values[first]! > 0) {
        pool[kept++] = clause;
        pool[kept++] = first;
        continue;
      }
      const stop = start + data[clause]!;
      let k = start + 2;
      while (k < stop && values[data[k]!]! < 0) k++;
      if (k < stop) {
        const other = data[k]!;
        data[k] = falsified;
        data[start + 1] = other;
        watches.add(other, clause, first);
        pool = watches.pool;
        continue;
      }
      pool[kept++] = clause;
      pool[kept++] = first;
      if (values[first]! < 0) {
        conflict = clause;
        break;
      }
      assignment.assign(first, clause);
    }
    if (kept < at) pool.copyWithin(kept, at, end);
    watches.sizes[falsified] = kept + end - at - from;
    return conflict;
  }

  /** Clauses and theory to a fixpoint; false if the clauses turned out contradictory. */
  #settle(): boolean {
    const assignment = this.#assignment;
    for (;;) {
      const clause = this.#propagate();
      if (clause >= 0) {
        this.#analysis.refresh(clause);
        if (!this.#resolveConflict(this.#arena.literals(clause), this.#arena.step(clause))) return false;
        continue;
      }
      let lemma: TheoryLemma | undefined;
      const before = assignment.trailSize;
      while (lemma === undefined && this.#theoryHead < assignment.trailSize) {
        lemma = this.#theory.assign(assignment.trail[this.#theoryHead++]!);
      }
      if (lemma === undefined && assignment.trailSize > before) continue;
      lemma ??= this.#theory.check();
      if (lemma === undefined) {
        if (this.#head === assignment.trailSize && this.#theoryHead === assignment.trailSize) return true;
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
    const { levels } = this.#assignment;
    this.conflicts++;
    let top = 0;
    for (let i = 0; i < literals.length; i++) top = Math.max(top, levels[literals[i]! >> 1]!);
    if (top === 0) {
      this.#contradiction(literals, step);
      return false;
    }
    this.backtrack(top);
    const learnt = this.#analysis.learn(literals);
    const learntStep = this.#proofs?.learnt(literals, step, learnt) ?? NO_STEP;
    let back = 0;
    for (let i = 1; i < learnt.length; i++) {
      const level = levels[learnt[i]! >> 1]!;
      if (level > back) {
        back = level;
        const swap = learnt[1]!;
        learnt[1] = learnt[i]!;
        learnt[i] = swap;
      }
    }
    const spanned = this.#analysis.spanned(learnt);
    this.backtrack(back);
    const clause = this.#arena.add(learnt, learnt.length === 1 ? 0 : spanned, learntStep);
    if (learnt.length > 1) {
      this.#watch(clause);
      this.#learnt.push(clause);
    }
    this.#assignment.assign(learnt[0]!, clause);
    this.#order.decay();
    return true;
  }

  /** A clause that is false at level 0: the clauses have no model. */
  #contradiction(literals: readonly number[], step: number): void {
    this.contradictory = true;
    this.#proofs?.contradiction(literals, step);
  }

  // --- Search -----------------------------------------------------------------------------------------------------

  /**
   * Satisfiable under the assumptions? The levels there are should be those of the first assumptions, as an earlier
   * search left them. Afterwards the assignment stands until the next `backtrack`. `mayContinue` is asked
   * at every conflict and every few decisions whether to go on.
   */
  search(assumptions: readonly number[], mayContinue: () => boolean): SearchResult {
    this.failed = [];
    this.#asked.length = 0;
    this.#goals.begin();
    this.#passedAt.length = 0;
    while (this.#passed.length > 0) this.#order.insert(this.#passed.pop()!);
    let restarts = 0;
    let restartAt = this.conflicts + RESTART_UNIT * luby(restarts);
    for (let steps = 0; ; steps++) {
      const before = this.conflicts;
      if (this.contradictory || !this.#settle()) return "unsat";
      if ((this.conflicts > before || steps % STEPS_BETWEEN === 0) && !mayContinue()) return "unknown";
      if (this.conflicts >= restartAt && this.level > assumptions.length) {
        restartAt = this.conflicts + RESTART_UNIT * luby(++restarts);
        this.backtrack(assumptions.length);
        continue;
      }
      if (this.conflicts > before && this.#learnt.length >= this.#reduceAt) this.#reduce();
      if (this.level < assumptions.length) {
        const literal = assumptions[this.level]!;
        const value = this.valueOf(literal);
        if (value < 0) {
          this.failed = this.#analysis.failed(literal);
          return "unsat";
        }
        if (value === 0) this.#decide(literal);
        else this.#emptyLevel();
        continue;
      }
      const next = this.#nextDecision();
      if (next >= 0) {
        this.decisions++;
        this.#decide(next);
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
    this.#goals.pushLevel();
    this.#assignment.limits.push(this.#assignment.trailSize);
    this.#theory.pushLevel();
  }

  /** The literal to make true next, or -1: one of the first goal without a true one, or of a variable that was asked for. */
  #nextDecision(): number {
    const v = this.#nextVariable();
    if (v >= 0) return 2 * v + this.#phases[v]!;
    const goal = this.#goals.open(this.#relevant);
    if (goal >= 0) return this.#bestOf(goal);
    for (let i = this.#asked.length - 1; i >= 0; i--) {
      const v = this.#asked[i]!;
      if (this.valueOf(2 * v) === 0) return 2 * v + this.#preferred(v);
    }
    return -1;
  }

  /** The most active variable that a goal needs; -1 if no conflict has met one. */
  #nextVariable(): number {
    for (;;) {
      const v = this.#order.take();
      if (v < 0) return -1;
      if (this.valueOf(2 * v) !== 0 || this.#relevant[v] === 0) continue;
      if (this.#goals.needs(v)) return v;
      this.#passed.push(v);
      this.#passedAt.push(this.level);
    }
  }

  /** An open literal of a goal: one that is true of the values there are, if possible, the most active otherwise. */
  #bestOf(goal: number): number {
    const goals = this.#goals;
    const { values } = this.#assignment;
    const size = goals.sizeOf(goal);
    let best = -1;
    let bestAgrees = false;
    for (let i = 0; i < size; i++) {
      const literal = goals.literalOf(goal, i);
      if (values[literal] !== 0) continue;
      const agrees = this.#preferred(literal >> 1) === (literal & 1);
      if (best >= 0 && (agrees === bestAgrees ? !this.#order.isBefore(literal >> 1, best >> 1) : bestAgrees)) continue;
      best = literal;
      bestAgrees = agrees;
    }
    return best;
  }

  #preferred(v: number): number {
    return this.#theory.phase(v) ?? this.#phases[v]!;
  }

  /** Forgets the worse half of the learnt clauses. */
  #reduce(): void {
    this.#reduceAt += 500;
    const { data } = this.#arena;
    const quality = (clause: number): number => data[clause + 1]! * 4096 + Math.min(data[clause]!, 4095);
    const sorted = [...this.#learnt].sort((a, b) => quality(a) - quality(b) || a - b);
    const dropped = new Set<number>();
    // Most watches are of given clauses, which are before all learnt ones.
    let first = Number.POSITIVE_INFINITY;
    for (let i = sorted.length >> 1; i < sorted.length; i++) {
      const clause = sorted[i]!;
      if (data[clause + 1]! <= GLUE || this.#isReason(clause)) continue;
      dropped.add(clause);
      first = Math.min(first, clause);
      this.#garbage += 3 + data[clause]!;
    }
    this.#learnt = this.#learnt.filter((clause) => !dropped.has(clause));
    this.#watches.rename((clause) => (clause >= first && dropped.has(clause) ? undefined : clause));
    if (this.#garbage > Math.max(LEAST_GARBAGE, this.#arena.used / 4)) this.#collect();
  }

  /** Gives back the room of dropped clauses. */
  #collect(): void {
    const { trail, trailSize, reasons } = this.#assignment;
    const moved = this.#arena.relocate();
    this.#watches.rename(moved);
    this.#learnt = this.#learnt.map(moved);
    for (let i = 0; i < trailSize; i++) {
      const v = trail[i]! >> 1;
      const reason = reasons[v]!;
      if (reason >= 0 && reason !== LAZY) reasons[v] = moved(reason);
    }
    for (let i = 0; i < this.#units.length; i += 2) this.#units[i + 1] = moved(this.#units[i + 1]!);
    this.#garbage = 0;
  }

  /** Of clauses of more than two literals, whose first one is what they imply. */
  #isReason(clause: number): boolean {
    const first = this.#arena.data[clause + 3]!;
    return this.valueOf(first) > 0 && this.#assignment.reasons[first >> 1] === clause;
  }
}
