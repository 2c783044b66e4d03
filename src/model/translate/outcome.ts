/**
 * What an edge of the concrete level becomes: one or more outcomes. Outcomes exclude each other only as far as their
 * conditions say; together they cover every defined execution of the edge.
 */
import type { Edge, FunctionGraph } from "../../cfa/cfa.ts";
import type { Formula, Term, Variable } from "../../logic/term.ts";
import type { SourceRange } from "../../util/source.ts";
import type { InputNames, ModelOp } from "../model.ts";
import type { Property } from "../properties.ts";

/** One of the things that an operation may do. */
export interface Alternative {
  /** When it is taken; undefined where there is no choice. */
  readonly condition: Formula | undefined;
  readonly ops: readonly ModelOp[];
  readonly next: Next;
}

export interface Outcome extends Alternative {
  /** What happens in every outcome of the edge: checks that are assumed, reads of volatile variables. */
  readonly prefix: readonly ModelOp[];
}

export type Next =
  | { readonly kind: "goto" }
  /** A call: the arguments are terms of the caller's activation. */
  | { readonly kind: "enter"; readonly graph: FunctionGraph; readonly arguments: readonly Term[] }
  | {
      readonly kind: "error";
      readonly reason: string;
      readonly range: SourceRange;
      /** What is violated there: more than one property where a check is one of several. */
      readonly violates: readonly Property[];
      /**
       * exact: where the condition holds, the program violates the property. maybe: it may also be that the model does not know better,
       * so that nothing follows for executions that go on elsewhere.
       */
      readonly condition: "exact" | "maybe";
    }
  | { readonly kind: "end" }
  | { readonly kind: "unmodelled"; readonly reason: string };

export const GOTO: Next = { kind: "goto" };

/** The only thing that the operation does. */
export function always(ops: readonly ModelOp[]): Alternative {
  return { condition: undefined, ops, next: GOTO };
}

/** An error of one property, at an edge. */
export function violation(
  property: Property,
  reason: string,
  { range }: Edge,
  condition: "exact" | "maybe" = "maybe",
): Next & { kind: "error" } {
  return { kind: "error", reason, range, violates: [property], condition };
}

/** Executions that the model does not cover. */
export function unmodelled(reason: string): Alternative {
  return { condition: undefined, ops: [], next: { kind: "unmodelled", reason } };
}

export function assign(target: Variable, value: Term, origin: Edge | undefined): ModelOp {
  return { kind: "assign", target, value, origin };
}

export function havoc(target: Variable, origin: Edge | undefined): ModelOp {
  return { kind: "havoc", target, origin };
}

export function input(target: Variable, origin: Edge | undefined): ModelOp {
  return { kind: "havoc", target, origin, input: true };
}

/** Memory that becomes an input: its parts are asked for by their names. */
export function inputMemory(target: Variable, origin: Edge | undefined, names: InputNames): ModelOp {
  return { kind: "havoc", target, origin, input: true, names };
}

export function assume(condition: Formula, origin: Edge | undefined): ModelOp {
  return { kind: "assume", condition, origin };
}
