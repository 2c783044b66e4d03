/** Annotations of branches, as the parser puts them into a program: violated where the condition has the value that is named. */
import { describe, expect, it } from "vitest";
import { inputFor, NONDET, optionsFor } from "../../tests/support/witness.ts";
import type { Annotation } from "../cfa/read-statements.ts";
import { verify } from "../verify.ts";

function verdictOf(text: string, keyword: string, value: string, kind: Annotation["kind"] = "branch"): string {
  const program = NONDET + text;
  const annotation: Annotation = {
    file: "x.c",
    offset: program.indexOf(keyword),
    kind,
    text: value,
    name: "branching",
  };
  const input = inputFor(program);
  const { result } = verify({ ...input, frontEnd: { ...input.frontEnd, annotations: [annotation] } }, optionsFor());
  return result.verdict === "unsafe" ? `unsafe in ${result.violation?.file}` : result.verdict;
}

describe("an annotation of a branch", () => {
  const main = (body: string) => `int main(void) { int x = nondet_byte(); ${body} return 0; }`;

  it.each([
    ["if", "if (x < 256 && x >= 0) x = 1;"],
    ["while", "while (x >= 0) { x = 1; break; }"],
    ["for", "for (; x >= 0; ) { x = 1; break; }"],
  ])("%s is violated where its condition has the value, and only there", (keyword, body) => {
    expect(verdictOf(main(body), `${keyword} (`, "1")).toBe("unsafe in branching");
    expect(verdictOf(main(body), `${keyword} (`, "0")).toBe("safe");
  });

  it("stands at an `if` behind an `else`, too", () => {
    const body = "if (x < 3) x = 5; else if (x >= 3) x = 4;";
    expect(verdictOf(main(body), "if (x >= 3)", "1")).toBe("unsafe in branching");
    expect(verdictOf(main(body), "if (x >= 3)", "0")).toBe("safe");
  });
});

describe("an annotation of a statement", () => {
  it("leaves it the value of the expression whose last one it is", () => {
    const text =
      "int main(void) { int x = nondet_byte(); int y = ({ int z = x; z + 1; }); if (y != x + 1) reach_error(); }";
    expect(verdictOf(text, "z + 1", "z < 255", "statement")).toBe("unsafe in branching");
    expect(verdictOf(text, "z + 1", "z < 256", "statement")).toBe("safe");
  });
});
