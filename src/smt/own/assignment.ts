/**
 * The assignment of a search: values of literals, and for each variable the level and the reason, in the order of the trail.
 *
 * A reason is the clause that implied the variable's literal, or one of the numbers below.
 */
import { grown } from "./order.ts";

export const NO_REASON = -1;
/** From here on down: the literal `IMPLIED - reason` implies the variable's by itself. */
export const IMPLIED = -2;
/** The theory will say when asked. */
export const LAZY = 0x7fffffff;

export class Assignment {
  /** 1 true, -1 false, 0 open; by literal. */
  values = new Int8Array(128);
  levels = new Int32Array(64);
  reasons = new Int32Array(64);
  trail = new Int32Array(64);
  trailSize = 0;
  /** The size of the trail when each level began. */
  readonly limits: number[] = [];
  variables = 0;

  addVariable(): number {
    const v = this.variables++;
    if (v >= this.levels.length) {
      this.values = grown(this.values, new Int8Array(v * 4));
      this.levels = grown(this.levels, new Int32Array(v * 2));
      this.reasons = grown(this.reasons, new Int32Array(v * 2));
      this.trail = grown(this.trail, new Int32Array(v * 2));
    }
    return v;
  }

  assign(literal: number, reason: number): void {
    const v = literal >> 1;
    this.values[literal] = 1;
    this.values[literal ^ 1] = -1;
    this.levels[v] = this.limits.length;
    this.reasons[v] = reason;
    this.trail[this.trailSize++] = literal;
  }
}
