import { describe, expect, test } from "vitest";
import { showFormula, showTerm } from "./print.ts";
import * as t from "./term.ts";
import { F32, F64, intType, pointerType } from "./types.ts";

const I32 = intType(32, "signed");
const U8 = intType(8, "unsigned");

function named(name: string, id: number): t.Term {
  return t.variable({ id, name, type: I32, role: "local", function: "f" });
}

const x = named("x", 0);
const y = named("y", 1);
const z = named("z", 2);
const one = t.integer(1);

describe("terms as text", () => {
  const cases: readonly [t.Term, string][] = [
    [t.wrap(t.add(x, one), I32, "arithmetic"), "wrap_i32(x + 1)"],
    [t.wrap(t.add(x, one), U8, "conversion"), "(u8)(x + 1)"],
    [t.wrap(x, pointerType(32), "conversion"), "(p32)x"],
    [t.add(x, t.integer(-3)), "x - 3"],
    [t.multiply(t.add(x, y), z), "(x + y) * z"],
    [t.add(x, t.multiply(y, z)), "x + y * z"],
    [t.subtract(t.subtract(x, y), z), "x - y - z"],
    [t.subtract(x, t.subtract(y, z)), "x - (y - z)"],
    [t.negate(t.negate(x)), "-(-x)"],
    [t.multiply(t.integer(-2), x), "-2 * x"],
    [t.subtract(x, t.integer(-2)), "x - -2"],
    [t.bits("bitand", x, t.bits("bitor", y, z)), "x & (y | z)"],
    [t.bits("shiftleft", t.add(x, y), one), "x + y << 1"],
    [t.truthValue(t.lt(x, y)), "x < y ? 1 : 0"],
    [t.add(t.truthValue(t.lt(x, y)), one), "(x < y ? 1 : 0) + 1"],
    [t.apply("popcount", [t.add(x, y)], I32), "popcount(x + y)"],
    [t.floatBinary("fadd", t.float(1, F32), t.float(-0.5, F32), F32), "1.0f + -0.5f"],
    [t.float(-0, F64), "-0.0"],
    [t.float(1e300, F64), "1e+300"],
    [t.float(Number.NEGATIVE_INFINITY, F32), "-INFINITY"],
    [t.floatToInt(t.intToFloat(t.add(x, y), F64), I32), "(i32)(f64)(x + y)"],
    [t.address({ id: 0, name: "a", role: "global", size: 4, align: 4 }), "&a"],
    [t.store(x, y, t.add(z, one)), "store(x, y, z + 1)"],
    [t.select(x, t.add(z, one)), "x[z + 1]"],
  ];
  test.each(cases)("%#", (term, text) => expect(showTerm(term)).toBe(text));
});

describe("formulas as text", () => {
  const less = t.lt(x, y);
  const equal = t.eq(y, z);
  const cases: readonly [t.Formula, string][] = [
    [t.ne(x, y), "x != y"],
    [t.not(less), "y <= x"],
    [t.and([less, t.or([equal, t.ne(x, z)])]), "x < y && (y == z || x != z)"],
    [t.or([t.and([less, equal]), t.ne(x, z)]), "x < y && y == z || x != z"],
    [t.not(t.floatComparison("flt", x, y)), "!(x < y)"],
    [t.not(t.and([less, equal])), "!(x < y && y == z)"],
    [t.eq(t.bits("bitand", x, one), t.integer(0)), "(x & 1) == 0"],
    [t.TRUE, "true"],
  ];
  test.each(cases)("%#", (formula, text) => expect(showFormula(formula)).toBe(text));
});

test("names can be chosen", () => {
  expect(showTerm(t.add(x, one), { name: (v) => `\\old(${v.name})` })).toBe("\\old(x) + 1");
});

test("depth does not matter and length is bounded", () => {
  let deep = x;
  for (let i = 0; i < 100_000; i += 1) deep = t.negate(deep);
  expect(showTerm(deep, { limit: 10 })).toHaveLength(13);
  let shared = x;
  for (let i = 0; i < 200; i += 1) shared = t.add(shared, shared);
  expect(showTerm(shared, { limit: 1000 }).endsWith("...")).toBe(true);
});
