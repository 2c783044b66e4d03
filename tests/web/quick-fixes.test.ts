/** What the playground offers to mend a diagnostic: the right thing, and only what mends it. */
import { describe, expect, it } from "vitest";
import { parse } from "../../src/api/sync.ts";
import { fixesOf } from "../../web/quick-fixes.ts";

/** Titles of what is offered for a program, by message. */
function offered(text: string): Record<string, string[]> {
  const { diagnostics } = parse(text);
  return Object.fromEntries(diagnostics.map((one) => [one.message, fixesOf(one, text, {}).map(({ title }) => title)]));
}

describe("quick fixes", () => {
  it("include the header that declares a name", () => {
    expect(offered("int main(void) { assert(1); return NULL == 0; }")).toEqual({
      "implicit declaration of function 'assert'": ["#include <assert.h>"],
      "'NULL' is not declared": ["#include <stdlib.h>"],
    });
    expect(offered("uint8_t x; int main(void) { bool b = x; return b; }")).toMatchObject({
      "unknown type name 'uint8_t'": ["#include <stdint.h>"],
      "unknown type name 'bool'": ["#include <stdbool.h>"],
    });
  });

  it("change a name to the one that was meant, where it stands", () => {
    const text = "int main(void) {\n  int count = 0;\n  return coutn;\n}\n";
    const [diagnostic] = parse(text).diagnostics;
    expect(fixesOf(diagnostic!, text, {})).toEqual([
      { title: "Change to count", line: 3, column: 10, length: 5, text: "count" },
    ]);
  });

  it("put a semicolon where the line before ends", () => {
    const text = "int main(void) {\n  int x = 1  \n\n  return x;\n}\n";
    const [diagnostic] = parse(text).diagnostics;
    expect(fixesOf(diagnostic!, text, {})).toEqual([{ title: "Insert ;", line: 2, column: 12, length: 0, text: ";" }]);
  });

  it("are not offered where they mend nothing", () => {
    expect(offered("int main(void) { return quux; }")).toEqual({ "'quux' is not declared": [] });
    expect(offered("int main(void) { int x = ; return x; }")).toEqual({ "expected an expression, found ';'": [] });
  });
});
