/** What it proves that member arrays lie apart from what is beside them, and what it may not. The programs are pairs with opposite truths. */
import { describe, expect, it } from "vitest";
import { modelOf, reachable } from "../../tests/support/model.ts";
import { askPair } from "../../tests/verdicts/pair.ts";

// Looks at the clock, 4096 units of work each: more than a proof takes.
const ENOUGH = 300;
const PROVED = [
  "walked-over",
  "index-behind",
  "index-before",
  "of-one-element",
  "between-elements",
  "hold-pointers",
  "text-across",
  "apart",
];

describe("member arrays apart from what lies beside them", () => {
  it.each(PROVED)("prove members-%s.c, and not its twin", (name) => {
    const options =
      name === "index-behind" ? ["--subobjects", "whole"] : /text|^apart/.test(name) ? ["--check", "bounds"] : [];
    for (const { truth, verdict } of askPair(`members-${name}.c`, options, "path-focusing:thresholds", [
      ENOUGH,
      ENOUGH,
    ]))
      expect(verdict).toBe(truth === "safe" ? "safe" : "unknown");
  });

  it.each(["filled-across", "copied", "keep-from-leaking", "in-recursion"])(
    "are not taken to be where a run of bytes ends: members-%s.c",
    (name) => {
      const options = name === "keep-from-leaking" ? ["--check", "memtrack"] : [];
      for (const { truth, verdict } of askPair(`members-${name}.c`, options, "path-focusing:thresholds", [
        ENOUGH,
        ENOUGH,
      ]))
        expect([truth, "unknown"]).toContain(verdict);
    },
  );

  it("have variables of their own", () => {
    const model = modelOf(
      "struct { int a[4]; int n; int b[4]; } s; int main(void) { s.a[s.n % 4] = 1; return s.b[s.n % 4]; }",
      { slicing: "off" },
    );
    const apart = model.membersApart?.() ?? model;
    reachable(apart);
    expect(apart.variables.filter(({ name }) => name.startsWith("s")).map(({ name }) => name)).toEqual([
      "s[4*]",
      "s[4*+20]",
      "s@16",
    ]);
  });
});
