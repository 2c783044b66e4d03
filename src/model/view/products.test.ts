import { describe, expect, it } from "vitest";
import { modelOf } from "../../../tests/support/model.ts";
import { hasProducts } from "./products.ts";

const program = (operation: string) => `
extern int __VERIFIER_nondet_int(void); extern void reach_error(void);
int step(int a, int b) { return ${operation}; }
int main(void) { int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int(); while (a > 0) a = step(a, b); if (a == 7) reach_error(); }`;

describe("a program with products", () => {
  it.each(["a * b", "b != 0 ? a / b : 0", "b != 0 ? a % b : 0"])(
    "multiplies or divides values by each other: %s",
    (operation) => {
      expect(hasProducts(modelOf(program(operation)))).toBe(true);
    },
  );

  it.each(["a * 3 - b", "a / 3", "a % 8", "a & b"])("is none where it does so by constants: %s", (operation) => {
    expect(hasProducts(modelOf(program(operation)))).toBe(false);
  });
});
