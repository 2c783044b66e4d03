/** Values for people: numbers as C writes them, pointers by what they point to. */
import type { Access } from "../../cfa/cfa.ts";
import type { Shape } from "../../cfa/shape.ts";
import type { StateReader } from "../../interpreter/trace.ts";
import type { ScalarType } from "../../logic/types.ts";
import { showValue } from "../counterexample.ts";
import type { MemoryMap, Region } from "./memory-map.ts";
import { bytesOf, leavesOf, partAt, shapeAt } from "./parts.ts";

// A value is one of many on a line.
const LONGEST = 100;

export function showScalar(value: number | bigint, type: ScalarType, shape: Shape | undefined, map: MemoryMap): string {
  if (type.kind === "pointer") return showPointer(Number(value), shape, map);
  const text = showValue(value, type);
  const isPrintable = shape?.kind === "scalar" && shape.isCharacter && value >= 32 && value < 127;
  return isPrintable ? `${text} '${String.fromCharCode(Number(value))}'` : text;
}

/** `&accounts[1]`, `malloc@18`, `&a[5], 0 bytes past a (20 bytes, main.c:3)`, `NULL`. */
export function showPointer(address: number, shape: Shape | undefined, map: MemoryMap): string {
  if (address === 0) return "NULL";
  const region = map.regionAt(address);
  if (region === undefined) return `0x${(address < 0 ? 2 ** 64 + address : address).toString(16)}`;
  learn(region, address, shape);
  const offset = address - region.address;
  const target = targetText(region, offset, pointed(shape));
  const far = distanceOf(region, address);
  if (far !== undefined) return `${target}, ${far} ${described(region, map)}`;
  return region.over === undefined ? target : `${target}, ${fate(region, map)}`;
}

/** What C would write for an address in or near an object. */
function targetText(region: Region, offset: number, target: Shape | undefined): string {
  const { name, kind, shape } = region;
  if (kind === "function") return name;
  if ((kind === "string" || kind === "block") && offset === 0) return name;
  // A pointer to a structure points to it, not to its first member.
  const part = kind === "string" ? undefined : (wholeAt(shape, offset, target) ?? partAt(shape, offset));
  if (part !== undefined) return `&${name}${part}`;
  return `${kind === "object" ? "&" : ""}${name} ${offset < 0 ? "-" : "+"} ${count(Math.abs(offset), "byte")}`;
}

function pointed(shape: Shape | undefined): Shape | undefined {
  return shape?.kind === "pointer" ? shape.to() : undefined;
}

/** The largest part at the offset that is as long as what is pointed to. */
function wholeAt(shape: Shape | undefined, offset: number, target: Shape | undefined): string | undefined {
  if (shape === undefined || target === undefined) return undefined;
  const wanted = bytesOf(target);
  if (offset === 0 && bytesOf(shape) === wanted) return "";
  if (shape.kind === "array") {
    const index = Math.floor(offset / shape.bytes);
    const inner = wholeAt(shape.of, offset - index * shape.bytes, target);
    return inner === undefined ? undefined : `[${index}]${inner}`;
  }
  if (shape.kind !== "record") return undefined;
  for (const { name, offset: at, bytes, shape: member } of shape.members) {
    if (offset < at || offset >= at + bytes) continue;
    const inner = wholeAt(member, offset - at, target);
    if (inner !== undefined) return name === undefined ? inner : `.${name}${inner}`;
  }
  return undefined;
}

/** A block of the heap has the type of the first pointer to it that has one. */
function learn(region: Region, address: number, shape: Shape | undefined): void {
  if (region.kind !== "block" || region.shape !== undefined || address !== region.address) return;
  const of = pointed(shape);
  const bytes = of === undefined ? 0 : bytesOf(of);
  if (of === undefined || bytes === 0) return;
  region.shape = region.size > bytes || of.kind === "scalar" ? { kind: "array", of, bytes, count: undefined } : of;
}

/** `0 bytes past`, `4 bytes before`; undefined inside. */
export function distanceOf({ address: start, size }: Region, address: number): string | undefined {
  if (address < start) return `${count(start - address, "byte")} before`;
  if (address >= start + Math.max(size, 1)) return `${count(address - start - size, "byte")} past`;
  return undefined;
}

/** `a (20 bytes, main.c:3)`. */
export function described({ name, size, range }: Region, map: MemoryMap): string {
  const place = range === undefined ? undefined : map.program.sources.resolve(range.start);
  return `${name} (${count(size, "byte")}${place === undefined ? "" : `, ${place.file}:${place.line}`})`;
}

/** How an object that is over came to its end. */
function fate({ over }: Region, map: MemoryMap): string {
  if (over === undefined) return "alive";
  const line = map.program.sources.resolve(over.range.start)?.line;
  return over.how === "freed" ? `freed in line ${line}` : "of a call that has returned";
}

export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}

export interface Cell {
  readonly name: string;
  /** 0 for what outlives calls; otherwise the nesting of the call that it belongs to. */
  readonly depth: number;
  readonly shape: Shape | undefined;
}

/** The cell of memory that an access names. */
export function cellAt(address: number, access: Access, map: MemoryMap): Cell | undefined {
  const region = map.regionAt(address);
  if (region === undefined || distanceOf(region, address) !== undefined) return undefined;
  const offset = address - region.address;
  const part = partAt(region.shape, offset, access);
  const name = part === undefined ? `${region.name} + ${count(offset, "byte")}` : `${region.name}${part}`;
  return { name, depth: region.depth, shape: shapeAt(region.shape, offset, access) };
}

export interface CellValue extends Omit<Cell, "shape"> {
  readonly value: string;
}

/** What a part of an object holds: strings as a whole, otherwise value by value. */
export function contentOf(
  region: Region,
  from: number,
  bytes: number,
  state: StateReader,
  map: MemoryMap,
  most: number,
): CellValue[] {
  const { name, depth, address } = region;
  const text = stringIn(region, state);
  if (text !== undefined) return [{ name, depth, value: text }];
  return leavesOf(region.shape, region.size, most).flatMap(({ path, offset, shape }) => {
    if (offset < from || offset >= from + bytes) return [];
    const value = state.load(address + offset, shape.access);
    if (value === undefined) return [];
    return [{ name: `${name}${path}`, depth, value: showScalar(value, shape.access.type, shape, map) }];
  });
}

/** An array of characters that holds a text. */
function stringIn({ shape, address, size }: Region, state: StateReader): string | undefined {
  if (shape?.kind !== "array" || shape.of.kind !== "scalar" || !shape.of.isCharacter) return undefined;
  let text = "";
  for (let i = 0; i < Math.min(size, LONGEST); i += 1) {
    const value = state.load(address + i, shape.of.access);
    if (value === 0) return text === "" ? undefined : JSON.stringify(text);
    if (value === undefined || value < 32 || value > 126) return undefined;
    text += String.fromCharCode(Number(value));
  }
  return undefined;
}
