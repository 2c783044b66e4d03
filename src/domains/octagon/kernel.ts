/**
 * Entry-wise choice between two large matrices, in WebAssembly with two doubles an instruction. Which of two entries is
 * greater is as good as random, and in a plain loop the mispredicted branches cost three times as much as copying both
 * matrices to the module's memory and the result back. Operands are built in that memory in the first place
 * (`fused.ts`). No sums, no rounding: the module only selects among numbers it is given.
 *
 * The module is assembled here, instruction by instruction; where it cannot be compiled the caller has its own loops.
 */
import { onRelease } from "../../util/release.ts";

export type Choice = "greater" | "stable";

/** Room for two matrices, valid until the next call of `workspace`. */
export interface Workspace {
  readonly first: Float64Array;
  readonly second: Float64Array;
  /** A new matrix: the greater entry of both, or the first one's where the second does not exceed it, else Infinity. */
  choose(choice: Choice): Float64Array;
}

interface Kernel {
  readonly memory: { readonly buffer: ArrayBuffer; grow(pages: number): number };
  /** For addresses from 0 in steps of 16 bytes up to `end`: combine with what is `distance` bytes further. */
  readonly greater: (end: number, distance: number) => void;
  readonly stable: (end: number, distance: number) => void;
}

/** The part of the standard interface that is used. */
declare const WebAssembly: {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object) => { readonly exports: unknown };
};

/** Below, plain loops are as fast; above, memory that is given back only with the kernel would be too much. */
const SMALLEST = 512;
const LARGEST = 2 ** 20;
const PAGE = 2 ** 16;

let kernel: Kernel | "unavailable" | undefined;

onRelease(() => {
  kernel = undefined;
});

/** For matrices of `length` entries, an even number. Undefined where plain loops should do. */
export function workspace(length: number): Workspace | undefined {
  if (length < SMALLEST || length > LARGEST) return undefined;
  kernel ??= compile();
  if (kernel === "unavailable") return undefined;
  const { memory, ...functions } = kernel;
  const missing = 16 * length - memory.buffer.byteLength;
  if (missing > 0) memory.grow(Math.ceil(missing / PAGE));
  const first = new Float64Array(memory.buffer, 0, length);
  return {
    first,
    second: new Float64Array(memory.buffer, 8 * length, length),
    choose: (choice) => {
      functions[choice](8 * length, 8 * length);
      return first.slice();
    },
  };
}

function compile(): Kernel | "unavailable" {
  try {
    return new WebAssembly.Instance(new WebAssembly.Module(assemble())).exports as Kernel;
  } catch {
    return "unavailable";
  }
}

// --- The module ---------------------------------------------------------------------------------------------------
// Locals: 0 is `end`, 1 is `distance`, 2 the address.

const I32 = 0x7f;
const VECTOR = 0xfd;
const END = 0x0b;
const get = (local: number): number[] => [0x20, local];
/** Loads and stores with the alignment of a double, offset 0. */
const LOAD = [VECTOR, 0x00, 3, 0];
const STORE = [VECTOR, 0x0b, 3, 0];
const I32_ADD = 0x6a;
const FIRST = [...get(2), ...LOAD];
const SECOND = [...get(2), ...get(1), I32_ADD, ...LOAD];
const INFINITE = [0, 0, 0, 0, 0, 0, 0xf0, 0x7f];
const INFINITIES = [VECTOR, 0x0c, ...INFINITE, ...INFINITE];
const MAXIMUM = [VECTOR, 0xf5, 0x01];
const EXCEEDS = [VECTOR, 0x4a];
const BIT_SELECT = [VECTOR, 0x52];

const GREATER = [...FIRST, ...SECOND, ...MAXIMUM];
/** Infinity where the second exceeds the first, and the first elsewhere. */
const STABLE = [...INFINITIES, ...FIRST, ...SECOND, ...FIRST, ...EXCEEDS, ...BIT_SELECT];

/** A loop that stores the value at the address and goes on while the next address is below `end`. */
function loop(value: readonly number[]): number[] {
  const advance = [...get(2), 0x41, 16, I32_ADD, 0x22, 2];
  const repeat = [...get(0), 0x49, 0x0d, 0];
  const code = [1, 1, I32, 0x03, 0x40, ...get(2), ...value, ...STORE, ...advance, ...repeat, END, END];
  return [code.length, ...code];
}

/** Sections and strings carry their length, here always below 128: one byte. */
function section(id: number, content: readonly number[]): number[] {
  return [id, content.length, ...content];
}

function exported(name: string, kind: "function" | "memory", index: number): number[] {
  return [name.length, ...Array.from(name, (letter) => letter.charCodeAt(0)), kind === "function" ? 0 : 2, index];
}

function assemble(): Uint8Array {
  const exports = [
    ...exported("greater", "function", 0),
    ...exported("stable", "function", 1),
    ...exported("memory", "memory", 0),
  ];
  return Uint8Array.from([
    ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, [1, 0x60, 2, I32, I32, 0]),
    ...section(3, [2, 0, 0]),
    ...section(5, [1, 0, 1]),
    ...section(7, [3, ...exports]),
    ...section(10, [2, ...loop(GREATER), ...loop(STABLE)]),
  ]);
}
