/**
 * The heap: blocks with a gap after each, taken from the top of the used space or from freed blocks of the same size
 * class. Freed memory is reused as late as possible (first in, first out, and only when the space runs low), so that a
 * use after free is noticed.
 */
import { FREED, FRESH, GAP, type Memory, mark } from "./memory.ts";

interface Block {
  readonly address: number;
  readonly size: number;
  readonly span: number;
  live: boolean;
}

export class Heap {
  readonly #memory: Memory;
  readonly #start: number;
  readonly #blocks = new Map<number, Block>();
  readonly #free = new Map<number, Block[]>();
  #top: number;

  constructor(memory: Memory, start: number) {
    this.#memory = memory;
    this.#start = start;
    this.#top = start;
  }

  /** One past the highest address ever used. */
  get top(): number {
    return this.#top;
  }

  reset(): void {
    this.#blocks.clear();
    this.#free.clear();
    this.#top = this.#start;
  }

  /** A block with unknown content, or undefined where memory is exhausted. */
  allocate(size: number): number | undefined {
    const span = spanOf(size);
    let address = this.#top;
    if (address + span > this.#memory.size) {
      const reused = this.#free.get(span)?.shift();
      if (reused === undefined) return undefined;
      address = reused.address;
    } else {
      this.#top += span;
    }
    this.#blocks.set(address, { address, size, span, live: true });
    mark(this.#memory, address, size, FRESH);
    return address;
  }

  sizeOf(address: number): number | undefined {
    const block = this.#blocks.get(address);
    return block?.live ? block.size : undefined;
  }

  release(address: number): "released" | "freed-before" | "not-a-block" {
    const block = this.#blocks.get(address);
    if (block === undefined) return "not-a-block";
    if (!block.live) return "freed-before";
    block.live = false;
    mark(this.#memory, address, block.size, FREED);
    const same = this.#free.get(block.span);
    if (same === undefined) this.#free.set(block.span, [block]);
    else same.push(block);
    return "released";
  }
}

// Sizes up to a kilobyte in steps of 16, larger ones in powers of two above: few classes, so that reuse is likely.
function spanOf(size: number): number {
  const needed = Math.max(size, 1) + GAP;
  if (needed <= 1024) return Math.ceil(needed / 16) * 16;
  if (needed <= 65536) return Math.ceil(needed / 1024) * 1024;
  return Math.ceil(needed / 65536) * 65536;
}
