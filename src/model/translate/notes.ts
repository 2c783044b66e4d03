/** The record of everything that the translation gave up or assumed, each place once. */
import type { SourceRange } from "../../util/source.ts";
import type { Assumption, OverApproximation } from "../model.ts";

export class Notes {
  readonly overApproximations: OverApproximation[] = [];
  readonly assumptions: (Assumption & { readonly ranges: SourceRange[] })[] = [];
  readonly #recorded = new Set<string>();
  #collecting: OverApproximation[] | undefined;

  /** Runs a part of the translation; what it records is handed over instead, as the part may be sliced away. */
  collect<T>(part: () => T): { readonly result: T; readonly notes: readonly OverApproximation[] } {
    const notes: OverApproximation[] = [];
    this.#collecting = notes;
    const result = part();
    this.#collecting = undefined;
    return { result, notes };
  }

  /** Something was given up here. */
  record(what: string, range: SourceRange): void {
    if (this.#collecting !== undefined) this.#collecting.push({ what, range });
    else if (this.#isNew(what, range)) this.overApproximations.push({ what, range });
  }

  /** Told at once: an assumption about what is sliced away is one all the same. */
  assumeThat(what: string, range: SourceRange): void {
    let assumption = this.assumptions.find((known) => known.what === what);
    if (assumption === undefined) {
      assumption = { what, ranges: [] };
      this.assumptions.push(assumption);
    }
    if (this.#isNew(`assume ${what}`, range)) assumption.ranges.push(range);
  }

  #isNew(what: string, range: SourceRange): boolean {
    const key = `${range.start}:${range.end}:${what}`;
    if (this.#recorded.has(key)) return false;
    this.#recorded.add(key);
    return true;
  }
}
