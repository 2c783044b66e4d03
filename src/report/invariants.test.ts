/** Invariants for people: where they hold, and that this is told. */
import { describe, expect, it } from "vitest";
import { NONDET, verified } from "../../tests/support/witness.ts";
import { reportPage } from "./page/index.ts";
import { showHolds, textReport } from "./text.ts";

const counting = (last: string) => `${NONDET}int up(int n) { int i = 0; while (i < n) i++; return i; }
int main(void) { int n = nondet_byte(); if (up(n) != n) reach_error(); ${last} return 0; }`;

function resultOf(text: string) {
  const { result } = verified(text);
  expect(result.verdict).toBe("safe");
  return result;
}

describe("printed invariants", () => {
  it("hold always, unless the program comes back to the loop behind the last check: that is told", () => {
    const [always] = resultOf(counting("")).invariants;
    expect(always).toMatchObject({ function: "up", line: 2 });
    expect(always?.expression).toMatch(/i <= n/);
    expect(always).not.toHaveProperty("holds");
    // There i <= n is false.
    for (const last of ["up(-5);", "if (n > 3) up(-5);", "int (*later)(int) = up; later(-5);"])
      expect(resultOf(counting(last)).invariants).toMatchObject([{ function: "up", holds: "until-last-check" }]);
  });

  it("hold always behind what ends the program", () => {
    const text = `${NONDET}extern void abort(void);
void assume(int holds) { if (!holds) abort(); }
int main(void) { int n = nondet(); assume(n >= 0); int i = 0; while (i < n) i++; if (i != n) reach_error(); return 0; }`;
    const invariants = resultOf(text).invariants.filter((one) => one.function === "main");
    expect(invariants).toHaveLength(1);
    expect(invariants[0]).not.toHaveProperty("holds");
  });

  it("have the names that are declared in the head of their loop", () => {
    const text = `${NONDET}#define EACH(i, n) for (int i = 0; i < n; i++)
int step;
int main(void) {
  int n = nondet_byte(), s = 0;
  for (int step = 0; /* ; */ step < n; step++) s++;
  EACH(k, n) s++;
  if (n >= 0 && s != 2 * n) reach_error();
  return 0; }`;
    const [first = "", second = ""] = resultOf(text).invariants.map(({ expression }) => expression);
    expect(first).toMatch(/\bstep\b/);
    expect(second).toMatch(/\bk\b/);
    expect(first + second).not.toContain("::");
  });

  it("have elements of arrays by C's names for them, for every index, and nothing that only the model has a name for", () => {
    const text = `${NONDET}int a[100], K; static int (*const table[2])(void) = {nondet, nondet};
int main(void) {
  int n = nondet_byte();
  if (n > 100) return 0;
  for (int i = 0; i < n; i++) { a[i] = i; K += table[i % 2](); }
  for (int i = 0; i < n; i++) if (a[i] != i) reach_error();
  return 0; }`;
    const { invariants } = resultOf(text);
    expect(invariants).toHaveLength(2);
    for (const one of invariants) {
      expect(one).toMatchObject({ forEvery: ["INDEX"] });
      expect(one.expression).toMatch(/INDEX == a\[INDEX\]/);
      expect(one.expression).not.toMatch(/\*\]|heap|@|#/);
      expect(showHolds(one)).toBe("   (for every index INDEX)");
    }
  });

  it("say so in the text and on the page", () => {
    const shown = (text: string) => {
      const result = resultOf(text);
      const plain = textReport(result, { color: "plain", detail: "normal", sourceLine: () => undefined });
      return { plain, page: reportPage(result, [{ name: "x.c", text }], []) };
    };
    const limited = shown(counting("up(-5);"));
    expect(limited.plain).toMatch(/ up: .*i <= n.* \(as long as a check can still be reached\)/);
    expect(limited.page).toContain("while a check is ahead");
    const always = shown(counting(""));
    expect(always.plain).not.toContain("as long as");
    expect(always.page).not.toContain("while a check is ahead");
  });
});
