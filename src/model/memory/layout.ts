/**
 * Addresses. Every object has a constant address, so that pointers are plain integers to engines. Objects lie apart (with
 * a gap, so that one past the end is no other object), null is 0, and each allocation site has a stretch of addresses of
 * its own from which it takes one piece after another. Locals of a recursive function have one address an activation,
 * `pitch` apart.
 */

import type { MemoryObject } from "../../logic/term.ts";
import type { CallGraph } from "../pointers/call-graph.ts";
import type { PointsTo } from "../pointers/points-to.ts";
import type { Region } from "../pointers/regions.ts";

interface Placement {
  readonly base: number;
  /** One past the last address that belongs to the region, all instances included. */
  readonly end: number;
  /** Distance of two instances (locals of recursive functions); 0 where there is only one. */
  readonly pitch: number;
  /** More than one object may be alive in the region: objects are told apart by address. */
  readonly many: boolean;
}

export interface Layout {
  placementOf(region: Region): Placement;
  /** In an activation of its function. */
  addressOf(object: MemoryObject, instance: number): number;
}

export const FIRST_ADDRESS = 4096;
/** Space after every object. */
export const GAP = 16;
/** Of every object, so that those of one region lie multiples of it apart. */
export const ALIGNMENT = 16;

export function roundUp(size: number, to: number = ALIGNMENT): number {
  return Math.ceil(size / to) * to;
}

export function layOut(pointsTo: PointsTo, calls: CallGraph, pointerBytes: 4 | 8, recursionDepth: number): Layout {
  const placements = new Map<Region, Placement>();
  let next = FIRST_ADDRESS;
  const open: Region[] = [];
  for (const region of pointsTo.regions) {
    const size = region.object?.role === "function" ? 1 : region.size;
    if (size === undefined || region.kind !== "object") {
      open.push(region);
      continue;
    }
    const owner = region.object?.role === "local" ? region.object.function : undefined;
    const many = owner !== undefined && calls.isRecursive(owner);
    const piece = roundUp(size, Math.max(ALIGNMENT, region.object?.align ?? 1)) + GAP;
    next = roundUp(next, Math.max(ALIGNMENT, region.object?.align ?? 1));
    const end = next + piece * (many ? recursionDepth + 1 : 1);
    placements.set(region, { base: next, end: many ? end : next + size, pitch: many ? piece : 0, many });
    next = end;
  }
  placeOpen(open, roundUp(next, 4096), pointerBytes, calls, recursionDepth, placements);
  const placementOf = (region: Region) => placements.get(region) as Placement;
  const addressOf = (object: MemoryObject, instance: number) => {
    const { base, pitch } = placementOf(pointsTo.regionOf(object));
    return base + pitch * instance;
  };
  return { placementOf, addressOf };
}

/** Heap memory and regions whose size the program computes share the rest of the address space. */
function placeOpen(
  regions: readonly Region[],
  start: number,
  pointerBytes: 4 | 8,
  calls: CallGraph,
  recursionDepth: number,
  placements: Map<Region, Placement>,
): void {
  const space = pointerBytes === 8 ? 2 ** 46 : 2 ** 32 - start - 4096;
  const length = Math.max(4096, Math.floor(space / (regions.length + 1) / 4096) * 4096);
  regions.forEach((region, i) => {
    const base = start + i * length;
    const owner = region.object?.role === "local" ? region.object.function : undefined;
    const many =
      region.kind === "external" ||
      (region.kind === "heap" && !(region.site !== undefined && calls.runsOnce(region.site))) ||
      (owner !== undefined && calls.isRecursive(owner));
    const recursive = owner !== undefined && calls.isRecursive(owner);
    const pitch = recursive ? Math.floor(length / (recursionDepth + 2) / ALIGNMENT) * ALIGNMENT : 0;
    placements.set(region, { base, end: base + length - 4096, pitch, many });
  });
}
