/** What a counterexample relies on and its replay cannot show is told with it; nothing else is. */
import { describe, expect, it } from "vitest";
import { ask } from "../../tests/verdicts/pair.ts";

const DECLARATIONS = "extern void reach_error(void); extern int __VERIFIER_nondet_int(void); int ask(int *);";
const NEXT = "int g; int next(void) { return ++g; } int pair(int a, int b) { return 10 * a + b; }";

function assumed(text: string, bits: 32 | 64 = 64): string {
  const { verdict, assumptions } = ask(`${DECLARATIONS} ${text}`, [], bits, undefined, 500);
  expect(verdict).toBe("unsafe");
  return assumptions.join("; ");
}

describe("assumptions of a counterexample", () => {
  it("are the order of evaluation where it passes", () => {
    expect(assumed(`${NEXT} int main(void) { if (pair(next(), next()) == 21) reach_error(); return 0; }`)).toContain(
      "the order that gcc uses",
    );
    expect(
      assumed(
        `${NEXT} int main(void) { struct { int x, y; } s = {.y = next(), .x = next()}; if (s.x < s.y) reach_error(); return 0; }`,
      ),
    ).toContain("the order that gcc uses");
    const elsewhere = `${NEXT} int other(void) { return pair(next(), next()); }`;
    expect(assumed(`${elsewhere} int main(void) { if (__VERIFIER_nondet_int() == 3) reach_error(); return 0; }`)).toBe(
      "",
    );
  });

  it("are the rounding of floats with 32 bits", () => {
    const text = "double d = 0.1; int main(void) { if (d * 3 != 0.3) reach_error(); return 0; }";
    expect(assumed(text, 32)).toContain("FLT_EVAL_METHOD 0");
    expect(assumed(text, 64)).toBe("");
  });

  it("are the answers of undefined functions that it takes", () => {
    expect(assumed("int main(void) { int x = 0; if (ask(&x) == 3 && x == 7) reach_error(); return 0; }")).toContain(
      "undefined function ask may do what the inputs say",
    );
    expect(
      assumed("int main(void) { int x = 0; ask(&x); if (__VERIFIER_nondet_int() == 3) reach_error(); return 0; }"),
    ).toBe("");
  });
});
