/** Circuits of constants are constants: what they say is compared with the machine's own arithmetic. */
import { describe, expect, it } from "vitest";
import { randomWords } from "../../interpreter/inputs.ts";
import { Circuit } from "./circuit.ts";
import { BINARY32, BINARY64, Floats, type Format, type Word } from "./floats.ts";
import { constant, constantOf, Vectors } from "./vectors.ts";

const circuit = new Circuit();
const vectors = new Vectors(circuit);
const floats = new Floats(circuit, vectors);
const bytes = new DataView(new ArrayBuffer(8));

function valueOfWord(word: Word): number {
  const pattern = constantOf([...word, 0]) as bigint;
  if (word.length === 32) {
    bytes.setUint32(0, Number(pattern));
    return bytes.getFloat32(0);
  }
  bytes.setBigUint64(0, pattern);
  return bytes.getFloat64(0);
}

const CORNERS: readonly number[] = [
  ...[0, 1, 1.5, 2, 0.1, 3, 1e10, 1e-10, Number.POSITIVE_INFINITY, Number.NaN],
  ...[
    2 ** -126,
    2 ** -149,
    2 ** -127,
    2 ** 127,
    3.4028234663852886e38,
    1 - 2 ** -24,
    1 + 2 ** -23,
    2 ** 24,
    2 ** 24 + 1,
  ],
  ...[2 ** -1022, 2 ** -1074, 2 ** -1023, 2 ** 1023, Number.MAX_VALUE, 1 - 2 ** -53, 1 + 2 ** -52, 2 ** 53],
];

function operand(word: () => number, format: Format): number {
  const round = format === BINARY32 ? Math.fround : (value: number) => value;
  if (word() % 2 === 0) return round((CORNERS[word() % CORNERS.length] as number) * (word() & 1 ? 1 : -1));
  bytes.setUint32(0, word());
  bytes.setUint32(4, word());
  return format === BINARY32 ? bytes.getFloat32(0) : bytes.getFloat64(0);
}

describe.each([
  ["binary32", BINARY32],
  ["binary64", BINARY64],
] as const)("%s as circuits", (_, format) => {
  const round = format === BINARY32 ? Math.fround : (value: number) => value;
  const word = randomWords(format.fractionBits);
  const pairs = Array.from({ length: 400 }, () => [operand(word, format), operand(word, format)] as const);

  it.each([
    ["add", (a: number, b: number) => a + b],
    ["subtract", (a: number, b: number) => a - b],
    ["multiply", (a: number, b: number) => a * b],
    ["divide", (a: number, b: number) => a / b],
  ] as const)("%s rounds as the machine does", (name, machine) => {
    for (const [a, b] of pairs) {
      const result = floats[name](floats.constant(a, format), floats.constant(b, format), format);
      expect(valueOfWord(result), `${a} and ${b}`).toBe(round(machine(a, b)));
    }
  });

  it("compares", () => {
    for (const [a, b] of pairs) {
      const [x, y] = [floats.constant(a, format), floats.constant(b, format)];
      const said = [floats.less(x, y, format), floats.lessOrEqual(x, y, format), floats.equal(x, y, format)];
      expect(said, `${a} and ${b}`).toEqual([a < b ? 1 : 0, a <= b ? 1 : 0, a === b ? 1 : 0]);
    }
  });

  it("converts to integers and to the other format", () => {
    const other = format === BINARY32 ? BINARY64 : BINARY32;
    for (const [a] of pairs) {
      const x = floats.constant(a, format);
      expect(valueOfWord(floats.convert(x, format, other))).toBe(other === BINARY32 ? Math.fround(a) : a);
      const whole = Math.trunc(a);
      if (Math.abs(whole) < 2 ** 31) expect(constantOf(floats.toInteger(x, format, 32))).toBe(BigInt(whole));
    }
  });

  it("rounds in the directions that fesetround names", () => {
    const third = (mode: "upward" | "downward" | "toward-zero" | "nearest", sign: 1 | -1) =>
      valueOfWord(floats.divide(floats.constant(sign, format), floats.constant(3, format), format, mode));
    expect(third("downward", 1)).toBeLessThan(third("upward", 1));
    expect([third("downward", 1), third("upward", 1)]).toContain(third("nearest", 1));
    expect(third("toward-zero", 1)).toBe(third("downward", 1));
    expect(third("toward-zero", -1)).toBe(third("upward", -1));
    const largest = format === BINARY32 ? 3.4028234663852886e38 : Number.MAX_VALUE;
    const big = floats.constant(largest, format);
    expect(valueOfWord(floats.add(big, big, format, "toward-zero"))).toBe(largest);
    expect(valueOfWord(floats.add(big, big, format, "upward"))).toBe(Number.POSITIVE_INFINITY);
    const one = floats.constant(1, format);
    expect(valueOfWord(floats.subtract(one, one, format, "downward"))).toBe(-0);
  });
});

describe("integers to floats", () => {
  it("round once, however wide they are", () => {
    const word = randomWords(3);
    for (let i = 0; i < 200; i++) {
      const value = ((BigInt(word()) << 32n) | BigInt(word())) >> BigInt(word() % 64);
      for (const signed of [value, -value]) {
        expect(valueOfWord(floats.fromInteger(constant(signed), BINARY64))).toBe(Number(signed) + 0);
      }
    }
  });
});
