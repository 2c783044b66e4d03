import { describe, expect, it } from "vitest";
import { run } from "../../../tests/support/preprocess.ts";
import { ILP32, LP64 } from "../types.ts";
import { bundledHeaderNames } from "./bundled.ts";

const REFUSED = new Set(["complex.h", "tgmath.h", "emmintrin.h", "immintrin.h"]);
const usable = bundledHeaderNames().filter((name) => !REFUSED.has(name));

describe.each([ILP32, LP64])("bundled headers for $name", (dataModel) => {
  it("preprocess without a word, alone, together and twice", () => {
    for (const name of usable) expect(run(`#include <${name}>\n`, {}, { dataModel }).messages).toEqual([]);
    const all = usable.map((name) => `#include <${name}>\n`).join("");
    expect(run(all + all, {}, { dataModel }).messages).toEqual([]);
  });

  it("leave the names of GNU extensions to the program unless asked", () => {
    const text = "#include <string.h>\n#include <stdio.h>\n#include <unistd.h>\n";
    expect(run(text, {}, { dataModel }).text).not.toMatch(/\b(memmem|asprintf|environ|basename)\b/);
    expect(run(`#define _GNU_SOURCE\n${text}`, {}, { dataModel }).text).toMatch(/\bmemmem\b/);
  });

  it("have balanced braces and end declarations", () => {
    for (const name of usable) {
      const { text } = run(`#include <${name}>\n`, {}, { dataModel });
      expect(text.split("{").length, name).toBe(text.split("}").length);
      expect(text === "" || text.endsWith(";"), name).toBe(true);
    }
  });
});

describe("bundled headers", () => {
  it("give assert its meaning, anew at each inclusion", () => {
    const text = "#include <assert.h>\nassert(x > 0);\n#define NDEBUG\n#include <assert.h>\nassert(x);";
    const statements = run(text).text.split(";").slice(1);
    expect(statements).toEqual([
      ' ( ( x > 0 ) ? ( void ) ( 0 ) : __assert_fail ( "x > 0" , "main.c" , 2 , __func__ ) ) ',
      " ( ( void ) ( 0 ) ) ",
      "",
    ]);
  });

  it("give types the width of the data model", () => {
    const text = "#include <stdint.h>\n#include <inttypes.h>\nINT64_MAX PRId64 PRIuPTR UINT32_C(1)";
    expect(run(text).text).toMatch(/; 0x7fffffffffffffffL "l" "d" "l" "u" 1U$/);
    expect(run(text, {}, { dataModel: ILP32 }).text).toMatch(/; 0x7fffffffffffffffLL "ll" "d" "u" 1U$/);
  });

  it("state sassert through the verifier's error function", () => {
    expect(run('#include "seahorn/seahorn.h"\nsassert(a, b)').diagnostics.errors).toBe(1);
    expect(run('#include "seahorn/seahorn.h"\nsassert(a)').text).toMatch(
      /; \( \( void \) \( \( a \) \|\| \( __VERIFIER_error \( \) , 0 \) \) \)$/,
    );
  });

  it("refuse what is not supported", () => {
    for (const name of REFUSED)
      expect(run(`#include <${name}>\n`).messages[0]).toMatch(/error: #error .* not supported/);
  });
});
