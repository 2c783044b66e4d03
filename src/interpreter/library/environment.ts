/**
 * Library functions whose results a verifier does not know but for what their manual pages say: constant in a run, never
 * decreasing, or a function of a seed that the program keeps.
 */
import type { ResultRange } from "../../cfa/library/row.ts";
import { resultRange } from "../../cfa/library-results.ts";
import type { Value } from "../values.ts";
import { type LibraryContext, type LibraryFunction, numberAt } from "./library.ts";

type Ask = (within: ResultRange) => Value;

const CONSTANT = new Set(["getpid", "getppid", "getuid", "geteuid", "getgid", "getegid"]);
const CLOCKS = new Set(["time", "clock"]);
const GENERATORS: Readonly<Record<string, string>> = {
  rand: "rand",
  random: "rand",
  lrand48: "48",
  mrand48: "48",
  drand48: "48",
};
const SEEDS: Readonly<Record<string, string>> = { srand: "rand", srandom: "rand", srand48: "48" };

// What they say depends on what was read or pushed back before, on the locale, or on the terminal.
const STOPS = new Set(["feof", "ferror", "ungetc", "strerror", "setlocale"]);

/** The function by name; `ask` reads its result as an input. */
export function environmentFunction(name: string, ask: Ask): LibraryFunction | undefined {
  const range = resultRange(name);
  if (CONSTANT.has(name) && range !== undefined) return constant(name, range, ask);
  if (CLOCKS.has(name) && range !== undefined) return clock(name, range, ask);
  const generator = GENERATORS[name];
  if (generator !== undefined && range !== undefined) return draw(generator, range, ask);
  const seeded = SEEDS[name];
  if (seeded !== undefined) return seed(seeded);
  if (STOPS.has(name)) return (context) => context.runtime.unsupported(name);
  return SEEDED[name];
}

function constant(name: string, range: ResultRange, ask: Ask): LibraryFunction {
  return ({ state }) => {
    const known = state.once.get(name) ?? ask(range);
    state.once.set(name, known);
    return known;
  };
}

/** A clock does not go backwards, and `time` says the same in memory. */
function clock(name: string, range: ResultRange, ask: Ask): LibraryFunction {
  return (context, operands) => {
    const last = Number(context.state.once.get(name) ?? 0);
    const value = ask({ low: Math.max(last, 0), high: range.high });
    context.state.once.set(name, value);
    if (name === "time") store(context, numberAt(operands, 0), BigInt(value), context.pointerBytes);
    return value;
  };
}

function draw(generator: string, range: ResultRange, ask: Ask): LibraryFunction {
  return ({ state, runtime }) => {
    if (state.reseeded.has(generator)) return runtime.unsupported("random numbers after a second seed");
    state.drawn.add(generator);
    return ask(range);
  };
}

// The same seed gives the same numbers again: with one seed they are any numbers, with a second one they may repeat.
function seed(generator: string): LibraryFunction {
  return ({ state }) => {
    if (state.drawn.has(generator)) state.reseeded.add(generator);
    state.drawn.add(generator);
    return undefined;
  };
}

function store(context: LibraryContext, at: number, value: bigint, bytes: number): void {
  if (at === 0) return;
  context.runtime.require(at, bytes, "write");
  for (let i = 0; i < bytes; i += 1) {
    context.runtime.memory.u8[at + i] = Number((value >> BigInt(8 * i)) & 255n);
    context.runtime.memory.shadow[at + i] = 7;
  }
}

function load(context: LibraryContext, at: number, bytes: number): bigint {
  context.runtime.require(at, bytes, "read");
  let value = 0n;
  for (let i = bytes - 1; i >= 0; i -= 1) value = (value << 8n) | BigInt(context.runtime.byteAt(at + i));
  return value;
}

/** POSIX: X becomes a X + c modulo 2^48. */
function next48(context: LibraryContext, at: number): bigint {
  const x = BigInt.asUintN(48, load(context, at, 6) * 0x5deece66dn + 0xbn);
  store(context, at, x, 6);
  return x;
}

const SEEDED: Readonly<Record<string, LibraryFunction>> = {
  erand48: (context, operands) => Number(next48(context, numberAt(operands, 0))) / 2 ** 48,
  nrand48: (context, operands) => Number(next48(context, numberAt(operands, 0)) >> 17n),
  jrand48: (context, operands) => Number(BigInt.asIntN(32, next48(context, numberAt(operands, 0)) >> 16n)),
  // glibc's: three steps of a linear congruential generator.
  rand_r: (context, operands) => {
    const at = numberAt(operands, 0);
    let state = Number(load(context, at, 4));
    const step = (): number => {
      state = (Math.imul(state, 1103515245) + 12345) >>> 0;
      return state >>> 16;
    };
    let result = step() % 2048;
    result = (result << 10) ^ (step() % 1024);
    result = (result << 10) ^ (step() % 1024);
    store(context, at, BigInt(state), 4);
    return result;
  },
};
