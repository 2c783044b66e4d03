/**
 * Clauses in one array of numbers: size, least number of levels spanned so far (0 for given clauses), proof step, then
 * the literals. A clause is named by the position of its header.
 */
import { grown } from "./order.ts";

export class ClauseArena {
  data = new Int32Array(1024);
  #used = 0;

  add(literals: readonly number[], spanned: number, step: number): number {
    const clause = this.#used;
    const end = clause + 3 + literals.length;
    if (end > this.data.length) this.data = grown(this.data, new Int32Array(Math.max(end, 2 * this.data.length)));
    this.data[clause] = literals.length;
    this.data[clause + 1] = spanned;
    this.data[clause + 2] = step;
    for (let i = 0; i < literals.length; i++) this.data[clause + 3 + i] = literals[i]!;
    this.#used = end;
    return clause;
  }

  get used(): number {
    return this.#used;
  }

  /** Starts anew; answers where a clause went, which is copied when first asked for. */
  relocate(): (clause: number) => number {
    const old = this.data;
    const moved = new Map<number, number>();
    this.data = new Int32Array(Math.max(1024, this.#used >> 1));
    this.#used = 0;
    return (clause) => {
      let target = moved.get(clause);
      if (target === undefined) {
        const literals = Array.from(old.subarray(clause + 3, clause + 3 + old[clause]!));
        target = this.add(literals, old[clause + 1]!, old[clause + 2]!);
        moved.set(clause, target);
      }
      return target;
    };
  }

  literals(clause: number): number[] {
    const { data } = this;
    const size = data[clause]!;
    const literals: number[] = [];
    for (let i = 0; i < size; i++) literals.push(data[clause + 3 + i]!);
    return literals;
  }

  step(clause: number): number {
    return this.data[clause + 2]!;
  }
}
