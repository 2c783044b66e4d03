/**
 * One flat little-endian address space and a shadow byte for each of its bytes. The space is reserved at once and
 * touched only where used, so that compiled code may hold its views for good.
 *
 * Shadow bits: ALLOCATED the byte belongs to a live object; INITIALISED it has a value; WRITABLE it may be written;
 * FREED it belonged to a heap object that was freed; ANYTHING it has a value that nobody has asked for yet; TOUCHED and FORMER: see outside.ts. `READY` (all of the first three) is what fast code tests for;
 * whatever else it meets goes to the slow functions here, which decide.
 *
 * Layout from address 0: a page that is never allocated (null), hidden slots of scalar globals and function addresses
 * (not allocated either: no pointer may touch them), global objects, the stack, the heap. Objects are separated by gaps.
 */

export const ALLOCATED = 1;
export const INITIALISED = 2;
export const WRITABLE = 4;
export const FREED = 8;
/** Not initialised, but because an undefined function may have written it. */
export const TOUCHED = 16;
/** The byte still has the value that it had before the undefined function was called. */
export const FORMER = 32;
/** Not initialised, but by somebody who says that it has any value: reading it is no mistake. */
export const ANYTHING = 64;
export const READY = ALLOCATED | INITIALISED | WRITABLE;
export const FRESH = ALLOCATED | WRITABLE;
export const CONSTANT = ALLOCATED | INITIALISED;

/** Addresses below are null pointers, possibly with a member's offset. */
export const NULL_PAGE = 4096;

/** Bytes between objects: out-of-bounds accesses up to this far are always noticed. */
export const GAP = 32;

export type Fault = "null-dereference" | "out-of-bounds" | "use-after-free" | "write-to-constant";

export interface Memory {
  readonly size: number;
  readonly u8: Uint8Array;
  readonly i8: Int8Array;
  readonly u16: Uint16Array;
  readonly i16: Int16Array;
  readonly u32: Uint32Array;
  readonly i32: Int32Array;
  readonly u64: BigUint64Array;
  readonly i64: BigInt64Array;
  readonly f32: Float32Array;
  readonly f64: Float64Array;
  readonly view: DataView;
  readonly shadow: Uint8Array;
  readonly shadow16: Uint16Array;
  readonly shadow32: Int32Array;
}

/**
 * Memories that were given back, all zero. Hundreds of megabytes each, of which few are ever touched: making one costs
 * little by itself, but a collection of garbage each time.
 */
const spares: Memory[] = [];
const MOST_SPARES = 2;

/** The memory should be as it was made: all zero. Who gives it back uses it no more. */
export function giveBack(memory: Memory): void {
  // The oldest goes: it may be of a size that nobody asks for any more.
  if (spares.push(memory) > MOST_SPARES) spares.shift();
}

/** A memory that is all zero, of at least so many bytes if that is possible. */
export function createMemory(size: number): Memory {
  // Below 2^31, so that a valid address is a small integer and its word index too.
  const bytes = Math.min(Math.ceil(size / 65536) * 65536, 0x7fff0000);
  const spare = spares.findIndex((one) => one.size === bytes);
  return spare === -1 ? newMemory(bytes) : (spares.splice(spare, 1)[0] as Memory);
}

function newMemory(bytes: number): Memory {
  const data = new ArrayBuffer(bytes);
  const shadow = new ArrayBuffer(bytes);
  return {
    size: bytes,
    u8: new Uint8Array(data),
    i8: new Int8Array(data),
    u16: new Uint16Array(data),
    i16: new Int16Array(data),
    u32: new Uint32Array(data),
    i32: new Int32Array(data),
    u64: new BigUint64Array(data),
    i64: new BigInt64Array(data),
    f32: new Float32Array(data),
    f64: new Float64Array(data),
    view: new DataView(data),
    shadow: new Uint8Array(shadow),
    shadow16: new Uint16Array(shadow),
    shadow32: new Int32Array(shadow),
  };
}

/** Whether an access of `bytes` bytes is outside what is allocated (or, for writes, writable), and how. */
export function faultOf(memory: Memory, address: number, bytes: number, access: "read" | "write"): Fault | undefined {
  if (bytes === 0) return undefined;
  if (address >= 0 && address < NULL_PAGE) return "null-dereference";
  if (!Number.isSafeInteger(address) || address < 0 || address + bytes > memory.size) return "out-of-bounds";
  const shadow = memory.shadow;
  const needed = access === "write" ? ALLOCATED | WRITABLE : ALLOCATED;
  for (let at = firstWithout(memory, needed, address, address + bytes); at < address + bytes; at += 1) {
    const state = shadow[at] as number;
    if ((state & ALLOCATED) === 0) return state === FREED ? "use-after-free" : "out-of-bounds";
    if (access === "write" && (state & WRITABLE) === 0) return "write-to-constant";
  }
  return undefined;
}

/** Up to where, at least, every byte has these flags: by words, since a static array of many megabytes is asked as a whole. */
function firstWithout(memory: Memory, flags: number, address: number, end: number): number {
  if (end - address < 64) return address;
  const { shadow, shadow32 } = memory;
  let at = address;
  for (; at % 4 !== 0; at += 1) if (((shadow[at] as number) & flags) !== flags) return at;
  const inWord = flags * 0x01010101;
  let word = at / 4;
  for (const last = Math.floor(end / 4); word < last; word += 1)
    if (((shadow32[word] as number) & inWord) !== inWord) break;
  return word * 4;
}

/** Whether both addresses are inside one live object, or right behind it: objects lie apart. */
export function isOneObject(memory: Memory, a: number, b: number): boolean {
  const isLive = (at: number): boolean => faultOf(memory, at, 1, "read") === undefined;
  const [low, high] = a < b ? [a, b] : [b, a];
  if (!isLive(low)) return low === high && isLive(low - 1);
  for (let at = low + 1; at < high; at += 1) if (!isLive(at)) return false;
  return true;
}

/** Sets the shadow of a range; small ranges by hand, since `fill` has a price. */
export function mark(memory: Memory, address: number, bytes: number, state: number): void {
  const shadow = memory.shadow;
  if (bytes > 24) shadow.fill(state, address, address + bytes);
  else for (let at = address; at < address + bytes; at += 1) shadow[at] = state;
}

// Bytes of a page, which the system makes when it is first written; what is only read costs nothing.
const PAGE = 4096;

/** Sets content to zero; in large ranges, pages that are zero stay untouched. */
export function clear(memory: Memory, start: number, end: number): void {
  const { u8, i32 } = memory;
  if (end - start < 16 * PAGE) {
    u8.fill(0, start, end);
    return;
  }
  const first = Math.ceil(start / PAGE) * PAGE;
  const last = Math.floor(end / PAGE) * PAGE;
  u8.fill(0, start, first);
  for (let page = first; page < last; page += PAGE) if (!isZero(i32, page)) u8.fill(0, page, page + PAGE);
  u8.fill(0, last, end);
}

function isZero(words: Int32Array, page: number): boolean {
  const end = (page + PAGE) / 4;
  for (let word = page / 4; word < end; word += 1) if (words[word] !== 0) return false;
  return true;
}

/** How many of the bytes have a value. */
export function initialisedBytes(memory: Memory, address: number, bytes: number): number {
  let count = 0;
  for (let at = address; at < address + bytes; at += 1) {
    if (((memory.shadow[at] as number) & INITIALISED) !== 0) count += 1;
  }
  return count;
}

/** Copies content together with what is known about its initialisation; the ranges may overlap. */
export function copyBytes(memory: Memory, to: number, from: number, bytes: number): void {
  const { shadow, u8 } = memory;
  u8.copyWithin(to, from, from + bytes);
  if (to < from) {
    for (let i = 0; i < bytes; i += 1)
      shadow[to + i] = FRESH | ((shadow[from + i] as number) & (INITIALISED | ANYTHING));
  } else {
    for (let i = bytes - 1; i >= 0; i -= 1)
      shadow[to + i] = FRESH | ((shadow[from + i] as number) & (INITIALISED | ANYTHING));
  }
}
