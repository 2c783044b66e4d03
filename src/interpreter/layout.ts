/**
 * Where things live. Scalar globals get hidden slots of 8 bytes (compiled code reads them as array elements with a
 * constant index), functions get addresses that are never allocated, global objects lie one after another with gaps.
 * A function's local objects have fixed offsets in its frame. All addresses depend only on the program.
 */
import type { FunctionGraph, Program } from "../cfa/cfa.ts";
import type { MemoryObject, Variable } from "../logic/term.ts";
import { GAP, NULL_PAGE } from "./memory.ts";

export interface ProgramLayout {
  /** Byte address of the slot of a scalar global. */
  readonly slots: ReadonlyMap<Variable, number>;
  readonly functions: ReadonlyMap<string, number>;
  readonly functionAt: ReadonlyMap<number, string>;
  readonly objects: ReadonlyMap<MemoryObject, number>;
  /** The stack starts here, aligned to 16. */
  readonly stackStart: number;
}

export function layoutProgram(program: Program): ProgramLayout {
  let at = NULL_PAGE;
  const slots = new Map<Variable, number>();
  for (const variable of program.globals) {
    slots.set(variable, at);
    at += 8;
  }
  at = alignUp(at + GAP, 16);
  const functions = new Map<string, number>();
  const functionAt = new Map<number, string>();
  for (const name of [...program.functions.keys(), ...program.externals.keys()]) {
    if (functions.has(name)) continue;
    functions.set(name, at);
    functionAt.set(at, name);
    at += 16;
  }
  at += GAP;
  const objects = new Map<MemoryObject, number>();
  for (const object of program.objects) {
    if (object.role === "function") {
      const name = object.function ?? object.name;
      const known = functions.get(name);
      objects.set(object, known ?? at);
      if (known !== undefined) continue;
      functions.set(name, at);
      functionAt.set(at, name);
      at += 16;
      continue;
    }
    at = alignUp(at, Math.max(object.align, 8));
    objects.set(object, at);
    at += sizeOfGlobal(object) + GAP;
  }
  return { slots, functions, functionAt, objects, stackStart: alignUp(at + GAP, 4096) };
}

// `extern char text[];` that is defined nowhere: how long it is nobody knows.
const UNKNOWN_SIZE = 65536;

export function sizeOfGlobal(object: MemoryObject): number {
  return object.size ?? UNKNOWN_SIZE;
}

export interface FrameLayout {
  readonly size: number;
  /** Offsets of the objects with a fixed size; variable-length arrays are not here. */
  readonly offsets: ReadonlyMap<MemoryObject, number>;
}

// Smaller than between globals: a frame's shadow is written at every call.
const FRAME_GAP = 16;

export function layoutFrame(graph: FunctionGraph): FrameLayout {
  const offsets = new Map<MemoryObject, number>();
  let at = 0;
  for (const object of graph.objects) {
    if (object.size === undefined) continue;
    at = alignUp(at, Math.max(object.align, 8));
    offsets.set(object, at);
    at += object.size + FRAME_GAP;
  }
  return { size: alignUp(at, 16), offsets };
}

export function alignUp(address: number, alignment: number): number {
  return Math.ceil(address / alignment) * alignment;
}
