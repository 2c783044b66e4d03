/**
 * What a library function sees of the machine. A function gets its arguments as they were passed (numbers and
 * BigInts) and gives a value that the caller coerces to the declared result type, or undefined for no value.
 */
import type { Runtime } from "../runtime.ts";
import type { Value } from "../values.ts";
import type { StandardInput } from "./standard-input.ts";

export interface LibraryContext {
  readonly runtime: Runtime;
  readonly pointerBytes: 4 | 8;
  readonly write: (stream: "stdout" | "stderr", bytes: Uint8Array) => void;
  /** Which standard stream a FILE pointer is; undefined for any other. */
  readonly streamOf: (pointer: number) => "stdout" | "stderr" | undefined;
  /** Calls the function at an address. */
  readonly call: (address: number, operands: readonly Value[]) => Value | undefined;
  readonly random: () => number;
  /** Whether there is memory for the function of this name to give: an input may say otherwise. */
  readonly hasMemory: (name: string) => boolean;
  readonly setErrno: (value: number) => void;
  /** State of library functions that keep some between calls. */
  readonly state: LibraryState;
}

export interface LibraryState {
  ticks: number;
  tokenizer: number;
  characterTables: Map<string, number>;
  /** Functions to call when the program ends, the last one first. */
  atExit: number[];
  /** Results that stay the same for a whole run, and the last reading of clocks. */
  readonly once: Map<string, Value>;
  /** Generators that have given a number, and those that were seeded again after it: their numbers repeat. */
  readonly drawn: Set<string>;
  readonly reseeded: Set<string>;
  readonly standardInput: StandardInput;
}

export type LibraryFunction = (context: LibraryContext, operands: readonly Value[]) => Value | undefined;

export type LibraryTable = Readonly<Record<string, LibraryFunction>>;

export function numberAt(operands: readonly Value[], index: number): number {
  return Number(operands[index] ?? 0);
}

/** Where a function of a format finds the values: from an argument on, or in the list that the argument is. */
export type ValuesAt = (context: LibraryContext, operands: readonly Value[], at: number) => () => Value;

export const argumentsAt: ValuesAt = (_, operands, at) => {
  let next = at;
  return () => operands[next++] ?? 0;
};

export const listAt: ValuesAt = (context, operands, at) => () => context.runtime.variadicNext(numberAt(operands, at));

/** A size argument: unsigned, of the pointer's width. Sizes beyond 2^53 are as good as infinite. */
export function sizeAt(context: LibraryContext, operands: readonly Value[], index: number): number {
  const value = operands[index] ?? 0;
  return Number(
    BigInt.asUintN(context.pointerBytes * 8, typeof value === "bigint" ? value : BigInt(Math.trunc(value))),
  );
}

/** A byte that is checked to be readable. */
export function readByte(runtime: Runtime, address: number): number {
  const state = runtime.memory.shadow[address];
  if (state !== 7) {
    runtime.require(address, 1, "read");
    return runtime.byteAt(address);
  }
  return runtime.memory.u8[address] as number;
}

export function writeByte(runtime: Runtime, address: number, value: number): void {
  if (runtime.memory.shadow[address] !== 7) {
    runtime.require(address, 1, "write");
    runtime.memory.shadow[address] = 7;
  }
  runtime.memory.u8[address] = value;
}

/** The bytes of a string without its end, at most `limit` of them. */
export function readString(runtime: Runtime, address: number, limit = Infinity): Uint8Array {
  const bytes: number[] = [];
  while (bytes.length < limit) {
    const byte = readByte(runtime, address + bytes.length);
    if (byte === 0) break;
    bytes.push(byte);
  }
  return Uint8Array.from(bytes);
}

export function writeBytes(runtime: Runtime, address: number, bytes: Uint8Array): void {
  for (let i = 0; i < bytes.length; i += 1) writeByte(runtime, address + i, bytes[i] as number);
}

/** The bytes and the end of a string. */
export function writeString(runtime: Runtime, address: number, bytes: Uint8Array): void {
  writeBytes(runtime, address, bytes);
  writeByte(runtime, address + bytes.length, 0);
}

export function bytesOf(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i += 1) bytes[i] = text.charCodeAt(i) & 255;
  return bytes;
}

export function textOf(bytes: Uint8Array): string {
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return text;
}
