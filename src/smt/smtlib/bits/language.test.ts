/** Scripts over bits: every function against plain arithmetic, models in their sorts, what is refused and where. */
import { describe, expect, test } from "vitest";
import { ownSolver } from "../../own/solver.ts";
import { runScript, type ScriptResult } from "../index.ts";

function run(text: string): { readonly output: string[]; readonly result: ScriptResult } {
  const output: string[] = [];
  const result = runScript(text, ownSolver, (line) => output.push(line));
  return { output, result };
}

function outputOf(text: string): string[] {
  const { output, result } = run(text);
  expect(result).toMatchObject({ kind: "done" });
  return output;
}

/** Whether a formula over the given constants, `name:sort`, is satisfiable. */
function answer(declarations: readonly string[], formula: string): string | undefined {
  const declared = declarations.map((each) => `(declare-const ${each.replace(":", " ")})`).join("\n");
  return outputOf(`(set-logic QF_ABVFP)${declared}\n(assert ${formula})\n(check-sat)`)[0];
}

describe("bit-vectors of three bits, all of them", () => {
  const WIDTH = 3;
  const SIZE = 1 << WIDTH;
  const signed = (a: number) => (a >= SIZE / 2 ? a - SIZE : a);
  const wrap = (a: number) => ((a % SIZE) + SIZE) % SIZE;
  const outside = (a: number) => a < -SIZE / 2 || a >= SIZE / 2;
  const truncated = (a: number, b: number) => (b === 0 ? (a < 0 ? 1 : -1) : Math.trunc(a / b));
  const floorMod = (a: number, b: number) => (b === 0 ? a : a - b * Math.floor(a / b));
  const shift = (a: number, b: number) => (b >= WIDTH ? 0 : a * 2 ** b);
  test.each<readonly [string, (a: number, b: number) => number | boolean]>([
    ["(bvnot x)", (a) => ~a],
    ["(bvneg x)", (a) => -a],
    ["(bvand x y)", (a, b) => a & b],
    ["(bvor x y)", (a, b) => a | b],
    ["(bvxor x y)", (a, b) => a ^ b],
    ["(bvnand x y)", (a, b) => ~(a & b)],
    ["(bvnor x y)", (a, b) => ~(a | b)],
    ["(bvxnor x y)", (a, b) => ~(a ^ b)],
    ["(bvadd x y)", (a, b) => a + b],
    ["(bvadd x y x)", (a, b) => 2 * a + b],
    ["(bvsub x y)", (a, b) => a - b],
    ["(bvmul x y)", (a, b) => a * b],
    ["(bvudiv x y)", (a, b) => (b === 0 ? -1 : Math.floor(a / b))],
    ["(bvurem x y)", (a, b) => (b === 0 ? a : a % b)],
    ["(bvsdiv x y)", (a, b) => truncated(signed(a), signed(b))],
    ["(bvsrem x y)", (a, b) => (b === 0 ? a : signed(a) % signed(b))],
    ["(bvsmod x y)", (a, b) => floorMod(signed(a), signed(b))],
    ["(bvshl x y)", (a, b) => shift(a, b)],
    ["(bvlshr x y)", (a, b) => a >> b],
    ["(bvashr x y)", (a, b) => signed(a) >> b],
    ["((_ rotate_left 4) x)", (a) => (a << 1) | (a >> 2)],
    ["((_ rotate_right 1) x)", (a) => (a >> 1) | (a << 2)],
    ["((_ extract 2 0) ((_ repeat 2) x))", (a) => a],
    ["((_ extract 4 2) (concat x y))", (a, b) => ((a << 3) | b) >> 2],
    ["((_ extract 5 3) ((_ sign_extend 3) x))", (a) => (a >= 4 ? 7 : 0)],
    ["((_ extract 5 3) ((_ zero_extend 3) x))", () => 0],
    ["(concat #b00 (bvcomp x y))", (a, b) => (a === b ? 1 : 0)],
    ["(bvult x y)", (a, b) => a < b],
    ["(bvule x y)", (a, b) => a <= b],
    ["(bvugt x y)", (a, b) => a > b],
    ["(bvuge x y)", (a, b) => a >= b],
    ["(bvslt x y)", (a, b) => signed(a) < signed(b)],
    ["(bvsle x y)", (a, b) => signed(a) <= signed(b)],
    ["(bvsgt x y)", (a, b) => signed(a) > signed(b)],
    ["(bvsge x y)", (a, b) => signed(a) >= signed(b)],
    ["(bvnego x)", (a) => outside(-signed(a))],
    ["(bvuaddo x y)", (a, b) => a + b >= SIZE],
    ["(bvsaddo x y)", (a, b) => outside(signed(a) + signed(b))],
    ["(bvumulo x y)", (a, b) => a * b >= SIZE],
    ["(bvsmulo x y)", (a, b) => outside(signed(a) * signed(b))],
    ["(bvusubo x y)", (a, b) => a < b],
    ["(bvssubo x y)", (a, b) => outside(signed(a) - signed(b))],
    ["(bvsdivo x y)", (a, b) => b !== 0 && outside(signed(a) / signed(b))],
  ])("%s", (term, expected) => {
    const sort = typeof expected(0, 0) === "boolean" ? "Bool" : "(_ BitVec 3)";
    const all = Array.from({ length: SIZE * SIZE }, (_, i) => [i % SIZE, Math.floor(i / SIZE)] as const);
    const show = (value: number) => `#b${value.toString(2).padStart(WIDTH, "0")}`;
    const lines = outputOf(`(set-logic QF_BV)(declare-const x (_ BitVec 3))(declare-const y (_ BitVec 3))
      (declare-const z ${sort})(assert (= z ${term}))
      ${all.map(([a, b]) => `(push 1)(assert (and (= x ${show(a)}) (= y ${show(b)})))(check-sat)(get-value (z))(pop 1)`).join("\n")}`);
    const said = lines.filter((line) => line !== "sat");
    const wanted = all.map(([a, b]) => {
      const value = expected(a, b);
      return `((z ${typeof value === "boolean" ? value : show(wrap(value))}))`;
    });
    expect(said).toEqual(wanted);
  });
});

describe("floats", () => {
  const F = "f:Float32";
  const one = "((_ to_fp 8 24) RNE 1.0)";
  test.each([
    [[F], "(distinct f f)", "unsat"],
    [[F], "(not (fp.eq f f))", "sat"],
    [[F], "(and (= f (fp.neg f)) (not (fp.isNaN f)))", "unsat"],
    [["f:Float64", "g:Float64"], "(and (fp.lt f g) (not (fp.lt (fp.neg g) (fp.neg f))))", "unsat"],
    // One NaN, whatever bits it came from.
    [["v:(_ BitVec 32)"], "(and (fp.isNaN ((_ to_fp 8 24) v)) (distinct ((_ to_fp 8 24) v) (_ NaN 8 24)))", "unsat"],
    [
      ["m:RoundingMode"],
      "(distinct ((_ to_fp 8 24) m 0.1) ((_ to_fp 8 24) RNE 0.1) ((_ to_fp 8 24) RTZ 0.1))",
      "unsat",
    ],
    [["m:RoundingMode"], "(fp.lt ((_ to_fp 8 24) m 0.1) ((_ to_fp 8 24) RNE 0.1))", "sat"],
    [["m:RoundingMode"], "(distinct m RNE RNA RTP RTN RTZ)", "unsat"],
    // Unspecified, but a function.
    [[], "(= (fp.min (_ +zero 8 24) (_ -zero 8 24)) (_ -zero 8 24))", "sat"],
    [
      [F, "g:Float32"],
      "(and (= f (_ +zero 8 24)) (= g (_ -zero 8 24)) (distinct (fp.min f g) (fp.min (_ +zero 8 24) (_ -zero 8 24))))",
      "unsat",
    ],
    [[F], "(= ((_ fp.to_ubv 8) RNE (_ NaN 8 24)) #x17)", "sat"],
    [[F], "(and (fp.isNaN f) (distinct ((_ fp.to_ubv 8) RNE f) ((_ fp.to_ubv 8) RNE (_ NaN 8 24))))", "unsat"],
    [[F], `(distinct ((_ fp.to_sbv 8) RTZ (fp.neg ${one})) #xff)`, "unsat"],
    [["h:Float16"], "(not (fp.eq ((_ to_fp 5 11) RNE ((_ to_fp 8 24) RNE h)) h))", "sat"],
    [["h:Float16"], "(and (not (fp.isNaN h)) (not (fp.eq ((_ to_fp 5 11) RNE ((_ to_fp 8 24) RNE h)) h)))", "unsat"],
    [["q:Float128"], "(and (fp.isNegative q) (fp.isNormal (fp.sqrt RNE q)))", "unsat"],
  ])("%s %s is %s", (declarations, formula, expected) => {
    expect(answer(declarations, formula)).toBe(expected);
  });
});

describe("arrays", () => {
  const [A, B] = ["a:(Array (_ BitVec 1) (_ BitVec 4))", "b:(Array (_ BitVec 1) (_ BitVec 4))"];
  const zeros = "((as const (Array (_ BitVec 1) (_ BitVec 4))) #x0)";
  test.each([
    // Both indices stored to: nothing is left of what was there.
    [[A, B], "(distinct (store (store a #b0 #x1) #b1 #x2) (store (store b #b0 #x1) #b1 #x2))", "unsat"],
    [[A], `(and (= a ${zeros}) (= (select a #b1) #x1))`, "unsat"],
    [[A, B], "(and (= (select a #b0) (select b #b0)) (= (select a #b1) (select b #b1)) (distinct a b))", "unsat"],
    [[A, B], `(= (store a #b0 #x0) (store ${zeros} #b1 #x1))`, "sat"],
    [
      ["c:(Array (_ BitVec 32) Bool)", "d:(Array (_ BitVec 32) Bool)"],
      "(distinct c d (store c #x00000000 (not (select c #x00000000))))",
      "sat",
    ],
    [
      ["c:(Array (_ BitVec 32) Bool)"],
      "(= ((as const (Array (_ BitVec 32) Bool)) true) (store c #x00000000 true))",
      "sat",
    ],
    [
      ["e:(Array RoundingMode Float16)", "m:RoundingMode"],
      "(and (= m RTZ) (fp.lt (select e m) (select e RTZ)))",
      "unsat",
    ],
    [
      [
        "p:(Array Bool Bool)",
        "q:(Array Bool Bool)",
        "r:(Array Bool Bool)",
        "s:(Array Bool Bool)",
        "t:(Array Bool Bool)",
      ],
      "(distinct p q r s t)",
      "unsat",
    ],
  ])("%s %s is %s", (declarations, formula, expected) => {
    expect(answer(declarations, formula)).toBe(expected);
  });
});

describe("commands", () => {
  test("models and values in their sorts", () => {
    const output =
      outputOf(`(declare-const x (_ BitVec 8)) (declare-const y (_ BitVec 3)) (declare-const f Float32) (declare-const n Float16)
      (declare-const m RoundingMode) (declare-const a (Array (_ BitVec 8) (_ BitVec 4))) (declare-const |p q| Bool)
      (define-fun twice ((v (_ BitVec 8))) (_ BitVec 8) (bvadd v v))
      (assert (and (= x (_ bv10 8)) (= y #b101) (= f (fp.neg ((_ to_fp 8 24) RNE 1.5))) (fp.isNaN n) (= m roundTowardZero) |p q|))
      (assert (= a (store ((as const (Array (_ BitVec 8) (_ BitVec 4))) #x1) x #x7)))
      (check-sat) (get-model) (get-value ((twice x) ((_ extract 1 0) y) (fp.add m f f) (fp.isNaN n) (select a #x00)))
      (get-value ((fp.div m f (_ +zero 8 24)) (fp.sub RTN f f) (let ((z x)) (bvnot z))))`);
    expect(output[1]).toBe(`(
  (define-fun x () (_ BitVec 8) #x0a)
  (define-fun y () (_ BitVec 3) #b101)
  (define-fun f () (_ FloatingPoint 8 24) (fp #b1 #b01111111 #b10000000000000000000000))
  (define-fun n () (_ FloatingPoint 5 11) (_ NaN 5 11))
  (define-fun m () RoundingMode RTZ)
  (define-fun a () (Array (_ BitVec 8) (_ BitVec 4)) (store ((as const (Array (_ BitVec 8) (_ BitVec 4))) #x1) #x0a #x7))
  (define-fun |p q| () Bool true)
)`);
    expect(output[2]).toBe(
      "(((twice x) #x14) (((_ extract 1 0) y) #b01) ((fp.add m f f) (fp #b1 #b10000000 #b10000000000000000000000)) ((fp.isNaN n) true) ((select a #x00) #x1))",
    );
    expect(output[3]).toBe(
      "(((fp.div m f (_ +zero 8 24)) (_ -oo 8 24)) ((fp.sub RTN f f) (_ -zero 8 24)) ((let ((z x)) (bvnot z)) #xf5))",
    );
  });

  test("levels, assumptions and cores", () => {
    const output = outputOf(`(set-logic QF_BV)(set-option :produce-unsat-cores true)
      (declare-const x (_ BitVec 16))(declare-const p Bool)(declare-const q Bool)
      (assert (=> p (bvult x #x0010)))(assert (=> q (bvult #x0100 x)))
      (check-sat-assuming (p))(check-sat-assuming (q p))(get-unsat-assumptions)
      (push 1)(assert (! (= x #x0000) :named zero))(assert (! (bvugt x #x0001) :named big))(assert (! q :named unused))
      (check-sat)(get-unsat-core)(pop 1)(check-sat-assuming (q))`);
    expect(output.slice(0, 3)).toEqual(["sat", "unsat", "(q p)"]);
    expect(output[3]).toBe("unsat");
    expect(["(zero big)", "(zero unused)"]).toContain(output[4]);
    expect(output[5]).toBe("sat");
  });

  test("deep terms and long chains of stores", () => {
    const depth = 5000;
    const sum = `${"(bvadd #x01 ".repeat(depth)}x${")".repeat(depth)}`;
    const stores = `${"(store ".repeat(depth)}a${Array.from({ length: depth }, (_, i) => ` #x${(i % 256).toString(16).padStart(2, "0")} x)`).join("")}`;
    const output =
      outputOf(`(set-logic QF_ABV)(declare-const x (_ BitVec 8))(declare-const a (Array (_ BitVec 8) (_ BitVec 8)))
      (assert (= ${sum} #x00))(assert (distinct (select ${stores} x) x))(check-sat)`);
    expect(output).toEqual(["unsat"]);
  });

  test("defined sorts, by level", () => {
    const output =
      outputOf(`(set-logic QF_ABVFP)(define-sort Byte () (_ BitVec 8))(define-sort Memory () (Array Byte Byte))
      (declare-const m Memory)(declare-const x Byte)(assert (= (select m x) #x07))(check-sat)
      (push 1)(define-sort D () Float64)(declare-const d D)(assert (fp.lt d d))(check-sat)(pop 1)(define-sort D () Byte)
      (declare-const d D)(assert (= d x))(check-sat)`);
    expect(output).toEqual(["sat", "unsat", "sat"]);
    expect(run("(set-logic QF_BV)(define-sort W (T) T)").result).toMatchObject({
      error: { line: 1, column: 18, message: "only sorts without parameters can be defined" },
    });
  });

  test("a script that names no logic is read as what it is about", () => {
    expect(outputOf("(declare-const x (_ BitVec 2))(assert (= x #b10))(check-sat)")).toEqual(["sat"]);
    expect(outputOf("(set-logic ALL)(assert (= #b1 #b0))(check-sat)")).toEqual(["unsat"]);
    expect(outputOf("(set-logic QF_LIA)(declare-const BitVec Int)(assert (= BitVec 1))(check-sat)")).toEqual(["sat"]);
  });
});

describe("what is refused", () => {
  const D = "(set-logic QF_ABVFP)(declare-const d Float64)\n";
  test.each([
    [`${D}(assert (fp.eq d (fp.rem d d)))`, 2, 19, "fp.rem over (_ FloatingPoint 11 53) is not supported"],
    [`${D}(assert (= (fp.to_real d) 0.5))`, 2, 13, "fp.to_real is not supported"],
    [`${D}(assert (fp.lt d #x0))`, 2, 10, "operands of fp.lt should be (_ FloatingPoint 11 53), not (_ BitVec 4)"],
    [`${D}(assert (bvult #x0 #b0))`, 2, 10, "operands of bvult should be (_ BitVec 4), not (_ BitVec 1)"],
    [`${D}(assert (= #x0 #b0))`, 2, 10, "operands of = should have one sort"],
    [`${D}(assert (= ((_ extract 4 0) #x0) #b00000))`, 2, 13, "the indices of extract should lie in the operand"],
    [`${D}(assert ((_ bvfoo 1) #x0))`, 2, 10, "unknown function bvfoo"],
    [`${D}(assert (= #x0 (_ bv16 4)))`, 2, 16, "bv16 should have a width that it fits"],
    [`${D}(assert (= 1 2))`, 2, 10, "operands of = should have one sort"],
    [`${D}(assert (= #x0 (bv2nat #x0)))`, 2, 17, "unknown function bv2nat"],
    [`${D}(assert #b1)`, 2, 9, "a term of sort Bool should stand here"],
    [`${D}(declare-const e (_ FloatingPoint 20 40))`, 2, 35, "a numeral from 2 to 15 should stand here"],
    [`${D}(declare-const e Int)`, 2, 18, "the sort Int is not supported"],
    [
      `${D}(declare-const e (Array (_ BitVec 1) (Array (_ BitVec 1) Bool)))`,
      2,
      18,
      "arrays of arrays are not supported",
    ],
    [`${D}(declare-const e (_ BitVec 0))`, 2, 28, "a numeral from 1 to 65536 should stand here"],
    [`${D}(assert (= ((_ repeat 70000) #x0) #x0))`, 2, 13, "a bit-vector of 280000 bits is not supported"],
    [`${D}(declare-const w (_ BitVec 4000))(assert (= w (bvmul w w)))`, 2, 48, "bvmul of 4000 bits is not supported"],
    [`${D}(assert (fp.isNaN (fp #b0 #b1 #b0)))`, 2, 20, "the sort (_ FloatingPoint 1 2) is not supported"],
    [`${D}(check-sat)(get-value ((/ 1.0 2.0)))`, 2, 12, "a real constant is no term of its own here"],
    [`${D}(assert (((_ extract 0 0)) #b1))`, 2, 10, "a function should be a symbol, or (_ ...)"],
    [
      `${D}(assert (= ((as const Bool) true) true))`,
      2,
      13,
      "(as const ...) should have an array sort and an operand of its element sort",
    ],
    [`${D}(declare-fun f (Float64) Float64)`, 2, 1, "uninterpreted functions are not supported"],
    [`${D}(declare-const RNE Bool)`, 2, 1, "RNE has a meaning already"],
    [`${D}(set-logic QF_LIA)`, 2, 1, "the logic QF_LIA is not supported after another one"],
    ["(set-logic QF_UFBV)", 1, 1, "the logic QF_UFBV is not supported"],
  ])("%s", (text, line, column, message) => {
    const { result } = run(text);
    expect(result).toMatchObject({ kind: "error", error: { line, column, message } });
  });

  test("every prefix of a script ends in a value", () => {
    const text = `(set-logic QF_ABVFP)(declare-const a (Array (_ BitVec 2) Float16))(define-fun f ((x (_ BitVec 2))) Float16 (select a x))
(assert (fp.lt (f #b01) ((_ to_fp 5 11) RNE (- 0.5)) (f ((_ extract 1 0) #xf))))(check-sat)(get-value ((f #b01) a))`;
    for (let length = 0; length <= text.length; length += 1)
      expect(["done", "error"]).toContain(run(text.slice(0, length)).result.kind);
  });
});
