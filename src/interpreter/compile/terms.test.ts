import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { runs } from "../../../tests/support/thorough.ts";
import { evaluate, holds } from "../../logic/evaluate.ts";
import {
  add,
  bits,
  complement,
  divide,
  eq,
  type Formula,
  float,
  floatBinary,
  floatToFloat,
  floatToInt,
  integer,
  intToFloat,
  ite,
  le,
  lt,
  multiply,
  negate,
  not,
  remainder,
  subtract,
  type Term,
  type Variable,
  variable,
  wrap,
} from "../../logic/term.ts";
import { F32, F64, highest, type IntType, intType, lowest, type PointerType, pointerType } from "../../logic/types.ts";
import { fromBig, toBig } from "../../numbers/int.ts";
import { AddressBook } from "../address-book.ts";
import { createMemory } from "../memory.ts";
import { Runtime } from "../runtime.ts";
import { coerceTo, type Value } from "../values.ts";
import { convert, representationOf } from "./code.ts";
import { TermCompiler } from "./terms.ts";

const MACHINE_TYPES: readonly (IntType | PointerType)[] = [
  ...[1, 7, 8, 16, 31, 32, 33, 64, 128].flatMap((width) => [intType(width, "signed"), intType(width, "unsigned")]),
  pointerType(32),
];

const VARIABLES: readonly Variable[] = MACHINE_TYPES.map((type, id) => ({ id, name: `x${id}`, type, role: "local" }));
const FAR: Variable = { id: 90, name: "p", type: pointerType(64), role: "local" };

const memory = createMemory(65536);
const runtime = new Runtime(memory, 0, new AddressBook(memory, 0, 8), () => undefined);

function runText(text: string, values: ReadonlyMap<Variable, Value>): unknown {
  const names = [...values.keys()].map((of) => `v${of.id}`);
  return new Function("R", ...names, `"use strict"; return ${text};`)(runtime, ...values.values());
}

const compiler = new TermCompiler({ variable: (of) => `v${of.id}`, address: () => "4096" });

function valueIn(type: IntType | PointerType): fc.Arbitrary<bigint> {
  const low = toBig(lowest(type));
  const high = toBig(highest(type));
  const near = fc.bigInt({ min: -3n, max: 3n }).map((d) => d);
  const clamp = (value: bigint): bigint => (value < low ? low : value > high ? high : value);
  return fc.oneof(
    fc.bigInt({ min: low, max: high }),
    near.map((d) => clamp(low + d)),
    near.map((d) => clamp(high + d)),
    near.map(clamp),
  );
}

const valuation = fc
  .tuple(...VARIABLES.map((of) => valueIn(of.type as IntType | PointerType)))
  .map((values) => new Map(VARIABLES.map((of, i) => [of, values[i] as bigint])));

const machineType = fc.constantFrom(...MACHINE_TYPES);

/** Terms as lowering makes them: mostly wraps of one operation on values. Shift counts are in range by masking. */
const { term } = fc.letrec<{ term: Term; formula: Formula }>((tie) => ({
  term: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.constantFrom(...VARIABLES).map(variable),
    fc.bigInt({ min: -300n, max: 300n }).map((v) => integer(fromBig(v))),
    fc.bigInt({ min: -(1n << 66n), max: 1n << 66n }).map((v) => integer(fromBig(v))),
    fc
      .tuple(fc.constantFrom(add, subtract, multiply), tie("term"), tie("term"), machineType)
      .map(([f, a, b, type]) => wrap(f(a, b), type, "arithmetic")),
    fc.tuple(fc.constantFrom(add, subtract, multiply), tie("term"), tie("term")).map(([f, a, b]) => f(a, b)),
    fc
      .tuple(fc.constantFrom(divide, remainder), tie("term"), tie("term"))
      .map(([f, a, b]) => ite(eq(b, integer(0)), a, f(a, ite(eq(b, integer(0)), integer(1), b)))),
    fc
      .tuple(fc.constantFrom("bitand", "bitor", "bitxor" as const), tie("term"), tie("term"))
      .map(([kind, a, b]) => bits(kind as "bitand", a, b)),
    fc
      .tuple(
        fc.constantFrom("shiftleft", "shiftright" as const),
        tie("term"),
        tie("term"),
        machineType,
        fc.constantFrom(32, 64),
      )
      .map(([kind, a, b, type, counts]) => {
        const wide = wrap(a, intType(Math.max(32, type.bits), "signed"), "conversion");
        const count = remainder(wrap(b, intType(16, "unsigned"), "conversion"), integer(counts));
        return wrap(bits(kind as "shiftleft", wide, count), type, "arithmetic");
      }),
    tie("term").map(negate),
    tie("term").map(complement),
    fc.tuple(tie("term"), machineType).map(([a, type]) => wrap(a, type, "conversion")),
    fc.tuple(tie("formula"), tie("term"), tie("term")).map(([c, a, b]) => ite(c, a, b)),
  ) as fc.Arbitrary<Term>,
  formula: fc
    .tuple(fc.constantFrom(eq, lt, le), tie("term"), tie("term"), fc.boolean())
    .map(([f, a, b, negated]) => (negated ? not(f(a, b)) : f(a, b))) as fc.Arbitrary<Formula>,
}));

function representations(values: ReadonlyMap<Variable, bigint>): Map<Variable, Value> {
  return new Map(
    [...values].map(([of, value]) => [of, representationOf(of.type) === "bigint" ? value : Number(value)]),
  );
}

describe("integer terms", () => {
  test("compile to their value", () => {
    fc.assert(
      fc.property(term, valuation, (of, values) => {
        const expected = evaluate(of, { valueOf: (v) => fromBig(values.get(v) as bigint) });
        const text = convert(compiler.exact(of), "bigint").text;
        expect(runText(text, representations(values)), text).toBe(toBig(expected as number));
      }),
      { numRuns: runs(3000) },
    );
  });

  test("compile to a congruent value under a wrap", () => {
    fc.assert(
      fc.property(term, machineType, valuation, (of, type, values) => {
        const wrapped = wrap(of, type, "conversion");
        const expected = evaluate(wrapped, { valueOf: (v) => fromBig(values.get(v) as bigint) });
        const code = compiler.exact(wrapped);
        const text = convert(code, "bigint").text;
        expect(runText(text, representations(values)), text).toBe(toBig(expected as number));
        expect(code.low <= toBig(expected as number) && toBig(expected as number) <= code.high).toBe(true);
      }),
      { numRuns: runs(3000) },
    );
  });

  test("comparisons compile to their truth", () => {
    fc.assert(
      fc.property(term, term, fc.constantFrom(eq, lt, le), valuation, (a, b, compare, values) => {
        const formula = compare(a, b);
        const expected = holds(formula, { valueOf: (v) => fromBig(values.get(v) as bigint) });
        expect(runText(compiler.formula(formula), representations(values))).toBe(expected);
      }),
      { numRuns: runs(1000) },
    );
  });
});

describe("64-bit pointers", () => {
  const address = fc.oneof(fc.integer({ min: 0, max: 2 ** 31 }), fc.integer({ min: -4096, max: 4096 }));

  test("arithmetic is modulo 2^64", () => {
    const index = VARIABLES.find((of) => of.type === intType(64, "unsigned")) as Variable;
    const sum = wrap(add(variable(FAR), multiply(variable(index), integer(8))), pointerType(64), "arithmetic");
    fc.assert(
      fc.property(address, fc.integer({ min: -1000, max: 1000 }), (base, offset) => {
        const unsigned = BigInt.asUintN(64, BigInt(offset));
        const result = runText(
          compiler.exact(sum).text,
          new Map<Variable, Value>([
            [FAR, base],
            [index, unsigned],
          ]),
        );
        expect(result).toBe(base + offset * 8);
      }),
    );
  });

  test("order and conversions see the unsigned value", () => {
    const other: Variable = { ...FAR, id: 91 };
    fc.assert(
      fc.property(address, address, (a, b) => {
        const values = new Map<Variable, Value>([
          [FAR, a],
          [other, b],
        ]);
        const [left, right] = [BigInt.asUintN(64, BigInt(a)), BigInt.asUintN(64, BigInt(b))];
        expect(runText(compiler.formula(lt(variable(FAR), variable(other))), values)).toBe(left < right);
        expect(runText(compiler.formula(le(variable(FAR), variable(other))), values)).toBe(left <= right);
        const asInteger = compiler.exact(wrap(variable(FAR), intType(64, "unsigned"), "conversion"));
        expect(runText(convert(asInteger, "bigint").text, values)).toBe(left);
      }),
    );
  });

  test("a difference is a small integer", () => {
    const other: Variable = { ...FAR, id: 91 };
    const difference = wrap(subtract(variable(FAR), variable(other)), intType(64, "signed"), "conversion");
    const code = compiler.exact(divide(difference, integer(4)));
    expect(code.rep).toBe("number");
    expect(
      runText(
        code.text,
        new Map<Variable, Value>([
          [FAR, 4096],
          [other, 4116],
        ]),
      ),
    ).toBe(-5);
  });
});

describe("floats", () => {
  const single: Variable = { id: 80, name: "f", type: F32, role: "local" };

  test("binary32 results are rounded", () => {
    const sum = floatBinary("fadd", variable(single), float(1, F32), F32);
    expect(runText(compiler.exact(sum).text, new Map([[single, 16777216]]))).toBe(16777216);
    expect(compiler.exact(floatToFloat(float(0.1, F64), F32)).text).toBe("Math.fround(0.1)");
  });

  test("a 64-bit integer rounds once on the way to binary32", () => {
    const wide = VARIABLES.find((of) => of.type === intType(64, "signed")) as Variable;
    const text = compiler.exact(intToFloat(variable(wide), F32)).text;
    // Just above the middle of two floats, by less than a double can show.
    const value = (1n << 60n) + (1n << 36n) + 1n;
    expect(runText(text, new Map([[wide, value]]))).toBe(2 ** 60 + 2 ** 37);
    expect(runText(text, new Map([[wide, -value]]))).toBe(-(2 ** 60 + 2 ** 37));
    expect(runText(text, new Map([[wide, value - 1n]]))).toBe(2 ** 60);
  });

  test("float to integer truncates", () => {
    const text = (type: IntType) => compiler.exact(floatToInt(variable(single), type)).text;
    expect(runText(text(intType(32, "signed")), new Map([[single, -2.5]]))).toBe(-2);
    expect(runText(text(intType(32, "unsigned")), new Map([[single, 4294967040]]))).toBe(4294967040);
    expect(runText(text(intType(64, "signed")), new Map([[single, Math.fround(-1e18)]]))).toBe(-999999984306749440n);
  });
});

test("coercion wraps integers and rounds floats", () => {
  expect(coerceTo(300, intType(8, "unsigned"))).toBe(44);
  expect(coerceTo(-1, intType(64, "unsigned"))).toBe(18446744073709551615n);
  expect(coerceTo(255n, intType(8, "signed"))).toBe(-1);
  expect(coerceTo(0.1, F32)).toBe(Math.fround(0.1));
  expect(coerceTo(18446744073709551615n, pointerType(64))).toBe(-1);
});
