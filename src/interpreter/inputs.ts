/**
 * Everything a run reads from outside is one ordered stream of requests: nondeterministic functions, uninitialised
 * memory, results of unknown functions, parameters of the entry function. An `InputSource` answers them. All sources
 * are deterministic; a `recorder` logs what was given, and the log as a list replays the run exactly.
 */
import type { Edge } from "../cfa/cfa.ts";
import { highest, type IntType, lowest, type ScalarType } from "../logic/types.ts";
import { memoised } from "../util/memo.ts";

/** `stdin`: a piece of standard input. `environment`: whether a variable is set, how many there are. `allocation`: whether there is no memory. `argument`: a character of a command-line argument. `external`: what an undefined function returns or writes. */
export type InputKind =
  | "nondet"
  | "uninitialised"
  | "volatile"
  | "parameter"
  | "argument"
  | "external"
  | "address"
  | "order"
  | "allocation"
  | "stdin"
  | "environment";

/** What of standard input an answer stands for. */
export interface Fed {
  readonly bytes: readonly number[];
  /** Behind it is nothing more. */
  readonly ends?: true;
  /** An error instead. */
  readonly fails?: true;
  /** So many bytes follow, and then a pause. */
  readonly breaks?: number;
}

/** Memory that an undefined function may have written: the way to it from the arguments of the call. */
export interface WrittenInput {
  readonly function: string;
  readonly edge: Edge;
  /** How often this edge, and how often any edge, had called the function before. */
  readonly occurrence: number;
  readonly call: number;
  readonly argument: number;
  /** Byte offsets: of the pointers to follow, and last of the bytes. */
  readonly offsets: readonly number[];
}

export interface InputRequest {
  readonly kind: InputKind;
  readonly type: ScalarType;
  /** The concrete edge that asks; undefined for parameters of the entry function. */
  readonly edge: Edge | undefined;
  /** The function called, or the variable or parameter filled. */
  readonly name?: string;
  /** For uninitialised memory: where it is. */
  readonly address?: number;
  /** Present where an undefined function may have written it; asked when it is read, as if written at the call. */
  readonly written?: WrittenInput;
  /** What it is where nobody cares: what memory held before an undefined function may have written it. */
  readonly usual?: InputValue;
  /** The arguments of an undefined function that takes nothing but numbers. */
  readonly given?: readonly (number | bigint)[];
  /** Least and greatest possible value, where these are not the type's. */
  readonly range?: readonly [number, number];
  /** Where it is read from standard input: what it stands for there. */
  readonly stdin?: (value: InputValue) => Fed;
  /** For addresses of objects: the one that is taken where this one is proposed. */
  readonly settle?: (value: InputValue) => InputValue;
}

/** An integer for integral types, a float otherwise. Integers outside the type are wrapped into it. */
export type InputValue = number | bigint;

export interface InputSource {
  next(request: InputRequest): InputValue;
}

export interface RecordedInput extends Omit<InputRequest, "settle" | "stdin"> {
  readonly value: InputValue;
}

export function zeroInputs(): InputSource {
  return { next: ({ usual }) => usual ?? 0 };
}

/** The answer as one of the possible ones: sources need not know the ranges of what they are asked. */
export function withinRange({ range, usual, type }: InputRequest, value: InputValue): InputValue {
  if (range !== undefined && type.kind === "float") return fractionWithin(range, Number(value));
  if (range === undefined || (value >= range[0] && value <= range[1])) return value;
  if (usual !== undefined && typeof value === "number" && Math.abs(value) > LARGE) return usual;
  const [low, high] = range;
  // Few are enough: an answer that is not possible says nothing about how many it should be.
  const size = BigInt(Math.min(high - low + 1, 5));
  const big = BigInt(typeof value === "bigint" ? value : Math.trunc(value) || 0) - BigInt(low);
  return low + Number(((big % size) + size) % size);
}

/** Floats of a range do not reach its end. */
function fractionWithin([low, high]: readonly [number, number], value: number): number {
  if (value >= low && value < high) return value;
  return low + (Number.isFinite(value) ? Math.abs(value) % 1 : 0) * (high - low);
}

const LARGE = 2 ** 16;

/** The values in order; then what `rest` gives. */
export function listInputs(values: readonly InputValue[], rest: InputSource = zeroInputs()): InputSource {
  let at = 0;
  return { next: (request) => (at < values.length ? (values[at++] as InputValue) : rest.next(request)) };
}

/** Answers like `source` and appends every answer to `log`. */
export function recordInputs(source: InputSource, log: RecordedInput[]): InputSource {
  return {
    next(request) {
      const given = withinRange(request, source.next(request));
      const { settle } = request;
      if (settle === undefined) {
        log.push(recorded(request, given));
        return given;
      }
      const value = settle(given);
      log.push(recorded(request, value));
      return value;
    },
  };
}

/** Member by member: a program may ask millions of times, and a copy by spreading costs many times as much. */
function recorded(request: InputRequest, value: InputValue): RecordedInput {
  const { kind, type, edge, name, address, written, usual, given, range } = request;
  const input: { -readonly [K in keyof RecordedInput]: RecordedInput[K] } = { kind, type, edge, value };
  if (name !== undefined) input.name = name;
  if (address !== undefined) input.address = address;
  if (written !== undefined) input.written = written;
  if (usual !== undefined) input.usual = usual;
  if (given !== undefined) input.given = given;
  if (range !== undefined) input.range = range;
  return input;
}

/** A deterministic generator of 32-bit words (xorshift128). */
export function randomWords(seed: number): () => number {
  let x = (seed ^ 0x9e3779b9) | 0;
  let y = Math.imul(seed + 1, 0x85ebca6b) | 0;
  let z = Math.imul(seed + 2, 0xc2b2ae35) | 0;
  let w = (seed ^ 0x27d4eb2f) | 1;
  const next = (): number => {
    const t = x ^ (x << 11);
    x = y;
    y = z;
    z = w;
    w = w ^ (w >>> 19) ^ t ^ (t >>> 8);
    return w >>> 0;
  };
  // The first words of close seeds are alike.
  for (let i = 0; i < 16; i += 1) next();
  return next;
}

/**
 * Random values with a bias to what programs branch on: small numbers, the type's boundaries and their neighbours,
 * powers of two; one in four is uniform. Pointers are null: any other address would be a wild one.
 */
export function randomInputs(seed: number): InputSource {
  const word = randomWords(seed);
  return { next: (request) => randomAnswer(request, word) };
}

/** What was there before stays as often as not; a pointer always does, or is null. */
function randomAnswer({ type, usual, range }: InputRequest, word: () => number): InputValue {
  if (usual !== undefined && range === undefined && (type.kind === "pointer" || word() % 2 === 0)) return usual;
  return randomValue(type, word);
}

function randomValue(type: ScalarType, word: () => number): InputValue {
  switch (type.kind) {
    case "int":
      return randomInteger(type.bits, ...memoised(bigRanges, type, () => bigRange(type)), word);
    case "integer":
      return (word() % 201) - 100;
    case "pointer":
      return 0;
    case "float":
    case "real":
      return randomFloat(word);
  }
}

const bigRanges = new WeakMap<ScalarType, readonly [bigint, bigint]>();

function bigRange(type: IntType): readonly [bigint, bigint] {
  return [BigInt(lowest(type)), BigInt(highest(type))];
}

function randomInteger(bits: number, low: bigint, high: bigint, word: () => number): InputValue {
  const choice = word() % 8;
  if (bits === 1) return choice & 1;
  const clamp = (value: bigint): bigint => (value < low ? low : value > high ? high : value);
  if (choice < 3) return clamp(BigInt((word() % 9) - (low < 0n ? 4 : 0)));
  if (choice === 3) return clamp(BigInt((word() % 257) - (low < 0n ? 128 : 0)));
  if (choice === 4) return clamp((word() & 1 ? low : high) + BigInt((word() % 5) - 2));
  if (choice === 5) return clamp((1n << BigInt(word() % bits)) * (low < 0n && word() & 1 ? -1n : 1n));
  let value = 0n;
  for (let drawn = 0; drawn < bits; drawn += 32) value = (value << 32n) | BigInt(word());
  return low < 0n ? BigInt.asIntN(bits, value) : BigInt.asUintN(bits, value);
}

const SPECIAL_FLOATS = [0, -0, 1, -1, 0.5, 2, 1e10, -1e10, 1e-10, Infinity, -Infinity, NaN];

function randomFloat(word: () => number): number {
  const choice = word() % 4;
  if (choice === 0) return SPECIAL_FLOATS[word() % SPECIAL_FLOATS.length] as number;
  if (choice === 1) return (word() % 201) - 100;
  return (word() / 4294967296 - 0.5) * 10 ** ((word() % 13) - 3);
}
