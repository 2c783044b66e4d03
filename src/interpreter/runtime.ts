/**
 * What compiled code calls: the slow ways of memory accesses, inputs, indirect calls, variadic arguments, and the ends
 * of a run. One `Runtime` belongs to one machine and is reset before each run. Values that cross this interface are
 * JavaScript numbers (integers up to 32 bits, pointers, floats) and BigInts (wider integers).
 */
import type { Access, CheckKind, Edge, FunctionGraph, Signature } from "../cfa/cfa.ts";
import type { ResultRange } from "../cfa/library/row.ts";
import { volatility } from "../logic/qualified-parts.ts";
import type { MemoryObject } from "../logic/term.ts";
import { highest, intType, type ScalarType } from "../logic/types.ts";
import { memoised } from "../util/memo.ts";
import { readScalar, writeScalar } from "./access.ts";
import type { AddressBook } from "./address-book.ts";
import { Stop, type UndefinedBehaviour } from "./end.ts";
import { Heap } from "./heap.ts";
import { type InputKind, type InputRequest, type InputSource, type InputValue, withinRange } from "./inputs.ts";
import { alignUp } from "./layout.ts";
import {
  ANYTHING,
  clear,
  copyBytes,
  type Fault,
  FRESH,
  faultOf,
  GAP,
  INITIALISED,
  initialisedBytes,
  type Memory,
  mark,
  READY,
} from "./memory.ts";
import { Outside } from "./outside.ts";
import { bigToFloat32, callKey, coerceTo, type Value } from "./values.ts";

export type Callable = (...operands: Value[]) => Value | undefined;

/** A function as callers see it: `call` is replaced when the function is compiled. */
export interface Holder {
  readonly name: string;
  readonly signature: Signature;
  call: Callable;
  readonly adaptors: Map<string, Callable>;
}

/** A view of one activation, for traces and soundness tests. */
export interface Frame {
  readonly graph: FunctionGraph;
  readonly depth: number;
  readonly readLocal: (id: number) => Value | undefined;
  readonly addressOfLocal: (id: number) => number | undefined;
}

interface VariadicCursor {
  readonly values: readonly Value[];
  next: number;
}

// Steps are counted down in an Int32Array; a limit above 2^30 is handed out in portions of this size.
const PORTION = 2 ** 30;
const POINTER_BOUND = 2251799813685247;
const OFFSET_BOUND = 1125899906842624;

export class Runtime {
  readonly memory: Memory;
  readonly heap: Heap;
  readonly outside: Outside;
  pointerBytes: 4 | 8 = 8;
  /** Steps left in this portion, stack weight, stack pointer, weight limit, end of stack. */
  readonly counters = new Int32Array(5);
  readonly accesses: Access[] = [];
  readonly types: ScalarType[] = [];
  /** Whether a read of memory that has no value ends the run, or asks for one. */
  readsOfNothing: "stop" | "ask" = "ask";
  /** Addresses of objects that hold `errno`. */
  errnoObjects: readonly number[] = [];
  /** Regions at fixed addresses, where the program sees them. */
  regions: readonly { readonly start: number; readonly end: number }[] = [];
  /** Local objects with volatile parts, by the number compiled code knows them by. */
  readonly volatileObjects: MemoryObject[] = [];
  readonly holderAt: (address: number) => Holder | undefined;
  readonly #addresses: AddressBook;
  /** The edge that called a library function: inputs and errors are reported there. */
  edge: Edge | undefined;
  observer: ((edge: Edge, frame: Frame) => void) | undefined;
  applyFunction: (name: string, operands: readonly Value[]) => Value | undefined = () => undefined;
  #inputs: InputSource = { next: () => 0 };
  #stepsLeft = 0;
  #stepsTotal = 0;
  #variadics: VariadicCursor[] = [];
  #frames: Frame[] = [];
  #portions = 0;
  #highest = 0;
  #errno: "known" | "unknown" = "known";
  /** Live objects with volatile parts; those of frames at the end, by increasing address. */
  #volatiles: { readonly start: number; readonly end: number; readonly object: MemoryObject }[] = [];

  constructor(
    memory: Memory,
    heapStart: number,
    addresses: AddressBook,
    holderAt: (address: number) => Holder | undefined,
  ) {
    this.memory = memory;
    this.#addresses = addresses;
    this.heap = new Heap(memory, heapStart);
    this.outside = new Outside(memory, this.heap, () => this.pointerBytes);
    this.holderAt = holderAt;
  }

  reset(inputs: InputSource, steps: number, weight: number, stackStart: number, stackEnd: number): void {
    this.#inputs = inputs;
    this.#stepsTotal = steps;
    this.counters[0] = Math.min(steps, PORTION);
    this.#stepsLeft = steps - (this.counters[0] as number);
    this.counters[1] = 0;
    this.counters[2] = stackStart;
    this.#highest = stackStart;
    this.counters[3] = weight;
    this.counters[4] = stackEnd;
    this.#portions = 0;
    this.#variadics = [];
    this.#frames = [];
    this.#volatiles = [];
    this.#errno = "known";
    this.edge = undefined;
    this.heap.reset();
    this.outside.reset();
    this.#addresses.reset();
  }

  /** Steps taken since the reset; an infinite limit counts from portions handed out. */
  get steps(): number {
    const left = Math.max(this.counters[0] as number, 0);
    if (this.#stepsTotal !== Infinity) return this.#stepsTotal - this.#stepsLeft - left;
    return this.#portions * PORTION + (PORTION - left);
  }

  /** One past the highest stack address used since the reset. */
  get highestStack(): number {
    return Math.max(this.#highest, this.counters[2] as number);
  }

  // --- Ends ---------------------------------------------------------------------------------------------------------

  refill(): void {
    if (this.#stepsLeft <= 0) throw new Stop({ kind: "limit", limit: "steps", edge: this.edge });
    const portion = Math.min(this.#stepsLeft, PORTION);
    this.counters[0] = portion - 1;
    this.#stepsLeft -= portion;
    this.#portions += 1;
  }

  tooDeep(): never {
    throw new Stop({ kind: "limit", limit: "depth", edge: this.edge });
  }

  memoryFull(): never {
    throw new Stop({ kind: "limit", limit: "memory", edge: this.edge });
  }

  dead(edge: Edge): never {
    const message = "a function that is declared not to return has returned";
    throw new Stop({ kind: "undefined-behaviour", what: "bad-call", message, edge });
  }

  /** @param check which of the edge's checks failed, where it was one. */
  undefined(kind: CheckKind, edge: Edge, check?: number): never {
    const what = kind === "index" ? "out-of-bounds" : kind;
    const failed = check === undefined ? {} : { check: edge.checks[check] };
    throw new Stop({ kind: "undefined-behaviour", what, message: MESSAGES[kind], edge, ...failed });
  }

  stopUndefined(what: UndefinedBehaviour, message: string, edge: Edge | undefined = this.edge): never {
    throw new Stop({ kind: "undefined-behaviour", what, message, edge });
  }

  unsupported(what: string, edge: Edge | undefined = this.edge): never {
    throw new Stop({ kind: "unsupported", what, edge });
  }

  // --- Integers -----------------------------------------------------------------------------------------------------

  /** The number, if it can be an address's. */
  near(address: number): number {
    if (address > POINTER_BOUND || address < -POINTER_BOUND) this.unsupported("an address beyond 2^51");
    return address;
  }

  /** An integer as something to add to an address, modulo 2^64. */
  offset(value: bigint): number {
    let small = Number(value);
    if (small > OFFSET_BOUND || small < -OFFSET_BOUND) {
      small = Number(BigInt.asIntN(64, value));
      if (small > OFFSET_BOUND || small < -OFFSET_BOUND) this.unsupported("an address beyond 2^51");
    }
    return small;
  }

  toPointer(value: bigint): number {
    return this.near(Number(BigInt.asIntN(64, value)));
  }

  /** Unsigned order of 64-bit addresses held as signed numbers. */
  below(left: number, right: number): boolean {
    return left < 0 === right < 0 ? left < right : right < 0;
  }

  truncate(value: number): number {
    return Number.isFinite(value) ? Math.trunc(value) + 0 : 0;
  }

  bigToFloat32(value: bigint): number {
    return bigToFloat32(value);
  }

  /** Any value as one of the type, as an assignment would convert it. */
  coerce(value: Value | undefined, index: number): Value {
    return coerceTo(value ?? 0, this.types[index] as ScalarType);
  }

  apply(name: string, operands: readonly Value[]): Value {
    const result = this.applyFunction(name, operands);
    return result === undefined ? this.unsupported(`function ${name}`) : result;
  }

  // --- Inputs -------------------------------------------------------------------------------------------------------

  input(kind: InputKind, index: number, edge: Edge | undefined, name: string | undefined): Value {
    return this.ask(kind, this.types[index] as ScalarType, edge, name);
  }

  ask(
    kind: InputKind,
    type: ScalarType,
    edge: Edge | undefined,
    name: string | undefined,
    range: ResultRange | undefined = undefined,
  ): Value {
    const named = name === undefined ? {} : { name };
    const top = type.kind === "int" ? Number(highest(type)) : Number.POSITIVE_INFINITY;
    const within = range === undefined ? {} : { range: [range.low, Math.min(range.high, top)] as const };
    const request: InputRequest = { kind, type, edge, ...named, ...within };
    return coerceTo(withinRange(request, this.#inputs.next(request)), type);
  }

  /** An input that somebody has described in full. */
  askPiece(request: InputRequest): Value {
    return coerceTo(withinRange(request, this.#inputs.next(request)), request.type);
  }

  /** What an undefined function returns. */
  askResult(
    kind: InputKind,
    type: ScalarType,
    name: string,
    operands: readonly Value[],
    parameters: readonly ScalarType[],
  ): Value {
    const isNumeric = operands.length > 0 && parameters.every((parameter) => parameter.kind !== "pointer");
    const given = isNumeric && operands.length <= parameters.length ? { given: operands } : {};
    return coerceTo(this.#inputs.next({ kind, type, edge: this.edge, name, ...given }), type);
  }

  /** A number that the environment bounds; other answers are no executions. */
  askWithin(name: string, type: ScalarType, usual: number, range: readonly [number, number]): number {
    const value = Number(this.#inputs.next({ kind: "parameter", type, edge: undefined, name, usual, range }));
    if (!(value >= range[0] && value <= range[1])) throw new Stop({ kind: "assumption", edge: undefined });
    return value;
  }

  /** `former`: what was there before an undefined function may have written it. */
  #askContent(address: number, type: ScalarType, edge: Edge | undefined, former: () => Value): Value {
    if (this.errnoObjects.some((at) => address >= at && address < at + 4)) this.unsupported(UNKNOWN_ERRNO, edge);
    const bytes = type.kind === "int" || type.kind === "pointer" ? Math.ceil(type.bits / 8) : 1;
    const source = this.outside.sourceOf(address) ?? { kind: "uninitialised" as const };
    const usual: InputValue | undefined = this.outside.isFormer(address, bytes) ? former() : undefined;
    const request: InputRequest = { type, edge, address, ...source };
    return coerceTo(this.#inputs.next(usual === undefined ? request : { ...request, usual }), type);
  }

  /** The result of a function that returned none, or an argument that was not passed. */
  missing(index: number, edge: Edge | undefined): Value {
    return this.input("uninitialised", index, edge ?? this.edge, undefined);
  }

  // --- errno: a variable or an object; unknown after functions that may set it ---------------------------------------

  forgetErrno(): void {
    this.#errno = "unknown";
    for (const at of this.errnoObjects) mark(this.memory, at, 4, FRESH);
  }

  /** Somebody wrote to the variable. */
  errnoSet(): void {
    this.#errno = "known";
  }

  /** The variable's value, if it is known. */
  errno(value: number, edge: Edge): number {
    return this.#errno === "known" ? value : this.unsupported(UNKNOWN_ERRNO, edge);
  }

  /** The address, to the program, of an object that comes to life. */
  place(
    pointer: number,
    bytes: number,
    align: number,
    index: number,
    edge: Edge,
    name: string,
    fixed: number | undefined,
  ): Value {
    const type = this.types[index] as ScalarType;
    if (fixed !== undefined) {
      this.#addresses.enter(pointer, bytes, BigInt(fixed), 1n);
      return coerceTo(fixed, type);
    }
    const settle = (value: Value): bigint => {
      const proposed = BigInt.asUintN(64, typeof value === "bigint" ? value : BigInt(Math.trunc(value)));
      return this.#addresses.settle(pointer, bytes, align, proposed);
    };
    const address = settle(this.#inputs.next({ kind: "address", type, edge, name, settle }));
    this.#addresses.enter(pointer, bytes, address);
    return coerceTo(address, type);
  }

  // --- Memory -------------------------------------------------------------------------------------------------------

  load(address: number, index: number, edge: Edge): Value {
    const access = this.accesses[index] as Access;
    this.require(address, access.bytes, "read", edge);
    const known = initialisedBytes(this.memory, address, access.bytes);
    if (known < access.bytes) {
      if (this.readsOfNothing === "stop" && this.#hasNoValue(address, access.bytes))
        this.undefined("uninitialised", edge);
      this.#fill(address, access, known, edge);
    }
    return this.#read(address, access);
  }

  /** A pointer is held as a number, which has not room for all integers that a union may put in its place. */
  #read(address: number, access: Access): Value {
    const value = readScalar(this.memory, address, access);
    return access.type.kind === "pointer" && typeof value === "number" ? this.near(value) : value;
  }

  store(address: number, value: Value, index: number, edge: Edge): void {
    const access = this.accesses[index] as Access;
    this.require(address, access.bytes, "write", edge);
    writeScalar(this.memory, address, value, access);
    mark(this.memory, address, access.bytes, READY);
  }

  /** Some byte was never written, by an undefined function neither, and nobody said that it has any value. */
  #hasNoValue(address: number, bytes: number): boolean {
    if (this.errnoObjects.some((at) => address >= at && address < at + 4)) return false;
    for (let at = address; at < address + bytes; at += 1)
      if (
        ((this.memory.shadow[at] as number) & (INITIALISED | ANYTHING)) === 0 &&
        this.outside.sourceOf(at) === undefined
      )
        return true;
    return false;
  }

  // Uninitialised bytes get a value when they are first read, and keep it.
  #fill(address: number, access: Access, known: number, edge: Edge): void {
    if (known === 0 && access.bitOffset === undefined) {
      const former = (): Value => readScalar(this.memory, address, access);
      writeScalar(this.memory, address, this.#askContent(address, access.type, edge, former), access);
      mark(this.memory, address, access.bytes, READY);
      this.outside.noteAnswer(address, access.bytes);
      return;
    }
    for (let at = address; at < address + access.bytes; at += 1) this.byteAt(at, edge);
  }

  /** One byte, drawn from the inputs if it has no value yet. The byte should be allocated. */
  byteAt(address: number, edge: Edge | undefined = this.edge): number {
    const { u8, shadow } = this.memory;
    if (((shadow[address] as number) & 2) === 0) {
      u8[address] = Number(this.#askContent(address, BYTE, edge, () => u8[address] as number));
      shadow[address] = READY;
      this.outside.noteAnswer(address, 1);
    }
    return u8[address] as number;
  }

  require(address: number, bytes: number, access: "read" | "write", edge: Edge | undefined = this.edge): void {
    const fault = faultOf(this.memory, address, bytes, access);
    // Only conversions lead into a region: who read an integer as a pointer means it all the same.
    if (fault !== undefined && this.regions.some(({ start, end }) => start <= address && address < end))
      this.unsupported("an address in a region that no conversion made a pointer", edge);
    if (fault !== undefined) this.stopUndefined(fault, `${FAULTS[fault]} (${access} of ${bytes} bytes)`, edge);
  }

  copy(to: number, from: number, bytes: number, edge: Edge | undefined): void {
    if (bytes === 0) return;
    this.require(from, bytes, "read", edge);
    this.require(to, bytes, "write", edge);
    if (initialisedBytes(this.memory, from, bytes) < bytes) this.#settle(from, bytes, edge);
    copyBytes(this.memory, to, from, bytes);
  }

  // Unknown bytes get their values before they are copied: the copy and the original should not differ later.
  #settle(address: number, bytes: number, edge: Edge | undefined): void {
    const { shadow } = this.memory;
    const isUnknown = (at: number): boolean => ((shadow[at] as number) & INITIALISED) === 0;
    const end = address + bytes;
    for (let at = address; at < end; ) {
      const isWord = at % 4 === 0 && at + 4 <= end && [0, 1, 2, 3].every((i) => isUnknown(at + i));
      if (isWord) {
        const former = (): Value => this.memory.view.getUint32(at, true);
        this.memory.view.setUint32(at, Number(this.#askContent(at, WORD, edge, former)), true);
        mark(this.memory, at, 4, READY);
        this.outside.noteAnswer(at, 4);
      } else if (isUnknown(at)) this.byteAt(at, edge);
      at += isWord ? 4 : 1;
    }
  }

  /** Moves content that is not used any more at its old place: what is unknown stays so. */
  move(to: number, from: number, bytes: number): void {
    copyBytes(this.memory, to, from, bytes);
  }

  zero(address: number, bytes: number, edge: Edge | undefined): void {
    if (bytes === 0) return;
    this.require(address, bytes, "write", edge);
    clear(this.memory, address, address + bytes);
    mark(this.memory, address, bytes, READY);
  }

  leave(frame: number): void {
    const top = this.counters[2] as number;
    if (top > this.#highest) this.#highest = top;
    mark(this.memory, frame, top - frame, 0);
    this.counters[2] = frame;
    while ((this.#volatiles.at(-1)?.start ?? -1) >= frame) this.#volatiles.pop();
  }

  addVolatile(start: number, bytes: number, of: MemoryObject | number): void {
    const object = typeof of === "number" ? (this.volatileObjects[of] as MemoryObject) : of;
    this.#volatiles.push({ start, end: start + bytes, object });
  }

  /**
   * Is a volatile read of these bytes an event of its own? Outside of all objects a device may answer, unless somebody has said where
   * devices are.
   */
  isVolatile(address: number, bytes: number): boolean {
    if (faultOf(this.memory, address, bytes, "read") !== undefined) return this.regions.length === 0;
    const found = this.#volatiles.find(({ start, end }) => start <= address && address < end);
    return found !== undefined && volatility(found.object, address - found.start, 0, bytes) !== "none";
  }

  /** Stack memory until the current function returns. */
  pushStack(bytes: number, align: number, edge: Edge | undefined): number {
    if (!(bytes >= 0)) this.stopUndefined("out-of-bounds", "an array of negative size", edge);
    const address = alignUp(this.counters[2] as number, Math.max(align, 16));
    const top = alignUp(address + bytes + GAP, 16);
    if (!(top <= (this.counters[4] as number))) this.tooDeep();
    this.counters[2] = top;
    mark(this.memory, address, bytes, FRESH);
    return address;
  }

  /** The block of a variable-length array is left; one that was jumped over never came to life. */
  endStack(address: number, bytes: number): void {
    if (address !== 0) mark(this.memory, address, bytes, 0);
  }

  // --- Calls --------------------------------------------------------------------------------------------------------

  callee(address: number, key: string, result: number): Callable {
    const holder = this.holderAt(address);
    if (holder === undefined) {
      const what = address >= 0 && address < 4096 ? "null-dereference" : "bad-call";
      return this.stopUndefined(what, "call through a pointer that is not a function's");
    }
    const { parameters, variadic } = holder.signature;
    if (callKey(holder.signature, parameters.length) === key && !variadic) return holder.call;
    return memoised(holder.adaptors, key, () => this.#adaptor(holder, result));
  }

  #adaptor(holder: Holder, result: number): Callable {
    const parameters = holder.signature.parameters;
    return (...operands) => {
      const values = operands.map((value, index) => {
        const type = parameters[index];
        return type === undefined ? value : coerceTo(value, type);
      });
      for (let i = values.length; i < parameters.length; i += 1)
        values.push(this.ask("uninitialised", parameters[i] as ScalarType, this.edge, undefined));
      const value = holder.call(...values);
      if (result < 0) return undefined;
      return value === undefined ? this.missing(result, undefined) : this.coerce(value, result);
    };
  }

  // --- Variadic arguments: a va_list object holds the number of a cursor ---------------------------------------------

  variadicCount(): number {
    return this.#variadics.length;
  }

  dropVariadics(count: number): void {
    this.#variadics.length = count;
  }

  variadicStart(list: number, values: readonly Value[], edge: Edge): void {
    this.#writeCursor(list, { values, next: 0 }, edge);
  }

  variadicCopy(to: number, from: number, edge: Edge): void {
    this.#writeCursor(to, { ...this.#cursor(from, edge) }, edge);
  }

  variadicNext(list: number, edge: Edge | undefined = this.edge): Value {
    const cursor = this.#cursor(list, edge);
    const value = cursor.values[cursor.next];
    if (value === undefined) this.stopUndefined("bad-call", "va_arg without an argument left", edge);
    cursor.next += 1;
    return value;
  }

  #writeCursor(list: number, cursor: VariadicCursor, edge: Edge): void {
    this.require(list, 4, "write", edge);
    this.#variadics.push(cursor);
    this.memory.view.setUint32(list, this.#variadics.length, true);
    mark(this.memory, list, 4, READY);
  }

  #cursor(list: number, edge: Edge | undefined): VariadicCursor {
    this.require(list, 4, "read", edge);
    const cursor = this.#variadics[this.memory.view.getUint32(list, true) - 1];
    return cursor ?? this.stopUndefined("bad-call", "va_list without va_start", edge);
  }

  // --- Observation ----------------------------------------------------------------------------------------------------

  frame(graph: FunctionGraph, readLocal: Frame["readLocal"], addressOfLocal: Frame["addressOfLocal"]): Frame {
    const frame = { graph, depth: this.#frames.length + 1, readLocal, addressOfLocal };
    this.#frames.push(frame);
    return frame;
  }

  observe(edge: Edge, frame: Frame): void {
    this.edge = edge;
    this.observer?.(edge, frame);
    if (edge.op.kind === "return") this.#frames.pop();
  }

  /** Of functions that have not returned; none where code does not report its edges. */
  activeFrames(): readonly Frame[] {
    return this.#frames;
  }
}

const UNKNOWN_ERRNO = "errno after a library function";
const BYTE: ScalarType = intType(8, "unsigned");
const WORD: ScalarType = intType(32, "unsigned");

const MESSAGES = {
  overflow: "signed integer overflow",
  division: "division by zero",
  shift: "shift count out of range",
  index: "index outside the array",
  "float-to-int": "floating-point value out of the integer type's range",
  "bit-count": "leading or trailing zeros of zero are counted",
  uninitialised: "a value is read that was never set",
  "unsigned-wrap": "unsigned integer wraps around",
  conversion: "a conversion changes the value",
  "negative-shift": "left shift of a negative value",
  "shift-overflow": "signed integer overflow by a left shift",
  "array-size": "the length of a variable-length array is not positive",
  argument: "neither a character nor EOF is given to a function of <ctype.h>",
  unreachable: "what should not be reached is reached",
  nan: "a result is NaN though no operand is",
  "float-overflow": "a floating-point result is infinite though no operand is",
  "pointer-overflow": "a pointer is moved out of its object",
} as const satisfies Readonly<Record<CheckKind, string>>;

const FAULTS: Readonly<Record<Fault, string>> = {
  "null-dereference": "null pointer dereference",
  "out-of-bounds": "access outside any live object",
  "use-after-free": "access to freed memory",
  "write-to-constant": "write to constant memory",
};
