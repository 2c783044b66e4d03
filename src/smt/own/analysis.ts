/**
 * What is learnt from a conflict: the clause of the first unique implication point, minimised recursively, and the assumptions behind
 * a failed one. Clauses that take part have the number of levels they span (LBD) brought up to date: a clause that spans
 * fewer than when it was learnt has become better (Audemard and Simon, IJCAI 2009).
 */
import { type Assignment, IMPLIED, NO_REASON } from "./assignment.ts";
import type { ClauseArena } from "./clause-arena.ts";
import { grown, type Order } from "./order.ts";

/** A clause that spans so few levels is kept for good. */
export const GLUE = 2;

export class Analysis {
  readonly #assignment: Assignment;
  readonly #arena: ClauseArena;
  readonly #order: Order;
  readonly #reasonOf: (literal: number) => number;
  #seen = new Uint8Array(64);
  /** Variables marked in `seen`. */
  readonly #marked: number[] = [];
  /** By level: the last count of levels that met it. */
  #stamps = new Int32Array(64);
  #stamp = 0;
  #learnt: number[] = [];
  /** Marked literals of the present level that are still to be resolved. */
  #open = 0;
  readonly #pending: number[] = [];

  /** @param reasonOf the reason of a literal, as a clause where the theory owes it. */
  constructor(assignment: Assignment, arena: ClauseArena, order: Order, reasonOf: (literal: number) => number) {
    this.#assignment = assignment;
    this.#arena = arena;
    this.#order = order;
    this.#reasonOf = reasonOf;
  }

  addVariable(v: number): void {
    if (v >= this.#seen.length) this.#seen = grown(this.#seen, new Uint8Array(2 * v));
    // There are no more levels than variables and assumptions; assumptions may repeat, and `levelsOf` looks.
    if (v >= this.#stamps.length) this.#stamps = grown(this.#stamps, new Int32Array(2 * v));
  }

  /** From a clause all of whose literals are false, some at the present level: the asserting literal first. */
  learn(conflict: readonly number[]): number[] {
    const { trail, levels, limits } = this.#assignment;
    const current = limits.length;
    this.#learnt = [0];
    this.#open = 0;
    for (let i = 0; i < conflict.length; i++) this.#note(conflict[i]!, current);
    let at = this.#assignment.trailSize;
    let literal = -1;
    for (;;) {
      do literal = trail[--at]!;
      while (this.#seen[literal >> 1] === 0 || levels[literal >> 1] !== current);
      this.#open--;
      if (this.#open === 0) break;
      this.#noteReason(literal, current);
    }
    this.#learnt[0] = literal ^ 1;
    const kept = this.#minimised(this.#learnt);
    this.#clear();
    return kept;
  }

  #note(literal: number, current: number): void {
    const v = literal >> 1;
    const level = this.#assignment.levels[v]!;
    if (this.#seen[v] === 1 || level === 0) return;
    this.#seen[v] = 1;
    this.#marked.push(v);
    this.#order.bump(v);
    if (level === current) this.#open++;
    else this.#learnt.push(literal);
  }

  #noteReason(literal: number, current: number): void {
    const reason = this.#reasonOf(literal);
    if (reason <= IMPLIED) {
      this.#note((IMPLIED - reason) ^ 1, current);
      return;
    }
    if (reason === NO_REASON) return;
    this.refresh(reason);
    const { data } = this.#arena;
    const stop = reason + 3 + data[reason]!;
    for (let k = reason + 3; k < stop; k++) if (data[k] !== literal) this.#note(data[k]!, current);
  }

  /** A learnt clause that takes part in a conflict: how many levels it spans now. */
  refresh(clause: number): void {
    const { data } = this.#arena;
    const before = data[clause + 1]!;
    if (before <= GLUE) return;
    this.#stamp++;
    let count = 0;
    const stop = clause + 3 + data[clause]!;
    for (let k = clause + 3; k < stop && count < before; k++) count += this.#isNewLevel(data[k]!);
    if (count < before) data[clause + 1] = count;
  }

  /** Number of levels of a clause's literals. */
  spanned(literals: readonly number[]): number {
    this.#stamp++;
    let count = 0;
    for (let i = 0; i < literals.length; i++) count += this.#isNewLevel(literals[i]!);
    return count;
  }

  #isNewLevel(literal: number): 0 | 1 {
    const level = this.#assignment.levels[literal >> 1]!;
    if (level >= this.#stamps.length) this.#stamps = grown(this.#stamps, new Int32Array(2 * level));
    if (this.#stamps[level] === this.#stamp) return 0;
    this.#stamps[level] = this.#stamp;
    return 1;
  }

  /** Without literals that the others imply. */
  #minimised(learnt: readonly number[]): number[] {
    const { levels, reasons } = this.#assignment;
    let mask = 0;
    for (let i = 1; i < learnt.length; i++) mask |= 1 << (levels[learnt[i]! >> 1]! & 31);
    const kept = [learnt[0]!];
    for (let i = 1; i < learnt.length; i++) {
      const literal = learnt[i]!;
      if (reasons[literal >> 1] === NO_REASON || !this.#isRedundant(literal, mask)) kept.push(literal);
    }
    return kept;
  }

  #isRedundant(literal: number, mask: number): boolean {
    const pending = this.#pending;
    pending.length = 0;
    pending.push(literal);
    const marked = this.#marked.length;
    while (pending.length > 0) {
      if (this.#follow(pending.pop()! ^ 1, mask)) continue;
      while (this.#marked.length > marked) this.#seen[this.#marked.pop()!] = 0;
      return false;
    }
    return true;
  }

  /** Marks what implied a literal; false where some of it has no reason, or lies at a level that the clause does not have. */
  #follow(literal: number, mask: number): boolean {
    const reason = this.#reasonOf(literal);
    if (reason <= IMPLIED) return this.#mayFollow((IMPLIED - reason) ^ 1, mask);
    const { data } = this.#arena;
    const stop = reason + 3 + data[reason]!;
    for (let k = reason + 3; k < stop; k++) if (data[k] !== literal && !this.#mayFollow(data[k]!, mask)) return false;
    return true;
  }

  #mayFollow(literal: number, mask: number): boolean {
    const v = literal >> 1;
    const level = this.#assignment.levels[v]!;
    if (this.#seen[v] === 1 || level === 0) return true;
    if (this.#assignment.reasons[v] === NO_REASON || ((1 << (level & 31)) & mask) === 0) return false;
    this.#seen[v] = 1;
    this.#marked.push(v);
    this.#pending.push(literal);
    return true;
  }

  /** Which assumptions imply the negation of the given one (itself included). */
  failed(assumption: number): number[] {
    const { trail, levels, reasons, limits } = this.#assignment;
    const failed = [assumption];
    if (levels[assumption >> 1] === 0) return failed;
    this.#mark(assumption);
    for (let at = this.#assignment.trailSize - 1; at >= limits[0]!; at--) {
      const literal = trail[at]!;
      const v = literal >> 1;
      if (this.#seen[v] === 0) continue;
      if (reasons[v] === NO_REASON) failed.push(literal);
      else for (const other of reasonLiterals(this.#arena, this.#reasonOf(literal), literal)) this.#mark(other);
    }
    this.#clear();
    return failed;
  }

  #mark(literal: number): void {
    const v = literal >> 1;
    if (this.#assignment.levels[v] === 0 || this.#seen[v] === 1) return;
    this.#seen[v] = 1;
    this.#marked.push(v);
  }

  #clear(): void {
    for (let i = 0; i < this.#marked.length; i++) this.#seen[this.#marked[i]!] = 0;
    this.#marked.length = 0;
  }
}

/** The false literals of what implied a true one. */
export function reasonLiterals(arena: ClauseArena, reason: number, literal: number): number[] {
  if (reason <= IMPLIED) return [(IMPLIED - reason) ^ 1];
  return reason === NO_REASON ? [] : arena.literals(reason).filter((other) => other !== literal);
}
