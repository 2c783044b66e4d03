/**
 * What is left of the heap where the program ends, and which pieces nothing points to any more. Any word of memory that could
 * be a pointer counts as one, at every address: what is called lost is lost; what is not may be.
 */
import { libraryMeaning } from "../cfa/library-names.ts";
import type { End } from "./end.ts";
import { sizeOfGlobal } from "./layout.ts";
import type { Machine } from "./machine.ts";
import type { Memory } from "./memory.ts";
import type { Runtime } from "./runtime.ts";
import type { Value } from "./values.ts";

interface Piece {
  readonly address: number;
  readonly size: number;
}

interface Roots {
  readonly values: readonly (Value | undefined)[];
  readonly ranges: readonly { readonly start: number; readonly end: number }[];
}

/** Values and memory of statics and of functions that have not returned. */
export function rootsOf(machine: Pick<Machine, "program" | "layout" | "runtime" | "readGlobal">): Roots {
  const { program, layout, runtime } = machine;
  const values = program.globals.filter(({ ghost }) => !ghost).map((global) => machine.readGlobal(global));
  for (const { graph, readLocal } of runtime.activeFrames())
    for (const { id } of graph.variables) values.push(readLocal(id));
  const statics = program.objects.flatMap((object) => {
    const start = layout.objects.get(object);
    return start === undefined || object.role === "function" ? [] : [{ start, end: start + sizeOfGlobal(object) }];
  });
  return { values, ranges: [...statics, { start: layout.stackStart, end: runtime.counters[2] as number }] };
}

/** The leak that is looked for and found where the run ended; undefined where it ended otherwise, or there is none. */
export function leakAt(
  end: End,
  { edge, heap, memory, pointerBytes }: Runtime,
  leaks: readonly ("lost" | "kept")[],
  roots: () => Roots,
): End | undefined {
  if (end.kind !== "exit" && end.kind !== "abort") return undefined;
  // A function by which a program assumes something is no end of it.
  if (end.kind === "abort" && libraryMeaning(end.edge?.source.function ?? "") === "assume") return undefined;
  const kept = heap.kept();
  if (kept.length === 0) return undefined;
  const lost = leaks.includes("lost") ? lostPieces(memory, pointerBytes, kept, roots()) : [];
  if (lost.length > 0) return { kind: "leak", what: "lost", message: `${sizeOfAll(lost)} are lost`, edge };
  if (!leaks.includes("kept")) return undefined;
  return { kind: "leak", what: "kept", message: `${sizeOfAll(kept)} are not freed`, edge };
}

function sizeOfAll(pieces: readonly Piece[]): string {
  const bytes = pieces.reduce((so, { size }) => so + size, 0);
  return `${bytes} bytes of the heap${pieces.length === 1 ? "" : ` in ${pieces.length} pieces`}`;
}

function lostPieces(memory: Memory, pointerBytes: 4 | 8, pieces: readonly Piece[], roots: Roots): readonly Piece[] {
  const sorted = [...pieces].sort((a, b) => a.address - b.address);
  const found = new Set<Piece>();
  const pending: Piece[] = [];
  const visit = (value: number): void => {
    const piece = pieceAt(sorted, value);
    if (piece === undefined || found.has(piece)) return;
    found.add(piece);
    pending.push(piece);
  };
  const scan = (start: number, end: number): void => {
    const { view } = memory;
    for (let at = start; at + pointerBytes <= end; at += 1) {
      if (pointerBytes === 4 || view.getUint32(at + 4, true) === 0) visit(view.getUint32(at, true));
    }
  };
  for (const value of roots.values) if (value !== undefined) visit(Number(value));
  for (const { start, end } of roots.ranges) scan(start, end);
  for (let piece = pending.pop(); piece !== undefined; piece = pending.pop())
    scan(piece.address, piece.address + piece.size);
  return sorted.filter((piece) => !found.has(piece));
}

/** The piece that an address is in, or right behind. */
function pieceAt(sorted: readonly Piece[], address: number): Piece | undefined {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] as Piece).address <= address) low = middle + 1;
    else high = middle;
  }
  const piece = sorted[low - 1];
  return piece !== undefined && address <= piece.address + piece.size ? piece : undefined;
}
