import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findObject, parseText } from "../../tests/support/c.ts";
import { hasGcc, runWithGcc } from "../../tests/support/gcc.ts";
import { type DataModel, ILP32, LP64 } from "./types.ts";

const LEAVES = [
  "0",
  "1",
  "7",
  "2147483647",
  "4294967295u",
  "0x80000000",
  "1L",
  "255ul",
  "0x7fffffffffffffffLL",
  "18446744073709551615ull",
  "'a'",
  "'\\xff'",
  "0777",
  "sizeof(int)",
  "sizeof(long)",
  "(char)200",
  "(unsigned char)300",
  "(short)40000",
  "(_Bool)5",
  "(int)2.75",
  "(long long)-1e10",
  "A",
  "B",
  "((long)&((struct s *)0)->m)",
];

/** Integer constant expressions without division by a possible zero or a shift out of range. */
const expression: fc.Arbitrary<string> = fc.letrec<{ e: string }>((tie) => ({
  e: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    fc.constantFrom(...LEAVES),
    fc
      .tuple(fc.constantFrom("+", "-", "*", "&", "|", "^"), tie("e"), tie("e"))
      .map(([o, a, b]) => `(${unsigned(a)} ${o} ${b})`),
    fc
      .tuple(fc.constantFrom("<", "<=", "==", "!=", ">", ">=", "&&", "||"), tie("e"), tie("e"))
      .map(([o, a, b]) => `(${a} ${o} ${b})`),
    fc
      .tuple(fc.constantFrom("/", "%"), tie("e"), fc.constantFrom("3", "-7LL", "10u", "0x100000000LL"))
      .map(([o, a, b]) => `(${a} ${o} ${b})`),
    fc.tuple(fc.constantFrom("<<", ">>"), tie("e"), fc.nat(31)).map(([o, a, n]) => `(${unsigned(a)} ${o} ${n})`),
    fc.tuple(tie("e"), fc.nat(31)).map(([a, n]) => `(${a} >> ${n})`),
    fc.tuple(fc.constantFrom("~", "!"), tie("e")).map(([o, a]) => `(${o}${a})`),
    fc.tuple(tie("e"), tie("e"), tie("e")).map(([a, b, c]) => `(${a} ? ${b} : ${c})`),
    fc
      .tuple(
        fc.constantFrom("char", "unsigned char", "short", "unsigned", "long", "unsigned long long", "_Bool"),
        tie("e"),
      )
      .map(([t, a]) => `((${t})${a})`),
  ),
})).e;

/** Unsigned arithmetic does not overflow. */
function unsigned(text: string): string {
  return `(unsigned long long)${text}`;
}

const HEAD = "enum { A = 5, B = -3 }; struct s { char c; long long m; };\n";

for (const model of [ILP32, LP64]) {
  const bits = model.name === "ILP32" ? 32 : 64;
  describe.skipIf(!hasGcc(bits))(`constants against gcc -m${bits} (skipped without gcc)`, () => {
    it("agrees on random integer constant expressions", () =>
      compare(fc.sample(expression, { numRuns: 400, seed: 3 }), model));
  });
}

function compare(texts: readonly string[], model: DataModel): void {
  const source = texts.map((text, index) => `long long x${index} = ${text};`).join("\n");
  const { unit, errors } = parseText(HEAD + source, model);
  expect(errors).toEqual([]);
  const actual = texts.map((_, index) => {
    const initialiser = findObject(unit, `x${index}`).initialiser;
    return initialiser?.kind === "scalar" && initialiser.value.kind === "integer-constant"
      ? initialiser.value.value
      : undefined;
  });
  const prints = texts.map((_, index) => `printf("%lld\\n", x${index});`).join("\n");
  const program = `#include <stdio.h>\n${HEAD}${source}\nint main(void) { ${prints} return 0; }`;
  const expected = runWithGcc(program, model.name === "ILP32" ? 32 : 64)
    .trimEnd()
    .split("\n")
    .map(BigInt);
  const label = (value: bigint | undefined, index: number): string => `${value} = ${texts[index]}`;
  expect(actual.map(label)).toEqual(expected.map(label));
}

describe("constants", () => {
  const value = (text: string) => {
    const { unit, errors } = parseText(text);
    expect(errors).toEqual([]);
    const initialiser = findObject(unit, "x").initialiser;
    return initialiser?.kind === "scalar" && "value" in initialiser.value ? initialiser.value.value : undefined;
  };
  it("rounds floats to their format", () => {
    expect(value("double x = 0.1f;")).toBe(Math.fround(0.1));
    expect(value("float x = 16777217;")).toBe(16777216);
    expect(value("double x = 0x1.8p3;")).toBe(12);
    expect(value("double x = 0x1p-1074;")).toBe(5e-324);
    expect(value("double x = 0x.8p-1074;")).toBe(0);
    expect(value("double x = 0x1.00000000000008p0;")).toBe(1);
    expect(value("double x = 0x1.000000000000081p0;")).toBe(1 + 2 ** -52);
    expect(value("double x = 0x1p1024;")).toBe(Number.POSITIVE_INFINITY);
    expect(value("int x = (int)(1.5 + 2.5) * 2;")).toBe(8n);
  });
  it("has no value for division by zero, but needs one only where it is evaluated", () => {
    expect(parseText("int x = 1 / 0;").errors).not.toEqual([]);
    expect(value("int x = 1 || 1 / 0;")).toBe(1n);
    expect(value("int x = 0 ? 1 / 0 : 2;")).toBe(2n);
  });
  it("walks a long chain without recursion", () => {
    expect(value(`int x = ${"1 + ".repeat(50_000)}1;`)).toBe(50_001n);
  });
});
