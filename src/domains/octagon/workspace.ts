/**
 * Entry-wise choice between two large matrices, in WebAssembly with two doubles an instruction. Which of two entries is
 * greater is as good as random, and in a plain loop the mispredicted branches cost three times as much as copying both
 * matrices to the module's memory and the result back. Operands are built in that memory in the first place
 * (`fused.ts`). The module is `kernel/`, compiled when the package is built; where it cannot be loaded the caller has its
 * own loops, and a test compares the two.
 */
import { loadKernel } from "../../util/kernel.ts";
import { onRelease } from "../../util/release.ts";
import { KERNEL_BYTES } from "./kernel-bytes.ts";

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
  kernel ??= load();
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

function load(): Kernel | "unavailable" {
  try {
    return loadKernel(KERNEL_BYTES)({}) as Kernel;
  } catch {
    return "unavailable";
  }
}
