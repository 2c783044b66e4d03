/**
 * Operations on floats as circuits, compared bit by bit with the machine's own arithmetic: a C program, made by gcc, reads
 * operands and writes results in the rounding mode it is told. A circuit is built once for an operation and evaluated for 32
 * cases at a time. Any NaN equals any NaN.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { randomWords } from "../../src/interpreter/inputs.ts";
import { Circuit, FALSE, type Signal } from "../../src/smt/bits/circuit.ts";
import { FloatFunctions } from "../../src/smt/bits/float-functions.ts";
import { BINARY32, BINARY64, Floats, type Format, type RoundingMode, type Word } from "../../src/smt/bits/floats.ts";
import { lowBits, Vectors } from "../../src/smt/bits/vectors.ts";

interface Circuits {
  readonly floats: Floats;
  readonly functions: FloatFunctions;
  readonly vectors: Vectors;
  readonly circuit: Circuit;
  readonly format: Format;
  readonly mode: RoundingMode;
}

interface Operation {
  readonly name: string;
  /** Over `F a, b, c` (floats) and `uint64_t u` (the third as an integer); R is the type of the result. */
  readonly c: string;
  /** What the result is; `other` is the other float format. */
  readonly result: "same" | "other" | "bits";
  readonly modes: "all" | "one";
  readonly formats?: "binary32";
  circuit(operands: readonly [Word, Word, Word], circuits: Circuits): Word;
}

const integer = (bits: number, sign: "signed" | "unsigned"): Operation => ({
  name: `to ${sign} ${bits}`,
  c: `whole(rint(a), ${bits}, ${sign === "signed" ? 1 : 0})`,
  result: "bits",
  modes: "all",
  circuit: ([a], { functions, vectors, format, mode }) => {
    const { word, fits } = functions.toInteger(a, format, bits, sign, mode);
    return word.map((signal) => vectors.all([signal, fits]));
  },
});

const comparison = (name: "less" | "lessOrEqual" | "equal", c: string): Operation => ({
  name,
  c,
  result: "bits",
  modes: "one",
  circuit: ([a, b], { floats, format }) => [floats[name](a, b, format)],
});

const binary = (name: "add" | "subtract" | "multiply" | "divide", c: string): Operation => ({
  name,
  c,
  result: "same",
  modes: "all",
  circuit: ([a, b], { floats, format, mode }) => floats[name](a, b, format, mode),
});

const remainder = (name: string, quotient: "truncated" | "nearest"): Operation => ({
  name,
  c: `${name}f(a, b)`,
  result: "same",
  modes: "one",
  formats: "binary32",
  circuit: ([a, b], { functions, format }) => functions.remainder(a, b, format, quotient) as Word,
});

const extreme = (name: "min" | "max"): Operation => ({
  name,
  // The machine tells signalling NaNs apart.
  c: `isnan(a) ? b : isnan(b) ? a : a == 0 && b == 0 && !signbit(a) != !signbit(b) ? 0 : f${name}(a, b)`,
  result: "same",
  modes: "one",
  circuit: ([a, b], { functions, format }) => functions.extreme(name, a, b, format, FALSE),
});

const OPERATIONS: readonly Operation[] = [
  binary("add", "a + b"),
  binary("subtract", "a - b"),
  binary("multiply", "a * b"),
  binary("divide", "a / b"),
  {
    name: "sqrt",
    c: "sizeof(F) == 4 ? sqrtf(a) : sqrt(a)",
    result: "same",
    modes: "all",
    circuit: ([a], { functions, format, mode }) => functions.sqrt(a, format, mode),
  },
  {
    name: "fma",
    c: "sizeof(F) == 4 ? fmaf(a, b, c) : fma(a, b, c)",
    result: "same",
    modes: "all",
    circuit: ([a, b, c], { functions, format, mode }) => functions.fma(a, b, c, format, mode),
  },
  remainder("fmod", "truncated"),
  remainder("remainder", "nearest"),
  extreme("min"),
  extreme("max"),
  comparison("less", "a < b"),
  comparison("lessOrEqual", "a <= b"),
  comparison("equal", "a == b"),
  {
    name: "rint",
    c: "rint(a)",
    result: "same",
    modes: "all",
    circuit: ([a], { functions, format, mode }) => functions.roundToIntegral(a, format, mode),
  },
  {
    name: "round",
    c: "round(a)",
    result: "same",
    modes: "one",
    circuit: ([a], { functions, format }) => functions.roundToIntegral(a, format, "nearest-away"),
  },
  {
    name: "to the other format",
    c: "a",
    result: "other",
    modes: "all",
    circuit: ([a], { floats, format, mode }) => floats.convert(a, format, otherFormat(format), mode),
  },
  integer(32, "signed"),
  integer(32, "unsigned"),
  integer(63, "signed"),
  {
    name: "cast to int",
    c: "whole(trunc(a), 32, 1)",
    result: "bits",
    modes: "one",
    circuit: ([a], { floats, functions, vectors, format }) => {
      const { fits } = functions.toInteger(a, format, 32, "signed", "toward-zero");
      return lowBits(floats.toInteger(a, format, 32), 32).map((signal) => vectors.all([signal, fits]));
    },
  },
  {
    name: "from signed 64",
    c: "(R)(int64_t)u",
    result: "same",
    modes: "all",
    circuit: ([, , u], { floats, format, mode }) => floats.fromInteger(u, format, mode),
  },
  {
    name: "from unsigned 64",
    c: "(R)u",
    result: "same",
    modes: "all",
    circuit: ([, , u], { floats, format, mode }) => floats.fromInteger([...u, FALSE], format, mode),
  },
];

function otherFormat(format: Format): Format {
  return format === BINARY32 ? BINARY64 : BINARY32;
}

// --- Operands -----------------------------------------------------------------------------------------------------------

/** Triples of 64-bit words, low half first. Of a binary32 the high half is zero, but for conversions from integers. */
function operands(count: number, format: Format, seed: number, kind: "floats" | "integers"): Uint32Array {
  const word = randomWords(seed);
  const corners = cornersOf(format);
  const view = new DataView(new ArrayBuffer(8));
  const words = new Uint32Array(6 * count);
  for (let i = 0; i < count; i++) {
    let before = 0n;
    for (let k = 0; k < 3; k++) {
      const bits = kind === "integers" ? randomInteger(word) : randomFloat(word, format, corners, before);
      before = bits;
      view.setBigUint64(0, bits, true);
      words[6 * i + 2 * k] = view.getUint32(0, true);
      words[6 * i + 2 * k + 1] = view.getUint32(4, true);
    }
  }
  return words;
}

function randomInteger(word: () => number): bigint {
  const bits = ((BigInt(word()) << 32n) | BigInt(word())) >> BigInt(word() % 64);
  return BigInt.asUintN(64, (word() & 1) === 0 ? bits : -bits);
}

function cornersOf({ exponentBits, fractionBits }: Format): bigint[] {
  const bias = 2 ** (exponentBits - 1) - 1;
  const top = 2 ** exponentBits - 1;
  const exponents = [0, 1, 2, bias - fractionBits - 1, bias - 2, bias - 1, bias, bias + 1, bias + 30, bias + 31];
  exponents.push(bias + 32, bias + 62, bias + 63, bias + fractionBits, bias + fractionBits + 1, top - 1, top);
  const full = (1n << BigInt(fractionBits)) - 1n;
  const half = 1n << BigInt(fractionBits - 1);
  const fractions = [0n, 1n, 2n, half - 1n, half, half + 1n, full - 1n, full];
  const sign = 1n << BigInt(exponentBits + fractionBits);
  return exponents.flatMap((exponent) =>
    fractions.flatMap((fraction) => {
      const bits = (BigInt(exponent) << BigInt(fractionBits)) | fraction;
      return [bits, bits | sign];
    }),
  );
}

/** A corner case, any bits, or something near the operand before: sums cancel and quotients tie among those. */
function randomFloat(
  word: () => number,
  { exponentBits, fractionBits }: Format,
  corners: readonly bigint[],
  before: bigint,
): bigint {
  const width = exponentBits + fractionBits + 1;
  const anything = BigInt.asUintN(width, (BigInt(word()) << 32n) | BigInt(word()));
  switch (word() % 4) {
    case 0:
      return corners[word() % corners.length] as bigint;
    case 1:
      return anything;
    case 2: {
      // Few bits set in the fraction, the exponent near that of the operand before.
      const distance = BigInt((word() % (2 * fractionBits + 8)) - fractionBits - 4) << BigInt(fractionBits);
      const few = anything & BigInt.asUintN(fractionBits, (BigInt(word()) << 32n) | BigInt(word())) & (anything >> 7n);
      const near = ((before >> BigInt(fractionBits)) << BigInt(fractionBits)) + distance;
      return BigInt.asUintN(width, near ^ few ^ ((anything & 1n) << BigInt(width - 1)));
    }
    default:
      return BigInt.asUintN(width, (before + BigInt((word() % 9) - 4)) ^ ((anything & 1n) << BigInt(width - 1)));
  }
}

// --- The machine --------------------------------------------------------------------------------------------------------

function nameOf(format: Format): string {
  return format === BINARY32 ? "float" : "double";
}

/** One program for all operations of a format: argument 1 is the operation's number, argument 2 the rounding mode. */
function programOf(format: Format): string {
  const cases = OPERATIONS.map(({ c, result }, i) => {
    const type = result === "bits" ? "uint64_t" : nameOf(result === "same" ? format : otherFormat(format));
    const value = c.replace("(R)", `(${type})`);
    return `case ${i}: { volatile ${type} r = ${value}; ${type} copy = r; memcpy(out, &copy, sizeof copy); break; }`;
  });
  return `#include <fenv.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tgmath.h>
typedef ${nameOf(format)} F;
/* The integer, where it fits; 0 where not. */
static uint64_t whole(double a, int bits, int sign) {
  double least = sign ? -ldexp(1.0, bits - 1) : 0, above = ldexp(1.0, sign ? bits - 1 : bits);
  if (!(a >= least && a < above)) return 0;
  uint64_t value = sign ? (uint64_t)(int64_t)a : (uint64_t)a;
  return value & (((uint64_t)1 << bits) - 1);
}
static void answer(int operation, volatile uint64_t *in, uint64_t *out) {
  uint64_t u = in[2], w[3] = {in[0], in[1], in[2]};
  F a, b, c;
  memcpy(&a, &w[0], sizeof a); memcpy(&b, &w[1], sizeof b); memcpy(&c, &w[2], sizeof c);
  *out = 0;
  switch (operation) {
${cases.join("\n")}
  }
}
int main(int count, char **argument) {
  uint64_t in[3], out;
  int operation = atoi(argument[1]);
  fesetround(atoi(argument[2]));
  while (fread(in, 8, 3, stdin) == 3) { answer(operation, in, &out); fwrite(&out, 8, 1, stdout); }
  return 0;
}
`;
}

const FESETROUND: Readonly<Record<RoundingMode, number>> = {
  nearest: 0,
  "nearest-away": 0,
  downward: 0x400,
  upward: 0x800,
  "toward-zero": 0xc00,
};

/** From a mode and operands to results, low halves and high halves in turn. */
type Machine = (operation: Operation, mode: RoundingMode, words: Uint32Array) => Uint32Array;

/** Compiles the program of a format, and removes it when `use` has returned. */
export function withMachine<T>(format: Format, use: (machine: Machine) => T): T {
  const folder = mkdtempSync(join(tmpdir(), "hone-floats-"));
  try {
    const [source, binary] = [join(folder, "program.c"), join(folder, "program")];
    writeFileSync(source, programOf(format));
    const flags = ["-O1", "-w", "-frounding-math", "-fno-builtin", "-ffp-contract=off"];
    execFileSync("gcc", [...flags, "-o", binary, source, "-lm"], { stdio: ["ignore", "ignore", "pipe"] });
    return use((operation, mode, words) => {
      const input = new Uint8Array(words.buffer, words.byteOffset, words.byteLength);
      const chosen = [`${OPERATIONS.indexOf(operation)}`, `${FESETROUND[mode]}`];
      const { stdout, status } = spawnSync(binary, chosen, { input, maxBuffer: 1 << 28 });
      if (status !== 0) throw new Error(`the program should compute ${operation.name} and end normally`);
      return new Uint32Array(stdout.buffer.slice(stdout.byteOffset, stdout.byteOffset + stdout.byteLength));
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

// --- Circuits -----------------------------------------------------------------------------------------------------------

interface Built {
  readonly circuit: Circuit;
  readonly inputs: readonly [Word, Word, Word];
  readonly output: Word;
}

function build(operation: Operation, format: Format, mode: RoundingMode): Built {
  const circuit = new Circuit();
  const vectors = new Vectors(circuit);
  const floats = new Floats(circuit, vectors);
  const functions = new FloatFunctions(circuit, vectors, floats);
  const width = format === BINARY32 ? 32 : 64;
  const word = (bits: number): Signal[] => Array.from({ length: bits }, () => circuit.input());
  // The third operand is an integer of 64 bits where it is one.
  const inputs = [word(width), word(width), word(operation.name.startsWith("from") ? 64 : width)] as const;
  const output = operation.circuit(inputs, { floats, functions, vectors, circuit, format, mode });
  return { circuit, inputs, output };
}

/** Cases whose result is not the machine's, as text; the first few. */
function wrongCases(
  built: Built,
  words: Uint32Array,
  expected: Uint32Array,
  isNan: (low: number, high: number) => boolean,
): { readonly wrong: number; readonly examples: readonly string[] } {
  const lanes = new Map<number, number>();
  const values = new Int32Array(built.circuit.size);
  const examples: string[] = [];
  let wrong = 0;
  const cases = words.length / 6;
  for (let from = 0; from < cases; from += 32) {
    const here = Math.min(32, cases - from);
    built.inputs.forEach((word, k) => {
      word.forEach((signal, bit) => {
        let lane = 0;
        const at = 6 * from + 2 * k + (bit >> 5);
        for (let i = 0; i < here; i++) lane |= (((words[at + 6 * i] as number) >>> (bit & 31)) & 1) << i;
        lanes.set(signal >> 1, lane);
      });
    });
    built.circuit.evaluate((gate) => lanes.get(gate) as number, values);
    for (let i = 0; i < here; i++) {
      const [low, high] = halves(built.output, values, i);
      const [x, y] = [expected[2 * (from + i)] as number, expected[2 * (from + i) + 1] as number];
      if ((low === x && high === y) || (isNan(low, high) && isNan(x, y))) continue;
      wrong += 1;
      if (examples.length < 5) {
        const given = [...words.subarray(6 * (from + i), 6 * (from + i) + 6)].map(hexadecimal);
        examples.push(
          `${given.join(" ")} (low halves first): ${hexadecimal(high)}${hexadecimal(low)}, not ${hexadecimal(y)}${hexadecimal(x)}`,
        );
      }
    }
  }
  return { wrong, examples };
}

function halves(output: Word, values: Int32Array, lane: number): [number, number] {
  const both: [number, number] = [0, 0];
  for (let bit = 0; bit < output.length; bit++) {
    const signal = output[bit] as Signal;
    const value = (((values[signal >> 1] as number) >>> lane) ^ signal) & 1;
    if (value === 1) both[bit >> 5] = ((both[bit >> 5] as number) | (1 << (bit & 31))) >>> 0;
  }
  return both;
}

function hexadecimal(word: number): string {
  return word.toString(16).padStart(8, "0");
}

const NAN_TEST = {
  float: (low: number) => (low & 0x7fffffff) > 0x7f800000,
  double: (low: number, high: number) => {
    const magnitude = high & 0x7fffffff;
    return magnitude > 0x7ff00000 || (magnitude === 0x7ff00000 && low !== 0);
  },
};

interface Comparison {
  readonly cases: number;
  readonly wrong: number;
  readonly examples: readonly string[];
}

/** An operation in every mode it has, over as many cases in each. */
export function compareWithMachine(
  machine: Machine,
  operation: Operation,
  format: Format,
  count: number,
  seed: number,
): Comparison {
  const modes: readonly RoundingMode[] =
    operation.modes === "all" ? ["nearest", "toward-zero", "upward", "downward"] : ["nearest"];
  const result = operation.result === "other" ? otherFormat(format) : format;
  const isNan = operation.result === "bits" ? () => false : result === BINARY32 ? NAN_TEST.float : NAN_TEST.double;
  const total = { cases: 0, wrong: 0, examples: [] as string[] };
  for (const mode of modes) {
    const built = build(operation, format, mode);
    const words = operands(count, format, seed, operation.name.startsWith("from") ? "integers" : "floats");
    const { wrong, examples } = wrongCases(built, words, machine(operation, mode, words), isNan);
    total.cases += count;
    total.wrong += wrong;
    total.examples.push(...examples.map((example) => `${operation.name}, ${mode}: ${example}`));
  }
  return total;
}

export const FORMATS: readonly (readonly [string, Format])[] = [
  ["binary32", BINARY32],
  ["binary64", BINARY64],
];

export function operationsOn(format: Format): readonly Operation[] {
  return OPERATIONS.filter(({ formats }) => formats === undefined || format === BINARY32);
}
