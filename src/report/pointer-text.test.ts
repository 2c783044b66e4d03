/** Pointers in invariants: by the names of objects, for reports and witnesses alike, and nothing that only the model's layout says. */
import { describe, expect, it } from "vitest";
import { inputFor, NONDET, optionsFor } from "../../tests/support/witness.ts";
import { presetNamed } from "../engines/index.ts";
import { verify } from "../verify.ts";

function saidOf(text: string): string {
  const { result, witness } = verify(inputFor(text), { ...optionsFor(), preset: presetNamed("dagger") });
  expect(result.verdict).toBe("safe");
  const said = result.invariants.map(({ expression }) => expression).join("\n");
  const written = witness?.kind === "correctness" ? witness.invariants.map(({ value }) => value).join("\n") : "";
  expect(said + written).not.toMatch(/\b4\d{3}\b|@|#/);
  return `${said}\n${written}`;
}

const CHECKED = "if (i < 0) reach_error(); return 0; }";

describe("pointers in invariants", () => {
  it.each<[string, string, RegExp]>([
    [
      "elements",
      "int a[10]; int main(void) { int i = 0; int *p = a; while (i < 10) { p++; i++; } if (p != a + 10) reach_error();",
      /p == &a\[i\][\s\S]*p == &a\[i\]/,
    ],
    [
      "one past the end",
      "int a[10]; int main(void) { int i = 0; int *end = a + 10; while (nondet()) { if (i < 5) i++; } if (end != a + 10) reach_error();",
      /end == &a\[10\][\s\S]*end == &a\[10\]/,
    ],
    [
      "members",
      "struct s { int x; int y[4]; } g; int main(void) { int i = 0; int *q = &g.y[2]; struct s *sp = &g; while (nondet()) { if (i < 5) i++; } if (q != &g.y[2] || sp != &g) reach_error();",
      /(?=[\s\S]*q == &g\.y\[2\])(?=[\s\S]*sp == &g\b)/,
    ],
    [
      "other types",
      "long g[2]; int main(void) { int i = 0; char *c = (char *)g + 3; void *v = g; while (nondet()) { if (i < 5) i++; } if (c != (char *)g + 3 || v != g) reach_error();",
      /(?=[\s\S]*c == \(void \*\)\(\(char \*\)&g \+ 3\))(?=[\s\S]*v == &g)/,
    ],
    [
      "null",
      "int main(void) { int i = 0; int *p = 0; while (nondet()) { if (i < 5) i++; } if (p != 0) reach_error();",
      /p == 0[\s\S]*p == 0/,
    ],
  ])("%s", (_, start, said) => {
    expect(saidOf(`${NONDET}${start} ${CHECKED}`)).toMatch(said);
  });

  it("name no object where a number may have become a pointer: 4096 is where the model has the first one", () => {
    const text = `${NONDET}int a[4]; int main(void) { int *p = (int *)4096; int *q = a; int i = 0;
while (nondet()) { if (i < 5) i++; } if (*q == 1 && p == 0) reach_error(); ${CHECKED}`;
    expect(saidOf(text)).not.toMatch(/p == &|q == &/);
  });

  it("name no local object that may be an earlier activation's, or an earlier round's", () => {
    const text = `${NONDET}int *old;
void f(void) { int x = 0; int i = 0; while (nondet()) { if (i < 5) i++; } if (i < 0 || (old && old == (int *)0)) reach_error(); old = &x; }
int main(void) { f(); f(); return 0; }`;
    expect(saidOf(text)).not.toMatch(/old == &/);
  });

  it("say nothing of the order in which objects lie", () => {
    const text = `${NONDET}int a[4], b[4]; int main(void) { int i = 0; int *p = nondet() ? a : b; int *q = b + 1;
while (nondet()) { if (i < 5) i++; } if (p == q) reach_error(); ${CHECKED}`;
    expect(saidOf(text)).not.toMatch(/<= p|p <=|p < q|p <= q/);
  });
});
