/**
 * The addresses that a program sees, for programs that look at them (model/addresses/observed-addresses.ts). Memory keeps the layout
 * of layout.ts; this book says which address each object has in the program's eyes. Addresses are inputs: where the one
 * proposed is not possible (aligned, not in the page of null, inside the address space, apart from every live object), the
 * object gets another, which depends on the proposal, so that random inputs try different layouts.
 */
import { ADDRESS_SLOT, POINTER_AT, SAME_OBJECT } from "../cfa/address-functions.ts";
import { ALLOCATED, type Memory, NULL_PAGE } from "./memory.ts";

interface Entry {
  /** Where it is in the interpreter's memory. */
  readonly place: number;
  readonly bytes: number;
  readonly address: bigint;
  /** What stays free around it. */
  readonly gap: bigint;
}

/** Programs under a 64-bit system see no addresses beyond. */
const USER_SPACE = 2n ** 47n;
/** Nor any in the last page of a 32-bit one. */
const LAST_PAGE = 4096n;

export class AddressBook {
  readonly #memory: Memory;
  readonly #staticEnd: number;
  readonly #end: bigint;
  /** In order of place; places do not overlap. */
  #entries: Entry[] = [];
  #latest: Entry | undefined;

  constructor(memory: Memory, staticEnd: number, pointerBytes: 4 | 8) {
    this.#memory = memory;
    this.#staticEnd = staticEnd;
    this.#end = (pointerBytes === 8 ? USER_SPACE : 2n ** 32n) - LAST_PAGE;
  }

  reset(): void {
    this.#entries = [];
    this.#latest = undefined;
  }

  /** The address for an object that comes to life: the proposed one where that is possible. */
  settle(place: number, bytes: number, align: number, proposed: bigint): bigint {
    if (place === 0) return 0n;
    const step = BigInt(align);
    for (const candidate of this.#candidates(place, bytes, step, proposed))
      if (candidate % step === 0n && this.#isFree(candidate, BigInt(bytes), place)) return candidate;
    let above = BigInt(NULL_PAGE);
    for (const { address, bytes: size, gap } of this.#entries) {
      const end = address + BigInt(size) + gap;
      if (end > above) above = end;
    }
    return roundUp(above, step);
  }

  enter(place: number, bytes: number, address: bigint, gap = 0n): void {
    if (place === 0) return;
    const entry: Entry = { place, bytes, address, gap };
    const from = this.#firstFrom(place);
    let to = from;
    while (to < this.#entries.length && (this.#entries[to] as Entry).place <= place + bytes) to += 1;
    this.#entries.splice(from, to - from, entry);
    this.#latest = entry;
  }

  /** The address that a pointer has in the program's eyes; undefined where it points into no object of the book. */
  addressOf(pointer: number): bigint | undefined {
    const entry = this.#at(pointer);
    return entry === undefined ? undefined : entry.address + BigInt(pointer - entry.place);
  }

  /** The pointer with this address: into a live object, or one past its end. */
  pointerAt(address: bigint): number | undefined {
    let end: Entry | undefined;
    for (const entry of this.#entries) {
      const offset = address - entry.address;
      if (offset < 0n || offset > BigInt(entry.bytes) || !this.#isLive(entry)) continue;
      if (offset < BigInt(entry.bytes)) return entry.place + Number(offset);
      end ??= entry;
    }
    return end === undefined ? undefined : end.place + end.bytes;
  }

  isSameObject(left: number, right: number): boolean {
    const entry = this.#at(left);
    return entry !== undefined && entry === this.#at(right);
  }

  /** The functions on addresses that terms apply; undefined where the answer is not known. */
  apply(name: string, operands: readonly (number | bigint)[]): number | bigint | undefined {
    const [first, second] = operands.map(Number);
    switch (name) {
      case ADDRESS_SLOT: {
        const address = first === 0 ? 0n : this.addressOf(first ?? 0);
        return address === undefined ? undefined : this.#integer(address / BigInt(second ?? 1));
      }
      case POINTER_AT:
        return this.pointerAt(BigInt(operands[0] ?? 0));
      case SAME_OBJECT:
        return this.isSameObject(first ?? 0, second ?? 0) ? 1 : 0;
      default:
        return undefined;
    }
  }

  /** As the interpreter holds an integer of a pointer's width. */
  #integer(value: bigint): number | bigint {
    return this.#end > 2n ** 32n ? value : Number(value);
  }

  /** The proposal, what random proposals stand for (beside the object placed before, anywhere), and the usual place. */
  #candidates(place: number, bytes: number, step: bigint, proposed: bigint): readonly bigint[] {
    const latest = this.#latest;
    const usual = roundUp(BigInt(place), step);
    if (proposed === 0n) return [usual];
    const after = latest === undefined ? usual : roundUp(latest.address + BigInt(latest.bytes), step);
    const before = latest === undefined ? usual : ((latest.address - BigInt(bytes)) / step) * step;
    const anywhere = ((proposed % this.#end) / step) * step;
    const others = [after, before, anywhere];
    const first = Number((proposed / step) % 3n);
    return [proposed, others[first] as bigint, ...others, usual];
  }

  #isFree(address: bigint, bytes: bigint, place: number): boolean {
    if (address < BigInt(NULL_PAGE) || address + bytes > this.#end) return false;
    return this.#entries.every((entry) => {
      if (entry.place === place || !this.#isLive(entry)) return true;
      const { address: start, gap } = entry;
      return address + bytes + gap <= start || start + BigInt(entry.bytes) + gap <= address;
    });
  }

  #isLive({ place }: Entry): boolean {
    return place < this.#staticEnd || ((this.#memory.shadow[place] as number) & ALLOCATED) !== 0;
  }

  /** Objects lie apart, so that one past the end of one is in no other. */
  #at(pointer: number): Entry | undefined {
    const entry = this.#entries[this.#firstFrom(pointer + 1) - 1];
    return entry !== undefined && pointer <= entry.place + entry.bytes ? entry : undefined;
  }

  /** The index of the first entry at or after a place. */
  #firstFrom(place: number): number {
    let low = 0;
    let high = this.#entries.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#entries[middle] as Entry).place < place) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

function roundUp(value: bigint, to: bigint): bigint {
  return ((value + to - 1n) / to) * to;
}
