/** A counterexample tells what it owes to the compiler's choice, as a proof does. */
import { expect, it } from "vitest";
import { ask } from "./pair.ts";

const START = "extern void reach_error(void); extern int __VERIFIER_nondet_int(void);\n";
const WORK = 1000;
const ORDER = "operands are evaluated in the order that gcc uses at line 3";
const ROUNDED = "every floating-point operation is rounded to its type (FLT_EVAL_METHOD 0) at line 3";

const CALLS =
  "int g; int set(void) { g = 1; return 0; } int first(int a, int b) { return a; } " +
  "void other(void) { first(g, set()); }\n";

it.each([
  { why: "an order that it depends on", bits: 64, main: "if (first(g, set()) == 1) reach_error();", told: [ORDER] },
  { why: "an order on its way", bits: 64, main: "first(g, set());\nreach_error();", told: [ORDER] },
  {
    why: "nothing of an order in a function that it does not enter",
    bits: 64,
    main: "if (__VERIFIER_nondet_int()) { reach_error(); } else other();",
    told: [],
  },
  { why: "rounding with 32 bits", bits: 32, main: "double d = g; if (d / 3 == 0) reach_error();", told: [ROUNDED] },
  { why: "no rounding with 64 bits", bits: 64, main: "double d = g; if (d / 3 == 0) reach_error();", told: [] },
] as const)("a counterexample tells $why", ({ bits, main, told }) => {
  const result = ask(`${START}${CALLS}int main(void) { ${main} return 0; }`, [], bits, undefined, WORK);
  expect(result.verdict).toBe("unsafe");
  expect(result.assumptions).toEqual(told);
});

it("a counterexample tells that a replaced initialiser is not evaluated", () => {
  const main = "int main(void) { int a[1] = {[0] = set(), [0] = 2}; if (g == 0) reach_error(); return a[0]; }";
  const result = ask(`${START}${CALLS}${main}`, [], 64, undefined, WORK);
  expect(result.verdict).toBe("unsafe");
  expect(result.assumptions).toEqual([
    "an initialiser that a later one replaces is not evaluated, as by gcc at line 3",
  ]);
});

const OVERFLOW = (line: number) => [`no signed overflow at line ${line}`];
const LEAST = "static int inc(int x) { return x + 1; }\n";

it.each([
  {
    why: "on one way only",
    main: "int x = 5;\nif (__VERIFIER_nondet_int()) x = 2147483647;\nif (inc(x) != 6) reach_error();",
  },
  { why: "on the only way", main: "int x = 2147483647;\nif (__VERIFIER_nondet_int()) if (inc(x) != 6) reach_error();" },
  {
    why: "before the program excludes the way",
    main: "int x = 5, y;\nif (__VERIFIER_nondet_int()) x = 2147483647;\ny = inc(x); if (x > 5) for (;;) {}\nif (y != 6) reach_error();",
  },
])("a proof tells that nothing overflows where a constant does, $why", ({ main }) => {
  for (const engine of ["path-focusing:thresholds", "path-focusing"]) {
    const result = ask(`${START}${LEAST}int main(void) { ${main} return 0; }`, [], 64, engine, WORK);
    expect(result.verdict).toBe("safe");
    expect(result.assumptions).toEqual(OVERFLOW(2));
  }
});

it("a proof tells that a pointer to an element does not point before its object, where a number lies in front of the elements", () => {
  const slots = "struct { long count; struct slot { long tag; int *text; } slots[4]; } m; int x;\n";
  const main =
    "int n = __VERIFIER_nondet_int(); if (n < 0 || n > 4) return 0; struct slot *p = &m.slots[3]; for (int i = 0; i < n; i++) p--;\np->text = &x; if (m.count % 64 == 16) reach_error();";
  const result = ask(`${START}${slots}int main(void) { ${main} return 0; }`, [], 64, "bmc", WORK);
  expect(result.verdict === "safe" ? result.assumptions : []).toContain(
    "a pointer to an element does not point before its object at line 4",
  );
});
