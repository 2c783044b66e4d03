import { describe, expect, it } from "vitest";
import { wordsOf } from "./words.ts";

describe("wordsOf", () => {
  it("splits as a shell does", () => {
    expect(wordsOf('gcc  -DA=\'"x y"\' -D"B=\\"z\\"" a\\ b.c \'\'\n-c')).toEqual([
      "gcc",
      '-DA="x y"',
      '-DB="z"',
      "a b.c",
      "",
      "-c",
    ]);
    expect(wordsOf(" \t\n")).toEqual([]);
    expect(wordsOf("a\\\nb 'c\\d' \"e\\f\"")).toEqual(["ab", "c\\d", "e\\f"]);
  });

  it("has no words for a quote that is not closed", () => {
    expect(wordsOf("gcc -DA='x")).toBeUndefined();
  });
});
