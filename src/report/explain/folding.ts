/**
 * Steps of a run, folded as they come, so that a run of millions of steps is told in a few hundred: iterations of a loop that
 * is over are one step with what they have changed, of a loop that goes on the last iteration stays; a call that has returned
 * is one step where it was long. What is kept is bounded at any time by the nesting of calls and loops.
 */
import type { Location } from "../../cfa/cfa.ts";
import type { SourceRange } from "../../util/source.ts";
import type { ConditionReport, FoldReport, NamedValue, Place } from "../result.ts";

export interface Step extends Place {
  readonly function: string;
  readonly depth: number;
  readonly assignments: NamedValue[];
  readonly conditions: ConditionReport[];
  readonly folded?: FoldReport;
}

interface Change {
  readonly name: string;
  readonly depth: number;
  readonly from: string | undefined;
  to: string;
}

interface Scope {
  readonly depth: number;
  /** Of a loop: its head, and the text of its statement; undefined for a call. */
  readonly loop: { readonly head: Location; readonly range: SourceRange; readonly first: Step } | undefined;
  /** Of a loop: finished iterations, and what they have changed. Of a call: what it has changed. */
  times: number;
  readonly changes: Map<string, Change>;
  /** Changes of the iteration that goes on. */
  recent: Map<string, Change>;
  /** Steps of finished iterations, as long as they are few. */
  earlier: Step[] | undefined;
  steps: Step[];
  /** Steps that `steps` stands for, folded ones among them. */
  total: number;
}

// A loop that takes no more is told step by step, and so is a call.
const SHORT_LOOP = 12;
const FEW_ITERATIONS = 3;
const SHORT_CALL = 100;
// Of one call: the beginning and the end of what is neither loop nor call.
const KEPT_FIRST = 200;
const KEPT_LAST = 600;
const LISTED_CHANGES = 32;

export class Folding {
  readonly #scopes: Scope[] = [];
  /** The last value that was told of each variable and cell, by the call that it belongs to. */
  readonly #values: Map<string, string>[] = [];

  /** The innermost call or loop at this depth; calls that are deeper have returned. */
  returnTo(depth: number): "returned" | "same" {
    let returned = false;
    while (this.#top !== undefined && this.#top.depth > depth) {
      returned = true;
      this.#close();
    }
    this.#values.length = Math.min(this.#values.length, depth + 1);
    return returned ? "returned" : "same";
  }

  /** A step of the call at `depth`: leaves loops that do not contain it, enters or repeats the one whose head it starts from. */
  place(depth: number, at: SourceRange, head: Location | undefined, step: () => Step): void {
    if (this.#top === undefined || this.#top.depth < depth) this.#open(depth, undefined);
    for (let top = this.#top; top?.loop !== undefined && top.depth === depth; top = this.#top) {
      if (top.loop.head === head || contains(top.loop.range, at)) break;
      this.#close();
    }
    if (head?.loop === undefined) return;
    if (this.#top?.loop?.head === head && this.#top.depth === depth) this.#again(this.#top);
    else this.#open(depth, { head, range: head.loop, first: step() });
  }

  /** The step that what happens on this line belongs to: the last one, if that is of the same line and nothing was in between. */
  step(make: () => Step, place: Place, depth: number): Step {
    const scope = this.#top as Scope;
    const last = scope.steps.at(-1);
    const isSame =
      last?.folded === undefined && last?.depth === depth && last.line === place.line && last.file === place.file;
    if (isSame) return last;
    const step = make();
    this.#append(scope, [step], 1);
    return step;
  }

  /**
   * A variable or cell has got a value.
   * @param before what it had if nothing was told of it yet.
   */
  changed(value: NamedValue, depth: number, before?: string): void {
    const owner = value.depth ?? depth;
    const values = this.#values[owner] ?? new Map<string, string>();
    this.#values[owner] = values;
    const from = values.get(value.name) ?? before;
    values.set(value.name, value.value);
    if (this.#top !== undefined)
      merge(this.#top.recent, `${owner} ${value.name}`, { name: value.name, depth: owner, from, to: value.value });
  }

  /** Whether a variable of the call at `depth` has got a value in it. */
  hasValue(name: string, depth: number): boolean {
    return this.#values[depth]?.has(name) === true;
  }

  /** All that is left to tell; nothing comes after it. */
  finish(): Step[] {
    const steps = this.#scopes.flatMap((scope) => [...this.#before(scope, "goes on"), ...scope.steps]);
    return bounded(steps);
  }

  get #top(): Scope | undefined {
    return this.#scopes.at(-1);
  }

  #open(depth: number, loop: Scope["loop"]): void {
    const changes = new Map<string, Change>();
    this.#scopes.push({ depth, loop, times: 0, changes, recent: new Map(), earlier: [], steps: [], total: 0 });
  }

  #again(scope: Scope): void {
    settle(scope);
    scope.times += 1;
    const isShort = scope.times <= FEW_ITERATIONS && (scope.earlier?.length ?? 0) + scope.steps.length <= SHORT_LOOP;
    if (scope.earlier !== undefined && isShort) scope.earlier.push(...scope.steps);
    else scope.earlier = undefined;
    scope.steps = [];
  }

  #close(): void {
    const scope = this.#scopes.pop() as Scope;
    const parent = this.#top;
    if (parent === undefined) return;
    settle(scope);
    for (const [key, change] of scope.changes) if (change.depth <= parent.depth) merge(parent.recent, key, change);
    this.#append(parent, this.#told(scope), scope.total);
  }

  /** A loop or a call that is over. */
  #told(scope: Scope): Step[] {
    if (scope.loop !== undefined) {
      if (scope.earlier !== undefined && scope.earlier.length + scope.steps.length <= SHORT_LOOP)
        return [...scope.earlier, ...scope.steps];
      const last = scope.steps.filter(({ folded }) => folded === undefined).slice(0, 1);
      return [...this.#before(scope, "over"), ...last.filter((step) => step.assignments.length === 0)];
    }
    if (scope.steps.length <= SHORT_CALL) return scope.steps;
    const [first] = scope.steps as [Step];
    const outside = [...scope.changes.values()].filter(({ depth }) => depth < scope.depth);
    return [{ ...first, conditions: [], folded: folded("call", scope.total, outside, first.depth) }];
  }

  /** What stands for the finished iterations of a loop. */
  #before({ loop, times, changes, earlier }: Scope, state: "over" | "goes on"): Step[] {
    if (loop === undefined || times === 0) return [];
    if (state === "goes on" && earlier !== undefined) return earlier;
    const told = folded("iterations", times, [...changes.values()], loop.first.depth);
    return [{ ...loop.first, assignments: [], conditions: [], folded: told }];
  }

  #append(scope: Scope, steps: readonly Step[], total: number): void {
    scope.steps.push(...steps);
    scope.total += total;
    if (scope.steps.length > 2 * (KEPT_FIRST + KEPT_LAST)) scope.steps = bounded(scope.steps);
  }
}

/** The iteration's changes are those of the loop. */
function settle({ changes, recent }: Scope): void {
  for (const [key, change] of recent) merge(changes, key, change);
  recent.clear();
}

/** A change after others of the same place. */
function merge(changes: Map<string, Change>, key: string, { name, depth, from, to }: Change): void {
  const known = changes.get(key);
  if (known === undefined) changes.set(key, { name, depth, from, to });
  else known.to = to;
}

function folded(what: FoldReport["what"], times: number, all: readonly Change[], own: number): FoldReport {
  const changes = all.filter(({ from, to }) => from !== to);
  const listed = changes.slice(0, LISTED_CHANGES).map(({ name, depth, from, to }) => ({
    name,
    ...(from === undefined ? {} : { from }),
    to,
    ...(depth === own ? {} : { depth }),
  }));
  const rest = changes.length - listed.length;
  return { what, times, changes: listed, ...(rest > 0 ? { omittedChanges: rest } : {}) };
}

function bounded(steps: readonly Step[]): Step[] {
  if (steps.length <= KEPT_FIRST + KEPT_LAST) return [...steps];
  const between = steps.slice(KEPT_FIRST, -KEPT_LAST);
  const [first] = between as [Step];
  const times = between.reduce((sum, step) => sum + (step.folded?.what === "steps" ? step.folded.times : 1), 0);
  const gap: Step = { ...first, assignments: [], conditions: [], folded: { what: "steps", times, changes: [] } };
  return [...steps.slice(0, KEPT_FIRST), gap, ...steps.slice(-KEPT_LAST)];
}

function contains(outer: SourceRange, inner: SourceRange): boolean {
  return outer.start <= inner.start && inner.end <= outer.end;
}
