import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { renderDiagnostic } from "./code-frame.ts";
import type { Diagnostic } from "./diagnostic.ts";
import { NO_RANGE, SourceMap } from "./source.ts";

function render(text: string, from: number, to: number, extra: Partial<Diagnostic> = {}): string {
  const sources = new SourceMap();
  const { base } = sources.add("a.c", text);
  const range = { start: base + from, end: base + to };
  return renderDiagnostic({ severity: "error", message: "wrong", range, ...extra }, sources, { color: "plain" });
}

describe("renderDiagnostic", () => {
  it("underlines the range", () => {
    expect(render("int x;\nint yy = 1;\n", 11, 13)).toBe(
      ["a.c:2:5: error: wrong", "    2 | int yy = 1;", "      |     ^~"].join("\n"),
    );
  });

  it("expands tabs, and keeps the column of the heading in characters", () => {
    expect(render("\ta\tb;", 3, 4)).toBe(
      ["a.c:1:4: error: wrong", "    1 |         a       b;", "      |                 ^"].join("\n"),
    );
  });

  it("underlines a range over several lines to the end of the first", () => {
    expect(render("f(a,\r\n  b)\r\n", 0, 9).split("\n").slice(1)).toEqual(["    1 | f(a,", "      | ^~~~"]);
  });

  it("points behind the text for an empty range at the end", () => {
    expect(render("ab", 2, 2).split("\n").slice(1)).toEqual(["    1 | ab", "      |   ^"]);
    expect(render("", 0, 0).split("\n").slice(1)).toEqual(["    1 |", "      | ^"]);
  });

  it("shows a window of a long line", () => {
    const [, line, underline] = render(`${"a".repeat(500)}X${"b".repeat(500)}`, 500, 501).split("\n");
    expect(line).toBe(`    1 | ...${"a".repeat(40)}X${"b".repeat(119)}...`);
    expect(underline?.indexOf("^")).toBe(line?.indexOf("X"));
  });

  it("adds notes, and says a message without a place plainly", () => {
    const sources = new SourceMap();
    const { base } = sources.add("a.c", "x y");
    const notes = [{ message: "first here", range: { start: base, end: base + 1 } }];
    const diagnostic = {
      severity: "warning",
      message: "twice",
      range: { start: base + 2, end: base + 3 },
      notes,
    } as const;
    expect(renderDiagnostic(diagnostic, sources, { color: "plain" }).split("\n")).toEqual([
      "a.c:1:3: warning: twice",
      "    1 | x y",
      "      |   ^",
      "a.c:1:1: note: first here",
      "    1 | x y",
      "      | ^",
    ]);
    const nowhere = { severity: "error", message: "no input", range: NO_RANGE } as const;
    expect(renderDiagnostic(nowhere, sources, { color: "plain" })).toBe("error: no input");
  });

  it("colours only when asked, and lets no escape sequence of the file through", () => {
    const sequence = "\u001b[31m";
    expect(render(`${sequence}x`, 0, 1, { message: sequence })).not.toContain("\u001b");
    const sources = new SourceMap();
    const { base } = sources.add("a.c", "x");
    const range = { start: base, end: base + 1 };
    expect(renderDiagnostic({ severity: "error", message: "m", range }, sources, { color: "color" })).toContain(
      "\u001b[1;31merror:\u001b[0m",
    );
  });

  it("renders any range of any text in lines that are not too wide", () => {
    const texts = fc.string({ unit: "binary", maxLength: 400 });
    fc.assert(
      fc.property(texts, fc.nat(400), fc.nat(400), (text, from, length) => {
        const start = Math.min(from, text.length);
        const lines = render(text, start, Math.min(start + length, text.length)).split("\n");
        expect(lines).toHaveLength(3);
        expect(lines[2]).toContain("^");
        expect((lines[2] ?? "").length).toBeLessThanOrEqual(160 * 8 + 20);
      }),
    );
  });
});
