/**
 * What a script's terms mean and who answers them. Commands, bindings and definitions (`script.ts`, `terms.ts`, `symbols.ts`) are the
 * same for all logics; values, sorts and the solver are those of a language: linear arithmetic (`arithmetic.ts`), or words of
 * bits (`bits/language.ts`).
 */
import type { Answer } from "../solver.ts";
import type { Atom, Expression } from "./expression.ts";
import type { Position } from "./lexer.ts";

/** The symbols that a language gives a meaning. All throw `SmtLibError`. */
export interface Vocabulary<V, S> {
  /** Whether a script may not give the name a meaning. */
  isReserved(name: string): boolean;
  /** Undefined for a symbol without a meaning. */
  constant(atom: Atom): V | undefined;
  /** @param head the function: a symbol, or `(_ name index...)`, `(as const sort)`. Without operands: `(_ name index...)`. */
  apply(head: Expression, operands: readonly V[], position: Position): V;
  /** The value where one of the sort is wanted. */
  coerce(value: V, sort: S, position: Position): V;
}

export interface Declared<V, S> {
  readonly name: string;
  readonly sort: S;
  readonly value: V;
}

/** A session: `push`, `pop`, `check` and what follows it, as in `smt/solver.ts`. */
export interface Language<V, S> {
  readonly vocabulary: Vocabulary<V, S>;
  sort(expression: Expression | undefined, position: Position): S;
  /** A value that may be any of the sort. */
  variable(name: string, sort: S): V;
  isTruth(value: V): boolean;
  assert(truth: V): void;
  push(): void;
  pop(): void;
  check(assumptions: readonly V[]): Answer;
  /** After `unsat`: those of the assumptions that contradict the assertions. */
  core(): readonly V[];
  /** After `unknown`. */
  reason(): string;
  /** After `sat`. */
  showModel(declared: readonly Declared<V, S>[]): string;
  showValue(value: V, position: Position): string;
  dispose(): void;
}
