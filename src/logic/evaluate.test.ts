import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Environment, evaluate, holds, integerToFloat, type Value } from "./evaluate.ts";
import * as t from "./term.ts";
import { F32, F64, intType, MATH_INTEGER } from "./types.ts";

const x: t.Variable = { id: 1, name: "x", type: MATH_INTEGER, role: "local" };
const y: t.Variable = { id: 2, name: "y", type: MATH_INTEGER, role: "local" };
const X = t.variable(x);
const Y = t.variable(y);
const nothing: Environment = { valueOf: () => undefined };

function under(values: Record<string, Value>): Environment {
  return { valueOf: (variable) => values[variable.name] };
}

describe("integers", () => {
  test("operations agree with BigInt", () => {
    const int = fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n });
    fc.assert(
      fc.property(int, int, (a, b) => {
        const at = under({ x: canonical(a), y: canonical(b) });
        expect(BigInt(evaluate(t.add(X, Y), at) as bigint)).toBe(a + b);
        expect(BigInt(evaluate(t.multiply(X, Y), at) as bigint)).toBe(a * b);
        expect(BigInt(evaluate(t.bits("bitxor", X, Y), at) as bigint)).toBe(a ^ b);
        expect(BigInt(evaluate(t.bits("bitand", X, Y), at) as bigint)).toBe(a & b);
        if (b !== 0n) expect(BigInt(evaluate(t.remainder(X, Y), at) as bigint)).toBe(a % b);
        const wrapped = evaluate(t.wrap(X, intType(32, "signed"), "conversion"), at) as number;
        expect(BigInt(wrapped)).toBe(BigInt.asIntN(32, a));
        const unsigned = evaluate(t.wrap(X, intType(64, "unsigned"), "conversion"), at) as bigint;
        expect(BigInt(unsigned)).toBe(BigInt.asUintN(64, a));
      }),
    );
  });

  test("shifts are multiplications and floored divisions by powers of two", () => {
    expect(evaluate(t.bits("shiftleft", t.integer(-3), t.integer(2)), nothing)).toBe(-12);
    expect(evaluate(t.bits("shiftright", t.integer(-5), t.integer(1)), nothing)).toBe(-3);
    expect(evaluate(t.bits("shiftright", t.integer(1), t.integer(-1)), nothing)).toBeUndefined();
  });

  test("what the checks exclude is undefined", () => {
    expect(evaluate(t.divide(t.integer(1), t.integer(0)), nothing)).toBeUndefined();
    expect(evaluate(t.floatToInt(t.float(Number.NaN, F64), intType(32, "signed")), nothing)).toBeUndefined();
    expect(evaluate(t.floatToInt(t.float(3e9, F64), intType(32, "signed")), nothing)).toBeUndefined();
    expect(evaluate(t.floatToInt(t.float(-0.5, F64), intType(32, "signed")), nothing)).toBe(0);
  });
});

describe("the unknown", () => {
  test("is absorbed where it cannot matter", () => {
    expect(evaluate(t.multiply(X, t.integer(0)), nothing)).toBe(0);
    expect(holds(t.and([t.lt(X, Y), t.eq(X, t.integer(1))]), under({ x: 2 }))).toBe(false);
    expect(holds(t.or([t.lt(X, Y), t.eq(X, t.integer(2))]), under({ x: 2 }))).toBe(true);
    expect(holds(t.lt(X, Y), under({ x: 2 }))).toBeUndefined();
    expect(evaluate(t.ite(t.lt(X, Y), t.integer(4), t.add(X, t.integer(2))), under({ x: 2 }))).toBe(4);
  });
});

describe("floats", () => {
  test("NaN makes every comparison false, so negation is not reversal", () => {
    const nan = t.float(Number.NaN, F64);
    const less = t.floatComparison("flt", nan, t.float(1, F64));
    expect(holds(less, nothing)).toBe(false);
    expect(holds(t.not(less), nothing)).toBe(true);
    expect(holds(t.floatComparison("feq", t.float(0, F64), t.float(-0, F64)), nothing)).toBe(true);
  });

  test("large integers are rounded to binary32 once", () => {
    // 2^60 + 2^36 is a tie in binary32; one more than it must round up, though a double cannot tell them apart.
    expect(integerToFloat(2n ** 60n + 2n ** 36n, F32)).toBe(2 ** 60);
    expect(integerToFloat(2n ** 60n + 2n ** 36n + 1n, F32)).toBe(2 ** 60 + 2 ** 37);
    expect(integerToFloat(-(2n ** 60n + 2n ** 36n + 1n), F32)).toBe(-(2 ** 60 + 2 ** 37));
    expect(evaluate(t.floatBinary("fadd", t.float(16777216, F32), t.float(1, F32), F32), nothing)).toBe(16777216);
  });
});

describe("large terms", () => {
  test("a deep term and a DAG with an exponential unfolding are evaluated", () => {
    let deep: t.Term = X;
    for (let i = 0; i < 50_000; i++) deep = t.add(deep, t.integer(1));
    expect(evaluate(deep, under({ x: 1 }))).toBe(50_001);
    let shared: t.Term = X;
    for (let i = 0; i < 80; i++) shared = t.add(shared, shared);
    expect(evaluate(shared, under({ x: 1 }))).toBe(2n ** 80n);
  });

  test("arrays read back what was stored", () => {
    const memory = t.variable({ id: 3, name: "m", type: MATH_INTEGER, role: "memory" });
    const stored = t.store(memory, t.integer(8), t.integer(5));
    const at = under({ m: { elements: new Map(), otherwise: 0 } });
    expect(evaluate(t.select(stored, t.integer(8)), at)).toBe(5);
    expect(evaluate(t.select(stored, t.integer(9)), at)).toBe(0);
  });
});

function canonical(value: bigint): Value {
  return Number.isSafeInteger(Number(value)) ? Number(value) : value;
}
