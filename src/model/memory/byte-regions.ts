/**
 * Which regions are modelled as bytes, for engines that take them: those in which cells lose what is there. Cells do so where
 * accesses of different layouts overlap (unions, characters of an int, offsets that are no multiple of an element), and where
 * a copy or a fill does not write whole elements, or its length or its byte is not a constant. What is copied into bytes is
 * bytes itself.
 *
 * Others keep their cells, whatever is lost: memory that holds pointers (the bits of an address are not known: the model's
 * layout is only one of many), volatile memory, long doubles, and what the program does not define.
 */
import type { Edge, Program } from "../../cfa/cfa.ts";
import type { Term } from "../../logic/term.ts";
import { isLibraryObject, libraryEffect } from "../library/library.ts";
import type { ModelOptions } from "../options.ts";
import { constantBytes, type PointsTo } from "../pointers/points-to.ts";
import type { Region, Target } from "../pointers/regions.ts";
import { progression } from "../pointers/strides.ts";
import type { Layout } from "./layout.ts";
import { type ByteRegions, type Cell, elementsWithin, type Memory, placeOf, placeWithin } from "./memory.ts";
import { constantByte, filled, isRagged, mayShift, placesOf, touches } from "./written-cells.ts";

/** The greatest region whose bytes are variables of their own. */
const SCALAR_BYTES = 64;

/** Pairs of places of one copy that are looked at: between more, it is not followed anyway (translate/runs.ts). */
const MOST_PLACES = 16;

interface Copy {
  readonly to: readonly Target[];
  readonly from: readonly Target[];
  readonly bytes: number | undefined;
  readonly places: "overlapping" | "apart";
}

interface Fill {
  readonly to: readonly Target[];
  readonly byte: number | undefined;
  readonly bytes: number | undefined;
}

/** A program whose memory is divided into cells. */
interface Cells extends Layout {
  readonly program: Program;
  readonly options: ModelOptions;
  readonly pointsTo: PointsTo;
  readonly memory: Memory;
}

export function byteRegions(cells: Cells): ByteRegions {
  const { options } = cells;
  if (options.integers === "math" || options.floats === "real") return new Map();
  const { copies, fills } = writesOf(cells);
  const found = new Set<Region>();
  for (const cell of cells.memory.cells)
    if (cell.kind === "opaque" || cell.conflicts.length > 0) found.add(cell.region);
  for (const copy of copies) for (const region of lostBy(copy, cells.memory)) found.add(region);
  for (const { to, byte, bytes } of fills)
    for (const target of to) if (!isFilledExactly(target, byte, bytes, cells.memory)) found.add(target.region);
  for (const region of found) if (!isEligible(region, cells)) found.delete(region);
  if (found.size === 0) return new Map();
  spread(found, copies, cells);
  const strided = stridedRegions(cells, copies, fills);
  const bytes = new Map<Region, "scalars" | "array">();
  for (const region of found) {
    const small = region.size !== undefined && region.size <= SCALAR_BYTES && !cells.placementOf(region).many;
    bytes.set(region, small && !strided.has(region) ? "scalars" : "array");
  }
  return bytes;
}

function writesOf({ pointsTo }: Cells): { readonly copies: readonly Copy[]; readonly fills: readonly Fill[] } {
  const copies: Copy[] = [];
  const fills: Fill[] = [];
  for (const { edges } of pointsTo.functions) {
    for (const edge of edges) {
      const copy = anyCopyOf(edge);
      if (copy !== undefined)
        copies.push({ ...copy, to: pointsTo.targetsOf(copy.to), from: pointsTo.targetsOf(copy.from) });
      const fill = fillOf(edge);
      if (fill !== undefined) fills.push({ ...fill, to: pointsTo.targetsOf(fill.to) });
    }
  }
  return { copies, fills };
}

type Written<Of> = Omit<Of, "to" | "from"> & { readonly [pointer in Extract<keyof Of, "to" | "from">]: Term };

/** Copies, of a constant number of bytes or another one. */
function anyCopyOf({ op }: Edge): Written<Copy> | undefined {
  if (op.kind === "copy") return { ...op, places: "apart" };
  if (op.kind !== "call" || op.callee.kind !== "direct") return undefined;
  if (libraryEffect(op.callee.name).kind !== "copy") return undefined;
  const [to, from, bytes] = op.arguments;
  const places = placesOf(op.callee.name);
  return to === undefined || from === undefined ? undefined : { to, from, bytes: constantBytes(bytes), places };
}

function fillOf({ op }: Edge): Written<Fill> | undefined {
  if (op.kind === "zero") return { to: op.address, byte: 0, bytes: op.bytes };
  if (op.kind !== "call" || op.callee.kind !== "direct") return undefined;
  if (libraryEffect(op.callee.name).kind !== "fill") return undefined;
  const [to, byte, bytes] = op.arguments;
  return to === undefined ? undefined : { to, byte: constantByte(byte), bytes: constantBytes(bytes) };
}

/** Regions from which or to which elements are not copied one by one. */
function lostBy({ to, from, bytes, places }: Copy, memory: Memory): readonly Region[] {
  const lost = new Set<Region>();
  if (to.length * from.length > MOST_PLACES) return [];
  for (const target of to) {
    for (const source of from) {
      const shifted = places === "overlapping" && mayShift(target, source);
      if (bytes !== undefined && !shifted && isCopiedExactly(target, source, bytes, memory)) continue;
      lost.add(target.region).add(source.region);
    }
  }
  return [...lost];
}

function isCopiedExactly(to: Target, from: Target, bytes: number, memory: Memory): boolean {
  return memory.cellsIn(to.region).every((cell) => {
    const deltas = deltasOf(cell, to, bytes);
    return deltas?.every((delta) => {
      const at = progression(from.at.offset + delta, from.at.stride);
      const place = placeOf({ ...from, at }, cell.shape.bytes);
      return place === undefined || memory.cellAt({ ...from, at: place }, cell.shape)?.element === cell.element;
    });
  });
}

/** The elements that are written, as distances; undefined where that is not known, or some are written in part. */
function deltasOf(cell: Cell, { at }: Target, bytes: number): readonly number[] | undefined {
  if (!touches(cell, at, bytes)) return [];
  const deltas = elementsWithin(cell.at, cell.shape.bytes, at, bytes, cell.within);
  return deltas === undefined || isRagged(cell, at, bytes, deltas) ? undefined : deltas;
}

function isFilledExactly(to: Target, byte: number | undefined, bytes: number | undefined, memory: Memory): boolean {
  if (bytes === undefined || byte === undefined) return false;
  const whole = to.at.stride === 0 && to.at.offset === 0 && to.region.size !== undefined && bytes >= to.region.size;
  return memory.cellsIn(to.region).every((cell) => {
    if (!touches(cell, to.at, bytes)) return true;
    return filled(cell, byte) !== undefined && (whole || deltasOf(cell, to, bytes) !== undefined);
  });
}

function isEligible(region: Region, { program, pointsTo, memory }: Cells): boolean {
  const { object } = region;
  if (region.kind === "external" || object?.role === "function") return false;
  if (object !== undefined) {
    // Ids below zero: the command line.
    if (object.id < 0 || object.volatile !== undefined || program.errno.includes(object)) return false;
    if (isLibraryObject(program, object)) return false;
  }
  if (memory.cellsIn(region).some(({ element }) => element.kind === "float" && element.format === "x87")) return false;
  return pointsTo.heldIn(region).length === 0;
}

/** What is copied into bytes is bytes. */
function spread(found: Set<Region>, copies: readonly Copy[], cells: Cells): void {
  for (let size = -1; size !== found.size; ) {
    size = found.size;
    for (const { to, from } of copies) {
      if (!to.some(({ region }) => found.has(region))) continue;
      for (const { region } of from) if (isEligible(region, cells)) found.add(region);
    }
  }
}

/** Regions in which something is accessed at more than one place by the same operation. */
function stridedRegions({ pointsTo }: Cells, copies: readonly Copy[], fills: readonly Fill[]): ReadonlySet<Region> {
  const strided = new Set<Region>();
  const look = (targets: readonly Target[], bytes: number) => {
    for (const { region, at } of targets)
      if ((placeWithin(at, region.size, bytes)?.stride ?? 0) !== 0) strided.add(region);
  };
  for (const { edges } of pointsTo.functions)
    for (const { op } of edges)
      if (op.kind === "load" || op.kind === "store") look(pointsTo.targetsOf(op.address), op.access.bytes);
  // A length that is not a constant may be none.
  for (const { to, from, bytes } of copies) look([...to, ...from], bytes ?? 0);
  for (const { to, bytes } of fills) look(to, bytes ?? 0);
  return strided;
}
