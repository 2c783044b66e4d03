/**
 * Copies that are undefined where source and target overlap (memcpy, not memmove): the model copies as if they did not. Told
 * wherever that is not evident. A copy onto itself, byte by byte the same, changes nothing whatever the order.
 */
import type { Edge, Program } from "../../cfa/cfa.ts";
import type { Term } from "../../logic/term.ts";
import type { SourceRange } from "../../util/source.ts";
import { libraryMemory } from "../library/library-memory.ts";
import type { PointsTo } from "../pointers/points-to.ts";
import type { Target } from "../pointers/regions.ts";

export function tellOverlaps(
  program: Program,
  pointsTo: PointsTo,
  tell: (what: string, range: SourceRange) => void,
): void {
  for (const { edges } of pointsTo.functions) for (const edge of edges) tellOverlap(program, edge, pointsTo, tell);
}

function tellOverlap(
  program: Program,
  { op, range }: Edge,
  pointsTo: PointsTo,
  tell: (what: string, range: SourceRange) => void,
): void {
  if (op.kind !== "call" || op.callee.kind !== "direct" || program.functions.has(op.callee.name)) return;
  const apart = libraryMemory(op.callee.name)?.apart;
  if (apart === undefined) return;
  const [to, from, size] = apart.map((index) => (index === undefined ? undefined : op.arguments[index]));
  if (to === undefined || from === undefined) return;
  const bytes = constantOf(size);
  const targets = pointsTo.targetsOf(to);
  if (pointsTo.targetsOf(from).some((source) => targets.some((target) => mayOverlap(target, source, bytes))))
    tell(`${op.callee.name.replace(/^__builtin_/, "")} is given memory that does not overlap`, range);
}

function constantOf(term: Term | undefined): number {
  const inner = term?.kind === "wrap" ? term.operand : term;
  return inner?.kind === "integer" ? Number(inner.value) : Number.POSITIVE_INFINITY;
}

function mayOverlap(to: Target, from: Target, bytes: number): boolean {
  if (to.region !== from.region || bytes === 0) return false;
  const distance = Math.abs(to.at.offset - from.at.offset);
  const known = to.at.stride === 0 && from.at.stride === 0;
  // One region stands for all that an edge allocates, and for all that is unknown: two offsets in it may be of two objects.
  return !known || (distance !== 0 && distance < bytes);
}
