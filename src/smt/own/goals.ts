/**
 * What is still to be decided: goals, the disjunctions that an assertion needs a true literal of. A goal counts while its guard is
 * true: the activation literal of an asserted clause, or the name that the disjunction defines. A name that no goal has made
 * true asks for nothing, and neither do the other literals of a goal that has a true one: they are never decided.
 * After Barrett and Donham, "Combining SAT Methods with Non-Clausal Decision Heuristics" (PDPAR 2004), and de Moura and
 * Bjørner, "Relevancy Propagation" (MSR-TR-2007-140).
 *
 * When every goal that counts has a true literal, so has every asserted formula, whatever value the open variables get: it is built
 * with and, or and not from atoms of which enough are true.
 *
 * Goals that count are listed in the order in which their guards became true, so that backtracking cuts the list; those before the
 * place of a level had a true literal when the level began, and have it until that goes.
 */
import type { Assignment } from "./assignment.ts";
import { grown } from "./order.ts";

const NONE = -1;

export class Goals {
  readonly #assignment: Assignment;
  /** Goals one after the other: the next of the same guard, guard, size, literals. A goal is named by its position. */
  #data = new Int32Array(256);
  #used = 0;
  /** By literal: the first and last goal it guards. */
  #first = new Int32Array(128).fill(NONE);
  #last = new Int32Array(128).fill(NONE);
  /** By variable: the latest of its occurrences, which are pairs of a goal and the occurrence before. */
  #latest = new Int32Array(64).fill(NONE);
  #occurrences = new Int32Array(256);
  #occurrencesUsed = 0;
  /** Those that count. */
  #counting = new Int32Array(64);
  #count = 0;
  /** Before it, all have a true literal or are irrelevant. */
  #place = 0;
  /** How much of the trail has been looked at. */
  #head = 0;
  /** By level, as it began: how many counted, and the place. */
  readonly #counts: number[] = [];
  readonly #places: number[] = [];
  /** A goal came whose guard may have been looked at. */
  #isLate = false;

  constructor(assignment: Assignment) {
    this.#assignment = assignment;
  }

  addVariable(v: number): void {
    const literals = 2 * v + 2;
    if (literals <= this.#first.length) return;
    this.#first = grown(this.#first, new Int32Array(2 * literals).fill(NONE));
    this.#last = grown(this.#last, new Int32Array(2 * literals).fill(NONE));
    this.#latest = grown(this.#latest, new Int32Array(literals).fill(NONE));
  }

  add(guard: number, literals: readonly number[]): void {
    const goal = this.#used;
    this.#used += 3 + literals.length;
    if (this.#used > this.#data.length) this.#data = grown(this.#data, new Int32Array(2 * this.#used));
    this.#data[goal] = NONE;
    this.#data[goal + 1] = guard;
    this.#data[goal + 2] = literals.length;
    for (let i = 0; i < literals.length; i++) {
      this.#data[goal + 3 + i] = literals[i]!;
      this.#addOccurrence(literals[i]! >> 1, goal);
    }
    if (this.#first[guard] === NONE) this.#first[guard] = goal;
    else this.#data[this.#last[guard]!] = goal;
    this.#last[guard] = goal;
    if (this.#assignment.values[guard]! > 0) this.#isLate = true;
  }

  #addOccurrence(v: number, goal: number): void {
    const at = this.#occurrencesUsed;
    this.#occurrencesUsed += 2;
    if (this.#occurrencesUsed > this.#occurrences.length)
      this.#occurrences = grown(this.#occurrences, new Int32Array(2 * this.#occurrencesUsed));
    this.#occurrences[at] = goal;
    this.#occurrences[at + 1] = this.#latest[v]!;
    this.#latest[v] = at;
  }

  /** A search begins: what is relevant may have changed, and there may be new goals for guards that are true. */
  begin(): void {
    this.#place = 0;
    for (let level = 0; level < this.#places.length; level++) this.#places[level] = 0;
    if (!this.#isLate) return;
    this.#isLate = false;
    const { limits } = this.#assignment;
    this.#head = 0;
    this.#count = 0;
    for (let level = 0; level < limits.length; level++) {
      this.#lookUpTo(limits[level]!);
      this.#counts[level] = this.#count;
    }
  }

  #lookUpTo(end: number): void {
    const { trail } = this.#assignment;
    while (this.#head < end) {
      let goal = this.#first[trail[this.#head++]!]!;
      while (goal !== NONE) {
        if (this.#count === this.#counting.length)
          this.#counting = grown(this.#counting, new Int32Array(2 * this.#count));
        this.#counting[this.#count++] = goal;
        goal = this.#data[goal]!;
      }
    }
  }

  pushLevel(): void {
    this.#lookUpTo(this.#assignment.trailSize);
    this.#counts.push(this.#count);
    this.#places.push(this.#place);
  }

  /** Back to the beginning of the level above `level`, where the trail had the given size. */
  backtrack(level: number, trailSize: number): void {
    if (this.#head > trailSize) this.#head = trailSize;
    this.#count = this.#counts[level]!;
    this.#place = this.#places[level]!;
    this.#counts.length = level;
    this.#places.length = level;
  }

  /** The first goal that counts, is relevant, and has no true literal; -1 if there is none. */
  open(relevant: Uint8Array): number {
    this.#lookUpTo(this.#assignment.trailSize);
    for (; this.#place < this.#count; this.#place++) {
      const goal = this.#counting[this.#place]!;
      // The literals of a goal are retained together.
      if (relevant[this.#data[goal + 3]! >> 1] === 1 && !this.#isMet(goal)) return goal;
    }
    return -1;
  }

  /** Whether a goal that counts and has no true literal has one of the variable. */
  needs(v: number): boolean {
    const { values } = this.#assignment;
    for (let at = this.#latest[v]!; at !== NONE; at = this.#occurrences[at + 1]!) {
      const goal = this.#occurrences[at]!;
      if (values[this.#data[goal + 1]!]! > 0 && !this.#isMet(goal)) return true;
    }
    return false;
  }

  #isMet(goal: number): boolean {
    const data = this.#data;
    const { values } = this.#assignment;
    const first = data[goal + 3]!;
    if (values[first]! > 0) return true;
    const end = goal + 3 + data[goal + 2]!;
    let at = goal + 4;
    while (at < end && values[data[at]!]! <= 0) at++;
    if (at === end) return false;
    // In front, where it is found at once.
    data[goal + 3] = data[at]!;
    data[at] = first;
    return true;
  }

  sizeOf(goal: number): number {
    return this.#data[goal + 2]!;
  }

  literalOf(goal: number, i: number): number {
    return this.#data[goal + 3 + i]!;
  }
}
