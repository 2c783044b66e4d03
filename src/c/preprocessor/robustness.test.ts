/** Garbage in, diagnostics out: no input may throw, hang, or give tokens that lie outside the text. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { run } from "../../../tests/support/preprocess.ts";
import { runs } from "../../../tests/support/thorough.ts";

const PROGRAM = `#include <stdlib.h>
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#define CAT(a, b) a ## b
#define STR(x) #x
#define LOG(format, ...) printf(format, ## __VA_ARGS__)
#define SELF SELF + OTHER
#define OTHER SELF
#if defined(MAX) && (1 << 3) == 8 || 'a' == 97
int main(void) { /* comment */
  int CAT(va, lue) = MAX(1, MAX(2, 3)); // trailing
  LOG("x" STR(a "b" 'c') "\\n", value); LOG("y");
#ifdef NOTHING
  return -1;
#else
  return SELF + \\
    __LINE__;
#endif
}
#endif
#pragma pack(1)
`;

/** The stream ends in one `end`, and each token lies in some file. */
function check(text: string): void {
  const { tokens, sources, diagnostics } = run(text, { "a.h": text });
  expect(tokens.findIndex(({ kind }) => kind === "end")).toBe(tokens.length - 1);
  const ranges = [...tokens, ...diagnostics.list.map(({ range }) => range)];
  expect(ranges.filter(({ start, end }) => start > end || sources.fileAt(start) === undefined)).toEqual([]);
}

/** Names whose characters give the lexer's hash the same value: "Aa" and "BB" do. */
function colliding(index: number): string {
  return Array.from({ length: 14 }, (_, bit) => (((index >> bit) & 1) === 0 ? "Aa" : "BB")).join("");
}

const fragment = fc.constantFrom(
  ...'#define #undef #if #elif #else #endif #ifdef #include #pragma #line a b f f( ( ) , ## # ... __VA_ARGS__ __VA_OPT__( \\ " \' /* */ // < > <a.h> "a.h" 1 0 defined __LINE__ _Pragma __has_include( ? : && + @ ünder'.split(
    " ",
  ),
  "\n",
  "\n",
  "\n#define f(a,b...) ",
  "\n#define a ",
  "\\\n",
  "\r\n",
  "\t",
);

describe("robustness", () => {
  it("takes any text", () => {
    fc.assert(fc.property(fc.string({ unit: "binary", maxLength: 200 }), check), { numRuns: runs(300) });
  });

  it("takes any sequence of preprocessor fragments", () => {
    const text = fc.array(fragment, { maxLength: 60 }).map((parts) => parts.join(" "));
    fc.assert(fc.property(text, check), { numRuns: runs(1000) });
    const dense = fc.array(fragment, { maxLength: 60 }).map((parts) => parts.join(""));
    fc.assert(fc.property(dense, check), { numRuns: runs(500) });
  });

  it("takes truncated and mutated programs", () => {
    for (let length = 0; length <= PROGRAM.length; length += 2) check(PROGRAM.slice(0, length));
    const mutation = fc.tuple(fc.nat(PROGRAM.length), fc.nat(12), fc.oneof(fragment, fc.string({ maxLength: 4 })));
    const mutated = fc.array(mutation, { minLength: 1, maxLength: 6 }).map((mutations) => {
      let text = PROGRAM;
      for (const [at, removed, put] of mutations) text = text.slice(0, at) + put + text.slice(at + removed);
      return text;
    });
    fc.assert(fc.property(mutated, check), { numRuns: runs(500) });
  });

  it("is deterministic", () => {
    expect(run(PROGRAM).tokens).toEqual(run(PROGRAM).tokens);
  });

  it.each([
    ["continued lines", "a\\\n".repeat(100_000)],
    ["operators before continued lines", "a+\\\n".repeat(50_000)],
    ["open parentheses", "(".repeat(200_000)],
    ["comment starts", "/*".repeat(100_000)],
    ["quotes", `${"'".repeat(100_001)}\n`],
    ["nested conditionals", "#if 1\n".repeat(20_000)],
    ["skipped conditionals", "#if 0\n".repeat(20_000)],
    ["unknown directives", "#x\n".repeat(20_000)],
    ["function-like names", `#define f(x) x\n${"f ".repeat(100_000)}`],
    ["calls in a row", `#define f(x) f f(x)\n${"f(1)".repeat(20_000)}`],
    ["parameters", `#define f(${Array.from({ length: 20_000 }, (_, index) => `a${index}`).join()}) a1 ## a2\nf(1)`],
    ["optional groups", `#define f(...) ${"__VA_OPT__(".repeat(5_000)}${")".repeat(5_000)}\nf(1)`],
    ["names of one hash", Array.from({ length: 1 << 14 }, (_, index) => colliding(index)).join(" ")],
    ["calls that call", `#define f(x) x\n${"f(f)(".repeat(5_000)}1${")".repeat(5_000)}`],
  ])("gets through many %s within the time limit of a test", (_, text) => {
    check(text);
  });
});
