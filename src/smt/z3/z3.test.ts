/**
 * Both carriers against `logic/evaluate.ts`: a term whose variables are fixed has the value that evaluation gives it and
 * no other. Skipped where there is no Z3.
 */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { runs } from "../../../tests/support/thorough.ts";
import { evaluate } from "../../logic/evaluate.ts";
import * as t from "../../logic/term.ts";
import { apply, type Formula, type Term, type Variable } from "../../logic/term.ts";
import { arrayType, F32, F64, intType, MATH_INTEGER, REAL, type ValueType, X87 } from "../../logic/types.ts";
import { fromBig } from "../../numbers/int.ts";
import { isSet } from "../fresh.ts";
import { loadZ3, type Z3 } from "./index.ts";
import { loadNative } from "./native.ts";
import { ContextPool } from "./pool.ts";
import { Z3Solver } from "./solver.ts";
import { loadWasm } from "./wasm.ts";

function variable(id: number, name: string, type: ValueType): Variable {
  return { id, name, type, role: "local" };
}

const x = variable(0, "x", intType(32, "signed"));
const y = variable(1, "y", intType(32, "signed"));
const u = variable(2, "u", intType(8, "unsigned"));
const n = variable(3, "n", MATH_INTEGER);
const r = variable(4, "r", REAL);
const f = variable(5, "f", F64);
const a = variable(7, "a", arrayType(intType(8, "unsigned")));
const b = variable(8, "b", intType(1, "unsigned"));
const c = variable(9, "c", arrayType(intType(8, "unsigned")));
const v = t.variable;
const i = t.integer;

const carriers: readonly (Z3 | undefined)[] = [await loadZ3({ carrier: "native" }), await loadZ3({ carrier: "wasm" })];

it("says when Z3 is not there", (context) => {
  if (carriers.every((one) => one === undefined)) context.skip("neither koffi with libz3 nor z3-solver is installed");
});

for (const z3 of carriers.filter((one) => one !== undefined)) {
  const answer = (formulas: readonly Formula[]): string => {
    const solver = z3.factory.create();
    for (const formula of formulas) solver.assert(formula);
    const result = solver.check();
    solver.dispose();
    return result;
  };

  // WASM is slower by a factor of ten.
  const isNative = z3.factory.name === "z3";

  describe(`Z3 ${z3.version}`, () => {
    it("knows the range of variables", () => {
      expect(answer([t.lt(i(255), v(u))])).toBe("unsat");
      expect(answer([t.eq(i(255), v(u))])).toBe("sat");
      expect(answer([t.lt(v(x), i(-(2 ** 31)))])).toBe("unsat");
      expect(answer([t.lt(v(n), i(-(2 ** 31)))])).toBe("sat");
      expect(answer([t.not(t.eq(v(b), i(0))), t.not(isSet(b))])).toBe("unsat");
      expect(answer([t.lt(i(1), v(b))])).toBe("unsat");
    });

    it("is exact beyond 2^53", () => {
      const big = i(2n ** 70n + 1n);
      const solver = z3.factory.create();
      solver.assert(t.lt(v(n), big));
      solver.assert(t.le(i(2n ** 70n), v(n)));
      expect(solver.check()).toBe("sat");
      expect(solver.model().scalar(n)).toBe(2n ** 70n);
      solver.assert(t.ne(v(n), i(2n ** 70n)));
      expect(solver.check()).toBe("unsat");
      solver.dispose();
    });

    it("has rational models", () => {
      const solver = z3.factory.create();
      solver.assert(t.eq(t.multiply(i(3), v(r)), i(1)));
      expect(solver.check()).toBe("sat");
      expect(solver.model().rational(r)).toEqual({ numerator: 1, denominator: 3 });
      solver.assert(t.eq(t.multiply(v(r), i(2)), t.float(0.75, F64)));
      expect(solver.check()).toBe("unsat");
      solver.dispose();
    });

    it("goes up and down the stack, with assumptions and cores", () => {
      const solver = z3.factory.create();
      const low = t.le(v(x), i(3));
      const high = t.le(i(5), v(x));
      const other = t.le(v(y), i(0));
      solver.assert(low);
      solver.push();
      expect(solver.check([other, high, isSet(b)])).toBe("unsat");
      expect(solver.core()).toEqual([high]);
      expect(solver.check([other, isSet(b)])).toBe("sat");
      expect(solver.model().scalar(b)).toBe(1);
      solver.assert(high);
      expect(solver.check()).toBe("unsat");
      expect(solver.core()).toEqual([]);
      solver.pop();
      expect(solver.check([other])).toBe("sat");
      expect(solver.model().holds(t.and([low, other]))).toBe(true);
      expect(solver.check([isSet(b), t.not(isSet(b))])).toBe("unsat");
      expect(solver.core()).toEqual([isSet(b), t.not(isSet(b))]);
      expect(() => solver.pop()).toThrow();
      solver.dispose();
    });

    it("reads arrays out of models", () => {
      const solver = z3.factory.create();
      solver.assert(t.eq(t.select(v(a), v(x)), i(7)));
      solver.assert(t.eq(t.select(v(a), t.add(v(x), i(4))), i(9)));
      solver.assert(t.eq(v(c), t.store(v(a), v(x), i(8))));
      expect(solver.check()).toBe("sat");
      const model = solver.model();
      expect(model.holds(t.eq(t.select(v(c), v(x)), i(8)))).toBe(true);
      expect(model.array(a)?.get(model.scalar(x) ?? 0)).toBe(7);
      solver.assert(t.eq(t.select(v(c), t.add(v(x), i(4))), i(7)));
      expect(solver.check()).toBe("unsat");
      solver.dispose();
      expect(answer([t.lt(i(255), t.select(v(a), v(x)))])).toBe("unsat");
      const zeros = apply("constant-array", [i(0)], arrayType(intType(8, "unsigned")));
      expect(answer([t.eq(v(a), zeros), t.ne(t.select(v(a), v(x)), i(0))])).toBe("unsat");
      expect(answer([t.eq(v(a), zeros), t.eq(t.select(v(a), v(x)), i(0))])).toBe("sat");
    });

    it("never says sat where a function is not known", () => {
      const s = (of: Variable): Term => apply("mystery", [v(of)], intType(8, "unsigned"));
      expect(answer([t.eq(s(x), i(3))])).toBe("unknown");
      expect(answer([t.eq(v(x), v(y)), t.ne(s(x), s(y))])).toBe("unsat");
      expect(answer([t.lt(i(255), s(x))])).toBe("unsat");
    });

    it("does not take long doubles for doubles", () => {
      const l = v(variable(20, "l", X87));
      const sum = t.floatBinary("fadd", t.float(1, X87), t.float(1e-18, X87), X87);
      expect(answer([t.not(t.floatComparison("feq", sum, t.float(1, X87)))])).not.toBe("unsat");
      const back = t.floatToFloat(t.floatToFloat(l, F64), X87);
      const changed = t.not(t.floatComparison("feq", back, l));
      expect(answer([t.floatComparison("feq", l, l), changed])).not.toBe("unsat");
      expect(answer([t.floatComparison("flt", l, l), t.not(t.floatComparison("flt", l, l))])).toBe("unsat");
    });

    it("does not say that NaN cannot be copied", () => {
      const h = variable(20, "h", F64);
      expect(answer([t.eq(v(h), v(f)), t.not(t.floatComparison("feq", v(f), v(f)))])).toBe("unknown");
      expect(answer([t.eq(v(h), v(f)), t.floatComparison("flt", v(f), v(h))])).toBe("unsat");
    });

    it("stops at its limit and lets the caller stop it", () => {
      // x^3 + y^3 = z^3 of large numbers: nothing that a small limit decides.
      const [p, q, s] = ["p", "q", "s"].map((name, k) => variable(30 + k, name, MATH_INTEGER)) as [
        Variable,
        Variable,
        Variable,
      ];
      const cube = (of: Variable): Term => t.multiply(v(of), t.multiply(v(of), v(of)));
      const fermat = t.and([t.eq(t.add(cube(p), cube(q)), cube(s)), ...[p, q, s].map((of) => t.lt(i(1000), v(of)))]);
      const limited = z3.factory.create({ limit: 5_000 });
      limited.assert(fermat);
      expect(limited.check()).toBe("unknown");
      expect(limited.reason()).not.toBe("");
      const stopped = z3.factory.create({
        tick: () => {
          throw new Error("enough");
        },
      });
      stopped.assert(fermat);
      expect(() => stopped.check()).toThrow("enough");
      limited.dispose();
      stopped.dispose();
    });

    it("gives terms the values that evaluation gives them", { timeout: 120_000 }, () => {
      const count = isNative ? runs(50) : 10;
      let decided = 0;
      fc.assert(
        fc.property(integerTerm(3), valuation(), ({ term }, values) => {
          const value = evaluate(term, { valueOf: (of) => values.get(of) });
          if (value === undefined || typeof value === "object") return;
          const solver = z3.factory.create();
          for (const [of, is] of values) solver.assert(t.eq(v(of), i(is)));
          // `unknown` where bits of an unbounded operand are asked for.
          expect(solver.check([t.eq(term, i(value))])).not.toBe("unsat");
          const other = solver.check([t.ne(term, i(value))]);
          expect(other).not.toBe("sat");
          if (other === "unsat") decided += 1;
          solver.dispose();
        }),
        { numRuns: count, seed: 1 },
      );
      expect(decided).toBeGreaterThan(isNative ? count / 2 : 3);
    });

    it("computes with floats as evaluation does", { timeout: 120_000 }, () => {
      fc.assert(
        fc.property(floatTerm(2), (term) => {
          const value = evaluate(term, { valueOf: () => undefined });
          if (typeof value === "number") expect(answer([t.not(sameFloat(term, value))])).toBe("unsat");
        }),
        { numRuns: isNative ? 30 : 8, seed: 2 },
      );
      const tenth = t.floatComparison("feq", v(f), t.float(0.1, F64));
      const twice = t.floatBinary("fadd", v(f), v(f), F64);
      expect(answer([tenth, t.floatComparison("feq", twice, t.float(0.2, F64))])).toBe("sat");
      expect(answer([tenth, t.floatComparison("flt", twice, v(f))])).toBe("unsat");
    });
  });
}

it("recycles contexts and takes the solvers along", { timeout: 30_000 }, async (context) => {
  const carrier = loadNative() ?? (await loadWasm());
  if (carrier === undefined) return context.skip("there is no Z3");
  const pool = new ContextPool(carrier, 500);
  const solver = new Z3Solver("z3", pool);
  const idle = new Z3Solver("z3", pool);
  idle.assert(t.le(v(n), i(7)));
  expect(idle.check()).toBe("sat");
  solver.assert(t.le(i(0), v(n)));
  solver.push();
  solver.assert(t.le(v(n), i(1)));
  for (let k = 0; k < 10; k += 1) {
    solver.push();
    for (let j = 0; j < 200; j += 1) solver.assert(t.le(i(-3 - k * 200 - j), t.multiply(i(j + 2), v(n))));
    expect(solver.check()).toBe("sat");
    expect(solver.check([t.le(i(2), v(n))])).toBe("unsat");
    expect(solver.core()).toEqual([t.le(i(2), v(n))]);
    solver.pop();
    // The one it is in and the one that the idle solver keeps alive.
    expect(pool.size).toBeLessThanOrEqual(2);
  }
  solver.pop();
  expect(solver.check([t.le(i(2), v(n))])).toBe("sat");
  expect(idle.check([t.le(i(8), v(n))])).toBe("unsat");
  solver.dispose();
  idle.dispose();
  expect(pool.size).toBeLessThanOrEqual(1);
  // A solver that is still in use when contexts are released goes on in its own.
  const late = new Z3Solver("z3", pool);
  late.assert(t.le(v(n), i(7)));
  expect(late.check()).toBe("sat");
  pool.retire();
  expect(late.check([t.le(i(8), v(n))])).toBe("unsat");
  late.dispose();
  expect(pool.size).toBe(0);
});

/** IEEE equality, and the sign of zero by division; or NaN. */
function sameFloat(term: Term, value: number): Formula {
  if (Number.isNaN(value)) return t.not(t.floatComparison("feq", term, term));
  const same = t.floatComparison("feq", term, t.float(value, F64));
  if (value !== 0) return same;
  const sign = t.floatComparison("flt", t.floatBinary("fdivide", t.float(1, F64), term, F64), t.float(0, F64));
  return t.and([same, Object.is(value, -0) ? sign : t.not(sign)]);
}

function valuation(): fc.Arbitrary<Map<Variable, number>> {
  const small = fc.oneof(fc.integer({ min: -9, max: 9 }), fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }));
  return fc.tuple(small, small, fc.integer({ min: 0, max: 255 }), small).map(
    ([vx, vy, vu, vn]) =>
      new Map([
        [x, vx],
        [y, vy],
        [u, vu],
        [n, vn],
      ]),
  );
}

const TYPES = [
  intType(8, "signed"),
  intType(8, "unsigned"),
  intType(32, "signed"),
  intType(32, "unsigned"),
  intType(64, "unsigned"),
];

function integerTerm(depth: number): fc.Arbitrary<{ readonly term: Term }> {
  const { tree } = fc.letrec<{ tree: Term; leaf: Term }>((tie) => {
    const pair = fc.tuple(tie("tree"), tie("tree"));
    const shift = fc.tuple(
      tie("tree"),
      fc.oneof(fc.integer({ min: 0, max: 40 }).map(i), fc.constant(t.remainder(v(u), i(40)))),
    );
    return {
      leaf: fc.oneof(
        fc.constantFrom(v(x), v(y), v(u), v(n)),
        fc.constantFrom(-256, -8, -1, 0, 1, 2, 3, 7, 8, 12, 255, 65280).map(i),
      ),
      tree: fc.oneof(
        { maxDepth: depth, withCrossShrink: true },
        tie("leaf"),
        pair.map(([l, q]) => t.add(l, q)),
        pair.map(([l, q]) => t.subtract(l, q)),
        pair.map(([l, q]) => t.divide(l, q)),
        pair.map(([l, q]) => t.remainder(l, q)),
        fc.tuple(fc.integer({ min: -5, max: 5 }), tie("tree")).map(([k, q]) => t.multiply(i(k), q)),
        fc.tuple(fc.constantFrom("bitand", "bitor", "bitxor"), pair).map(([k, [l, q]]) => t.bits(k as "bitand", l, q)),
        fc
          .tuple(fc.constantFrom("shiftleft", "shiftright"), shift)
          .map(([k, [l, q]]) => t.bits(k as "shiftleft", l, q)),
        fc.tuple(tie("tree"), fc.constantFrom(...TYPES)).map(([l, type]) => t.wrap(l, type, "conversion")),
        fc.tuple(tie("tree"), pair).map(([k, [l, q]]) => t.ite(t.lt(k, i(3)), l, q)),
        tie("tree").map(t.negate),
      ),
    };
  });
  return tree.map((term) => ({ term }));
}

function floatTerm(depth: number): fc.Arbitrary<Term> {
  const values = fc.oneof(fc.constantFrom(0, -0, 1, -1, 0.5, 1e300, Number.NaN, Number.POSITIVE_INFINITY), fc.double());
  const { tree } = fc.letrec<{ tree: Term }>((tie) => ({
    tree: fc.oneof(
      { maxDepth: depth },
      values.map((value) => t.float(value, F64)),
      values.map((value) => t.float(Math.fround(value), F32)),
      fc
        .tuple(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 64n }), fc.constantFrom(F32, F64))
        .map(([value, type]) => t.intToFloat(i(fromBig(value)), type)),
      fc
        .tuple(
          fc.constantFrom("fadd", "fsubtract", "fmultiply", "fdivide"),
          tie("tree"),
          tie("tree"),
          fc.constantFrom(F32, F64),
        )
        .map(([kind, l, q, type]) => t.floatBinary(kind as "fadd", l, q, type)),
      tie("tree").map((l) => t.floatNegate(l, F64)),
      fc.tuple(tie("tree"), fc.constantFrom(F32, F64)).map(([l, type]) => t.floatToFloat(l, type)),
      tie("tree").map((l) => t.intToFloat(t.floatToInt(l, intType(32, "signed")), F64)),
    ),
  }));
  return tree;
}
