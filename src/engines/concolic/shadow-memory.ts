/**
 * What memory holds as a term over the inputs, byte by byte; bytes that are not here hold what the run has there. Who reads is told
 * what the run has: where the two differ (a library function has written there, memory has been used again), the shadow is stale and
 * does not count.
 */
import type { Access } from "../../cfa/cfa.ts";
import { add, bits, integer, type Term, wrap } from "../../logic/term.ts";
import { intType } from "../../logic/types.ts";
import { memoised } from "../../util/memo.ts";

/** A value that was stored: each of its bytes refers to it. */
interface Stored {
  readonly value: Term;
  readonly at: number;
  readonly bytes: number;
  readonly kind: "integer" | "float";
}

const BYTE = intType(8, "unsigned");

export class ShadowMemory {
  readonly #bytes = new Map<number, Stored>();

  get isEmpty(): boolean {
    return this.#bytes.size === 0;
  }

  store(at: number, { bytes, type, bitOffset }: Access, value: Term | undefined): void {
    if (value === undefined || bitOffset !== undefined) {
      this.clear(at, bytes);
      return;
    }
    const stored: Stored = { value, at, bytes, kind: type.kind === "float" ? "float" : "integer" };
    for (let i = 0; i < bytes; i++) this.#bytes.set(at + i, stored);
  }

  clear(at: number, bytes: number): void {
    if (this.#bytes.size === 0) return;
    // An object may be far larger than all that is known of memory.
    if (bytes > this.#bytes.size) for (const key of [...this.#bytes.keys()]) this.#clearWithin(key, at, bytes);
    else for (let i = 0; i < bytes; i++) this.#bytes.delete(at + i);
  }

  #clearWithin(key: number, at: number, bytes: number): void {
    if (key >= at && key < at + bytes) this.#bytes.delete(key);
  }

  copy(to: number, from: number, bytes: number): void {
    if (this.#bytes.size === 0 || to === from) return;
    const found: [number, Stored][] = [];
    if (bytes > this.#bytes.size) {
      for (const [key, stored] of this.#bytes) if (key >= from && key < from + bytes) found.push([key - from, stored]);
    } else
      for (let i = 0; i < bytes; i++) {
        const stored = this.#bytes.get(from + i);
        if (stored !== undefined) found.push([i, stored]);
      }
    this.clear(to, bytes);
    const moved = new Map<Stored, Stored>();
    for (const [i, stored] of found) {
      const there = memoised(moved, stored, () => ({ ...stored, at: stored.at - from + to }));
      this.#bytes.set(to + i, there);
    }
  }

  /** The value at an address; undefined where the run's own is all there is to it. `byteAt`: what the run has in a byte. */
  load(at: number, { bytes, type, bitOffset }: Access, byteAt: (at: number) => number | undefined): Term | undefined {
    if (bitOffset !== undefined || !this.#hasAny(at, bytes)) return undefined;
    const first = this.#bytes.get(at);
    if (first !== undefined && first.at === at && first.bytes === bytes && this.#isWhole(first)) {
      if ((first.kind === "float") !== (type.kind === "float")) return undefined;
      // Stored as one type, read as another of the same size: signed as unsigned and the other way.
      return type.kind === "int" || type.kind === "pointer" ? wrap(first.value, type, "conversion") : first.value;
    }
    if (type.kind !== "int" && type.kind !== "pointer") return undefined;
    return this.#joined(at, bytes, type, byteAt);
  }

  #hasAny(at: number, bytes: number): boolean {
    for (let i = 0; i < bytes; i++) if (this.#bytes.has(at + i)) return true;
    return false;
  }

  #isWhole(stored: Stored): boolean {
    for (let i = 1; i < stored.bytes; i++) if (this.#bytes.get(stored.at + i) !== stored) return false;
    return true;
  }

  #joined(
    at: number,
    bytes: number,
    type: Parameters<typeof wrap>[1],
    byteAt: (at: number) => number | undefined,
  ): Term | undefined {
    let sum: Term = integer(0);
    let found = 0;
    for (let i = 0; i < bytes; i++) {
      const stored = this.#bytes.get(at + i);
      if (stored?.kind === "float") return undefined;
      const known = stored === undefined ? byteAt(at + i) : 0;
      if (known === undefined) return undefined;
      if (stored !== undefined) found += 1;
      const byte = stored === undefined ? integer(known) : byteOf(stored, at + i);
      sum = add(sum, i === 0 ? byte : bits("shiftleft", byte, integer(8 * i)));
    }
    return found === 0 ? undefined : wrap(sum, type, "conversion");
  }
}

function byteOf({ value, at }: Stored, address: number): Term {
  const shifted = address === at ? value : bits("shiftright", value, integer(8 * (address - at)));
  return wrap(shifted, BYTE, "conversion");
}
