import { expect, test } from "vitest";
import { BitsSolver } from "../smt/bits/solver.ts";
import { evaluate } from "./evaluate.ts";
import { bitsOfFloat, floatOfBits } from "./float-bits.ts";
import { and, eq, float, floatComparison, integer, not, variable } from "./term.ts";
import { F32, F64, intType } from "./types.ts";

const NOTHING = { valueOf: () => undefined };

test.each([
  [1, F32, 0x3f800000],
  [-0, F32, 0x80000000],
  [2 ** -149, F32, 1],
  [1, F64, 0x3ff0000000000000n],
  [Number.NEGATIVE_INFINITY, F64, 0xfff0000000000000n],
])("the bits of %d and back", (value, type, pattern) => {
  expect(evaluate(bitsOfFloat(float(value, type), type), NOTHING)).toBe(pattern);
  expect(evaluate(floatOfBits(integer(pattern), type), NOTHING)).toBe(value);
});

test("which NaN it is remains open", () => {
  expect(evaluate(bitsOfFloat(float(Number.NaN, F64), F64), NOTHING)).toBeUndefined();
  expect(evaluate(floatOfBits(integer(0xffc00001), F32), NOTHING)).toBeNaN();
});

test("the solver over bits agrees: a positive float has a positive pattern, and subnormals are those below 2^23", () => {
  const solver = new BitsSolver({ limit: Number.POSITIVE_INFINITY });
  const n = variable({ id: 1, name: "n", type: intType(32, "unsigned"), role: "local" });
  const f = floatOfBits(n, F32);
  solver.assert(floatComparison("flt", float(0, F32), f));
  expect(solver.check([not(eq(bitsOfFloat(f, F32), n))])).toBe("unsat");
  const small = floatComparison("flt", f, float(2 ** -126, F32));
  expect(solver.check([and([small, eq(n, integer(0x7fffff))])])).toBe("sat");
  expect(solver.check([and([small, eq(n, integer(0x800000))])])).toBe("unsat");
  solver.dispose();
});
