/** What an edge of the concrete level evaluates and which memory it touches. */
import type { Edge } from "../cfa/cfa.ts";
import type { Formula, Term } from "../logic/term.ts";

/** The terms that an edge evaluates. */
export function termsOf(edge: Edge): readonly (Term | Formula)[] {
  const op = edge.op;
  switch (op.kind) {
    case "assign":
      return [op.value];
    case "load":
      return [op.address];
    case "store":
      return [op.address, op.value];
    case "copy":
      return [op.to, op.from];
    case "zero":
      return [op.address];
    case "allocate":
      return [op.bytes];
    case "call":
      return op.callee.kind === "indirect" ? [op.callee.pointer, ...op.arguments] : op.arguments;
    case "return":
      return op.value === undefined ? [] : [op.value];
    case "assume":
      return [op.condition];
    case "variadic":
      return op.operands;
    case "skip":
    case "havoc":
    case "uninitialised":
    case "opaque":
      return [];
  }
}

/** The memory an edge reads and writes, as far as it is the edge that does so. */
export function dereferencesOf(edge: Edge): readonly { readonly pointer: Term; readonly bytes: number }[] {
  const op = edge.op;
  if (op.kind === "load" || op.kind === "store") return [{ pointer: op.address, bytes: op.access.bytes }];
  if (op.kind === "copy")
    return [
      { pointer: op.from, bytes: op.bytes },
      { pointer: op.to, bytes: op.bytes },
    ];
  return [];
}
