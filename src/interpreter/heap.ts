/**
 * The heap: pieces with a gap after each, taken from the top of the used space or from freed pieces of the same size
 * class. Freed memory is reused late (first in, first out, and only behind a number of others), so that a use after
 * free is noticed, and a program that allocates and frees forever stays small.
 */
import { FREED, FRESH, GAP, type Memory, mark } from "./memory.ts";

interface Piece {
  readonly address: number;
  readonly size: number;
  readonly span: number;
  /** The program gets what it asks malloc for; the library what it hands out itself, such as arguments. */
  readonly owner: "program" | "library";
  live: boolean;
}

/** Freed pieces of one size class, oldest first; those before `head` are in use again. */
interface Freed {
  addresses: number[];
  head: number;
}

// Pieces of a class that wait before the oldest is used again.
const QUARANTINE = 4096;

export class Heap {
  readonly #memory: Memory;
  readonly #start: number;
  readonly #pieces = new Map<number, Piece>();
  readonly #freed = new Map<number, Freed>();
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
    this.#pieces.clear();
    this.#freed.clear();
    this.#top = this.#start;
  }

  /** A piece with unknown content, or undefined where memory is exhausted. */
  allocate(size: number, owner: Piece["owner"] = "library"): number | undefined {
    const span = spanOf(size);
    const full = this.#top + span > this.#memory.size;
    let address = this.#reuse(span, full ? 0 : QUARANTINE);
    if (address === undefined) {
      if (full) return undefined;
      address = this.#top;
      this.#top += span;
    }
    this.#pieces.set(address, { address, size, span, owner, live: true });
    mark(this.#memory, address, span, 0);
    mark(this.#memory, address, size, FRESH);
    return address;
  }

  /** The oldest freed piece of a class, if more than `waiting` are there. */
  #reuse(span: number, waiting: number): number | undefined {
    const freed = this.#freed.get(span);
    if (freed === undefined || freed.addresses.length - freed.head <= waiting) return undefined;
    const address = freed.addresses[freed.head];
    freed.head += 1;
    if (freed.head > QUARANTINE) {
      freed.addresses = freed.addresses.slice(freed.head);
      freed.head = 0;
    }
    return address;
  }

  sizeOf(address: number): number | undefined {
    const piece = this.#pieces.get(address);
    return piece?.live ? piece.size : undefined;
  }

  /** What the program has asked for and not freed, by the addresses where it starts. */
  kept(): readonly { readonly address: number; readonly size: number }[] {
    return [...this.#pieces.values()].filter(({ live, owner }) => live && owner === "program");
  }

  release(address: number): "released" | "freed-before" | "not-allocated" {
    const piece = this.#pieces.get(address);
    if (piece === undefined || piece.owner === "library") return "not-allocated";
    if (!piece.live) return "freed-before";
    piece.live = false;
    mark(this.#memory, address, piece.size, FREED);
    const same = this.#freed.get(piece.span);
    if (same === undefined) this.#freed.set(piece.span, { addresses: [address], head: 0 });
    else same.addresses.push(address);
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
