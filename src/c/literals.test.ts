import { describe, expect, it } from "vitest";
import { decode } from "./literals.ts";

describe("the text of a literal", () => {
  it("is UTF-8 in a plain one, and code points in a wide one", () => {
    expect(decode('"aé"', "plain")).toEqual([0x61, 0xc3, 0xa9]);
    expect(decode('L"é😀"', "wide")).toEqual([0xe9, 0x1f600]);
    expect(decode('"\\xe9\\ufffd"', "plain")).toEqual([0xe9, 0xef, 0xbf, 0xbd]);
  });

  // A compiler takes the bytes of the file: strlen of an é in Latin-1 is 1, not 3.
  it("is refused where its bytes were lost in reading the file", () => {
    const latin = Buffer.from([0x22, 0xe9, 0x22]).toString("utf8");
    expect(decode(latin, "plain")).toMatch(/not UTF-8/);
    expect(decode('"\ud800"', "plain")).toMatch(/not UTF-8/);
  });
});
