/** What an edge of the concrete level evaluates and which memory it touches. */
import type { Edge } from "../../cfa/cfa.ts";
import type { Term } from "../../logic/term.ts";

export interface Dereference {
  readonly pointer: Term;
  readonly bytes: number;
  readonly access: "read" | "write";
}

/** The memory an edge reads and writes, as far as it is the edge that does so. */
export function dereferencesOf(edge: Edge): readonly Dereference[] {
  const op = edge.op;
  if (op.kind === "load") return [{ pointer: op.address, bytes: op.access.bytes, access: "read" }];
  if (op.kind === "store") return [{ pointer: op.address, bytes: op.access.bytes, access: "write" }];
  if (op.kind === "copy")
    return [
      { pointer: op.from, bytes: op.bytes, access: "read" },
      { pointer: op.to, bytes: op.bytes, access: "write" },
    ];
  return [];
}
