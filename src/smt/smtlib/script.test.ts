/** Scripts and what they answer: commands, terms, errors with line and column, depth and size. */
import { describe, expect, test } from "vitest";
import { ownSolver } from "../own/solver.ts";
import { runScript, type ScriptResult } from "./index.ts";

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

/** Whether a formula over the given constants is satisfiable. */
function answer(declarations: string, formula: string): string | undefined {
  const declared = declarations
    .split(" ")
    .map((each) => `(declare-const ${each.replace(":", " ")})`)
    .join("\n");
  return outputOf(`${declared}\n(assert ${formula})\n(check-sat)`)[0];
}

describe("terms", () => {
  test.each([
    ["x:Int", "(and (< 2 x) (< x 4))", "sat"],
    ["x:Int", "(and (< 2 x) (< x 3))", "unsat"],
    ["x:Real", "(and (< 2 x) (< x 3))", "sat"],
    ["x:Real", "(and (< 2.5 x 2.75) (= x (/ 11 4)))", "unsat"],
    ["x:Real", "(and (<= 2.5 x 2.75) (= x (/ 11 4)))", "sat"],
    ["x:Real y:Real", "(and (= (+ (* 0.5 x) (/ y 3)) 1) (= x 1.0) (not (= y 1.5)))", "unsat"],
    ["p:Bool q:Bool", "(and (xor p q) (= p q))", "unsat"],
    ["p:Bool q:Bool r:Bool", "(and (=> p q r) p q (not r))", "unsat"],
    ["p:Bool q:Bool r:Bool", "(distinct p q r)", "unsat"],
    ["x:Int y:Int z:Int", "(and (distinct x y z) (<= 0 x 1) (<= 0 y 1) (<= 0 z 1))", "unsat"],
    ["x:Int y:Int z:Int", "(and (> x y z) (>= z x))", "unsat"],
    ["x:Int", "(and (= (mod x 3) 2) (= (div x 3) (- 4)) (not (= x (- 10))))", "unsat"],
    ["x:Int", "(and (= (mod x (- 3)) 2) (= (div x (- 3)) 4))", "sat"],
    ["x:Int", "(or (< (mod x 5) 0) (>= (mod x 5) 5))", "unsat"],
    ["x:Int", "(and (= (abs x) 5) (< x 0) (not (= x (- 5))))", "unsat"],
    ["x:Int p:Bool", "(and (= (ite p x (- x)) 7) (not p) (> x 0))", "unsat"],
    ["x:Real p:Bool", "(and (= (ite p x (/ x 2)) 0.25) (not p) (not (= x 0.5)))", "unsat"],
    ["x:Real p:Bool", "(and (= (ite p x (/ x 2)) 0.25) (not p))", "sat"],
    ["x:Real", "(and (= (to_int x) 3) (>= x 4.0))", "unsat"],
    ["x:Real", "(and (= (to_int x) (- 3)) (is_int x) (not (= x (- 3.0))))", "unsat"],
    ["x:Real", "(and (= (to_int x) 3) (not (is_int x)) (> x 3.9))", "sat"],
    ["x:Int y:Real", "(and (= (to_real x) y) (< 1.0 y 2.0))", "unsat"],
    ["x:Int", "(let ((y (+ x 1)) (x 5)) (and (= y x) true))", "sat"],
    ["x:Int", "(let ((x (+ x 1))) (let ((x (+ x 1))) (= x 2)))", "sat"],
    ["x:Int", "(and (= x 99999999999999999999999) (= x 99999999999999999999998))", "unsat"],
    ["x:Int y:Int", "(= (* 4 x) (+ (* 6 y) 3))", "unsat"],
  ])("%s %s is %s", (declarations, formula, expected) => {
    expect(answer(declarations, formula)).toBe(expected);
  });
});

describe("commands", () => {
  test("push and pop take assertions and declarations along", () => {
    const output = outputOf(`
      (set-logic QF_LIA) (declare-fun x () Int) (assert (> x 0)) (check-sat)
      (push 1) (declare-fun y () Bool) (assert (and y (< x 1))) (check-sat) (pop)
      (check-sat) (declare-fun y () Int) (assert (= y x)) (check-sat)`);
    expect(output).toEqual(["sat", "unsat", "sat", "sat"]);
  });

  test("models and values", () => {
    const output = outputOf(`(declare-const x Int) (declare-const r Real) (declare-const |a b| Bool)
      (assert (and (= x (- 3)) (= (* 2 r) (- 1)) |a b|)) (check-sat) (get-model)
      (get-value (x (+ x 1) (* 4 r) (/ r 3) (< x 0) (ite |a b| x 7)))`);
    expect(output[1]).toBe(`(
  (define-fun x () Int (- 3))
  (define-fun r () Real (- (/ 1.0 2.0)))
  (define-fun |a b| () Bool true)
)`);
    expect(output[2]).toBe(
      "((x (- 3)) ((+ x 1) (- 2)) ((* 4 r) (- 2.0)) ((/ r 3) (- (/ 1.0 6.0))) ((< x 0) true) ((ite |a b| x 7) (- 3)))",
    );
  });

  test("unsat cores name assertions and assumptions", () => {
    const output = outputOf(`(set-option :produce-unsat-cores true) (declare-const x Int) (declare-const p Bool)
      (assert (! (> x 5) :named big)) (assert (! (< x 100) :named bounded)) (assert (! (< x 3) :named small))
      (check-sat) (get-unsat-core)
      (reset) (declare-const x Int) (declare-const p Bool) (declare-const q Bool) (assert (=> p (> x 5))) (assert (< x 2))
      (check-sat-assuming (q p)) (get-unsat-assumptions) (check-sat-assuming ((not p) q))`);
    expect(output).toEqual(["unsat", "(big small)", "unsat", "(p)", "sat"]);
  });

  test("defined functions, whose bodies do not see the caller's variables", () => {
    const output = outputOf(`(declare-const x Int) (declare-const y Int)
      (define-fun twice ((a Int)) Int (+ a a)) (define-fun above ((a Int) (b Real)) Bool (and (> a b) (= y 1)))
      (define-fun c () Int (twice 21))
      (assert (let ((y 5)) (and (= (twice (twice x)) 12) (above y 2.5)))) (check-sat) (get-value (x y c))
      (assert (! (> x 3) :named n)) (check-sat) (echo "a ""b""")`);
    expect(output).toEqual(["sat", "((x 3) (y 1) (c 42))", "unsat", 'a "b"']);
  });

  test("status and information", () => {
    const { output, result } = run(`; comment
      (set-info :status unsat) (set-info :source |several
      lines (|) (declare-const x Int) (assert (not (= x x))) (check-sat) (get-info :name) (exit) (garbage`);
    expect(output).toEqual(["unsat", '(:name "hone")']);
    expect(result).toEqual({ kind: "done", answers: [{ answer: "unsat", status: "unsat" }] });
  });
});

describe("malformed input", () => {
  test.each([
    ["(assert", 1, 1, "parenthesis is never closed"],
    ["\n  (check-sat))", 2, 14, "unexpected )"],
    ["(declare-const x Int)\n(assert (> x y))", 2, 14, "unknown symbol y"],
    ["(declare-const x Int)\n(assert (foo x))", 2, 10, "unknown function foo"],
    ["(declare-const x Int)\n(assert (and x true))", 2, 10, "operands of and should be Bool"],
    ["(declare-const x Int)\n(assert (+ x 1))", 2, 9, "a term of sort Bool should stand here"],
    ["(declare-const x Int) (declare-const x Int)", 1, 23, "x has a meaning already"],
    ["(declare-const x (Array Int Int))", 1, 18, "a sort should be a symbol"],
    ["(declare-fun f (Int) Int)", 1, 1, "uninterpreted functions are not supported"],
    ["(assert (= 1 true))", 1, 10, "operands of = should have one sort"],
    [
      "(declare-const x Int)(assert (= (div x x) 1))",
      1,
      34,
      "the divisor of div should be an integer constant other than 0",
    ],
    ["(declare-const x Real)(assert (= (/ x 0) 1))", 1, 35, "the divisor should be a constant other than 0"],
    ["(assert (forall ((x Int)) (> x 0)))", 1, 9, "quantifiers are not supported"],
    ["(pop)", 1, 1, "pop without push"],
    ["(get-model)", 1, 1, "the last check should have answered sat"],
    ["(frobnicate)", 1, 1, "unknown command frobnicate"],
    ["check-sat", 1, 1, "a command should be a list"],
    ["(assert 1x)", 1, 9, "malformed number 1x"],
    ['(echo "abc', 1, 7, "string without an end"],
    ["(assert |abc", 1, 9, "quoted symbol without an end"],
    ["(assert \u0001)", 1, 9, 'unexpected character "\\u0001"'],
    ["(assert ())", 1, 9, "a term should not be empty"],
    ["(assert)", 1, 1, "a term is missing"],
    ["(define-fun f ((x Int 3)) Int x)", 1, 16, "a parameter should be a symbol and a sort"],
    ["(assert true false)", 1, 14, "assert has too many operands"],
    ["(check-sat false)", 1, 12, "check-sat has too many operands"],
    ["(declare-const x Int 3)", 1, 22, "declare-const has too many operands"],
    ["()", 1, 1, "the name of a command should be a symbol"],
    ["(set-logic QF_UF)", 1, 1, "the logic QF_UF is not supported"],
    ["(declare-const)", 1, 1, "a declared symbol should be a symbol"],
    ["(define-fun f ((x Int)) Int)", 1, 1, "a definition should have parameters, a sort and a term"],
    ["(assert (let ((x 1) (x 2)) true))", 1, 9, "let should bind different symbols"],
    ["(assert (not true true))", 1, 10, "not should have one operand"],
    ["(assert (! true :named))", 1, 9, "malformed annotation"],
    ["(push -1)", 1, 1, "the number of levels should be a small numeral"],
    ["(define-fun f ((x Int)) Int (> x 1))", 1, 29, "a term of sort Int should stand here, not one of sort Bool"],
  ])("%s", (text, line, column, message) => {
    const { output, result } = run(text);
    expect(result).toMatchObject({ kind: "error", error: { line, column, message } });
    expect(output[output.length - 1]).toMatch(new RegExp(`^\\(error "line ${line} column ${column}: `));
  });

  test("every prefix of a script ends in a value", () => {
    const text = `(set-logic QF_LIA)(declare-fun |a b| () Int)(define-fun f ((x Int)) Int (ite (> x 0) x (- x)))
(assert (let ((y (f |a b|))) (! (=> (< y 3) (= (mod y 2) 1)) :named n)))(check-sat)(get-value ((f 3) |a b|))`;
    for (let length = 0; length <= text.length; length += 1) {
      const { result } = run(text.slice(0, length));
      expect(["done", "error"]).toContain(result.kind);
    }
  });
});

describe("depth and size", () => {
  test("terms may be nested deeply", () => {
    const depth = 10_000;
    const sum = `${"(+ 1 ".repeat(depth)}x${")".repeat(depth)}`;
    const negations = `${"(not ".repeat(depth)}p${")".repeat(depth)}`;
    const lets = `${"(let ((x (+ x 1))) ".repeat(depth)}(= x 0)${")".repeat(depth)}`;
    const output = outputOf(`(declare-const x Int) (declare-const p Bool)
      (assert (= ${sum} 0)) (assert ${negations}) (check-sat) (get-value (x p)) (assert ${lets}) (check-sat)`);
    expect(output).toEqual(["sat", `((x (- ${depth})) (p true))`, "sat"]);
  });

  test("operators may have many operands, scripts many commands", () => {
    const count = 3_000;
    const many = Array.from({ length: count }, (_, i) => `(<= x ${i + 1})`).join(" ");
    const declarations = Array.from({ length: count }, (_, i) => `(declare-const v${i} Int)(assert (= v${i} ${i}))`);
    const output = outputOf(`(declare-const x Int)(assert (and ${many}))(assert (> x 0))${declarations.join("\n")}
      (check-sat)(get-value (x v777))`);
    expect(output).toEqual(["sat", "((x 1) (v777 777))"]);
  });

  test("defined functions that call two others do not run for ever", () => {
    const functions = Array.from(
      { length: 60 },
      (_, i) => `(define-fun f${i + 1} ((x Int)) Int (+ (f${i} x) (f${i} x)))`,
    );
    const { result } = run(`(define-fun f0 ((x Int)) Int x)${functions.join("\n")}`);
    expect(result).toMatchObject({ kind: "error", error: { message: "too many uses of defined functions" } });
  });
});
