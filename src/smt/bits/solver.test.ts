import { describe, expect, it } from "vitest";
import { holds } from "../../logic/evaluate.ts";
import * as t from "../../logic/term.ts";
import { type ArrayType, arrayType, F32, F64, intType, MATH_INTEGER, pointerType, X87 } from "../../logic/types.ts";
import { CONSTANT_ARRAY } from "../../model/model.ts";
import { BitsSolver } from "./solver.ts";

let nextId = 1;
const variableOf = (name: string, type: t.Variable["type"]): t.Variable => ({
  id: nextId++,
  name,
  type,
  role: "local",
});
const INT = intType(32, "signed");
const UNSIGNED = intType(32, "unsigned");
const BYTE = intType(8, "unsigned");
const answer = (...formulas: t.Formula[]) => new BitsSolver().check(formulas);

describe("the bit-precise solver", () => {
  const x = t.variable(variableOf("x", INT));
  const y = t.variable(variableOf("y", INT));
  const u = t.variable(variableOf("u", UNSIGNED));
  const wrapped = (term: t.Term) => t.wrap(term, INT, "arithmetic");

  it("knows that wrapping is truncation", () => {
    const next = wrapped(t.add(x, t.integer(1)));
    expect(answer(t.lt(next, x))).toBe("sat");
    expect(answer(t.lt(next, x), t.lt(x, t.integer(2 ** 31 - 1)))).toBe("unsat");
  });

  it("ticks while it builds, and can go on after it was stopped there", () => {
    const wide = intType(8, "signed");
    let chain: t.Term = t.variable(variableOf("first", wide));
    for (let i = 0; i < 3000; i++) {
      const condition = t.eq(t.variable(variableOf(`c${i}`, wide)), t.integer(1));
      chain = t.ite(condition, chain, t.variable(variableOf(`z${i}`, wide)));
    }
    let [calls, left] = [0, 1000];
    const tick = (work: number) => {
      calls += 1;
      left -= work;
      if (left < 0) throw new RangeError("used up");
    };
    const solver = new BitsSolver({ tick });
    const formula = t.eq(chain, t.integer(5));
    expect(() => solver.assert(formula)).toThrow("used up");
    expect(calls).toBeGreaterThan(3);
    left = Number.POSITIVE_INFINITY;
    expect(solver.check([formula, t.ne(chain, t.integer(5))])).toBe("unsat");
    expect(solver.check([formula])).toBe("sat");
  });

  it("ticks while it writes clauses, and can go on after it was stopped there", () => {
    let product: t.Term = x;
    for (let i = 0; i < 8; i++) product = wrapped(t.multiply(product, t.variable(variableOf(`f${i}`, INT))));
    const formula = t.eq(product, t.integer(77));
    let [written, most, stops] = [0, 0, 0];
    const solver: BitsSolver = new BitsSolver({
      tick: () => {
        const { clauses } = solver.size;
        most = Math.max(most, clauses - written);
        written = clauses;
        if (clauses > 20_000 && stops++ === 0) throw new RangeError("used up");
      },
    });
    expect(() => solver.assert(formula)).toThrow("used up");
    expect(solver.check([formula, t.ne(product, t.integer(77))])).toBe("unsat");
    expect(solver.check([formula])).toBe("sat");
    expect(written).toBeGreaterThan(40_000);
    expect(most).toBeLessThan(written / 2);
  });

  it("multiplies variables", () => {
    const product = t.multiply(x, y);
    const inRange = [t.lt(t.integer(1), x), t.lt(x, t.integer(200)), t.lt(t.integer(1), y), t.lt(y, t.integer(200))];
    expect(answer(t.eq(product, t.integer(143)), ...inRange)).toBe("sat");
    expect(answer(t.eq(product, t.integer(139)), ...inRange)).toBe("unsat");
  });

  it("divides as C does", () => {
    const quotient = t.divide(x, t.integer(-3));
    const rest = t.remainder(x, t.integer(-3));
    const again = t.add(t.multiply(quotient, t.integer(-3)), rest);
    expect(answer(t.ne(again, x))).toBe("unsat");
    expect(answer(t.lt(rest, t.integer(-2)))).toBe("unsat");
    expect(answer(t.eq(rest, t.integer(-2)))).toBe("sat");
  });

  it("knows without search that a remainder is smaller than its divisor, and not larger than what is divided", () => {
    const v = t.variable(variableOf("v", UNSIGNED));
    const rest = t.remainder(u, v);
    const most = { limit: 20_000 };
    const positive = t.lt(t.integer(0), v);
    expect(new BitsSolver(most).check([positive, t.le(v, rest)])).toBe("unsat");
    expect(new BitsSolver(most).check([positive, t.lt(u, rest)])).toBe("unsat");
    expect(new BitsSolver(most).check([positive, t.eq(u, rest)])).toBe("sat");
  });

  it("proves identities of bits", () => {
    const xor = (a: t.Term, b: t.Term) => t.bits("bitxor", a, b);
    expect(answer(t.ne(xor(xor(x, y), y), x))).toBe("unsat");
    const masked = t.bits("bitand", u, t.integer(0xff));
    expect(answer(t.lt(t.integer(255), masked))).toBe("unsat");
    const shifted = t.bits(
      "shiftright",
      t.wrap(t.bits("shiftleft", u, t.integer(8)), UNSIGNED, "conversion"),
      t.integer(8),
    );
    expect(answer(t.ne(shifted, t.bits("bitand", u, t.integer(0xffffff))))).toBe("unsat");
  });

  it("shifts to the left by counts of any type, as far as one is defined", () => {
    const power = t.bits("shiftleft", t.integer(1), x);
    const fits = t.le(power, t.integer(2 ** 31 - 1));
    expect(answer(t.le(x, t.integer(255)), fits, t.lt(t.integer(30), x))).toBe("unsat");
    expect(answer(t.le(t.integer(0), x), fits, t.le(t.integer(30), x))).toBe("sat");
    const narrow = t.lt(x, t.integer(32));
    expect(answer(t.le(t.integer(0), x), narrow, t.lt(t.bits("shiftleft", y, x), y), t.lt(t.integer(0), y))).toBe(
      "unsat",
    );
    expect(answer(t.eq(power, t.integer(2n ** 255n)))).toBe("sat");
    expect(answer(t.lt(t.integer(255), x), t.lt(t.integer(0), power))).not.toBe("sat");
  });

  it("gives models that evaluate to true, and cores that are enough", () => {
    const solver = new BitsSolver();
    solver.assert(t.eq(t.bits("bitand", x, t.integer(15)), t.integer(9)));
    const assumptions = [t.lt(t.integer(0), y), t.lt(x, t.integer(100)), t.lt(t.integer(90), x)];
    expect(solver.check(assumptions)).toBe("unsat");
    expect(solver.core()).toEqual([assumptions[1], assumptions[2]]);
    expect(solver.check(assumptions.slice(0, 2))).toBe("sat");
    const model = solver.model();
    const given = { valueOf: (of: t.Variable) => model.scalar(of) ?? 0 };
    for (const formula of assumptions.slice(0, 2)) expect(holds(formula, given)).toBe(true);
  });

  it("takes back what was asserted after push", () => {
    const solver = new BitsSolver();
    solver.assert(t.lt(x, y));
    solver.push();
    solver.assert(t.lt(y, x));
    expect(solver.check()).toBe("unsat");
    solver.pop();
    expect(solver.check()).toBe("sat");
  });

  it("reads arrays consistently", () => {
    const array = t.variable(variableOf("a", arrayType(BYTE)));
    const i = t.variable(variableOf("i", pointerType(64)));
    const j = t.variable(variableOf("j", pointerType(64)));
    expect(answer(t.eq(i, j), t.ne(t.select(array, i), t.select(array, j)))).toBe("unsat");
    expect(answer(t.ne(t.select(array, i), t.select(array, j)))).toBe("sat");
    const written = t.store(array, i, t.integer(7));
    expect(answer(t.ne(t.select(written, i), t.integer(7)))).toBe("unsat");
    expect(answer(t.ne(i, j), t.ne(t.select(written, j), t.select(array, j)))).toBe("unsat");
    const other = t.variable(variableOf("b", arrayType(BYTE)));
    expect(answer(t.eq(other, written), t.ne(t.select(other, i), t.integer(7)))).toBe("unsat");
    expect(answer(t.ne(t.store(array, i, t.select(array, i)), array))).toBe("unsat");
    // Arrays are total over the integers: they may differ where no address is.
    expect(answer(t.ne(t.store(array, t.integer(-1), t.integer(7)), array))).not.toBe("unsat");
  });

  it("knows where an array was read, also where nothing but the read depends on the index", () => {
    const array = t.variable(variableOf("a", arrayType(BYTE)));
    const index = t.remainder(t.multiply(u, u), t.integer(7));
    const solver = new BitsSolver();
    expect(solver.check([t.eq(t.select(array, index), t.integer(9)), t.lt(t.integer(5), u)])).toBe("sat");
  });

  it("computes with floats", () => {
    const f = t.variable(variableOf("f", F32));
    const g = t.variable(variableOf("g", F32));
    const sum = (a: t.Term, b: t.Term) => t.floatBinary("fadd", a, b, F32);
    const less = (a: t.Term, b: t.Term) => t.floatComparison("flt", a, b);
    const equal = (a: t.Term, b: t.Term) => t.floatComparison("feq", a, b);
    // Not a number is not equal to itself; adding is commutative, not associative.
    expect(answer(t.not(equal(f, f)))).toBe("sat");
    expect(answer(less(f, g), t.not(less(t.floatNegate(g, F32), t.floatNegate(f, F32))))).toBe("unsat");
    const one = t.float(1, F32);
    expect(answer(less(one, f), less(f, t.float(2 ** 30, F32)), equal(sum(f, one), f))).toBe("sat");
    expect(answer(less(one, f), less(f, t.float(2 ** 20, F32)), equal(sum(f, one), f))).toBe("unsat");
    const d = t.variable(variableOf("d", F64));
    const back = t.floatToFloat(t.floatToFloat(f, F64), F32);
    expect(answer(equal(f, f), t.not(equal(back, f)))).toBe("unsat");
    expect(answer(equal(d, t.float(0.1, F64)), equal(t.floatToFloat(t.floatToFloat(d, F32), F64), d))).toBe("unsat");
  });

  it("takes the remainder of single precision, not of double", () => {
    const f = t.variable(variableOf("f", F32));
    const rest = t.floatBinary("fremainder", f, t.float(3, F32), F32);
    const is = (value: number) => t.floatComparison("feq", f, t.float(value, F32));
    const leaves = (value: number) => t.floatComparison("feq", rest, t.float(value, F32));
    expect(answer(is(-7.5), leaves(-1.5))).toBe("sat");
    expect(answer(is(2 ** 100), t.not(leaves(1)))).toBe("unsat");
    const solver = new BitsSolver();
    const double = t.floatBinary("fremainder", t.float(7, F64), t.variable(variableOf("d", F64)), F64);
    expect(solver.check([t.floatComparison("feq", double, double)])).toBe("unknown");
    expect(solver.reason()).toBe("the remainder of floating-point numbers of double precision has no bits");
  });

  it("knows the functions that count bits, as the front end names them", () => {
    const count = (name: string, operand: t.Term = u) => t.apply(name, [operand], INT);
    const least = t.bits("bitand", u, t.integer(7));
    expect(answer(t.lt(t.integer(32), t.add(count("clz32"), count("popcount"))))).toBe("unsat");
    expect(answer(t.ne(count("parity"), t.bits("bitand", count("popcount"), t.integer(1))))).toBe("unsat");
    expect(answer(t.lt(t.integer(3), count("ffs")), t.lt(t.integer(0), least))).toBe("unsat");
    expect(answer(t.lt(t.integer(31), count("clrsb32", x)))).toBe("unsat");
    expect(answer(t.lt(t.integer(-4), x), t.lt(x, t.integer(4)), t.lt(count("clrsb32", x), t.integer(29)))).toBe(
      "unsat",
    );
  });

  it("refuses by name what has no bits", () => {
    const solver = new BitsSolver();
    const n = t.variable(variableOf("n", MATH_INTEGER));
    expect(solver.check([t.lt(t.integer(0), n)])).toBe("unknown");
    expect(solver.reason()).toBe("an unbounded integer has no bits");
    const long = t.variable(variableOf("l", X87));
    expect(solver.check([t.floatComparison("feq", long, long)])).toBe("unknown");
    expect(solver.reason()).toBe("long double has no bits");
    // A contradiction among the rest is one all the same.
    expect(solver.check([t.lt(t.integer(0), n), t.lt(x, y), t.lt(y, x)])).toBe("unsat");
  });

  it.each([
    ["as it is", (at: t.Term) => at],
    ["behind an offset", (at: t.Term) => t.add(at, t.integer(4096))],
    ["from the end", (at: t.Term) => t.subtract(t.integer(3), at)],
  ] as const)("reads through many stores at an index of few values, %s", (_, place) => {
    const array = variableOf("cells", arrayType(BYTE));
    const index = (i: number) => t.bits("bitand", t.variable(variableOf(`i${i}`, UNSIGNED)), t.integer(3));
    const written = Array.from({ length: 20 }, (_, i) => index(i));
    let cells: t.Term = t.variable(array);
    // The twentieth store wins over the others wherever they went.
    written.forEach((at, i) => {
      cells = t.store(cells, place(at), t.integer(i));
    });
    const read = index(20);
    const found = t.select(cells, place(read));
    expect(answer(t.eq(read, written[19] as t.Term), t.ne(found, t.integer(19)))).toBe("unsat");
    expect(answer(t.ne(read, written[19] as t.Term), t.eq(found, t.integer(19)))).toBe("sat");
    expect(answer(t.eq(read, written[7] as t.Term), t.eq(found, t.integer(6)))).toBe("unsat");
    const others = written.filter((_, i) => i !== 5).map((at) => t.ne(at, read));
    expect(answer(...others, t.eq(read, written[5] as t.Term), t.ne(found, t.integer(5)))).toBe("unsat");
    expect(answer(...others, t.ne(read, written[5] as t.Term), t.eq(found, t.integer(200)))).toBe("sat");
  });

  it.each([
    ["a variable", (type: ArrayType) => t.variable(variableOf("cells", type)), "sat"],
    ["zeros", (type: ArrayType) => t.apply(CONSTANT_ARRAY, [t.integer(0)], type), "unsat"],
  ] as const)("reads %s by its places, and what is elsewhere is what was written there", (_, make, unwritten) => {
    const places = { first: 4288, stride: 4, count: 7 };
    const index = (i: number) =>
      t.add(t.integer(4288), t.multiply(t.variable(variableOf(`i${i}`, BYTE)), t.integer(4)));
    const written = Array.from({ length: 9 }, (_, i) => index(i));
    let cells = make(arrayType(BYTE, places));
    written.forEach((at, i) => {
      cells = t.store(cells, at, t.integer(i + 1));
    });
    const [read, other] = [index(9), index(10)];
    const found = t.select(cells, read);
    for (const at of [4292, 4800].map((place) => t.eq(read, t.integer(place)))) {
      expect(answer(at, t.eq(read, written[8] as t.Term), t.ne(found, t.integer(9)))).toBe("unsat");
      expect(answer(at, t.ne(read, written[8] as t.Term), t.eq(found, t.integer(5)))).toBe("sat");
      expect(answer(at, t.ne(read, written[8] as t.Term), t.eq(found, t.integer(9)))).toBe(unwritten);
      const unread = written.map((place) => t.ne(place, read));
      expect(answer(at, ...unread, t.eq(found, t.integer(200)))).toBe(unwritten);
      expect(answer(at, ...unread, t.eq(read, other), t.ne(found, t.select(cells, other)))).toBe("unsat");
    }
  });

  it("walks deep terms without recursion", () => {
    let deep: t.Term = u;
    for (let i = 0; i < 20_000; i++) deep = t.wrap(t.bits("bitxor", deep, t.integer(i % 7)), UNSIGNED, "conversion");
    expect(answer(t.eq(deep, t.integer(5)))).toBe("sat");
  });
});
