/**
 * Memory as variables. Every region is divided into cells: a cell is a set of equal-sized elements (same width, same
 * kind of value) that are disjoint from each other, at one offset (a scalar variable, which is updated strongly) or at a
 * progression of offsets (an array variable, indexed by byte address). All accesses of the program are given; an access
 * through a pointer belongs to exactly one cell of each region it may reach.
 *
 * Cells of one region may overlap: a union, a buffer read through `char *`. Each cell then holds what was last written
 * through it, and a write through another cell havocs what it overlaps (`conflicts`): any value covers the bytes that are
 * really there. The other way is to model such a region as bytes (`byte-regions.ts` says which): its cells are its bytes, one
 * variable each or one array of them, and every access is made of them (`translate/byte-access.ts`).
 */
import type { Access, Edge } from "../../cfa/cfa.ts";
import type { ByteRange, Term, Variable } from "../../logic/term.ts";
import { type ArrayPlaces, arrayType, intType, type ScalarType } from "../../logic/types.ts";
import { memoised } from "../../util/memo.ts";
import { libraryEffect } from "../library/library.ts";
import { libraryMemory, stringArguments } from "../library/library-memory.ts";
import { type ModelOptions, modelType } from "../options.ts";
import { constantBytes, type PointsTo } from "../pointers/points-to.ts";
import type { Region, Target } from "../pointers/regions.ts";
import {
  ANYWHERE,
  contains,
  greatestCommonDivisor,
  overlap,
  type Progression,
  progression,
  residue,
  type Span,
} from "../pointers/strides.ts";
import type { Layout } from "./layout.ts";
import type { ModelVariables } from "./variables.ts";

export interface Cell {
  readonly region: Region;
  readonly shape: Shape;
  /** Byte offsets of its elements. */
  readonly at: Progression;
  /** The part of the region that they all lie in; undefined where it is the whole, or there is only one element. */
  readonly within: ByteRange | undefined;
  /** The elements' type in the model. */
  readonly element: ScalarType;
  /** `opaque`: elements overlap each other (misaligned accesses); nothing is known of them. */
  readonly kind: "scalar" | "array" | "opaque";
  /** Scalar or array variable; absent for `opaque`. */
  readonly variable: Variable | undefined;
  /** Cells of the region that share bits with this one. */
  readonly conflicts: Cell[];
}

/** What kind of element: where it lies in its bytes, how wide it is and how its bits are read. */
export interface Shape {
  readonly key: string;
  readonly bytes: number;
  readonly bits: number;
  readonly bitOffset: number;
}

export function shapeOf(access: Access): Shape {
  const bitField = access.bitOffset !== undefined;
  const bits = bitField && access.type.kind === "int" ? access.type.bits : access.bytes * 8;
  const bitOffset = access.bitOffset ?? 0;
  const how = access.type.kind === "float" ? access.type.format : "int";
  return { key: `${how}/${bits}/${bitOffset}`, bytes: access.bytes, bits, bitOffset };
}

/** The places of an access that lie inside the region; exact where only one does. */
export function placeWithin(at: Progression, size: number | undefined, bytes: number): Progression | undefined {
  if (at.stride === 0) return at.offset < 0 || (size !== undefined && at.offset + bytes > size) ? undefined : at;
  if (size === undefined) return at;
  if (at.offset + bytes > size) return undefined;
  return at.offset + at.stride + bytes > size ? { offset: at.offset, stride: 0 } : at;
}

/** The places of an access that lie inside the region, and inside the part that the pointer is taken to stay in. */
export function placeOf({ region: { size }, at, part }: Target, bytes: number): Progression | undefined {
  if (part === undefined) return placeWithin(at, size, bytes);
  const { first, count } = elementsIn(at, bytes, part);
  return count <= 1 ? (count === 1 ? { offset: first, stride: 0 } : undefined) : at;
}

/** The elements of a progression that lie inside a range: where the first one is, and how many there are. */
function elementsIn(at: Progression, bytes: number, { first, end }: ByteRange): { first: number; count: number } {
  const start = first + residue(at.offset - first, at.stride);
  return { first: start, count: Math.max(0, Math.floor((end - bytes - start) / at.stride) + 1) };
}

/** Where the elements of an array cell lie in its region; undefined where it is not known how many there are. */
export function elementsOfCell({ region, at, shape, within }: Cell): { first: number; count: number } | undefined {
  const range = within ?? (region.size === undefined ? undefined : { first: 0, end: region.size });
  return range === undefined ? undefined : elementsIn(at, shape.bytes, range);
}

interface Pattern {
  readonly shape: Shape;
  readonly at: Progression;
  readonly part: ByteRange | undefined;
  type: ScalarType;
}

/** The patterns of one region with one shape. */
type Patterns = Map<string, Pattern>;

export interface Memory {
  /** All cells, region by region. */
  readonly cells: readonly Cell[];
  cellsIn(region: Region): readonly Cell[];
  /** The cell that holds the elements of this shape at a target, if the program has such an access. Of bytes: the first one. */
  cellAt(target: Target, shape: Shape): Cell | undefined;
  isBytes(region: Region): boolean;
}

/** Regions that are bytes: one variable each (all accesses are at constant offsets), or one array of them. */
export type ByteRegions = ReadonlyMap<Region, "scalars" | "array">;

export function divideMemory(
  pointsTo: PointsTo,
  layout: Layout,
  options: ModelOptions,
  variables: ModelVariables,
  bytes: ByteRegions,
): Memory {
  const patterns = new Map<Region, Map<string, Patterns>>();
  const copies: { readonly to: Target; readonly from: Target; readonly bytes: number }[] = [];
  for (const graph of pointsTo.functions) {
    for (const edge of graph.edges) {
      const access = accessOf(edge);
      if (access !== undefined) collect(patterns, pointsTo.targetsOf(access.address), access.access);
      const copy = copyOf(edge);
      if (copy === undefined) continue;
      for (const to of pointsTo.targetsOf(copy.to))
        for (const from of pointsTo.targetsOf(copy.from)) copies.push({ to, from, bytes: copy.bytes });
    }
  }
  const strings = options.properties.includes("valid-deref") ? stringPointers(pointsTo) : [];
  for (const string of strings) for (const { region } of pointsTo.targetsOf(string)) followBytes(patterns, region);
  spreadOverCopies(patterns, copies);
  return buildCells(pointsTo, patterns, layout, options, variables, bytes);
}

/** Strings up to this size are followed byte by byte where their end matters. */
export const STRING_LIMIT = 32;

/** Pointers that library functions take for strings. */
function stringPointers(pointsTo: PointsTo): readonly Term[] {
  const pointers: Term[] = [];
  for (const graph of pointsTo.functions) {
    for (const { op } of graph.edges) {
      const row = op.kind === "call" && op.callee.kind === "direct" ? libraryMemory(op.callee.name) : undefined;
      if (op.kind !== "call" || row === undefined) continue;
      for (const index of stringArguments(row, op.arguments.length)) {
        const argument = op.arguments[index];
        if (argument !== undefined) pointers.push(argument);
      }
    }
  }
  return pointers;
}

function followBytes(patterns: Map<Region, Map<string, Patterns>>, region: Region): void {
  const { size } = region;
  if (size === undefined || size > STRING_LIMIT || region.kind === "external") return;
  if (region.object?.role === "function" || region.object?.text !== undefined) return;
  const type = intType(8, "signed");
  const shape = shapeOf({ type, bytes: 1 });
  for (let offset = 0; offset < size; offset += 1) addPattern(patterns, region, { offset, stride: 0 }, shape, type);
}

function accessOf(edge: Edge): { readonly address: Term; readonly access: Access } | undefined {
  return edge.op.kind === "load" || edge.op.kind === "store" ? edge.op : undefined;
}

/** Copies of a constant number of bytes, whether an operation or a call of memcpy. */
export function copyOf(edge: Edge): { readonly to: Term; readonly from: Term; readonly bytes: number } | undefined {
  const op = edge.op;
  if (op.kind === "copy") return op;
  if (op.kind !== "call" || op.callee.kind !== "direct" || libraryEffect(op.callee.name).kind !== "copy")
    return undefined;
  const [to, from] = op.arguments;
  const bytes = constantBytes(op.arguments[2]);
  return to === undefined || from === undefined || bytes === undefined ? undefined : { to, from, bytes };
}

function collect(patterns: Map<Region, Map<string, Patterns>>, targets: readonly Target[], access: Access): void {
  const shape = shapeOf(access);
  for (const target of targets) {
    const { region, part } = target;
    if (region.kind === "external" || region.object?.role === "function") continue;
    const place = placeOf(target, access.bytes);
    if (place !== undefined) addPattern(patterns, region, place, shape, access.type, part);
  }
}

function addPattern(
  patterns: Map<Region, Map<string, Patterns>>,
  region: Region,
  at: Progression,
  shape: Shape,
  type: ScalarType,
  within?: ByteRange,
): boolean {
  const shapes = memoised(patterns, region, () => new Map());
  const same = memoised(shapes, shape.key, () => new Map());
  const part = at.stride === 0 ? undefined : within;
  const key = `${at.offset}:${at.stride}:${part?.first ?? ""}`;
  const known = same.get(key);
  if (known !== undefined) {
    // A byte that is both _Bool and char has the values of a char.
    if (isNarrow(known.type, shape)) known.type = type;
    return false;
  }
  same.set(key, { shape, at, type, part });
  return true;
}

/** Elements of one structure that a copy moves one by one. */
const ELEMENT_LIMIT = 64;
/** Copies between the same regions at shifted offsets could go on for ever; more rounds only help precision. */
const ROUNDS = 8;

/** What is read from the destination of a copy has to have a cell in its source, or its value would be lost there. */
function spreadOverCopies(
  patterns: Map<Region, Map<string, Patterns>>,
  copies: readonly { readonly to: Target; readonly from: Target; readonly bytes: number }[],
): void {
  for (let round = 0, changed = true; changed && round < ROUNDS; round += 1) {
    changed = false;
    for (const { to, from, bytes } of copies) {
      if (from.region.kind === "external") continue;
      for (const same of [...(patterns.get(to.region)?.values() ?? [])]) {
        for (const pattern of [...same.values()]) {
          const reach = elementsWithin(pattern.at, pattern.shape.bytes, to.at, bytes, pattern.part);
          if (reach === undefined) continue;
          for (const delta of reach) {
            const at = progression(from.at.offset + delta, from.at.stride);
            const place = placeOf({ ...from, at }, pattern.shape.bytes);
            if (place === undefined) continue;
            if (addPattern(patterns, from.region, place, pattern.shape, pattern.type, from.part)) changed = true;
          }
        }
      }
    }
  }
}

/**
 * The elements at `at` that lie in `bytes` bytes from `start` on, as distances from `start`; undefined where that
 * depends on which member of the progressions it is, or is more than the limit.
 */
export function elementsWithin(
  at: Progression,
  width: number,
  start: Progression,
  bytes: number,
  within?: ByteRange,
): readonly number[] | undefined {
  if (at.stride === 0) {
    if (start.stride !== 0) return undefined;
    const delta = at.offset - start.offset;
    return delta >= 0 && delta + width <= bytes ? [delta] : [];
  }
  if (start.stride % at.stride !== 0) return undefined;
  // Where the start is depends on which part it is in.
  if (within !== undefined && start.stride !== 0) return undefined;
  const deltas: number[] = [];
  for (let delta = residue(at.offset - start.offset, at.stride); delta + width <= bytes; delta += at.stride) {
    const place = start.offset + delta;
    if (within !== undefined && (place < within.first || place + width > within.end)) continue;
    deltas.push(delta);
    if (deltas.length > ELEMENT_LIMIT) return undefined;
  }
  return deltas;
}

// --- Cells --------------------------------------------------------------------------------------------------------

class RegionCells {
  readonly cells: Cell[] = [];
  readonly exact = new Map<string, Cell>();
  readonly strided = new Map<string, Cell[]>();

  add(cell: Cell): void {
    const { key } = cell.shape;
    this.cells.push(cell);
    if (cell.at.stride === 0) this.exact.set(`${key}@${cell.at.offset}`, cell);
    else this.strided.set(key, [...(this.strided.get(key) ?? []), cell]);
  }
}

const BYTE = intType(8, "unsigned");
const BYTE_SHAPE = shapeOf({ type: BYTE, bytes: 1 });

function bytePlaces(region: Region, bytes: ByteRegions): readonly Progression[] {
  if (bytes.get(region) === "array") return [ANYWHERE];
  return Array.from({ length: region.size ?? 0 }, (_, offset) => ({ offset, stride: 0 }));
}

function kindAt({ stride }: Progression): "scalar" | "array" {
  return stride === 0 ? "scalar" : "array";
}

function buildCells(
  pointsTo: PointsTo,
  patterns: ReadonlyMap<Region, ReadonlyMap<string, Patterns>>,
  layout: Layout,
  options: ModelOptions,
  variables: ModelVariables,
  bytes: ByteRegions,
): Memory {
  const byRegion = new Map<Region, RegionCells>();
  const all: Cell[] = [];
  for (const region of pointsTo.regions) {
    const shapes = patterns.get(region);
    const into = new RegionCells();
    const make: MakeCell = (shape, at, kind, type, within) =>
      makeCell(region, shape, at, within, kind, modelType(type, options), layout, variables);
    const { many } = layout.placementOf(region);
    if (bytes.has(region)) {
      for (const at of bytePlaces(region, bytes)) into.add(make(BYTE_SHAPE, at, kindAt(at), BYTE, undefined));
    } else if (shapes !== undefined) {
      for (const same of shapes.values()) cellsOfShape([...same.values()], many, make, into);
      findConflicts(into.cells);
    } else continue;
    byRegion.set(region, into);
    all.push(...into.cells);
  }
  return {
    cells: all,
    cellsIn: (region) => byRegion.get(region)?.cells ?? [],
    isBytes: (region) => bytes.has(region),
    cellAt: ({ region, at, part }, like) => {
      const cells = byRegion.get(region);
      if (cells === undefined) return undefined;
      const shape = bytes.has(region) ? BYTE_SHAPE : like;
      const isThere = (cell: Cell) =>
        at.stride === 0 ? holds(cell, at.offset) : cell.within === undefined || cell.within === part;
      const strided = cells.strided.get(shape.key)?.find((cell) => contains(cell.at, at) && isThere(cell));
      return strided ?? (at.stride === 0 ? cells.exact.get(`${shape.key}@${at.offset}`) : undefined);
    },
  };
}

type MakeCell = (
  shape: Shape,
  at: Progression,
  kind: Cell["kind"],
  type: ScalarType,
  within: ByteRange | undefined,
) => Cell;

function cellsOfShape(patterns: readonly Pattern[], many: boolean, make: MakeCell, into: RegionCells): void {
  const strided = patterns.filter((pattern) => pattern.at.stride !== 0);
  const { shape } = patterns[0] as Pattern;
  // Bytes that are _Bool to some accesses and char to others have the values of a char, in whichever cell they are.
  const whole = patterns.find(({ type }) => !isNarrow(type, shape));
  const typeOf = (type: ScalarType) => (whole !== undefined && isNarrow(type, shape) ? whole.type : type);
  const add: MakeCell = (of, at, kind, type, within) => {
    const cell = make(of, at, kind, typeOf(type), within);
    into.add(cell);
    return cell;
  };
  for (const part of new Set(strided.map((pattern) => pattern.part)))
    arraysOf(
      strided.filter((pattern) => pattern.part === part),
      part,
      add,
    );
  for (const { at, type } of patterns) {
    if (at.stride !== 0) continue;
    const covered = into.strided.get(shape.key)?.some((cell) => contains(cell.at, at) && holds(cell, at.offset));
    if (covered !== true) add(shape, at, many ? "array" : "scalar", type, undefined);
  }
}

/** Whether an element at this offset is in the part that the cell is of. */
function holds({ within, shape }: Cell, offset: number): boolean {
  return within === undefined || (within.first <= offset && offset + shape.bytes <= within.end);
}

/** Arrays for the elements of one shape in one part of a region. */
function arraysOf(strided: readonly Pattern[], within: ByteRange | undefined, add: MakeCell): void {
  const [first] = strided;
  if (first === undefined) return;
  const { shape } = first;
  const stride = strided.reduce((so, pattern) => greatestCommonDivisor(so, pattern.at.stride), 0);
  const classes = new Map<number, Pattern>();
  for (const pattern of strided) classes.set(residue(pattern.at.offset, stride), pattern);
  const apart = [...classes.keys()].sort((a, b) => a - b);
  const disjoint = apart.every((offset, i) => {
    const next = apart[i + 1] ?? (apart[0] as number) + stride;
    return (next - offset) * 8 >= shape.bits;
  });
  if (!disjoint) add(shape, { offset: 0, stride: 1 }, "opaque", first.type, within);
  else for (const [offset, pattern] of classes) add(shape, { offset, stride }, "array", pattern.type, within);
}

/** A type with fewer values than its bits have. */
function isNarrow(type: ScalarType, shape: Shape): boolean {
  return type.kind === "int" && type.bits < shape.bits;
}

function makeCell(
  region: Region,
  shape: Shape,
  at: Progression,
  within: ByteRange | undefined,
  kind: Cell["kind"],
  element: ScalarType,
  layout: Layout,
  variables: ModelVariables,
): Cell {
  const owner = region.object?.role === "local" ? region.object.function : undefined;
  const name = cellName(region, shape, at, within, kind);
  const type = kind === "array" ? arrayType(element, placesOf(region, shape, at, within, layout)) : element;
  const variable = kind === "opaque" ? undefined : variables.make(name, type, "memory", owner);
  return { region, shape, at, within, element, kind, variable, conflicts: [] };
}

/** Where the elements of the region's only object are; undefined where it has several, or no size that is known. */
function placesOf(
  region: Region,
  { bytes }: Shape,
  at: Progression,
  within: ByteRange | undefined,
  layout: Layout,
): ArrayPlaces | undefined {
  const { base, many } = layout.placementOf(region);
  if (many || region.size === undefined || at.stride <= 0) return undefined;
  const { first, count } = elementsIn(at, bytes, within ?? { first: 0, end: region.size });
  return count < 1 ? undefined : { first: base + first, stride: at.stride, count };
}

function cellName(
  region: Region,
  shape: Shape,
  at: Progression,
  within: ByteRange | undefined,
  kind: Cell["kind"],
): string {
  const bits = shape.bits === shape.bytes * 8 ? "" : `:${shape.bitOffset}`;
  if (at.stride !== 0) {
    const offset = within === undefined ? at.offset : within.first + residue(at.offset - within.first, at.stride);
    const where = offset === 0 ? "" : `+${offset}`;
    return `${region.name}[${at.stride}*${where}]${bits}`;
  }
  const whole = kind === "scalar" && at.offset === 0 && region.size === shape.bytes && bits === "";
  return whole ? region.name : `${region.name}@${at.offset}${bits}`;
}

function spanOf(cell: Cell): Span {
  return {
    offset: cell.at.offset * 8 + cell.shape.bitOffset,
    stride: cell.at.stride * 8,
    width: cell.shape.bits,
  };
}

/** Exact cells are swept in order of their offsets; strided ones, of which there are few, meet every other cell. */
function findConflicts(cells: readonly Cell[]): void {
  const exact = cells.filter((cell) => cell.at.stride === 0).sort((a, b) => spanOf(a).offset - spanOf(b).offset);
  exact.forEach((cell, i) => {
    const end = spanOf(cell).offset + cell.shape.bits;
    for (let j = i + 1; j < exact.length && spanOf(exact[j] as Cell).offset < end; j += 1) link(cell, exact[j] as Cell);
  });
  const strided = cells.filter((cell) => cell.at.stride !== 0);
  strided.forEach((cell, i) => {
    for (const other of [...exact, ...strided.slice(i + 1)]) {
      if (overlap(spanOf(cell), spanOf(other)) && mayMeet(cell, other)) link(cell, other);
    }
  });
}

/** Not where one of them lies in a part that the other has nothing in. */
function mayMeet(a: Cell, b: Cell): boolean {
  const [one, other] = [rangeOf(a), rangeOf(b)];
  return one === undefined || other === undefined || (one.first < other.end && other.first < one.end);
}

function rangeOf({ within, at, shape }: Cell): ByteRange | undefined {
  return at.stride === 0 ? { first: at.offset, end: at.offset + shape.bytes } : within;
}

function link(a: Cell, b: Cell): void {
  a.conflicts.push(b);
  b.conflicts.push(a);
}
