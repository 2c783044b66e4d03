/**
 * In which regions pointers are taken to stay in the member arrays that they point into. Not where several objects share one region, where
 * bytes are followed, or where some access is computed from a place outside of these arrays: cells then go across them, and what one
 * pointer is taken to do has to be what all are.
 */

import type { PointsTo } from "../pointers/points-to.ts";
import type { Region, Target } from "../pointers/regions.ts";
import type { Layout } from "./layout.ts";
import { type ByteRegions, copyOf } from "./memory.ts";

/** The same answers, without the parts of regions that are not divided. */
export function withDividedRegions(pointsTo: PointsTo, layout: Layout, bytes: ByteRegions): PointsTo {
  const whole = new Set<Region>();
  for (const region of pointsTo.regions)
    if (region.parts !== undefined && (layout.placementOf(region).many || bytes.has(region))) whole.add(region);
  const look = (targets: readonly Target[]) => {
    for (const { region, at, part } of targets)
      if (region.parts !== undefined && at.stride !== 0 && part === undefined) whole.add(region);
  };
  if (pointsTo.regions.every(({ parts }) => parts === undefined)) return pointsTo;
  for (const { edges } of pointsTo.functions)
    for (const edge of edges) {
      if (edge.op.kind === "load" || edge.op.kind === "store") look(pointsTo.targetsOf(edge.op.address));
      const copy = copyOf(edge);
      if (copy !== undefined) look(pointsTo.targetsOf(copy.from));
    }
  if (whole.size === 0) return pointsTo;
  return { ...pointsTo, targetsOf: (term) => pointsTo.targetsOf(term).map((target) => anywhere(target, whole)) };
}

function anywhere(target: Target, whole: ReadonlySet<Region>): Target {
  return target.part === undefined || !whole.has(target.region) ? target : { region: target.region, at: target.at };
}
