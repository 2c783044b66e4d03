/**
 * A graph under construction. There is a current location; operations are appended to it, jumps and branches leave it,
 * and code after a jump has no current location until a label or a join starts one: what is emitted there vanishes.
 * Checks of the terms built since the last edge wait in `pending` and go onto the next edge, whichever it is: that
 * edge belongs to the same full expression, and no variable of theirs changes in between.
 */

import type { Formula } from "../../logic/term.ts";
import { not } from "../../logic/term.ts";
import { tick } from "../../util/budget.ts";
import type { SourceRange } from "../../util/source.ts";
import type { Check, Op } from "../cfa.ts";

export interface DraftLocation {
  readonly outgoing: DraftEdge[];
  labels: string[] | undefined;
  loop: SourceRange | undefined;
}

export interface DraftEdge {
  readonly source: DraftLocation;
  target: DraftLocation;
  readonly op: Op;
  readonly checks: readonly Check[];
  readonly range: SourceRange;
}

const SKIP: Op = Object.freeze({ kind: "skip" });
const NO_CHECKS: readonly Check[] = Object.freeze([]);

// An edge, in units of work: lowering what it does, and building its part of the graph later.
const EDGE_WORK = 5;

export class GraphBuilder {
  readonly entry: DraftLocation = newLocation();
  readonly exit: DraftLocation = newLocation();
  /** Every operation that was emitted, in that order. */
  readonly operations: Op[] = [];
  /** How many of them are calls. */
  calls = 0;
  #current: DraftLocation | undefined = this.entry;
  #pending: Check[] = [];

  get isLive(): boolean {
    return this.#current !== undefined;
  }

  location(): DraftLocation {
    return newLocation();
  }

  check(check: Check): void {
    this.#pending.push(check);
  }

  /** Appends an operation. */
  emit(op: Op, range: SourceRange): void {
    const target = newLocation();
    this.#connect(op, target, range);
    if (this.#current !== undefined) this.#current = target;
  }

  /** Appends an operation after which execution does not go on here: a `return` to the exit, a call that never returns. */
  finish(op: Op, target: DraftLocation, range: SourceRange): void {
    this.#connect(op, target, range);
    this.#current = undefined;
  }

  jump(target: DraftLocation, range: SourceRange): void {
    this.finish(SKIP, target, range);
  }

  /** Goes on at a location, to which execution falls through from here. */
  startAt(location: DraftLocation, range: SourceRange): void {
    if (this.#current !== undefined) this.jump(location, range);
    this.#current = location;
  }

  branch(condition: Formula, whenTrue: DraftLocation, whenFalse: DraftLocation, range: SourceRange): void {
    if (condition.kind === "true") this.jump(whenTrue, range);
    else if (condition.kind === "false") this.jump(whenFalse, range);
    else
      this.choose(
        [
          { condition, target: whenTrue },
          { condition: not(condition), target: whenFalse },
        ],
        range,
      );
  }

  /** A branch over conditions that exclude each other and cover all cases; each edge evaluates all that is pending. */
  choose(
    choices: readonly { readonly condition: Formula; readonly target: DraftLocation }[],
    range: SourceRange,
  ): void {
    tick(EDGE_WORK * choices.length);
    const checks = this.#takeChecks();
    const source = this.#current;
    if (source === undefined) return;
    for (const { condition, target } of choices) {
      if (condition.kind === "false") continue;
      const op: Op = condition.kind === "true" ? SKIP : { kind: "assume", condition };
      source.outgoing.push({ source, target, op, checks, range });
      this.operations.push(op);
    }
    this.#current = undefined;
  }

  /** Checks of a value nobody uses still belong to the execution. */
  flush(range: SourceRange): void {
    if (this.#pending.length > 0) this.emit(SKIP, range);
  }

  /** Leaves a location open to be continued later, when the edges out of it are known. */
  suspend(): DraftLocation | undefined {
    const location = this.#current;
    this.#current = undefined;
    return location;
  }

  resume(location: DraftLocation | undefined): void {
    this.#current = location;
  }

  #connect(op: Op, target: DraftLocation, range: SourceRange): void {
    tick(EDGE_WORK);
    const checks = this.#takeChecks();
    const source = this.#current;
    if (source === undefined) return;
    source.outgoing.push({ source, target, op, checks, range });
    this.operations.push(op);
    if (op.kind === "call") this.calls += 1;
  }

  #takeChecks(): readonly Check[] {
    if (this.#pending.length === 0) return NO_CHECKS;
    const checks = this.#pending;
    this.#pending = [];
    return checks;
  }
}

function newLocation(): DraftLocation {
  return { outgoing: [], labels: undefined, loop: undefined };
}
