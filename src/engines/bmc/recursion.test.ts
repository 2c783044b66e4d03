/** Recursion is unrolled as deep as it goes. */
import { expect, it } from "vitest";
import { modelOf } from "../../../tests/support/model.ts";
import { inputFor, NONDET, optionsFor } from "../../../tests/support/witness.ts";
import { verify } from "../../verify.ts";
import { presetNamed } from "../index.ts";

const sum = (bound: number, check: string, local = "int") => `${NONDET}
int sum(int n) { ${local} own = n; int *p = &own; if (n <= 0) return 0; int below = sum(n - 1); return *p + below; }
int main(void) { int n = nondet_byte(); if (n > ${bound}) return 0; int s = sum(n); if (${check}) reach_error(); return 0; }`;

function answerOf(text: string) {
  const { result } = verify(inputFor(text), { ...optionsFor(), preset: presetNamed("bmc") });
  return result.verdict === "unknown" ? result.reason : result.verdict;
}

it("to its end, however deep that is", () => {
  // The other engines' models know ten activations.
  expect(answerOf(sum(12, "s > 78"))).toBe("safe");
  expect(answerOf(sum(12, "s == 78"))).toBe("unsafe");
});

it("as far as the model knows it, which it says", () => {
  const text = `${NONDET}int sum(int n) { return n <= 0 ? 0 : n + sum(n - 1); }
int main(void) { if (sum(300) != 45150) reach_error(); return 0; }`;
  expect(answerOf(text)).toMatch(/recursion of sum deeper than 250/);
});

it("only as far as others do where a function goes on from several places, since these are a tree", () => {
  const text = `${NONDET}int fib(int n) { if (n < 2) return n; return fib(n - 1) + fib(n - 2); }
int main(void) { int n = nondet_byte(); if (n > 6) return 0; if (fib(n) > 8) reach_error(); return 0; }`;
  expect(modelOf(text).deeper).toBeUndefined();
  expect(answerOf(text)).toBe("safe");
});

it("only where there is any, and its objects have room", () => {
  expect(modelOf(sum(16, "s > 136")).deeper).toBeDefined();
  expect(modelOf(sum(16, "s > 136", "struct { char all[1 << 21]; int of; } large; int")).deeper).toBeUndefined();
  expect(modelOf(`${NONDET}int main(void) { if (nondet() > 7) reach_error(); return 0; }`).deeper).toBeUndefined();
});
