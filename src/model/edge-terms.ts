/** What an edge of the concrete level evaluates and which memory it touches. */
import type { Edge } from "../cfa/cfa.ts";
import type { Term } from "../logic/term.ts";

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
