import { describe, expect, test } from "vitest";
import * as t from "../logic/term.ts";
import { F64, intType, MATH_INTEGER } from "../logic/types.ts";
import { box, boxWith } from "./box.ts";

const x: t.Variable = { id: 1, name: "x", type: intType(8, "unsigned"), role: "local" };
const y: t.Variable = { id: 2, name: "y", type: intType(32, "signed"), role: "local" };
const m: t.Variable = { id: 300, name: "m", type: MATH_INTEGER, role: "local" };
const f: t.Variable = { id: 4, name: "f", type: F64, role: "local" };
const [X, Y, M, F] = [x, y, m, f].map(t.variable) as [t.Term, t.Term, t.Term, t.Term];
const n = t.integer;

function given(...conditions: t.Formula[]): string {
  return box.show(box.assume(box.top, t.and(conditions)));
}

describe("conditions", () => {
  test("are propagated backward through terms", () => {
    expect(given(t.le(t.add(Y, n(3)), n(10)), t.lt(n(0), t.multiply(n(2), Y)))).toBe("y in [1, 7]");
    expect(given(t.eq(t.divide(Y, n(4)), n(2)))).toBe("y in [8, 11]");
    expect(given(t.eq(t.add(X, Y), n(0)))).toBe("y in [-255, 0]");
    expect(given(t.lt(X, X))).toBe("bottom");
    expect(given(t.eq(t.ite(t.lt(Y, n(5)), n(1), n(0)), n(1)))).toBe("y in [-2147483648, 4]");
    expect(given(t.ne(X, n(0)))).toBe("x in [1, 255]");
    expect(given(t.or([t.eq(X, n(3)), t.eq(X, n(9))]))).toBe("x in [3, 9]");
  });

  test("floats are bounded by comparisons, and NaN is not forgotten", () => {
    const one = t.float(1, F64);
    const less = t.floatComparison("flt", F, one);
    expect(given(less)).toBe("f in [-Infinity, 1]");
    expect(given(t.not(less))).toBe("top");
    expect(given(t.not(less), t.floatComparison("feq", F, F))).toBe("f in [1, Infinity]");
    const sum = t.floatBinary("fadd", F, one, F64);
    const state = box.assume(
      box.top,
      t.and([t.floatComparison("fle", one, F), t.floatComparison("fle", F, t.float(2, F64))]),
    );
    expect(box.show(box.assign(state, f, sum))).toBe("f in [2, 3]");
    expect(box.show(box.assign(state, y, t.floatToInt(sum, intType(32, "signed"))))).toContain("y in [2, 3]");
  });
});

test("an integer compared with a fraction, among reals, keeps the integers next to it", () => {
  expect(given(t.lt(Y, t.float(4.5, F64)))).toBe("top");
  expect(given(t.lt(t.add(Y, t.float(0.5, F64)), n(5)))).toBe("top");
});

describe("states", () => {
  test("wraps are the identity in range and a shift within a period", () => {
    const state = box.assume(box.top, t.and([t.le(n(250), X), t.le(X, n(252))]));
    const wrapped = t.wrap(t.add(X, n(10)), intType(8, "unsigned"), "conversion");
    expect(box.show(box.assign(state, x, wrapped))).toBe("x in [4, 6]");
    expect(box.show(box.assign(box.top, x, wrapped))).toBe("top");
  });

  test("widening stops at thresholds, at types, and narrowing comes back", () => {
    const first = box.assume(box.top, t.eq(M, n(0)));
    const second = box.assume(box.top, t.and([t.le(n(0), M), t.le(M, n(1))]));
    expect(box.show(box.widen(first, second))).toBe("m in [0, oo)");
    expect(boxWith([10, 100]).show(boxWith([10, 100]).widen(first, second))).toBe("m in [0, 10]");
    const ten = box.assume(box.top, t.and([t.le(n(0), M), t.le(M, n(10))]));
    expect(box.show(box.narrow(box.widen(first, second), ten))).toBe("m in [0, 10]");
  });

  test("a deep term and a deep formula do no harm", () => {
    let term: t.Term = M;
    for (let i = 0; i < 20_000; i++) term = t.add(term, n(1));
    expect(box.show(box.assign(box.assume(box.top, t.eq(M, n(1))), m, term))).toBe("m = 20001");
    let formula: t.Formula = t.le(M, n(0));
    for (let i = 0; i < 20_000; i++) formula = t.or([t.and([formula, t.le(M, n(i))]), t.eq(M, n(-i))]);
    expect(box.isBottom(box.assume(box.top, formula))).toBe(false);
  });

  test("preimage: which x may lead into the range", () => {
    const state = box.assume(box.top, t.and([t.le(n(5), Y), t.le(Y, n(9))]));
    expect(box.show(box.preimage(state, y, t.add(Y, n(2))))).toBe("y in [3, 7]");
    expect(box.show(box.preimage(state, y, n(4)))).toBe("bottom");
  });
});
