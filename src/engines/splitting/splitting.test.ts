import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { modelOf } from "../../../tests/support/model.ts";
import { runOn } from "../../../tests/support/run-preset.ts";
import type { Split, Verdict } from "../../evidence/claim.ts";
import { checkSplitting } from "../../evidence/splitting-check.ts";
import { isEmptyRange, isFloatRange, type Range } from "../../logic/range.ts";
import { F32, intType } from "../../logic/types.ts";
import { Budget } from "../../util/budget.ts";
import { above, below, extentOf, middleOf } from "./parts.ts";

const cubic = (bound: string) =>
  modelOf(`extern float __VERIFIER_nondet_float(void); extern void reach_error(void);
int main(void) {
  float x = __VERIFIER_nondet_float();
  if (!(x > -1.0f && x < 1.0f)) return 0;
  float y = x - x * x * x / 6.0f;
  if (!(y < ${bound})) reach_error();
}`);

function treeOf(verdict: Verdict): Split | undefined {
  if (verdict.kind !== "safe") throw new Error(`safe is expected, not ${verdict.kind}`);
  return verdict.certificate.splitting?.tree;
}

describe("splitting", () => {
  it("proves by cases what ranges do not see at once, and the checker follows it", () => {
    const model = cubic("0.9f");
    const { verdict, statistics } = runOn(model, "splitting");
    const tree = treeOf(verdict);
    expect(statistics["parts"]).toBeGreaterThan(2);
    expect(checkSplitting(model, tree, new Budget())).toMatchObject({ kind: "proved" });
    // The same without its cases, and with one of them cut off, is no proof.
    expect(checkSplitting(model, undefined, new Budget())).toMatchObject({ kind: "refuted" });
    expect(checkSplitting(model, { ...(tree as Split), above: undefined }, new Budget()).kind).not.toBe("proved");
  });

  it("finds the values between bounds that are close to each other", () => {
    expect(runOn(cubic("0.8333f"), "splitting").verdict.kind).toBe("unsafe");
    expect(checkSplitting(cubic("0.8333f"), treeOf(runOn(cubic("0.9f"), "splitting").verdict), new Budget()).kind).toBe(
      "refuted",
    );
  });

  it("takes what is no number, products of integers and loops that end", () => {
    const of = (body: string) =>
      runOn(
        modelOf(`extern double __VERIFIER_nondet_double(void); extern int __VERIFIER_nondet_int(void); extern void reach_error(void);
int main(void) { double d = __VERIFIER_nondet_double(); int i = __VERIFIER_nondet_int(); ${body} return 0; }`),
        "splitting",
      ).verdict.kind;
    expect(of("if (d != d) reach_error();")).not.toBe("safe");
    expect(of("if (d == d && !(d * 0.5 <= 1.0e308)) reach_error();")).not.toBe("safe");
    expect(of("if (i < -50 || i > 50) return 0; if (i * i - 2 * i < -1) reach_error();")).toBe("safe");
    expect(of("if (i < -50 || i > 50) return 0; if (i * i - 2 * i == 2499) reach_error();")).toBe("unsafe");
    expect(
      of(
        "if (!(d >= 1 && d <= 4)) return 0; double r = d; for (int k = 0; k < 6; k++) r = (r + d / r) / 2; if (r < 0.9) reach_error();",
      ),
    ).toBe("safe");
  });

  it("leaves programs without floats and products to others", () => {
    const model = modelOf(`extern int __VERIFIER_nondet_int(void); extern void reach_error(void);
int main(void) { int i = __VERIFIER_nondet_int(); if (i + 1 == i) reach_error(); }`);
    expect(runOn(model, "splitting").verdict).toMatchObject({ kind: "unknown" });
  });
});

const variableOf = (type: typeof F32 | ReturnType<typeof intType>) =>
  ({ id: 1, name: "x", type, role: "local", function: "main" }) as const;

describe("halves of a range", () => {
  const float = fc.float({ noNaN: true }).map(Math.fround);
  const floats = fc
    .tuple(float, float, fc.constantFrom("never" as const, "possible" as const))
    .map(([a, b, nan]): Range => ({ low: Math.min(a, b), high: Math.max(a, b), nan }));
  const integers = fc
    .tuple(fc.integer(), fc.integer())
    .map(([a, b]): Range => ({ low: Math.min(a, b), high: Math.max(a, b) }));

  it("are none of what has no values", () => {
    const nothing = { low: Infinity, high: -Infinity };
    expect(extentOf(nothing, variableOf(intType(32, "signed")))).toBe(0);
  });

  it("are smaller, and have all of its values", () => {
    fc.assert(
      fc.property(
        fc.oneof(floats, integers),
        fc.nat(3),
        float,
        fc.integer(),
        (range, depth, someFloat, someInteger) => {
          const of = variableOf(isFloatRange(range) ? F32 : intType(32, "signed"));
          if (extentOf(range, of) === 0) return;
          const at = middleOf(range, of, depth);
          const halves = [below(range, at), above(range, at, of)];
          for (const half of halves) {
            expect(isEmptyRange(half)).toBe(false);
            expect(extentOf(half, of)).toBeLessThan(extentOf(range, of));
          }
          const isIn = (value: number, one: Range) => one.low <= value && value <= one.high;
          for (const value of [range.low, range.high, at, isFloatRange(range) ? someFloat : someInteger].map(Number))
            if (isIn(value, range)) expect(halves.some((half) => isIn(value, half))).toBe(true);
          if (isFloatRange(range) && range.nan === "possible")
            expect(halves.some((half) => isFloatRange(half) && half.nan === "possible")).toBe(true);
        },
      ),
    );
  });
});
