import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { editDistance, suggestion } from "./suggest.ts";

describe("editDistance", () => {
  it("counts insertions, deletions, substitutions and swaps", () => {
    expect(editDistance("engine", "engine")).toBe(0);
    expect(editDistance("engine", "engin")).toBe(1);
    expect(editDistance("engine", "engnie")).toBe(1);
    expect(editDistance("", "abc")).toBe(3);
  });

  it("is symmetric and bounded by the longer word", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 12 }), fc.string({ maxLength: 12 }), (a, b) => {
        const distance = editDistance(a, b);
        expect(distance).toBe(editDistance(b, a));
        expect(distance).toBeLessThanOrEqual(Math.max(a.length, b.length));
        expect(distance === 0).toBe(a === b);
      }),
    );
  });
});

describe("suggestion", () => {
  it("finds what was meant, and nothing where nothing is close", () => {
    expect(suggestion("--enigne", ["--engine", "--entry"])).toBe("--engine");
    expect(suggestion("--frobnicate", ["--engine", "--entry"])).toBeUndefined();
  });
});
