/** Programs with their invariants in them: what a compiler or Frama-C reads, and that it is still the same program. */
import { describe, expect, it } from "vitest";
import { NONDET, verified } from "../../tests/support/witness.ts";
import { annotatedText } from "./annotate.ts";
import type { WitnessInvariant } from "./format.ts";

const PROGRAM = `${NONDET}int main(void) {
  int n = nondet_byte(), i = 0, s = 0;
  while /* ( */ (i < n) i++;
  for (int j = 0; ; j++) { if (j == n) break; s++; }
  do {
    s--;
  } while (s > 0);
  if (i != n) reach_error();
}
`;

const at = (type: WitnessInvariant["type"], line: number, column: number, value: string): WitnessInvariant => ({
  type,
  location: { file_name: "x.c", line, column, function: "main" },
  value,
  format: "c_expression",
});

const INVARIANTS = [
  at("location_invariant", 7, 5, "s <= n"),
  at("loop_invariant", 4, 3, "0 <= i && i <= n"),
  at("loop_invariant", 5, 3, "j <= n"),
];

const inserted = (text: string) => text.split("\n").filter((line) => /assert\(|\/\*@/.test(line));

describe("a program with its invariants", () => {
  it("has assertions in the conditions of loops, and before the body of `do`", () => {
    const text = annotatedText(PROGRAM, INVARIANTS, [], "c");
    expect(inserted(text)).toEqual([
      "  while /* ( */ (assert(0 <= i && i <= n), i < n) i++;",
      "  for (int j = 0; assert(j <= n), 1; j++) { if (j == n) break; s++; }",
      "    assert(s <= n); s--;",
    ]);
    expect(text.startsWith("#include <assert.h>\n#line 1\n")).toBe(true);
    const { result } = verified(text.replace("#include <assert.h>\n", "extern void assert(int);\n"));
    expect(result.verdict).toBe("safe");
  });

  it("has ACSL before the loops, and stays the same program", () => {
    const text = annotatedText(PROGRAM, INVARIANTS, [], "acsl");
    expect(inserted(text)).toEqual([
      "  /*@ loop invariant 0 <= i && i <= n; */ while /* ( */ (i < n) i++;",
      "  /*@ loop invariant j <= n; */ for (int j = 0; ; j++) { if (j == n) break; s++; }",
      "    /*@ assert s <= n; */ s--;",
    ]);
    expect(text.replaceAll(/\/\*@.*?\*\/ /g, "")).toBe(PROGRAM);
  });

  it("is left as it is where there is nothing to say", () => {
    expect(annotatedText(PROGRAM, [], [], "c")).toBe(PROGRAM);
  });
});
