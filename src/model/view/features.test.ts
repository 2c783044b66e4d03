import { describe, expect, it } from "vitest";
import { modelOf } from "../../../tests/support/model.ts";
import { featureLines } from "../../report/features.ts";
import { featuresOf } from "./features.ts";

const INPUT = "extern int __VERIFIER_nondet_int(void); extern void reach_error(void); void *malloc(unsigned long);";

describe("features of a program", () => {
  it("count loops and how deep they lie in each other", () => {
    const model = modelOf(`${INPUT}
int main(void) {
  int n = __VERIFIER_nondet_int(), i, j, s = 0;
  for (i = 0; i < n; i++) for (j = 0; j < i; j++) s += 2;
  while (n > 0) { n--; s--; }
  if (s == 17) reach_error();
}`);
    expect(featuresOf(model)).toMatchObject({ loops: 3, nesting: 2, inputs: 1, checks: 1, widths: [32], seen: "all" });
  });

  it("tell arithmetic beyond linear apart", () => {
    const of = (value: string) =>
      featuresOf(
        modelOf(`${INPUT} int main(void) { int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
double d = a; unsigned u = a; if ((${value}) == 7) reach_error(); }`),
      ).operations;
    expect(of("a * 3 + b")).toMatchObject({ products: 0, divisions: 0, bits: 0, floats: 0 });
    expect(of("a * b")).toMatchObject({ products: 1 });
    expect(of("b != 0 ? a % b : 0").products).toBeGreaterThan(0);
    expect(of("a / 3 + a % 8")).toMatchObject({ products: 0, divisions: 2 });
    expect(of("(a & b) | (a >> 2)")).toMatchObject({ bits: 3 });
    expect(of("d * 2.0")).toMatchObject({ floats: 3 });
    expect(of("u + 1u").wraps).toBeGreaterThan(0);
  });

  it("look only at what may matter to the property", () => {
    const model = modelOf(`${INPUT}
int main(void) { int a = __VERIFIER_nondet_int(), b = 1; for (int i = 0; i < 9; i++) b = b * b; if (a == 7) reach_error(); }`);
    expect(featuresOf(model)).toMatchObject({ loops: 0, operations: { products: 0 } });
  });

  it("know memory and calls", () => {
    const features = featuresOf(
      modelOf(`${INPUT}
int f(int n) { return n < 1 ? 0 : f(n - 1) + 1; }
int main(void) {
  int a[50], i = __VERIFIER_nondet_int(); int (*call)(int) = f; int *p = malloc(4);
  if (i < 0 || i > 49) return 0;
  a[i] = call(i); *p = a[49 - i];
  if (*p == 7) reach_error();
}`),
    );
    expect(features).toMatchObject({ recursive: 1, indirectCalls: 1, allocations: 1, arrays: { count: 1, writes: 1 } });
    const text = featureLines(features).join("\n");
    expect(text).toContain("memory      1 array, 1 element read, 1 element written, 1 allocation");
    expect(text).toContain("calls       1 recursive function, 1 call by pointer");
  });

  it("say so where there is more than they look at", () => {
    const calls = Array.from({ length: 12 }, (_, at) => `void f${at + 1}(void) { f${at}(); f${at}(); }`).join("\n");
    const model = modelOf(`${INPUT} int n; void f0(void) { if (__VERIFIER_nondet_int()) n += 2; else n = 3; }
${calls}
int main(void) { f12(); if (n == 7) reach_error(); }`);
    expect(featuresOf(model)).toMatchObject({ seen: "part" });
  });
});
