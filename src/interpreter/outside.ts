/**
 * Memory whose content comes from outside: command-line arguments, and what undefined functions may have written. Such a
 * function may write what the non-const pointers of its call reach, by the types that it sees. What exactly it wrote is
 * asked when it is read: until then the bytes count as not initialised (TOUCHED), and keep what was there (FORMER), which
 * is the usual answer. That is as if all had been asked at the call, without asking for what nobody looks at.
 */
import type { ArgumentPointee, Edge, Pointee } from "../cfa/cfa.ts";
import type { Heap } from "./heap.ts";
import type { InputKind, WrittenInput } from "./inputs.ts";
import { ALLOCATED, FORMER, FRESH, INITIALISED, type Memory, TOUCHED, WRITABLE } from "./memory.ts";

/** Memory that one call may have written. */
interface Touched {
  readonly start: number;
  readonly bytes: number;
  readonly cell: Omit<WrittenInput, "offsets">;
  /** Offsets of the pointers that lead to `start`. */
  readonly way: readonly number[];
}

/** A text that the program is given: an argument, the value of an environment variable. */
export interface Argument {
  readonly start: number;
  readonly name: string;
  /** What was asked for, by offset. */
  readonly asked: Map<number, number>;
}

/** Where an input comes from that fills memory. */
export interface Source {
  readonly kind: InputKind;
  readonly name?: string;
  readonly written?: WrittenInput;
}

/** Bytes of an argument with its end; longer ones are not looked for. */
export const ARGUMENT_BYTES = 128;
/** Objects that one call is followed to. */
const MOST_OBJECTS = 256;
/** Elements of an array whose pointers are followed. */
const MOST_ELEMENTS = 64;

export class Outside {
  readonly #memory: Memory;
  readonly #heap: Heap;
  readonly #pointerBytes: () => number;
  /** By start: what was touched last at an address is what counts there. */
  #touched = new Map<number, Touched>();
  #arguments: Argument[] = [];
  #byEdge = new Map<Edge, number>();
  #byName = new Map<string, number>();

  constructor(memory: Memory, heap: Heap, pointerBytes: () => number) {
    this.#memory = memory;
    this.#heap = heap;
    this.#pointerBytes = pointerBytes;
  }

  reset(): void {
    this.#touched = new Map();
    this.#arguments = [];
    this.#byEdge = new Map();
    this.#byName = new Map();
  }

  addArgument(start: number, name: string): void {
    this.#arguments.push({ start, name, asked: new Map() });
  }

  // --- Undefined functions ------------------------------------------------------------------------------------------

  /** An undefined function was called: what it may have written is asked for from now on. */
  touch(name: string, edge: Edge | undefined, operands: readonly (number | bigint)[]): void {
    if (edge?.op.kind !== "call") return;
    const occurrence = counted(this.#byEdge, edge);
    const call = counted(this.#byName, name);
    const { pointees } = edge.op;
    if (pointees === undefined) return;
    const reached: { start: number; bytes: number; to: Pointee; cell: Touched["cell"]; way: readonly number[] }[] = [];
    const seen = new Set<string>();
    const reach = (
      start: number,
      to: Pointee,
      extent: number | undefined,
      cell: Touched["cell"],
      way: readonly number[],
    ) => {
      const bytes = extent ?? this.#heap.sizeOf(start) ?? to.bytes;
      const key = `${start} ${to.access}`;
      if (bytes === 0 || !this.#isAllocated(start) || seen.has(key) || reached.length >= MOST_OBJECTS) return;
      seen.add(key);
      reached.push({ start, bytes, to, cell, way });
    };
    pointees.forEach((pointee: ArgumentPointee | undefined, argument) => {
      const start = Number(operands[argument] ?? 0);
      const cell = { function: name, edge, occurrence, call, argument };
      if (pointee !== undefined) reach(start, pointee.to, pointee.extent, cell, []);
    });
    // Pointers first: what is touched has no known value any more.
    for (const { start, bytes, to, cell, way } of reached)
      for (const { offset, value } of this.#pointersIn(start, bytes, to))
        reach(value, pointeeAt(to, offset), undefined, cell, [...way, offset]);
    for (const { start, bytes, to, cell, way } of reached)
      if (to.access === "write") this.#mark(start, bytes, to, cell, way);
  }

  #isAllocated(address: number): boolean {
    return ((this.#memory.shadow[address] ?? 0) & ALLOCATED) !== 0;
  }

  #pointersIn(start: number, bytes: number, to: Pointee): { offset: number; value: number }[] {
    if (to.pointers.length === 0 || to.bytes === 0) return [];
    const found: { offset: number; value: number }[] = [];
    const width = this.#pointerBytes();
    const { shadow, view } = this.#memory;
    for (let element = 0; element < MOST_ELEMENTS && (element + 1) * to.bytes <= bytes; element += 1) {
      for (const { offset } of to.pointers) {
        const at = start + element * to.bytes + offset;
        let known = true;
        for (let i = 0; i < width; i += 1) known &&= ((shadow[at + i] ?? 0) & (INITIALISED | FORMER)) !== 0;
        const value = known ? (width === 4 ? view.getUint32(at, true) : Number(view.getBigUint64(at, true))) : 0;
        if (value !== 0) found.push({ offset: element * to.bytes + offset, value });
      }
    }
    return found;
  }

  #mark(start: number, bytes: number, to: Pointee, cell: Touched["cell"], way: readonly number[]): void {
    const { shadow } = this.#memory;
    const isConstant = (offset: number): boolean =>
      to.constants.some((part) => offset >= part.offset && offset < part.offset + part.bytes);
    for (let i = 0; i < bytes; i += 1) {
      const state = shadow[start + i] ?? 0;
      if ((state & ALLOCATED) === 0 || (state & WRITABLE) === 0) continue;
      if (to.constants.length > 0 && isConstant(to.bytes === 0 ? i : i % to.bytes)) continue;
      shadow[start + i] = FRESH | TOUCHED | ((state & (INITIALISED | FORMER)) !== 0 ? FORMER : 0);
    }
    this.#touched.delete(start);
    this.#touched.set(start, { start, bytes, cell, way });
  }

  // --- Answers ------------------------------------------------------------------------------------------------------

  /** Where the content of memory that is not initialised comes from, if from outside. */
  sourceOf(address: number): Source | undefined {
    const argument = this.#argumentAt(address);
    if (argument !== undefined) return { kind: "argument", name: `${argument.name}[${address - argument.start}]` };
    if (((this.#memory.shadow[address] ?? 0) & TOUCHED) === 0) return undefined;
    let last: Touched | undefined;
    for (const touched of this.#touched.values())
      if (address >= touched.start && address < touched.start + touched.bytes) last = touched;
    if (last === undefined) return undefined;
    const offsets = [...last.way, address - last.start];
    return { kind: "external", name: last.cell.function, written: { ...last.cell, offsets } };
  }

  /** Whether all the bytes have the value that they had before the call of an undefined function. */
  isFormer(address: number, bytes: number): boolean {
    for (let i = 0; i < bytes; i += 1) if (((this.#memory.shadow[address + i] ?? 0) & FORMER) === 0) return false;
    return true;
  }

  #argumentAt(address: number): Argument | undefined {
    return this.#arguments.find(({ start }) => address >= start && address < start + ARGUMENT_BYTES);
  }

  noteAnswer(address: number, bytes: number): void {
    const argument = this.#argumentAt(address);
    if (argument === undefined) return;
    for (let i = 0; i < bytes; i += 1)
      argument.asked.set(address + i - argument.start, this.#memory.u8[address + i] as number);
  }

  /**
   * Whether the arguments that were given are strings: nothing behind the end of one was looked at or written. Where a
   * run ends in an error, a run that did so shows nothing.
   */
  argumentsAreStrings(): boolean {
    return this.#arguments.every(({ start, asked }) => {
      let end = ARGUMENT_BYTES - 1;
      for (const [offset, value] of asked) if (value === 0 && offset < end) end = offset;
      for (let offset = end + 1; offset < ARGUMENT_BYTES - 1; offset += 1)
        if (((this.#memory.shadow[start + offset] ?? 0) & INITIALISED) !== 0) return false;
      return true;
    });
  }
}

function pointeeAt(of: Pointee, offset: number): Pointee {
  const within = of.bytes === 0 ? offset : offset % of.bytes;
  return of.pointers.find((pointer) => pointer.offset === within)?.to ?? NOTHING;
}

const NOTHING: Pointee = { bytes: 0, access: "read", constants: [], pointers: [], opaque: true };

function counted<Key>(counts: Map<Key, number>, key: Key): number {
  const count = counts.get(key) ?? 0;
  counts.set(key, count + 1);
  return count;
}
